"""Paths from partial input: stops tapped on the map, or another program's hexes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise

from .board import Board
from .company_access import Access
from .lay_and_route_faults import Fault
from .map import BLOCK
from .routes import (
    Path,
    Piece,
    Route,
    node_hex,
    path_faults,
    path_pieces,
    path_stops,
    route_faults,
)
from .trains import TrainKind

_MOST_PATHS = 400  # that are kept, for games that are read again
_FILL = 4  # maximum number of stops inserted between two tapped ones
_TRIES = 5_000  # ways tried before the best so far is taken


@dataclass(frozen=True, slots=True)
class PathResult:
    """A path, or None, with its faults or the reason why there is none."""

    path: Path | None
    faults: tuple[Fault, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackSection:
    """Track from one stop to the next, with the plain hexes between."""

    stop: str
    between: tuple[str, ...]
    pieces: frozenset[Piece]


def links(board: Board, stop: str) -> tuple[TrackSection, ...]:
    """Return all track from a stop to the next stops, the shortest first."""
    map, moves = board.map, board.moves
    start = map.state(stop)
    found = []
    stack: list[tuple[int, tuple[str, ...], frozenset[Piece]]] = []
    for state, _ in board.first_moves(start):
        if state % BLOCK < 6:
            stack.append((state, (), frozenset({min(state, map.across[state])})))
        else:
            other = map.stop(state)
            pair = (stop, other) if stop < other else (other, stop)
            found.append(TrackSection(other, (), frozenset({pair})))
    while stack:
        state, between, pieces = stack.pop()
        hex = map.places[state // BLOCK]
        for after, _ in moves[state]:
            if after < 0 or after % BLOCK >= 6:
                at = ~after if after < 0 else after
                found.append(TrackSection(map.stop(at), between, pieces))
            elif (side := min(after, map.across[after])) not in pieces:
                stack.append((after, (*between, hex), pieces | {side}))
    return tuple(sorted(found, key=lambda link: (len(link.between), link.stop, link.between)))


def join_stops(
    board: Board,
    access: Access,
    train: TrainKind,
    stops: Sequence[str],
    others: Sequence[Route] = (),
    train_id: str = "",
) -> PathResult:
    """Find a path through the tapped stops in order, if possible without other trains' track.

    Stops between two tapped stops are inserted where needed. The faults are those of the path,
    including track shared with ``others``. Without a path they say why there is none.
    """
    if len(stops) < 2:
        path = tuple(stops)
        return PathResult(None, route_faults(board, access, train, path))
    for stop in stops:
        try:
            board.stop(stop)
        except KeyError:
            return PathResult(None, (Fault("no_such_stop", hex=node_hex(stop), stop=stop),))
    stations = [board.station(stop) for stop in stops]
    for i, station in enumerate(stations):
        if station in stations[:i]:
            fault = Fault("stop_twice", hex=node_hex(stops[i]), stop=stops[i])
            return PathResult(None, (fault,))
    users = {p: r.train for r in others for p, _, _ in path_pieces(board.map, r.path)}
    taken = set(users)
    legs: list[list[tuple[Path, frozenset[Piece]]]] = []
    for a, b in pairwise(stops):
        leg = _leg(board, access, a, b, stops, taken)
        if not leg:
            return PathResult(None, (_missing_link_fault(board, a, b),))
        legs.append(leg)
    path = _choose(board, stops, legs, taken)
    faults = route_faults(board, access, train, path)
    shared = tuple(
        Fault("track_shared", hex=here, other=there, train=users[piece], text=train_id)
        for piece, here, there in path_pieces(board.map, path)
        if piece in taken
    )
    return PathResult(path, faults + shared)


def _leg(
    board: Board, access: Access, a: str, b: str, tapped: Sequence[str], taken: set[Piece]
) -> list[tuple[Path, frozenset[Piece]]]:
    """Find ways from one tapped stop to the next: direct ones, else with few stops between."""
    kept = {board.station(stop) for stop in tapped}
    front: list[tuple[str, Path, frozenset[Piece], frozenset[str]]]
    front = [(a, (), frozenset(), frozenset())]
    for _ in range(_FILL + 1):
        found = []
        further: list[tuple[str, Path, frozenset[Piece], frozenset[str]]] = []
        for at, way, pieces, visited in front:
            for link in links(board, at):
                if link.pieces & pieces:
                    continue
                if link.stop == b:
                    found.append((way + link.between, pieces | link.pieces))
                    continue
                station = board.station(link.stop)
                passable = not board.blocks(link.stop, access)
                if (
                    passable
                    and station not in kept
                    and station not in visited
                    and board.stop(link.stop).kind != "offboard"
                    and len(further) < _TRIES
                ):
                    nodes = (*way, *link.between, link.stop)
                    further.append((link.stop, nodes, pieces | link.pieces, visited | {station}))
        if found:
            return sorted(found, key=lambda leg: (len(leg[1] & taken), len(leg[0])))
        front = further
    return []


def _choose(
    board: Board,
    stops: Sequence[str],
    legs: Sequence[list[tuple[Path, frozenset[Piece]]]],
    taken: set[Piece],
) -> Path:
    """Choose a way for each leg: no track or stop twice, then little shared track, then short."""
    best: tuple[tuple[int, int, int], Path] | None = None
    tries = 0

    def extend(i: int, path: Path, used: frozenset[Piece], twice: int) -> None:
        nonlocal best, tries
        tries += 1
        if tries > _TRIES and best is not None:
            return
        if best is not None and (twice, 0, 0) > best[0]:
            return
        if i == len(legs):
            visited = [board.station(stop) for stop in path_stops(path)]
            again = len(visited) - len(set(visited))
            score = (twice + again, len(used & taken), len(path))
            if best is None or score < best[0]:
                best = (score, path)
            return
        for between, pieces in legs[i]:
            step = (*path, *between, stops[i + 1])
            extend(i + 1, step, used | pieces, twice + len(used & pieces))

    extend(0, (stops[0],), frozenset(), 0)
    assert best is not None
    return best[1]


def _missing_link_fault(board: Board, a: str, b: str) -> Fault:
    """Return the reason why no track joins two stops: a reversal at a junction, or no track."""
    for link in links(board, a):
        for hex in link.between:
            for other in links(board, b):
                if hex in other.between:
                    way = _reversing_path(board, a, link, hex, other, b)
                    if way is not None:
                        return Fault("reversal", hex=hex, stop=a, other=b)
    return Fault("no_link", hex=node_hex(b), stop=a, other=b)


def _reversing_path(
    board: Board, a: str, there: TrackSection, hex: str, back: TrackSection, b: str
) -> Path | None:
    """Return the path that reverses on a hex of both links, if that is its only fault."""
    first = (a, *there.between[: there.between.index(hex) + 1])
    last = (*back.between[: back.between.index(hex)],)
    path = (*first, *reversed(last), b)
    faults = path_faults(board, path)
    return path if [f.code for f in faults] == ["reversal"] else None


def path_from_hexes(
    board: Board, connections: Sequence[Sequence[str]], nodes: Sequence[str] | None = None
) -> PathResult:
    """Find the path of a recorded route: chains of hexes from stop to stop, in any order.

    Each chain may run in either direction. ``nodes`` ("I15-0") say which stop of a hex is meant
    where track alone does not.
    """
    chains = tuple(map(tuple, connections))
    return _path_from_hexes(board, chains, None if nodes is None else tuple(nodes))


@lru_cache(_MOST_PATHS)
def _path_from_hexes(
    board: Board, connections: tuple[tuple[str, ...], ...], nodes: tuple[str, ...] | None
) -> PathResult:
    unknown = [hex for chain in connections for hex in chain if hex not in board.map.number]
    if unknown or not connections:
        fault = Fault("no_such_hex", hex=unknown[0]) if unknown else Fault("too_short")
        return PathResult(None, (fault,))
    wanted = None if nodes is None else {node.replace("-", ".") for node in nodes}
    chains = [_chain_ways(board, chain, wanted) for chain in connections]
    for chain, ways in zip(connections, chains, strict=True):
        if not ways:
            ends = [hex for hex in (*chain[:1], *chain[-1:]) if not board.tile_at(hex).stops]
            at = ends[0] if ends else None
            return PathResult(None, (Fault("no_such_stop", hex=at, stop=at),))
    first: Path | None = None
    for path in islice(_assemble(chains), _TRIES + 2):
        if not path_faults(board, path):
            stations = [board.station(stop) for stop in path_stops(path)]
            if len(set(stations)) == len(stations):
                return PathResult(path)
        first = first or path
    if first is not None:
        return PathResult(first, tuple(path_faults(board, first)))
    return PathResult(None, (Fault("no_link", stop=connections[0][0], other=connections[-1][-1]),))


def _chain_ways(board: Board, chain: tuple[str, ...], wanted: set[str] | None) -> list[Path]:
    """Return the paths along a chain of hexes from stop to stop, in both directions."""
    if not chain:
        return []
    if len(chain) == 1:
        pairs = board.shape(chain[0]).stop_links
        return [(f"{chain[0]}.{i}", f"{chain[0]}.{j}") for i, to in enumerate(pairs) for j in to]
    return [way for line in _lines(board, chain) for way in _line_ways(board, line, wanted)]


def _lines(board: Board, chain: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the chain if consecutive hexes are neighbours, else every order in which they are.

    Old recordings list the hexes of a chain by name.
    """

    def follow(line: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        left = [hex for hex in chain if hex not in line]
        if not left:
            yield line
        for hex in left:
            if board.map.edge_towards(line[-1], hex) is not None:
                yield from follow((*line, hex))

    if all(board.map.edge_towards(a, b) is not None for a, b in pairwise(chain)):
        return [chain]
    return [line for first in chain for line in follow((first,))] or [chain]


def _line_ways(board: Board, chain: tuple[str, ...], wanted: set[str] | None) -> list[Path]:
    """Return the paths along consecutive hexes from stop to stop, in both directions."""
    starts = _end_stops(board, chain[0], chain[1], wanted)
    ends = _end_stops(board, chain[-1], chain[-2], wanted)
    ways = [(a, *chain[1:-1], b) for a in starts for b in ends]
    return [path for way in ways for path in (way, way[::-1])]


def _end_stops(board: Board, hex: str, towards: str, wanted: set[str] | None) -> list[str]:
    """Return the stops where a chain may end that leaves the hex towards the other."""
    edge = board.map.edge_towards(hex, towards)
    joined = [i for i, _ in board.shape(hex).stops_at[edge]] if edge is not None else []
    ids = [f"{hex}.{i}" for i in joined or range(len(board.tile_at(hex).stops))]
    return ids if wanted is None else [s for s in ids if s in wanted] or ids


def _assemble(chains: Sequence[list[Path]]) -> Iterator[Path]:
    """Yield every way to join all chains end to end."""

    def extend(path: Path, left: tuple[int, ...]) -> Iterator[Path]:
        if not left:
            yield path
        for i in left:
            for way in chains[i]:
                if way[0] == path[-1]:
                    yield from extend(path + way[1:], tuple(j for j in left if j != i))

    for i in range(len(chains)):
        rest = tuple(j for j in range(len(chains)) if j != i)
        for way in chains[i]:
            yield from extend(way, rest)


def paths_through(board: Board, hexes: Sequence[str]) -> Iterator[Path]:
    """Yield every path from stop to stop in the order of these hexes, with no track used twice.

    Old recordings give no more than these hexes. Hexes without a stop may be listed or not. A first
    stretch of track may be listed backwards: the list A B A C means B A C, too.
    """
    named = [hex for hex in hexes if hex in board.map.number and board.tile_at(hex).stops]

    def extend(path: Path, used: frozenset[Piece], coming: Sequence[str]) -> Iterator[Path]:
        if not coming:
            yield path
            return
        for link in links(board, path[-1]):
            if node_hex(link.stop) == coming[0] and not link.pieces & used:
                further = (*path, *link.between, link.stop)
                yield from extend(further, used | link.pieces, coming[1:])

    for ends in (named, named[1:] if named[2:3] == named[:1] else []):
        for number in range(len(board.tile_at(ends[0]).stops) if ends[1:] else 0):
            yield from extend((f"{ends[0]}.{number}",), frozenset(), ends[1:])
