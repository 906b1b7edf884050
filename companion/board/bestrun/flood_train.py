"""The best run beside a flood: a train that counts, once, each stop that others leave to it.

Such a train runs no route. It counts every stop where a train of any length could call. Its routes
use no track of the company's other trains, but may use their own track any number of times. It has
no choice, so its pay depends on the others' routes alone.

First the others choose as if they took only pay from the flood: the pay of shared stops is their
price. An upper bound follows: their best result after prices, plus all that the flood could count
without them. The run behind it is tried.

The others may then cut the flood off from a stop. In the best run, either the flood does without
that stop too, or the others do without one of the bits that cut it off. So the problem splits into
a few parts, each with its own bound (branch and bound). The part with the best run so far comes
first, as long as that leads to a better run. A better known run leaves fewer routes to examine.
After that, the part with the highest bound comes next. When no bound exceeds the best run tried,
that run is proved best.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.track_network import Network

Solve = Callable[[Mapping[int, int], int], tuple[int, tuple[int, ...]] | None]
_Move = tuple[int, int, bool]  # bits used, state after it, whether a way must end there
# a part of the problem: minus its bound, its number, places excluded for the flood, bits excluded
# for the others, and the bits they use in the run that was tried
_Part = tuple[int, int, frozenset[int], int, tuple[int, ...]]
_WAYS = 10_000  # ways tried by a full search; after that, doubtful places count as reached


class FloodReach:
    """The places that routes of any length reach in a network, beside other trains.

    A state is a node and the way it was entered: twice the node's number, plus the half at a
    switch. At a place, 1 is added where a route begins.
    """

    def __init__(self, net: Network) -> None:
        self.net = net
        self.own = [place for place, what in enumerate(net.places) if what.own]
        self._places, self._links = len(net.places), len(net.links)
        self._moves = [tuple(self._onward(*divmod(s, 2))) for s in range(2 * len(net.at))]
        self._known: dict[int, frozenset[int]] = {}

    def places_without(self, used: int) -> frozenset[int]:
        """Return the places reached when others use these links and switches (bits)."""
        found = self._known.get(used)
        if found is None:
            found = self._known[used] = self._search(used)
        return found

    def _bit(self, node: int) -> int:
        """Return a node's bit: links come first, then switches as in a sweep, then places."""
        switch = node - self._places
        at = switch if switch >= 0 else len(self.net.at) - self._places + node
        return 1 << (self._links + at)

    def _onward(self, node: int, come: int) -> Iterator[_Move]:
        for number in self.net.at[node]:
            link = self.net.links[number]
            half = link.half(node)
            if half > come if node < self._places else half == come:
                continue
            other = link.other(node)
            uses, there = 1 << number | self._bit(other), link.half(other)
            if other < self._places:
                on = there == 0 and self.net.places[other].through
                yield uses, 2 * other, not on
            else:
                yield uses, 2 * other + there, False

    def _search(self, used: int) -> frozenset[int]:
        """Search breadth first and keep the first way found to each state.

        No move repeats part of that way. The result is in doubt only where ignoring repetition
        would reach more; a full search then settles it.
        """
        ways = {2 * place + 1: self._bit(place) for place in self.own}
        met: set[int] = set()
        refused: list[int] = []
        queue = deque(ways)
        while queue:
            at = queue.popleft()
            way = ways[at]
            for uses, after, ends in self._moves[at]:
                if uses & used:
                    continue
                if uses & way:
                    refused.append(after)
                    continue
                place = after < 2 * self._places
                if place:
                    met.add(after // 2)
                if not ends and after not in ways and not (place and after + 1 in ways):
                    ways[after] = way | uses
                    queue.append(after)
        met.difference_update(self.own)
        met.update(place for place in self.own if self._reaches_another(place, used))
        doubtful = self._ignoring(refused, set(ways), used).difference(met, self.own)
        if doubtful:
            doubtful &= self._find_reachable(used)
        if doubtful:
            met |= self._find_reached(doubtful, used)
        return frozenset(met)

    def _reaches_another(self, place: int, used: int) -> bool:
        """Return whether a route from here reaches another station."""
        station = self.net.places[place].station
        stack = [(2 * place + 1, self._bit(place))]
        while stack:
            at, way = stack.pop()
            for uses, after, _ in self._moves[at]:
                if not uses & (used | way):
                    if after >= 2 * self._places:
                        stack.append((after, way | uses))
                    elif self.net.places[after // 2].station != station:
                        return True
        return False

    def _ignoring(self, begin: list[int], seen: set[int], used: int) -> set[int]:
        """Return the places reached from these states if ways could repeat themselves."""
        met: set[int] = set()
        while begin:
            at = begin.pop()
            if at < 2 * self._places:
                met.add(at // 2)
            if at not in seen:
                seen.add(at)
                begin += [after for uses, after, _ in self._moves[at] if not uses & used]
        return met

    def _find_reachable(self, used: int) -> set[int]:
        """Return the places reached by ways that may repeat themselves but not reverse at once."""
        links = (1 << self._links) - 1
        seen: set[tuple[int, int]] = set()  # a state, and the link by which it was entered
        stack = [(2 * place + 1, 0) for place in self.own]
        met: set[int] = set()
        while stack:
            here = at, last = stack.pop()
            if here in seen:
                continue
            seen.add(here)
            for uses, after, ends in self._moves[at]:
                link = uses & links
                if uses & used or link == last:
                    continue
                if after < 2 * self._places:
                    met.add(after // 2)
                if not ends:
                    stack.append((after, link))
        return met

    def _find_reached(self, wanted: set[int], used: int) -> set[int]:
        """Return the wanted places that a way without repetition reaches."""
        met: set[int] = set()
        ways: dict[int, list[int]] = {}
        queue = deque((2 * place + 1, self._bit(place)) for place in self.own)
        tried = 0
        while queue and not wanted <= met:
            at, way = queue.popleft()
            others = ways.setdefault(at, [])
            if any(other & way == other for other in others):
                continue
            others.append(way)
            tried += 1
            if tried > _WAYS:
                return wanted
            for uses, after, ends in self._moves[at]:
                if not uses & (used | way):
                    if after < 2 * self._places:
                        met.add(after // 2)
                    if not ends:
                        queue.append((after, way | uses))
        return met & wanted


@dataclass(frozen=True, slots=True)
class PlaceWorth:
    """The worth of a place to a flood."""

    pay: int
    extra: int  # bonuses, which no other train can take
    bit: int  # the bit of its pay, if another train may take that; else 0
    location: str  # places of one location count once
    meets: bool  # whether it counts towards the minimum of a flood
    leads: int  # the value of an off-board that takes its value from this place
    follows: bool


class Flood:
    """The pay of a flood for the places it reaches."""

    def __init__(self, worths: Sequence[PlaceWorth], least: int) -> None:
        self.worths, self.least = worths, least
        together: dict[str, list[int]] = {}
        for place, what in enumerate(worths):
            together.setdefault(what.location, []).append(place)
        self._parts = [places for places in together.values() if len(places) > 1]

    def paying_places(self, reached: frozenset[int]) -> frozenset[int]:
        """Return the places that count: of each location the one that pays most."""
        for places in self._parts:
            here = [place for place in places if place in reached]
            if len(here) > 1:
                best = max(here, key=lambda p: (self.worths[p].pay + self.worths[p].extra, -p))
                reached = reached.difference(here) | {best}
        return reached

    def pay(self, reached: frozenset[int], taken: int) -> int:
        """Return its pay when others take the pay of these bits."""
        worths = [self.worths[place] for place in self.paying_places(reached)]
        if sum(worth.meets for worth in worths) < self.least:
            return 0
        total = sum(w.extra + (0 if w.bit & taken else w.pay) for w in worths)
        if any(worth.follows for worth in worths):
            total += max((worth.leads for worth in worths), default=0)
        return total

    def prices(self, reached: frozenset[int]) -> dict[int, int]:
        """Return its loss when another train takes the pay of a bit, by number of the bit."""
        apart = {place for places in self._parts for place in places}
        return {
            worth.bit.bit_length() - 1: worth.pay
            for place, worth in enumerate(self.worths)
            if place in reached and place not in apart and worth.bit
        }


class FloodSearch:
    """The search for the best run of other trains and a flood together."""

    def __init__(
        self, flood: Flood, reached: FloodReach, track: int, solve: Solve, clock: Clock, known: int
    ) -> None:
        """Set up the search.

        ``track``: the bits of links and switches. ``solve``: returns the others' greatest gain and
        the bits each uses, given prices for some bits and bits that must not be used. It returns
        None if none of their routes can be in a better run. ``known``: the revenue of a known run;
        only better ones are searched for.
        """
        self.flood, self.reached, self.track = flood, reached, track
        self.solve, self.clock = solve, clock
        self.all = reached.places_without(0)
        self.could = flood.pay(self.all, 0)  # its pay if the others took nothing
        self.prices = flood.prices(self.all) if self.could else {}
        self.found = known
        self.bits: tuple[int, ...] = ()
        self.bound: float = float("inf")
        self._seen: set[tuple[frozenset[int], int]] = set()  # the keys of all parts so far
        self._parts: list[_Part] = []
        self._best: _Part | None = None  # the part of the best run, until it is divided

    def begin(self) -> None:
        """Try the run that the others would choose, then the parts that lead to better runs.

        Raises OutOfTimeError.
        """
        self._part(frozenset(), 0, self.bound)
        while self._best is not None:
            self.clock.check()
            part, self._best = self._best, None
            self._divide(part)

    def run(self) -> None:
        """Find the best run and prove it, after ``begin``. Raises OutOfTimeError."""
        while self._parts and -self._parts[0][0] > self.found:
            self.clock.check()
            self.bound = -self._parts[0][0]
            self._divide(heappop(self._parts))
        self.bound = self.found

    def _divide(self, part: _Part) -> None:
        """Split a part whose run earns less than its bound, and try each new part."""
        bound, _, lost, without, bits = part
        taken = _union(bits)
        place = self._greatest_loss(lost, taken)
        self._part(lost | {place}, without, -bound)
        for bit in self._cut(place, taken & self.track):
            self._part(lost, without | 1 << bit, -bound)

    def _part(self, lost: frozenset[int], without: int, most: float) -> None:
        """Try the runs where the flood lacks these places and the others lack these bits."""
        if (lost, without) in self._seen:
            return
        self._seen.add((lost, without))
        left = self.all - lost
        could = self.flood.pay(left, 0)
        prices = self.flood.prices(left) if could else {}
        best = self.solve(prices, without)
        if best is None:
            return
        earned, bits = best
        bound = int(min(most, could + earned))
        if bound > self.found:
            taken = _union(bits)
            gain = earned + sum(price for bit, price in prices.items() if taken >> bit & 1)
            total = gain + self.flood.pay(self.reached.places_without(taken & self.track), taken)
            part = -bound, len(self._seen), lost, without, bits
            heappush(self._parts, part)
            if total > self.found:
                self.found, self.bits = total, bits
                self._best = part if total < bound else None

    def _greatest_loss(self, lost: frozenset[int], taken: int) -> int:
        """Return the most valuable place that these bits keep from the flood."""
        worths = self.flood.worths

        def loss(place: int) -> tuple[int, int, int, int]:
            worth = worths[place]
            pay = worth.extra + (0 if worth.bit & taken else worth.pay)
            return pay, worth.leads, worth.meets, -place

        return max(self.all - lost - self.reached.places_without(taken & self.track), key=loss)

    def _cut(self, place: int, used: int) -> Iterator[int]:
        """Yield a minimal set of the used bits that cuts the flood off from a place."""
        rest = [bit for bit in range(used.bit_length()) if used >> bit & 1]
        needed = 0
        while place in self.reached.places_without(needed):
            low, high = 0, len(rest)  # the first ``high`` bits and those needed are enough
            while high - low > 1:
                middle = (low + high) // 2
                if place in self.reached.places_without(
                    needed | sum(1 << bit for bit in rest[:middle])
                ):
                    low = middle
                else:
                    high = middle
            needed |= 1 << rest[high - 1]
            yield rest[high - 1]
            rest = rest[: high - 1]


def _union(bits: Sequence[int]) -> int:
    total = 0
    for each in bits:
        total |= each
    return total
