"""A deadline for a search."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter


class OutOfTimeError(Exception):
    """The deadline has passed."""


@dataclass(slots=True)
class Clock:
    """The time when the search must stop; None means never."""

    until: float | None

    def check(self) -> None:
        """Raise OutOfTimeError when the deadline has passed."""
        if self.until is not None and perf_counter() >= self.until:
            raise OutOfTimeError
