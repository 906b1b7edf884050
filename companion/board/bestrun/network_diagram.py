"""All possible routes of a network, built once for every kind of train.

Possible routes depend on the network alone. The counts and pay of a kind of train decide only which
routes it may run, in which ways, and for what revenue. So the routes are first built as a *network
diagram*. It visits each place in just two ways: to end there or to run through. A kind's diagram is
the network diagram, with the kind's counts and flags added to each state.

A backward pass finds the minimum and the maximum number of stops that a route still counts from
each state. A count without room for the minimum belongs to no route. Counts with room for the
maximum are equivalent.

A single train needs only its best routes. Upper bounds for each state of the network diagram
(remaining_bounds.py) leave little else to build.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.computed_dict import ComputedDict
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Arc, Diagram
from companion.board.bestrun.decision_diagram_builder import Builder
from companion.board.bestrun.network_diagram_outline import outline
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.remaining_bounds import TollBounds
from companion.board.bestrun.run_bounds import Packed
from companion.board.bestrun.scoring import END, FIELD, FULL

_BEGUN = END  # flag of a route with a stop; the network diagram knows its ends
_NOTHING = float("-inf")  # a floor that nothing is below
_NEVER = 10**6  # more stops than any limit, where a train may not stop

_Ways = Sequence[Sequence[Packed | None]]  # by way to visit a node
_State = tuple[int, int, int]  # state of the network diagram, count, flags
_Visited = tuple[int, int, int, int]  # count and flags after a visit, its gain, bit of its pay
_Ahead = list[tuple[int, tuple[tuple[int, int], ...]]]  # by state: minimum; room for maximum


class NetworkDiagram:
    """The routes of a network, if it takes at most ``free`` states. Raises OutOfTimeError."""

    def __init__(self, sweep: Sweep, clock: Clock, free: int | None = None) -> None:
        self.sweep = sweep
        drawn = outline(sweep, clock, free)
        self.whole = drawn is not None
        layers = drawn.reduce().arcs if drawn else [[]]
        layers[-1] = [[(mask, way, 0) for mask, way, _ in state] for state in layers[-1]]
        self.layers = layers
        self.done = self._final_states()
        # the last bounds computed for each builder, with their prices
        self._hoped: dict[Builder, tuple[Sequence[float], TollBounds]] = {}
        self._aheads: dict[Builder, list[_Ahead]] = {}

    def _final_states(self) -> list[int]:
        """Return the state of complete routes by layer, or -1 where there is none."""
        found = [0]
        for layer in reversed(self.layers):
            passed = [(0, 0, found[-1])]
            found.append(layer.index(passed) if passed in layer else -1)
        found.reverse()
        return found

    def diagram(self, builder: Builder, free: int) -> Diagram | None:
        """Build all routes of the builder's kind of train.

        Returns None if it takes more than ``free`` states. Raises OutOfTimeError.
        """
        return self._build_diagram(builder, free=free) if self.whole else None

    def best(
        self, builder: Builder, known: float, unit: int, prices: Sequence[float] = ()
    ) -> Diagram | None:
        """Build all best routes of a kind that gain more than ``known``; None without any.

        ``prices`` are deducted from gains. The floor starts at the upper bound less ``unit`` and is
        lowered until there is a route.
        """
        hope = self._hope(builder, prices)
        floor, step = hope.bound, unit
        found = None
        while found is None and floor > known:
            floor, step = max(known, floor - step), 2 * step
            drawn = self._build_diagram(builder, floor, hope, prices)
            found = drawn.above(floor, prices) if drawn else None
        return found

    def above(self, builder: Builder, floor: float, prices: Sequence[float]) -> Diagram | None:
        """Return all routes with more than ``floor`` left after prices; None without any."""
        drawn = self._build_diagram(builder, floor, self._hope(builder, prices), prices)
        return drawn.above(floor, prices) if drawn else None

    def _hope(self, builder: Builder, prices: Sequence[float]) -> TollBounds:
        if builder in self._hoped and self._hoped[builder][0] == prices:
            return self._hoped[builder][1]
        ways = [self._ways(builder, turn) for turn in range(len(self.layers))]
        hope = TollBounds(self.layers, ways, builder, prices)
        self._hoped[builder] = prices, hope
        return hope

    def _build_diagram(
        self,
        builder: Builder,
        floor: float = _NOTHING,
        hope: TollBounds | None = None,
        prices: Sequence[float] = (),
        free: int | None = None,
    ) -> Diagram | None:
        """Build the diagram of all routes.

        With ``hope``, only routes with more than the floor left after prices are kept. Returns None
        if that takes more than ``free`` states, or if there are no routes.
        """
        if builder not in self._aheads:
            self._aheads[builder] = self._ahead(builder)
        costs = ComputedDict[int, float](lambda bits: cost(bits, prices)) if prices else None
        current: dict[_State, float] = {(0, builder.start[0], 0): 0.0}  # with the gain so far
        layers: list[list[list[Arc]]] = []
        looked_at = 0
        for turn in range(len(self.layers)):
            layer, current = self._layer(turn, builder, current, floor, hope, costs)
            layers.append(layer)
            looked_at += len(current)
            if not current or (free is not None and looked_at > free):
                return None
        return Diagram(layers).reduce()

    def _layer(
        self,
        turn: int,
        builder: Builder,
        current: Mapping[_State, float],
        floor: float,
        hope: TollBounds | None,
        costs: ComputedDict[int, float] | None,
    ) -> tuple[list[list[Arc]], dict[_State, float]]:
        """Return the arcs from each current state, and the states that follow with their gains."""
        network_diagram, ways = self.layers[turn], self._ways(builder, turn)
        visited = ComputedDict[tuple[int, int], list[list[_Visited]]](
            lambda key: _visit_node(builder, ways, *key)
        )
        settled = ComputedDict[_State, tuple[_State, float] | None](
            lambda state: self._settle(turn, builder, hope, state)
        )
        number: dict[_State, int] = {}
        most_gained: list[float] = []
        layer: list[list[Arc]] = []
        for (state, count, flags), gained in builder.clock.watch(current.items()):
            visits = visited[count, flags]
            arcs: list[Arc] = []
            for mask, way, to in network_diagram[state]:
                for counted, now, gain, bit in visits[way]:
                    after = settled[to, counted, now]
                    if after is None:
                        continue
                    bits, total = mask | bit, gained + gain
                    if costs is not None:
                        total -= costs[bits]
                    if total + after[1] <= floor:
                        continue
                    there = number.get(after[0])
                    if there is None:
                        there = number[after[0]] = len(most_gained)
                        most_gained.append(total)
                    elif total > most_gained[there]:
                        most_gained[there] = total
                    arcs.append((bits, gain, there))
            layer.append(arcs)
        return layer, dict(zip(number, most_gained, strict=True))

    def _settle(
        self, turn: int, builder: Builder, hope: TollBounds | None, state: _State
    ) -> tuple[_State, float] | None:
        """Return the state that stands for all equivalent ones, and a bound on its further gain.

        Returns None for a state that belongs to no route.
        """
        to, count, flags = state
        if to == self.done[turn + 1]:
            return ((to, 0, 0), 0.0) if not flags or builder.is_whole(flags) else None
        least, most = self._aheads[builder][turn + 1][to]
        if count + least & builder.over:
            return None
        for shift, room in most:
            spare = room - (count >> shift & FULL)
            if spare > 0:
                count += spare << shift
        more = hope.rest[turn + 1][to] + hope.refundable_tolls(count, flags) if hope else 0.0
        return (to, count, flags), more

    def _ways(self, builder: Builder, turn: int) -> _Ways:
        """Return the ways to visit the layer's node: pass by, end there, run through."""
        step = self.sweep.steps[turn]
        if step.bit:
            return ([None], [], [])
        return ([None], builder.ends[step.node], builder.through[step.node])

    def _ahead(self, builder: Builder) -> list[_Ahead]:
        """Return the counts that a route still needs, by layer and state.

        These are the minimum counts, with a field for each limit; and for each limit the count that
        just leaves room for the maximum.
        """
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
        """Return the minimum and maximum stops that still count against a limit.

        Both are by layer and state. The limit is the one whose field begins at ``shift``.
        """
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


def _visit_node(builder: Builder, ways: _Ways, count: int, flags: int) -> list[list[_Visited]]:
    """Return the possible visits to a node, by way, for a route with this count and these flags.

    One of the ways is to pass by.
    """
    found: list[list[_Visited]] = []
    for visits in ways:
        found.append([])
        for visit in visits:
            if visit is None:
                found[-1].append((count, flags, 0, 0))
            elif (after := builder.count_visit(count, flags, visit)) is not None:
                found[-1].append((after[0], after[1] | _BEGUN, visit[1], visit[2]))
    return found
