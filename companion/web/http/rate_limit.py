"""Rate limits: how often something may be done within some time, by one source and by all."""

import ipaddress
import threading
import time
from collections import deque
from collections.abc import Callable

from companion.cache import Cache
from companion.languages import lazy_gettext

TOO_OFTEN = lazy_gettext("That was tried too often. Wait a minute.")
MOST_KNOWN = 1000  # sources; beyond that the oldest is forgotten


class RateLimit:
    """A rate limit within ``seconds``.

    ``each`` limits one requester, ``of_one`` all requesters of one source, ``all`` everybody
    together. The limits for a source and for all never refuse the first ``spared`` requests of a
    requester.
    """

    def __init__(
        self,
        each: int,
        all: int,
        seconds: float,
        clock: Callable[[], float] = time.monotonic,
        spared: int = 0,
        of_one: int | None = None,
    ) -> None:
        self._each = each
        self._all = all
        self._of_one = all if of_one is None else of_one
        self._spared = spared
        self._seconds = seconds
        self._clock = clock
        self._of: dict[str, deque[float]] = {}
        self._lock = threading.Lock()

    def lets(self, who: str, source: str = "") -> bool:
        """May ``who`` do it now, from that source? If so, count it."""
        of_source = f"from {source}" if source else ""
        with self._lock:
            since = self._clock() - self._seconds
            for one in ("", of_source, who):
                times = self._of.setdefault(one, deque())
                while times and times[0] <= since:
                    times.popleft()
            own = len(self._of[who])
            crowded = len(self._of[""]) >= self._all or (
                bool(source) and len(self._of[of_source]) >= self._of_one
            )
            if own >= self._each or (crowded and own >= self._spared):
                return False
            for one in {"", of_source, who}:
                self._of[one].append(self._clock())
            self._forget(who)
            return True

    def _forget(self, who: str) -> None:
        for one in [one for one, times in self._of.items() if not times and one]:
            del self._of[one]
        while len(self._of) > MOST_KNOWN:
            del self._of[next(one for one in self._of if one not in ("", who))]


def source_of(address: str | None) -> str:
    """Return the source of a request: its address, or the /64 network of an IPv6 address."""
    try:
        found = ipaddress.ip_address((address or "").partition("%")[0])
    except ValueError:
        return address or ""
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


FREE_TRIES = 3
LONGEST_WAIT = 60  # seconds
AN_HOUR = 3600.0  # seconds, after which wrong guesses are forgotten


class Delays:
    """Delays after wrong guesses of a secret. Each guess is counted before it is checked.

    After a few wrong guesses the next one has to wait, each time twice as long, up to a minute. A
    guess that comes too early changes nothing. Each source waits only for its own guesses about the
    ``name``.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        # by source and name: the number of guesses, and the time of the next one
        self._of: Cache[tuple[str, str], tuple[int, float]] = Cache(10 * MOST_KNOWN)

    def begin(self, source: str, name: str) -> float:
        """Count a guess and return 0, or return the seconds to wait and count nothing."""
        now, early = self._clock(), 0.0

        def count(known: tuple[int, float] | None) -> tuple[int, float]:
            nonlocal early
            tries, free_at = known or (0, now)
            if free_at > now:
                early = free_at - now
                return tries, free_at
            tries = 1 if now - free_at > AN_HOUR else tries + 1
            late = tries - FREE_TRIES + 1
            wait = min(LONGEST_WAIT, 2 ** min(late, 10)) if late > 0 else 0
            return tries, now + wait

        self._of.update((source, name), count)
        return early

    def forget(self, source: str, name: str) -> None:
        """Forget the wrong guesses after a right one."""
        self._of.drop((source, name))

    def has_guessed(self, source: str) -> bool:
        """Has the source guessed wrong within the hour?"""
        since = self._clock() - AN_HOUR
        return any(of == source and free_at >= since for (of, _), (_, free_at) in self._of.items())
