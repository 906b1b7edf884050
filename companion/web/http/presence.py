"""Presence: which devices are there. One that has a stream is, at any of the processes that serve
these games, and one that has just asked for something; who lets go of its stream sleeps, or is not
looked at.

It is missed only after a while, so that another page or another network makes no noise.
"""

import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator

from companion.languages import lazy_gettext

DEVICE = "X-Device"  # says to the streams who listens; it goes no further
AWAY = 10.0  # seconds without a stream
AGAIN = 30.0  # seconds after which a process says again who is there; thrice that it is believed
SIGN = 4.0  # and after which it says that it lives; one not heard of thrice as long has died
LIVES = {0: frozenset[int]()}  # the sign: what no game is told of

# what a device seems to be
KINDS = {
    "ipad": lazy_gettext("iPad"),
    "iphone": lazy_gettext("iPhone"),
    "android": lazy_gettext("Android device"),
    "mac": lazy_gettext("Mac"),
    "windows": lazy_gettext("Windows computer"),
    "linux": lazy_gettext("Linux computer"),
    "other": lazy_gettext("device"),
}

Gone = Callable[[], None]


class Presence:
    """The devices of all games, as one process knows them; threads may share it. ``tell`` is called
    with a game's number when somebody has come to it or is gone.
    """

    def __init__(
        self, tell: Callable[[int], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._tell = tell
        self._clock = clock
        self._begun = clock()
        self._guard = threading.Lock()
        self._streams: Counter[tuple[int, int]] = Counter()
        self._heard: defaultdict[int, dict[int, float]] = defaultdict(dict)  # of it last
        self._said: dict[int, tuple[float, frozenset[int]]] = {}  # to the others, and when
        self._others: dict[int, dict[str, tuple[float, frozenset[int]]]] = {}  # and what they say
        self._lives: dict[str, float] = {}  # when each of them was heard last
        self._signed = clock()
        self._known: dict[int, frozenset[int]] = {}  # who was there when the table was told last

    def here(self, game: int, device: int) -> None:
        """The device has asked for something of the game."""
        with self._guard:
            self._heard[game][device] = self._clock()
            news = self._is_news(game)
        if news:
            self._tell(game)

    def listens(self, game: int, device: int) -> Gone:
        """The device has a stream, until what is returned is called."""
        with self._guard:
            self._streams[game, device] += 1

        def gone() -> None:
            with self._guard:
                self._streams[game, device] -= 1
                if not self._streams[game, device]:
                    del self._streams[game, device]
                self._heard[game][device] = self._clock()

        self.here(game, device)
        return gone

    def of(self, game: int) -> frozenset[int]:
        """The devices that are there."""
        with self._guard:
            return frozenset(self._there(game))

    def quiet(self) -> float:
        """For how many seconds no device has been there, in any game."""
        with self._guard:
            if self._streams:
                return 0.0
            heard = (at for devices in self._heard.values() for at in devices.values())
            return self._clock() - max((self._begun, *heard))

    def look(self, games: Collection[int]) -> None:
        """Tell of those who have gone from these games."""
        for game in games:
            with self._guard:
                heard, own = self._heard[game], set(self._own(game))
                self._heard[game] = {one: at for one, at in heard.items() if one in own}
                news = self._is_news(game)
            if news:
                self._tell(game)

    # --- several processes

    def news(self) -> dict[int, frozenset[int]]:
        """What others have not heard, or not for long: game -> who is there at this process. While
        somebody is, at least a sign that it lives.
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
        """Another process says who is there at it."""
        with self._guard:
            self._lives[teller] = self._clock()
            if game in LIVES:
                return
            self._others.setdefault(game, {})[teller] = self._clock(), devices
            news = self._is_news(game)
        if news:
            self._tell(game)

    def _is_news(self, game: int) -> bool:
        """Is somebody there, or gone, of whom the table has not been told?"""
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
