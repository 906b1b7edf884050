"""Accounts of hosts, with name and password, for a companion that many tables share.

An account is host of the games that it began, and of no others. Passwords are stored only as Argon2
hashes. The limit on guesses is where they arrive (:mod:`companion.web.access.accounts`).
"""

from collections.abc import Callable
from datetime import datetime

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Column, delete, select
from sqlmodel import Field, Session, SQLModel, col

from companion.languages import format_text, gettext
from companion.rules.data.player_names import shows, writable
from companion.store.db.database import Database
from companion.store.db.seat_tables import STAYS
from companion.store.db.tables import UtcDateTime
from companion.store.history.log_writer import now

LONGEST_NAME = 40
SHORTEST, LONGEST = 8, 200  # characters of a password


class AccountRow(SQLModel, table=True):
    """An account: its name, and the hash of its password."""

    __tablename__ = "account"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    password_hash: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


class LoginRow(SQLModel, table=True):
    """A device that is logged in to an account."""

    __tablename__ = "login"

    device: int = Field(primary_key=True, foreign_key="device.id")
    account: int = Field(foreign_key="account.id")


class HostingRow(SQLModel, table=True):
    """A game and the account that began and hosts it."""

    __tablename__ = "hosting"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    account: int = Field(foreign_key="account.id")


class NoAccountError(ValueError):
    """There is no such account, or it cannot be created; the message says why."""


class Accounts:
    """The accounts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._nobodys = ""  # the hash to compare with if there is no such account

    # --- for the operator of the companion

    def names(self) -> list[str]:
        """List all names in order."""
        with self._database.ask() as session:
            return sorted(session.scalars(select(col(AccountRow.name))))

    def add(self, name: str, password: str) -> None:
        """Create an account. Raises NoAccountError."""
        name = plain_name(name)
        if not name or len(name) > LONGEST_NAME or not (all(map(writable, name)) and shows(name)):
            raise NoAccountError(format_text("A name has 1 to {most} letters.", most=LONGEST_NAME))
        kept = self._hash_password(password)
        with self._database.write() as session:
            if _of(session, name) is not None:
                raise NoAccountError(gettext("There is already an account with that name."))
            session.add(AccountRow(name=name, password_hash=kept, created_at=now()))

    def change(self, name: str, password: str) -> None:
        """Change the password, and log out the devices that used the old one.

        Raises NoAccountError.
        """
        kept = self._hash_password(password)
        with self._database.write() as session:
            found = _require_account(session, name)
            found.password_hash = kept
            session.execute(delete(LoginRow).where(col(LoginRow.account) == found.id))

    def remove(self, name: str) -> None:
        """Delete an account.

        Raises NoAccountError.

        Its games stay, and the serving machine hosts them.
        """
        with self._database.write() as session:
            found = _require_account(session, name)
            for table in (LoginRow, HostingRow):
                session.execute(delete(table).where(col(table.account) == found.id))
            session.delete(found)

    def _hash_password(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            says = "A password has {least} to {most} letters."
            raise NoAccountError(format_text(says, least=SHORTEST, most=LONGEST))
        return self._hasher.hash(password)

    # --- logging in

    def log_in(self, name: str, password: str, device: Callable[[], int]) -> None:
        """Log a device in; ``device`` is called for its number once the password is right.

        Raises NoAccountError with no more detail than necessary. The check takes equally long if
        there is no such account.
        """
        with self._database.ask() as session:
            found = _of(session, plain_name(name))
            kept, account = (found.password_hash, found.id) if found else (self._dummy_hash(), None)
        if len(password) > LONGEST or not self._is_right(kept, password) or account is None:
            raise NoAccountError(gettext("That name and password do not match."))
        number = device()
        with self._database.write() as session:
            found = session.get(AccountRow, account)
            if found is None or found.password_hash != kept:  # the account has changed meanwhile
                raise NoAccountError(gettext("That name and password do not match."))
            session.execute(delete(LoginRow).where(col(LoginRow.device) == number))
            session.add(LoginRow(device=number, account=account))

    def log_out(self, device: int) -> None:
        """Log the device out."""
        with self._database.write() as session:
            session.execute(delete(LoginRow).where(col(LoginRow.device) == device))

    def _dummy_hash(self) -> str:
        if not self._nobodys:
            self._nobodys = self._hasher.hash("nobody's")
        return self._nobodys

    def _is_right(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def give(self, game: int, account: int) -> None:
        """Make the account the host of the game."""
        with self._database.write() as session:
            session.execute(delete(HostingRow).where(col(HostingRow.game) == game))
            hosting(account)(session, game)

    # --- the account of a device and of a game

    def of(self, device: int) -> tuple[int, str]:
        """Return number and name of the device's account; 0 and "" if it has none."""
        wanted = (
            select(col(AccountRow.id), col(AccountRow.name))
            .join(LoginRow, col(LoginRow.account) == col(AccountRow.id))
            .where(col(LoginRow.device) == device)
        )
        with self._database.ask() as session:
            found = session.execute(wanted).one_or_none()
        return (found[0], found[1]) if found else (0, "")

    def games_of(self, account: int) -> set[int]:
        """Return the games that the account hosts."""
        with self._database.ask() as session:
            wanted = select(col(HostingRow.game)).where(col(HostingRow.account) == account)
            return set(session.scalars(wanted))


def plain_name(name: str) -> str:
    """Normalise an account's name for storage."""
    return " ".join(name.split())


def hosting(account: int) -> Callable[[Session, int], None]:
    """Return a note that makes the account host of a game, in the transaction that creates it."""

    def note(session: Session, game: int) -> None:
        session.add(HostingRow(game=game, account=account))
        session.flush()

    return note


def _of(session: Session, name: str) -> AccountRow | None:
    return session.scalar(select(AccountRow).where(col(AccountRow.name) == name))


def _require_account(session: Session, name: str) -> AccountRow:
    found = _of(session, name)
    if found is None:
        raise NoAccountError(format_text("There is no account {name}.", name=name))
    return found
