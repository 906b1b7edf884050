"""The search for the best run of trains of which one floods, beside all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import gcd

from companion.board.bestrun.decision_diagram import Diagram
from companion.board.bestrun.diagram_search import Search
from companion.board.bestrun.flood_train import Flood, FloodReach, FloodSearch
from companion.board.bestrun.folded_decision_diagram import FoldedSearch
from companion.board.bestrun.kind_builder import KindBuilder

_NEVER = float("-inf")


class FloodRunSearch(Search):
    """The search for one company's best run, perhaps with a flood."""

    asked: FoldedSearch | None = None  # the routes of the only train beside a flood
    flooding: int | None = None  # the flood that counts anything in the best run found

    def run_with(self, floods: Sequence[Flood]) -> None:
        """Find the best run and prove it. Raises OutOfTimeError.

        One of several floods counts everything. The others find no track left.
        """
        if not floods:
            self.run()
        elif self.sweep.links:
            self.begin(partial(self._search_with_floods, floods=floods))
        else:
            self.bound = 0

    def _search_with_floods(self, builders: Sequence[KindBuilder], floods: Sequence[Flood]) -> None:
        """Find the best routes of other trains, if any, beside one of the floods."""
        self.unit = gcd(self.unit, *(w.pay for f in floods for w in f.worths)) if self.kinds else 1
        reached = FloodReach(self.sweep.network)
        diagrams = self._draw(builders)
        if not all(diagram.whole for diagram in diagrams):
            # find any run first: the deadline may come while all routes are built
            self._flood(floods, reached, builders, diagrams, whole=False)
        self._flood(floods, reached, builders, diagrams, whole=True)
        self.bound = self.found

    def _others(
        self, diagrams: Sequence[Diagram], prices: Mapping[int, int], without: int
    ) -> tuple[int, tuple[int, ...]] | None:
        """Return the best net gain and used bits of all trains except floods.

        ``prices`` are deducted and ``without`` are bits excluded. Returns None if the only such
        train has no route left.
        """
        if len(self.kinds) == 1:
            (diagram,) = diagrams
            if self.asked is None or self.asked.folded is not diagram.folded:
                self.asked = FoldedSearch(diagram.folded)
            costs = tuple(prices.get(bit, 0) for bit in range(self.sweep.bits))
            most, bits = self.asked.best(costs, without)
            return None if most == _NEVER else (int(most), (bits,))
        inner = Search(self.ground, self.scorings, self.kinds, self.clock)
        inner.unit = self.unit
        inner.solve([diagram.with_prices(prices, without) for diagram in diagrams])
        return inner.found, tuple(inner.bits)

    def _drop_hopeless(
        self, builders: Sequence[KindBuilder], diagrams: list[Diagram], beside: FloodSearch
    ) -> bool:
        """Drop routes that no better run has, and build the others. False if none is left."""
        prices = [float(beside.prices.get(bit, 0)) for bit in range(self.sweep.bits)]
        pairs = list(zip(builders, diagrams, strict=True))
        most = [
            self._best(builder, diagram, prices).at_prices(prices).most
            for builder, diagram in pairs
        ]
        bound = beside.could + sum(most[kind] for kind in self.kinds)
        for kind, (builder, diagram) in enumerate(pairs):
            floor = beside.found - bound + most[kind]
            kept = self._above(builder, diagram, floor, prices)
            if kept is None:
                return False
            diagrams[kind] = kept.reduce()
        return True

    def _flood(
        self,
        floods: Sequence[Flood],
        reached: FloodReach,
        builders: Sequence[KindBuilder],
        diagrams: Sequence[Diagram],
        whole: bool,
    ) -> None:
        """Find the best run with one of the floods, or just any run if not all routes are built."""
        for number, each in enumerate(floods):
            better = list(diagrams)  # the routes that a better run may have
            solve = partial(self._others, better)
            beside = FloodSearch(each, reached, self.sweep.track, solve, self.clock, self.found)
            try:
                drawn = all(diagram.whole for diagram in better)
                if whole and not drawn and not self._drop_hopeless(builders, better, beside):
                    continue
                beside.begin()
                if whole and self._drop_hopeless(builders, better, beside):
                    beside.run()
            finally:
                if beside.found > self.found:
                    self.found, self.bits = beside.found, list(beside.bits)
                    self.flooding = number
                if whole and number == len(floods) - 1:
                    self.bound = beside.bound
