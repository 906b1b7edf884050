"""Track that may be laid only if it changes what the company reaches (semi-restrictive track).

The company must reach track of the new tile that is new, or that leads to a city or town of another
value than before. The first track on a hex is always new.
"""

from __future__ import annotations

from collections.abc import Iterator

from .board import Board
from .company_access import Access
from .map import BLOCK
from .oriented_tile import orient_tile
from .reach import enters_any
from .tiles import End, Tile, Track
from .token_slots import Allotment, new_end, stop_map


def changes(
    board: Board, hex: str, tile: str, rotation: int, access: Access, allotment: Allotment
) -> bool:
    """Return whether a lay that fits and joins the network changes what the company reaches."""
    number = board.map.number[hex]
    old, new = board.tiles[number], orient_tile(board.map, number, tile, rotation)[0]
    if not board.map.must_change or not old.tracks:
        return True
    changed = list(_find_changed(old, new))
    if not changed:
        return False
    ends = {end for track in changed for end in (track.a, track.b)}
    if _is_reached(board, hex, access, ends, new):
        return True
    after = board.with_tile(hex, tile, rotation, allotment)
    sought = {
        BLOCK * number + (end if isinstance(end, int) else 6 + int(end[1:]))
        for track in changed
        for end in _ends(new, track)
        if isinstance(end, int) or not after.full(f"{hex}.{end[1:]}", access)
    }
    closed = after.closed_states(access)
    starts, blocked = after.starts(access, closed), after.full_cities(access)
    return enters_any(after.map, after.moves, starts, blocked, closed, sought)


def _is_reached(board: Board, hex: str, access: Access, ends: set[End], new: Tile) -> bool:
    """Return whether the network reaches one of the ends already, so that it certainly enters."""
    number, reach = board.map.number[hex], board.reach(access)
    old, base = board.tiles[number], BLOCK * number
    becomes = stop_map(old, new)
    return any(base + edge in reach.side_states for edge in (new.exits - old.exits) & ends) or any(
        f"s{becomes[i]}" in ends
        and base + 6 + i in reach.stop_states
        and not board.full(f"{hex}.{i}", access)
        for i in range(len(old.stops))
    )


def _ends(tile: Tile, track: Track) -> Iterator[End]:
    """Yield the ends from which a train gets onto the track; a junction joins several sides."""
    if "j" in (track.a, track.b):
        for other in tile.tracks:
            if "j" in (other.a, other.b):
                yield other.b if other.a == "j" else other.a
        return
    yield track.a
    yield track.b


def _find_changed(old: Tile, new: Tile) -> Iterator[Track]:
    """Yield the track of the new tile that is new, or whose stops have another value."""
    becomes = stop_map(old, new)
    before = {
        frozenset(new_end(end, becomes) for end in (track.a, track.b)): track
        for track in old.tracks
    }
    for track in new.tracks:
        same = before.get(frozenset((track.a, track.b)))
        if same is None or _values(old, same) != _values(new, track):
            yield track


def _values(tile: Tile, track: Track) -> list[int]:
    """Return the highest values of the stops at the ends of a piece of track."""
    ends = [end for end in (track.a, track.b) if isinstance(end, str) and end != "j"]
    stops = [tile.stops[int(end[1:])] for end in ends]
    return sorted(max((value for _, value in stop.revenue), default=0) for stop in stops)
