"""Things that one train of a company has at a time, and every way to assign them.

The train that has a thing is not entered with a run. It is the one with which the run earns most.
Both the route check and the search try every way. They know only trains and bonuses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.board.trains import CENTRES, Bonus, Fares, LentBenefit, StopCount, TrainKind

Trains = Mapping[str, TrainKind]  # by id


def lendings(trains: Trains, fares: Fares, alike: bool = False) -> Iterator[tuple[Trains, Fares]]:
    """Yield every way to lend: the trains with the loans applied, and the fares to match.

    The first way lends nothing. With ``alike``, one train stands for all trains of its kind, and
    only ways that lend everything are given. But a bonus for several stops may be left, because the
    train that has it must visit them. A train takes one of several things of the same name.
    """
    plain = replace(fares, lent=())
    ways = [(trains, plain)]
    met: list[str] = []
    for lent in fares.lent:
        found = []
        for kinds, pays in ways:
            is_bound = lent.bonus is not None and lent.bonus.others
            found += [] if alike and kinds and not is_bound else [(kinds, pays)]
            have = [
                bonus.train for bonus in pays.bonuses if bonus.train and bonus.name == lent.name
            ]
            if len(have) < met.count(lent.name):
                continue  # the same as with another of that name left
            takers = _first_of_each(kinds, pays) if alike else list(kinds)
            left = list(kinds)[list(kinds).index(have[-1]) + 1 :] if have else takers
            found += [_lend(lent, train, kinds, pays) for train in takers if train in left]
        met.append(lent.name)
        ways = found
    yield from ways


def _first_of_each(trains: Trains, fares: Fares) -> list[str]:
    """Return one train for all of the same kind with the same bonuses of their own."""
    first: dict[tuple[TrainKind, tuple[str, ...]], str] = {}
    for train, kind in trains.items():
        own = tuple(bonus.name for bonus in fares.bonuses if bonus.train == train)
        first.setdefault((kind, own), train)
    return list(first.values())


def _lend(lent: LentBenefit, train: str, trains: Trains, fares: Fares) -> tuple[Trains, Fares]:
    if lent.more is not None:
        trains = {**trains, train: longer(trains[train], lent.more)}
    # a bonus of 0 marks the train that has it
    bonus = lent.bonus or Bonus(lent.name, 0, kinds=CENTRES)
    return trains, replace(fares, bonuses=(*fares.bonuses, replace(bonus, train=train)))


def longer(kind: TrainKind, more: StopCount) -> TrainKind:
    """Return the kind of train with limits raised for these kinds of stop.

    The number of best stops that are paid is raised as well.
    """

    def raise_limit(limit: StopCount) -> StopCount:
        return replace(limit, number=limit.number + more.number) if limit.of & more.of else limit

    best = None if kind.best is None else raise_limit(kind.best)
    return replace(kind, limits=tuple(map(raise_limit, kind.limits)), best=best)
