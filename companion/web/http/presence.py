"""Presence: the devices that are there.

A device is there while it has a stream at any process that serves these games. It is also there
shortly after a request. A device without a stream is asleep, or nobody looks at it.

A device counts as absent only after a while, so that a change of page or network is not reported.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator

from companion.languages import lazy_name

DEVICE = "X-Device"  # names the device to the streams; it is not sent to the browser
AWAY = 10.0  # seconds without a stream
AGAIN = 30.0  # seconds until a process repeats its devices; they count for three times as long
SIGN = 4.0  # seconds between its heartbeats; after three times as long it counts as dead
LIVES = {0: frozenset[int]()}  # the heartbeat, which belongs to no game

# the apparent kinds of devices
KINDS = {
    "ipad": lazy_name("iPad"),
    "iphone": lazy_name("iPhone"),
    "android": lazy_name("Android device"),
    "mac": lazy_name("Mac"),
    "windows": lazy_name("Windows computer"),
    "linux": lazy_name("Linux computer"),
    "other": lazy_name("device"),
}

Gone = Callable[[], None]


class Presence:
    """The devices of all games, as one process knows them; safe for threads.

    ``tell`` is called with a game's number when a device has arrived or left.
    """

    def __init__(
        self, tell: Callable[[int], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tell = tell
        self._clock = clock
        self._begun = clock()
        self._guard = threading.Lock()
        self._streams: Counter[tuple[int, int]] = Counter()
        self._heard: defaultdict[int, dict[int, float]] = defaultdict(
            dict
        )  # the last request of each device
        self._last: dict[int, float] = {}  # when a device was there last
        self._said: dict[
            int, tuple[float, frozenset[int]]
        ] = {}  # last report to other processes, with its time
        self._others: dict[int, dict[str, tuple[float, frozenset[int]]]] = {}  # and their reports
        self._lives: dict[str, float] = {}  # time of the last message of each process
        self._signed = clock()
        self._known: dict[int, frozenset[int]] = {}  # devices at the last notification

    def here(self, game: int, device: int) -> float:
        """Note that the device has requested something of the game.

        Return for how many seconds no device was there before; 0 if the first one is.
        """
        with self._guard:
            now = self._clock()
            before = self._last.get(game, now) if not any(self._there(game)) else now
            self._heard[game][device] = self._last[game] = now
            news = self._is_news(game)
        if news:
            self._tell(game)
        return now - before

    def listens(self, game: int, device: int) -> Gone:
        """Note that the device has a stream. Return the function to call at its end."""
        with self._guard:
            self._streams[game, device] += 1

        def gone() -> None:
            with self._guard:
                self._streams[game, device] -= 1
                if not self._streams[game, device]:
                    del self._streams[game, device]
                self._heard[game][device] = self._last[game] = self._clock()

        self.here(game, device)
        return gone

    def of(self, game: int) -> frozenset[int]:
        """Return the devices that are there."""
        with self._guard:
            return frozenset(self._there(game))

    def quiet(self) -> float:
        """Return for how many seconds no device has been there, in any game."""
        with self._guard:
            if self._streams:
                return 0.0
            heard = (at for devices in self._heard.values() for at in devices.values())
            return self._clock() - max((self._begun, *heard))

    def look(self, games: Collection[int]) -> None:
        """Notify the tables of these games about devices that have left."""
        for game in games:
            with self._guard:
                heard, own = self._heard[game], set(self._own(game))
                self._heard[game] = {one: at for one, at in heard.items() if one in own}
                news = self._is_news(game)
            if news:
                self._tell(game)

    # --- several processes

    def news(self) -> dict[int, frozenset[int]]:
        """Return the report for other processes: game -> devices at this process.

        It holds only changes, and devices that were not reported for a while. If there are none but
        some device is there, it is a heartbeat.
        """
        found: dict[int, frozenset[int]] = {}
        with self._guard:
            now = self._clock()
            for game in list(self._heard):
                own = frozenset(self._own(game))
                at, said = self._said.get(game, (now, frozenset()))
                if own != said or (own and now - at > AGAIN):
                    found[game] = own
                    self._said[game] = now, own
            somebody = any(own for _, own in self._said.values())
            if somebody and not found and now - self._signed >= SIGN:
                found = LIVES
            if found:
                self._signed = now
        return found

    def hear(self, teller: str, game: int, devices: frozenset[int]) -> None:
        """Note the report of another process."""
        with self._guard:
            self._lives[teller] = self._clock()
            if game in LIVES:
                return
            self._others.setdefault(game, {})[teller] = self._clock(), devices
            if devices:
                self._last[game] = self._clock()
            news = self._is_news(game)
        if news:
            self._tell(game)

    def _is_news(self, game: int) -> bool:
        """Have the present devices changed since the table was last notified?"""
        before, there = self._known.get(game, frozenset()), frozenset(self._there(game))
        self._known[game] = there
        return there != before

    def _there(self, game: int) -> Iterator[int]:
        yield from self._own(game)
        now = self._clock()
        for teller, (at, devices) in self._others.get(game, {}).items():
            if at > now - 3 * AGAIN and self._lives[teller] > now - 3 * SIGN:
                yield from devices

    def _own(self, game: int) -> Iterator[int]:
        since = self._clock() - AWAY
        for device, heard in self._heard[game].items():
            if heard > since or (game, device) in self._streams:
                yield device
