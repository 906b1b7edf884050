"""Runs with the same revenue as the best one, by the regions whose off-boards they reach.

All routes of such runs are built as for the best run (best_run.py). Each visit of an off-board
marks its train with the off-board's region. Ways to the same position with the same set of regions
are merged into one.

Beside a flood there are few sets. The flood reaches every region in its reach, unless another train
cuts it off from all off-boards of a region. It then loses their pay. If a run with the same revenue
could afford that loss, every route of the other train is examined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter

from companion.board.bestrun.best_run import BestRun
from companion.board.bestrun.bit_sets import numbers
from companion.board.bestrun.deadline import Clock, OutOfTimeError
from companion.board.bestrun.decision_diagram import Diagram
from companion.board.bestrun.diagram_search import Search
from companion.board.bestrun.flood_train import Flood, FloodReach
from companion.board.bestrun.kind_builder import KindBuilder
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import flood, scorings
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.bestrun.track_network import route_path
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.routes import Route, flood_stops, path_pieces, path_stops
from companion.board.trains import Fares, TrainKind
from companion.gc_pause import pause_gc

Regions = frozenset[str]
Routes = tuple[Route, ...]
_OFTEN = 64  # routes between two checks of the clock


def regions_of(board: Board, routes: Iterable[Route]) -> Regions:
    """Return the regions of the off-boards on routes."""
    stops = (board.stop(stop) for route in routes for stop in path_stops(route.path))
    return frozenset(stop.region for stop in stops if stop.kind == "offboard" and stop.region)


def add_equal_runs(
    board: Board,
    access: Access,
    trains: Mapping[str, TrainKind],
    fares: Fares,
    best: BestRun,
    *,
    deadline: float | None = None,
    ground: SharedSearchData | None = None,
) -> BestRun:
    """Return the best run, with one other run of the same revenue for every other set of regions.

    After ``deadline`` seconds it holds those found so far and is not called proved. It holds none
    if the best run itself is not proved. Beside a flood and several other trains none is searched
    for. ``ground`` is as for ``best_run``.
    """
    if not best.proved or not best.routes:
        return best
    begin = perf_counter()
    clock = Clock(None if deadline is None else begin + deadline)
    found = {regions_of(board, best.routes): best.routes}
    proved = True
    with pause_gc():
        ground = ground or SharedSearchData(board, access, len(trains))
        try:
            for own, pays in lendings(trains, fares, alike=True):
                for routes in _EqualRunSearch(ground, own, pays, clock).runs(best.revenue):
                    found.setdefault(regions_of(board, routes), routes)
        except OutOfTimeError:
            proved = False
    _, *others = found.values()
    seconds = best.seconds + perf_counter() - begin
    return replace(best, proved=proved, seconds=seconds, others=tuple(others))


class _EqualRunSearch:
    """The search for equal runs of trains with all loans made."""

    def __init__(
        self,
        ground: SharedSearchData,
        trains: Mapping[str, TrainKind],
        fares: Fares,
        clock: Clock,
    ) -> None:
        self.ground, self.trains, self.fares, self.clock = ground, trains, fares, clock
        self.board, self.access = ground.board, ground.access
        self.net, self.places = ground.network, ground.regions
        self.running = [train for train, kind in trains.items() if not kind.floods]
        self.flooding = next((train for train, kind in trains.items() if kind.floods), None)
        self.shared = sum(bool(kind.once) for kind in trains.values()) > 1

    def runs(self, revenue: int) -> Iterator[Routes]:
        """Yield a run for each set of regions; a set may repeat."""
        if not self.places or not self.running:
            return
        sweep = self.ground.sweep
        kinds = [
            scorings(self.net, self.trains[train], self.fares, train, self.shared)
            for train in self.running
        ]
        builders = [
            KindBuilder(sweep, own, self.clock, self._marks(sweep, number))
            for number, own in enumerate(kinds)
        ]
        search = Search(self.ground, kinds, range(len(kinds)), self.clock)
        if self.flooding is None:
            together = search.every(builders, revenue - search.unit)
            if together is not None:
                region = self._region(sweep)
                for bits in together.runs_by_regions(revenue, region).values():
                    yield self._routes(bits)
        elif len(builders) == 1:
            (diagram,) = search.build_diagrams(builders)
            yield from self._runs_with_flood(sweep, diagram, revenue)

    def _marks(self, sweep: Sweep, train: int) -> dict[int, int]:
        """Return the bit that a visit by this train sets, by off-board."""
        first = sweep.first_mark + train * len(self.places)
        return {
            place: 1 << first + number
            for number, places in enumerate(self.places.values())
            for place in places
        }

    def _region(self, sweep: Sweep) -> Callable[[int], int]:
        """Return a function from bits used to the regions that any train has reached."""
        count, first = len(self.places), sweep.first_mark
        known = {0: 0}

        def region(taken: int) -> int:
            marks = taken >> first
            if marks not in known:
                known[marks] = sum(1 << n for n in {bit % count for bit in numbers(marks)})
            return known[marks]

        return region

    def _routes(self, bits: Sequence[int]) -> Routes:
        """Return the routes that use these links, and the flood's route beside them."""
        routes = [
            Route(train, route_path(self.net, used))
            for train, used in zip(self.running, bits, strict=True)
            if used
        ]
        if self.flooding is not None:
            board, train = self.board, self.flooding
            used = {piece for route in routes for piece, _, _ in path_pieces(board.map, route.path)}
            kind = self.trains[train]
            stops = flood_stops(board, self.access, kind, train, self.fares, used)
            routes += [Route(train, stops)] if stops else []
        return tuple(routes)

    def _runs_with_flood(self, sweep: Sweep, diagram: Diagram, revenue: int) -> Iterator[Routes]:
        """Yield runs of one train beside a flood, if one might reach fewer regions."""
        assert self.flooding is not None
        kind = self.trains[self.flooding]
        floods = flood(self.net, kind, self.fares, self.flooding, self.shared)
        reached = FloodReach(self.net)
        everything = reached.places_without(0)
        marks = self._marks(sweep, 0)
        if not any(
            self._bears(floods, everything, diagram, places, marks[next(iter(places))], revenue)
            for places in self.places.values()
        ):
            return
        prices = [float(floods.prices(everything).get(bit, 0)) for bit in range(sweep.bits)]
        kept = diagram.above(revenue - floods.pay(everything, 0) - 1, prices)
        for gain, bits in self.clock.watch(_ways(kept) if kept else (), _OFTEN):
            if gain + floods.pay(reached.places_without(bits & sweep.track), bits) == revenue:
                yield self._routes([bits])

    @staticmethod
    def _bears(
        floods: Flood,
        everything: frozenset[int],
        diagram: Diagram,
        places: frozenset[int],
        mark: int,
        revenue: int,
    ) -> bool:
        """Return whether a run without the region of these places might earn as much."""
        left = everything - places
        other, _ = diagram.with_prices(floods.prices(left), mark).folded.best()
        return floods.pay(left, 0) + other >= revenue


def _ways(diagram: Diagram) -> Iterator[tuple[int, int]]:
    """Yield the gain of each way through a diagram, and the bits it uses."""
    stack = [(0, 0, 0, 0)]
    while stack:
        layer, state, gained, used = stack.pop()
        if layer == len(diagram.arcs):
            yield gained, used
            continue
        for mask, gain, to in diagram.arcs[layer][state]:
            stack.append((layer + 1, to, gained + gain, used | mask))
