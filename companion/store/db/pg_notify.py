"""What companions at one PostgreSQL tell each other: that something of a game has changed.

It is told in the transaction that changes it, so nobody hears of what is not on disk, and everybody
hears of what is. A message has the game's number and version and who tells it, nothing else.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlmodel import Session

from companion.store.db.postgres import CONNECT_PATIENCE

# imported only where the games are in PostgreSQL: it needs a library that is not on every system
if TYPE_CHECKING:
    import psycopg

CHANNEL = "companion"
TELLER = "teller"  # of a session's ``info``: the name of the process that others hear
THERE = "there:"  # begins what says which devices are there, where a version stands otherwise
LOOK_UP = 1.0  # seconds after which a listener looks whether it is to end
PAUSE = 1.0  # seconds after which it tries again to reach the server

Heard: TypeAlias = Callable[[int, int | None], None]
There: TypeAlias = Callable[[str, int, frozenset[int]], None]
Connection: TypeAlias = "psycopg.Connection[tuple[object, ...]]"

_logger = logging.getLogger(__name__)


def tell(session: Session, game: int, version: int | None = None) -> None:
    """Let the others know, when the transaction is on disk, that the game has this version; without
    one, that something beside its log has changed. In a file there are no others.
    """
    teller = session.info.get(TELLER)
    if teller:
        said = {"channel": CHANNEL, "said": f"{teller} {game} {version or ''}"}
        session.execute(text("SELECT pg_notify(:channel, :said)"), said)


def tell_presence(session: Session, game: int, devices: Iterable[int]) -> None:
    """Let the others know which devices are there at this process."""
    numbers = ",".join(map(str, sorted(devices)))
    said = {"channel": CHANNEL, "said": f"{session.info[TELLER]} {game} {THERE}{numbers}"}
    session.execute(text("SELECT pg_notify(:channel, :said)"), said)


class Listener:
    """Hears what the others tell, in a thread of its own, until it is closed.

    ``heard`` is called with the number of a game that somebody other than ``me`` has changed, and
    with its version as told. ``missed`` is called when anything may have changed unheard: after the
    server was out of reach. ``there`` is called with the process, the game and its devices when
    another says who is there at it.
    """

    def __init__(
        self,
        address: str,
        me: str,
        heard: Heard,
        missed: Callable[[], None],
        there: There | None = None,
    ) -> None:
        url = make_url(address).set(drivername="postgresql")
        self._address = url.render_as_string(hide_password=False)
        self._me = me
        self._heard = heard
        self._missed = missed
        self._there = there
        self._closing = threading.Event()
        self.ready = threading.Event()  # it hears now; not set while the server is out of reach
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._closing.set()
        self._thread.join(CONNECT_PATIENCE + 2 * LOOK_UP)

    def _run(self) -> None:
        import psycopg

        lost = False
        while not self._closing.is_set():
            try:
                with self._connected() as connection:
                    self.ready.set()
                    if lost:
                        self._missed()
                    self._listen(connection)
            except psycopg.Error as fault:
                if not lost:
                    _logger.error("What other processes change is not heard: %s", fault)
            lost = True
            self.ready.clear()
            self._closing.wait(PAUSE)

    def _connected(self) -> Connection:
        import psycopg

        connection = psycopg.connect(
            self._address,
            autocommit=True,
            connect_timeout=CONNECT_PATIENCE,
            application_name="companion, listening",
        )
        connection.execute(f"LISTEN {CHANNEL}")
        return connection

    def _listen(self, connection: Connection) -> None:
        while not self._closing.is_set():
            for notice in connection.notifies(timeout=LOOK_UP):
                teller, game, said = notice.payload.split(" ")
                if teller == self._me:
                    continue
                if not said.startswith(THERE):
                    self._heard(int(game), int(said) if said else None)
                elif self._there is not None:
                    numbers = filter(None, said.removeprefix(THERE).split(","))
                    self._there(teller, int(game), frozenset(map(int, numbers)))
