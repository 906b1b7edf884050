"""A small map of hexes with a flat top, whose letters count columns or rows."""

from __future__ import annotations

import tomllib
from pathlib import Path

from companion.board.layout import coordinates
from companion.board.map import Map, read_map

SOURCE = Path(__file__).with_name("map.toml")


def columns_map() -> Map:
    """Return the map as its file has it: letters count columns."""
    return read_map(tomllib.loads(SOURCE.read_text()))


def rows_map() -> Map:
    """Return the same map with letters that count rows."""
    data = tomllib.loads(SOURCE.read_text())
    hexes = {swap(at): hex for at, hex in data["hexes"].items()}
    return read_map({**data, "letters": "rows", "hexes": hexes})


def swap(at: str) -> str:
    """Return the name of a hex when letters count the other axis."""
    letter, number = coordinates(at)
    return f"{chr(ord('A') + number - 1)}{letter}"
