"""Turns: one at a time, and first come, first served.

SQLite lets one write at a time and leaves it to chance who is next: who has waited longest may
wait on. Inside one program nobody needs to.
"""

import threading
from collections import deque
from types import TracebackType


class Turns:
    """A lock that is handed on in the order in which it was asked for."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._queue: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        """How many wait for their turn."""
        return len(self._queue)

    def __enter__(self) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            mine = threading.Lock()
            mine.acquire()
            self._queue.append(mine)
        try:
            mine.acquire()  # until it is handed on to us
        except BaseException:
            self._give_up(mine)
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._guard:
            self._hand_on()

    def _hand_on(self) -> None:
        if self._queue:
            self._queue.popleft().release()
        else:
            self._taken = False

    def _give_up(self, mine: threading.Lock) -> None:
        """Whoever was interrupted while waiting leaves; a turn that has come is handed on."""
        with self._guard:
            if mine in self._queue:
                self._queue.remove(mine)
            else:
                self._hand_on()
