"""Changes of games: the game's own row, written first, and who is told of it after."""

from collections.abc import Callable

from sqlalchemy import update
from sqlmodel import Session, col

from companion.rules.core.state import State, state_to_json
from companion.store.db import pg_notify
from companion.store.db.database import Database
from companion.store.db.tables import Game, Row, round_columns
from companion.store.history.game_cache import Memory
from companion.store.history.game_loader import Head, Opened, head_of, readable, winners
from companion.store.history.idempotency import Noted
from companion.store.history.log_writer import now
from companion.store.history.read_model import view_of
from companion.store.history.records import DROPPED, UNDONE, CannotOpen, GameView, StaleVersion


class Changes:
    """Writes changes of games, and tells of them.

    ``on_change`` are called with the number of a game that has changed, once that is on disk, and
    with the version that it has then; without one where the version is the same or there is none.
    They must come back at once.
    """

    def __init__(self, database: Database, memory: Memory, rules_version: int) -> None:
        self.database = database
        self.memory = memory
        self.rules_version = rules_version
        self.on_change: list[Callable[[int, int | None], None]] = []

    def tell(self, game: int, version: int | None = None) -> None:
        """Tell all who listen that the game has changed."""
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

        The game's own row is written first, which refuses another version. Rows that are undone can
        no longer be redone. Then ``change`` writes the new ones. Raises StaleVersion.
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
        """Read the game after a change, in its transaction; None where a row cannot be read.

        The rows of what was ``played_on`` stand, and are not read once more.
        """
        before = self.memory.seen(game, played_on) if played_on else None
        try:
            with readable(game):
                return view_of(session, game, after, before)
        except CannotOpen:
            return None

    def finish(self, game: int, after: Opened, view: GameView | None = None) -> GameView:
        """Keep the game after a change, and tell of it. Return its view. Raises CannotOpen."""
        self.memory.keep(game, after, view)
        if view is None:
            with self.database.read() as session, readable(game):
                view = self.memory.view(session, game, after)
        self.tell(game, after.head.version)
        self.database.settle()
        return view

    def opened(self, game: int, version: int) -> Opened:
        """The game in memory, at that version. Raises NoGame, CannotOpen, StaleVersion.

        Whether it still is at that version is compared again by the change itself.
        """
        opened = self.memory.there(game, version)
        if opened is None:
            with self.database.read() as session:
                opened = self.memory.current(session, game)
            self.require_version(opened.head, version)
        return opened

    @staticmethod
    def require_version(head: Head, version: int) -> Head:
        """Return the head, if it is at that version. Raises StaleVersion."""
        if head.version != version:
            raise StaleVersion(head.version)
        return head

    def follow(
        self, opened: Opened, state: State, rows: int, head: int, depth: int, deeds: int
    ) -> Opened:
        """Return the game as it is after the change: with that state and these counts."""
        return Opened(
            opened.setup,
            opened.rules,
            state,
            Head(
                version=opened.head.version + 1,
                rows=rows,
                head=head,
                depth=depth,
                deeds=deeds,
                rules_version=self.rules_version,
                round=state.round.id,
                finished=state.finished,
            ),
            corrected=opened.corrected,
        )

    @staticmethod
    def write_head(session: Session, game: int, version: int, after: Opened) -> None:
        """The game's row first: whoever comes second finds another version. Raises StaleVersion."""
        head = after.head
        found = session.connection().execute(
            update(Game)
            .where(col(Game.id) == game, col(Game.version) == version)
            .values(
                version=head.version,
                rows=head.rows,
                head=head.head,
                depth=head.depth,
                deeds=head.deeds,
                rules_version=head.rules_version,
                **round_columns(head.round),
                finished=head.finished,
                winners=winners(after.rules, after.state),
                state=state_to_json(after.state),
                changed=now(),
            )
        )
        if found.rowcount != 1:
            raise StaleVersion(head_of(session, game).version)
        pg_notify.tell(session, game, head.version)
