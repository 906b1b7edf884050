"""The best run of a company: the greatest revenue that all its trains earn together.

The company's network is compiled once (network.py) for all that is asked about its trains
(ground.py). What a kind of train makes of each place, whatever its limits, its pay and the bonuses
are, becomes a few *ways to visit* it (scoring.py); and all routes of a kind are drawn up
(builder.py) as a *diagram* (diagram.py), in which the best route of one train is simply the best
way through.

What only one train may have is a *bit*: a link, a switch, and the pay of a place that pays one
train only, which a visit takes or leaves. So a run is a route for each train such that no bit is
used twice, and it earns the sum of what its routes gain. That one rule is all that trains have
to do with each other. The search (search.py) for the best run of several trains (together.py):

1. *Diagrams* of all routes, where they stay small; and of any size nearly always, for how many
   states there are hangs on how many links are open at a time, and on real maps those are few.
   Where routes may lead is drawn once, whatever trains there are (skeleton.py); a kind's diagram
   is what it may run of that. One train after the other takes the best that is left: a first run.
2. *Prices* on all bits. Whatever they are, no run earns more than all prices together and, for
   each train, its best route after paying for what it uses. Routes that fall short of their train's
   best by more than this bound is above the run found are in no better run, and are dropped.
3. *All trains together* walk through what is left of their diagrams, no further than the bound.

Where a diagram grows too large, it is first drawn in the rough, with only the most promising
states, which gives a first run and prices as above. With these each train's very best route after
prices is looked for among all routes, which makes the bound hold for all; and then the diagram is
drawn anew, completely, but for the routes that the bound rules out.

A single train needs no prices: its best routes are drawn on the skeleton at once, without those
that cannot come near what it may hope for (hope.py).

The run found is *proved* best when step 3 has come to its end, or a bound shows it before: states,
routes and positions are left out only where a bound shows that nothing better than the run
already found can come of them. If the deadline comes first, the best run found so far is
returned and is not called proved.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from time import perf_counter

from companion.board.access import Access
from companion.board.bestrun.company_network import Ground
from companion.board.bestrun.deadline import Clock, OutOfTime
from companion.board.bestrun.diagram_builder import Builder
from companion.board.bestrun.gc_pause import pause_gc
from companion.board.bestrun.network import Network, network, route_path
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import bare, flood, scoring
from companion.board.bestrun.search import ROUGH, Search
from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.board import Board
from companion.board.routes import Route, flood_stops, path_pieces
from companion.board.trains import CENTRES, Fares, TrainKind


@dataclass(frozen=True, slots=True)
class BestRun:
    """A legal run, and whether it is proved that none earns more.

    ``others``: runs that earn as much and come to off-boards of other regions, where these were
    asked for (equal.py); then it is proved as well that there are no more such sets of regions.
    """

    routes: tuple[Route, ...]  # trains without a route, or better off without, are left out
    revenue: int
    proved: bool
    seconds: float = 0.0
    others: tuple[tuple[Route, ...], ...] = ()


def best_run(
    board: Board,
    access: Access,
    trains: Mapping[str, TrainKind],
    fares: Fares,
    deadline: float | None = None,
    ground: Ground | None = None,
) -> BestRun:
    """The routes of all trains (by id) that earn most together.

    After ``deadline`` seconds the best run found so
    far is returned; ``proved`` says whether it is known to be the best. ``ground``: where so many
    trains may run there, where that is asked about more than once.
    """
    begin = perf_counter()
    clock = Clock(None if deadline is None else begin + deadline)
    best, proved = BestRun((), 0, True), True
    with pause_gc():
        ground = ground or Ground(board, access, len(trains))
        for own, pays in lendings(trains, fares, alike=True):
            found = _best(ground, own, pays, clock, best.revenue)
            proved &= found.proved
            if found.revenue > best.revenue:
                best = found
    return replace(best, proved=proved, seconds=perf_counter() - begin)


def _best(
    ground: Ground, trains: Mapping[str, TrainKind], fares: Fares, clock: Clock, known: int
) -> BestRun:
    """The best run of trains to which all is lent that may be, if it earns more than ``known``."""
    board, access, net = ground.board, ground.access, ground.network
    shared = sum(bool(kind.once) for kind in trains.values()) > 1
    named = {bonus.train for bonus in fares.bonuses}  # trains with a bonus of their own
    alike = {train: (kind, train if train in named else "") for train, kind in trains.items()}
    running = [train for train, kind in trains.items() if not kind.floods]
    kinds = list(dict.fromkeys(alike[train] for train in running))
    scorings = [scoring(net, kind, fares, train, shared) for kind, train in kinds]
    flooding = {alike[train]: train for train, kind in trains.items() if kind.floods}
    floods = [flood(net, kind, fares, train, shared) for kind, train in flooding]
    numbers = [kinds.index(alike[train]) for train in running]
    search = Search(ground, scorings, numbers, clock, known)
    try:
        search.run(floods)
        proved = True
    except OutOfTime:
        proved = search.found >= search.bound
    routes = [
        Route(train, route_path(net, bits))
        for train, bits in zip(running, search.bits, strict=True)
        if bits
    ]
    if search.flooding is not None:
        train = list(flooding.values())[search.flooding]
        used = {piece for route in routes for piece, _, _ in path_pieces(board, route.path)}
        stops = flood_stops(board, access, trains[train], train, fares, used)
        routes += [Route(train, stops)] if stops else []
    return BestRun(tuple(routes), search.found, proved)


def has_route(board: Board, access: Access, kinds: Collection[TrainKind]) -> bool:
    """Whether a train of one of these kinds would have a route, however little it earns."""
    kinds = set(kinds)
    if any(_surely_runs(board, access, kind) for kind in kinds):
        return True
    flooding = {kind for kind in kinds if kind.floods}  # from all tokens together
    if any(flood_stops(board, access, kind, "", Fares(())) for kind in flooding):
        return True
    net = network(board, access)
    return any(_runs(net, kind) for kind in kinds - flooding)


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
    others = board.reach(access).stop_states.difference(map(board.map.state, own))
    return any(board.stop_at(state).kind in ends for state in others)


def _runs(net: Network, kind: TrainKind) -> bool:
    """Whether a train of this kind has a route in the network."""
    if not net.links:
        return False
    builder = Builder(Sweep(net), bare(net, kind), Clock(None))
    return builder.build(0, ROUGH) is not None or builder.build(0) is not None
