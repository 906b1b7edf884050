"""Changes of games: write the game's own row first, and notify listeners afterwards."""

from collections.abc import Callable

from sqlalchemy import update
from sqlmodel import Session, col

from companion.rules.core.state import State, state_to_json
from companion.store.db import pg_notify
from companion.store.db.database import Database
from companion.store.db.tables import Game, Row, round_columns
from companion.store.history.answered_forms import Noted
from companion.store.history.game_cache import GameCache
from companion.store.history.game_loader import GameHead, Opened, catch_unreadable, head_of, winners
from companion.store.history.log_writer import now
from companion.store.history.read_model import view_of
from companion.store.history.records import (
    DROPPED,
    UNDONE,
    CannotOpenError,
    GameView,
    StaleVersionError,
    require_version,
)


class Changes:
    """Writes changes of games, and notifies listeners.

    The functions in ``on_change`` are called when a change is on disk, with the number of the game
    and its new version. The version is None if it is unchanged or there is none. They must return
    at once.
    """

    def __init__(self, database: Database, memory: GameCache, rules_version: int) -> None:
        self.database = database
        self.memory = memory
        self.rules_version = rules_version
        self.on_change: list[Callable[[int, int | None], None]] = []

    def tell(self, game: int, version: int | None = None) -> None:
        """Tell all listeners that the game has changed."""
        for call in self.on_change:
            call(game, version)

    def write(
        self,
        game: int,
        version: int,
        after: Opened,
        change: Callable[[Session], None],
        noted: Noted | None = None,
        played_on: Opened | None = None,
    ) -> GameView:
        """Write new rows in one transaction, and return the view of the game after them.

        The game's own row is written first; that fails if the version has changed. Undone rows
        become dropped, so they can no longer be redone. Then ``change`` writes the new rows. Raises
        StaleVersionError.
        """
        undone = (col(Row.game) == game, col(Row.status) == UNDONE)
        with self.database.write(alone=False, settled=False) as session:
            self.write_head(session, game, version, after)
            session.execute(update(Row).where(*undone).values(status=DROPPED))
            change(session)
            if noted:
                noted(session, game)
            view = self.look(session, game, after, played_on)
        return self.finish(game, after, view)

    def look(
        self, session: Session, game: int, after: Opened, played_on: Opened | None = None
    ) -> GameView | None:
        """Read the game after a change, in its transaction; None if a row is unreadable.

        The rows of ``played_on``, the game before, are reused and not read again.
        """
        before = self.memory.seen(game, played_on) if played_on else None
        try:
            with catch_unreadable(game):
                return view_of(session, game, after, before)
        except CannotOpenError:
            return None

    def finish(self, game: int, after: Opened, view: GameView | None = None) -> GameView:
        """Cache the game after a change, notify listeners, and return its view.

        Raises CannotOpenError.
        """
        self.memory.keep(game, after, view)
        if view is None:
            with self.database.read() as session, catch_unreadable(game):
                view = self.memory.view(session, game, after)
        self.tell(game, after.head.version)
        self.database.settle()
        return view

    def open_game(self, game: int, version: int) -> Opened:
        """Return the cached game at that version.

        Raises NoGameError, CannotOpenError, StaleVersionError.

        The change itself compares the version again.
        """
        opened = self.memory.there(game, version)
        if opened is None:
            with self.database.read() as session:
                opened = self.memory.current(session, game)
            require_version(opened.head.version, version)
        return opened

    def follow(
        self, opened: Opened, state: State, rows: int, head: int, depth: int, deeds: int
    ) -> Opened:
        """Return the game after the change, with that state and these counts."""
        return Opened(
            opened.setup,
            opened.rules,
            state,
            GameHead(
                version=opened.head.version + 1,
                rows=rows,
                head=head,
                depth=depth,
                deeds=deeds,
                rules_version=self.rules_version,
                round=state.round.id,
                finished=state.end_reason,
            ),
            corrected=opened.corrected,
        )

    @staticmethod
    def write_head(session: Session, game: int, version: int, after: Opened) -> None:
        """Write the game's own row, unless another change was quicker. Raises StaleVersionError."""
        head = after.head
        found = session.connection().execute(
            update(Game)
            .where(col(Game.id) == game, col(Game.version) == version)
            .values(
                version=head.version,
                row_count=head.rows,
                head=head.head,
                depth=head.depth,
                deed_count=head.deeds,
                rules_version=head.rules_version,
                **round_columns(head.round),
                end_reason=head.finished,
                winners=winners(after.rules, after.state),
                state=state_to_json(after.state),
                changed_at=now(),
            )
        )
        if found.rowcount != 1:
            raise StaleVersionError(head_of(session, game).version)
        pg_notify.tell(session, game, head.version)
