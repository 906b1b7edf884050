"""Idempotent forms: a repeated form gets its first answer, and nothing is done twice.

The effect of a form and its answer are stored in one transaction (``Noted``). So this holds even if
the answer was lost on the way, or the companion ended before sending it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from companion.store.db.database import Database
from companion.store.db.seat_tables import AnsweredRow
from companion.store.history.log_writer import now

KEPT = timedelta(days=7)
LONGEST_KEY = 40

# called in the transaction of a form's effect, with the number of the game
Noted = Callable[[Session, int], None]


@dataclass(frozen=True, slots=True)
class SentForm:
    """A form as it was sent.

    ``device`` is the hash of the device's secret, ``key`` the form's key, and ``mark`` a hash of
    its content.
    """

    device: str
    key: str
    mark: str


def combine_notes(*notes: Noted | None) -> Noted:
    """Combine notes into one; None is skipped."""

    def note(session: Session, game: int) -> None:
        for each in notes:
            if each is not None:
                each(session, game)

    return note


def answer_of(session: Session, sent: SentForm) -> str | None:
    """Find the location of the form's answer; None if it was not answered yet."""
    wanted = select(col(AnsweredRow.location)).where(
        col(AnsweredRow.device) == sent.device,
        col(AnsweredRow.key) == sent.key,
        col(AnsweredRow.content_hash) == sent.mark,
    )
    return session.scalar(wanted)


class Answers:
    """The answers to forms in a database's games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, sent: SentForm) -> str | None:
        """Find the location of the form's answer; None if it was not answered yet."""
        with self._database.ask() as session:
            return answer_of(session, sent)

    def is_used(self, sent: SentForm) -> bool:
        """Was a form with that key answered, whatever its content?"""
        with self._database.ask() as session:
            same = (col(AnsweredRow.device) == sent.device, col(AnsweredRow.key) == sent.key)
            return session.scalar(select(col(AnsweredRow.id)).where(*same)) is not None

    @staticmethod
    def make_note(sent: SentForm, to: Callable[[int], str]) -> Noted:
        """Return a note that stores the answer in the transaction of the form's effect.

        ``to`` gives the answer's location from the game's number.
        """

        def note(session: Session, game: int) -> None:
            session.add(_answer(sent, to(game), game))
            session.flush()

        return note

    def note(self, sent: SentForm, to: str) -> None:
        """Store an answer in a transaction of its own.

        This is for forms whose effect is the same when they are handled twice at the same moment,
        but not later.
        """
        with suppress(IntegrityError), self._database.write() as session:
            session.add(_answer(sent, to))

    def forget(self) -> None:
        """Delete answers to forms that nobody will send again."""
        with self._database.write() as session:
            session.execute(delete(AnsweredRow).where(col(AnsweredRow.created_at) < now() - KEPT))


def _answer(sent: SentForm, location: str, game: int | None = None) -> AnsweredRow:
    return AnsweredRow(
        device=sent.device,
        key=sent.key,
        content_hash=sent.mark,
        game=game,
        location=location,
        created_at=now(),
    )
