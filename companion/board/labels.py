"""Labels: the letters that the next tile on a hex must bear."""

from __future__ import annotations

from .board import Board
from .tiles import COLOURS, FutureLabel


def wanted_label(board: Board, hex: str, colour: str) -> str | None:
    """Return the label that a tile of this colour must bear on a hex as it is.

    It is the printed label, unless a future label of the tile there or of the hex has begun. A tile
    that bears a future label passes it on.
    """
    printed, old = board.map.hexes[hex], board.tile_at(hex)
    passed_on = old.label if hex in board.laid and old.label in board.map.future_labels else None
    begun = _label_from(old.future_label, colour)
    return begun or passed_on or _label_from(printed.future_label, colour) or printed.label


def _label_from(future: FutureLabel | None, colour: str) -> str | None:
    """Return a future label that has begun with this colour."""
    if future is None or COLOURS.index(colour) < COLOURS.index(future.from_colour):
        return None
    return future.label
