"""Change notifications between companions that share a PostgreSQL database.

A notification is part of the transaction that makes the change. So nobody hears of a change that is
not on disk, and everybody hears of every other. A message holds only the number and version of the
game and the name of the sender.
"""

import logging
import threading
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlmodel import Session

from companion.store.db.postgres import CONNECT_PATIENCE

# imported only for games in PostgreSQL: it needs a library that not every system has
if TYPE_CHECKING:
    import psycopg

CHANNEL = "companion"
TELLER = "teller"  # key in a session's ``info``: the name of the sending process
THERE = "there:"  # prefix of a list of devices, in the place of a version
LOOK_UP = 1.0  # seconds between two checks whether the listener is closed
PAUSE = 1.0  # seconds before it reconnects

Heard: TypeAlias = Callable[[int, int | None], None]
There: TypeAlias = Callable[[str, int, frozenset[int]], None]
Connection: TypeAlias = "psycopg.Connection[tuple[object, ...]]"

_logger = logging.getLogger(__name__)


def tell(session: Session, game: int, version: int | None = None) -> None:
    """Notify the other processes, on commit, that the game has this version.

    Without a version, something outside its log has changed. Games in a file need no notification.
    """
    teller = session.info.get(TELLER)
    if teller:
        said = {"channel": CHANNEL, "said": f"{teller} {game} {version or ''}"}
        session.execute(text("SELECT pg_notify(:channel, :said)"), said)


def tell_presence(session: Session, game: int, devices: Iterable[int]) -> None:
    """Notify the other processes which devices are connected to this one."""
    numbers = ",".join(map(str, sorted(devices)))
    said = {"channel": CHANNEL, "said": f"{session.info[TELLER]} {game} {THERE}{numbers}"}
    session.execute(text("SELECT pg_notify(:channel, :said)"), said)


class Listener:
    """A thread that receives notifications until it is closed.

    ``heard`` is called with the number of a game that a process other than ``me`` has changed, and
    the version from the message. ``missed`` is called when changes may have been missed, because
    the server was out of reach. ``there`` is called with a process, a game and its devices when
    another process reports its presence.
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
        self.ready = threading.Event()  # set while it is connected
        self._thread = threading.Thread(target=self._run, name="notices", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._closing.set()
        self._thread.join(CONNECT_PATIENCE + 2 * LOOK_UP)

    def _run(self) -> None:
        import psycopg

        lost = False
        while not self._closing.is_set():
            try:
                with self._connect() as connection:
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

    def _connect(self) -> Connection:
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
