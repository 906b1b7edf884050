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
        gettext("The file with the games is empty: something has cut it to nothing."),
        _another(file),
    )


def gone(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a missing file; ``saved`` is the copy of what was still held open."""
    return DiskError(
        gettext("The file with the games is gone: moved, deleted, or its disk taken out."),
        f"{_describe_saved_copy(saved)}{_restore(file)} "
        + format_text("Or put {file} or a backup of it back, and start again.", file=file),
    )


def replaced_file_fault(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a file that was replaced after it was opened."""
    return DiskError(
        gettext("The file with the games was replaced while the companion runs."),
        _describe_saved_copy(saved)
        + format_text("Stop the companion and start it again. The file is {file}.", file=file),
    )


def log_gone(file: Path, saved: Path | None = None) -> DiskError:
    """Return the fault of a write-ahead log that was deleted or replaced."""
    return DiskError(
        format_text(
            "{name}-wal, with what was written last, was deleted or replaced while the companion"
            " runs.",
            name=file.name,
        ),
        _describe_saved_copy(saved) + _restore(file),
    )


def log_cut(file: Path) -> DiskError:
    """Return the fault of a write-ahead log that was truncated."""
    return DiskError(
        format_text(
            "{name}-wal, with what was written last, was cut while the companion runs.",
            name=file.name,
        ),
        _restore(file),
    )


def missing_part_fault(file: Path) -> WrongDatabaseError:
    """Return the fault of a write-ahead log whose database file is missing."""
    return WrongDatabaseError(
        gettext("The file with the games is gone, but what was written last is still there."),
        f"{_restore(file)} "
        + format_text(
            "Or put {file} back beside {name}-wal, where you have it. Or put a backup in its place,"
            " and remove {name}-wal and {name}-shm.",
            file=file,
            name=file.name,
        ),
    )


def foreign(file: Path) -> WrongDatabaseError:
    """Return the fault of an SQLite database of another program."""
    return WrongDatabaseError(
        gettext(
            "A database that is not the companion's lies in the place of the games; it was left as"
            " it is."
        ),
        _another(file),
    )


def no_database(file: Path) -> WrongDatabaseError:
    """Return the fault of a file that is not an SQLite database."""
    return WrongDatabaseError(
        gettext(
            "The file with the games is no database, or its beginning is damaged; it was left as it"
            " is."
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
            "The games were written by a newer companion (their tables are of version {version}).",
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
            "Move them away, or name another folder with COMPANION_DATA, or another database with"
            " COMPANION_DATABASE_URL. The games are in {place}.",
            place=where,
        ),
    )


def _describe_saved_copy(saved: Path | None) -> str:
    """Return a sentence that names the saved copy, or "" if there is none."""
    if saved is None:
        return ""
    return format_text("What the companion held open is saved as {saved}.", saved=saved) + " "


def _restore(file: Path) -> str:
    """Return the advice to run `companion restore`."""
    return format_text(
        "Stop the companion and run `companion restore`: it saves what can be saved of {file}, and"
        " keeps all that lies there now. `companion restore --dry-run` says first what that is.",
        file=file,
    )


def _another(file: Path) -> str:
    """Return the advice for an unusable file: restore it, or replace it."""
    copies = sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"), key=_modification_time)
    if not copies:
        return f"{_restore(file)} " + format_text(
            "Or move {file} away (keep it) and put a backup in its place. Without any file there,"
            " the companion begins anew.",
            file=file,
        )
    return f"{_restore(file)} " + format_text(
        "Or move {file} away (keep it) and put a backup in its place; the newest copy beside it is"
        " {copy}. Without any file there, the companion begins anew.",
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
            "Make room on the disk with {folder}. Nothing was lost or half done: do it again then."
        ),
    ),
    sqlite3.SQLITE_READONLY: (
        lazy_gettext(
            "The games cannot be written: their file, its folder or its disk is read-only."
        ),
        lazy_gettext(
            "Let the companion write {file}, or name another folder with COMPANION_DATA. Nothing"
            " was lost or half done: do it again then."
        ),
    ),
    sqlite3.SQLITE_BUSY: (
        lazy_gettext("Another program holds the file with the games and does not let go of it."),
        lazy_gettext(
            "Another companion, a program that shows databases, one that makes backups? Close it."
            " Nothing was lost or half done: do it again then. The file is {file}."
        ),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        lazy_gettext("The file with the games cannot be opened."),
        lazy_gettext(
            "{file} or its folder is not there, or may not be written: mend that, or name another"
            " folder with COMPANION_DATA. Nothing was lost or half done: do it again then."
        ),
    ),
    sqlite3.SQLITE_IOERR: (
        lazy_gettext("The disk does not read or write as it should ({finding})."),
        lazy_gettext(
            "Is the disk with {folder} full, or was it taken out? Mend that. Nothing was lost or"
            " half done: do it again then."
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
            format_text("The folder of the games cannot be made: {way} is a file.", way=way),
            format_text(
                "Move it away, or name another folder with COMPANION_DATA; now it is {folder}.",
                folder=file.parent,
            ),
        )
    return DiskError(
        format_text(
            "The file with the games cannot be used: {what}.", what=fault.strerror or fault
        ),
        format_text(
            "Mend {place}, or name another folder with COMPANION_DATA.",
            place=fault.filename or file,
        ),
    )


def _disk_fault(code: int, fault: Exception, file: Path) -> DiskError:
    facts = {"file": file, "folder": file.parent, "finding": fault}
    what, do = (format_text(part, **facts) for part in _SAID[code])
    return DiskError(what, do)
