"""The file the games lie in: how it is told from any other file, and copied before it changes.

Standard library only. A file that is not the companion's is never written to, nor does anything
appear beside it.
"""

import errno
import os
import sqlite3
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from companion.store import faults

APPLICATION_ID = 0x31387878  # "18xx", in the file's header: SQLite keeps such a mark for us
FIRST_TABLES = frozenset(("meta", "game", "log", "entry", "posting", "snapshot"))

_MAGIC = b"SQLite format 3\x00"
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
            raise faults.parted(file) from None
        return False
    except OSError as fault:
        raise faults.of_system(fault, file) from fault
    if not header:
        raise faults.empty(file)
    if not header.startswith(_MAGIC) or len(header) < 100:
        raise faults.no_database(file)
    mark = int.from_bytes(header[_MARK], "big")
    if mark not in (0, APPLICATION_ID):
        raise faults.foreign(file)
    try:
        with closing(looking(file)) as database:
            _recognise(database, file)
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged(file, str(fault)) from fault
    return True


def games(file: Path) -> int:
    """How many games the file holds. Raises StoreFault."""
    try:
        with closing(looking(file)) as database:
            return int(database.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error as fault:
        raise faults.of_sqlite(fault, file) or faults.damaged(file, str(fault)) from fault


def looking(file: Path) -> sqlite3.Connection:
    """A connection that reads only. Raises sqlite3.Error."""
    # without a log beside it nothing but the file counts, and nothing need appear beside it
    alone = "" if _beside(file, "-wal").exists() else "&immutable=1"
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro{alone}", uri=True, timeout=5)


def _recognise(database: sqlite3.Connection, file: Path) -> None:
    (mark,) = database.execute("PRAGMA application_id").fetchone()
    tables = {
        name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    }
    if mark != APPLICATION_ID and not tables >= FIRST_TABLES:
        raise faults.foreign(file)
    (verdict,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise faults.damaged(file, verdict)
    if not tables >= FIRST_TABLES:
        raise faults.damaged(file, "tables are missing")


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


def put_in_place(made: Path, file: Path) -> None:
    """Give ``made`` the name ``file``, unless another process was quicker. Raises OSError."""
    try:
        os.link(made, file)
    except FileExistsError:
        pass
    except OSError:  # a disk without hard links: the name is taken over
        if not file.exists():
            made.rename(file)
    with suppress(OSError):  # the name itself on disk, where the system lets us ask for it
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
    half = _beside(copy, ".part")
    half.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(half)) as target:
            source.backup(target)
        with half.open("rb+") as written:
            os.fsync(written.fileno())
        half.rename(copy)
    finally:
        half.unlink(missing_ok=True)
    return copy
