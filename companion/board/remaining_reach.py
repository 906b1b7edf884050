"""The reach of trains of any length beside other trains that use some of the track."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.reach import Moves, find_reach


def remaining_stops(
    board: Board, access: Access, sides: Iterable[int], links: Iterable[tuple[str, str]]
) -> frozenset[str]:
    """Return the stops of all routes of any length that avoid the given track.

    ``sides`` are sides of hexes. ``links`` are pieces of track between two stops of one tile.
    """
    across = board.map.across
    closed = board.closed_states(access).union(sides, (across[side] for side in sides))
    starts, blocked = board.starts(access, closed), board.full_cities(access)
    if access.anywhere:
        states = map(board.map.state, board.stops())
        starts = {state: board.first_moves(state) for state in states if state not in closed}
    cut = {frozenset(map(board.map.state, link)) for link in links}

    def clear(state: int, moves: Moves) -> Moves:
        return tuple(m for m in moves if frozenset((state, m[0])) not in cut)

    moves: Sequence[Moves] = board.moves
    if cut:
        moves = [clear(state, follow) for state, follow in enumerate(moves)]
        starts = {state: clear(state, follow) for state, follow in starts.items()}
    found = find_reach(board.map, moves, starts, blocked, closed).stop_states
    every = set(starts) | found
    met = set(map(board.map.stop, found.difference(starts)))
    for state, follow in starts.items():
        # a start is on a route only if the route reaches another station
        alone = find_reach(board.map, moves, {state: follow}, every - {state}, closed)
        start = board.map.stop(state)
        if any(board.station(stop) != board.station(start) for stop in alone.stops):
            met.add(start)
    return frozenset(met)
