"""The faults of the database and its files, in sentences that say how to fix them.

This module uses the standard library only: ``companion doctor`` reports these faults before
anything else is known to work.
"""

import errno
import sqlite3
from pathlib import Path

from companion.languages import format_text, gettext, lazy_gettext


class StoreError(Exception):
    """The games cannot be used: ``what`` is wrong, and what to ``do`` about it."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what, do)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what} {self.do}"


class WrongDatabaseError(StoreError):
    """This companion cannot use the file; the file is unchanged."""


class OldDatabaseError(WrongDatabaseError):
    """A version before 1.0 made the database; it is unchanged."""


class DiskError(StoreError):
    """The disk or another program prevented the operation; nothing was done."""


def empty(file: Path) -> WrongDatabaseError:
    """Return the fault of a file that was truncated to nothing."""
    return WrongDatabaseError(
        gettext("The file with the games is empty: something has wiped its contents."),
        _another(file),
    )


def gone(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a missing file; ``saved`` is the copy of what was still held open."""
    return DiskError(
        gettext(
            "The file with the games is gone: it was moved or deleted, or its disk was removed."
        ),
        f"{_describe_saved_copy(saved)}{_restore(file)} "
        + format_text("Or put {file} or a backup of it back, and start again.", file=file),
    )


def replaced_file_fault(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a file that was replaced after it was opened."""
    return DiskError(
        gettext("The file with the games was replaced while the companion was running."),
        _describe_saved_copy(saved)
        + format_text("Stop the companion and start it again. The file is {file}.", file=file),
    )


def log_gone(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a write-ahead log that was deleted or replaced."""
    return DiskError(
        format_text(
            "{name}-wal, which holds the latest writes, was deleted or replaced while the "
            "companion was running.",
            name=file.name,
        ),
        _describe_saved_copy(saved) + _restore(file),
    )


def log_cut(file: Path) -> DiskError:
    """Return the fault of a write-ahead log that was truncated."""
    return DiskError(
        format_text(
            "{name}-wal, which holds the latest writes, was cut short while the companion "
            "was running.",
            name=file.name,
        ),
        _restore(file),
    )


def missing_part_fault(file: Path) -> WrongDatabaseError:
    """Return the fault of a write-ahead log whose database file is missing."""
    return WrongDatabaseError(
        gettext("The file with the games is gone, but the latest writes are still there."),
        f"{_restore(file)} "
        + format_text(
            "Or put {file} back next to {name}-wal, if you have it. Or put a backup in its "
            "place, and remove {name}-wal and {name}-shm.",
            file=file,
            name=file.name,
        ),
    )


def foreign(file: Path) -> WrongDatabaseError:
    """Return the fault of an SQLite database of another program."""
    return WrongDatabaseError(
        gettext(
            "There is another program's database where the games should be. It was left as it is."
        ),
        _another(file),
    )


def no_database(file: Path) -> WrongDatabaseError:
    """Return the fault of a file that is not an SQLite database."""
    return WrongDatabaseError(
        gettext(
            "The file with the games is not a database, or its beginning is damaged. It "
            "was left as it is."
        ),
        _another(file),
    )


def damaged_file_fault(file: Path, finding: str = "") -> DiskError:
    """Return the fault of a damaged file; ``finding`` is the result of the check."""
    if not finding.strip():
        return DiskError(gettext("The file with the games is damaged."), _another(file))
    found = finding.strip().splitlines()[-1]
    what = format_text("The file with the games is damaged ({finding}).", finding=found)
    return DiskError(what, _another(file))


def newer(where: Path | str, version: str) -> WrongDatabaseError:
    """Return the fault of tables that only a later companion knows."""
    return WrongDatabaseError(
        format_text(
            "The games were written by a newer companion (their tables have version {version}).",
            version=version,
        ),
        format_text("Update the companion. The games are in {place}.", place=where),
    )


def older(where: Path | str) -> OldDatabaseError:
    """Return the fault of a database that a version before 1.0 made."""
    return OldDatabaseError(
        gettext(
            "The games were made by a version before 1.0, which this companion does not read; they"
            " were left as they are."
        ),
        format_text(
            "Move them away, or set another folder with COMPANION_DATA, or another "
            "database with COMPANION_DATABASE_URL. The games are in {place}.",
            place=where,
        ),
    )


def _describe_saved_copy(saved: Path | None) -> str:
    """Return a sentence that names the saved copy, or "" if there is none."""
    if saved is None:
        return ""
    return (
        format_text("The data that the companion had open is saved as {saved}.", saved=saved) + " "
    )


def _restore(file: Path) -> str:
    """Return the advice to run `companion restore`."""
    return format_text(
        "Stop the companion and run `companion restore`: it saves what it can of {file}, "
        "and keeps everything that is there now. `companion restore --dry-run` first shows "
        "what that is.",
        file=file,
    )


def _another(file: Path) -> str:
    """Return the advice for an unusable file: restore it, or replace it."""
    copies = sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"), key=_modification_time)
    if not copies:
        return f"{_restore(file)} " + format_text(
            "Or move {file} away (keep it) and put a backup in its place. Without a file "
            "there, the companion starts with no games.",
            file=file,
        )
    return f"{_restore(file)} " + format_text(
        "Or move {file} away (keep it) and put a backup in its place; the newest copy next "
        "to it is {copy}. Without a file there, the companion starts with no games.",
        file=file,
        copy=copies[-1].name,
    )


def _modification_time(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


# SQLite's primary result codes -> what is wrong with {file} in {folder}, and what to do
_SAID = {
    sqlite3.SQLITE_FULL: (
        lazy_gettext("The disk is full."),
        lazy_gettext(
            "Make room on the disk with {folder}, then try again. Nothing was lost or half done."
        ),
    ),
    sqlite3.SQLITE_READONLY: (
        lazy_gettext(
            "The games cannot be written: their file, its folder or its disk is read-only."
        ),
        lazy_gettext(
            "Let the companion write to {file}, or set another folder with COMPANION_DATA, "
            "then try again. Nothing was lost or half done."
        ),
    ),
    sqlite3.SQLITE_BUSY: (
        lazy_gettext("Another program is using the file with the games and keeps it locked."),
        lazy_gettext(
            "Close any other companion, database viewer or backup program, then try again. "
            "Nothing was lost or half done. The file is {file}."
        ),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        lazy_gettext("The file with the games cannot be opened."),
        lazy_gettext(
            "{file} or its folder is missing or cannot be written to. Fix that, or set "
            "another folder with COMPANION_DATA, then try again. Nothing was lost or half "
            "done."
        ),
    ),
    sqlite3.SQLITE_IOERR: (
        lazy_gettext("The disk has an error in reading or writing ({finding})."),
        lazy_gettext(
            "Is the disk with {folder} full, or was it removed? Fix that, then try again. "
            "Nothing was lost or half done."
        ),
    ),
}
_SAID[sqlite3.SQLITE_LOCKED] = _SAID[sqlite3.SQLITE_BUSY]
_SAID[sqlite3.SQLITE_PERM] = _SAID[sqlite3.SQLITE_READONLY]
_SAID[sqlite3.SQLITE_PROTOCOL] = _SAID[sqlite3.SQLITE_BUSY]


def of_sqlite(fault: BaseException | None, file: Path) -> StoreError | None:
    """Return the fault for an SQLite error, or None if the error is a bug of the program."""
    if not isinstance(fault, sqlite3.Error):
        return None
    code = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return None
    code &= 0xFF  # the low byte is the primary code
    is_schema = code == sqlite3.SQLITE_ERROR and str(fault).startswith(("no such", "malformed"))
    if code == sqlite3.SQLITE_CORRUPT or is_schema:  # the schema is damaged
        return damaged_file_fault(file, str(fault))
    if code == sqlite3.SQLITE_NOTADB:
        return no_database(file)
    return _disk_fault(code, fault, file) if code in _SAID else None


def of_system(fault: OSError, file: Path) -> DiskError:
    """Return the fault for an error of the operating system."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return _disk_fault(sqlite3.SQLITE_FULL, fault, file)
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _disk_fault(sqlite3.SQLITE_READONLY, fault, file)
    if fault.errno in (errno.ENOTDIR, errno.EEXIST):
        way = next((each for each in file.parents if each.is_file()), fault.filename)
        return DiskError(
            format_text("The folder for the games cannot be made: {way} is a file.", way=way),
            format_text(
                "Move it away, or set another folder with COMPANION_DATA. The folder is "
                "now {folder}.",
                folder=file.parent,
            ),
        )
    return DiskError(
        format_text(
            "The file with the games cannot be used: {what}.", what=fault.strerror or fault
        ),
        format_text(
            "Fix {place}, or set another folder with COMPANION_DATA.",
            place=fault.filename or file,
        ),
    )


def _disk_fault(code: int, fault: Exception, file: Path) -> DiskError:
    facts = {"file": file, "folder": file.parent, "finding": fault}
    what, do = (format_text(part, **facts) for part in _SAID[code])
    return DiskError(what, do)
