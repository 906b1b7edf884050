"""Differences between two states of a game, in the terms of the table.

They show the effects of a correction, a what-if, or an edit of the past.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.ledger.entries import BANK, BOX
from companion.rules.core.state import State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.rules.shares import holdings, market


@dataclass(frozen=True, slots=True)
class StateDifference:
    """One difference between two states.

    ``kind`` is one of :data:`KINDS`. ``of`` is the player, company, type of train, private, hex or
    city. ``owner`` is the holder of its shares or trains.

    ``before`` and ``after`` are money for "cash", "worth" and "price", percents for "share" and
    numbers for "train". They are ids for "president", "private" and "turn". A "tile" has its number
    and rotation, a "token" the owners in a city. None means that there is none.
    """

    kind: str
    of: str
    before: Any
    after: Any
    owner: str = ""


# in the order in which they are shown
KINDS = (
    *("cash", "worth", "share", "price", "president", "private", "train"),
    *("tile", "token", "map", "phase", "round", "turn", "finished"),
)


def differences(rules: Rules, before: State, after: State) -> list[StateDifference]:
    """Return all differences, kind by kind."""
    told = _comparable_values(rules, before), _comparable_values(rules, after)
    found = []
    for kind in KINDS:
        was, now = (dict(things[kind]) for things in told)
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key):
                of, owner = key
                found.append(StateDifference(kind, of, was.get(key), now.get(key), owner))
    return found


ComparableValues = Mapping[str, Iterator[tuple[tuple[str, str], Any]]]


def _comparable_values(rules: Rules, state: State) -> ComparableValues:
    """Return the comparable values of a state: for each kind, pairs of a key and a value."""
    data = rules.data
    step = rules.waiting(state)
    return {
        "cash": _cash(rules, state),
        "worth": ((_of(seat), total_worth(rules, state, seat)) for seat in rules.seats),
        "share": _shares(rules, state),
        "price": ((_of(c), market.price(data, state, c)) for c in data.companies),
        "president": ((_of(c), rules.holdings.director(rules, state, c)) for c in data.companies),
        "private": ((_of(private), owner) for private, owner in state.privates.items()),
        "train": _trains(state),
        "tile": ((_of(at), (it.tile, it.rotation)) for at, it in state.board.laid.items()),
        "token": _tokens(state),
        "map": iter([(_of(""), state.map)]),
        "phase": iter([(_of(""), state.phase)]),
        "round": iter([(_of(""), tuple(state.round.id))]),
        "turn": iter([(_of(""), step.actor(state) if step else None)]),
        "finished": iter([(_of(""), state.end_reason)]),
    }


def _of(id: str, owner: str = "") -> tuple[str, str]:
    return id, owner


def _cash(rules: Rules, state: State) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the money of each owner. That of a bank without limit says nothing."""
    for owner, sum in state.cash.items():
        if owner != BOX and (owner != BANK or rules.bank_size):
            yield _of(owner), sum


def _shares(rules: Rules, state: State) -> Iterator[tuple[tuple[str, str], int]]:
    for company in rules.data.companies:
        for owner, percent in holdings.shares(rules.data, state, company).items():
            yield _of(company, owner), percent


def _trains(state: State) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the number of trains of each type in each place."""
    held = Counter(_of(type_of(train), card.place) for train, card in state.trains.items())
    yield from held.items()


def _tokens(state: State) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for stop, slots in state.board.tokens.items():
        owners = tuple(sorted(owner for owner in slots if owner is not None))
        if owners:
            yield _of(stop), owners
