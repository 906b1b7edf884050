"""The games that are in memory: those asked for last, as they stand, for all threads of a shelf."""

import threading
from collections import OrderedDict, defaultdict

from sqlmodel import Session

from companion.store.opening import Opened, head_of, open_stored
from companion.store.records import GameView
from companion.store.views import view_of

OPEN_GAMES = 64


class Memory:
    """Opened games, and what those who look at them see; the database says what is still so."""

    def __init__(self, rules_version: int) -> None:
        self._rules_version = rules_version
        self._guard = threading.Lock()
        self._locks: defaultdict[int, threading.RLock] = defaultdict(threading.RLock)
        self._games: OrderedDict[int, Opened] = OrderedDict()
        self._views: dict[int, GameView] = {}  # of games in memory, as they stand

    @property
    def count(self) -> int:
        """How many games are open."""
        return len(self._games)

    def locked(self, game: int) -> threading.RLock:
        """The lock of who changes the game."""
        with self._guard:
            return self._locks[game]

    def current(self, session: Session, game: int) -> Opened:
        """The game as the database has it now. Raises NoGame, CannotOpen."""
        head = head_of(session, game)
        opened = self.there(game, head.version)
        if opened is None:
            opened = open_stored(session, game, head, self._rules_version)
            self.keep(game, opened)
        return opened

    def there(self, game: int, version: int) -> Opened | None:
        """The game, if it is in memory at that version."""
        with self._guard:
            opened = self._games.get(game)
            if opened is None or opened.head.version != version:
                return None
            self._games.move_to_end(game)
            return opened

    def keep(self, game: int, opened: Opened) -> None:
        """Keep a game, unless a newer state of it is here."""
        with self._guard:
            known = self._games.get(game)
            if known is None or known.head.version <= opened.head.version:
                if known is not opened:
                    self._views.pop(game, None)
                self._games[game] = opened
                self._games.move_to_end(game)
            while len(self._games) > OPEN_GAMES:
                closed, _ = self._games.popitem(last=False)
                self._views.pop(closed, None)

    def keep_changed(self, game: int, opened: Opened, view: GameView) -> None:
        """Keep a game after a change, with the view that the change has read."""
        self.keep(game, opened)
        with self._guard:
            if self._games.get(game) is opened:
                self._views[game] = view

    def seen(self, game: int, opened: Opened) -> GameView | None:
        """The view of the game at that moment, if somebody has asked for it."""
        with self._guard:
            known = self._views.get(game)
        return known if known is not None and known.state is opened.state else None

    def view(
        self, session: Session, game: int, opened: Opened, before: GameView | None = None
    ) -> GameView:
        """The game for those who look at it, read once for all devices of its table; what was seen
        ``before`` stands where the game was played on from there.
        """
        known = self.seen(game, opened)
        if known is not None:
            return known
        view = view_of(session, game, opened, before)
        if head_of(session, game).version == view.version:  # no other companion was at it
            with self._guard:
                if self._games.get(game) is opened:
                    self._views[game] = view
        return view

    def forget(self, game: int) -> None:
        """Forget one: it is opened anew when it is asked for."""
        with self._guard:
            self._games.pop(game, None)
            self._views.pop(game, None)

    def clear(self) -> None:
        """Forget them all: they are opened anew when they are asked for."""
        with self._guard:
            self._games.clear()
            self._views.clear()
