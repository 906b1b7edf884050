"""Routes: the way each train runs, and whether it may (rule books: running trains).

A path is a tuple of nodes in the order the train runs: stops ("I15.0") and the plain hexes between
them ("I17"). Two consecutive nodes lie in neighbouring hexes, or are two stops of one tile joined
by track. Trains that use the same side between two hexes use the same track.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.remaining_reach import remaining_stops

from .board import Board
from .company_access import Access
from .lay_and_route_faults import Fault
from .map import BLOCK, Map, split_stop
from .revenue import Call, PayClaim, bonuses, calls, settle
from .run_reports import Path as Path
from .run_reports import RouteReport, RunReport, StopReport
from .trains import Fares, TrainKind

MOST_RUNS = 200  # whose reports are kept, for games that are played again
Piece = int | tuple[str, str]  # a side's number, or two stops of one tile joined by track


class Route(NamedTuple):
    """One train's path over the map."""

    train: str
    path: Path


def node_hex(node: str) -> str:
    """Return the hex of a path's node."""
    return node.partition(".")[0]


def path_stops(path: Iterable[str]) -> tuple[str, ...]:
    """Return the stops of a path in order."""
    return tuple([node for node in path if "." in node])


@lru_cache(maxsize=256)  # a run is checked as track, with the other trains, and for its pay
def path_pieces(map: Map, path: Path) -> Sequence[tuple[Piece, str, str]]:
    """Return the track a path uses: (piece, from hex, to hex) for each step between neighbours."""
    pieces: list[tuple[Piece, str, str]] = []
    for a, b in pairwise(path):
        here, there = node_hex(a), node_hex(b)
        if here == there:
            pieces.append(((a, b) if a < b else (b, a), here, there))
        elif here in map.number and (edge := map.edge_towards(here, there)) is not None:
            side = BLOCK * map.number[here] + edge
            pieces.append((min(side, map.across[side]), here, there))
    return tuple(pieces)


def check_run(
    board: Board,
    access: Access,
    trains: Mapping[str, TrainKind],
    routes: Sequence[Route],
    fares: Fares,
) -> RunReport:
    """Check a company's run and compute its revenue.

    ``trains`` are those it may run, by id. Each train runs at most one route. All trains together
    use no track twice. Anything lent to one train goes to the train with which the run earns most.
    """
    return _check_run(board, access, tuple(trains.items()), tuple(routes), fares)


@lru_cache(MOST_RUNS)
def _check_run(
    board: Board,
    access: Access,
    trains_by_id: tuple[tuple[str, TrainKind], ...],
    routes: tuple[Route, ...],
    fares: Fares,
) -> RunReport:
    trains = dict(trains_by_id)
    if fares.lent:
        ways = [check_run(board, access, own, routes, pay) for own, pay in lendings(trains, fares)]
        return max(ways, key=lambda report: (-len(report.all_faults), report.revenue))
    between: list[Fault] = []
    users: dict[Piece, str] = {}
    running: list[Route] = []
    for route in routes:
        if route.train not in trains:
            between.append(Fault("no_such_train", train=route.train))
            continue
        if any(other.train == route.train for other in running):
            between.append(Fault("train_twice", train=route.train))
        running.append(route)
        if trains[route.train].floods:
            continue
        mine = []
        for piece, here, there in path_pieces(board.map, route.path):
            user = users.get(piece)
            if user is None:
                mine.append(piece)
            else:
                between.append(
                    Fault("track_shared", hex=here, other=there, train=user, text=route.train)
                )
        users.update(dict.fromkeys(mine, route.train))
    reports = tuple(_judge_routes(board, access, [(trains[r.train], r) for r in running], fares))
    return RunReport(reports, sum(report.revenue for report in reports), tuple(between))


def check_route(
    board: Board, access: Access, train: TrainKind, route: Route, fares: Fares
) -> RouteReport:
    """Check one route by itself and compute its revenue."""
    return _judge_routes(board, access, [(train, route)], fares)[0]


def _judge_routes(
    board: Board, access: Access, running: Sequence[tuple[TrainKind, Route]], fares: Fares
) -> list[RouteReport]:
    """Return the report of each route, given all routes of the run."""
    claims = []
    for train, route in running:
        stops = () if missing_nodes(board, route.path) else path_stops(route.path)
        claims.append(PayClaim(route.train, train, calls(board, access, train, stops, fares)))
    used = {
        piece
        for train, route in running
        for piece, _, _ in ([] if train.floods else path_pieces(board.map, route.path))
    }
    flooded = False
    found = []
    for (train, route), paid in zip(running, settle(claims, fares), strict=True):
        if train.floods:
            # a second flood finds all track taken
            counts = () if flooded else flood_stops(board, access, train, route.train, fares, used)
            missing = missing_nodes(board, route.path)
            faults = missing or _flood_faults(board, train, route.path, counts)
            flooded = True
        else:
            faults = route_faults(board, access, train, route.path)
        found.append(_report(route, train, paid, fares, faults))
    return found


def flood_stops(
    board: Board,
    access: Access,
    train: TrainKind,
    train_id: str,
    fares: Fares,
    used: Collection[Piece] = (),
) -> Path:
    """Return the stops that a flood counts; of off-boards of one location, the best one."""
    sides = [piece for piece in used if isinstance(piece, int)]
    links = [piece for piece in used if not isinstance(piece, int)]
    left = remaining_stops(board, access, sides, links)
    stops = [stop for stop in board.stops() if stop in left]
    found: dict[str, tuple[int, str]] = {}
    for call in calls(board, access, train, stops, fares):
        place = board.location(call.stop) if call.kind == "offboard" else call.stop
        extra = sum(amount for _, amount in bonuses(train, train_id, (), [call], fares))
        if place not in found or call.pay + extra > found[place][0]:
            found[place] = call.pay + extra, call.stop
    chosen = {stop for _, stop in found.values()}
    least = sum(board.stop(stop).kind in train.least.of for stop in chosen)
    return tuple(stop for stop in stops if stop in chosen) if least >= train.least.number else ()


def _flood_faults(board: Board, train: TrainKind, path: Path, counts: Path) -> tuple[Fault, ...]:
    if not path:
        return (Fault("too_short", train=train.name),)
    if set(path) == set(counts) and len(path) == len(counts):
        return ()
    if not counts:
        return (Fault("flood", hex=node_hex(path[0]), train=train.name, how="none"),)
    names = ", ".join(map(board.stop_name, counts))
    return (Fault("flood", hex=node_hex(path[0]), train=train.name, text=names),)


def _report(
    route: Route, train: TrainKind, calls: Sequence[Call], fares: Fares, faults: tuple[Fault, ...]
) -> RouteReport:
    earned = bonuses(train, route.train, route.path, calls, fares)
    stops = tuple(
        StopReport(c.stop, c.name, c.value if c.paid or c.by else 0, c.paid, c.times, c.by)
        for c in calls
    )
    revenue = sum(call.pay for call in calls) + sum(amount for _, amount in earned)
    return RouteReport(
        route.train, route.path, stops, tuple(earned), train.multiplier, revenue, faults
    )


def route_faults(board: Board, access: Access, train: TrainKind, path: Path) -> tuple[Fault, ...]:
    """Find the faults of a route by itself."""
    if missing := missing_nodes(board, path):
        return missing
    stops = path_stops(path)
    return (
        *path_faults(board, path),
        *_access_faults(board, access, path),
        *_stop_faults(board, access, path, stops),
        *_train_faults(board, train, path, stops),
    )


@lru_cache(maxsize=32)  # a run is checked when it is read, and twice when it is judged
def missing_nodes(board: Board, path: Path) -> tuple[Fault, ...]:
    """Return a fault for every node of a path that is not on the board."""
    return tuple(
        Fault("no_such_stop", hex=node_hex(node), stop=node)
        if "." in node
        else Fault("no_such_hex", hex=node)
        for node in path
        if not _exists(board, node)
    )


def _exists(board: Board, node: str) -> bool:
    if "." not in node:
        return node in board.map.number
    try:
        return bool(board.stop(node))
    except KeyError:
        return False


@lru_cache(maxsize=32)  # as for missing_nodes
def path_faults(board: Board, path: Path) -> Sequence[Fault]:
    """Find the faults of a path as track: gaps, reversals, and track used twice."""
    faults: list[Fault] = []
    edges: list[tuple[int | None, int | None]] = [(None, None)] * len(path)
    for i, (a, b) in enumerate(pairwise(path)):
        here, there = node_hex(a), node_hex(b)
        if here == there:
            if not _is_linked(board, a, b):
                faults.append(Fault("no_track", hex=here, how="stops"))
            continue
        edge = board.map.edge_towards(here, there)
        if edge is None:
            faults.append(Fault("not_next", hex=here, other=there))
            return faults
        edges[i] = (edges[i][0], edge)
        edges[i + 1] = ((edge + 3) % 6, None)
    for i, (node, (enters, leaves)) in enumerate(zip(path, edges, strict=True)):
        inside = 0 < i < len(path) - 1
        if "." in node:
            faults += _stop_track_faults(board, path, i, enters, leaves)
        elif inside and enters is not None and leaves is not None:
            fault = _passing_fault(board, path[i - 1], node, path[i + 1], enters, leaves)
            if fault is not None:
                faults.append(fault)
    return faults + _repeated_track(board, path)


def _repeated_track(board: Board, path: Path) -> list[Fault]:
    """Find track that a path uses more than once."""
    faults = []
    used: set[Piece] = set()
    for piece, here, there in path_pieces(board.map, path):
        if piece in used:
            faults.append(Fault("track_twice", hex=here, other=there))
        used.add(piece)
    return faults


def _is_linked(board: Board, a: str, b: str) -> bool:
    if "." not in a or "." not in b:
        return False
    hex, i = split_stop(a)
    return split_stop(b)[1] in board.shape(hex).stop_links[i]


def _stop_track_faults(
    board: Board, path: Path, i: int, enters: int | None, leaves: int | None
) -> list[Fault]:
    """Find missing track between a stop and the edges where its path enters and leaves."""
    hex, index = split_stop(path[i])
    exits = dict(board.shape(hex).stop_exits[index])
    faults = []
    for edge, other in ((enters, path[i - 1]), (leaves, path[(i + 1) % len(path)])):
        if edge is None:
            continue
        if edge not in exits:
            found = Fault("no_track", hex=hex, edge=edge, stop=path[i], other=other, how="stop")
            faults.append(found)
        elif exits[edge] and 0 < i < len(path) - 1:
            faults.append(Fault("terminal", hex=hex, edge=edge, stop=path[i]))
    return faults


def _passing_fault(
    board: Board, before: str, hex: str, after: str, enters: int, leaves: int
) -> Fault | None:
    """Return the reason why a train cannot cross a hex between two edges, or None if it can."""
    shape = board.shape(hex)
    if leaves in shape.through[enters] and enters != leaves:
        return None
    if not {enters, leaves} <= shape.exits:
        missing = enters if enters not in shape.exits else leaves
        return Fault("no_track", hex=hex, edge=missing, other=before, text=node_hex(after))
    if {i for i, _ in shape.stops_at[enters]} & {i for i, _ in shape.stops_at[leaves]}:
        return Fault("must_stop", hex=hex)
    if enters == leaves or set(shape.through[enters]) & set(shape.through[leaves]):
        return Fault("reversal", hex=hex)
    return Fault("crossing", hex=hex)


def _access_faults(board: Board, access: Access, path: Path) -> list[Fault]:
    """Find the places on a path that are closed to the company: hexes, stops, barriers."""
    closed, faults = board.closed_states(access), []
    if not closed:
        return []
    for node in path:
        hex = node_hex(node)
        if hex in access.closed or ("." in node and board.map.state(node) in closed):
            faults.append(Fault("closed", hex=hex, stop=node if "." in node else None))
    for piece, here, there in path_pieces(board.map, path):
        if isinstance(piece, int) and not {here, there} & access.closed and piece in closed:
            faults.append(Fault("barred", hex=here, other=there))
    return faults


def _stop_faults(board: Board, access: Access, path: Path, stops: Sequence[str]) -> list[Fault]:
    faults = []
    if len(stops) < 2:
        faults.append(Fault("too_short", hex=node_hex(stops[0]) if stops else None))
    if not access.anywhere and not set(board.own_stops(access)).intersection(stops):
        faults.append(Fault("no_token", hex=node_hex(stops[0]) if stops else None))
    faults += _station_faults(board, stops)
    for stop in path_stops(path[1:-1]):
        if board.blocks(stop, access):
            faults.append(Fault("blocked", hex=node_hex(stop), stop=stop))
        elif board.stop(stop).kind == "offboard":
            faults.append(Fault("off_board_passed", hex=node_hex(stop), stop=stop))
    return faults


def _station_faults(board: Board, stops: Sequence[str]) -> list[Fault]:
    """Find stations visited twice, and a port beside fewer than two other stops."""
    faults = []
    visited: set[str] = set()
    for stop in stops:
        station, at, printed = board.station(stop), node_hex(stop), board.stop(stop)
        if station in visited and (region := printed.region):
            faults.append(Fault("stop_twice", hex=at, stop=stop, text=region, how="region"))
        elif station in visited and printed.port:
            faults.append(Fault("stop_twice", hex=at, stop=stop, how="port"))
        elif station in visited:
            faults.append(Fault("stop_twice", hex=at, stop=stop))
        elif printed.port and len(stops) == 2:
            faults.append(Fault("port_alone", hex=at, stop=stop))
        visited.add(station)
    return faults


def _train_faults(
    board: Board, train: TrainKind, path: Path, stops: Sequence[str]
) -> Collection[Fault]:
    faults = []
    called = [board.stop(stop) for stop in stops]
    for limit in train.limits:
        length = sum(stop.visit_cost for stop in called if stop.kind in limit.of)
        if length > limit.number:
            faults.append(Fault("too_long", hex=node_hex(path[-1]), text=str(length)))
    if len(stops) > 1 and sum(stop.kind in train.least.of for stop in called) < train.least.number:
        faults.append(Fault("too_few", hex=node_hex(path[-1]), text=str(train.least.number)))
    for node in dict.fromkeys(path[:1] + path[-1:]):
        if "." not in node or board.stop(node).kind not in train.ends:
            stop = node if "." in node else None
            faults.append(Fault("wrong_end", hex=node_hex(node), stop=stop))
    return [replace(fault, train=train.name) for fault in faults]
