"""Who sits at a game: its devices and what each of them is there, as read from the tables."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlmodel import Session, col

from companion.rules.judge.parties import BANKER, PLAYER
from companion.store.db.seat_tables import DeviceRow, PlaceRow, SeatRow, SittingRow

WATCHER, NOBODY = "watcher", ""  # beside the roles that enter something


@dataclass(frozen=True, slots=True)
class Guest:
    """A device with a place in a game: the ``seats`` it holds, and one that it ``claims``. Who is
    nobody yet waits for that outside the locked table. ``source`` marks the address it came from.
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
    """How a game's table is kept, and who sits there: seat -> device."""

    game: int
    code: str
    each: bool
    locked: bool
    pin: bool
    changes: int
    seats: dict[str, int]
    guests: tuple[Guest, ...]


class NoPlace(Exception):
    """The device does not get that place; the message says why."""


def role_of(banker: bool, seats: tuple[str, ...], there: bool) -> str:
    """What a device is, by its rights and seats, and whether it is ``there`` at all."""
    if banker:
        return BANKER
    if seats:
        return PLAYER
    return WATCHER if there else NOBODY


def sitting_of(session: Session, row: SittingRow) -> Sitting:
    """Who sits at the game of that row."""
    held = session.execute(
        select(col(SeatRow.seat), col(SeatRow.device)).where(col(SeatRow.game) == row.game)
    )
    seats = {seat: device for seat, device in held}
    wanted = (
        select(PlaceRow, DeviceRow)
        .join(DeviceRow, col(DeviceRow.id) == col(PlaceRow.device))
        .where(col(PlaceRow.game) == row.game)
        .order_by(col(PlaceRow.at), col(PlaceRow.device))
    )
    guests = []
    for place, device in session.execute(wanted):
        own = tuple(sorted(seat for seat, by in seats.items() if by == place.device))
        role = role_of(place.banker or device.host, own, not place.outside)
        guests.append(
            Guest(place.device, device.kind, role, own, place.asks, place.claims, place.source)
        )
    return Sitting(
        row.game,
        row.code,
        row.each,
        row.locked,
        bool(row.pin),
        row.changes,
        seats,
        tuple(guests),
    )
