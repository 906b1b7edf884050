"""Room at a table: how many devices have a place in a game, and how many of them from one address.

Seats are few, and each has one device. So only places without a seat are limited by their source.
"""

from typing import Any

from sqlalchemy import func, select
from sqlmodel import Session, col

from companion.languages import format_text
from companion.store.db.seat_tables import PlaceRow, SeatRow
from companion.store.history.log_writer import now
from companion.store.people.devices import NoPlace

MOST_DEVICES = 40  # of one game
MOST_WATCHING = 30  # of them without a seat: whoever takes a seat finds room
OF_ONE_SOURCE = 12  # of these from one address


def give_place(
    session: Session, game: int, device: int, source: str, seated: bool = False, **values: Any
) -> None:
    """The device has a place in the game from now on. Raises NoPlace where there are too many."""
    if not seated:
        must_have_room(session, game, device, source)
    others = (col(PlaceRow.game) == game, col(PlaceRow.device) != device)
    if (session.scalar(select(func.count()).where(*others)) or 0) >= MOST_DEVICES:
        raise NoPlace(format_text("{count} devices are at this table already.", count=MOST_DEVICES))
    session.merge(
        PlaceRow(game=game, device=device, banker=False, at=now(), source=source, **values)
    )
    session.flush()


def must_have_room(session: Session, game: int, device: int, source: str) -> None:
    """Raises NoPlace where too many others have a place without a seat."""
    seated = select(col(SeatRow.device)).where(col(SeatRow.game) == game)
    others = (
        col(PlaceRow.game) == game,
        col(PlaceRow.device) != device,
        ~col(PlaceRow.banker),
        col(PlaceRow.device).not_in(seated),
    )
    there = session.scalars(select(col(PlaceRow.source)).where(*others)).all()
    if source and there.count(source) >= OF_ONE_SOURCE:
        says = "{count} devices watch from your address already. Take a seat, or ask the banker."
        raise NoPlace(format_text(says, count=OF_ONE_SOURCE))
    if len(there) >= MOST_WATCHING:
        says = "{count} devices watch this table already. Take a seat, or ask the banker."
        raise NoPlace(format_text(says, count=MOST_WATCHING))
