"""What a change of a game writes: the rows that tell it, and the game's own."""

from sqlalchemy import update
from sqlmodel import Session, col

from companion.rules.state import State, state_to_json
from companion.store import notices
from companion.store.opening import Head, Opened, head_of, readable, winners
from companion.store.past import Past
from companion.store.records import GameView, StaleVersion
from companion.store.tables import Game, Snapshot, round_columns
from companion.store.whole import WholeGames
from companion.store.writing import Writer, now


class Changing(WholeGames, Past):
    """The games of a database, as they are changed."""

    def _changed(self, game: int, after: Opened, played_on: Opened | None = None) -> GameView:
        """The game after a change. What was ``played_on`` stands, and is not read once more."""
        before = self.memory.seen(game, played_on) if played_on else None
        self.memory.keep(game, after)
        with self._database.read() as session, readable(game):
            view = self.memory.view(session, game, after, before)
        self._tell(game, after.head.version)
        self._database.settle()
        return view

    @staticmethod
    def _fresh(head: Head, version: int) -> Head:
        if head.version != version:
            raise StaleVersion(head.version)
        return head

    def _moved(
        self, opened: Opened, state: State, rows: int, head: int, depth: int, deeds: int
    ) -> Opened:
        return Opened(
            opened.setup,
            opened.judges,
            state,
            Head(
                version=opened.head.version + 1,
                rows=rows,
                head=head,
                depth=depth,
                deeds=deeds,
                rules_version=self._rules_version,
                round=state.round.id,
                finished=state.finished,
            ),
        )

    @staticmethod
    def _write_head(session: Session, game: int, version: int, after: Opened) -> None:
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
        notices.tell(session, game, head.version)

    def _keep_bridge(self, session: Session, game: int, before: Opened) -> None:
        """Keep the last state under older rules, so that undo finds it under the new ones; not
        where their rows are played again as they were.
        """
        head = before.head
        if head.rules_version == self._rules_version or head.rules_version >= before.rules.since:
            return
        if session.get(Snapshot, (game, head.head)) is None:
            writer = Writer(game, self._rules_version)
            writer.snapshot(head.head, state_to_json(before.state))
            writer.write(session)
