"""Seats whose players have left early: another seat decides for each of them.

In stock rounds they pass by themselves (:mod:`companion.store.games.programmed_deeds`).
"""

from sqlalchemy import delete, select
from sqlmodel import Session, col

from companion.languages import gettext
from companion.store.db.database import Database
from companion.store.db.seat_tables import AwayRow
from companion.store.history.log_writer import now
from companion.store.people.seats import NoPlaceError, Places, must_be_seat


class AwaySeats:
    """The seats of a database's games whose players are away."""

    def __init__(self, database: Database, places: Places) -> None:
        self._database = database
        self._places = places

    @staticmethod
    def read(session: Session, game: int) -> dict[str, str]:
        """Return the seats that are away, each with the seat that decides for it."""
        wanted = select(col(AwayRow.seat), col(AwayRow.deputy)).where(col(AwayRow.game) == game)
        return {seat: deputy for seat, deputy in session.execute(wanted)}

    def leave(self, game: int, seat: str, deputy: str) -> None:
        """Let another seat decide for this one. Raises NoPlaceError, NoGameError."""
        self._places.sitting(game)
        with self._places.change(game) as session:
            must_be_seat(session, game, seat)
            must_be_seat(session, game, deputy)
            away = self.read(session, game)
            away.pop(seat, None)
            if deputy == seat or deputy in away:
                raise NoPlaceError(gettext("Somebody who is present has to decide for them."))
            if seat in away.values():
                raise NoPlaceError(
                    gettext("They decide for somebody who is away: change that first.")
                )
            _delete(session, game, seat)
            session.add(AwayRow(game=game, seat=seat, deputy=deputy, created_at=now()))

    def come_back(self, game: int, seat: str) -> None:
        """Let the player of the seat decide again."""
        with self._places.change(game) as session:
            _delete(session, game, seat)


def _delete(session: Session, game: int, seat: str) -> None:
    session.execute(delete(AwayRow).where(col(AwayRow.game) == game, col(AwayRow.seat) == seat))
