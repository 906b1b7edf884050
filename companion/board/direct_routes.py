"""Routes of two stops, with no stop between."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import BLOCK

Path = tuple[str, ...]


def direct_routes(board: Board, access: Access, stops: Collection[str]) -> tuple[Path, ...]:
    """Return every route of two stops with at least one of these, each in one direction; sorted.

    Paths are as in :mod:`companion.board.routes`. Neither stop is closed to the company, and the
    two are different stations.
    """
    closed = board.closed_states(access)
    found = {
        min(path, path[::-1])
        for stop in stops
        if board.map.state(stop) not in closed
        for path in _paths_from_stop(board, closed, stop)
        if board.station(path[-1]) != board.station(stop)
    }
    return tuple(sorted(found))


def stops_beside(board: Board, hex: str) -> frozenset[str]:
    """Return the stops next to a hex that has none, along its track."""
    first = BLOCK * board.map.number[hex]
    sides = (board.map.across[first + edge] for edge in board.shape(hex).exits)
    ways = (_onward(board, frozenset(), side, ()) for side in sides if side >= 0)
    return frozenset(path[-1] for way in ways for path in way)


def _paths_from_stop(board: Board, closed: Collection[int], stop: str) -> Iterator[Path]:
    for state, _ in board.first_moves(board.map.state(stop)):
        if _is_stop(state):
            if state not in closed:
                yield stop, board.map.stop(state)
        else:
            yield from _onward(board, closed, state, (stop,))


def _onward(
    board: Board, closed: Collection[int], side: int, path: Path, seen: frozenset[int] = frozenset()
) -> Iterator[Path]:
    """Yield the path from a side where a hex is entered to every next stop."""
    if side in closed or side in seen:
        return
    here = board.map.places[side // BLOCK]
    for state, _ in board.moves[side]:
        real = ~state if state < 0 else state
        if not _is_stop(real):
            yield from _onward(board, closed, real, (*path, here), seen | {side})
        elif real not in closed:
            yield *path, board.map.stop(real)


def _is_stop(state: int) -> bool:
    return state % BLOCK >= 6
