"""The set-up of one game: who plays, in which order,
under which options. With the log it is the game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.rules.codec import stored


class BadSetup(ValueError):
    """The set-up cannot be played; the message says why and what would be right."""


@stored
@dataclass(frozen=True, slots=True)
class Setup:
    """``players`` are names clockwise from the first seat: the first is "p1". ``options`` maps an
    option's
    key to its value (a bool, a number or a text); options not named take the title's default.
    ``seed`` decides what the title draws at random, unless the option for the draw names it.
    """

    title: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0

    @property
    def seats(self) -> tuple[str, ...]:
        """Player ids, clockwise: "p1", "p2", ..."""
        return tuple(f"p{number}" for number in range(1, len(self.players) + 1))
