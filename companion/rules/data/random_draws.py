"""What is drawn at random when a game is set up, all of it from the set-up's seed, unless the table
has drawn it with real cards and enters it.
"""

import re
from collections.abc import Sequence


class Draws:
    """A sequence of numbers, each x = 1103515245 x + 12345 modulo 2^31 of the one before; the seed
    comes before the first. The same seed draws the same on every computer.
    """

    def __init__(self, seed: int) -> None:
        self._x = seed % 2**31

    def number(self) -> int:
        """The next one."""
        self._x = (1103515245 * self._x + 12345) % 2**31
        return self._x

    def shuffled(self, items: Sequence[str]) -> tuple[str, ...]:
        """The items sorted by one draw each, the smallest first."""
        return tuple(item for _, item in sorted((self.number(), item) for item in items))


def entered_pairs(text: str) -> list[tuple[str, str]]:
    """Read ``CO=NRS AB=HIJSM``, in any order, with blanks or commas between, and blanks about the
    "=" where one likes. What is missing of a pair is "".
    """
    together = re.sub(r"\s*=\s*", "=", text.upper()).replace(",", " ")
    parts = (part.partition("=") for part in together.split())
    return [(first, second) for first, _, second in parts]
