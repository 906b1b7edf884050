"""Builds all routes of one kind of train where these are built in several parts.

The pay of all stops may depend on the port of the route. So routes without a port and those with
each kind of port have their own scorings and builders. Their diagrams are joined into one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Arc, Diagram
from companion.board.bestrun.decision_diagram_builder import NO_MARKS, Builder
from companion.board.bestrun.network_diagram import NetworkDiagram
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import Scoring


class KindBuilder:
    """The builders of one kind of train; their options are those of :class:`Builder`."""

    def __init__(
        self,
        sweep: Sweep,
        scorings: Sequence[Scoring],
        clock: Clock,
        marks: Mapping[int, int] = NO_MARKS,
    ) -> None:
        self.builders = [Builder(sweep, scoring, clock, marks) for scoring in scorings]

    def build(self, floor: float, width: int | None = None, **options: Any) -> Diagram | None:
        """Build the diagram of all routes that gain more than ``floor``; None without any."""
        return join([each.build(floor, width, **options) for each in self.builders])

    def draw(self, floor: float, width: int | None = None, **options: Any) -> Diagram | None:
        """Build a diagram that contains all routes that gain more than ``floor``."""
        return join([each.draw(floor, width, **options) for each in self.builders])

    def all_routes(self, width: int | None = None, free: int = 0) -> Diagram:
        """Build the diagram of all routes and of no route.

        It is rough if it needs more than ``free`` states and a width is given.
        """
        drawn = self.draw(-1, width, free=free)  # below 0, so that the empty route is included
        assert drawn is not None
        return drawn.reduce()

    def diagram(self, every: NetworkDiagram, free: int) -> Diagram | None:
        """Build all routes from a network diagram; None if it takes more than ``free`` states."""
        found = []
        for each in self.builders:
            diagram = every.diagram(each, free)
            if diagram is None:
                return None
            found.append(diagram)
        return join(found)

    def best(
        self, every: NetworkDiagram, known: float, unit: int, prices: Sequence[float] = ()
    ) -> Diagram | None:
        """Build a best route that gains more than ``known``; None without any."""
        found = None
        for each in self.builders:
            better = every.best(each, known, unit, prices)
            if better is not None:
                found, known = better, better.at_prices(prices).most
        return found

    def above(self, every: NetworkDiagram, floor: float, prices: Sequence[float]) -> Diagram | None:
        """Build all routes with more than ``floor`` left after prices; None without any."""
        return join([every.above(each, floor, prices) for each in self.builders])


def join(diagrams: Sequence[Diagram | None]) -> Diagram | None:
    """Return a diagram with the routes of all of these; None without any."""
    found = [diagram for diagram in diagrams if diagram is not None]
    if len(found) < 2:
        return found[0] if found else None
    layers: list[list[list[Arc]]] = []
    for turn in range(len(found[0].arcs)):
        layer: list[list[Arc]] = []
        first = 0  # the number of the diagram's first state in the next layer
        for diagram in found:
            states = diagram.arcs[turn]
            layer += [[(mask, gain, first + to) for mask, gain, to in state] for state in states]
            first += _count(diagram, turn + 1)
        # all begin in one state
        layers.append(layer if turn else [[arc for state in layer for arc in state]])
    return Diagram(layers, all(diagram.whole for diagram in found))


def _count(diagram: Diagram, turn: int) -> int:
    """Return the number of states of a layer, or of those after the last one."""
    if turn < len(diagram.arcs):
        return len(diagram.arcs[turn])
    return 1 + max(to for state in diagram.arcs[-1] for _, _, to in state)
