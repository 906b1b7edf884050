"""Accounts: who may host games where many tables share a companion, by name and password.

An account is host of the games that were begun with it, and of no others. A password is stored only
as Argon2 hashes it. How often one may guess is counted where guesses come in
(:mod:`companion.web.access.accounts`).
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
from companion.store.db.tables import Moment
from companion.store.history.log_writer import now

LONGEST_NAME = 40
SHORTEST, LONGEST = 8, 200  # letters of a password


class AccountRow(SQLModel, table=True):
    """An account: its name, and the hash of its password."""

    __tablename__ = "account"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    password: str
    at: datetime = Field(sa_column=Column(Moment, nullable=False))


class LoginRow(SQLModel, table=True):
    """A device on which somebody has logged in."""

    __tablename__ = "login"

    device: int = Field(primary_key=True, foreign_key="device.id")
    account: int = Field(foreign_key="account.id")


class HostingRow(SQLModel, table=True):
    """A game that was begun with an account, which hosts it."""

    __tablename__ = "hosting"
    __table_args__ = STAYS

    game: int = Field(primary_key=True, foreign_key="game.id")
    account: int = Field(foreign_key="account.id")


class NoAccount(ValueError):
    """There is none like that, or it cannot be made so; the message says why."""


class Accounts:
    """The accounts of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._hasher = PasswordHasher()
        self._nobodys = ""  # what is compared where there is no account of a name

    # --- for who runs the companion

    def names(self) -> list[str]:
        """All names, in order."""
        with self._database.ask() as session:
            return sorted(session.scalars(select(col(AccountRow.name))))

    def add(self, name: str, password: str) -> None:
        """A new account. Raises NoAccount."""
        name = plain_name(name)
        if not name or len(name) > LONGEST_NAME or not (all(map(writable, name)) and shows(name)):
            raise NoAccount(format_text("A name has 1 to {most} letters.", most=LONGEST_NAME))
        kept = self._kept(password)
        with self._database.write() as session:
            if _of(session, name) is not None:
                raise NoAccount(gettext("There is an account of that name already."))
            session.add(AccountRow(name=name, password=kept, at=now()))

    def change(self, name: str, password: str) -> None:
        """Another password; who is logged in with the old one is so no longer. Raises NoAccount."""
        kept = self._kept(password)
        with self._database.write() as session:
            found = _must_be(session, name)
            found.password = kept
            session.execute(delete(LoginRow).where(col(LoginRow.account) == found.id))

    def remove(self, name: str) -> None:
        """Take an account away; its games stay, with the machine that serves as host. Raises
        NoAccount.
        """
        with self._database.write() as session:
            found = _must_be(session, name)
            for table in (LoginRow, HostingRow):
                session.execute(delete(table).where(col(table.account) == found.id))
            session.delete(found)

    def _kept(self, password: str) -> str:
        if not SHORTEST <= len(password) <= LONGEST:
            says = "A password has {least} to {most} letters."
            raise NoAccount(format_text(says, least=SHORTEST, most=LONGEST))
        return self._hasher.hash(password)

    # --- logging in

    def log_in(self, name: str, password: str, device: Callable[[], int]) -> None:
        """The device, whose number is asked for when all is well, is the account's from now on.
        Raises NoAccount, saying no more than it has to, and taking as long whether there is such an
        account or not.
        """
        with self._database.ask() as session:
            found = _of(session, plain_name(name))
            kept, account = (found.password, found.id) if found else (self._none(), None)
        if len(password) > LONGEST or not self._fits(kept, password) or account is None:
            raise NoAccount(gettext("That name and that password do not go together."))
        number = device()
        with self._database.write() as session:
            found = session.get(AccountRow, account)
            if found is None or found.password != kept:  # it was changed meanwhile
                raise NoAccount(gettext("That name and that password do not go together."))
            session.execute(delete(LoginRow).where(col(LoginRow.device) == number))
            session.add(LoginRow(device=number, account=account))

    def log_out(self, device: int) -> None:
        """The device is no account's any more."""
        with self._database.write() as session:
            session.execute(delete(LoginRow).where(col(LoginRow.device) == device))

    def _none(self) -> str:
        if not self._nobodys:
            self._nobodys = self._hasher.hash("nobody's")
        return self._nobodys

    def _fits(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    def give(self, game: int, account: int) -> None:
        """The game is the account's from now on."""
        with self._database.write() as session:
            session.execute(delete(HostingRow).where(col(HostingRow.game) == game))
            hosting(account)(session, game)

    # --- whose a device and a game are

    def of(self, device: int) -> tuple[int, str]:
        """The account of a device, and its name; 0 and nothing where it has none."""
        wanted = (
            select(col(AccountRow.id), col(AccountRow.name))
            .join(LoginRow, col(LoginRow.account) == col(AccountRow.id))
            .where(col(LoginRow.device) == device)
        )
        with self._database.ask() as session:
            found = session.execute(wanted).one_or_none()
        return (found[0], found[1]) if found else (0, "")

    def games_of(self, account: int) -> set[int]:
        """The games that the account hosts."""
        with self._database.ask() as session:
            wanted = select(col(HostingRow.game)).where(col(HostingRow.account) == account)
            return set(session.scalars(wanted))


def plain_name(name: str) -> str:
    """An account's name as it is stored."""
    return " ".join(name.split())


def hosting(account: int) -> Callable[[Session, int], None]:
    """Notes that a game is the account's, in the transaction that makes it."""

    def note(session: Session, game: int) -> None:
        session.add(HostingRow(game=game, account=account))
        session.flush()

    return note


def _of(session: Session, name: str) -> AccountRow | None:
    return session.scalar(select(AccountRow).where(col(AccountRow.name) == name))


def _must_be(session: Session, name: str) -> AccountRow:
    found = _of(session, name)
    if found is None:
        raise NoAccount(format_text("There is no account {name}.", name=name))
    return found
