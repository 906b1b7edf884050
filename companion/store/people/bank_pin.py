"""PINs: a device becomes banker of a game by a number that only the host's screen shows.

Each guess is counted before it is checked, so parallel guesses are no faster than sequential ones.
After each wrong guess the next must wait, twice as long each time. The last wrong guess invalidates
the PIN, and the host makes a new one.
"""

import hashlib
import hmac
import secrets
from datetime import timedelta

from companion.languages import format_count, gettext, lazy_gettext
from companion.store.db.seat_tables import SittingRow
from companion.store.history.log_writer import now
from companion.store.people.seats import AtTable, change_table

DIGITS = 6
MOST_TRIES = 5
WAIT = 2  # seconds after the first wrong guess
NONE = lazy_gettext("There is no PIN at the moment. Make one on the host's screen.")


class WrongPinError(Exception):
    """The device does not become banker; the message says why."""


class BankPins(AtTable):
    """The PINs of a database's games."""

    def make(self, game: int, of: str = "") -> str:
        """Make a PIN for the game, good for one device.

        Raises NoGameError.

        The same ``of`` gives the same PIN.
        """
        pin = self._derive_pin(game, of or secrets.token_urlsafe())
        self._places.sitting(game)
        with self._database.write() as session:
            change_table(
                session, game, pin_hash=self._hash(game, pin), pin_tries=0, pin_blocked_until=None
            )
        self._places.on_change(game)
        return pin

    def remake(self, game: int, of: str) -> str:
        """Return the PIN that was made with this ``of``.

        Raises WrongPinError if it is no longer valid.
        """
        pin, kept = self._derive_pin(game, of), self._stored_hash(game)
        if not hmac.compare_digest(kept, self._hash(game, pin)):
            raise WrongPinError(gettext(NONE))
        return pin

    def guess(self, game: int, device: int, pin: str) -> None:
        """Check a guess of the device, and make it banker if it is right. Raises WrongPinError."""
        with self._database.write() as session:
            row = session.get(SittingRow, game)
            if row is None or not row.pin_hash:
                raise WrongPinError(gettext(NONE))
            if row.pin_blocked_until is not None and row.pin_blocked_until > now():
                seconds = int((row.pin_blocked_until - now()).total_seconds()) + 1
                raise WrongPinError(
                    format_count(
                        "Wait {count} second.", "Wait {count} seconds.", seconds, count=seconds
                    )
                )
            known, tries = row.pin_hash, row.pin_tries + 1
            last = tries >= MOST_TRIES
            wait = now() + timedelta(seconds=WAIT**tries)
            kept = "" if last else known
            change_table(session, game, pin_hash=kept, pin_tries=tries, pin_blocked_until=wait)
        if not hmac.compare_digest(known, self._hash(game, pin)):
            raise WrongPinError(
                gettext(
                    "That is not the PIN, and there are no tries left. Make a new one "
                    "on the host's screen."
                )
                if last
                else gettext("That is not the PIN.")
            )
        with self._database.write() as session:
            change_table(session, game, pin_hash="", pin_tries=0, pin_blocked_until=None)
        self._places.let_bank(game, device, True)

    def _derive_pin(self, game: int, of: str) -> str:
        mark = hmac.new(self._places.key, f"PIN {game} {of}".encode(), hashlib.sha256)
        return f"{int(mark.hexdigest(), 16) % 10**DIGITS:0{DIGITS}}"

    def _stored_hash(self, game: int) -> str:
        with self._database.read() as session:
            row = session.get(SittingRow, game)
            return row.pin_hash if row is not None else ""

    def _hash(self, game: int, pin: str) -> str:
        salt = self._places.key + str(game).encode()
        return hashlib.scrypt(pin.encode(), salt=salt, n=2**12, r=8, p=1).hex()
