"""The database: how it is opened, and what a transaction in it promises."""

import contextlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError
from sqlmodel import Session, SQLModel

from companion.store import tables


class WrongDatabase(Exception):
    """The file is not one this companion can use; the message says why."""


def says_the_database(fault: Exception) -> str:
    """What the database has to say of a fault of its own; empty for any other fault."""
    if not isinstance(fault, DatabaseError):
        return ""
    return f"The games cannot be read or written: {fault.orig}. `companion doctor` looks why."


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _sqlite_engine(file: Path) -> Engine:
    with contextlib.suppress(OSError):  # what cannot be made is told when it is opened
        file.parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        f"sqlite:///{file}",
        json_serializer=_dumps,
        pool_size=16,
        connect_args={"timeout": 15, "check_same_thread": False},
    )

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        # sqlite3 opens transactions by itself, and late; here they begin where we say
        connection.isolation_level = None
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


class Database:
    """One database with the companion's tables in it, made when it is not there yet."""

    def __init__(self, where: Path | str) -> None:
        self._engine = (
            _sqlite_engine(where)
            if isinstance(where, Path)
            else create_engine(where, json_serializer=_dumps)
        )
        self._writer = self._engine.execution_options(writes=True)
        try:
            self._prepare(where)
        except (DatabaseError, OSError) as fault:
            reason = fault.orig if isinstance(fault, DatabaseError) else fault.strerror
            raise WrongDatabase(f"{where} cannot be used: {reason}.") from fault

    def _prepare(self, where: Path | str) -> None:
        """Makes the tables where they are missing."""
        with self.write() as session:
            SQLModel.metadata.create_all(session.connection())
            schema = session.get(tables.Meta, "schema")
            if schema is None:
                session.add(tables.Meta(key="schema", value=str(tables.SCHEMA)))
            elif int(schema.value) > tables.SCHEMA:
                raise WrongDatabase(
                    f"{where} was written by a newer companion (schema {schema.value}; "
                    f"this one knows {tables.SCHEMA}). Update the companion."
                )

    @contextmanager
    def read(self) -> Iterator[Session]:
        """One moment of the database, to look at."""
        with Session(self._engine, expire_on_commit=False, autoflush=False) as session:
            yield session

    @contextmanager
    def write(self) -> Iterator[Session]:
        """One transaction: on disk when the block has ended, or, on any fault, nothing of it."""
        with (
            Session(self._writer, expire_on_commit=False, autoflush=False) as session,
            session.begin(),
        ):
            yield session

    def close(self) -> None:
        """Lets go of the files."""
        self._engine.dispose()
