"""Claims of seats by players who return on another device.

They may also return by another address, for which their browser sends no cookie. They name their
seat, and the banker grants it to that device or refuses.

A claim is open while another device holds the seat (see ``Guest.claims``). At a locked table a
newcomer has nothing but the claim: they wait outside and see nothing of the game.
"""

from sqlalchemy import delete
from sqlmodel import col

from companion.languages import gettext
from companion.store.db.seat_tables import PlaceRow
from companion.store.people.device_limits import give_place
from companion.store.people.seats import AtTable, NoPlaceError, must_be_seat


class Claims(AtTable):
    """The claims of seats in a database's games."""

    def make(self, game: int, device: int, seat: str) -> None:
        """Claim a seat for a device that has a place in the game.

        Raises NoPlaceError if the seat is free.
        """
        if seat not in self._places.sitting(game).seats:
            raise NoPlaceError(gettext("That seat is free: take it."))
        self._places.change_place(game, device, claimed_seat=seat)

    def claim(self, game: int, secret: str, kind: str, seat: str, source: str = "") -> None:
        """Claim a seat for a device without a place at a locked table; it waits outside.

        The seat may be free. Raises NoPlaceError.
        """
        device = self._places.register(secret, kind)
        with self._places.change(game) as session:
            must_be_seat(session, game, seat)
            give_place(session, game, device, source, is_locked_out=True, claimed_seat=seat)

    def claimed_seat(self, game: int, device: int) -> str:
        """Return the seat for which the device waits outside; "" if it does not wait."""
        with self._database.ask() as session:
            place = session.get(PlaceRow, (game, device))
            return place.claimed_seat if place is not None and place.is_locked_out else ""

    def grant(self, game: int, device: int, seat: str) -> None:
        """Grant the claim: give the seat to the device. Raises NoPlaceError."""
        self._places.hand_on(game, seat, device)
        self._places.change_place(game, device, claimed_seat="")

    def refuse(self, game: int, device: int) -> None:
        """Refuse the claim; a device that waits outside loses its place."""
        with self._database.write() as session:
            here = (col(PlaceRow.game) == game) & (col(PlaceRow.device) == device)
            session.execute(delete(PlaceRow).where(here, col(PlaceRow.is_locked_out)))
        self._places.change_place(game, device, claimed_seat="")
