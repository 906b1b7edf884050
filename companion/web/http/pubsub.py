"""Who listens to which game: told when it has changed, in whatever thread that was.

It knows neither the games nor how who listens is reached. What changes a game says so here, with
the version that the game has then; what changes its company (seats, who is there, proposals) says
it without one.
"""

import secrets
import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

Called = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Moment:
    """What was heard of a game last: its version, None where nobody has told it yet, and a mark
    that is another one whenever something of its company has changed.
    """

    version: int | None
    company: str

    def __str__(self) -> str:
        """As a stream tells it."""
        return f"{self.version} {self.company}"


class _Held(threading.local):
    """The games of which a thread tells later; None where it tells at once."""

    held: set[int] | None = None


class Hub:
    """The listeners of all games of one process; threads may share it."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._versions: dict[int, int] = {}
        self._changes: defaultdict[int, int] = defaultdict(int)
        self._listeners: defaultdict[int, dict[object, Called]] = defaultdict(dict)
        self._here = _Held()
        self._run = secrets.token_hex(3)  # another process counts anew

    def tell(self, game: int, version: int | None = None) -> None:
        """The game has this version now, or has had it already; without one, its company has
        changed.
        """
        with self._guard:
            if version is None:
                self._changes[game] += 1
            elif self._versions.get(game, 0) >= version:
                return  # heard late: somebody read it before it was another
            else:
                self._versions[game] = version
        if self._here.held is None:
            self._call(game)
        else:
            self._here.held.add(game)

    def hold(self) -> None:
        """Who listens is not called to what this thread tells, until it lets go: who has acted gets
        his screen first, before all others ask for theirs.
        """
        self._here.held = set()

    def let_go(self) -> None:
        """Call who listens to what this thread has told meanwhile."""
        held, self._here.held = self._here.held, None
        for game in held or ():
            self._call(game)

    def _call(self, game: int) -> None:
        with self._guard:
            called = list(self._listeners.get(game, {}).values())
        for call in called:
            call()

    def listen(self, game: int, called: Called) -> Called:
        """Call ``called`` in whatever thread tells of the game, until what is returned is called.

        It must come back at once.
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

    def moment(self, game: int) -> Moment:
        """What was heard of the game last."""
        with self._guard:
            return Moment(self._versions.get(game), f"{self._run}.{self._changes.get(game, 0)}")

    def games(self) -> list[int]:
        """The games that somebody listens to."""
        with self._guard:
            return list(self._listeners)

    @property
    def count(self) -> int:
        """How many listen, to all games together."""
        with self._guard:
            return sum(map(len, self._listeners.values()))
