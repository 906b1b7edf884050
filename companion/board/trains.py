"""Trains: how far a kind of train runs, what it is paid for, and what stops pay now.

Sets of kinds of stop hold "city", "town" and "offboard".
"""

from __future__ import annotations

from dataclasses import dataclass

EVERY = frozenset({"city", "town", "offboard"})
CENTRES = frozenset({"city", "town"})  # stops on the map itself
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Count:
    """So many stops of these kinds."""

    number: int
    of: frozenset[str] = EVERY


@dataclass(frozen=True, slots=True)
class TrainKind:
    """How a train of a kind runs and is paid.

    ``limits`` hold all at once. Two cities and any number of towns are ``Count(2, {"city"})``; two
    cities of three centres are that and ``Count(3, {"city", "town"})``; off-boards that no limit
    names come besides. ``best``: of the stops of these kinds only so many are paid, as the company
    chooses, and a token of its own must be in one of those. A train that ``floods`` runs no route:
    it counts each place once where trains of any length could call on track that no other train
    of the company uses.
    """

    name: str
    limits: tuple[Count, ...] = ()  # at most; without any a route may have any length
    least: Count = Count(2)  # a route has at least these
    pays: frozenset[str] = EVERY  # pay their value
    ends: frozenset[str] = EVERY  # where a route may end
    multiplier: int = 1
    multiplies: frozenset[str] = EVERY  # the kinds of stop whose value the train multiplies
    best: Count | None = None
    once: frozenset[str] = NONE  # pay once for all the company's trains that say so, not for each
    floods: bool = False

    def __hash__(self) -> int:
        """Hash the name alone, which hardly ever two kinds share."""
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Bonus:
    """What a train earns besides the values printed, at one stop or at all of some kinds.

    ``where``: "anywhere" on a route, only at its "end", or "value": it raises what the stop is
    worth, and is paid, multiplied and compared with it.
    """

    name: str
    amount: int
    stop: str = ""
    where: str = "anywhere"
    multiplied: bool = False  # whether a train that doubles doubles this too
    kinds: frozenset[str] = NONE  # every stop of these kinds, instead of one
    train: str = ""  # only for the train with this id

    def holds(self, stop: str, kind: str, train: str) -> bool:
        """Whether a train earns it at a stop of this kind."""
        return (stop == self.stop or kind in self.kinds) and self.train in ("", train)


@dataclass(frozen=True, slots=True)
class Lent:
    """What one train of a company has at a time, whichever it likes: a bonus, or leave to count so
    many more stops of these kinds than its limits say.
    """

    name: str
    bonus: Bonus | None = None
    more: Count | None = None


@dataclass(frozen=True, slots=True)
class Fares:
    """What stops pay to a company now."""

    colours: tuple[str, ...]  # that values have come to: of several the last of these counts
    bonuses: tuple[Bonus, ...] = ()
    again: frozenset[str] = NONE  # stops that pay each train, also those paid once elsewhere
    lent: tuple[Lent, ...] = ()  # what one of its trains has, of each of these
