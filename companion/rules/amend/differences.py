"""What is different between two states of a game, as a table would name it: what a correction does,
what would be, what becomes of the present when the past is mended.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.ledger.entries import BOX
from companion.rules.core.state import State, type_of
from companion.rules.judge.judge import Rules
from companion.rules.shares import holdings, market


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is different. ``kind`` is one of :data:`KINDS`; ``of`` whose it is, or which
    company, type of train, private, hex or city; ``owner`` who holds shares or trains of it.

    ``before`` and ``after`` are sums of money for "cash", "worth" and "price", percents for
    "share", numbers for "train"; ids for "president", "private" and "turn"; of "tile" its number
    and turn, of "token" the owners in a city; None where there is none.
    """

    kind: str
    of: str
    before: Any
    after: Any
    owner: str = ""


# in the order in which they are told
KINDS = (
    *("cash", "worth", "share", "price", "president", "private", "train"),
    *("tile", "token", "phase", "round", "turn", "finished"),
)


def differences(rules: Rules, before: State, after: State) -> list[Difference]:
    """All that is different, kind by kind."""
    told = _told(rules, before), _told(rules, after)
    found = []
    for kind in KINDS:
        was, now = (dict(things[kind]) for things in told)
        for key in dict.fromkeys((*was, *now)):
            if was.get(key) != now.get(key):
                of, owner = key
                found.append(Difference(kind, of, was.get(key), now.get(key), owner))
    return found


Told = Mapping[str, Iterator[tuple[tuple[str, str], Any]]]


def _told(rules: Rules, state: State) -> Told:
    """All there is to be compared of a state: by kind, whose or what it is, and how it is."""
    data = rules.data
    step = rules.waiting(state)
    return {
        "cash": ((_of(id), sum) for id, sum in state.cash.items() if id != BOX),
        "worth": ((_of(seat), rules.worth(state, seat)) for seat in rules.seats),
        "share": _shares(rules, state),
        "price": ((_of(c), market.price(data, state, c)) for c in data.companies),
        "president": ((_of(c), rules.holdings.director(rules, state, c)) for c in data.companies),
        "private": ((_of(private), owner) for private, owner in state.privates.items()),
        "train": _trains(state),
        "tile": ((_of(at), (it.tile, it.rotation)) for at, it in state.board.laid.items()),
        "token": _tokens(state),
        "phase": iter([(_of(""), state.phase)]),
        "round": iter([(_of(""), tuple(state.round.id))]),
        "turn": iter([(_of(""), step.actor(state) if step else None)]),
        "finished": iter([(_of(""), state.finished)]),
    }


def _of(id: str, owner: str = "") -> tuple[str, str]:
    return id, owner


def _shares(rules: Rules, state: State) -> Iterator[tuple[tuple[str, str], int]]:
    for company in rules.data.companies:
        for owner, percent in holdings.shares(rules.data, state, company).items():
            yield _of(company, owner), percent


def _trains(state: State) -> Iterator[tuple[tuple[str, str], int]]:
    """How many of each type lie somewhere."""
    count: dict[tuple[str, str], int] = {}
    for train, card in state.trains.items():
        key = _of(type_of(train), card.place)
        count[key] = count.get(key, 0) + 1
    yield from count.items()


def _tokens(state: State) -> Iterator[tuple[tuple[str, str], tuple[str, ...]]]:
    for stop, slots in state.board.tokens.items():
        owners = tuple(sorted(owner for owner in slots if owner is not None))
        if owners:
            yield _of(stop), owners
