"""The database file: recognise it, check it and copy it before a change.

This module uses the standard library only. A file that is not the companion's is never written to,
and no file is created beside it.
"""

import errno
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from companion import file_permissions
from companion.store.db import faults
from companion.store.db.example_numbers import FIRST_EXAMPLE

APPLICATION_ID = 0x31387878  # "18xx", stored in SQLite's file header
_OLD_TABLES = frozenset(("meta", "game", "log", "entry", "posting", "snapshot"))
_NEW_TABLES = frozenset(
    ("journal", "device", "place", "table_settings", "seat", "draft", "proposal")
)
_NEW_TABLES |= frozenset(("handled_form", "account", "login", "hosting"))
TABLES = _OLD_TABLES | _NEW_TABLES | {"pack", "clock", "away_seat", "program", "position_draft"}

HEAD = "1106"  # the version of the tables that this companion creates
_FIRST = "1100"  # the version of 1.0; the last before it was 1001
_VERSION = "alembic_version"  # Alembic's table of the version

PATIENCE = 5.0  # seconds that a copy waits for another program

MAGIC = b"SQLite format 3\x00"
_MARK = slice(68, 72)  # the application ID in the header, see SQLite's file format


def is_there(file: Path) -> bool:
    """Check whether ``file`` is a companion database; return False if nothing is there.

    Raises WrongDatabaseError or DiskError for a file of another program or a damaged one. Changes
    nothing.
    """
    try:
        with file.open("rb") as opened:
            header = opened.read(100)
    except FileNotFoundError:
        if _beside(file, "-wal").exists():
            raise faults.missing_part_fault(file) from None
        return False
    except OSError as fault:
        raise faults.of_system(fault, file) from fault
    if not header:
        raise faults.empty(file)
    if not header.startswith(MAGIC) or len(header) < 100:
        raise faults.no_database(file)
    mark = int.from_bytes(header[_MARK], "big")
    if mark not in (0, APPLICATION_ID):
        raise faults.foreign(file)
    with _look_into(file) as database:
        _recognise(database, file)
    return True


def games(file: Path) -> int:
    """Count the games in the file but examples. Raises StoreError."""
    own = f"SELECT count(*) FROM game WHERE id < {FIRST_EXAMPLE}"
    with _look_into(file) as database:
        return int(database.execute(own).fetchone()[0])


def check(file: Path, pages_only: bool = False) -> None:
    """Check every page and every row of the file, which takes a while.

    Raises StoreError.

    With ``pages_only``, check the pages, but not whether rows are missing.
    """
    with _look_into(file) as database:
        (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
        apart = database.execute("PRAGMA foreign_key_check").fetchone()
    if verdict != "ok":
        raise faults.damaged_file_fault(file, verdict)
    if apart and not pages_only:
        raise faults.damaged_file_fault(file, "rows are missing")


def looking(file: Path) -> sqlite3.Connection:
    """Open a read-only connection. Raises sqlite3.Error."""
    # without a log beside it the file is complete, and SQLite need not create files beside it
    alone = "" if _beside(file, "-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{alone}", uri=True, timeout=5)


@contextmanager
def _look_into(file: Path) -> Iterator[sqlite3.Connection]:
    """Open a read-only connection. Raises StoreError for every fault, also of a query."""
    try:
        with closing(looking(file)) as database:
            yield database
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged_file_fault(
            file, str(fault)
        ) from fault


def is_older(version: str) -> bool:
    """Were the tables of that version made before 1.0?"""
    return version < _FIRST


def _recognise(database: sqlite3.Connection, file: Path) -> None:
    (mark,) = database.execute("PRAGMA application_id").fetchone()
    tables = {
        name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if mark != APPLICATION_ID and not tables >= _OLD_TABLES:
        raise faults.foreign(file)
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise faults.damaged_file_fault(file, verdict)
    if not tables >= _OLD_TABLES:
        raise faults.damaged_file_fault(file, "tables are missing")
    if _VERSION not in tables and tables.isdisjoint(_NEW_TABLES):
        raise faults.older(file)
    marked = None
    if _VERSION in tables:
        marked = database.execute(f"SELECT version_num FROM {_VERSION}").fetchone()
    if not marked:
        raise faults.damaged_file_fault(file, "the version of its tables is missing")
    if is_older(str(marked[0])):
        raise faults.older(file)
    if marked[0] == HEAD and not tables >= TABLES:
        raise faults.damaged_file_fault(file, "tables are missing")


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(file.name + ending)


def try_writing(file: Path) -> None:
    """Check that the file can be written, without changing it. Raises sqlite3.Error, DiskError."""
    # checked first: SQLite would leave unwritable files beside a read-only file
    for each in (file, file.parent):
        if not os.access(each, os.W_OK):
            raise faults.of_system(PermissionError(errno.EACCES, "", str(each)), file)
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # busy means writable
                raise


@contextmanager
def written_whole(file: Path, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file for writing that replaces ``file`` only when it is complete and on disk.

    After any fault nothing of it remains. Only the owner can read a ``private`` file. Raises
    OSError.
    """
    half = file.with_name(f".{file.name}-{os.getpid()}-{threading.get_ident()}.part")
    try:
        with open(half, "wb", opener=file_permissions.open_private if private else None) as opened:
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
    bring_name_to_disk(file)


def put_in_place(made: Path, file: Path) -> None:
    """Rename ``made`` to ``file``, unless another process was quicker. Raises OSError."""
    try:
        os.link(made, file)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links
        if not file.exists():
            made.rename(file)
    bring_name_to_disk(file)


def bring_name_to_disk(file: Path) -> None:
    """Sync the folder of the file to disk, if the system supports that."""
    with suppress(OSError):
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def copy_before(file: Path, change: str) -> Path:
    """Copy the database beside itself before ``change``; the copy is on disk on return.

    Another connection may read and hold the database, but must not have changed it yet. Raises
    sqlite3.Error, OSError.
    """
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    copy = file.with_name(f"{file.stem}-before-{change}-{stamp}{file.suffix}")
    copy_to(file, copy)
    return copy


def copy_to(file: Path, copy: Path) -> None:
    """Copy one consistent state of the database, even while it is in use.

    The copy is on disk on return. Raises sqlite3.Error, OSError.
    """
    with closing(sqlite3.connect(file)) as source:
        copy_from(source, copy)


def drop_examples(file: Path) -> None:
    """Delete the example games in a copy that nobody uses. Raises sqlite3.Error."""
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        if not database.execute(f"SELECT 1 FROM game WHERE id >= {FIRST_EXAMPLE}").fetchone():
            return
        tables = "SELECT name FROM sqlite_master WHERE type = 'table'"
        for (table,) in database.execute(tables).fetchall():
            columns = {column[1] for column in database.execute(f"PRAGMA table_info('{table}')")}
            key = "id" if table == "game" else "game"
            if key in columns:
                database.execute(f"DELETE FROM '{table}' WHERE {key} >= {FIRST_EXAMPLE}")
        database.execute("VACUUM")


def _not_for_ever() -> Callable[[int, int, int], None]:
    """Return a callback that limits how long a copy waits; SQLite alone would wait for ever."""
    until = time.monotonic() + PATIENCE

    def step(status: int, *_: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            fault = sqlite3.OperationalError("database is locked")
            fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise fault

    return step


def copy_from(source: sqlite3.Connection, copy: Path) -> None:
    """Copy as ``copy_to`` does, through an open connection."""
    half = _beside(copy, ".part")
    half.unlink(missing_ok=True)
    try:
        file_permissions.make_empty(half)  # it contains secret keys
        with closing(sqlite3.connect(half)) as target:
            source.backup(target, progress=_not_for_ever())
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        half.replace(copy)
    finally:
        half.unlink(missing_ok=True)
    bring_name_to_disk(copy)
