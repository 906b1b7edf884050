"""The best run of a company: the greatest revenue that all its trains earn together.

The company's network is compiled once (network.py), and all routes of a kind of train are drawn up
as a diagram (diagram.py), in which the best route of one train is simply the best way through.
For several trains (together.py):

1. *A first run.* Rough diagrams, which keep only the most promising states, give each train's
   likely best route. One train after the other takes the best that is left; then the rough
   diagrams are combined.
2. *Bounds.* No train earns more than its best route alone. Where ``others`` is the sum of that over
   the other trains, routes of a train that earn no more than ``found - others`` are in no
   better run. Each train's diagram is drawn up anew, completely, but for those.
3. *Prices* on links and switches make the bounds much lower, and more routes are dropped.
4. *All trains together* walk through what is left of their diagrams, no further than the bounds.

The run found is *proved* best when step 4 has come to its end, or a bound shows it before:
states, routes and positions are left out in steps 2 to 4 only where a bound shows that nothing
better than the run already found can come of them. If the deadline comes first, the best run
found so far is returned and is not called proved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from time import perf_counter

from .access import Access
from .board import Board
from .clock import Clock, OutOfTime
from .diagram import Builder, Diagram, Scoring
from .network import Network, network, route_path
from .routes import Bonus, Route, TrainKind
from .sweep import Sweep
from .together import Run, Together

_ROUGH = 48  # states in a layer of a rough diagram
_FINER = 400  # and of one less rough
_POSITIONS = 200  # of all trains in a layer, when diagrams are combined in the rough


@dataclass(frozen=True, slots=True)
class BestRun:
    """A legal run, and whether it is proved that none earns more."""

    routes: tuple[Route, ...]  # trains without a route, or better off without, are left out
    revenue: int
    proved: bool
    seconds: float


def best_run(
    board: Board,
    access: Access,
    trains: Mapping[str, TrainKind],
    colours: Sequence[str],
    bonuses: Sequence[Bonus] = (),
    deadline: float | None = None,
) -> BestRun:
    """The routes of all trains (by id) that earn most together.

    ``colours`` are the tile colours available. After ``deadline`` seconds the best run found so
    far is returned; ``proved`` says whether it is known to be the best.
    """
    begin = perf_counter()
    clock = Clock(None if deadline is None else begin + deadline)
    net = network(board, access, len(trains))
    scorings = {kind: _scoring(net, kind, colours, bonuses) for kind in trains.values()}
    search = _Search(net, [scorings[kind] for kind in trains.values()], clock)
    try:
        search.run()
        proved = True
    except OutOfTime:
        proved = search.found >= search.bound
    routes = [
        Route(train, route_path(net, bits))
        for train, bits in zip(trains, search.bits, strict=True)
        if bits
    ]
    return BestRun(tuple(routes), search.found, proved, perf_counter() - begin)


def has_route(board: Board, access: Access, kinds: Collection[TrainKind]) -> bool:
    """Whether a train of one of these kinds would have a route, however little it earns."""
    kinds = set(kinds)
    if any(_surely_runs(board, access, kind) for kind in kinds):
        return True
    net = network(board, access)
    return any(_runs(net, kind) for kind in kinds)


def _surely_runs(board: Board, access: Access, kind: TrainKind) -> bool:
    """Whether a route is certain from what the company reaches; quickly seen, and nearly always so.

    On the way from a token to a stop where the train may end, there is a first such stop. As
    far as that, the train need count two stops at most, if all it counts are stops it may end at.
    """
    if kind.reach is not None and (kind.reach < 2 or not kind.counts <= kind.ends):
        return False
    own = board.own_stops(access)
    tokens = [board.stop(stop) for stop in own]
    if any(token.group or token.kind not in kind.ends for token in tokens):
        return False
    reached = board.reach(access).stops
    return any(stop not in own and board.stop(stop).kind in kind.ends for stop in reached)


class _Search:
    """The search for one company's best run; ``found`` and ``bound`` close in on each other."""

    def __init__(self, net: Network, trains: Sequence[Scoring], clock: Clock) -> None:
        self.net, self.clock = net, clock
        self.scorings = list(dict.fromkeys(trains))
        self.kinds = [self.scorings.index(scoring) for scoring in trains]  # by train
        self.found = 0
        self.bound: float = float("inf")
        self.bits = [0] * len(trains)  # what each train uses in the best run found
        gains = [gain for s in self.scorings for visits in s.visits for _, gain in visits]
        gains += [gain for s in self.scorings for gain in s.ends if gain]
        self.unit = gcd(*gains) or 1  # runs differ by a multiple of this

    def run(self) -> None:
        """Find the best run and prove it, or raise OutOfTime."""
        if not self.net.links or not self.kinds:
            self.bound = 0
            return
        sweep = Sweep(self.net)
        builders = [Builder(sweep, scoring, self.clock) for scoring in self.scorings]
        # below 0, so that a train that stays at home is among the routes
        rough = [builder.build(-1, _ROUGH) for builder in builders]
        alone = [_best_way(diagram) for diagram in rough]
        self._take_turns(builders, alone)
        if not all(map(_whole, rough)):
            several = len(self.kinds) > 1
            for kind, builder in enumerate(builders):
                if not _whole(rough[kind]):
                    rough[kind] = builder.build(-1 if several else alone[kind][0], _FINER)
                    alone[kind] = max(alone[kind], _best_way(rough[kind]))
            if several:
                self._combine(sweep, rough, complete=False)
            for kind, builder in enumerate(builders):
                if not _whole(rough[kind]):
                    alone[kind] = max(alone[kind], _best_way(builder.build(alone[kind][0])))
            self._take_turns(builders, alone)
        self.bound = sum(alone[kind][0] for kind in self.kinds)
        if self.found >= self.bound:
            return
        drawn: list[Diagram | None] = []
        for kind, builder in enumerate(builders):
            floor = self.found - self.bound + alone[kind][0]
            first = rough[kind]
            if first is not None and first.whole:
                drawn.append(first.above(floor))
            else:
                drawn.append(builder.build(floor))
        self._combine(sweep, drawn, complete=True)

    def _combine(self, sweep: Sweep, drawn: Sequence[Diagram | None], complete: bool) -> None:
        """Find a better run in the diagrams of all trains; the best one, if they are complete."""
        diagrams = {kind: diagram for kind, diagram in enumerate(drawn) if diagram is not None}
        if len(diagrams) == len(drawn):
            together = Together(sweep, diagrams, self.kinds, self.unit, self.clock)
            together.set_prices(self.found)
            if complete:
                self.bound = min(self.bound, together.bound // self.unit * self.unit)
            for width in (_POSITIONS, None) if complete else (_POSITIONS,):
                if not together.drop_hopeless(self.found):
                    break
                better = together.walk(self.found, width)
                if better is not None:
                    self._keep(*better)
        if complete:
            self.bound = self.found

    def _take_turns(self, builders: Sequence[Builder], alone: Sequence[tuple[int, int]]) -> None:
        """One train after the other, best or worst first, takes the best route that is left."""
        worst_first = sorted(self.kinds, key=lambda kind: (alone[kind], kind))
        for order in (worst_first[::-1], worst_first):
            earned, used = alone[order[0]]
            run = [(order[0], used)]
            for kind in order[1:]:
                value, bits = _best_way(builders[kind].build(0, _ROUGH, used))
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


def _whole(diagram: Diagram | None) -> bool:
    return diagram is not None and diagram.whole


def _best_way(diagram: Diagram | None) -> tuple[int, int]:
    """What the best route in a diagram earns, and the bits it uses."""
    if diagram is None:
        return 0, 0
    rest = diagram.rest()
    return int(rest[0][0]), diagram.best(rest)


def _runs(net: Network, kind: TrainKind) -> bool:
    """Whether a train of this kind has a route in the network."""
    if not net.links:
        return False
    visits = tuple(((int(place.printed.kind in kind.counts), 1),) for place in net.places)
    ends = tuple(0 if place.printed.kind in kind.ends else None for place in net.places)
    builder = Builder(Sweep(net), Scoring(kind.reach, visits, ends), Clock(None))
    return builder.build(0, _ROUGH) is not None or builder.build(0) is not None


def _scoring(
    net: Network, kind: TrainKind, colours: Sequence[str], bonuses: Sequence[Bonus]
) -> Scoring:
    """What a kind of train makes of the network's places, bonuses included."""
    visits: list[tuple[tuple[int, int], ...]] = []
    ends: list[int | None] = []
    for place in net.places:
        printed = place.printed
        gain = printed.value(colours) * kind.multiplier if printed.kind in kind.pays else 0
        at_end = 0
        for bonus in bonuses:
            if bonus.stop == place.id:
                amount = bonus.amount * (kind.multiplier if bonus.multiplied else 1)
                if bonus.where == "end":
                    at_end += amount
                else:
                    gain += amount
        visits.append(((int(printed.kind in kind.counts), gain),))
        ends.append(at_end if printed.kind in kind.ends else None)
    return Scoring(kind.reach, tuple(visits), tuple(ends))
