"""Halts: while the table makes a break, or a dispute freezes the game, nobody acts.

The clock is held meanwhile. The banker may still look back and set right.
"""

from datetime import datetime, timedelta

from sqlalchemy import select
from sqlmodel import Session, col

from companion.store.clock.clock_state import PAUSE
from companion.store.clock.clock_writer import ClockWriter
from companion.store.clock.events import GO, HOLD
from companion.store.db.database import Database
from companion.store.db.seat_tables import SittingRow
from companion.store.history.answered_forms import Noted
from companion.store.people.seats import Places, change_table, count_change, table_row

BREAK, DISPUTE = "break", "dispute"
LONGEST_BREAK = timedelta(hours=4)  # for which the computer stays awake


class Halts:
    """The halts in a database's games."""

    def __init__(self, database: Database, places: Places, clock: ClockWriter) -> None:
        self._database = database
        self._places = places
        self._clock = clock

    def begin(self, game: int, halt: str, noted: Noted | None = None) -> None:
        """Begin a break, or freeze the game for a dispute. Raises NoGameError."""
        self._set(game, halt, noted)

    def end(self, game: int, noted: Noted | None = None) -> None:
        """Let the game go on. Raises NoGameError."""
        self._set(game, "", noted)

    def is_break_on(self) -> bool:
        """Does any table make a break that is not too long?"""
        since = self._clock.time() - LONGEST_BREAK
        wanted = select(col(SittingRow.game)).where(
            col(SittingRow.halt) == BREAK, col(SittingRow.halted_at) > since
        )
        with self._database.ask() as session:
            return session.scalar(wanted.limit(1)) is not None

    def _set(self, game: int, halt: str, noted: Noted | None) -> None:
        with self._database.write() as session:
            before = table_row(session, game).halt
            if before != halt:
                self._write(session, game, halt)
            if noted:
                noted(session, game)
        self._places.on_change(game)

    def _write(self, session: Session, game: int, halt: str) -> None:
        at: datetime | None = self._clock.time() if halt else None
        change_table(session, game, halt=halt, halted_at=at)
        self._clock.append(session, game, HOLD if halt else GO, {"why": PAUSE})
        count_change(session, game)
