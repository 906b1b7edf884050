"""The limits on devices in a game, in total and from one address.

There are few seats, and each has one device. So only devices without a seat are limited by address.
"""

from typing import Any

from sqlalchemy import func, select
from sqlmodel import Session, col

from companion.languages import format_text
from companion.store.db.seat_tables import PlaceRow, SeatRow
from companion.store.history.log_writer import now
from companion.store.people.roles import NoPlaceError

MOST_DEVICES = 40  # in one game
MOST_WATCHING = 30  # of them without a seat, so that there is room for players
OF_ONE_SOURCE = 12  # of these from one address


def give_place(
    session: Session, game: int, device: int, source: str, seated: bool = False, **values: Any
) -> None:
    """Give the device a place in the game. Raises NoPlaceError if there are too many."""
    if not seated:
        must_have_room(session, game, device, source)
    others = (col(PlaceRow.game) == game, col(PlaceRow.device) != device)
    if (session.scalar(select(func.count()).where(*others)) or 0) >= MOST_DEVICES:
        raise NoPlaceError(
            format_text("{count} devices are at this table already.", count=MOST_DEVICES)
        )
    session.merge(
        PlaceRow(
            game=game,
            device=device,
            is_banker=False,
            created_at=now(),
            address_mark=source,
            **values,
        )
    )
    session.flush()


def must_have_room(session: Session, game: int, device: int, source: str) -> None:
    """Check the limits for places without a seat. Raises NoPlaceError."""
    seated = select(col(SeatRow.device)).where(col(SeatRow.game) == game)
    others = (
        col(PlaceRow.game) == game,
        col(PlaceRow.device) != device,
        ~col(PlaceRow.is_banker),
        col(PlaceRow.device).not_in(seated),
    )
    there = session.scalars(select(col(PlaceRow.address_mark)).where(*others)).all()
    if source and there.count(source) >= OF_ONE_SOURCE:
        says = "{count} devices watch from your address already. Take a seat, or ask the banker."
        raise NoPlaceError(format_text(says, count=OF_ONE_SOURCE))
    if len(there) >= MOST_WATCHING:
        says = "{count} devices watch this table already. Take a seat, or ask the banker."
        raise NoPlaceError(format_text(says, count=MOST_WATCHING))
