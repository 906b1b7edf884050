"""Routes of trains that visit few places, in networks where too many links are open at a time.

Such a train visits at most so many places, whatever it does there. Its routes are listed from a
token: one arm, and then the other. A bound leaves out what cannot come near a good route. It is the
most that walks of so many places earn, which may visit a place again but never turn back on a link.
A list of routes becomes a diagram as any other (decision_diagram.py).
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.bestrun.bit_sets import cost, numbers
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Arc, Diagram
from companion.board.bestrun.joint_train_search import LEAST, TrainCombinations
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import FIELD, FULL, TOKEN, Scoring, Visit

_MOST = 12  # places of a route
_KEPT = 40  # best routes that are remembered
_CLOSED = 1e9  # the toll of a link that may not be used
_OFTEN = 2000  # beginnings of routes between two checks of the clock


def are_short(sweep: Sweep, scorings: Sequence[Scoring]) -> bool:
    """Return whether the routes of this kind are listed here: few places, plain pay, no switches.

    Each visit to a place must count against the smallest limit. So the best way to visit it serves
    any route.
    """
    if len(scorings) != 1 or any(step.bit for step in sweep.steps) or any(sweep.station):
        return False
    scoring = scorings[0]
    if scoring.needs != TOKEN or scoring.least or not scoring.limits:
        return False
    most = min(scoring.limits)
    field = FIELD * scoring.limits.index(most)
    places = [ways for ways in (*scoring.through, *scoring.ends) if ways]
    return most <= _MOST and all(_is_plain(ways, field) for ways in places)


def _is_plain(ways: Sequence[Visit], field: int) -> bool:
    """Return whether the best of the ways serves any route."""
    best = max(ways, key=lambda way: way.gain)
    counts = best.counts
    while counts:
        if counts & FULL > 1:
            return False
        counts >>= FIELD
    is_free = any(not way.counts >> field & FULL for way in ways)
    odd = any(way.flags & ~TOKEN or way.takes for way in ways)
    return not is_free and not odd and best.flags == max(way.flags for way in ways)


class ShortRoutes:
    """The routes of one kind of train."""

    def __init__(self, sweep: Sweep, scoring: Scoring, clock: Clock) -> None:
        self.sweep, self.clock = sweep, clock
        self.most = min(scoring.limits)
        self.known: list[tuple[int, int]] = []  # bits and gains of routes that were the best
        net = sweep.network
        self.tokens = [n for n, place in enumerate(net.places) if place.own]
        self.through = [max((way.gain for way in ways), default=-1) for ways in scoring.through]
        self.ends = [max((way.gain for way in ways), default=-1) for ways in scoring.ends]
        # by place: links on, each with the place there and whether trains end at either side
        self.next_to: list[list[tuple[int, int, bool, bool]]] = [
            [
                (
                    link,
                    net.links[link].other(place),
                    net.links[link].half(place) == 1,
                    net.links[link].half(net.links[link].other(place)) == 1,
                )
                for link in net.at[place]
            ]
            for place in range(len(net.places))
        ]

    def best(self, prices: Sequence[float], without: int = 0) -> tuple[float, int]:
        """Return the most that a route has left after prices, and its bits; nothing is 0."""
        found, bits = 0.0, 0
        for known, gain in self.known:
            left = gain - cost(known, prices) if prices else float(gain)
            if left > found and not known & without:
                found, bits = left, known
        better = _Listing(self, prices, without, found, is_best=True).routes
        if better:
            bits, _, found = better[-1]
            paid = cost(bits, prices) if prices else 0
            self.known = [(bits, int(found + paid)), *self.known[:_KEPT]]
        return found, bits

    def above(self, floor: float, prices: Sequence[float]) -> Diagram | None:
        """Return all routes with more than ``floor`` left after prices; None without any."""
        routes = [(bits, at) for bits, at, _ in _Listing(self, prices, 0, floor).routes]
        if floor < 0:
            routes.append((0, ()))
        return self._make_diagram(routes) if routes else None

    def _make_diagram(self, routes: Sequence[tuple[int, tuple[int, ...]]]) -> Diagram:
        """Return the diagram of these routes, each given as its bits and places."""
        steps = self.sweep.steps
        turn = {step.node: number for number, step in enumerate(steps)}
        leaving = [sum(1 << link for link in step.leaving) for step in steps]
        layers: list[list[list[Arc]]] = [[] for _ in steps]
        layers[0].append([])
        known: dict[tuple[int, int, int, int], int] = {}
        for bits, places in routes:
            gains = {
                turn[place]: (self.through if 0 < number < len(places) - 1 else self.ends)[place]
                for number, place in enumerate(places)
            }
            state = 0
            for number, mask in enumerate(leaving):
                key = number, state, bits & mask, gains.get(number, 0)
                after = known.get(key)
                if after is None:
                    after = 0
                    if number + 1 < len(layers):
                        after = len(layers[number + 1])
                        layers[number + 1].append([])
                    known[key] = after
                    layers[number][state].append((key[2], key[3], after))
                state = after
        return Diagram(layers).reduce()


class _Listing:
    """All routes above a floor after prices, without some bits.

    With ``is_best`` each must be better than those before it, so that the last one is the best.
    """

    def __init__(
        self,
        kind: ShortRoutes,
        prices: Sequence[float],
        without: int,
        floor: float,
        is_best: bool = False,
    ) -> None:
        self.kind, self.floor, self.is_best = kind, floor, is_best
        self.toll = list(prices) or [0.0] * kind.sweep.bits
        for bit in numbers(without):
            self.toll[bit] = _CLOSED
        self.worth = [max(t, e, 0) for t, e in zip(kind.through, kind.ends, strict=True)]
        self.walks = self._walks()
        self.routes: list[tuple[int, tuple[int, ...], float]] = []  # bits, places in order, value
        self.looked_at = 0
        done = 0
        for token in kind.tokens:
            self._from_token(token, done)
            done |= 1 << token

    def _walks(self) -> list[list[list[tuple[float, int]]]]:
        """Return by number of places and place: the best walks on with their first links.

        Only the two best with different first links are kept.
        """
        size = len(self.worth)
        found: list[list[list[tuple[float, int]]]] = [[[(0.0, -1)] for _ in range(size)]]
        for _ in range(self.kind.most):
            layer = []
            for place in range(size):
                options = [(0.0, -1)]
                for link, other, _, _ in self.kind.next_to[place]:
                    on = self._best_walk(found[-1][other], link)
                    options.append((self.worth[other] - self.toll[link] + on, link))
                options.sort(reverse=True)
                layer.append(options[:2])
            found.append(layer)
        return found

    @staticmethod
    def _best_walk(walks: Sequence[tuple[float, int]], came: int) -> float:
        """Return the most that a walk earns that does not begin with the link it came by."""
        most, link = walks[0]
        if link != came:
            return most
        return walks[1][0] if len(walks) > 1 else 0.0

    def _from_token(self, token: int, closed: int) -> None:
        """List the routes that visit the token and none of the closed places."""
        kind = self.kind
        self.token, self.first = token, -1
        for link, other, ends_here, ends_there in kind.next_to[token]:
            if closed >> other & 1 or self.toll[link] >= _CLOSED:
                continue
            self.first = link
            through = -_CLOSED if ends_here else kind.through[token]
            self.through = through if through >= 0 else -_CLOSED
            self.end = kind.ends[token] if kind.ends[token] >= 0 else -_CLOSED
            # the most that token and second arm earn, by the places that are left for it
            self.rest = [
                max(self.end, self.through + self._best_walk(self.walks[n][token], link))
                for n in range(kind.most)
            ]
            self.splits: dict[tuple[int, int, int], float] = {}
            begin = (other, link, kind.most - 2, -self.toll[link])
            self._first_arm(begin, closed | 1 << token | 1 << other, 1 << link, [other], ends_there)

    def _hope(self, place: int, came: int, left: int) -> float:
        """Return the most that the rest of the first arm, the token and the second arm earn."""
        key = place, came, left
        if key not in self.splits:
            walks = self.walks
            self.splits[key] = max(
                self._best_walk(walks[n][place], came) + self.rest[left - n]
                for n in range(left + 1)
            )
        return self.splits[key]

    def _first_arm(
        self,
        at: tuple[int, int, int, float],
        closed: int,
        bits: int,
        path: list[int],
        must_end: bool,
    ) -> None:
        """Go on with the first arm from a place, or end it there and begin the second."""
        place, came, left, value = at
        kind = self.kind
        self._look()
        if value + self.worth[place] + self._hope(place, came, left) <= self.floor:
            return
        if kind.ends[place] >= 0:
            ended = value + kind.ends[place]
            self._keep(ended + self.end, bits, path, [])
            if self.through >= 0 and left:
                begin = (self.token, left, ended + self.through)
                self._second_arm(begin, closed, bits, path, [])
        if must_end or not left or kind.through[place] < 0:
            return
        value += kind.through[place]
        for link, other, ends_here, ends_there in kind.next_to[place]:
            if not closed >> other & 1 and not ends_here:
                after = (other, link, left - 1, value - self.toll[link])
                path.append(other)
                self._first_arm(after, closed | 1 << other, bits | 1 << link, path, ends_there)
                path.pop()

    def _second_arm(
        self,
        at: tuple[int, int, float],
        closed: int,
        bits: int,
        first: list[int],
        path: list[int],
    ) -> None:
        """Go on with the second arm from a place that trains run through; its gain is counted.

        It begins by a later link than the first arm, so that no route is listed twice.
        """
        place, left, value = at
        kind, worth, toll, floor = self.kind, self.worth, self.toll, self.floor
        self._look()
        walks = self.walks[left - 1]
        for link, other, ends_here, ends_there in kind.next_to[place]:
            if closed >> other & 1 or ends_here or (not path and link <= self.first):
                continue
            now = value - toll[link]
            if now + worth[other] + self._best_walk(walks[other], link) <= floor:
                continue
            path.append(other)
            if kind.ends[other] >= 0:
                self._keep(now + kind.ends[other], bits | 1 << link, first, path)
                floor = self.floor
            if left > 1 and not ends_there and kind.through[other] >= 0:
                after = (other, left - 1, now + kind.through[other])
                self._second_arm(after, closed | 1 << other, bits | 1 << link, first, path)
                floor = self.floor
            path.pop()

    def _look(self) -> None:
        """Count a beginning of a route, and check the clock now and then."""
        self.looked_at += 1
        if not self.looked_at % _OFTEN:
            self.kind.clock.check()

    def _keep(self, value: float, bits: int, first: list[int], second: list[int]) -> None:
        """Keep a route if it is above the floor."""
        if value <= self.floor:
            return
        self.routes.append((bits, (*first[::-1], self.token, *second), value))
        if self.is_best:
            self.floor = value


class PricedRoutes(TrainCombinations):
    """Prices for trains whose routes are listed at each step, and not kept in diagrams."""

    def __init__(
        self,
        sweep: Sweep,
        routes: Sequence[ShortRoutes],
        kinds: Sequence[int],
        unit: int,
        clock: Clock,
    ) -> None:
        super().__init__(sweep, {}, kinds, unit, clock)
        self.routes = routes

    def best_route(self, kind: int, prices: Sequence[float]) -> tuple[float, int]:
        return self.routes[kind].best(prices)

    def draw(self, goal: int) -> list[Diagram] | None:
        """Return all routes that a run with more than the goal may have; None without any."""
        most = [routes.best(self.prices)[0] for routes in self.routes]
        limit = sum(self.prices) + sum(most[kind] for kind in self.kinds)
        short = goal + self.unit - limit - LEAST / 2
        drawn = []
        for routes, best in zip(self.routes, most, strict=True):
            found = routes.above(best + short, self.prices)
            if found is None:
                return None
            drawn.append(found)
        return drawn
