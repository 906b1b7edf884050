"""The concurrency limit: a few requests run at a time, in order of arrival.

All threads share one processor. With 30 concurrent renders everyone waits for the slowest. Three at
a time lower the mean latency without raising the maximum.

A thread that waits for something else, such as a report or a search, frees its place meanwhile. No
thread waits forever: after ``PATIENCE`` seconds it runs beside the others.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 3
PATIENCE = 2.0  # seconds


class _Here(threading.local):
    """The limit under which this thread holds a place now."""

    desks: "ConcurrencyLimit | None" = None


_here = _Here()


class ConcurrencyLimit:
    """A limited number of places for running requests; safe for threads."""

    def __init__(self, places: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._places = threading.Semaphore(places)
        self._patience = patience

    @contextmanager
    def take_place(self) -> Iterator[None]:
        """Wait for a place, and hold it inside the block."""
        self._come()
        try:
            yield
        finally:
            self._go()

    def _come(self) -> None:
        _here.desks = self if self._places.acquire(timeout=self._patience) else None

    def _go(self) -> None:
        if _here.desks is self:
            _here.desks = None
            self._places.release()

    @contextmanager
    def _left(self) -> Iterator[None]:
        self._go()
        try:
            yield
        finally:
            self._come()


@contextmanager
def aside() -> Iterator[None]:
    """Free the place of this thread while it waits for something else."""
    if _here.desks is None:
        yield
    else:
        with _here.desks._left():
            yield
