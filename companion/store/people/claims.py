"""Claims: a player comes back on another device, or by another address, to which his browser gives
no cookie of before. He says whose seat is his, and the banker gives it to that device, or not.

A claim stands while another device holds the seat (``Guest.claims`` tells it). At a locked table it
is all that a newcomer has: he waits outside, and nothing of the game is shown to him meanwhile.
"""

from sqlalchemy import delete, update
from sqlmodel import col

from companion.languages import gettext
from companion.store.db.database import Database
from companion.store.db.seat_tables import PlaceRow
from companion.store.people.device_limits import give_place
from companion.store.people.seats import NoPlace, Places, count_change, must_be_seat


class Claims:
    """Who says that a seat of a database's games is his."""

    def __init__(self, database: Database, places: Places) -> None:
        self._database = database
        self._places = places

    def make(self, game: int, device: int, seat: str) -> None:
        """The device, which has a place in the game, says so. Raises NoPlace where nobody holds
        that seat.
        """
        if seat not in self._places.sitting(game).seats:
            raise NoPlace(gettext("That seat is free: take it."))
        self._set(game, device, seat)

    def wait(self, game: int, secret: str, kind: str, seat: str, source: str = "") -> None:
        """A device that has no place at a locked table says so, and waits outside; also where
        nobody holds the seat now. Raises NoPlace.
        """
        device = self._places.known(secret, kind)
        with self._database.write() as session:
            must_be_seat(session, game, seat)
            give_place(session, game, device, source, outside=True, claims=seat)
            count_change(session, game)
        self._places.on_change(game)

    def waits(self, game: int, device: int) -> str:
        """The seat for which the device waits outside; empty where it does not."""
        with self._database.ask() as session:
            place = session.get(PlaceRow, (game, device))
            return place.claims if place is not None and place.outside else ""

    def grant(self, game: int, device: int, seat: str) -> None:
        """It is: the seat is the device's. Raises NoPlace."""
        self._places.hand_on(game, seat, device)
        self._set(game, device, "")

    def refuse(self, game: int, device: int) -> None:
        """It is not; who waits outside goes."""
        with self._database.write() as session:
            here = (col(PlaceRow.game) == game) & (col(PlaceRow.device) == device)
            session.execute(delete(PlaceRow).where(here, col(PlaceRow.outside)))
        self._set(game, device, "")

    def _set(self, game: int, device: int, seat: str) -> None:
        here = (col(PlaceRow.game) == game) & (col(PlaceRow.device) == device)
        with self._database.write() as session:
            session.execute(update(PlaceRow).where(here).values(claims=seat))
            count_change(session, game)
        self._places.on_change(game)
