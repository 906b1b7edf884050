"""A pace: how often something may be done in a while, by one and by all together."""

import threading
import time
from collections import deque
from collections.abc import Callable

from companion.languages import later

TOO_OFTEN = later("That was tried too often. Wait a minute.")
MOST_KNOWN = 1000  # of those who are told apart; of more the one longest known is forgotten


class Pace:
    """So often within so many ``seconds``: ``each`` by one, ``all`` by all together."""

    def __init__(
        self, each: int, all: int, seconds: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._each = each
        self._all = all
        self._seconds = seconds
        self._clock = clock
        self._of: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def lets(self, who: str) -> bool:
        """May he do it now? Then it counts."""
        with self._lock:
            since = self._clock() - self._seconds
            for one in ("", who):
                times = self._of.setdefault(one, deque())
                while times and times[0] <= since:
                    times.popleft()
            if len(self._of[""]) >= self._all or len(self._of[who]) >= self._each:
                return False
            for one in ("", who):
                self._of[one].append(self._clock())
            self._forget(who)
            return True

    def _forget(self, who: str) -> None:
        for one in [one for one, times in self._of.items() if not times and one]:
            del self._of[one]
        while len(self._of) > MOST_KNOWN:
            del self._of[next(one for one in self._of if one not in ("", who))]
