"""Publish and subscribe: listeners are notified of changes to a game, from any thread.

The hub knows neither the games nor how listeners are reached. A change to a game is published with
its new version. A change to the game's company (seats, presence, proposals) is published without a
version.
"""

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

Called = Callable[[], None]


@dataclass(frozen=True, slots=True)
class GameNews:
    """The last news of a game: its version, None if unknown, and a mark of its company.

    The mark differs after every change to the company.
    """

    version: int | None
    company: str

    def __str__(self) -> str:
        """Return the text for an event stream."""
        return f"{self.version} {self.company}"


class _Held(threading.local):
    """The games whose notifications a thread holds back; None if it notifies at once."""

    held: set[int] | None = None


class PubSub:
    """The listeners of all games of one process; safe for threads."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._versions: dict[int, int] = {}
        self._changes: defaultdict[int, int] = defaultdict(int)
        self._listeners: defaultdict[int, dict[object, Called]] = defaultdict(dict)
        self._here = _Held()
        self._run = secrets.token_hex(3)  # each process counts from 0

    def tell(self, game: int, version: int | None = None) -> None:
        """Publish the version of a game, known or new.

        Without a version, publish a change to its company.
        """
        with self._guard:
            if version is None:
                self._changes[game] += 1
            elif self._versions.get(game, 0) >= version:
                return  # late news: a newer version is known
            else:
                self._versions[game] = version
        if self._here.held is None:
            self._call(game)
        else:
            self._here.held.add(game)

    def hold(self) -> None:
        """Hold back this thread's notifications until ``let_go``.

        The acting device gets its screen first; the others are notified afterwards.
        """
        self._here.held = set()

    def let_go(self) -> None:
        """Release this thread's notifications."""
        held, self._here.held = self._here.held, None
        for game in held or ():
            self._call(game)

    def _call(self, game: int) -> None:
        with self._guard:
            called = list(self._listeners.get(game, {}).values())
        for call in called:
            call()

    def listen(self, game: int, called: Called) -> Called:
        """Call ``called`` at each change of the game. Return the function that ends this.

        It is called in the thread that publishes the change, and must return at once.
        """
        key = object()
        with self._guard:
            self._listeners[game][key] = called

        def stop() -> None:
            with self._guard:
                self._listeners[game].pop(key, None)
                if not self._listeners[game]:
                    del self._listeners[game]

        return stop

    def moment(self, game: int) -> GameNews:
        """Return the last news of the game."""
        with self._guard:
            return GameNews(self._versions.get(game), f"{self._run}.{self._changes.get(game, 0)}")

    def games(self) -> list[int]:
        """Return the games that have listeners."""
        with self._guard:
            return list(self._listeners)

    @property
    def count(self) -> int:
        """The number of listeners to all games together."""
        with self._guard:
            return sum(map(len, self._listeners.values()))
