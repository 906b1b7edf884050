"""The best run of a company: the greatest revenue that all its trains earn together.

The company's network is compiled once (track_network.py) and shared by all questions about its
trains (shared_search_data.py). The limits, the pay and the bonuses of a kind of train become a few
*ways to visit* each place (scoring.py). All routes of a kind are built
(decision_diagram_builder.py) as a *diagram* (decision_diagram.py). The best route of one train is
then the best way through its diagram.

A *bit* is something that only one train may have: a link, a switch, or the pay of a place that pays
one train only. A visit takes that pay or leaves it. A run is a route for each train such that no
bit is used twice. It earns the sum of the gains of its routes. Trains affect each other by this
rule alone. The search (search.py) for the best run of several trains (train_combinations.py) has
three steps:

1. *Diagrams* of all routes are built, if they stay small. They nearly always do: their size depends
on how many links are open at a time, and on real maps those are few. Possible routes are built once
for all trains (network_diagram.py), and a kind's diagram is the part it may run. Each train in turn
takes the best route that is left, which gives a first run. 2. *Prices* are set on all bits. For any
prices there is an upper bound: the sum of all prices plus each train's best route after paying for
its bits. The gap is the bound less the revenue of the first run. A route that falls short of its
train's best by more than the gap is dropped. 3. *All trains together* walk through the rest of
their diagrams, within the bound.

A diagram that grows too large is first built in the rough, with only the most promising states.
This gives a first run and prices as above. With these prices, each train's best route is searched
among all routes, so that the bound holds for all of them. Then the complete diagram is built,
without the routes that the bound rules out.

On a network with too many open links, routes of trains with few stops are listed from the tokens
(short_routes.py), with prices as above. And if each train earns the most that its limits allow
anywhere, the run is proved at once.

A single train needs no prices. Its best routes are built on the network diagram at once. Routes
that cannot come near its upper bound are left out (remaining_bounds.py).

The run is *proved* best when step 3 is complete, or when a bound shows it earlier. States, routes
and positions are dropped only when a bound shows that they lead to nothing better than the known
run. If the deadline comes first, the best run so far is returned and not called proved.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from time import perf_counter

from companion.board.bestrun.deadline import Clock, OutOfTimeError
from companion.board.bestrun.diagram_search import ROUGH
from companion.board.bestrun.flood_run_search import FloodRunSearch
from companion.board.bestrun.kind_builder import KindBuilder
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import bare, flood, scorings
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.bestrun.track_network import Network, network, route_path
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.reach import next_stops
from companion.board.routes import Route, flood_stops, path_pieces
from companion.board.tiles import Stop
from companion.board.trains import CENTRES, EVERY, Fares, TrainKind
from companion.gc_pause import pause_gc


@dataclass(frozen=True, slots=True)
class BestRun:
    """A legal run, and whether it is proved that no run earns more.

    ``others``: runs with the same revenue that reach off-boards of other regions, if these were
    asked for (equal_runs.py). ``proved`` then also means that there are no more such sets of
    regions.
    """

    routes: tuple[Route, ...]  # only trains that gain by running
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
    ground: SharedSearchData | None = None,
) -> BestRun:
    """Find the routes of all trains (by id) that earn most together.

    After ``deadline`` seconds the best run found so far is returned. ``proved`` says whether it is
    known to be the best. ``ground``: the shared network for this number of trains, for callers that
    ask several questions about it.
    """
    begin = perf_counter()
    clock = Clock(None if deadline is None else begin + deadline)
    best, proved = BestRun((), 0, True), True
    with pause_gc():
        ground = ground or SharedSearchData(board, access, len(trains))
        for own, pays in lendings(trains, fares, alike=True):
            found = _best(ground, own, pays, clock, best.revenue)
            proved &= found.proved
            if found.revenue > best.revenue:
                best = found
    return replace(best, proved=proved, seconds=perf_counter() - begin)


def _best(
    ground: SharedSearchData,
    trains: Mapping[str, TrainKind],
    fares: Fares,
    clock: Clock,
    known: int,
) -> BestRun:
    """Find the best run of trains with all loans made, if it earns more than ``known``."""
    board, access, net = ground.board, ground.access, ground.network
    shared = sum(bool(kind.once) for kind in trains.values()) > 1
    named = {bonus.train for bonus in fares.bonuses}  # trains with a bonus of their own
    alike = {train: (kind, train if train in named else "") for train, kind in trains.items()}
    running = [train for train, kind in trains.items() if not kind.floods]
    kinds = list(dict.fromkeys(alike[train] for train in running))
    ways = [scorings(net, kind, fares, train, shared) for kind, train in kinds]
    flooding = {alike[train]: train for train, kind in trains.items() if kind.floods}
    floods = [flood(net, kind, fares, train, shared) for kind, train in flooding]
    numbers = [kinds.index(alike[train]) for train in running]
    search = FloodRunSearch(ground, ways, numbers, clock, known)
    try:
        search.run_with(floods)
        proved = True
    except OutOfTimeError:
        proved = search.found >= search.bound
    routes = [
        Route(train, route_path(net, bits))
        for train, bits in zip(running, search.bits, strict=True)
        if bits
    ]
    if search.flooding is not None:
        train = list(flooding.values())[search.flooding]
        used = {piece for route in routes for piece, _, _ in path_pieces(board.map, route.path)}
        stops = flood_stops(board, access, trains[train], train, fares, used)
        routes += [Route(train, stops)] if stops else []
    return BestRun(tuple(routes), search.found, proved)


def has_route(board: Board, access: Access, kinds: Collection[TrainKind]) -> bool:
    """Return whether a train of one of these kinds has a route, however little it earns."""
    kinds = frozenset(kinds)
    if ports := board.map.ports:
        inland = replace(access, closed=access.closed | ports)
        # a route remains one without its port, if a train may end where it then ends
        bound = frozenset(kind for kind in kinds if not kind.ends >= EVERY)
        return _has_route(board, inland, kinds) or _find_route(board, access, bound)
    return _has_route(board, access, kinds)


def _has_route(board: Board, access: Access, kinds: frozenset[TrainKind]) -> bool:
    """Return whether there is a route, on a board without ports."""
    if access.anywhere:  # such routes may lie beyond the reach of the company's tokens
        return _find_route(board, access, kinds)
    if _has_short_route(board, access, kinds):
        return True
    known = board.reach(access).has_route
    if kinds not in known:
        known[kinds] = _find_route(board, access, kinds)
    return known[kinds]


@lru_cache(maxsize=64)  # it is asked at several steps of a turn
def _has_short_route(board: Board, access: Access, kinds: frozenset[TrainKind]) -> bool:
    """Return whether a train may run from a token to the next stop, which needs no full reach."""
    tokens = [board.stop(stop) for stop in board.own_stops(access)]
    ends = frozenset[str]().union(*[_ends_of_short_routes(tokens, kind) for kind in kinds])
    closed = board.closed_states(access)
    starts = board.starts(access, closed)
    return any(board.stop_at(at).kind in ends for at in next_stops(board.moves, starts, closed))


def _find_route(board: Board, access: Access, kinds: frozenset[TrainKind]) -> bool:
    if not board.map.ports and any(_surely_runs(board, access, kind) for kind in kinds):
        return True
    flooding = {kind for kind in kinds if kind.floods}  # a flood starts from all tokens at once
    if any(flood_stops(board, access, kind, "", Fares(())) for kind in flooding):
        return True
    if not access.anywhere and len(board.reach(access).stop_states) < 2:
        return False
    net = network(board, access)
    return any(_runs(net, kind) for kind in kinds - flooding)


def _surely_runs(board: Board, access: Access, kind: TrainKind) -> bool:
    """Return whether the company's reach alone proves a route, which is quick to check.

    It nearly always does. On the way from a token to a stop where the train may end, there is a
    first such stop. Up to there the train counts at most two stops, if it may end at every stop
    that it counts. If that stop is no off-board, no stop before it is one.
    """
    own = board.own_stops(access)
    ends = _ends_of_short_routes([board.stop(stop) for stop in own], kind)
    others = board.reach(access).stop_states.difference(map(board.map.state, own))
    return any(board.stop_at(state).kind in ends for state in others)


def _ends_of_short_routes(tokens: Iterable[Stop], kind: TrainKind) -> frozenset[str]:
    """Return the kinds of stop at which a route from any token may end that counts two stops."""
    if any(limit.number < 2 or not limit.of <= kind.ends for limit in kind.limits):
        return frozenset()
    if kind.least.number > 2 or not kind.ends & CENTRES <= kind.least.of:
        return frozenset()
    if any(token.group or token.kind not in kind.ends for token in tokens):
        return frozenset()
    return kind.ends & (kind.least.of | CENTRES)


def _runs(net: Network, kind: TrainKind) -> bool:
    """Return whether a train of this kind has a route in the network."""
    if not net.links:
        return False
    builder = KindBuilder(Sweep(net), bare(net, kind), Clock(None))
    return builder.build(0, ROUGH) is not None or builder.build(0) is not None
