"""All routes of a network, whatever train runs them, drawn up once for every kind of train.

Where routes may lead hangs on the network alone. What a kind of train counts and is paid only says
which of them it may run, in which ways, and what they earn. So the routes are drawn first as a
*skeleton*: a diagram in which a place is visited in just two ways, to end there or to run through.
A kind's diagram is the skeleton walked through with the kind's counts and flags beside each state.

Backwards through the skeleton it is found how many more stops a route must count at least from a
state on, and how many it can at most. A count that leaves no room for the least is in no route; and
counts that leave room for the most are alike.
"""

from __future__ import annotations

from collections.abc import Sequence

from .ahead import Packed
from .builder import Builder
from .clock import Clock
from .diagram import Arc, Diagram
from .network import Network
from .scoring import END, FIELD, FULL, TOKEN, Scoring, Visit
from .sweep import Sweep

_ENDS, _THROUGH = 1, 2  # in the skeleton the gain of an arc says how its place is visited
_BEGUN = END  # a flag of a route with a stop; its ends are known to the skeleton
_OFTEN = 512  # states between two looks at the clock
_NEVER = 10**6  # stops that a kind of train would have to count where it may not stop

_Ahead = list[tuple[int, tuple[tuple[int, int], ...]]]  # by state: counts at least; room at most


class Skeleton:
    """The routes of a network, unless that takes more than ``free`` states. Raises OutOfTime."""

    def __init__(self, sweep: Sweep, clock: Clock, free: int) -> None:
        self.sweep, self.clock, self.free = sweep, clock, free
        drawn = Builder(sweep, _bare(sweep.network), clock).draw(-1, width=1, free=free)
        assert drawn is not None  # no route at all is a way through, too
        self.whole = drawn.whole
        layers = drawn.reduced().arcs
        layers[-1] = [[(mask, way, 0) for mask, way, _ in state] for state in layers[-1]]
        self.layers = layers
        self.done = self._done()

    def _done(self) -> list[int]:
        """By layer: the state of complete routes, if there is one; -1 where there is none."""
        found = [0]
        for layer in reversed(self.layers):
            passed = [(0, 0, found[-1])]
            found.append(layer.index(passed) if passed in layer else -1)
        found.reverse()
        return found

    def diagram(self, builder: Builder) -> Diagram | None:
        """The diagram of all routes of the builder's kind of train; None where it takes too many
        states. Raises OutOfTime.
        """
        if not self.whole:
            return None
        ahead = self._ahead(builder)
        over, whole, visited = builder.over, builder.is_whole, builder.visited
        current = [(0, builder.start[0], 0)]
        layers: list[list[list[Arc]]] = []
        looked_at = 0
        for turn, skeleton in enumerate(self.layers):
            ways, next_ahead, done = self._ways(builder, turn), ahead[turn + 1], self.done[turn + 1]
            number: dict[tuple[int, int, int], int] = {}
            layer: list[list[Arc]] = []
            for at, (state, count, flags) in enumerate(current, 1):
                if at % _OFTEN == 0:
                    self.clock.check()
                arcs: list[Arc] = []
                for mask, way, to in skeleton[state]:
                    for visit in ways[way]:
                        counted, bits, gain, now = count, mask, 0, flags
                        if visit is not None:
                            after = visited(count, flags, visit)
                            if after is None:
                                continue
                            counted, now = after[0], after[1] | _BEGUN
                            gain, bits = visit[1], mask | visit[2]
                        if to == done:
                            if now and not whole(now):
                                continue
                            counted = now = 0
                        else:
                            least, most = next_ahead[to]
                            if counted + least & over:
                                continue
                            for shift, room in most:
                                spare = room - (counted >> shift & FULL)
                                if spare > 0:
                                    counted += spare << shift
                        there = number.setdefault((to, counted, now), len(number))
                        arcs.append((bits, gain, there))
                layer.append(arcs)
            layers.append(layer)
            current = list(number)
            looked_at += len(current)
            if looked_at > self.free:
                return None
        return Diagram(layers).reduced()

    def _ways(self, builder: Builder, turn: int) -> Sequence[Sequence[Packed | None]]:
        """The ways to visit the layer's node: not at all, to end there, to run through."""
        step = self.sweep.steps[turn]
        if step.bit:
            return ([None], [], [])
        return ([None], builder.ends[step.node], builder.through[step.node])

    def _ahead(self, builder: Builder) -> list[_Ahead]:
        """By layer and state: what a route counts at least from there on, a field a limit; and by
        limit the count that leaves just room for the most it can."""
        shifts = [FIELD * i for i in range(len(builder.scoring.limits))]
        spans = [self._spans(builder, shift) for shift in shifts]
        found = []
        for turn in range(len(self.layers) + 1):
            count = len(self.layers[turn]) if turn < len(self.layers) else 1
            least = [0] * count
            most: list[tuple[tuple[int, int], ...]] = [()] * count
            for shift, (low, high) in zip(shifts, spans, strict=True):
                for state in range(count):
                    least[state] += min(low[turn][state], FULL + 1) << shift
                    most[state] += ((shift, FULL - max(high[turn][state], 0)),)
            found.append(list(zip(least, most, strict=True)))
        return found

    def _spans(self, builder: Builder, shift: int) -> tuple[list[list[int]], list[list[int]]]:
        """By layer and state: how many stops a route counts from there on against the limit with
        this field, at least and at most."""
        low, high = [[0]], [[0]]
        for turn in reversed(range(len(self.layers))):
            ways = [
                [visit[0] >> shift & FULL if visit else 0 for visit in visits]
                for visits in self._ways(builder, turn)
            ]
            fewest = [min(counts, default=_NEVER) for counts in ways]
            greatest = [max(counts, default=-_NEVER) for counts in ways]
            after, beyond = low[-1], high[-1]
            lowest, highest = [], []
            for state in self.layers[turn]:
                least, most = _NEVER, -_NEVER
                for _, way, to in state:
                    if fewest[way] + after[to] < least:
                        least = fewest[way] + after[to]
                    if greatest[way] + beyond[to] > most:
                        most = greatest[way] + beyond[to]
                lowest.append(least)
                highest.append(most)
            low.append(lowest)
            high.append(highest)
        return low[::-1], high[::-1]


def _bare(net: Network) -> Scoring:
    """Every place may be run through or ended at, and the gain says which."""
    flags = [TOKEN if place.own else 0 for place in net.places]
    through, ends = (
        tuple((Visit(0, way, False, flag, False),) for flag in flags) for way in (_THROUGH, _ENDS)
    )
    open_places = tuple(
        visits if place.through else () for place, visits in zip(net.places, through, strict=True)
    )
    return Scoring((), 0, open_places, ends)
