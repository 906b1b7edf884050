"""What one train of a company has at a time: every way to give it to one of them.

Which train has it is not entered with a run: it has it that earns most so. Judge and search both
try every way, and know only trains and bonuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.board.trains import CENTRES, Bonus, Count, Fares, Lent, TrainKind

Trains = Mapping[str, TrainKind]  # by id


def lendings(trains: Trains, fares: Fares, alike: bool = False) -> Iterator[tuple[Trains, Fares]]:
    """Every way to lend what is lent: the trains as they run then, and what stops pay them.

    First the way in which nobody has anything, unless trains are ``alike``: then it makes no
    difference which of one kind has it, nor is less than all that may be lent looked at.
    """
    plain = replace(fares, lent=())
    ways = [(trains, plain)]
    for lent in fares.lent:
        found = []
        for kinds, pays in ways:
            found += [] if alike and kinds else [(kinds, pays)]
            takers = _first_of_each(kinds, pays) if alike else list(kinds)
            found += [_lend(lent, train, kinds, pays) for train in takers]
        ways = found
    yield from ways


def _first_of_each(trains: Trains, fares: Fares) -> list[str]:
    """One train for all that run alike and have the same bonuses of their own."""
    first: dict[tuple[TrainKind, tuple[str, ...]], str] = {}
    for train, kind in trains.items():
        own = tuple(bonus.name for bonus in fares.bonuses if bonus.train == train)
        first.setdefault((kind, own), train)
    return list(first.values())


def _lend(lent: Lent, train: str, trains: Trains, fares: Fares) -> tuple[Trains, Fares]:
    if lent.more is not None:
        trains = {**trains, train: longer(trains[train], lent.more)}
    # a bonus of nothing says that the train has it
    bonus = lent.bonus or Bonus(lent.name, 0, kinds=CENTRES)
    return trains, replace(fares, bonuses=(*fares.bonuses, replace(bonus, train=train)))


def longer(kind: TrainKind, more: Count) -> TrainKind:
    """The kind of train with so many more stops of these kinds within its limits, and among those
    that it is paid for.
    """

    def raised(limit: Count) -> Count:
        return replace(limit, number=limit.number + more.number) if limit.of & more.of else limit

    best = None if kind.best is None else raised(kind.best)
    return replace(kind, limits=tuple(map(raised, kind.limits)), best=best)
