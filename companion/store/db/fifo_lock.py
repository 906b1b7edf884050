"""A fair lock: first come, first served.

SQLite allows one write at a time and picks the next writer at random, so a thread could wait very
long. This lock prevents that inside one process.
"""

import threading
from collections import deque
from types import TracebackType


class FifoLock:
    """A lock that serves waiting threads in order of arrival."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._taken = False
        self._queue: deque[threading.Lock] = deque()

    @property
    def waiting(self) -> int:
        """The number of threads that wait."""
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
            mine.acquire()  # blocks until the lock is handed on
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
        """Leave the queue after an interrupted wait; if the lock was just received, hand it on."""
        with self._guard:
            if mine in self._queue:
                self._queue.remove(mine)
            else:
                self._hand_on()
