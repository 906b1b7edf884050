"""Devices and their roles in a game: those at its table, and the one that asks."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, select
from sqlmodel import Session, col

from companion.rules.judge.consenting_parties import BANKER, PLAYER
from companion.store.db.seat_tables import (
    AwayRow,
    DeviceRow,
    DraftRow,
    PlaceRow,
    SeatRow,
    SittingRow,
)
from companion.store.people.accounts import HostingRow, LoginRow

WATCHER, NOBODY = "watcher", ""  # roles that enter nothing


@dataclass(frozen=True, slots=True)
class Guest:
    """A device with a place in a game, the ``seats`` it holds, and the one it ``claims``.

    A device with the role NOBODY waits outside the locked table for its claim. ``source`` marks its
    address.
    """

    device: int
    kind: str
    role: str
    seats: tuple[str, ...]
    asks: bool
    claims: str
    source: str


@dataclass(frozen=True, slots=True)
class Sitting:
    """The settings of a game's table, and its seats: seat -> device.

    ``halt`` and ``halted_at`` are as in :class:`companion.store.db.seat_tables.SittingRow`.
    ``away`` maps seats whose players are away to the seats that decide for them.
    """

    game: int
    code: str
    each: bool
    locked: bool
    pin: bool
    seats: dict[str, int]
    guests: tuple[Guest, ...]
    halt: str = ""
    halted_at: datetime | None = None
    away: Mapping[str, str] = field(default_factory=dict)


class NoPlaceError(Exception):
    """The device does not get that place; the message says why."""


def role_of(banker: bool, seats: tuple[str, ...], there: bool) -> str:
    """Return the role of a device by its rights and seats; ``there``: has it a place at all?"""
    if banker:
        return BANKER
    if seats:
        return PLAYER
    return WATCHER if there else NOBODY


def sitting_of(session: Session, row: SittingRow) -> Sitting:
    """Return the table of the game of that row."""
    held = session.execute(
        select(col(SeatRow.seat), col(SeatRow.device)).where(col(SeatRow.game) == row.game)
    )
    seats = {seat: device for seat, device in held}
    away = select(col(AwayRow.seat), col(AwayRow.deputy)).where(col(AwayRow.game) == row.game)
    wanted = (
        select(PlaceRow, DeviceRow)
        .join(DeviceRow, col(DeviceRow.id) == col(PlaceRow.device))
        .where(col(PlaceRow.game) == row.game)
        .order_by(col(PlaceRow.created_at), col(PlaceRow.device))
    )
    guests = []
    for place, device in session.execute(wanted):
        own = tuple(sorted(seat for seat, by in seats.items() if by == place.device))
        role = role_of(place.is_banker or device.is_host, own, not place.is_locked_out)
        guests.append(
            Guest(
                place.device,
                device.kind,
                role,
                own,
                place.is_asking,
                place.claimed_seat,
                place.address_mark,
            )
        )
    return Sitting(
        row.game,
        row.code,
        row.players_enter,
        row.is_locked,
        bool(row.pin_hash),
        seats,
        tuple(guests),
        row.halt,
        row.halted_at,
        {seat: deputy for seat, deputy in session.execute(away)},
    )


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a device in a game, or in general if no game is given.

    ``device`` is its number; 0 if it has no place anywhere. A ``host`` is host of all games, or of
    this one by its account. With ``each`` set, players enter their own actions; otherwise the
    banker enters everything. ``account`` is the account of its login; 0 if there is none.
    ``tries``: has it a draft in this game (:mod:`companion.store.history.drafts`)? ``halt``: why
    nobody acts now (:mod:`companion.store.people.halts`). ``seats`` include the
    seats of absent players that it decides for; ``stands_for`` pairs each of them with its own
    seat.
    """

    device: int = 0
    host: bool = False
    role: str = NOBODY
    seats: tuple[str, ...] = ()
    each: bool = True
    account: int = 0
    tries: bool = False
    halt: str = ""
    stands_for: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LookUp:
    """A device, the ``version`` of the game, and the stored ``answer`` to its form.

    ``who`` is its role in the game. ``answer`` is None if the form was not answered before.
    """

    who: Role
    version: int | None
    answer: str | None


def hash_secret(secret: str) -> str:
    """Return the hash that is stored for a secret of 128 random bits."""
    return hashlib.sha256(secret.encode()).hexdigest()


_WHO: Any = (
    select(
        col(DeviceRow.id),
        col(DeviceRow.is_host),
        col(LoginRow.account),
        col(HostingRow.account).label("hosted"),
        col(PlaceRow.is_banker),
        col(SittingRow.players_enter),
        col(SittingRow.halt),
        col(SeatRow.seat),
        col(AwayRow.seat).label("away"),
        col(DraftRow.device).label("tries"),
    )
    .select_from(DeviceRow)
    .outerjoin(
        PlaceRow,
        (col(PlaceRow.device) == col(DeviceRow.id))
        & (col(PlaceRow.game) == bindparam("game"))
        & ~col(PlaceRow.is_locked_out),
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
        AwayRow,
        (col(AwayRow.game) == col(SeatRow.game)) & (col(AwayRow.deputy) == col(SeatRow.seat)),
    )
    .outerjoin(
        DraftRow,
        (col(DraftRow.device) == col(DeviceRow.id)) & (col(DraftRow.game) == bindparam("game")),
    )
    .where(col(DeviceRow.secret_hash) == bindparam("secret"))
)


def who_of(session: Session, secret: str, game: int) -> Role:
    """Find the role of the device in that game, within a transaction."""
    rows = session.execute(_WHO, {"secret": hash_secret(secret), "game": game}).all()
    if not rows:
        return Role()
    first = rows[0]
    stands_for = tuple(sorted((row.away, row.seat) for row in rows if row.away is not None))
    seats = {row.seat for row in rows if row.seat is not None} | {away for away, _ in stands_for}
    host = first.is_host or first.hosted is not None
    own = tuple(sorted(seats))
    role = role_of(host or bool(first.is_banker), own, first.is_banker is not None)
    return Role(
        first.id,
        host,
        role,
        own,
        each=first.players_enter is not False,
        account=first.account or 0,
        tries=first.tries is not None,
        halt=first.halt or "",
        stands_for=stands_for,
    )
