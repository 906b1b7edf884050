"""Trials of a title: random games with all numbers of players and all flags in turn."""

import time
from collections.abc import Iterator

from companion.board.tiles import DataError
from companion.bots.simulation import LIMIT, NAMES, play
from companion.bots.weights import usual
from companion.rules.core.actions import Action, ExchangePrivate, LayTile, PlaceToken
from companion.rules.core.state import State
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge.rules import Rules
from companion.rules.shares.holdings import is_player
from companion.titles import Title
from companion.titles.trial import AT_PURCHASE, BY_ACTION, Trial, powers_of

GAMES = 100


def try_title(title: Title, games: int = GAMES, seconds: float | None = None) -> Trial:
    """Play random games with all numbers of players and all flags in turn.

    It stops after so many ``seconds``, in the middle of a game.
    """
    trial, counts = Trial(title.data), sorted(title.data.cash)
    flags = [option.key for option in title.data.options if option.kind == "flag"]
    until = None if seconds is None else time.monotonic() + seconds
    for seed in range(games):
        players = counts[seed % len(counts)]
        names = tuple(NAMES[n] if n < len(NAMES) else f"Player {n + 1}" for n in range(players))
        turn = seed // len(counts) % (len(flags) + 1)
        options = {flags[turn - 1]: True} if turn else {}
        try:
            rules = title.rules(Setup(title.slug, names, options, seed))
        except (BadSetupError, DataError) as fault:
            trial.problems.append(f"{players} players, {options}: {fault}")
            continue
        if not _play_game(trial, rules, seed, until):
            break
    return trial


def _play_game(trial: Trial, rules: Rules, seed: int, until: float | None) -> bool:
    """Play one game. Return False if the time was over before its end."""
    phases, floated, used, count = set[str](), set[str](), set[str](), 0
    state: State | None = None
    try:
        for action, outcome in play(rules, seed, manner=usual):
            count, state = count + 1, outcome.state
            phases.add(state.phase)
            floated.update(name for name, own in state.companies.items() if own.floated)
            used.update(_powers_used(rules, action, state))
            if until is not None and time.monotonic() > until:
                return False
    except Exception as problem:  # whatever its rules stumble over is a fault of the title
        what = f"{type(problem).__name__}, {problem}"
        trial.problems.append(f"Seed {seed}, after {count} actions: {what}")
    else:
        if state is None or not state.end_reason:
            trial.problems.append(f"Seed {seed}: no end after {LIMIT} actions")
    trial.games += 1
    trial.actions += count
    if state is not None and state.end_reason:
        trial.ends[rules.words.fill("{why:who}", {"why": f"finish_{state.end_reason}"})] += 1
    trial.phases.update(phases)
    trial.floated.update(floated)
    trial.used.update(used)
    return True


def _powers_used(rules: Rules, action: Action, state: State) -> Iterator[str]:
    """Yield the powers that an action has used, or that work in the state after it."""
    used = isinstance(action, ExchangePrivate | LayTile | PlaceToken) and action.private
    for private in rules.data.private_list:
        owner = state.privates.get(private.symbol, "")
        for power in powers_of(private):
            if power in BY_ACTION:
                works = used == private.symbol
            elif power in AT_PURCHASE:
                works = is_player(owner)
            else:
                works = owner in rules.data.companies
            if works:
                yield f"{private.symbol} {power}"
