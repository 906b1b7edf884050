"""The database: opening it, and the guarantees of its transactions."""

import json
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlmodel import Session

from companion import file_permissions
from companion.store.db import acknowledged_versions as answered
from companion.store.db import database_file, faults, migrations, pg_notify, postgres
from companion.store.db.fifo_lock import FifoLock
from companion.store.db.open_files import Held
from companion.store.db.pg_notify import TELLER, Heard, Listener, There

PATIENCE = 5.0  # seconds to wait for another program that writes
UPGRADE_PATIENCE = 60.0  # seconds to wait for another companion that upgrades the tables
# wraps what a transaction writes; an exception in it rolls the transaction back
Guard = Callable[[Session], AbstractContextManager[None]]
_VERSION = text("SELECT version FROM game WHERE id = :game")
_LINK = text("SELECT 1 FROM journal WHERE game = :game AND hash = :hash")
_MIGRATING = 0x31387878  # the name of the advisory lock in PostgreSQL


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _text(raw: bytes) -> str:
    """Decode a text; a damaged byte does not hide the rest."""
    return raw.decode("utf-8", "replace")


def _sqlite_engine(where: Path, patience: float) -> Engine:
    engine = create_engine(
        f"sqlite:///{where}",
        json_serializer=_dumps,
        hide_parameters=True,  # logged errors contain no names and no secrets
        pool_size=16,
        connect_args={"timeout": patience, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def set_up_connection(connection: Any, _: Any) -> None:
        # sqlite3 would begin transactions by itself, and late; the "begin" event does it instead
        connection.isolation_level = None
        connection.text_factory = _text
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begin_transaction(connection: Connection) -> None:
        until = connection.get_execution_options().get("writes_until")
        left = patience if until is None else max(0.2, until - time.monotonic())
        connection.exec_driver_sql(f"PRAGMA busy_timeout = {int(1000 * left)}")
        connection.exec_driver_sql("BEGIN" if until is None else "BEGIN IMMEDIATE")

    return engine


class _Thread(threading.local):
    """The flags of one thread.

    ``has_noted`` is set after it has noted an answer without waiting. With ``settles_last`` it
    waits only at the end of a block.
    """

    has_noted = False
    settles_last = False


class Database:
    """One database with the companion's tables.

    It is a file, created if it does not exist, or the address of a database that several companions
    share.

    Raises StoreError when the database cannot be used. Every later use raises it too if the disk or
    another program gets in the way; nothing is half done then.
    """

    def __init__(
        self,
        where: Path | str,
        patience: float = PATIENCE,
    ) -> None:
        self._file = where if isinstance(where, Path) else None
        self._address = ""  # of a PostgreSQL
        self._info: dict[str, str] = {}  # passed to sessions that write
        self._patience = patience
        self._turns = FifoLock()
        self.guard: Guard = _write_freely
        self._answers: answered.AcknowledgedVersions | None = None
        self._thread = _Thread()
        self._held: Held | None = None
        if isinstance(where, Path):
            self._make_or_check(where)
            self._engine = _sqlite_engine(where, patience)
            self._answers = answered.AcknowledgedVersions(where)
        elif postgres.is_address(where):
            self._address = where
            self._engine = postgres.engine(where, patience, _dumps)
            self._info[TELLER] = secrets.token_hex(4)
        else:
            self._engine = create_engine(where, json_serializer=_dumps)
        self._reader = postgres.reading(self._engine) if self._address else self._engine
        self._asked = postgres.asking(self._engine) if self._address else self._engine
        try:
            self._prepare(where)
            if isinstance(where, Path):
                with self._explain_faults():
                    self._held = Held(where)
        except BaseException:
            self.close()
            raise

    # --- start

    @staticmethod
    def _make_or_check(there: Path) -> None:
        """Create the file, or check that the existing one is a companion database."""
        try:
            file_permissions.make_folder(there.parent)
            if not database_file.is_there(there):
                _make(there)
            file_permissions.make_private(there.parent, there)
            database_file.try_writing(there)
        except OSError as fault:
            raise faults.of_system(fault, there) from fault
        except (DBAPIError, sqlite3.Error) as fault:
            raise _in_words(fault, there) from fault

    def _prepare(self, where: Path | str) -> None:
        """Upgrade the tables, one process at a time."""
        marked = True
        with self._explain_faults(), self._engine.connect() as connection:
            found = migrations.version(connection)
            if self._file is not None:
                marked = (
                    connection.scalar(text("PRAGMA application_id")) == database_file.APPLICATION_ID
                )
        if found == migrations.HEAD and marked:
            return
        if found is not None and found not in migrations.known():
            shown = postgres.shown(self._address) if self._address else where
            raise (
                faults.older(shown) if database_file.is_older(found) else faults.newer(shown, found)
            )
        with self._explain_faults(), self._writer(UPGRADE_PATIENCE).begin() as connection:
            self._migrate(connection)

    def _migrate(self, connection: Connection) -> None:
        if self._address:
            connection.execute(text(f"SET LOCAL lock_timeout = '{int(UPGRADE_PATIENCE)}s'"))
            connection.execute(text("SELECT pg_advisory_xact_lock(:name)"), {"name": _MIGRATING})
        found = migrations.version(connection)  # another process may have upgraded it meanwhile
        outdated = found is not None and found != migrations.HEAD
        if self._file is not None:
            if outdated:
                self._copy(self._file)
            connection.exec_driver_sql(f"PRAGMA application_id = {database_file.APPLICATION_ID}")
        elif outdated:
            postgres.copy_before(connection, migrations.HEAD)
        if found != migrations.HEAD:
            migrations.upgrade(connection)

    @staticmethod
    def _copy(there: Path) -> None:
        try:
            database_file.copy_before(there, migrations.HEAD)
        except OSError as fault:
            raise faults.of_system(fault, there) from fault

    # --- use

    def read(self) -> AbstractContextManager[Session]:
        """Return a session that reads one consistent snapshot of the database."""
        return self._looking(self._reader)

    def ask(self) -> AbstractContextManager[Session]:
        """Return a session for one query; several queries may see different states."""
        return self._looking(self._asked)

    @contextmanager
    def _looking(self, engine: Engine) -> Iterator[Session]:
        with (
            self._explain_faults(),
            Session(engine, expire_on_commit=False, autoflush=False) as session,
        ):
            yield session

    @contextmanager
    def write(self, alone: bool = True, settled: bool = True) -> Iterator[Session]:
        """Run one transaction: it is on disk when the block ends, or, on any fault, rolled back.

        Transactions that write run one at a time, in a file in order of arrival. So what the block
        reads is still true when it writes. A change that checks the stored values itself need not
        be ``alone``. In PostgreSQL it then waits only for changes of the same rows.

        The ``guard`` may refuse the transaction. A caller that does not want it ``settled`` must
        call ``settle`` before it answers.
        """
        writer = self._writer(self._patience)  # limits the whole wait
        info = dict(self._info)
        answers: dict[int, answered.AcknowledgedVersion] = {}
        with (
            self._turns if self._file is not None else nullcontext(),
            self._explain_faults(),
            Session(writer, expire_on_commit=False, autoflush=False, info=info) as session,
            session.begin(),
        ):
            if alone and self._address:
                postgres.take_turn(session)
            with self.guard(session):
                yield session
            answers = self._to_note(session)
        if self._answers and answers:
            self._answers.note(answers)
            self._thread.has_noted = True
        if settled:
            self.settle()

    def settle(self) -> None:
        """Wait until all noted answers are on disk, those of other threads too.

        This thread may be about to report them. Raises StoreError if the file was lost meanwhile;
        the request is not answered then.
        """
        if not self._answers or self._thread.settles_last:
            return
        self._answers.wait()
        if self._thread.has_noted:
            self._thread.has_noted = False
            if self._held:
                self._held.look()

    @contextmanager
    def settle_last(self) -> Iterator[None]:
        """Let this thread wait only at the end of the block.

        The thread answers there for everything that it wrote in the block. Raises StoreError as
        ``settle`` does.
        """
        self._thread.settles_last = True
        try:
            yield
        finally:
            self._thread.settles_last = False
            self.settle()

    def last_answer(self, game: int) -> answered.AcknowledgedVersion | None:
        """Return the last answer of the game, or None if none is noted."""
        return self._answers.last(game) if self._answers else None

    def last_answers(self) -> dict[int, answered.AcknowledgedVersion]:
        """Return the last noted answer of each game that was not deleted."""
        return self._answers.all() if self._answers else {}

    def _to_note(self, session: Session) -> dict[int, answered.AcknowledgedVersion]:
        """Return the answers to note once this transaction is on disk.

        A game that does not continue from its last answer keeps its old note, which shows that
        something is missing.
        """
        found: dict[int, answered.AcknowledgedVersion] = {}
        for game, told in answered.told_in(session).items() if self._answers else ():
            version = session.scalar(_VERSION, {"game": game})
            if type(version) is not int:
                found[game] = answered.GONE
            elif told.forced or self._goes_on(session, game, told.before):
                found[game] = answered.AcknowledgedVersion(version, told.after)
        return found

    def _goes_on(self, session: Session, game: int, before: str) -> bool:
        assert self._answers
        if self._answers.goes_on(game, before):
            return True
        last = self._answers.last(game)
        if last is None or last.hash == before:
            return True
        return session.scalar(_LINK, {"game": game, "hash": last.hash}) is not None

    @property
    def shared(self) -> bool:
        """May other processes serve the same games?"""
        return bool(self._address)

    def reach(self) -> None:
        """Check that the database can be read. Raises StoreError."""
        with self.read() as session:
            session.execute(select(1))

    def tell_presence(self, found: Mapping[int, Collection[int]]) -> None:
        """Tell other processes which devices are connected to this one: game -> device numbers.

        Raises StoreError.
        """
        with self.write(alone=False) as session:
            for game, devices in found.items():
                pg_notify.tell_presence(session, game, devices)

    def listen(
        self, heard: Heard, missed: Callable[[], None], there: There | None = None
    ) -> Listener | None:
        """Start a listener for changes by other processes; see ``pg_notify.Listener``.

        Return None for games in a file, which one process serves.
        """
        if not self._address:
            return None
        return Listener(self._address, self._info[TELLER], heard, missed, there)

    def _writer(self, patience: float) -> Engine:
        """Return the engine for a write that waits at most ``patience`` seconds to begin."""
        return self._engine.execution_options(writes_until=time.monotonic() + patience)

    @contextmanager
    def _explain_faults(self) -> Iterator[None]:
        """Replace errors of the database or the system by faults with a plain sentence."""
        if self._held is not None:
            self._held.look()
        try:
            yield
        except (DBAPIError, NoConnection, sqlite3.Error) as fault:
            if self._file is not None and not isinstance(fault, NoConnection):
                raise _in_words(fault, self._file) from fault
            if self._address and not isinstance(fault, sqlite3.Error):
                raise postgres.in_words(fault, self._address) from fault
            raise

    def close(self) -> None:
        """Close the files."""
        if self._answers is not None:
            self._answers.close()
        self._engine.dispose()
        if self._held is not None:
            self._held.close()


def _write_freely(_: Session) -> AbstractContextManager[None]:
    return nullcontext()


def _in_words(fault: DBAPIError | sqlite3.Error, there: Path) -> Exception:
    """Return the StoreError for an error, or the error itself if it is a bug of the program."""
    of = fault.orig if isinstance(fault, DBAPIError) else fault
    return faults.of_sqlite(of, there) or fault


def _make(there: Path) -> None:
    """Create a database under a temporary name, and rename it when it is complete."""
    half = there.with_name(f"{there.name}-new-{os.getpid()}-{threading.get_ident()}")
    file_permissions.make_empty(half)  # SQLite gives its files beside it the same permissions
    engine = _sqlite_engine(half, PATIENCE)
    try:
        with engine.begin() as connection:
            connection.exec_driver_sql(f"PRAGMA application_id = {database_file.APPLICATION_ID}")
            migrations.upgrade(connection)
        engine.dispose()  # closing the last connection writes the log into the file
        database_file.put_in_place(half, there)
    finally:
        engine.dispose()
        half.unlink(missing_ok=True)
