"""The best run of a company: the greatest revenue that all its trains earn together.

The company's network is compiled once (network.py). What a kind of train makes of each place,
whatever its limits, its pay and the bonuses are, becomes a few *ways to visit* it (scoring.py);
and all routes of a kind are drawn up as a *diagram* (diagram.py), in which the best route of one
train is simply the best way through.

What only one train may have is a *bit*: a link, a switch, and the pay of a place that pays one
train only, which a visit takes or leaves. So a run is a route for each train such that no bit is
used twice, and it earns the sum of what its routes gain. That one rule is all that trains have
to do with each other. For several trains (together.py):

1. *Diagrams* of all routes, where they stay small; and of any size nearly always, for how many
   states there are hangs on how many links are open at a time, and on real maps those are few.
   One train after the other takes the best that is left: a first run.
2. *Prices* on all bits. Whatever they are, no run earns more than all prices together and, for
   each train, its best route after paying for what it uses. Routes that fall short of their train's
   best by more than this bound is above the run found are in no better run, and are dropped.
3. *All trains together* walk through what is left of their diagrams, no further than the bound.

Where a diagram grows too large, it is first drawn in the rough, with only the most promising
states, which gives a first run and prices as above. With these each train's very best route after
prices is looked for among all routes, which makes the bound hold for all; and then the diagram is
drawn anew, completely, but for the routes that the bound rules out. A single train needs no prices.

The run found is *proved* best when step 3 has come to its end, or a bound shows it before: states,
routes and positions are left out only where a bound shows that nothing better than the run
already found can come of them. If the deadline comes first, the best run found so far is
returned and is not called proved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import gcd
from time import perf_counter

from .access import Access
from .board import Board
from .clock import Clock, OutOfTime
from .diagram import Builder, Diagram, cost
from .network import Network, network, route_path
from .routes import Route
from .scoring import Scoring, bare, scoring
from .sweep import Sweep
from .together import LEAST, Run, Together
from .trains import CENTRES, Fares, TrainKind

_ROUGH = 48  # states in a layer of a rough diagram
_FREE = 30_000  # states that a diagram may have before it is made rough
_ROUNDS = (10, 20, 40)  # to find prices, at most
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
    fares: Fares,
    deadline: float | None = None,
) -> BestRun:
    """The routes of all trains (by id) that earn most together.

    After ``deadline`` seconds the best run found so
    far is returned; ``proved`` says whether it is known to be the best.
    """
    begin = perf_counter()
    clock = Clock(None if deadline is None else begin + deadline)
    net = network(board, access, len(trains))
    shared = sum(bool(kind.once) for kind in trains.values()) > 1
    named = {bonus.train for bonus in fares.bonuses}  # trains with a bonus of their own
    alike = [(kind, train if train in named else "") for train, kind in trains.items()]
    kinds = list(dict.fromkeys(alike))
    scorings = [scoring(net, kind, fares, train, shared) for kind, train in kinds]
    search = _Search(net, scorings, [kinds.index(each) for each in alike], clock)
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
    far as that, the train need count two stops at most, if all it counts are stops it may end at;
    and if that stop is no off-board, so is none before it.
    """
    if any(limit.number < 2 or not limit.of <= kind.ends for limit in kind.limits):
        return False
    if kind.least.number > 2 or not kind.ends & CENTRES <= kind.least.of:
        return False
    own = board.own_stops(access)
    tokens = [board.stop(stop) for stop in own]
    if any(token.group or token.kind not in kind.ends for token in tokens):
        return False
    ends = kind.ends & (kind.least.of | CENTRES)
    return any(
        stop not in own and board.stop(stop).kind in ends for stop in board.reach(access).stops
    )


class _Search:
    """The search for one company's best run; ``found`` and ``bound`` close in on each other."""

    def __init__(
        self, net: Network, scorings: Sequence[Scoring], kinds: Sequence[int], clock: Clock
    ) -> None:
        self.net, self.scorings, self.kinds, self.clock = net, scorings, kinds, clock
        self.sweep = Sweep(net)
        self.found = 0
        self.bound: float = float("inf")
        self.bits = [0] * len(kinds)  # what each train uses in the best run found
        gains = [v.gain for s in scorings for visits in (*s.through, *s.ends) for v in visits]
        self.unit = gcd(*gains) or 1  # runs differ by a multiple of this

    def run(self) -> None:
        """Find the best run and prove it, or raise OutOfTime."""
        if not self.net.links or not self.kinds:
            self.bound = 0
            return
        builders = [Builder(self.sweep, scoring, self.clock) for scoring in self.scorings]
        if len(self.kinds) == 1:
            self._one(builders[0])
        else:
            self._several(builders)

    def _one(self, builder: Builder) -> None:
        """The best route of the only train."""
        diagram = builder.build(0, _ROUGH)
        for width in (_FINER, None):
            self._keep_one(diagram)
            if diagram is not None and diagram.whole:
                break
            diagram = builder.build(self.found, width)
        self._keep_one(diagram)
        self.bound = self.found

    def _keep_one(self, diagram: Diagram | None) -> None:
        earned, bits = _best_way(diagram)
        self._keep(earned, [(0, bits)])

    def _several(self, builders: Sequence[Builder]) -> None:
        """The best routes of several trains."""
        free = _FREE if self.sweep.cost < _FREE else 0
        diagrams = [_drawn(builder, _ROUGH, free) for builder in builders]
        alone = [_best_way(diagram) for diagram in diagrams]
        self._take_turns(builders, diagrams, alone)
        if all(diagram.whole for diagram in diagrams):
            self.bound = sum(alone[kind][0] for kind in self.kinds)
            if self.found < self.bound:
                self._close_in(self._together(diagrams, ()))
        else:
            for kind, builder in enumerate(builders):
                if not diagrams[kind].whole:
                    diagrams[kind] = _drawn(builder, _FINER)
            rough = self._together(diagrams, ())
            rough.set_prices(self.found, _ROUNDS[-1])
            self._walk(rough, _POSITIONS)
            whole = self._drawn_anew(builders, diagrams, rough.prices)
            if whole is not None:
                self._close_in(self._together(whole, rough.prices))
        self.bound = self.found

    def _close_in(self, together: Together) -> None:
        """Find the best run in the diagrams of all trains."""
        for rounds, width in zip(_ROUNDS, (_POSITIONS, 4 * _POSITIONS, None), strict=True):
            together.set_prices(self.found, rounds)
            self.bound = min(self.bound, together.bound // self.unit * self.unit)
            if self._walk(together, width):
                return

    def _drawn_anew(
        self, builders: Sequence[Builder], rough: Sequence[Diagram], prices: Sequence[float]
    ) -> list[Diagram] | None:
        """All routes that a better run may have, by what is left after prices; None for none."""
        most, first = [], []
        for builder, diagram in zip(builders, rough, strict=True):
            best = diagram
            if not diagram.whole:
                floor = diagram.rest(prices)[0][0]
                best = builder.build(floor, prices=prices) or diagram
            rest = best.rest(prices)
            bits = best.best(rest, prices)
            most.append(rest[0][0])
            first.append((int(rest[0][0] + cost(bits, prices)), bits))
        self._take_turns(builders, rough, first)
        self.bound = sum(prices) + sum(most[kind] for kind in self.kinds)
        short = self.found + self.unit - self.bound - LEAST / 2
        drawn = []
        for kind, builder in enumerate(builders):
            if rough[kind].whole:
                found = rough[kind].above(most[kind] + short, prices)
            else:
                found = builder.build(most[kind] + short, prices=prices)
            if found is None:
                return None
            drawn.append(found.reduced())
        return drawn

    def _together(self, diagrams: Sequence[Diagram], prices: Sequence[float]) -> Together:
        return Together(
            self.sweep, dict(enumerate(diagrams)), self.kinds, self.unit, self.clock, prices
        )

    def _walk(self, together: Together, width: int | None) -> bool:
        """Find a better run in the diagrams of all trains; True when there is no better one."""
        if not together.drop_hopeless(self.found):
            return True
        better, whole = together.walk(self.found, width)
        if better is not None:
            self._keep(*better)
        return whole

    def _take_turns(
        self,
        builders: Sequence[Builder],
        diagrams: Sequence[Diagram],
        alone: Sequence[tuple[int, int]],
    ) -> None:
        """One train after the other, best or worst first, takes the best route that is left."""
        worst_first = sorted(self.kinds, key=lambda kind: (alone[kind], kind))
        for order in (worst_first[::-1], worst_first):
            earned, used = alone[order[0]]
            run = [(order[0], used)]
            for kind in order[1:]:
                if diagrams[kind].whole:
                    value, bits = _best_way(diagrams[kind].without(used))
                else:
                    value, bits = _best_way(builders[kind].build(0, _ROUGH, without=used))
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


def _drawn(builder: Builder, width: int, free: int = 0) -> Diagram:
    """A train's diagram; rough, if it needs more than ``free`` states."""
    # below 0, so that a train that stays at home is among the routes
    diagram = builder.build(-1, width, free)
    assert diagram is not None
    return diagram.reduced()


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
    builder = Builder(Sweep(net), bare(net, kind), Clock(None))
    return builder.build(0, _ROUGH) is not None or builder.build(0) is not None
