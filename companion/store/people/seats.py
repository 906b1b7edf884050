"""Devices and seats: the devices at each game, and the role of each.

A device is known by its secret. It joins a game by the game's code, which the host's screen shows,
and takes a seat or watches. A device with a seat is a player. The serving machine is host, and
every device that it makes host; a host is banker.

Nothing is cached, so that several processes can serve one database.
"""

import hmac
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property

from sqlalchemy import delete, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col

from companion.languages import gettext
from companion.store.db import pg_notify
from companion.store.db.database import Database
from companion.store.db.seat_tables import AwayRow, DeviceRow, PlaceRow, SeatRow, SittingRow
from companion.store.db.tables import Game, Meta
from companion.store.history.game_loader import require_game
from companion.store.history.log_writer import now
from companion.store.people.device_limits import give_place, must_have_room
from companion.store.people.roles import (
    NOBODY,
    WATCHER,
    Role,
    Sitting,
    hash_secret,
    sitting_of,
    who_of,
)
from companion.store.people.roles import NoPlaceError as NoPlaceError

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # characters of codes; no two look alike
CODE = 6  # characters of a code
_KEY, _LINK = "form key", "host link"  # keys in ``meta``


class Places:
    """The devices and seats of a database's games.

    ``on_change`` is called with a game's number once a change to its devices or seats is on disk.
    """

    def __init__(self, database: Database, on_change: Callable[[int], None]) -> None:
        self._database = database
        self.on_change = on_change

    # --- keys and the host

    @cached_property
    def key(self) -> bytes:
        """The key that signs cookies and forms; all processes at this database share it."""
        with self._database.read() as session:
            found = session.get(Meta, _KEY)
        if found is None:
            with suppress(IntegrityError), self._database.write() as session:
                session.add(Meta(key=_KEY, value=secrets.token_hex(32)))
            with self._database.read() as session:  # another process may have been first
                found = session.get_one(Meta, _KEY)
        return bytes.fromhex(found.value)

    def open_host(self) -> str:
        """Make a one-time secret by which a device becomes host; it replaces the last one."""
        link = secrets.token_urlsafe(16)
        with self._database.write() as session:
            session.execute(delete(Meta).where(col(Meta.key) == _LINK))
            session.add(Meta(key=_LINK, value=hash_secret(link)))
        return link

    def become_host(self, link: str, secret: str, kind: str) -> bool:
        """Make the device host if ``link`` is the current secret, which is then used up."""
        with self._database.write() as session:
            found = session.get(Meta, _LINK)
            if found is None or not hmac.compare_digest(found.value, hash_secret(link)):
                return False
            session.delete(found)
            device = _device(session, secret, kind)
            session.execute(
                update(DeviceRow).where(col(DeviceRow.id) == device).values(is_host=True)
            )
        return True

    def register(self, secret: str, kind: str) -> int:
        """Return the number of the device; register it if it is new."""
        with self._database.write() as session:
            return _device(session, secret, kind)

    # --- the asking device

    def who(self, secret: str, game: int = 0) -> Role:
        """Find the role of the device in that game."""
        with self._database.ask() as session:
            return who_of(session, secret, game)

    def games_of(self, device: int) -> set[int]:
        """Return the games in which the device has a place."""
        with self._database.ask() as session:
            mine = (col(PlaceRow.device) == device) & ~col(PlaceRow.is_locked_out)
            return set(session.scalars(select(col(PlaceRow.game)).where(mine)))

    def sitting(self, game: int) -> Sitting:
        """Return the settings of the game's table and its devices. Raises NoGameError."""
        with self._database.read() as session:
            row = session.get(SittingRow, game)
            if row is not None:
                return sitting_of(session, row)
        with self._database.write() as session:
            return sitting_of(session, table_row(session, game))

    def find_by_code(self, code: str) -> int | None:
        """Find the game that devices join by this code."""
        with self._database.ask() as session:
            wanted = select(col(SittingRow.game)).where(col(SittingRow.code) == code.lower())
            return session.scalar(wanted)

    # --- joining and leaving

    def join(self, game: int, secret: str, kind: str, seat: str = "", source: str = "") -> Role:
        """Give the device a place in the game, to watch or with a free seat.

        ``source`` marks its address. Raises NoPlaceError, NoGameError.
        """
        with self._change(game) as session:
            row = table_row(session, game)
            device = _device(session, secret, kind)
            place = session.get(PlaceRow, (game, device))
            if place is None or place.is_locked_out:
                if row.is_locked and not _is_host(session, device):
                    raise NoPlaceError(gettext("The table is locked. Ask the banker."))
                give_place(session, game, device, source, seated=bool(seat))
            if seat:
                _sit(session, game, seat, device)
        return self.who(secret, game)

    def leave(self, game: int, seat: str, device: int | None = None) -> None:
        """Free a seat, or with ``device`` only if that device holds it.

        That device then watches, if there is room.
        """
        with self._change(game) as session:
            mine = true() if device is None else col(SeatRow.device) == device
            session.execute(
                delete(SeatRow).where(col(SeatRow.game) == game, col(SeatRow.seat) == seat, mine)
            )
            place = session.get(PlaceRow, (game, device)) if device is not None else None
            if place is not None and not place.is_banker:
                try:
                    must_have_room(session, game, place.device, place.address_mark)
                except NoPlaceError:
                    if device not in sitting_of(session, table_row(session, game)).seats.values():
                        session.delete(place)

    def hand_on(self, game: int, seat: str, device: int) -> None:
        """Give a seat to another device that has a place in the game. Raises NoPlaceError."""
        with self._change(game) as session:
            place = session.get(PlaceRow, (game, device))
            if place is None:
                raise NoPlaceError(gettext("That device has no place at this table."))
            place.is_locked_out = False
            session.execute(
                delete(SeatRow).where(col(SeatRow.game) == game, col(SeatRow.seat) == seat)
            )
            _sit(session, game, seat, device)

    def dismiss(self, game: int, device: int) -> None:
        """Remove a device and its seats from the game."""
        with self._change(game) as session:
            for table in (SeatRow, PlaceRow):
                session.execute(
                    delete(table).where(col(table.game) == game, col(table.device) == device)
                )

    def clear(self, game: int, source: str = "") -> None:
        """Remove all devices that only watch or wait, or those from one ``source``.

        The game gets a new code, so they cannot return by the old one.
        """
        with self._change(game) as session:
            went = [
                guest.device
                for guest in sitting_of(session, table_row(session, game)).guests
                if guest.role in (WATCHER, NOBODY) and (not source or guest.source == source)
            ]
            here = (col(PlaceRow.game) == game, col(PlaceRow.device).in_(went))
            session.execute(delete(PlaceRow).where(*here))
            change_table(session, game, code=_make_code())

    # --- settings of the table

    def lock(self, game: int, locked: bool) -> None:
        """Lock the table for new devices, or unlock it with a new code."""
        with self._change(game) as session:
            table_row(session, game)
            values = {"is_locked": locked} if locked else {"is_locked": False, "code": _make_code()}
            change_table(session, game, **values)

    def set_players_enter(self, game: int, each: bool) -> None:
        """Let players enter their own actions, or the banker everything."""
        with self._change(game) as session:
            table_row(session, game)
            change_table(session, game, players_enter=each)

    def ask_to_bank(self, game: int, device: int) -> None:
        """Record that the device asks to be banker."""
        self.change_place(game, device, is_asking=True)

    def let_bank(self, game: int, device: int, banker: bool) -> None:
        """Record the host's decision whether the device is banker."""
        self.change_place(game, device, is_banker=banker, is_asking=False)

    def change_place(self, game: int, device: int, **values: object) -> None:
        """Change these columns of the device's place in the game, if it has one."""
        with self.change(game) as session:
            here = (col(PlaceRow.game) == game, col(PlaceRow.device) == device)
            session.execute(update(PlaceRow).where(*here).values(**values))

    @contextmanager
    def change(self, game: int) -> Iterator[Session]:
        """Run a transaction that changes the game's company, and report the change after it."""
        with self._database.write() as session:
            yield session
            count_change(session, game)
        self.on_change(game)

    @contextmanager
    def _change(self, game: int) -> Iterator[Session]:
        """Do the same. Raises NoPlaceError if another transaction was quicker."""
        try:
            with self.change(game) as session:
                yield session
        except IntegrityError:
            raise NoPlaceError(gettext("Somebody was quicker. Look again.")) from None


def count_change(session: Session, game: int) -> None:
    """Count a change to the game's devices, seats or proposals, and notify other processes."""
    pg_notify.tell(session, game)
    change_table(session, game, change_count=col(SittingRow.change_count) + 1)


def change_table(session: Session, game: int, **values: object) -> None:
    """Change these settings of the game's table."""
    session.execute(update(SittingRow).where(col(SittingRow.game) == game).values(**values))


def _device(session: Session, secret: str, kind: str) -> int:
    """Return the number of the device; register it if it is new."""
    secret_hash = hash_secret(secret)
    found = session.scalar(select(DeviceRow).where(col(DeviceRow.secret_hash) == secret_hash))
    if found is None:
        found = DeviceRow(secret_hash=secret_hash, kind=kind, is_host=False, created_at=now())
        session.add(found)
        session.flush()
    assert found.id is not None
    return found.id


def _is_host(session: Session, device: int) -> bool:
    found = session.get(DeviceRow, device)
    return found is not None and found.is_host


def _make_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def table_row(session: Session, game: int) -> SittingRow:
    """Return the settings of the game's table, with defaults if nobody has joined yet."""
    found = session.get(SittingRow, game)
    if found is None:
        require_game(session, game)
        found = SittingRow(game=game, code=_make_code(), players_enter=True, is_locked=False)
        session.add(found)
        session.flush()
    return found


def must_be_seat(session: Session, game: int, seat: str) -> None:
    """Check that the game has that seat. Raises NoPlaceError."""
    setup = session.scalar(select(col(Game.setup)).where(col(Game.id) == game)) or {}
    players = setup.get("players", ()) if isinstance(setup, dict) else ()
    if seat not in [f"p{number}" for number in range(1, len(players) + 1)]:
        raise NoPlaceError(gettext("There is no such seat."))


def _sit(session: Session, game: int, seat: str, device: int) -> None:
    """Give the seat to the device.

    Raises NoPlaceError when there is no such seat, or another device holds it.
    """
    must_be_seat(session, game, seat)
    found = session.get(SeatRow, (game, seat))
    if found is None:
        session.add(SeatRow(game=game, seat=seat, device=device))
        session.flush()
    elif found.device != device:
        raise NoPlaceError(gettext("Somebody else has that seat."))


class AtTable:
    """A part of the store that knows the devices and seats of its games."""

    def __init__(self, database: Database, places: Places) -> None:
        self._database = database
        self._places = places


class AwaySeats(AtTable):
    """The seats of a database's games whose players have left early: others decide for them.

    In stock rounds they pass by themselves (:mod:`companion.store.games.programmed_deeds`).
    """

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
