"""The devices at a game's table and their roles, as read from the database."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import select
from sqlmodel import Session, col

from companion.rules.judge.parties import BANKER, PLAYER
from companion.store.db.seat_tables import AwayRow, DeviceRow, PlaceRow, SeatRow, SittingRow

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
