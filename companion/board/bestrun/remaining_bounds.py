"""An upper bound on what a route of one kind of train still gains from a network diagram's states.

The best way through a network diagram is easy to find without limits on stops. So limits become
*tolls* (Lagrange multipliers). Each stop that counts against a limit pays its toll. At the end, the
tolls of as many stops as the train may count are paid back. A route within the limits loses nothing
by this, for any tolls. So the best way after tolls is an upper bound for all routes. The tolls with
the lowest bound are used.

An off-board may take its value from another stop of the route. That stop pays a toll equal to the
greatest gain of this kind, and the off-board receives it.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.decision_diagram import Arc
from companion.board.bestrun.decision_diagram_builder import Builder
from companion.board.bestrun.run_bounds import Packed
from companion.board.bestrun.scoring import FIELD, FOLLOWER, FULL, LEADER

_GRAIN = 64  # tolls are multiples of 1/64, so that no sum is ever rounded
_ROUNDS = 8  # maximum number of rounds to find a toll
_NEVER = float("-inf")
_Ways = Sequence[Sequence[Packed | None]]  # by way to visit a node: pass by, end, run through
_Best = tuple[float, int]  # the best visit of a way: gain after tolls, counts


class TollBounds:
    """Upper bounds after tolls: in all (``bound``), and by layer and state (``rest``)."""

    def __init__(
        self,
        layers: Sequence[Sequence[Sequence[Arc]]],
        ways: Sequence[_Ways],
        builder: Builder,
        prices: Sequence[float] = (),
    ) -> None:
        """Compute the bounds.

        ``layers`` are the network diagram's; their gains are ways to visit a node. ``prices`` of
        bits are deducted from gains.
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
        self.bound = self.rest[0][0] + self.refundable_tolls(builder.start[0], 0)

    def refundable_tolls(self, count: int, flags: int) -> float:
        """Return the tolls paid back when no more stops follow this count and these flags."""
        found = self._known.get((count, flags))
        if found is None:
            found = self._known[count, flags] = sum(
                toll * (FULL - (count >> FIELD * i & FULL)) for i, toll in enumerate(self._tolls)
            ) + self._lead * _follows(flags)
        return found

    def _find(self, limit: int, most: int) -> list[int]:
        """Find the toll of a limit that ``most`` stops exceed without a toll.

        The gain of a way is a linear function of the toll. The lowest bound lies where a line that
        counts too many stops meets a line that does not, with no line above that point.
        """
        number = self._limits[limit]
        above, below = (self.rest[0][0], most), (0.0, 0)  # gain without the toll, stops counted
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
        """Find the best way at the current tolls, and its count against each limit."""
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
    """Return the number of off-boards that take a value elsewhere, less the stops giving it."""
    return (flags & FOLLOWER > 0) - (flags & LEADER > 0)


def _lead(visits: Sequence[Packed | None]) -> int:
    """Return the extra gain of the best visit that gives its value to an off-board."""
    plain = [visit[1] for visit in visits if visit and not visit[3] & LEADER]
    led = [visit[1] for visit in visits if visit and visit[3] & LEADER]
    return max(led) - max(plain) if led and plain else 0
