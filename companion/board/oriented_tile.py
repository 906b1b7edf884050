"""A tile as placed on a hex: its shape there, and the moves from each side and stop."""

from __future__ import annotations

from companion.board.map import BLOCK, Map
from companion.board.reach import Moves
from companion.board.tiles import EDGES, Tile, TileMoves, shape

HexMoves = tuple[Moves, ...]  # BLOCK of them


def orient_tile(
    map: Map, number: int, tile: str, rotation: int
) -> tuple[Tile, TileMoves, HexMoves]:
    """Return a tile as placed on a hex, with its shape and moves; cached in the map."""
    key = (number, tile, rotation)
    found: tuple[Tile, TileMoves, HexMoves] | None = map.cache.get(key)
    if found is None:
        turned = map.known[tile].rotate(rotation)
        form = shape(turned)
        found = map.cache[key] = (turned, form, moves(map, number, turned, form))
    return found


def moves(map: Map, number: int, tile: Tile, form: TileMoves) -> HexMoves:
    """Return the next moves from each side and stop of a hex. An off-board has none."""
    base = BLOCK * number

    def out(edge: int) -> Moves:
        here, there = base + edge, map.across[base + edge]
        return () if there < 0 else ((there, 1 << min(here, there)),)

    def visit(index: int, terminal: bool) -> tuple[int, int]:
        stop = base + 6 + index
        return (~stop if terminal else stop), 1 << stop

    found: list[Moves] = [()] * BLOCK
    for edge in EDGES:
        plain = tuple(move for e in form.through[edge] for move in out(e))
        found[edge] = plain + tuple(visit(i, terminal) for i, terminal in form.stops_at[edge])
    for index, stop in enumerate(tile.stops):
        if stop.kind != "offboard":
            away = (move for e, end in form.stop_exits[index] if not end for move in out(e))
            found[6 + index] = (*away, *(visit(i, False) for i in form.stop_links[index]))
    return tuple(found)
