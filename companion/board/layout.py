"""The layout of a map: which way its hexes stand, and what its letters count."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

# down and right over edge 0-5, in half steps
_POINTY_STEPS = ((1, -1), (0, -2), (-1, -1), (-1, 1), (0, 2), (1, 1))
_FLAT_STEPS = ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1))


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a map.

    Edges run clockwise. Edge 0 is the lower left side of a hex with a pointy top, and the bottom of
    one with a flat top.
    """

    flat: bool = False  # whether hexes have a flat top, not a pointy one
    columns: bool = False  # whether letters count columns from the left, not rows from the top

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """The way to the neighbour over each edge, down and right."""
        return _FLAT_STEPS if self.flat else _POINTY_STEPS

    def position(self, at: str) -> tuple[int, int]:
        """Return how far down and right a hex lies. Raises ValueError for a wrong name."""
        letter, number = coordinates(at)
        return (number, letter) if self.columns else (letter, number)

    def rim(self, at: str) -> tuple[str, str]:
        """Return the names of the row and of the column of a hex."""
        letters, number = _split(at)
        return (number, letters) if self.columns else (letters, number)


POINTY = Layout()


@cache
def coordinates(at: str) -> tuple[int, int]:
    """Return letter and number of a hex from its name: "A9" is (1, 9). Raises ValueError."""
    letters, number = _split(at)
    count = 0
    for letter in letters:
        count = count * 26 + ord(letter) - ord("A") + 1
    return count, int(number)


def _split(at: str) -> tuple[str, str]:
    match = re.fullmatch(r"([A-Z]+)(-?\d+)", at)
    if match is None:
        raise ValueError(f"a hex is a letter and a number; found {at!r}")
    return match[1], match[2]
