"""Perft: how many different deeds are possible from a position, ply by ply.

Chess programs check their rules by such counts: two programs that count the same number of
sequences to the same depth agree on what is legal.

A lay counts for each tile, hex, rotation and choice of cities, a token for each stop, and a sale
for each percent. Each par price and each dividend is a deed. A sum that players choose freely
counts once, at its least legal value. A run of trains counts once. A question that only this
program asks, about a chance that would be lost, is no ply: it is declined.
"""

import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.board.tiles import DataError
from companion.bots.simulation import NAMES, USUAL
from companion.exchange.files.import_store import store_file
from companion.exchange.game_commands import stored_games
from companion.exchange.games_18xx.export_file import BadFileError, read_bytes
from companion.rules.core.actions import Action, Decline, LayTile
from companion.rules.core.offers import Offer, Span
from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules, Step
from companion.store.games.game_store import GameStore
from companion.store.history.records import CannotOpenError, CannotRebuildError, NoGameError
from companion.titles import rules_for


def find_deeds(rules: Rules, state: State) -> list[Action]:
    """Return the different legal deeds in a state, in the order of the offers."""
    with asking(state):
        found = {
            deed: None
            for step in rules.accepting(state)
            for offer in step.cached_offers(state)
            if offer.allowed
            for deed in _deeds_of(rules, state, step, offer)
        }
    return list(found)


def count_deeds(rules: Rules, state: State, depth: int) -> list[int]:
    """Return the number of sequences of 1, 2, ... ``depth`` deeds from a state.

    A game that ends has no deeds. Raises ValueError if ``depth`` is less than 1.
    """
    if depth < 1:
        raise ValueError("A depth is a whole number from 1 on.")
    counts = [0] * depth
    _count(rules, state, counts, 0)
    return counts


def _count(rules: Rules, state: State, counts: list[int], ply: int) -> None:
    state = _decline_chances(rules, state)
    deeds = find_deeds(rules, state)
    counts[ply] += len(deeds)
    if ply + 1 < len(counts):
        for deed in deeds:
            _count(rules, judge.apply(rules, state, deed).state, counts, ply + 1)


def _decline_chances(rules: Rules, state: State) -> State:
    """Answer the questions about chances that would be lost, which are no plies."""
    while not state.end_reason and rules.waiting(state) is rules.last_chance:
        player = rules.last_chance.actor(state)
        state = judge.apply(rules, state, Decline(player)).state
    return state


def _deeds_of(rules: Rules, state: State, step: Step, offer: Offer) -> Iterator[Action]:
    """Yield the legal deeds that an offer stands for; the offer's own action is one of them."""
    for deed in _variants(state, step, offer):
        if deed == offer.action or not judge.refusals(rules, state, deed):
            yield deed


def _variants(state: State, step: Step, offer: Offer) -> Iterator[Action]:
    """Yield the offer's action with each percent, price or lay; some may be illegal."""
    if offer.span is not None:
        for number in _numbers(offer.span):
            yield replace(offer.action, **{offer.span.field: number})
    elif costs := dict(offer.facts).get("costs"):
        for price, _ in costs:
            yield replace(offer.action, **{"price": price})
    elif offer.kind == "lay" and isinstance(offer.action, LayTile):
        track: Any = step
        for lay in track.possible_lays(state, offer.action.hex):
            for way in lay.allotments:
                yield replace(offer.action, tile=lay.tile, rotation=lay.rotation, allotment=way)
    else:
        yield offer.action


def _numbers(span: Span) -> range:
    """Return every percent, but only the least of a sum of money."""
    most = span.most if span.field == "percent" else span.least
    return range(span.least, most + 1, span.step)


# --- from the command line


def perft_command(
    title: str, players: int | None, depth: int, start: tuple[str, int] | None
) -> int:
    """Run `companion perft`: print the counts of each ply.

    ``start`` is the number or the file of a game, and a row of its log; without it the game begins.
    Return exit status 0 or 1.
    """
    try:
        if start is None:
            rules = rules_for(Setup(title, NAMES[: USUAL if players is None else players], {}, 1))
            state = judge.start(rules).state
        else:
            rules, state = _position(*start)
            if rules.setup.title != title:
                raise BadFileError(f"The game is one of {rules.setup.title}, not of {title}.")
    except (
        BadSetupError,
        DataError,
        BadFileError,
        NoGameError,
        CannotOpenError,
        CannotRebuildError,
    ) as problem:
        print(problem, file=sys.stderr)
        return 1
    for ply in range(1, depth + 1):
        print(f"{ply:>3}{count_deeds(rules, state, ply)[-1]:>14,}", flush=True)
    return 0


def _position(game: str, row: int) -> tuple[Rules, State]:
    """Return the rules of a stored game or a file, and its state after a row of the log."""
    if game.isdecimal():
        with stored_games(int(game)) as store:
            return _state_at(store, int(game), row)
    with closing(GameStore("sqlite://")) as store:  # in memory, discarded afterwards
        return _state_at(store, store_file(store, read_bytes(Path(game))).game, row)


def _state_at(store: GameStore, game: int, row: int) -> tuple[Rules, State]:
    rows = store.past.timeline(game).rows
    if row not in rows:
        raise NoGameError(f"The game has no row {row}; its rows are {rows[0]} to {rows[-1]}.")
    view = store.past.at(game, row)
    return view.rules, view.state
