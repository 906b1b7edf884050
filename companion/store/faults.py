"""What can be wrong with the place where the games are kept, said so that a table can mend it.

Standard library only, so that ``companion doctor`` can say it before anything else is certain to
work.
"""

import errno
import sqlite3
from pathlib import Path


class StoreFault(Exception):
    """The games cannot be used as they lie: ``what`` is wrong, and what to ``do`` about it."""

    def __init__(self, what: str, do: str) -> None:
        super().__init__(what, do)
        self.what = what
        self.do = do

    def __str__(self) -> str:
        return f"{self.what} {self.do}"


class WrongDatabase(StoreFault):
    """The file is not one this companion can use; it was left as it is."""


class DiskFault(StoreFault):
    """The disk or another program stands in the way; what was asked for was not done."""


def empty(file: Path) -> WrongDatabase:
    """Something has cut the file to nothing."""
    return WrongDatabase(
        "The file with the games is empty: something has cut it to nothing.", _another(file)
    )


def gone(file: Path) -> DiskFault:
    """The file is not where it was."""
    return DiskFault(
        "The file with the games is gone: moved, deleted, or its disk taken out.",
        f"Stop the companion, put {file} or a backup of it back, and start again.",
    )


def replaced(file: Path) -> DiskFault:
    """Another file lies in the place of the one that was opened."""
    return DiskFault(
        "The file with the games was replaced while the companion runs.",
        f"Stop the companion and start it again. The file is {file}.",
    )


def parted(file: Path) -> WrongDatabase:
    """What belongs to the file is there without it."""
    return WrongDatabase(
        "The file with the games is gone, but what was written last is still there.",
        f"Put {file} back beside {file.name}-wal. Or put a backup in its place, and remove"
        f" {file.name}-wal and {file.name}-shm.",
    )


def foreign(file: Path) -> WrongDatabase:
    """An SQLite database of another program."""
    return WrongDatabase(
        "A database that is not the companion's lies in the place of the games; it was left as it"
        " is.",
        _another(file),
    )


def no_database(file: Path) -> WrongDatabase:
    """No SQLite database at all."""
    return WrongDatabase(
        "The file with the games is no database, or its beginning is damaged; it was left as it"
        " is.",
        _another(file),
    )


def damaged(file: Path, finding: str = "") -> DiskFault:
    """The file has lost something; ``finding`` is what the check found."""
    found = f" ({finding.strip().splitlines()[-1]})" if finding.strip() else ""
    return DiskFault(f"The file with the games is damaged{found}.", _another(file))


def newer(where: Path | str, version: str) -> WrongDatabase:
    """Its tables are such as only a later companion knows."""
    return WrongDatabase(
        f"The games were written by a newer companion (their tables are of version {version}).",
        f"Update the companion. The games are in {where}.",
    )


def _another(file: Path) -> str:
    """Which other file to put in the place of one that cannot be used."""
    copies = sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"), key=_changed)
    newest = f"; the newest copy beside it is {copies[-1].name}" if copies else ""
    return (
        f"Stop the companion, move {file} away (keep it) and put a backup in its place{newest}."
        " Without any file there, the companion begins anew."
    )


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


_AGAIN = "Nothing was lost or half done: do it again then."
_ELSEWHERE = "name another folder with COMPANION_DATA"

# SQLite's primary result codes -> what is wrong with {file} in {folder}, and what to do
_SAID = {
    sqlite3.SQLITE_FULL: (
        "The disk is full.",
        f"Make room on the disk with {{folder}}. {_AGAIN}",
    ),
    sqlite3.SQLITE_READONLY: (
        "The games cannot be written: their file, its folder or its disk is read-only.",
        f"Let the companion write {{file}}, or {_ELSEWHERE}. {_AGAIN}",
    ),
    sqlite3.SQLITE_BUSY: (
        "Another program holds the file with the games and does not let go of it.",
        "Another companion, a program that shows databases, one that makes backups? Close it."
        f" {_AGAIN} The file is {{file}}.",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "The file with the games cannot be opened.",
        f"{{file}} or its folder is not there, or may not be written: mend that, or {_ELSEWHERE}."
        f" {_AGAIN}",
    ),
    sqlite3.SQLITE_IOERR: (
        "The disk does not read or write as it should ({finding}).",
        f"Is the disk with {{folder}} full, or was it taken out? Mend that. {_AGAIN}",
    ),
}
_SAID[sqlite3.SQLITE_LOCKED] = _SAID[sqlite3.SQLITE_BUSY]
_SAID[sqlite3.SQLITE_PERM] = _SAID[sqlite3.SQLITE_READONLY]
_SAID[sqlite3.SQLITE_PROTOCOL] = _SAID[sqlite3.SQLITE_BUSY]


def of_sqlite(fault: BaseException | None, file: Path) -> StoreFault | None:
    """What an error of SQLite's means for the table; None when it is a fault of the program."""
    if not isinstance(fault, sqlite3.Error):
        return None
    code = getattr(fault, "sqlite_errorcode", None)
    if code is None:
        return None
    code &= 0xFF  # the rest tells a kind from its kin
    if code == sqlite3.SQLITE_CORRUPT:
        return damaged(file, str(fault))
    if code == sqlite3.SQLITE_NOTADB:
        return no_database(file)
    return _disk_fault(code, fault, file) if code in _SAID else None


def of_system(fault: OSError, file: Path) -> DiskFault:
    """What an error of the operating system's means for the table."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return _disk_fault(sqlite3.SQLITE_FULL, fault, file)
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _disk_fault(sqlite3.SQLITE_READONLY, fault, file)
    if fault.errno in (errno.ENOTDIR, errno.EEXIST):
        way = next((each for each in file.parents if each.is_file()), fault.filename)
        return DiskFault(
            f"The folder of the games cannot be made: {way} is a file.",
            f"Move it away, or {_ELSEWHERE}; now it is {file.parent}.",
        )
    return DiskFault(
        f"The file with the games cannot be used: {fault.strerror or fault}.",
        f"Mend {fault.filename or file}, or {_ELSEWHERE}.",
    )


def _disk_fault(code: int, fault: Exception, file: Path) -> DiskFault:
    what, do = (part.format(file=file, folder=file.parent, finding=fault) for part in _SAID[code])
    return DiskFault(what, do)
