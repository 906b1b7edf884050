"""The cache of open games: those used last, in their current state, for all threads of a store."""

import threading
from collections import defaultdict
from typing import NamedTuple

from sqlmodel import Session

from companion.cache import Cache
from companion.store.history.game_loader import Opened, head_of, open_stored
from companion.store.history.read_model import view_of
from companion.store.history.records import GameView

OPEN_GAMES = 64


class _Kept(NamedTuple):
    """A cached game, and its view if that was requested."""

    opened: Opened
    view: GameView | None


class GameCache:
    """A cache of open games and their views; the database decides whether they are current."""

    def __init__(self, rules_version: int) -> None:
        self._rules_version = rules_version
        self._guard = threading.Lock()
        self._locks: defaultdict[int, threading.RLock] = defaultdict(threading.RLock)
        self._games: Cache[int, _Kept] = Cache(OPEN_GAMES)

    @property
    def count(self) -> int:
        """The number of open games."""
        return len(self._games)

    def lock_of(self, game: int) -> threading.RLock:
        """Return the lock for changes of the game."""
        with self._guard:
            return self._locks[game]

    def current(self, session: Session, game: int) -> Opened:
        """Return the game as the database has it now. Raises NoGameError, CannotOpenError."""
        head = head_of(session, game)
        opened = self.there(game, head.version)
        if opened is None:
            opened = open_stored(session, game, head, self._rules_version)
            self.keep(game, opened)
        return opened

    def there(self, game: int, version: int) -> Opened | None:
        """Return the game if it is cached at that version."""
        kept = self._games.find(game)
        return kept.opened if kept and kept.opened.head.version == version else None

    def keep(self, game: int, opened: Opened, view: GameView | None = None) -> None:
        """Cache a game, with its view if that was read, unless a newer state is cached."""

        def newer(kept: _Kept | None) -> _Kept:
            if kept is None or kept.opened.head.version <= opened.head.version:
                same = kept is not None and kept.opened is opened
                return _Kept(opened, view or (kept.view if kept and same else None))
            return kept

        self._games.update(game, newer)

    def seen(self, game: int, opened: Opened) -> GameView | None:
        """Return the cached view of the game in that state, if any."""
        kept = self._games.find(game)
        known = kept.view if kept else None
        return known if known is not None and known.state is opened.state else None

    def view(
        self, session: Session, game: int, opened: Opened, before: GameView | None = None
    ) -> GameView:
        """Return the view of the game, which is read once for all devices at its table.

        If the game was played on from the view ``before``, the rows of that are reused.
        """
        known = self.seen(game, opened)
        if known is not None:
            return known
        view = view_of(session, game, opened, before)
        if head_of(session, game).version == view.version:  # no other process has changed it
            kept = self._games.find(game)
            if kept and kept.opened is opened:
                self.keep(game, opened, view)
        return view

    def forget(self, game: int) -> None:
        """Drop a game from the cache; the next request opens it again."""
        self._games.drop(game)

    def clear(self) -> None:
        """Drop all games from the cache; the next request for each opens it again."""
        self._games.clear()
