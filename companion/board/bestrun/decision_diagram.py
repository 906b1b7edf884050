"""All routes of one kind of train, as a diagram of choices.

A way from the first layer to the last one is a route. The layers are explained where they are built
(decision_diagram_builder.py). Any fixed set of prices for bits can be applied to a diagram.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.board.bestrun.folded_decision_diagram import FoldedDiagram

Arc = tuple[int, int, int]  # bits used, gain, number of the state in the next layer


@dataclass(frozen=True, slots=True)
class PricedDiagram:
    """A diagram at given prices."""

    prices: Sequence[float]
    costs: Mapping[int, float]  # by bits that an arc uses: their price
    rest: list[list[float]]  # by layer and state: the most that is still gained after prices

    @property
    def most(self) -> float:
        """The gain of the best way through; minus infinity if there is none."""
        return self.rest[0][0]


class Diagram:
    """Layers of states, with arcs from each state to states of the next layer.

    A way from the first state to the last layer is a route. It is no route at all when nothing is
    chosen in any layer.
    """

    def __init__(
        self, arcs: list[list[list[Arc]]], whole: bool = True, outlook: PricedDiagram | None = None
    ) -> None:
        self.arcs = arcs
        self.whole = whole  # no state was left out to save time
        self._outlook = outlook  # the last one computed

    def reduce(self) -> Diagram:
        """Return the same routes with equivalent states merged and dead ends removed.

        States are equivalent when the same arcs lead on from them.
        """
        layers: list[list[list[Arc]]] = []
        last = max((target for state in self.arcs[-1] for _, _, target in state), default=0)
        become = list(range(last + 1))  # by state of the next layer: its new number
        for layer in reversed(self.arcs):
            known: dict[tuple[Arc, ...], int] = {}
            numbers = []
            for state in layer:
                if len(state) == 1:  # most of them
                    mask, gain, to = state[0]
                    arcs = [(mask, gain, become[to])] if become[to] >= 0 else []
                else:
                    arcs = sorted(
                        {(m, gain, become[to]) for m, gain, to in state if become[to] >= 0}
                    )
                numbers.append(known.setdefault(tuple(arcs), len(known)) if arcs else -1)
            layers.append([list(arcs) for arcs in known])
            become = numbers
        layers.reverse()
        return Diagram(layers, self.whole)

    def with_arc_order(self, order: Callable[[int, int], tuple[int, ...]]) -> Diagram:
        """Return the same diagram with arcs in this order."""
        arcs = []
        for turn, layer in enumerate(self.arcs):
            keys = {m: order(turn, m) for state in layer for m, _, _ in state}
            arcs.append([sorted(state, key=lambda arc: (keys[arc[0]], -arc[1])) for state in layer])
        return Diagram(arcs, self.whole)

    @cached_property
    def folded(self) -> FoldedDiagram:
        """The same diagram, folded for repeated searches with changing prices."""
        return FoldedDiagram(self.arcs)

    def at_prices(self, prices: Sequence[float] = ()) -> PricedDiagram:
        """Return the diagram at these prices by bit; without prices everything is free."""
        if self._outlook is None or self._outlook.prices != prices:
            folded = self.folded
            costs = folded.costs(prices)
            values = folded.values(costs)
            rest = [[values[node] for node in layer] for layer in folded.layers]
            self._outlook = PricedDiagram(prices, dict(zip(folded.masks, costs, strict=True)), rest)
        return self._outlook

    def with_prices(self, prices: Mapping[int, int], without: int) -> Diagram:
        """Return the same diagram with prices deducted from gains and some bits excluded.

        ``prices`` are by number of a bit. Routes that use a bit of ``without`` are left out.
        """
        less = {
            mask: sum(price for bit, price in prices.items() if mask >> bit & 1)
            for mask in self.folded.masks
        }
        layers = [
            [
                [(m, gain - less[m], to) for m, gain, to in state if not m & without]
                for state in layer
            ]
            for layer in self.arcs
        ]
        return Diagram(layers, self.whole)

    def above(self, floor: float, prices: Sequence[float] = ()) -> Diagram | None:
        """Return only the ways that gain more than ``floor`` after prices, or None without any."""
        outlook = self.at_prices(prices)
        if outlook.most <= floor:
            return None
        costs = outlook.costs
        layers: list[list[list[Arc]]] = []
        rest = [[outlook.most]]
        number = {0: 0}
        reached = [0.0]  # the greatest gain up to each state kept
        for layer, after in zip(self.arcs, outlook.rest[1:], strict=True):
            next_number: dict[int, int] = {}
            next_reached: list[float] = []
            states: list[list[Arc]] = []
            for state, so_far in zip(number, reached, strict=True):
                arcs = []
                for mask, gain, to in layer[state]:
                    value = so_far + gain - costs[mask]
                    if value + after[to] > floor:
                        there = next_number.get(to)
                        if there is None:
                            there = next_number[to] = len(next_reached)
                            next_reached.append(value)
                        elif value > next_reached[there]:
                            next_reached[there] = value
                        arcs.append((mask, gain, there))
                states.append(arcs)
            layers.append(states)
            rest.append([after[to] for to in next_number])
            number, reached = next_number, next_reached
        return Diagram(layers, self.whole, PricedDiagram(prices, costs, rest))


def best_way(diagram: Diagram | None, without: int = 0) -> tuple[int, int]:
    """Return the revenue and bits of the best route in a diagram, with some bits excluded."""
    most, bits = diagram.folded.best(without=without) if diagram else (0, 0)
    # a train does not run if no way is left, or none gains
    return (int(most), bits) if most > 0 else (0, 0)
