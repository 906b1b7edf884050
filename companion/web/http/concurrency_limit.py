"""How many requests are worked on at the same moment: a few, in the order in which they came.

All threads share one processor. Of thirty that draw screens at once each is done when nearly all
are; done three at a time all but the last are done sooner, and none is later. Whoever waits for
something else meanwhile (a report, a search, a screen that another draws) steps aside. And nobody
waits for ever: after a while he goes on beside those before him, whatever holds them up.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 3
PATIENCE = 2.0  # seconds


class _Here(threading.local):
    """The desks at which this thread has a place now."""

    desks: "Desks | None" = None


_here = _Here()


class Desks:
    """Places for those who are worked on; threads share them."""

    def __init__(self, places: int = AT_ONCE, patience: float = PATIENCE) -> None:
        self._places = threading.Semaphore(places)
        self._patience = patience

    @contextmanager
    def served(self) -> Iterator[None]:
        """This thread's turn, which is waited for."""
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
    """This thread waits for something: others may have their turn meanwhile."""
    if _here.desks is None:
        yield
    else:
        with _here.desks._left():
            yield
