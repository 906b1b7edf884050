"""The order in which a network's nodes are visited when routes are built.

A good order keeps few links *open* at a time, because the number of states grows with them. An open
link joins a visited node and a node ahead.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.board.bestrun.scoring import STATIONS
from companion.board.bestrun.track_network import Network
from companion.board.link_names import Ports

_TRIED = 5  # start nodes tried
_DEAR = 10_000  # above this cost, more orders are tried
_LUCKY, _LUCK = 300, 1.5  # maximum number of random orders; random offset in open links
_TRY = 500  # the cost of one try


@dataclass(frozen=True, slots=True)
class SweepStep:
    """A node in the order of the sweep."""

    node: int
    arriving: frozenset[int]  # links from visited nodes
    leaving: tuple[int, ...]  # links to nodes ahead
    bit: int  # the bit of a switch; 0 for a place


class Sweep:
    """An order of a network's nodes that keeps few links open at a time."""

    def __init__(self, network: Network, marks: int = 0) -> None:
        """Set up the order; ``marks``: number of extra bits that label routes and have no price."""
        self.network = network
        self.links = len(network.links)
        self._first_pay = len(network.links) + len(network.at) - len(network.places)
        self.first_mark = self._first_pay + len(network.places)
        self.bits = self.first_mark + marks
        # by link and node: the link's half there, cached for speed
        self.half = [{k.a: k.a_half, k.b: k.b_half} for k in network.links]
        order, self.cost = _order(network)  # the cost is roughly the number of states of a diagram
        self.steps = tuple(self._steps(order))
        self.ports = Ports(network, order)
        stations: dict[str, list[int]] = {}
        for place, what in enumerate(network.places):
            stations.setdefault(what.station, []).append(place)
        self.station = [0] * len(network.places)  # a flag for a station of several places
        for number, places in enumerate(p for p in stations.values() if len(p) > 1):
            for place in places:
                self.station[place] = 1 << (STATIONS + number)

    @property
    def track(self) -> int:
        """The bits of all links and switches."""
        return (1 << self._first_pay) - 1

    def step_order(self, turn: int, mask: int) -> tuple[int, ...]:
        """Return the sort key of a choice at a step: the fewest links first."""
        step = self.steps[turn]
        links = [k for k in step.leaving if mask >> k & 1]
        links.sort(key=lambda k: (self.half[k][step.node], k))
        return len(links), *links

    def pay_bit(self, place: int) -> int:
        """Return the bit for the pay of a place that pays one train only."""
        return 1 << (self._first_pay + place)

    def _steps(self, order: Sequence[int]) -> Iterator[SweepStep]:
        network, turn = self.network, {node: i for i, node in enumerate(order)}
        for node in order:
            here = network.at[node]
            arriving = [k for k in here if turn[network.links[k].other(node)] < turn[node]]
            switch = node - len(network.places)
            bit = 1 << (self.links + switch) if switch >= 0 else 0
            leaving = tuple(k for k in here if k not in arriving)
            yield SweepStep(node, frozenset(arriving), leaving, bit)


def _order(network: Network) -> tuple[list[int], float]:
    """Return a good order of the nodes, and its cost.

    Each node in turn is the one that leaves the fewest links open. The best of a few tries is
    taken. If it is costly, many random variants are tried with a fixed seed. The cost is the sum
    over all nodes of 2.5 to the power of the number of open links.
    """
    next_to = [[network.links[k].other(node) for k in here] for node, here in enumerate(network.at)]
    starts = sorted(range(len(next_to)), key=lambda node: len(next_to[node]))[:_TRIED]
    best, least = min(
        (_order_from(next_to, start) for start in starts),
        key=lambda found: found[1],
        default=([], 0.0),
    )
    dice = random.Random(0)
    for _ in range(min(_LUCKY, int(least / _TRY)) if least > _DEAR else 0):
        order, cost = _order_from(next_to, dice.randrange(len(next_to)), dice, least)
        if cost < least:
            best, least = order, cost
    return best, least


def _order_from(
    next_to: Sequence[Sequence[int]],
    start: int,
    dice: random.Random | None = None,
    most: float = float("inf"),
) -> tuple[list[int], float]:
    """Return an order from a start node and its cost. Stops when the cost reaches ``most``."""
    order: list[int] = []
    turn: dict[int, int] = {}
    opened: list[float] = [len(nodes) for nodes in next_to]  # change in open links
    oldest = [len(next_to)] * len(next_to)
    border = {start}
    width, cost = 0.0, 0.0
    while len(order) < len(next_to) and cost < most:
        if not border:
            border = {next(n for n in range(len(next_to)) if n not in turn)}
        if dice is None:
            node = min(border, key=lambda n: (opened[n], oldest[n], n))
        else:
            node, fewest = -1, float("inf")
            for n in sorted(border):  # not with min(): this is a hot path
                links = opened[n] + _LUCK * dice.random()
                if links < fewest:
                    node, fewest = n, links
        border.remove(node)
        turn[node] = len(order)
        width += opened[node]
        cost += 2.5**width
        for other in next_to[node]:
            if other not in turn:
                border.add(other)
                opened[other] -= 2
                oldest[other] = min(oldest[other], len(order))
        order.append(node)
    return order, cost
