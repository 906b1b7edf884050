"""Borders with a cost, such as rivers, that a lay connects across for the first time."""

from __future__ import annotations

from dataclasses import dataclass

from .board import Board
from .oriented_tile import orient_tile


@dataclass(frozen=True, slots=True)
class BorderCrossing:
    """A border with a cost that a lay connects across for the first time."""

    edge: int
    other: str  # the hex beyond
    kind: str
    cost: int


def crossings(board: Board, hex: str, tile: str, rotation: int) -> tuple[BorderCrossing, ...]:
    """Return the borders with a cost, such as rivers, that this lay connects across."""
    new = orient_tile(board.map, board.map.number[hex], tile, rotation % 6)[1].exits
    found = []
    for edge in sorted(new - board.shape(hex).exits):
        border = board.map.border(hex, edge)
        other = board.map.neighbour(hex, edge)
        if border is None or not border.cost or border.kind is None or other is None:
            continue
        if (edge + 3) % 6 in board.shape(other).exits:
            found.append(BorderCrossing(edge, other, border.kind, border.cost))
    return tuple(found)
