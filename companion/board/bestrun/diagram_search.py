"""The search for the best run of all trains of a company, by diagrams of their routes.

The method, and why its result is exact, are described in best_run.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.deadline import Clock, OutOfTimeError
from companion.board.bestrun.decision_diagram import Diagram, best_way
from companion.board.bestrun.joint_train_search import LEAST, Run, TrainCombinations
from companion.board.bestrun.kind_builder import KindBuilder
from companion.board.bestrun.network_diagram import NetworkDiagram
from companion.board.bestrun.scoring import Scoring, upper_bound
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.short_routes import PricedRoutes, ShortRoutes, are_short

ROUGH = 48  # states in a layer of a rough diagram
_EASY = 10_000  # below this cost of a sweep, a rough diagram is nearly complete
_WIDTHS = (12, 48)  # states in a layer where trains take turns
_NARROW = 6  # states in a layer of the diagrams of a first run
_HARD = 100_000  # above this cost of a sweep, a first run is found before anything else
_DENSE = 300_000  # above this cost of a sweep, short routes are listed
_WIDE = 200  # states in a layer, to come near the best route of a single train
_FREE = 30_000  # maximum states of a complete diagram
_LARGE = 100_000  # maximum states of a network diagram
_ROUNDS = (10, 20, 40)  # maximum rounds to find prices
_FINER = 400  # states in a layer of a finer rough diagram
_FEW = 3  # trains whose positions have few continuations
_POSITIONS = 200  # positions in a layer when rough diagrams are combined


class Search:
    """The search for one company's best run; ``found`` and ``bound`` converge."""

    def __init__(
        self,
        ground: SharedSearchData,
        scorings: Sequence[Sequence[Scoring]],
        kinds: Sequence[int],
        clock: Clock,
        known: int = 0,
    ) -> None:
        """Set up the search.

        ``scorings``: those of each kind, with a port or without. ``kinds``: by train, the number of
        its kind. ``known``: the revenue of a known run; only better ones are searched for.
        """
        self.ground, self.sweep = ground, ground.sweep
        self.scorings, self.kinds, self.clock = scorings, kinds, clock
        self.bound: float = float("inf")
        self.bits = [0] * len(kinds)  # the bits of each train in the best run found
        every = [scoring for own in scorings for scoring in own]
        gains = [v.gain for s in every for visits in (*s.through, *s.ends) for v in visits]
        self.unit = gcd(*gains) or 1  # runs differ by a multiple of this
        # the known revenue comes from other gains and may be no such multiple
        self.found = known // self.unit * self.unit

    @property
    def network_diagram(self) -> NetworkDiagram:
        """The routes of the network, if there are not too many. Raises OutOfTimeError."""
        return self.ground.network_diagram(self.clock, _LARGE)

    def run(self) -> None:
        """Find the best run and prove it. Raises OutOfTimeError."""
        if not self.sweep.links or not self.kinds:
            self.bound = 0
        else:
            self.begin(self._search)

    def begin(self, search: Callable[[Sequence[KindBuilder]], None]) -> None:
        """Search. On a hard network, or if the time is over, any run is found as well."""
        builders = [KindBuilder(self.sweep, own, self.clock) for own in self.scorings]
        if self.sweep.cost > _HARD:
            self._find_first()
        try:
            search(builders)
        except OutOfTimeError:
            if not self.found:
                self._find_first()
            raise

    def _search(self, builders: Sequence[KindBuilder]) -> None:
        if self.sweep.cost > _DENSE and self._search_dense(builders):
            return
        if len(self.kinds) == 1:
            self._one(builders[0])
        else:
            self._several(builders)

    def _find_first(self) -> None:
        """Find any run at once, whatever the clock says: each train takes what looks best."""
        earned, used, run = 0, 0, []
        for kind in sorted(self.kinds, reverse=True):
            builder = KindBuilder(self.sweep, self.scorings[kind], Clock(None))
            value, bits = best_way(builder.build(0, _NARROW, without=used))
            earned += value
            used |= bits
            run.append((kind, bits))
        self._keep(earned, run)

    def _one(self, builder: KindBuilder) -> None:
        """Find the best route of the only train."""
        if self.sweep.cost < _EASY:
            # of several best routes, propose the one that earlier games were offered
            diagram = builder.build(0, ROUGH, apart=True)
            self._keep_one(diagram)
            if diagram is not None and diagram.whole:
                self.bound = self.found
                return
        if not self.network_diagram.whole:
            self._keep_one(builder.build(self.found, _WIDE, hopeful=True))
        every = self.ground.network_diagram(self.clock)
        drawn = builder.best(every, self.found, self.unit)
        if drawn is not None:  # else propose the first of all
            self._keep_one(drawn.with_arc_order(self.sweep.step_order))
        self.bound = self.found

    def _search_dense(self, builders: Sequence[KindBuilder]) -> bool:
        """Find the best run on a dense network if that is simple. Return whether it is proved."""
        lists = [
            ShortRoutes(self.sweep, own[0], self.clock) if are_short(self.sweep, own) else None
            for own in self.scorings
        ]
        if self._meet_bounds(builders, lists):
            return True
        routes = [each for each in lists if each is not None]
        if len(routes) < len(lists):
            return False
        self._list_routes(routes)
        return True

    def _meet_bounds(
        self, builders: Sequence[KindBuilder], lists: Sequence[ShortRoutes | None]
    ) -> bool:
        """Let trains take turns. Return whether each of them earns the most that it ever may."""
        most = [
            max(map(upper_bound, own)) if routes is None else routes.best(())[0]
            for own, routes in zip(self.scorings, lists, strict=True)
        ]
        limit = sum(most[kind] for kind in self.kinds)
        for width in _WIDTHS:
            earned, used, run = 0, 0, []
            for kind in sorted(self.kinds, key=lambda kind: lists[kind] is None):
                if routes := lists[kind]:
                    value, bits = routes.best((), used)
                else:
                    value, bits = best_way(builders[kind].build(0, width, without=used))
                earned, used = earned + int(value), used | bits
                run.append((kind, bits))
            self._keep(earned, run)
            if self.found >= limit:
                self.bound = self.found
                return True
            if None not in lists:
                break
        return False

    def _list_routes(self, routes: Sequence[ShortRoutes]) -> None:
        """Find the best routes of trains that visit few places, of which routes are listed."""
        priced = PricedRoutes(self.sweep, routes, self.kinds, self.unit, self.clock)
        priced.set_prices(self.found, _ROUNDS[-1])
        self.bound, step = priced.bound // self.unit * self.unit, self.unit
        while self.found < self.bound:
            goal = max(self.found, int(self.bound) - step)
            drawn = priced.draw(goal)
            if drawn is not None:
                self._close_in(self._combine(drawn, priced.prices), goal)
            self.bound, step = max(self.found, goal), 2 * step
        self.bound = self.found

    def _keep_one(self, diagram: Diagram | None) -> None:
        earned, bits = best_way(diagram)
        self._keep(earned, [(0, bits)])

    def _several(self, builders: Sequence[KindBuilder]) -> None:
        """Find the best routes of several trains."""
        diagrams = self._draw(builders)
        if all(diagram.whole for diagram in diagrams):
            self.solve(diagrams)
            return
        self._take_turns(diagrams, [best_way(diagram) for diagram in diagrams], builders)
        for kind, builder in enumerate(builders):
            if not diagrams[kind].whole:
                diagrams[kind] = builder.all_routes(_FINER)
        rough = self._combine(diagrams, ())
        rough.set_prices(self.found, _ROUNDS[-1])
        self._walk(rough, _POSITIONS)
        self._lower_the_goal(builders, diagrams, rough.prices)

    def _lower_the_goal(
        self, builders: Sequence[KindBuilder], rough: Sequence[Diagram], prices: Sequence[float]
    ) -> None:
        """Search for a run close to the bound, and lower the goal until there is one.

        The closer the goal is to the bound, the fewer routes need to be built.
        """
        most = self._most(builders, rough, prices)
        self.bound = self._limit(prices, most) // self.unit * self.unit
        step = self.unit
        while self.found < self.bound:
            goal = max(self.found, int(self.bound) - step)
            whole = self._rebuild_diagrams(builders, rough, prices, most, goal)
            if whole is not None:
                self._close_in(self._combine(whole, prices), goal)
            self.bound, step = max(self.found, goal), 2 * step
        self.bound = self.found

    def every(self, builders: Sequence[KindBuilder], known: int) -> TrainCombinations | None:
        """Build diagrams with all routes of runs that earn more than ``known``, or None."""
        if len(self.kinds) == 1:
            only = self._above(builders[0], None, known + self.unit - 1, ())
            return None if only is None else self._combine([only], ())
        diagrams: list[Diagram] | None = self._draw(builders)
        assert diagrams is not None
        prices: Sequence[float] = ()
        if not all(diagram.whole for diagram in diagrams):
            rough = self._combine(diagrams, ())
            rough.set_prices(known, _ROUNDS[-1])
            prices = rough.prices
            most = self._most(builders, diagrams, prices)
            diagrams = self._rebuild_diagrams(builders, diagrams, prices, most, known)
            if diagrams is None:
                return None
        together = self._combine(diagrams, prices)
        together.set_prices(known, _ROUNDS[-1])
        return together if together.drop_hopeless(known) else None

    def build_diagrams(self, builders: Sequence[KindBuilder]) -> list[Diagram]:
        """Build the diagrams of all routes of all kinds, of any size."""
        return [
            each.diagram(self.network_diagram, _LARGE) or each.all_routes() for each in builders
        ]

    def _draw(self, builders: Sequence[KindBuilder]) -> list[Diagram]:
        """Build the diagrams of all kinds, complete if they stay small."""
        # of several best runs of plain trains, propose the one that earlier games were offered
        if all(scoring.is_plain for own in self.scorings for scoring in own):
            free = _FREE if self.sweep.cost < _FREE else 0
            return [builder.all_routes(ROUGH, free) for builder in builders]
        every = self.network_diagram
        return [each.diagram(every, _FREE) or each.all_routes(ROUGH) for each in builders]

    def _best(self, builder: KindBuilder, diagram: Diagram, prices: Sequence[float]) -> Diagram:
        """Return a diagram with the best routes of a kind after prices, given a rough one."""
        if diagram.whole:
            return diagram
        known = diagram.at_prices(prices).most
        if self.network_diagram.whole:
            return builder.best(self.network_diagram, known, self.unit, prices) or diagram
        return builder.build(known, prices=prices) or diagram

    def _above(
        self, builder: KindBuilder, diagram: Diagram | None, floor: float, prices: Sequence[float]
    ) -> Diagram | None:
        """Return all routes of a kind with more than ``floor`` left after prices, or None."""
        if diagram is not None and diagram.whole:
            return diagram.above(floor, prices)
        if self.network_diagram.whole:
            return builder.above(self.network_diagram, floor, prices)
        return builder.build(floor, prices=prices or None)

    def solve(self, diagrams: Sequence[Diagram]) -> None:
        """Find the best run in diagrams that contain all routes."""
        alone = [best_way(diagram) for diagram in diagrams]
        self._take_turns(diagrams, alone)
        self.bound = sum(alone[kind][0] for kind in self.kinds)
        if self.found < self.bound:
            self._close_in(self._combine(diagrams, ()), self.found)
        self.bound = self.found

    def _close_in(self, together: TrainCombinations, goal: int) -> None:
        """Find the best run in the diagrams of all trains, if it earns more than the goal."""
        if len(self.kinds) > _FEW:
            near = together.walk_near_bound(max(self.found, goal), _ROUNDS[-1], _POSITIONS)
            self._keep(*(near or (0, [])))
        for rounds, width in zip(_ROUNDS, (_POSITIONS, 4 * _POSITIONS, None), strict=True):
            together.set_prices(max(self.found, goal), rounds)
            self.bound = min(self.bound, together.bound // self.unit * self.unit)
            if self._walk(together, width, goal):
                return

    def _most(
        self, builders: Sequence[KindBuilder], rough: Sequence[Diagram], prices: Sequence[float]
    ) -> list[float]:
        """Return the most that a route of each kind has left after prices.

        Also keeps a run made of these routes.
        """
        most, first = [], []
        for builder, diagram in zip(builders, rough, strict=True):
            left, bits = self._best(builder, diagram, prices).folded.best(prices)
            most.append(left)
            first.append((int(left + cost(bits, prices)), bits))
        self._take_turns(rough, first, builders)
        return most

    def _limit(self, prices: Sequence[float], most: Sequence[float]) -> float:
        """Return an upper bound on any run's revenue, given the best routes after prices."""
        return sum(prices) + sum(most[kind] for kind in self.kinds)

    def _rebuild_diagrams(
        self,
        builders: Sequence[KindBuilder],
        rough: Sequence[Diagram],
        prices: Sequence[float],
        most: Sequence[float],
        goal: float,
    ) -> list[Diagram] | None:
        """Build all routes that a run with more than the goal may have; None without any.

        The bound after prices decides which routes these are.
        """
        short = goal + self.unit - self._limit(prices, most) - LEAST / 2
        drawn = []
        for kind, builder in enumerate(builders):
            found = self._above(builder, rough[kind], most[kind] + short, prices)
            if found is None:
                return None
            drawn.append(found.reduce())
        return drawn

    def _combine(self, diagrams: Sequence[Diagram], prices: Sequence[float]) -> TrainCombinations:
        return TrainCombinations(
            self.sweep, dict(enumerate(diagrams)), self.kinds, self.unit, self.clock, prices
        )

    def _walk(self, together: TrainCombinations, width: int | None, goal: int = 0) -> bool:
        """Search a run that earns more than the goal in the diagrams of all trains.

        Returns True when no better run exists.
        """
        known = max(self.found, goal)
        if not together.drop_hopeless(known):
            return True
        better, whole = together.walk(known, width)
        if better is not None:
            self._keep(*better)
        return whole

    def _take_turns(
        self,
        diagrams: Sequence[Diagram],
        alone: Sequence[tuple[int, int]],
        builders: Sequence[KindBuilder] = (),
    ) -> None:
        """Let one train after the other take the best route left, best or worst first.

        ``builders`` build the rest where a diagram does not contain all routes.
        """
        worst_first = sorted(self.kinds, key=lambda kind: (alone[kind], kind))
        for order in (worst_first[::-1], worst_first):
            earned, used, run = 0, 0, []
            for kind in order:
                if not used:
                    value, bits = alone[kind]
                elif diagrams[kind].whole or not builders:
                    value, bits = best_way(diagrams[kind], used)
                else:
                    value, bits = best_way(builders[kind].build(0, ROUGH, without=used))
                earned += value
                used |= bits
                run.append((kind, bits))
            self._keep(earned, run)

    def _keep(self, earned: int, run: Run) -> None:
        """Keep a run if it is the best so far."""
        if earned <= self.found:
            return
        self.found, left = earned, list(run)
        for train, kind in enumerate(self.kinds):
            chosen = next(part for part in left if part[0] == kind)
            left.remove(chosen)
            self.bits[train] = chosen[1]
