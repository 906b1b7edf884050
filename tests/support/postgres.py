"""A real PostgreSQL server for a test run, with one database for each test process.

The first test that needs the server starts it. A helper program keeps it and waits for a lock that
the run holds while it lives. So the server ends with the run in every case.

Usage of the helper program: python -m tests.support.postgres FOLDER
"""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest
from sqlalchemy import Connection, NullPool, create_engine, text
from sqlmodel import SQLModel

from companion.bench.temporary_postgres import HASTY, PostgresMissingError, cluster
from companion.store.db import migrations
from companion.store.db.database import Database
from companion.store.db.postgres import is_address
from companion.store.db.tables import Meta
from tests.support.run_cache import FOLDER

ROOT = Path(__file__).resolve().parents[2]
NAMED = "COMPANION_TEST_DATABASE_URL"  # an existing PostgreSQL in which databases may be created
_held: list[int] = []


# --- the run


def begin_run() -> None:
    """Create the run's folder and hold its lock, in the process that starts first and ends last."""
    folder = tempfile.mkdtemp(prefix="companion-run-")
    os.environ[FOLDER] = folder
    _held.append(os.open(Path(folder, "alive"), os.O_CREAT | os.O_RDWR))
    fcntl.flock(_held[0], fcntl.LOCK_EX)


def end_run() -> None:
    """End the run and release its lock, so that the helper program stops PostgreSQL."""
    os.close(_held.pop())
    shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


def keep(folder: Path) -> None:
    """Run PostgreSQL while the run lives; print its address, or why there is none."""
    with (folder / "alive").open() as alive:
        try:
            with cluster(HASTY) as address:
                print(address, flush=True)
                os.close(1)  # the output is complete
                fcntl.flock(alive, fcntl.LOCK_EX)
        except PostgresMissingError as fault:
            print(fault, flush=True)


# --- a test process


def server() -> str:
    """Return the address of a PostgreSQL in which databases may be created.

    If there is none, skip the test; in CI, fail it.
    """
    address = os.environ.get(NAMED) or _of_the_run(Path(os.environ[FOLDER]))
    if is_address(address):
        return address
    if os.environ.get("CI"):
        pytest.fail(address)
    pytest.skip(address)


@cache
def _of_the_run(folder: Path) -> str:
    """Return the output of the run's helper program; the first caller starts it."""
    said = folder / "said"
    with (folder / "begun").open("w") as begun:
        fcntl.flock(begun, fcntl.LOCK_EX)
        if not said.exists():
            keeper = subprocess.Popen(
                [sys.executable, "-m", "tests.support.postgres", str(folder)],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # Ctrl+C ends the run, which then ends this process
            )
            assert keeper.stdout is not None
            said.write_text(keeper.stdout.read().strip())
        return said.read_text()


class Own:
    """A database of this process. Connections that earlier tests left open are closed."""

    def __init__(self) -> None:
        self.name = f"companion_test_{os.getpid()}"
        self.server = server()
        self._server = create_engine(self.server, isolation_level="AUTOCOMMIT")
        with self._server.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {self.name}"))
        url = self._server.url.set(database=self.name)
        self.address = url.render_as_string(hide_password=False)
        self._engine = create_engine(url, poolclass=NullPool)

    def bare(self) -> str:
        """Return its address after removing all tables."""
        with self._engine.begin() as connection:
            self._alone(connection)
            connection.execute(text("DROP SCHEMA public CASCADE"))
            connection.execute(text("CREATE SCHEMA public"))
        return self.address

    def empty(self) -> str:
        """Return its address with empty tables."""
        with self._engine.begin() as connection:
            self._alone(connection)
            ready = migrations.version(connection) == migrations.HEAD
            if ready:
                tables = (f'"{t}"' for t in SQLModel.metadata.tables if t != Meta.__tablename__)
                connection.execute(text(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY"))
                connection.execute(text("DELETE FROM meta WHERE key <> 'schema'"))
        if not ready:
            Database(self.bare()).close()
        return self.address

    def _alone(self, connection: Connection) -> None:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        wanted = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}"
        connection.execute(text(wanted))

    def drop(self) -> None:
        """Drop the database."""
        self._engine.dispose()
        with self._server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {self.name} WITH (FORCE)"))
        self._server.dispose()


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
