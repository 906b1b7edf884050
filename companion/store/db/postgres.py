"""PostgreSQL for clubs: connections, locks and faults.

Every answered change is on its disk (``synchronous_commit``), and nobody waits for a lock for ever.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Any

from companion.languages import format_text, gettext, lazy_gettext
from companion.store.db.example_numbers import FIRST_EXAMPLE
from companion.store.db.faults import DiskError, StoreError, older

# SQLAlchemy is imported late: addresses are checked before it is known to be installed
if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.exc import TimeoutError as NoConnection
    from sqlalchemy.pool import ConnectionPoolEntry
    from sqlmodel import Session

SCHEME = "postgresql+psycopg://"
CONNECTIONS = 16  # the most that a process opens, and keeps open
QUIET = 0.1  # seconds, less than a server takes to restart
_TURN = 0x31387879  # the name of the advisory lock
CONNECT_PATIENCE = 5  # seconds to wait for a server that does not answer


def is_address(where: object) -> bool:
    """Is it the address of a PostgreSQL database?"""
    return isinstance(where, str) and where.startswith(SCHEME)


def shown(address: str) -> str:
    """Return the address without user and password. Raises StoreError."""
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(address)
    except ArgumentError:
        raise no_address() from None
    host = url.host or url.query.get("host") or "localhost"
    return f"{host}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def engine(address: str, patience: float, dumps: Callable[[Any], str]) -> "Engine":
    """Create an engine for the database, which stores JSON as ``dumps`` writes it.

    A statement gives up waiting for a lock after ``patience`` seconds. Raises StoreError when the
    address is invalid.
    """
    from sqlalchemy import create_engine, event

    shown(address)
    options = {
        "timezone": "UTC",
        "synchronous_commit": "on",
        "lock_timeout": f"{int(1000 * patience)}ms",
        "jit": "off",  # queries are many and small
    }
    made = create_engine(
        address,
        json_serializer=dumps,
        hide_parameters=True,  # logged errors contain no names and no secrets
        pool_size=CONNECTIONS,
        max_overflow=0,
        pool_use_lifo=True,  # so that few connections are idle under load
        connect_args={
            "connect_timeout": CONNECT_PATIENCE,
            "application_name": "companion",
            "options": " ".join(f"-c {name}={value}" for name, value in options.items()),
        },
    )
    event.listen(made, "checkin", _note_use)
    event.listen(made, "checkout", _still_stands)
    return made


def _note_use(_: Any, record: "ConnectionPoolEntry") -> None:
    record.info["used"] = time.monotonic()


def _still_stands(connection: Any, record: "ConnectionPoolEntry", _: Any) -> None:
    """Check that the connection still works; the server may have restarted while it was idle.

    After a short idle time no query is sent. It only reads what the server has sent on its own. It
    reads twice, because a server that ends a connection sends a message first and then closes.
    """
    from psycopg import Error
    from sqlalchemy.exc import DisconnectionError

    try:
        if time.monotonic() - record.info.get("used", time.monotonic()) < QUIET:
            connection.pgconn.consume_input()
            connection.pgconn.consume_input()
        else:
            connection.execute("")
            connection.rollback()
    except Error:
        raise DisconnectionError from None


def reading(engine: "Engine") -> "Engine":
    """Return the engine for read-only transactions, whose queries all see the same snapshot."""
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


def asking(engine: "Engine") -> "Engine":
    """Return the engine for single queries, without a transaction."""
    return engine.execution_options(isolation_level="AUTOCOMMIT")


def take_turn(session: "Session") -> None:
    """Wait for the lock that lets one transaction write at a time, across all processes.

    The lock is held until the transaction ends.
    """
    session.connection().exec_driver_sql(f"SELECT pg_advisory_xact_lock({_TURN})")


def numbers_after(session: "Session") -> None:
    """Let the next game get a number above all existing ones.

    Some games got their numbers from the companion instead of the database's sequence. The numbers
    of examples do not count.
    """
    own = f"(SELECT max(id) FROM game WHERE id < {FIRST_EXAMPLE})"
    highest = f"greatest((SELECT last_value FROM game_id_seq), {own})"
    session.connection().exec_driver_sql(f"SELECT setval('game_id_seq', {highest})")


def copy_before(connection: "Connection", change: str) -> None:
    """Copy all tables into a schema of their own before ``change``, in its transaction."""
    from sqlalchemy import inspect

    schema = f"companion_before_{change}_{datetime.now():%Y%m%d_%H%M%S_%f}"
    connection.exec_driver_sql(f"CREATE SCHEMA {schema}")
    for table in inspect(connection).get_table_names():
        connection.exec_driver_sql(f'CREATE TABLE {schema}."{table}" AS TABLE "{table}"')


def look_at(address: str) -> str:
    """Describe the database for `companion doctor`. Changes nothing. Raises StoreError."""
    from sqlalchemy.exc import DBAPIError

    from companion.store.db import database_file, migrations

    looking = reading(engine(address, CONNECT_PATIENCE, str))
    try:
        with looking.connect() as connection:
            ask = connection.exec_driver_sql
            server = ask("SHOW server_version").scalar()
            size = ask("SELECT pg_size_pretty(pg_database_size(current_database()))").scalar()
            made = ask("SELECT to_regclass('game')").scalar() is not None
            found = migrations.version(connection)
            if found is not None and database_file.is_older(found):
                raise older(shown(address))
            games = f"{ask('SELECT count(*) FROM game').scalar()} games" if made else "no games yet"
    except DBAPIError as fault:
        raise in_words(fault, address) from None
    finally:
        looking.dispose()
    return f"PostgreSQL {server} at {shown(address)}, {games}, {size}"


# --- faults


def no_address() -> StoreError:
    """Return the fault of an invalid address.

    The address holds a password, so it is not repeated.
    """
    return StoreError(
        gettext("COMPANION_DATABASE_URL is not a PostgreSQL address."),
        format_text(
            "Write it as {scheme}USER:PASSWORD@HOST/DATABASE, or leave it out to keep the games in"
            " a file.",
            scheme=SCHEME,
        ),
    )


def only_a_file(address: str, instead: str) -> StoreError:
    """Return the fault of an operation that needs a file, with the advice ``instead``."""
    what = format_text(
        "The games are in PostgreSQL ({place}), not in a file.", place=shown(address)
    )
    return StoreError(what, instead)


# The prefix of an SQLSTATE -> what is wrong, and what to do; the longest match counts.
_SAID = {
    "53": (
        lazy_gettext("PostgreSQL has no room left, or no more connections."),
        lazy_gettext("Make room at {place}, then try again. Nothing was half done."),
    ),
    "53100": (
        lazy_gettext("The disk of the database is full."),
        lazy_gettext("Make room on the disk of {place}, then try again. Nothing was half done."),
    ),
    "25006": (
        lazy_gettext("The database can be read but not written to."),
        lazy_gettext("Allow writing to {place}, then try again. Nothing was half done."),
    ),
    "42501": (
        lazy_gettext("The database does not allow the companion to do what it needs to."),
        lazy_gettext("Give the companion's user the rights to its database at {place}."),
    ),
    "55P03": (
        lazy_gettext("Another program has locked data that the companion has to change."),
        lazy_gettext("Nothing was half done: try again. The database is {place}."),
    ),
    "58": (
        lazy_gettext("The disk of the database has an error in reading or writing."),
        lazy_gettext("Fix it at {place}, then try again. Nothing was half done."),
    ),
    "XX": (
        lazy_gettext("The database is damaged."),
        lazy_gettext(
            "Check the PostgreSQL log at {place}, and restore a dump of the database if necessary."
        ),
    ),
}
_SAID["57014"] = _SAID["40P01"] = _SAID["55P03"]
_AWAY = (
    lazy_gettext("The database with the games cannot be reached."),
    lazy_gettext(
        "Make sure that PostgreSQL is running at {place} and accepts the companion. Then "
        "check whether the game has the last entry. Nothing was half done."
    ),
)
_SAID["08"] = _SAID["28"] = _SAID["3D"] = _SAID["57P"] = _AWAY


def in_words(fault: "DBAPIError | NoConnection", address: str) -> Exception:
    """Return the fault for a database error, or the error itself if it is a bug of the program."""
    from sqlalchemy.exc import DBAPIError

    if not isinstance(fault, DBAPIError):
        return _disk_error("53", address)
    state = getattr(fault.orig, "sqlstate", None) or ""
    if not state:  # the server did not answer, or the program has a bug
        return _disk_error("08", address) if _is_no_answer(fault) else fault
    known = next((state[:letters] for letters in (5, 3, 2) if state[:letters] in _SAID), None)
    return _disk_error(known, address) if known else fault


def _is_no_answer(fault: "DBAPIError") -> bool:
    from psycopg import InterfaceError, OperationalError

    return fault.connection_invalidated or isinstance(fault.orig, OperationalError | InterfaceError)


def _disk_error(state: str, address: str) -> DiskError:
    what, do = _SAID[state]
    return DiskError(gettext(what), format_text(do, place=shown(address)))
