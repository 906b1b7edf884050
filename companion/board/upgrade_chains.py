"""Chains of lays: which tiles may lie on a hex after lays that nobody has entered."""

from __future__ import annotations

from .board import Board
from .lays import becomes_city, find_lines, lays, looks


def can_become(board: Board, hex: str, tile: str, rotation: int, new_cities: bool = False) -> bool:
    """Check whether lays on the hex as it is, one after the other, lead to this tile.

    Tokens and networks do not matter. With ``new_cities``, towns may become cities.
    """
    ways = find_tiles_to_come(board, hex, new_cities).get(tile, ())
    known = board.map.known[tile]
    lines = find_lines(known.rotate(rotation))
    return any(find_lines(known.rotate(turn)) == lines for turn in ways)


def find_tiles_to_come(
    board: Board, hex: str, new_cities: bool = False
) -> dict[str, tuple[int, ...]]:
    """Return the tiles that may lie on the hex after some lays, each with its rotations.

    With ``new_cities``, towns may become cities.
    """
    laid = board.laid.get(hex)
    key = ("later", hex, laid, new_cities)
    known: dict[str, tuple[int, ...]] | None = board.map.cache.get(key)
    if known is None:
        bare = Board(board.map)
        bare = bare.with_tile(hex, laid.tile, laid.rotation) if laid else bare
        known = board.map.cache[key] = _find_chains(bare, hex, new_cities)
    return known


def _find_chains(bare: Board, hex: str, new_cities: bool) -> dict[str, tuple[int, ...]]:
    """Follow all chains of lays, one colour after the other."""
    found: dict[str, tuple[int, ...]] = {}
    newest = _find_next(bare, hex, new_cities)
    while newest:
        for tile, rotation in newest:
            found[tile] = (*found.get(tile, ()), rotation)
        next_ones = {
            then: None
            for tile, rotation in newest
            for then in _find_next(bare.with_tile(hex, tile, rotation), hex, new_cities)
        }
        newest = [turned for turned in next_ones if turned[1] not in found.get(turned[0], ())]
    return found


def _find_next(board: Board, hex: str, new_cities: bool) -> list[tuple[str, int]]:
    """Return the next lays on the hex."""
    known = board.map.known
    cities = [
        (tile, rotation)
        for tile in known
        for rotation in looks(board.map, tile)
        if new_cities and becomes_city(board.tile_at(hex), known[tile].rotate(rotation))
    ]
    return [*lays(board, hex, known), *cities]
