"""Answers: a form that is sent again gets the answer of the first time, and nothing is done twice.

What a form did and that it was answered is one transaction (``Noted``), so that this holds too
where the answer was lost on the way, or the companion ended before it was sent.
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

# written in the transaction of what a form does, with the number of the game
Noted = Callable[[Session, int], None]


@dataclass(frozen=True, slots=True)
class Sent:
    """A form as it was sent: by the device of that hash, with its key and a mark of its content."""

    device: str
    key: str
    mark: str


def together(*notes: Noted | None) -> Noted:
    """All of these, as far as they are any."""

    def note(session: Session, game: int) -> None:
        for each in notes:
            if each is not None:
                each(session, game)

    return note


def answer_of(session: Session, sent: Sent) -> str | None:
    """Find where the answer to the form led; None where it was not answered yet."""
    wanted = select(col(AnsweredRow.to)).where(
        col(AnsweredRow.device) == sent.device,
        col(AnsweredRow.key) == sent.key,
        col(AnsweredRow.mark) == sent.mark,
    )
    return session.scalar(wanted)


class Answers:
    """What the forms of a database's games were answered."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, sent: Sent) -> str | None:
        """Where the answer to the form led; None where it was not answered yet."""
        with self._database.ask() as session:
            return answer_of(session, sent)

    def used(self, sent: Sent) -> bool:
        """Was a form of that key answered, whatever stood in it?"""
        with self._database.ask() as session:
            same = (col(AnsweredRow.device) == sent.device, col(AnsweredRow.key) == sent.key)
            return session.scalar(select(col(AnsweredRow.id)).where(*same)) is not None

    @staticmethod
    def noting(sent: Sent, to: Callable[[int], str]) -> Noted:
        """Notes the answer in the transaction of what the form does: where it leads ``to``, from
        the game's number.
        """

        def note(session: Session, game: int) -> None:
            row = AnsweredRow(
                device=sent.device,
                key=sent.key,
                mark=sent.mark,
                game=game,
                to=to(game),
                at=now(),
            )
            session.add(row)
            session.flush()

        return note

    def note(self, sent: Sent, to: str) -> None:
        """Note the answer by itself, where what the form does comes to the same when it is done
        twice at the same moment, and not later.
        """
        with suppress(IntegrityError), self._database.write() as session:
            row = AnsweredRow(device=sent.device, key=sent.key, mark=sent.mark, to=to, at=now())
            session.add(row)

    def forget(self) -> None:
        """Forget those that nobody sends again any more."""
        with self._database.write() as session:
            session.execute(delete(AnsweredRow).where(col(AnsweredRow.at) < now() - KEPT))
