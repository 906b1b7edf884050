"""A diagram folded for finding its best way again and again, with other prices each time.

In most layers most states only pass by: nothing is used or gained. They are left out, so that what
remains are the states at which something is chosen, in one row.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush

from companion.board.bestrun.bit_sets import cost, numbers, priced_bits

Arc = tuple[int, int, int]  # number of the mask used, gain, number of the node it leads to

_NEVER = float("-inf")
_Prices = tuple[int, ...]  # by bit


class Folded:
    """The nodes of a diagram at which something is chosen; the last one is where it begins.

    ``layers`` are a diagram's arcs: by layer and state what is used (bits), the gain, and the
    state's number in the next layer.
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
        """The most that a way gains after paying for what it uses, and the bits it uses; of ways
        with none of the bits ``without``. Minus infinity where there is none.
        """
        costs = self.costs(prices)
        if without:
            masks = zip(self.masks, costs, strict=True)
            costs = [-_NEVER if mask & without else paid for mask, paid in masks]
        values = self.values(costs)
        return values[self.first], self.way(values, costs)

    def values(self, costs: Sequence[float]) -> list[float]:
        """By node: the most that can be gained from it on."""
        values = [0.0]
        for arcs in self.nodes:
            most = _NEVER  # not by max(): a search comes here very often
            for number, gain, to in arcs:
                left = gain - costs[number] + values[to]
                if left > most:
                    most = left
            values.append(most)
        return values

    def costs(self, prices: Sequence[float]) -> list[float]:
        """What is paid for each mask, by its number."""
        paid_for = priced_bits(prices)
        return [cost(mask & paid_for, prices) for mask in self.masks]

    def way(self, values: Sequence[float], costs: Sequence[float], without: int = 0) -> int:
        """The bits used by a best way, given what can be gained from each node on."""
        at, bits = self.first, 0
        while at and values[at] != _NEVER:
            for number, gain, to in self.nodes[at - 1]:
                mask = self.masks[number]
                if gain - costs[number] + values[to] == values[at] and not mask & without:
                    bits |= mask
                    at = to
                    break
        return bits


class Asked:
    """A folded diagram that is asked for its best way again and again, with some prices and without
    some bits: only what hangs on what has changed is looked at again.
    """

    def __init__(self, folded: Folded) -> None:
        self.folded = folded
        self._users: dict[int, list[int]] = {}  # by bit: the nodes with an arc that uses it
        self._before: list[list[int]] = [[] for _ in range(len(folded.nodes) + 1)]
        for node, arcs in enumerate(folded.nodes, 1):
            for bit in {bit for number, _, _ in arcs for bit in numbers(folded.masks[number])}:
                self._users.setdefault(bit, []).append(node)
            for _, _, to in arcs:
                self._before[to].append(node)
        self._costs: dict[_Prices, list[float]] = {}
        # by prices and bits left out: what can be gained from each node on
        self._known: dict[tuple[_Prices, int], list[float]] = {}
        self._latest: dict[int, _Prices] = {}  # by bits left out: the prices asked about last

    def best(self, prices: _Prices, without: int) -> tuple[float, int]:
        """The most that a way gains after paying for what it uses, and the bits it uses; of ways
        with none of the bits ``without``. Minus infinity where there is none.
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
        """What is known with the same or nearly the same, and the bits that differ."""
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
        """Look again at the nodes that use changed bits, and at those before them that gain
        something else by it."""
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
