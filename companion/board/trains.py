"""Trains: how far each kind runs, what it is paid for, and what stops pay now.

Sets of kinds of stop hold "city", "town" and "offboard".
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.values import speed_up

EVERY = frozenset({"city", "town", "offboard"})
CENTRES = frozenset({"city", "town"})  # stops on the map itself
NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class StopCount:
    """A number of stops of certain kinds."""

    number: int
    of: frozenset[str] = EVERY


@dataclass(frozen=True, slots=True)
class TrainKind:
    """The limits of a kind of train and the stops that it is paid for.

    All ``limits`` apply at once. Two cities and any number of towns are ``Count(2, {"city"})``. Two
    cities out of three centres are that and ``Count(3, {"city", "town"})``. Off-boards that no
    limit names are free.

    ``best``: only this many stops of these kinds are paid, at the company's choice. One of them
    must hold its own token.

    A train that ``floods`` runs no route. It counts each place once where a train of any length
    could call, on track that no other train of the company uses.
    """

    name: str
    limits: tuple[StopCount, ...] = ()  # maximum stops; without limits a route may have any length
    least: StopCount = StopCount(2)  # minimum stops of a route
    pays: frozenset[str] = EVERY  # kinds of stop that pay their value
    ends: frozenset[str] = EVERY  # kinds of stop where a route may end
    multiplier: int = 1
    multiplies: frozenset[str] = EVERY  # the kinds of stop whose value the train multiplies
    best: StopCount | None = None
    once: frozenset[str] = NONE  # kinds of stop that pay only one of the trains that list them here
    floods: bool = False

    def __hash__(self) -> int:
        """Hash the name alone: two kinds hardly ever share one."""
        return hash(self.name)


@dataclass(frozen=True, slots=True)
class Bonus:
    """An addition to the printed values, at one stop or at all stops of some kinds.

    ``where`` is "anywhere" on a route, only at its "end", or "value". A "value" bonus raises the
    worth of the stop, and is paid, multiplied and compared with it. A bonus with ``others`` is
    lent to one train, for a route that visits these stops too.
    """

    name: str
    amount: int
    stop: str = ""
    where: str = "anywhere"
    multiplied: bool = False  # whether a train's multiplier applies to it
    kinds: frozenset[str] = NONE  # every stop of these kinds, instead of one
    train: str = ""  # only for the train with this id
    others: tuple[str, ...] = ()

    def holds(self, stop: str, kind: str, train: str) -> bool:
        """Return whether a train earns it at a stop of this kind."""
        return (stop == self.stop or kind in self.kinds) and self.train in ("", train)


@dataclass(frozen=True, slots=True)
class LentBenefit:
    """Something that one train of a company has at a time, at the company's choice.

    It is a bonus, or permission to count more stops of these kinds than the limits allow.
    """

    name: str
    bonus: Bonus | None = None
    more: StopCount | None = None


@speed_up
@dataclass(frozen=True, slots=True)
class Fares:
    """The current pay of stops to a company."""

    colours: tuple[str, ...]  # tile colours reached; a stop pays the value of the last one it lists
    bonuses: tuple[Bonus, ...] = ()
    again: frozenset[str] = NONE  # stops that pay every train, even one that shares elsewhere
    lent: tuple[LentBenefit, ...] = ()  # each goes to one of its trains
