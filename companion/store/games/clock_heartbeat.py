"""The heartbeat of the companion: a clock is held at the last one when the companion stops."""

import threading
from contextlib import suppress

from companion.store.db.faults import StoreError
from companion.store.games.clocks import Clocks

EVERY = 10.0  # seconds


class ClockHeartbeat:
    """A thread that notes, from ``begin`` to ``close``, that the companion runs."""

    def __init__(self, clocks: Clocks, every: float = EVERY) -> None:
        self._clocks = clocks
        self._every = every
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="clock heartbeat", daemon=True)

    def begin(self) -> None:
        """Hold the clocks that ran when the companion stopped, and start the thread."""
        self._beat(starts=True)
        self._thread.start()

    def close(self) -> None:
        """Note the last moment at which the companion runs."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(timeout=5)
            self._beat()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            self._beat()

    def _beat(self, starts: bool = False) -> None:
        with suppress(StoreError):  # players are told of the fault when they play
            self._clocks.beat(starts)
