"""The games that are in memory: those asked for last, as they stand, for all threads of a shelf."""

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
    """A game in memory, and its view if somebody has asked for that."""

    opened: Opened
    view: GameView | None


class Memory:
    """Opened games, and what those who look at them see; the database says what is still so."""

    def __init__(self, rules_version: int) -> None:
        self._rules_version = rules_version
        self._guard = threading.Lock()
        self._locks: defaultdict[int, threading.RLock] = defaultdict(threading.RLock)
        self._games: Cache[int, _Kept] = Cache(OPEN_GAMES)

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
        kept = self._games.find(game)
        return kept.opened if kept and kept.opened.head.version == version else None

    def keep(self, game: int, opened: Opened, view: GameView | None = None) -> None:
        """Keep a game, with its view if that was read, unless a newer state of it is here."""

        def newer(kept: _Kept | None) -> _Kept:
            if kept is None or kept.opened.head.version <= opened.head.version:
                same = kept is not None and kept.opened is opened
                return _Kept(opened, view or (kept.view if kept and same else None))
            return kept

        self._games.update(game, newer)

    def seen(self, game: int, opened: Opened) -> GameView | None:
        """The view of the game at that moment, if somebody has asked for it."""
        kept = self._games.find(game)
        known = kept.view if kept else None
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
            kept = self._games.find(game)
            if kept and kept.opened is opened:
                self.keep(game, opened, view)
        return view

    def forget(self, game: int) -> None:
        """Forget one: it is opened anew when it is asked for."""
        self._games.drop(game)

    def clear(self) -> None:
        """Forget them all: they are opened anew when they are asked for."""
        self._games.clear()
