"""Random games: simulated players choose among the offers, weighted so that games end."""

import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board.tiles import DataError
from companion.bots.playing_styles import Manner, TableManner, careful, careless, usual
from companion.ledger.entries import LedgerError
from companion.rules.core.actions import Action, LayTile
from companion.rules.core.offers import Offer
from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.titles import load, rules_for

NAMES = ("Ada", "Bram", "Cato", "Dirk", "Else", "Floor")
USUAL = 4  # players by default
CAREFUL: Manner = careful  # the choice of the command line's option
LIMIT = 12000  # actions; the longest game so far took 6,259


class DeadEndError(Exception):
    """The game waits for somebody who has no legal action: a fault of the rules."""


def choose(rules: Rules, state: State, dice: random.Random, manner: Manner = careless) -> Action:
    """Choose one of the actions on offer.

    Raises DeadEndError if the step that the game waits for offers none, even if other steps do.
    """
    with asking(state):
        waiting, *beside = rules.accepting(state)
        offers = [offer for offer in waiting.cached_offers(state) if offer.allowed]
        if not offers:
            raise DeadEndError(
                f"In {rules.round_rules(state).name(state)} there is nothing to be done."
            )
        offers += [offer for step in beside for offer in step.cached_offers(state) if offer.allowed]
        likely = [manner(rules, state, offer) for offer in offers]
        if not any(likely):
            likely = [offer.weight for offer in offers]
        offer = dice.choices(offers, likely)[0]
        return vary(rules, state, offer, dice)


def vary(rules: Rules, state: State, offer: Offer, dice: random.Random) -> Action:
    """Return the offer's action with another random number or tile; only legal ones."""
    chosen = offer.action
    if offer.span is not None:
        # prefer small numbers: players who bid and pay anything soon run out of money
        steps = (offer.span.most - offer.span.least) // offer.span.step
        is_run = offer.span.field == "revenue"
        taken = 10 * dice.randrange(20) if is_run else int(steps * dice.random() ** 4)
        number = offer.span.least + offer.span.step * taken
        chosen = replace(offer.action, **{offer.span.field: number})
    elif costs := dict(offer.facts).get("costs"):
        price, _ = dice.choice(costs)
        chosen = replace(offer.action, **{"price": price})
    elif offer.kind == "lay" and isinstance(offer.action, LayTile):
        step: Any = rules.waiting(state)
        lays = [lay for lay in step.possible_lays(state, offer.action.hex) if not lay.refusals]
        lay = dice.choice(lays)
        allotment = dice.choice(lay.allotments) if len(lay.allotments) > 1 else lay.allotments[0]
        chosen = replace(offer.action, tile=lay.tile, rotation=lay.rotation, allotment=allotment)
    if chosen != offer.action and judge.refusals(rules, state, chosen):
        return offer.action
    return chosen


def play(
    rules: Rules, seed: int, limit: int = LIMIT, manner: Manner = careless
) -> Iterator[tuple[Action, Outcome]]:
    """Play a game from its start and yield each action with its outcome."""
    dice = random.Random(seed)
    state = judge.start(rules).state
    for _ in range(limit):
        if state.end_reason:
            return
        action = choose(rules, state, dice, manner)
        outcome = judge.apply(rules, state, action)
        state = outcome.state
        yield action, outcome


# --- from the command line


def simulate_command(
    title: str,
    players: int | None,
    seed: int,
    out: Path | None,
    store: bool,
    manner: Manner | None = None,
    *,
    options: Mapping[str, str] = {},
) -> int:
    """Play one random game, print its standings, and write or store it.

    Return exit status 0 or 1.
    """
    manner = manner or usual
    try:
        players = USUAL if players is None else players
        setup = make_setup(title, players, seed, read_options(title, options))
        rules = rules_for(setup)
    except (BadSetupError, DataError) as problem:
        print(problem, file=sys.stderr)
        return 1
    if not store:
        return 0 if _play_game(rules, seed, out, manner) else 1
    from companion.store.db.data_dir import games_place
    from companion.store.games.game_store import GameStore

    with closing(GameStore(games_place())) as games:  # opened before a long game is played in vain
        actions = _play_game(rules, seed, out, manner)
        if not actions:
            return 1
        print(f"Kept as game {games.import_game(setup, actions)}.")
    return 0


def _play_game(rules: Rules, seed: int, out: Path | None, manner: Manner) -> list[Action]:
    """Play one game, print its standings and write it.

    Return its actions; none if it did not end.
    """
    game = _SimulatedGame(rules, seed, manner)
    if game.problem:
        print(game.problem, file=sys.stderr)
        return []
    name, count = rules.round_rules(game.state).name(game.state), len(game.actions)
    print(f"{rules.data.name}, seed {seed}: {count} actions, ended in {name}: {game.ended}.")
    standings = [
        (total_worth(rules, game.state, seat), rules.words.names[seat]) for seat in rules.seats
    ]
    for worth, player in sorted(standings, reverse=True):
        print(f"{player:<10}{rules.data.money(worth):>12}")
    if out is not None:
        from companion.exchange.files.import_store import file_of_played

        out.write_bytes(file_of_played(rules.setup, game.actions))
        print(f"Written to {out}.")
    return game.actions


def read_options(title: str, written: Mapping[str, str]) -> dict[str, Any]:
    """Return the values of options as they are written, by the kind of each option.

    A value that does not fit stays a text, which the rules refuse. Raises BadSetupError.
    """
    kinds = {option.key: option.kind for option in load(title).edition_data(written).choices}
    found: dict[str, Any] = dict(written)
    for key, text in written.items():
        if kinds.get(key) == "flag" and text in ("true", "false"):
            found[key] = text == "true"
        elif kinds.get(key) == "number" and re.fullmatch("[0-9]{1,9}", text):
            found[key] = int(text)
    return found


def choose_setup(
    title: str, seed: int, players: int | None = None, options: Mapping[str, str] = {}
) -> tuple[Setup, Manner]:
    """Return the set-up and style for one of many games.

    The number of players varies by seed unless given. Options and styles come from the title if it
    has some; ``options`` given as texts replace its own. Raises BadSetupError or DataError.
    """
    given = read_options(title, options)
    if players is None:
        counts = sorted(load(title).edition_data(given).cash)
        players = counts[seed % len(counts)]
    own = load(title).module("bot_styles")
    table: TableManner = own.table(seed, players) if own else TableManner(usual, {})
    return make_setup(title, players, seed, {**table.options, **given}), table.manner


def many_command(
    title: str,
    players: int | None,
    seed: int,
    games: int,
    manner: Manner | None = None,
    options: Mapping[str, str] = {},
) -> int:
    """Play a number of random games with consecutive seeds and print statistics.

    Tables come from :func:`choose_setup` unless given. Prints how the games ended, the
    phases they reached, and the events in them. Return exit status 0 or 1.
    """
    try:
        tables = [choose_setup(title, seed + number, players, options) for number in range(games)]
        every = [(rules_for(setup), manner or own) for setup, own in tables]
    except (BadSetupError, DataError) as problem:
        print(problem, file=sys.stderr)
        return 1
    times, among, ends, phases = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    actions = 0
    for rules, style in every:
        game = _SimulatedGame(rules, rules.setup.seed, style)
        if game.problem:
            print(f"Seed {rules.setup.seed}: {game.problem}", file=sys.stderr)
            return 1
        actions += len(game.actions)
        ends[game.ended] += 1
        phases[game.state.phase] += 1
        times += game.happened
        among.update(game.happened.keys())
    data = every[0][0].data
    print(f"{data.name}: {games} games from seed {seed} on, {actions} actions.")
    for ended, count in ends.most_common():
        print(f"{count:>8} ended: {ended}")
    for phase in data.phases:
        if phase.name in phases:
            print(f"{phases[phase.name]:>8} ended in phase {phase.name}")
    print("   times  in games")
    for told, count in times.most_common():
        print(f"{count:>8}{among[told]:>10}  {told}")
    return 0


def make_setup(title: str, players: int, seed: int, options: Mapping[str, Any] = {}) -> Setup:
    """Return a set-up with that number of simulated players."""
    names = (*NAMES, *(f"Player {n}" for n in range(len(NAMES) + 1, players + 1)))
    return Setup(title, names[: max(players, 0)], dict(options), seed)


class _SimulatedGame:
    """A game played to its end with its events, or the ``problem`` that stopped it."""

    def __init__(self, rules: Rules, seed: int, manner: Manner) -> None:
        self.actions: list[Action] = []
        self.state = judge.start(rules).state
        self.happened = Counter[str]()
        self.problem = ""
        try:
            for action, outcome in play(rules, seed, manner=manner):
                self.actions.append(action)
                self.state = outcome.state
                self.happened.update(
                    _words_without_details(rules, event.kind) for event in outcome.events
                )
        except (DeadEndError, LedgerError) as problem:
            self.problem = f"After {len(self.actions)} actions: {problem}"
            return
        if not self.state.end_reason:
            name = rules.round_rules(self.state).name(self.state)
            self.problem = f"{len(self.actions)} actions, and no end by {name}."
        self.ended = rules.words.fill("{why:who}", {"why": f"finish_{self.state.end_reason}"})


def _words_without_details(rules: Rules, kind: str) -> str:
    """Return the words for an event of a kind, without its details."""
    return re.sub(r"\{[^}]*\}", "…", rules.words.vocabulary.events[kind].says)
