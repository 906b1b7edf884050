"""What can be wrong with the place where the games are kept, said so that a table can mend it.

The top of the store's faults: standard library only, so that ``companion doctor`` can say them
before anything else is certain to work.
"""

import errno
import sqlite3
from pathlib import Path


class StoreFault(Exception):
    """The games cannot be used as they lie; the message says what is wrong and what to do."""


class WrongDatabase(StoreFault):
    """The file is not one this companion can use; it was left as it is."""


class DiskFault(StoreFault):
    """The disk or another program stands in the way; what was asked for was not done."""


def empty(file: Path) -> WrongDatabase:
    """Something has cut the file to nothing."""
    return WrongDatabase(f"{file} is empty: something has cut it to nothing. {_another(file)}")


def gone(file: Path) -> DiskFault:
    """The file is not where it was."""
    return DiskFault(
        f"{file} is gone: it was moved or deleted, or its disk was taken out. Stop the companion,"
        " put the file or a backup of it back, and start again."
    )


def replaced(file: Path) -> DiskFault:
    """Another file lies in the place of the one that was opened."""
    return DiskFault(
        f"{file} was replaced while the companion runs. Stop the companion and start it again."
    )


def parted(file: Path) -> WrongDatabase:
    """What belongs to the file is there without it."""
    return WrongDatabase(
        f"{file} is gone, but {file.name}-wal, which belongs to it, is there. Put the file back"
        f" beside it; or put a backup in its place and remove {file.name}-wal and {file.name}-shm."
    )


def foreign(file: Path) -> WrongDatabase:
    """An SQLite database of another program."""
    return WrongDatabase(
        f"{file} is a database, but not one of the companion's; it was left as it is."
        f" {_another(file)}"
    )


def no_database(file: Path) -> WrongDatabase:
    """No SQLite database at all."""
    return WrongDatabase(
        f"{file} is no database, or its beginning is damaged; it was left as it is."
        f" {_another(file)}"
    )


def damaged(file: Path, finding: str = "") -> DiskFault:
    """The file has lost something; ``finding`` is what the check found first."""
    found = f" ({finding.strip().splitlines()[-1]})" if finding.strip() else ""
    return DiskFault(f"{file} is damaged{found}. {_another(file)}")


def newer(where: Path | str, version: str) -> WrongDatabase:
    """Its tables are such as only a later companion knows."""
    return WrongDatabase(
        f"{where} was written by a newer companion (its tables are of version {version})."
        " Update the companion."
    )


def _another(file: Path) -> str:
    """Which other file to put in the place of one that cannot be used."""
    copies = sorted(file.parent.glob(f"{file.stem}-before-*{file.suffix}"), key=_changed)
    newest = f"; the newest copy beside it is {copies[-1].name}" if copies else ""
    return (
        "Stop the companion, move the file away (keep it) and put a backup in its place"
        f"{newest}. Without any file there, the companion begins anew."
    )


def _changed(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


_AGAIN = "Nothing was lost or half done: do it again then."

# SQLite's primary result codes -> what is wrong with {file} in {folder}, and what to do
_SAID = {
    sqlite3.SQLITE_FULL: "The disk with {folder} is full. Make room on it. " + _AGAIN,
    sqlite3.SQLITE_READONLY: (
        "{file} cannot be written: the file, its folder or its disk is read-only. Let the"
        " companion write there, or name another folder with COMPANION_DATA. " + _AGAIN
    ),
    sqlite3.SQLITE_BUSY: (
        "Another program holds {file} and does not let go of it: another companion, a program"
        " that shows databases, one that makes backups. Close it. " + _AGAIN
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "{file} cannot be opened: it or its folder is not there, or the companion may not write"
        " there. Mend that, or name another folder with COMPANION_DATA. " + _AGAIN
    ),
    sqlite3.SQLITE_IOERR: (
        "The disk with {folder} does not read or write as it should ({finding}): is it full, or"
        " was it taken out? " + _AGAIN
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


def _disk_fault(code: int, fault: Exception, file: Path) -> DiskFault:
    return DiskFault(_SAID[code].format(file=file, folder=file.parent, finding=fault))


def of_system(fault: OSError, file: Path) -> DiskFault:
    """What an error of the operating system's means for the table."""
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        return _disk_fault(sqlite3.SQLITE_FULL, fault, file)
    if fault.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
        return _disk_fault(sqlite3.SQLITE_READONLY, fault, file)
    if fault.errno in (errno.ENOTDIR, errno.EEXIST):
        way = next((each for each in file.parents if each.is_file()), fault.filename)
        return DiskFault(
            f"{file.parent} cannot be the folder of the games: {way} is a file. Move it away, or"
            " name another folder with COMPANION_DATA."
        )
    return DiskFault(
        f"{fault.filename or file} cannot be used: {fault.strerror or fault}. Mend that, or name"
        " another folder with COMPANION_DATA."
    )
