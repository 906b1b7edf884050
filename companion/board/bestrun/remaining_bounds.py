"""What may still come of a route of one kind of train, at best, from each state of a skeleton on.

The best way through a skeleton is found at once where no limit need be looked at. So limits become
*tolls* (Lagrange multipliers): each stop that counts against one pays its toll, and at the end as
many tolls are paid back as the train may count stops. A route within the limits gains no less so,
whatever the tolls are, and the best way after tolls is a bound for all; the tolls with the lowest
one are taken. In the same way the stop that an off-board follows pays a toll, as much as any gains
by that, and the off-board takes it.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.diagram import Arc
from companion.board.bestrun.diagram_builder import Builder
from companion.board.bestrun.run_bounds import Packed
from companion.board.bestrun.scoring import FIELD, FOLLOWER, FULL, LEADER

_GRAIN = 64  # tolls are multiples of 1/64, so that no sum is ever rounded
_ROUNDS = 8  # to find a toll, at most
_NEVER = float("-inf")
_Ways = Sequence[Sequence[Packed | None]]  # by way to visit a place: not at all, to end, through
_Best = tuple[float, int]  # of the visits of one way: the greatest gain after tolls, its counts


class Hope:
    """The most that is gained after tolls: in all (``bound``), by layer and state (``rest``)."""

    def __init__(
        self,
        layers: Sequence[Sequence[Sequence[Arc]]],
        ways: Sequence[_Ways],
        builder: Builder,
        prices: Sequence[float] = (),
    ) -> None:
        """``layers`` are the skeleton's, with the way of each visit for its gain. With ``prices``
        of bits, what is gained is what is left after these.
        """
        self._ways, self._prices, self._clock = ways, prices, builder.clock
        paid = {mask: cost(mask, prices) if prices else 0.0 for mask in _masks(layers)}
        self._layers = [
            [[(paid[mask], way, to) for mask, way, to in arcs] for arcs in layer]
            for layer in layers
        ]
        self._limits = builder.scoring.limits
        self._tolls = [0.0 for _ in self._limits]
        self._lead = max(0, *(_lead(visits) for here in ways for visits in here))
        self._known: dict[tuple[int, int], float] = {}
        counts = self._look()
        for limit, number in enumerate(self._limits):
            if counts[limit] > number:
                counts = self._find(limit, counts[limit])
        self.bound = self.rest[0][0] + self.left(builder.start[0], 0)

    def left(self, count: int, flags: int) -> float:
        """What is paid back when no stop more is visited after so many, with these flags."""
        found = self._known.get((count, flags))
        if found is None:
            found = self._known[count, flags] = sum(
                toll * (FULL - (count >> FIELD * i & FULL)) for i, toll in enumerate(self._tolls)
            ) + self._lead * _follows(flags)
        return found

    def _find(self, limit: int, most: int) -> list[int]:
        """Find the toll of a limit where without one ``most`` stops are counted.

        Of each way that is best at some toll its gain is a line, by the toll; the lowest bound is
        where one that counts too many stops and one that does not meet, and none is above.
        """
        number = self._limits[limit]
        above, below = (self.rest[0][0], most), (0.0, 0)  # gain without this toll, stops counted
        for _ in range(_ROUNDS):
            toll = round((above[0] - below[0]) / (above[1] - below[1]) * _GRAIN) / _GRAIN
            self._tolls[limit] = toll
            counts = self._look()
            here = counts[limit]
            line = self.rest[0][0] + toll * here, here
            if line in (above, below) or here == number:
                break
            if here > number:
                above = line
            else:
                below = line
        return counts

    def _look(self) -> list[int]:
        """Find the best way with these tolls, and what it counts against each limit."""
        self._clock.check()
        best = [[self._best(visits) for visits in ways] for ways in self._ways]
        rest = [[0.0] * (1 + max(to for state in self._layers[-1] for _, _, to in state))]
        for turn in range(len(self._layers) - 1, -1, -1):
            gains, after = [gain for gain, _ in best[turn]], rest[-1]
            layer = self._layers[turn]
            rest.append(
                [max([gains[way] + after[to] - paid for paid, way, to in arcs]) for arcs in layer]
            )
        rest.reverse()
        self.rest = rest
        count = state = 0
        for turn, layer in enumerate(self._layers):
            for paid, way, to in layer[state]:
                if best[turn][way][0] + rest[turn + 1][to] - paid == rest[turn][state]:
                    count, state = count + best[turn][way][1], to
                    break
        return [count >> FIELD * i & FULL for i in range(len(self._limits))]

    def _best(self, visits: Sequence[Packed | None]) -> _Best:
        most: _Best = (_NEVER, 0)
        for visit in visits:
            if visit is None:
                return 0.0, 0
            counts, gain, bit, flags, _ = visit
            left: float = gain + self._lead * _follows(flags)
            left -= cost(bit, self._prices) if self._prices else 0.0
            for i, toll in enumerate(self._tolls):
                left -= toll * (counts >> FIELD * i & FULL)
            most = max(most, (left, counts))
        return most


def _masks(layers: Sequence[Sequence[Sequence[Arc]]]) -> set[int]:
    return {mask for layer in layers for arcs in layer for mask, _, _ in arcs}


def _follows(flags: int) -> int:
    """How many off-boards follow more than there are stops that they follow."""
    return (flags & FOLLOWER > 0) - (flags & LEADER > 0)


def _lead(visits: Sequence[Packed | None]) -> int:
    """What visits gain more when an off-board follows them."""
    plain = [visit[1] for visit in visits if visit and not visit[3] & LEADER]
    led = [visit[1] for visit in visits if visit and visit[3] & LEADER]
    return max(led) - max(plain) if led and plain else 0
