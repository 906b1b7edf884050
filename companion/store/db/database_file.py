"""The file the games lie in: how it is told from any other file, and copied before it changes.

Standard library only. A file that is not the companion's is never written to, nor does anything
appear beside it.
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

from companion import file_modes
from companion.store.db import faults

APPLICATION_ID = 0x31387878  # "18xx", in the file's header: SQLite keeps such a mark for us
_OLD_TABLES = frozenset(("meta", "game", "log", "entry", "posting", "snapshot"))
_NEW_TABLES = frozenset(("journal", "device", "place", "sitting", "seat", "draft", "proposal"))
_NEW_TABLES |= frozenset(("answered", "account", "login", "hosting"))
TABLES = _OLD_TABLES | _NEW_TABLES

HEAD = "1001"  # the version of the tables that this companion makes
_FIRST = "1001"  # the version that 1.0 makes
_VERSION = "alembic_version"  # the table with the version

PATIENCE = 5.0  # seconds in which a copy waits for another program

MAGIC = b"SQLite format 3\x00"
_MARK = slice(68, 72)  # of the header, as SQLite's description of the format has it


def is_there(file: Path) -> bool:
    """Is there a file of ours? False when nothing is there at all.

    Raises WrongDatabase or DiskFault for one that is not ours, or damaged. Changes nothing.
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
    try:
        with closing(looking(file)) as database:
            _recognise(database, file)
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged_file_fault(
            file, str(fault)
        ) from fault
    return True


def games(file: Path) -> int:
    """How many games the file holds. Raises StoreFault."""
    try:
        with closing(looking(file)) as database:
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged_file_fault(
            file, str(fault)
        ) from fault


def check(file: Path, pages_only: bool = False) -> None:
    """Look at every page and every row of the file, which takes its time; or only at its pages, and
    not whether rows are missing. Raises StoreFault.
    """
    try:
        with closing(looking(file)) as database:
            (verdict,) = database.execute("PRAGMA integrity_check(1)").fetchone()
            apart = database.execute("PRAGMA foreign_key_check").fetchone()
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged_file_fault(
            file, str(fault)
        ) from fault
    if verdict != "ok":
        raise faults.damaged_file_fault(file, verdict)
    if apart and not pages_only:
        raise faults.damaged_file_fault(file, "rows are missing")


def looking(file: Path) -> sqlite3.Connection:
    """A connection that reads only. Raises sqlite3.Error."""
    # without a log beside it nothing but the file counts, and nothing need appear beside it
    alone = "" if _beside(file, "-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{alone}", uri=True, timeout=5)


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
    """See whether the file takes changes; nothing is changed. Raises sqlite3.Error, DiskFault."""
    # asked first: beside a file it may not write, SQLite leaves others that it may not write either
    for each in (file, file.parent):
        if not os.access(each, os.W_OK):
            raise faults.of_system(PermissionError(errno.EACCES, "", str(each)), file)
    with closing(sqlite3.connect(file, timeout=0, isolation_level=None)) as database:
        try:
            database.execute("BEGIN IMMEDIATE")
            database.execute("ROLLBACK")
        except sqlite3.OperationalError as fault:
            if fault.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:  # somebody writes: it does
                raise


@contextmanager
def written_whole(file: Path, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write that gets its name when it is whole and on disk, in place of what had it; on
    any fault there is nothing of it. A ``private`` one is its owner's alone. Raises OSError.
    """
    half = file.with_name(f".{file.name}-{os.getpid()}-{threading.get_ident()}.part")
    try:
        with open(half, "wb", opener=file_modes.open_private if private else None) as opened:
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
    bring_name_to_disk(file)


def put_in_place(made: Path, file: Path) -> None:
    """Give ``made`` the name ``file``, unless another process was quicker. Raises OSError."""
    try:
        os.link(made, file)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links: the name is taken over
        if not file.exists():
            made.rename(file)
    bring_name_to_disk(file)


def bring_name_to_disk(file: Path) -> None:
    """Bring the name of the file to the disk too, where the system lets us ask for it."""
    with suppress(OSError):
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def copy_before(file: Path, change: str) -> Path:
    """A copy of the database beside it, as it is before ``change``; on disk when this returns.

    Another connection may read and hold the database, but must not have changed it yet. Raises
    sqlite3.Error, OSError.
    """
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    copy = file.with_name(f"{file.stem}-before-{change}-{stamp}{file.suffix}")
    copy_to(file, copy)
    return copy


def copy_to(file: Path, copy: Path) -> None:
    """One moment of the whole database in another file, also while it is in use; on disk when this
    returns. Raises sqlite3.Error, OSError.
    """
    with closing(sqlite3.connect(file)) as source:
        copy_from(source, copy)


def _not_for_ever() -> Callable[[int, int, int], None]:
    """Let a copy wait only so long for another program: by itself SQLite waits without end."""
    until = time.monotonic() + PATIENCE

    def step(status: int, *_: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > until:
            fault = sqlite3.OperationalError("database is locked")
            fault.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise fault

    return step


def copy_from(source: sqlite3.Connection, copy: Path) -> None:
    """As ``copy_to``, by a connection that is open."""
    half = _beside(copy, ".part")
    half.unlink(missing_ok=True)
    try:
        file_modes.make_empty(half)  # it holds keys
        with closing(sqlite3.connect(half)) as target:
            source.backup(target, progress=_not_for_ever())
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        half.replace(copy)
    finally:
        half.unlink(missing_ok=True)
    bring_name_to_disk(copy)
