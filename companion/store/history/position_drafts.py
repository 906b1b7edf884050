"""Drafts of opening positions: what a table has typed in of a game that has begun on paper."""

from collections.abc import Mapping

from sqlalchemy import delete
from sqlmodel import Session, col

from companion.store.db.database import Database
from companion.store.db.seat_tables import PositionDraftRow
from companion.store.history.log_writer import now


class PositionDrafts:
    """The drafts of opening positions in a database, one for each game that has not begun yet."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, game: int) -> dict[str, str] | None:
        """Return the fields of the draft; None for a game that did not begin on paper."""
        with self._database.ask() as session:
            row = session.get(PositionDraftRow, game)
            return None if row is None else {str(k): str(v) for k, v in row.fields.items()}

    def keep(self, game: int, fields: Mapping[str, str]) -> None:
        """Store the draft in the place of the earlier one."""
        with self._database.write() as session:
            self.drop(session, game)
            session.add(PositionDraftRow(game=game, fields=dict(fields), created_at=now()))

    @staticmethod
    def drop(session: Session, game: int) -> None:
        """Delete the draft within a transaction."""
        session.execute(delete(PositionDraftRow).where(col(PositionDraftRow.game) == game))
