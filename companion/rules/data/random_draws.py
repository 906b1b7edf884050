"""Random draws at set-up, made from the seed of the set-up.

The table may draw with real cards instead and enter the result.
"""

import re
from collections.abc import Sequence


class Draws:
    """A reproducible sequence of numbers: x = 1103515245 x + 12345 modulo 2^31.

    The seed is the value before the first number. The same seed gives the same numbers on every
    computer.
    """

    def __init__(self, seed: int) -> None:
        self._x = seed % 2**31

    def number(self) -> int:
        """Return the next number."""
        self._x = (1103515245 * self._x + 12345) % 2**31
        return self._x

    def shuffle(self, items: Sequence[str]) -> tuple[str, ...]:
        """Return the items sorted by one draw each, smallest first."""
        return tuple(item for _, item in sorted((self.number(), item) for item in items))


def parse_pairs(text: str) -> list[tuple[str, str]]:
    """Parse pairs such as ``CO=NRS AB=HIJSM``, in any order.

    Pairs are separated by blanks or commas; blanks around "=" are allowed. A missing part of a pair
    is "".
    """
    together = re.sub(r"\s*=\s*", "=", text.upper()).replace(",", " ")
    parts = (part.partition("=") for part in together.split())
    return [(first, second) for first, _, second in parts]
