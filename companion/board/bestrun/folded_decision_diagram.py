"""A diagram folded for repeated searches of its best way, with different prices each time.

In most layers most states only pass by: nothing is used or gained there. They are removed. The
remaining states, where something is chosen, form one list.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from companion.board.bestrun.bit_sets import cost, numbers, priced_bits

Arc = tuple[int, int, int]  # number of the mask used, gain, number of the node it leads to

_NEVER = float("-inf")
_Prices = tuple[int, ...]  # by bit


class FoldedDiagram:
    """The nodes of a diagram where something is chosen; the last one is the start.

    ``layers`` are the arcs of a diagram, by layer and state: bits used, gain, and number of the
    state in the next layer.
    """

    def __init__(self, layers: Sequence[Sequence[Sequence[tuple[int, int, int]]]]) -> None:
        masks: dict[int, int] = {0: 0}
        self.nodes: list[list[Arc]] = []  # node n + 1; node 0 is the end
        last = max((to for state in layers[-1] for _, _, to in state), default=0)
        after = [0] * (last + 1)
        self.layers = [after]  # by layer and state: its node
        for layer in reversed(layers):
            now = []
            for state in layer:
                if len(state) == 1 and state[0][:2] == (0, 0):
                    now.append(after[state[0][2]])
                    continue
                self.nodes.append(
                    [
                        (masks.setdefault(mask, len(masks)), gain, after[to])
                        for mask, gain, to in state
                    ]
                )
                now.append(len(self.nodes))
            after = now
            self.layers.append(now)
        self.layers.reverse()
        self.first = after[0]
        self.masks = list(masks)

    def best(self, prices: Sequence[float] = (), without: int = 0) -> tuple[float, int]:
        """Return the greatest gain of a way after prices, and the bits it uses.

        Ways that use a bit of ``without`` are excluded. The gain is minus infinity if no way is
        left.
        """
        costs = self.costs(prices)
        if without:
            masks = zip(self.masks, costs, strict=True)
            costs = [-_NEVER if mask & without else paid for mask, paid in masks]
        values = self.values(costs)
        return values[self.first], self.way(values, costs)

    def values(self, costs: Sequence[float]) -> list[float]:
        """Return the greatest gain from each node on."""
        values = [0.0]
        for arcs in self.nodes:
            most = _NEVER  # not with max(): this is a hot path
            for number, gain, to in arcs:
                left = gain - costs[number] + values[to]
                if left > most:
                    most = left
            values.append(most)
        return values

    def costs(self, prices: Sequence[float]) -> list[float]:
        """Return the price of each mask, by its number."""
        paid_for = priced_bits(prices)
        return [cost(mask & paid_for, prices) for mask in self.masks]

    def way(self, values: Sequence[float], costs: Sequence[float], without: int = 0) -> int:
        """Return the bits of a best way, given the greatest gain from each node on."""
        at, bits = self.first, 0
        while at and values[at] != _NEVER:
            for number, gain, to in self.nodes[at - 1]:
                mask = self.masks[number]
                if gain - costs[number] + values[to] == values[at] and not mask & without:
                    bits |= mask
                    at = to
                    break
        return bits


class FoldedSearch:
    """A folded diagram for many searches with varying prices and excluded bits.

    Only nodes affected by a change are computed again.
    """

    def __init__(self, folded: FoldedDiagram) -> None:
        self.folded = folded
        self._users: dict[int, list[int]] = {}  # by bit: the nodes with an arc that uses it
        self._before: list[list[int]] = [[] for _ in range(len(folded.nodes) + 1)]
        for node, arcs in enumerate(folded.nodes, 1):
            for bit in {bit for number, _, _ in arcs for bit in numbers(folded.masks[number])}:
                self._users.setdefault(bit, []).append(node)
            for _, _, to in arcs:
                self._before[to].append(node)
        self._costs: dict[_Prices, list[float]] = {}
        # by prices and bits excluded: the greatest gain from each node on
        self._known: dict[tuple[_Prices, int], list[float]] = {}
        self._latest: dict[int, _Prices] = {}  # by bits excluded: the prices of the last search

    def best(self, prices: _Prices, without: int) -> tuple[float, int]:
        """Return the greatest gain of a way after prices, and the bits it uses.

        Ways that use a bit of ``without`` are excluded. The gain is minus infinity if no way is
        left.
        """
        values = self._values(prices, without)
        return values[self.folded.first], self.folded.way(values, self._costs[prices], without)

    def _values(self, prices: _Prices, without: int) -> list[float]:
        if (prices, without) in self._known:
            return self._known[prices, without]
        if prices not in self._costs:
            self._costs[prices] = self.folded.costs(prices)
        near, changed = self._near(prices, without)
        if near is None:
            values = self.folded.values(self._costs[prices])
        else:
            values = list(near)
            self._bring_up(values, changed, self._costs[prices], without)
        self._known[prices, without] = values
        self._latest[without] = prices
        return values

    def _near(self, prices: _Prices, without: int) -> tuple[list[float] | None, list[int]]:
        """Return the known values of the same or a similar search, and the bits that differ."""
        for bit in numbers(without):
            known = self._known.get((prices, without ^ 1 << bit))
            if known is not None:
                return known, [bit]
        if without in self._latest:
            other = self._latest[without]
            pairs = enumerate(zip(prices, other, strict=True))
            return self._known[other, without], [bit for bit, (a, b) in pairs if a != b]
        if without:
            bit = next(numbers(without))
            return self._values(prices, without ^ 1 << bit), [bit]
        return None, []

    def _bring_up(
        self, values: list[float], changed: Sequence[int], costs: Sequence[float], without: int
    ) -> None:
        """Update the nodes that use changed bits, and earlier nodes affected by these."""
        masks, nodes = self.folded.masks, self.folded.nodes
        waits = {node for bit in changed for node in self._users.get(bit, ())}
        due = sorted(waits)
        while due:
            node = heappop(due)
            most = _NEVER
            for number, gain, to in nodes[node - 1]:
                left = gain - costs[number] + values[to]
                if left > most and not masks[number] & without:
                    most = left
            if most != values[node]:
                values[node] = most
                for other in self._before[node]:
                    if other not in waits:
                        waits.add(other)
                        heappush(due, other)
