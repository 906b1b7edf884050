"""Places: which devices sit at which game, and what each of them is there.

A device is known by its secret. It comes to a game by the game's code, which the host's screen
shows, and takes a seat or watches; who holds seats is a player. A host, which is the machine that
serves, and whom it has made so is banker. Who is asking is told by one query (:meth:`Places.who`);
nothing of it is kept in memory, so that several processes may serve one database.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from companion.languages import gettext
from companion.store.db import pg_notify
from companion.store.db.database import Database
from companion.store.db.seat_tables import DeviceRow, DraftRow, PlaceRow, SeatRow, SittingRow
from companion.store.db.tables import Game, Meta
from companion.store.history.game_loader import must_be_there
from companion.store.history.log_writer import now
from companion.store.people.accounts import HostingRow, LoginRow
from companion.store.people.device_limits import give_place, must_have_room
from companion.store.people.devices import NOBODY, WATCHER, Sitting, role_of, sitting_of
from companion.store.people.devices import NoPlace as NoPlace

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # of codes: none that looks like another
CODE = 6  # letters of a code
_KEY, _LINK = "form key", "host link"  # of ``meta``


@dataclass(frozen=True, slots=True)
class Who:
    """What a device is in a game, or, where none is asked about, at all: its number, 0 of one that
    has no place anywhere; whether it is a ``host``, of all games or by its account of this one; its
    role and its seats; whether ``each`` enters his own there, or the banker everything; the number
    of its ``account``, 0 where nobody has logged in on it; whether it ``tries`` something there
    (:mod:`companion.store.history.drafts`).
    """

    device: int = 0
    host: bool = False
    role: str = NOBODY
    seats: tuple[str, ...] = ()
    each: bool = True
    account: int = 0
    tries: bool = False


@dataclass(frozen=True, slots=True)
class LookUp:
    """A device that asks: what it is in a game, the ``version`` of that, and where the ``answer``
    to its form led, if that was given before.
    """

    who: Who
    version: int | None
    answer: str | None


def hash_secret(secret: str) -> str:
    """What is stored of a secret of 128 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Places:
    """Who sits at the games of a database. ``on_change`` is called with the number of a game after
    a change to who sits there, once that is on disk.
    """

    def __init__(self, database: Database, on_change: Callable[[int], None]) -> None:
        self._database = database
        self.on_change = on_change

    # --- keys and the host

    @cached_property
    def key(self) -> bytes:
        """Signs cookies and forms; it is the database's, so that all who serve it share it."""
        with self._database.read() as session:
            found = session.get(Meta, _KEY)
        if found is None:
            with suppress(IntegrityError), self._database.write() as session:
                session.add(Meta(key=_KEY, value=secrets.token_hex(32)))
            with self._database.read() as session:  # whoever was first
                found = session.get_one(Meta, _KEY)
        return bytes.fromhex(found.value)

    def open_host(self) -> str:
        """A secret by which one device becomes host, once; any of before is none any more."""
        link = secrets.token_urlsafe(16)
        with self._database.write() as session:
            session.execute(delete(Meta).where(col(Meta.key) == _LINK))
            session.add(Meta(key=_LINK, value=hash_secret(link)))
        return link

    def become_host(self, link: str, secret: str, kind: str) -> bool:
        """Is that the secret of the link? Then the device is host, and the link is used up."""
        with self._database.write() as session:
            found = session.get(Meta, _LINK)
            if found is None or not hmac.compare_digest(found.value, hash_secret(link)):
                return False
            session.delete(found)
            device = _device(session, secret, kind)
            _set(session, DeviceRow, col(DeviceRow.id) == device, host=True)
        return True

    def known(self, secret: str, kind: str) -> int:
        """The number of the device, which is given one where it has none."""
        with self._database.write() as session:
            return _device(session, secret, kind)

    # --- who is asking

    def who(self, secret: str, game: int = 0) -> Who:
        """What the device of that secret is in that game."""
        with self._database.ask() as session:
            return who_of(session, secret, game)

    def games_of(self, device: int) -> set[int]:
        """The games in which the device has a place."""
        with self._database.ask() as session:
            mine = (col(PlaceRow.device) == device) & ~col(PlaceRow.outside)
            return set(session.scalars(select(col(PlaceRow.game)).where(mine)))

    def sitting(self, game: int) -> Sitting:
        """How the game's table is kept. Raises NoGame."""
        with self._database.read() as session:
            row = session.get(SittingRow, game)
            if row is not None:
                return sitting_of(session, row)
        with self._database.write() as session:
            return sitting_of(session, keep_table(session, game))

    def changes(self, game: int) -> int:
        """How often anything has changed of who sits there and what is proposed."""
        with self._database.ask() as session:
            found = session.scalar(
                select(col(SittingRow.changes)).where(col(SittingRow.game) == game)
            )
        return found or 0

    def coded(self, code: str) -> int | None:
        """The game that devices join by this code."""
        with self._database.ask() as session:
            wanted = select(col(SittingRow.game)).where(col(SittingRow.code) == code.lower())
            return session.scalar(wanted)

    # --- coming and going

    def join(self, game: int, secret: str, kind: str, seat: str = "", source: str = "") -> Who:
        """Give the device a place in the game, to watch, or a seat that is free. ``source`` marks
        the address that it comes from. Raises NoPlace, NoGame.
        """
        with self._changing(game) as session:
            row = keep_table(session, game)
            device = _device(session, secret, kind)
            place = session.get(PlaceRow, (game, device))
            if place is None or place.outside:
                if row.locked and not _is_host(session, device):
                    raise NoPlace(gettext("The table is locked. Ask who keeps the bank."))
                give_place(session, game, device, source, seated=bool(seat))
            if seat:
                _sit(session, game, seat, device)
        return self.who(secret, game)

    def leave(self, game: int, seat: str, device: int | None = None) -> None:
        """Free a seat, whoever holds it; or only where that ``device`` does. It watches then, if
        there is room for that.
        """
        with self._changing(game) as session:
            mine = true() if device is None else col(SeatRow.device) == device
            session.execute(
                delete(SeatRow).where(col(SeatRow.game) == game, col(SeatRow.seat) == seat, mine)
            )
            place = session.get(PlaceRow, (game, device)) if device is not None else None
            if place is not None and not place.banker:
                try:
                    must_have_room(session, game, place.device, place.source)
                except NoPlace:
                    if device not in sitting_of(session, keep_table(session, game)).seats.values():
                        session.delete(place)

    def hand_on(self, game: int, seat: str, device: int) -> None:
        """Give a seat to another device that has a place in the game. Raises NoPlace."""
        with self._changing(game) as session:
            place = session.get(PlaceRow, (game, device))
            if place is None:
                raise NoPlace(gettext("That device has no place at this table."))
            place.outside = False
            session.execute(
                delete(SeatRow).where(col(SeatRow.game) == game, col(SeatRow.seat) == seat)
            )
            _sit(session, game, seat, device)

    def dismiss(self, game: int, device: int) -> None:
        """Take a device's place and its seats."""
        with self._changing(game) as session:
            for table in (SeatRow, PlaceRow):
                session.execute(
                    delete(table).where(col(table.game) == game, col(table.device) == device)
                )

    def clear(self, game: int, source: str = "") -> None:
        """Send all away that only watch or wait; or those that came from one ``source``. The code
        is another one then: they do not come back by that of before.
        """
        with self._changing(game) as session:
            keep_table(session, game)
            went = [
                guest.device
                for guest in sitting_of(session, keep_table(session, game)).guests
                if guest.role in (WATCHER, NOBODY) and (not source or guest.source == source)
            ]
            here = (col(PlaceRow.game) == game, col(PlaceRow.device).in_(went))
            session.execute(delete(PlaceRow).where(*here))
            _set(session, SittingRow, col(SittingRow.game) == game, code=_code())

    # --- how the table is kept

    def lock(self, game: int, locked: bool) -> None:
        """Let nobody new in, or let them in again, by another code."""
        with self._changing(game) as session:
            keep_table(session, game)
            values = {"locked": locked} if locked else {"locked": False, "code": _code()}
            _set(session, SittingRow, col(SittingRow.game) == game, **values)

    def enter(self, game: int, each: bool) -> None:
        """Let each enter his own, or the banker everything."""
        with self._changing(game) as session:
            keep_table(session, game)
            _set(session, SittingRow, col(SittingRow.game) == game, each=each)

    def ask(self, game: int, device: int) -> None:
        """The device asks to be banker."""
        self._place(game, device, asks=True)

    def let_bank(self, game: int, device: int, banker: bool) -> None:
        """The host agrees that a device is banker, or that it is not."""
        self._place(game, device, banker=banker, asks=False)

    def _place(self, game: int, device: int, **values: bool) -> None:
        with self._changing(game) as session:
            here = (col(PlaceRow.game) == game) & (col(PlaceRow.device) == device)
            _set(session, PlaceRow, here, **values)

    @contextmanager
    def _changing(self, game: int) -> Iterator[Session]:
        """A transaction that changes who sits at the game; it is told of after it. Raises NoPlace
        where another was quicker.
        """
        try:
            with self._database.write() as session:
                yield session
                count_change(session, game)
        except IntegrityError:
            raise NoPlace(gettext("Somebody was quicker. Look again.")) from None
        self.on_change(game)


_WHO: Any = (
    select(
        col(DeviceRow.id),
        col(DeviceRow.host),
        col(LoginRow.account),
        col(HostingRow.account).label("hosted"),
        col(PlaceRow.banker),
        col(SittingRow.each),
        col(SeatRow.seat),
        col(DraftRow.device).label("tries"),
    )
    .select_from(DeviceRow)
    .outerjoin(
        PlaceRow,
        (col(PlaceRow.device) == col(DeviceRow.id))
        & (col(PlaceRow.game) == bindparam("game"))
        & ~col(PlaceRow.outside),
    )
    .outerjoin(LoginRow, col(LoginRow.device) == col(DeviceRow.id))
    .outerjoin(
        HostingRow,
        (col(HostingRow.account) == col(LoginRow.account))
        & (col(HostingRow.game) == bindparam("game")),
    )
    .outerjoin(SittingRow, col(SittingRow.game) == bindparam("game"))
    .outerjoin(
        SeatRow,
        (col(SeatRow.device) == col(DeviceRow.id)) & (col(SeatRow.game) == bindparam("game")),
    )
    .outerjoin(
        DraftRow,
        (col(DraftRow.device) == col(DeviceRow.id)) & (col(DraftRow.game) == bindparam("game")),
    )
    .where(col(DeviceRow.secret) == bindparam("secret"))
)


def who_of(session: Session, secret: str, game: int) -> Who:
    """Find the role of that device in that game, as the transaction sees it."""
    rows = session.execute(_WHO, {"secret": hash_secret(secret), "game": game}).all()
    if not rows:
        return Who()
    first = rows[0]
    seats = tuple(sorted(row.seat for row in rows if row.seat is not None))
    host = first.host or first.hosted is not None
    role = role_of(host or bool(first.banker), seats, first.banker is not None)
    each, account, tries = first.each is not False, first.account or 0, first.tries is not None
    return Who(first.id, host, role, seats, each, account, tries)


def count_change(session: Session, game: int) -> None:
    """Something has changed of who sits at the game, or of what is proposed there."""
    pg_notify.tell(session, game)
    more = col(SittingRow.changes) + 1
    session.execute(update(SittingRow).where(col(SittingRow.game) == game).values(changes=more))


def _set(
    session: Session,
    table: type[DeviceRow] | type[SittingRow] | type[PlaceRow],
    here: ColumnElement[bool],
    **values: object,
) -> None:
    session.execute(update(table).where(here).values(**values))


def _device(session: Session, secret: str, kind: str) -> int:
    """The number of the device, which is given one where it has none."""
    wanted = select(DeviceRow).where(col(DeviceRow.secret) == hash_secret(secret))
    found = session.scalar(wanted)
    if found is None:
        found = DeviceRow(secret=hash_secret(secret), kind=kind, host=False, at=now())
        session.add(found)
        session.flush()
    assert found.id is not None
    return found.id


def _is_host(session: Session, device: int) -> bool:
    found = session.get(DeviceRow, device)
    return found is not None and found.host


def _code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def keep_table(session: Session, game: int) -> SittingRow:
    """How the game's table is kept; as any is at first where nobody has joined yet."""
    found = session.get(SittingRow, game)
    if found is None:
        must_be_there(session, game)
        found = SittingRow(game=game, code=_code(), each=True, locked=False)
        session.add(found)
        session.flush()
    return found


def must_be_seat(session: Session, game: int, seat: str) -> None:
    """Raises NoPlace."""
    setup = session.scalar(select(col(Game.setup)).where(col(Game.id) == game)) or {}
    players = setup.get("players", ()) if isinstance(setup, dict) else ()
    if seat not in [f"p{number}" for number in range(1, len(players) + 1)]:
        raise NoPlace(gettext("There is no such seat."))


def _sit(session: Session, game: int, seat: str, device: int) -> None:
    """Raises NoPlace where there is no such seat, or another device holds it."""
    must_be_seat(session, game, seat)
    found = session.get(SeatRow, (game, seat))
    if found is None:
        session.add(SeatRow(game=game, seat=seat, device=device))
        session.flush()
    elif found.device != device:
        raise NoPlace(gettext("Somebody else has that seat."))
