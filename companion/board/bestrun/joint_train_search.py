"""Several trains at once: the best ways through their diagrams that use no bit twice.

Each bit (a link, a switch, the pay of a place that pays one train only) gets a *price*, a Lagrange
multiplier. A run uses each bit at most once, so its routes pay at most the sum of all prices.
Therefore no run earns more than that sum, plus each train's best route after paying for its bits.
Any prices give an upper bound. Good prices are found step by step: raised where trains would
collide, and lowered where no train runs.

Then the diagrams are walked through side by side, layer by layer. The choices of all trains so far
form a position: one state for each train. Only the way that earns most is kept for each position. A
position is dropped when its revenue plus the bound ahead is no better than the known run. All bits
of a place, including its pay, belong to its own layer or open there. So the states are enough; the
bits used earlier need not be known. Prices are multiples of 1/64, so that sums are never rounded
and the bounds are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from operator import or_

from companion.board.bestrun.bit_sets import cost, numbers
from companion.board.bestrun.computed_dict import ComputedDict
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Diagram, PricedDiagram
from companion.board.bestrun.node_order import Sweep

Run = list[tuple[int, int]]  # by train: its kind's number, the bits it uses
_Way = tuple[int, tuple[int, ...]]  # earned so far, bits used by each train
# moves of several trains in a layer: bits used, slack left, earned so far, states after it, bits
# of each
_Part = tuple[int, float, int, tuple[int, ...], tuple[int, ...]]
# a move of one of them: bits used, gain, loss compared with the best, state after it, its bits
_Offer = tuple[int, int, float, tuple[int], tuple[int]]

_GRAIN = 64  # prices are multiples of 1/64
LEAST = 1 / _GRAIN
_PATIENCE = 3  # rounds without a lower bound before smaller steps are taken
_LEAST_PACE = 1 / 16
_OFTEN = 128  # positions between two checks of the clock


class TrainCombinations:
    """The combination of trains: diagrams by kind, and one train of each kind in ``kinds``."""

    def __init__(
        self,
        sweep: Sweep,
        diagrams: Mapping[int, Diagram],
        kinds: Sequence[int],
        unit: int,
        clock: Clock,
        prices: Sequence[float] = (),
    ) -> None:
        self.sweep, self.clock, self.unit = sweep, clock, unit
        self.kinds = sorted(kinds)
        self.count = {kind: self.kinds.count(kind) for kind in self.kinds}
        pairs = enumerate(pairwise(self.kinds))
        self._alike = [(place, place + 1) for place, (one, other) in pairs if one == other]
        self.diagrams = dict(diagrams)
        self.prices = list(prices) or [0.0] * sweep.bits
        self.bound = float("inf")  # no run of routes in the diagrams earns more

    def best_route(self, kind: int, prices: Sequence[float]) -> tuple[float, int]:
        """Return the most that a route of the kind has left after prices, and its bits."""
        return self.diagrams[kind].folded.best(prices)

    def set_prices(self, known: int, rounds: int) -> None:
        """Search prices with a low bound, until the bound proves ``known`` to be the best revenue.

        The step is Polyak's, from the slope of the bound towards the known revenue.
        """
        prices, pace, stale = self.prices, 1.0, 0
        for _ in range(rounds):
            self.clock.check()
            bound = sum(prices)
            users = [0] * self.sweep.bits
            for kind in self.count:
                most, used = self.best_route(kind, prices)
                bound += self.count[kind] * most
                for bit in numbers(used):
                    users[bit] += self.count[kind]
            stale += 1
            if bound < self.bound:
                self.bound, self.prices, stale = bound, prices, 0
            if self.bound < known + self.unit:
                return
            if stale == _PATIENCE:
                pace, stale = pace / 2, 0
                if pace < _LEAST_PACE:
                    return
            slope = [n - 1 if n or price else 0 for n, price in zip(users, prices, strict=True)]
            steep = sum(s * s for s in slope)
            if not steep:
                return
            step = pace * (bound - known) / steep
            prices = [
                max(0.0, round((price + step * s) * _GRAIN) / _GRAIN)
                for price, s in zip(prices, slope, strict=True)
            ]

    def drop_hopeless(self, known: int) -> bool:
        """Drop all routes that no run better than ``known`` has. Return False when none is left."""
        most = {kind: d.at_prices(self.prices).most for kind, d in self.diagrams.items()}
        bound = sum(self.prices) + sum(most[kind] for kind in self.kinds)
        short = known + self.unit - bound - LEAST / 2
        for kind, diagram in self.diagrams.items():
            kept = diagram.above(most[kind] + short, self.prices)
            if kept is None:
                return False
            self.diagrams[kind] = kept
        return True

    def walk(self, known: int, width: int | None = None) -> tuple[tuple[int, Run] | None, bool]:
        """Return the best run above ``known``, or None, and whether the search was complete.

        With a ``width``, only that many positions are kept in a layer, and better runs may be
        missed. Raises OutOfTimeError.
        """
        whole = True
        goal = known + self.unit
        outlooks = {kind: d.at_prices(self.prices) for kind, d in self.diagrams.items()}
        ahead = self._prices_ahead()
        nothing = (0,) * len(self.kinds)
        current: dict[tuple[int, ...], _Way] = {nothing: (0, nothing)}
        for layer in range(len(self.sweep.steps)):
            here = [outlooks[kind].rest[layer] for kind in self.kinds]
            there = [outlooks[kind].rest[layer + 1] for kind in self.kinds]
            offers = {
                kind: self._offers(kind, outlook, layer) for kind, outlook in outlooks.items()
            }
            trains = [offers[kind] for kind in self.kinds]
            offered = ahead[layer] - ahead[layer + 1]
            paid = ComputedDict[int, float](lambda bits: cost(bits, self.prices))
            following: dict[tuple[int, ...], _Way] = {}
            for position, (earned, used) in self.clock.watch(current.items(), _OFTEN):
                spare = earned + ahead[layer] - goal  # slack: the position's bound less the goal
                for rest, state in zip(here, position, strict=True):
                    spare += rest[state]
                mine = [train[state] for train, state in zip(trains, position, strict=True)]
                for taken, left, total, states, masks in _parts(mine, spare, earned):
                    # prices of bits of this layer that nobody takes are lost
                    if left + paid[taken] < offered:
                        continue
                    states, bits = self._sort_runs(states, tuple(map(or_, used, masks)))
                    way = following.get(states)
                    if way is None or way[0] < total:
                        following[states] = (total, bits)
            current = following
            if width is not None and len(current) > width:
                whole = False
                current = _most_promising(current, there, width)
        if not current:
            return None, whole
        earned, used = max(current.values())
        return (earned, list(zip(self.kinds, used, strict=True))), whole

    def walk_near_bound(self, known: int, rounds: int, width: int) -> tuple[int, Run] | None:
        """Return a good run above ``known``, or None: one near the bound, or else a lesser one.

        The nearer the goal is to the bound, the fewer continuations each position has.
        """
        self.set_prices(known, rounds)
        for part in (0.75, 0.5, 0.25):
            better, _ = self.walk(int(known + (self.bound - known) * part), width)
            if better is not None:
                return better
        return None

    def runs_by_regions(
        self, goal: int, region: Callable[[int], int]
    ) -> dict[int, tuple[int, ...]]:
        """Return runs that earn the goal, one for each set of regions: the bits of each train.

        The goal is the greatest revenue. ``region`` maps bits to regions (as bits). No two trains
        are of one kind. Raises OutOfTimeError.
        """
        outlooks = [self.diagrams[kind].at_prices(self.prices) for kind in self.kinds]
        ahead = self._prices_ahead()
        nothing = (0,) * len(self.kinds)
        current: dict[tuple[tuple[int, ...], int], _Way] = {(nothing, 0): (0, nothing)}
        for layer in range(len(self.sweep.steps)):
            here = [outlook.rest[layer] for outlook in outlooks]
            each = zip(self.kinds, outlooks, strict=True)
            trains = [self._offers(kind, outlook, layer) for kind, outlook in each]
            following: dict[tuple[tuple[int, ...], int], _Way] = {}
            for (position, regions), (earned, used) in self.clock.watch(current.items(), _OFTEN):
                spare = earned + ahead[layer] - goal
                for rest, state in zip(here, position, strict=True):
                    spare += rest[state]
                mine = [train[state] for train, state in zip(trains, position, strict=True)]
                offered = ahead[layer] - ahead[layer + 1]
                for taken, left, total, states, masks in _parts(mine, spare, earned):
                    if left + cost(taken, self.prices) < offered:
                        continue
                    key = states, regions | region(taken)
                    if key not in following or following[key][0] < total:
                        following[key] = total, tuple(map(or_, used, masks))
            current = following
        return {regions: used for (_, regions), (_, used) in current.items()}

    def _offers(self, kind: int, outlook: PricedDiagram, layer: int) -> list[list[_Offer]]:
        """Return the possible moves of a train of the kind, by state of the layer."""
        after, costs = outlook.rest[layer + 1], outlook.costs
        states = zip(self.diagrams[kind].arcs[layer], outlook.rest[layer], strict=True)
        return [
            [
                (mask, gain, most - gain + costs[mask] - after[to], (to,), (mask,))
                for mask, gain, to in arcs
            ]
            for arcs, most in states
        ]

    def _sort_runs(
        self, states: tuple[int, ...], bits: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Sort trains of one kind, because they are interchangeable."""
        if self._alike and len(states) == 2:
            return (states, bits) if states[0] <= states[1] else (states[::-1], bits[::-1])
        for one, other in self._alike:
            if states[one] >= states[other]:
                items = sorted(zip(self.kinds, states, bits, strict=True))
                return tuple(state for _, state, _ in items), tuple(used for _, _, used in items)
        return states, bits

    def _prices_ahead(self) -> list[float]:
        """Return the prices of all bits that are chosen in a layer or later, by layer."""
        totals = [0.0]
        for step in reversed(self.sweep.steps):
            here = sum(self.prices[link] for link in step.leaving)
            own = step.bit or self.sweep.pay_bit(step.node)
            here += self.prices[own.bit_length() - 1]
            totals.append(totals[-1] + here)
        totals.reverse()
        return totals


def _parts(offers: Sequence[Sequence[_Offer]], spare: float, earned: int) -> list[_Part]:
    """Return all combinations of one offer for each train.

    No bit is used twice, and the losses do not exceed the slack.
    """
    parts: list[_Part] = [(0, spare, earned, (), ())]
    for train in offers:
        longer = []
        for taken, left, total, states, masks in parts:
            for mask, gain, loss, to, own in train:
                if loss <= left and not mask & taken:
                    both, now = taken | mask, total + gain
                    longer.append((both, left - loss, now, states + to, masks + own))
        parts = longer
    return parts


def _most_promising(
    ways: Mapping[tuple[int, ...], _Way], there: Sequence[Sequence[float]], width: int
) -> dict[tuple[int, ...], _Way]:
    def promise(item: tuple[tuple[int, ...], _Way]) -> float:
        states, (earned, _) = item
        return earned + sum(rest[state] for rest, state in zip(there, states, strict=True))

    return dict(sorted(ways.items(), key=promise, reverse=True)[:width])
