"""Chains of lays: which tiles may lie on a hex after lays that nobody has entered."""

from __future__ import annotations

from .board import Board
from .lays import lays


def can_become(board: Board, hex: str, tile: str, rotation: int) -> bool:
    """Check whether lays on the hex as it is, one after the other, lead to this tile.

    Tokens and networks do not matter.
    """
    ways = find_tiles_to_come(board, hex).get(tile, ())
    tracks = _tracks(board, tile, rotation)
    return any(_tracks(board, tile, turn) == tracks for turn in ways)


def find_tiles_to_come(board: Board, hex: str) -> dict[str, tuple[int, ...]]:
    """Return the tiles that may lie on the hex after some lays, each with its rotations."""
    laid = board.laid.get(hex)
    key = ("later", hex, laid)
    known: dict[str, tuple[int, ...]] | None = board.map.cache.get(key)
    if known is None:
        bare = Board(board.map)
        bare = bare.with_tile(hex, laid.tile, laid.rotation) if laid else bare
        known = board.map.cache[key] = _find_chains(bare, hex)
    return known


def _find_chains(bare: Board, hex: str) -> dict[str, tuple[int, ...]]:
    """Follow all chains of lays, one colour after the other."""
    found: dict[str, tuple[int, ...]] = {}
    newest = lays(bare, hex, bare.map.known)
    while newest:
        for tile, rotation in newest:
            found[tile] = (*found.get(tile, ()), rotation)
        next_ones = {
            then: None
            for tile, rotation in newest
            for then in lays(bare.with_tile(hex, tile, rotation), hex, bare.map.known)
        }
        newest = [turned for turned in next_ones if turned[1] not in found.get(turned[0], ())]
    return found


def _tracks(board: Board, tile: str, rotation: int) -> frozenset[frozenset[int | str]]:
    turned = board.map.known[tile].rotate(rotation % 6)
    return frozenset(frozenset((track.a, track.b)) for track in turned.tracks)
