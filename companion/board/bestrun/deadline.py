"""A deadline for a search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")


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

    def watch(self, items: Iterable[T], often: int = 512) -> Iterator[T]:
        """Return the items one by one, and check the deadline now and then."""
        left = iter(items)

        def batches() -> Iterator[list[T]]:
            while batch := list(islice(left, often)):
                self.check()
                yield batch

        return chain.from_iterable(batches())
