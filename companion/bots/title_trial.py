"""Trials of a title: random games with all numbers of players and all flags in turn."""

import time
from collections.abc import Iterator

from companion import progress, titles
from companion.bots.playing_styles import usual
from companion.bots.simulation import LIMIT, make_setup, play
from companion.rules.core.actions import (
    Action,
    Bid,
    BuyPrivate,
    BuyPrivateForCompany,
    DiscountPrivate,
    GiveUpPrivate,
    SellPrivate,
    action_to_json,
)
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.shares.holdings import is_player
from companion.titles import Title
from companion.titles.packs import read_pack
from companion.titles.trial_result import AT_PURCHASE, BY_ACTION, Trial, TrialReport, powers_of

GAMES = 100
SEARCH = 0.2  # seconds of a search for a best run
# actions with a private that use none of its powers
TRADES = Bid | BuyPrivate | BuyPrivateForCompany | DiscountPrivate | GiveUpPrivate | SellPrivate


def try_pack(raw: bytes, seconds: float) -> TrialReport:
    """Play random games of the title in a pack's file for so many seconds; for a process."""
    return try_title(titles.open_pack(read_pack(raw), is_kept=True), GAMES, seconds).report()


def list_setups(title: Title, games: int = GAMES) -> Iterator[Setup]:
    """Yield set-ups with all numbers of players, and with each flag in turn as it is not usual."""
    counts = sorted(title.data.cash)
    flags = [option for option in title.data.options if option.kind == "flag"]
    for seed in range(games):
        turn = seed // len(counts) % (len(flags) + 1)
        options = {flags[turn - 1].key: not flags[turn - 1].default} if turn else {}
        yield make_setup(title.slug, counts[seed % len(counts)], seed, options)


def try_title(title: Title, games: int = GAMES, seconds: float | None = None) -> Trial:
    """Play random games with all numbers of players and all flags in turn.

    It stops after so many ``seconds``, in the middle of a game. Whatever the title's rules stumble
    over is a problem of the title.
    """
    trial, begin = Trial(title.data), time.monotonic()
    until = None if seconds is None else begin + seconds
    for setup in list_setups(title, games):
        try:
            rules = title.rules(setup)
        except Exception as fault:
            players, options = len(setup.players), dict(setup.options)
            trial.problems.append(f"{players} players, {options}: {_name_fault(fault)}")
            continue
        rules.search_seconds = SEARCH
        if not _play_game(trial, rules, setup.seed, until):
            break
        progress.report(
            max((setup.seed + 1) / games, (time.monotonic() - begin) / (seconds or 1e9))
        )
    return trial


def _name_fault(fault: Exception) -> str:
    return f"{type(fault).__name__}, {fault}"


def _play_game(trial: Trial, rules: Rules, seed: int, until: float | None) -> bool:
    """Play one game. Return False if the time was over before its end."""
    phases, floated, used, count = set[str](), set[str](), set[str](), 0
    state: State | None = None
    is_over = True
    try:
        for action, outcome in play(rules, seed, manner=usual):
            count, state = count + 1, outcome.state
            phases.add(state.phase)
            floated.update(name for name, own in state.companies.items() if own.floated)
            used.update(_powers_used(rules, action, state))
            if until is not None and time.monotonic() > until and not state.end_reason:
                is_over = False
                break
    except Exception as fault:
        problem = f"Seed {seed}, after {count} actions: {_name_fault(fault)}"
        trial.problems.append(problem)
    else:
        if is_over and (state is None or not state.end_reason):
            trial.problems.append(f"Seed {seed}: no end after {LIMIT} actions")
    trial.games += is_over
    trial.actions += count
    if state is not None and state.end_reason:
        trial.ends[f"finish_{state.end_reason}"] += 1
    trial.phases.update(phases if is_over else ())
    trial.begun.update(phases)
    trial.floated.update(floated)
    trial.used.update(used)
    return is_over


def _powers_used(rules: Rules, action: Action, state: State) -> Iterator[str]:
    """Yield the powers that an action has used, or that work in the state after it."""
    used = None if isinstance(action, TRADES) else action_to_json(action).get("private")
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
