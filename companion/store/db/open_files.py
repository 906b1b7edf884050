"""The files that a companion has open: whether they still are those that lie under their names.

SQLite goes on writing into a file that has lost its name. Nobody would find that again. So nothing
is answered then, and what is still held open is saved beside it. Standard library only.
"""

import os
import sqlite3
import struct
import threading
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from companion.store.db import faults
from companion.store.db.database_file import copy_from

Identity = tuple[int, int, int]  # disk, number and size

_FRAMES = struct.Struct("=12xBxHI")  # of SQLite's index of its log: begun, size of a page, frames
_HEAD, _FRAME_HEAD = 32, 24  # bytes before the frames of the log, and before the page of each


class Held:
    """One connection to a database, which is kept open so that nobody takes its log away."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._log = file.with_name(f"{file.name}-wal")
        self._index = file.with_name(f"{file.name}-shm")
        self._guard = threading.Lock()
        self._saved: Path | None = None
        self._connection = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._opened = _identity(file)
        self._opened_log = _identity(self._log)

    def look(self) -> None:
        """Are these the files that were opened? Raises StoreFault, and saves what is held."""
        now = _identity(self._file)
        if now is None:
            raise faults.gone(self._file, self._save())
        if now[2] == 0:
            raise faults.empty(self._file)
        if self._opened and now[:2] != self._opened[:2]:
            raise faults.replaced_file_fault(self._file, self._save())
        log = _identity(self._log)
        if self._opened_log and (log is None or log[:2] != self._opened_log[:2]):
            raise faults.log_gone(self._file, self._save())
        if log and self._is_cut(log[2]):
            raise faults.log_cut(self._file)
        self._saved = None

    def _is_cut(self, size: int) -> bool:
        """Is the log shorter than its index says, and that not for it begins anew just now?"""
        said = self._said()
        if said <= size:
            return False
        log = _identity(self._log)
        return log is not None and log[2] < said == self._said()

    def _said(self) -> int:
        """How long the log is at least, as its index says."""
        with suppress(OSError, struct.error), self._index.open("rb") as index:
            begun, page, frames = _FRAMES.unpack(index.read(_FRAMES.size))
            page = 65536 if page == 1 else page
            return _HEAD + frames * (_FRAME_HEAD + page) if begun and frames else 0
        return 0

    def _save(self) -> Path | None:
        """Save what is held beside the file, once for each loss; where it lies, None where that
        cannot be done.
        """
        with self._guard:
            if self._saved is None and self._file.parent.is_dir():
                stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
                name = f"{self._file.stem}-held-{stamp}{self._file.suffix}"
                with suppress(sqlite3.Error, OSError):
                    copy_from(self._connection, self._file.with_name(name))
                    self._saved = self._file.with_name(name)
            return self._saved

    def close(self) -> None:
        """Let go of the file; what is held of one that is gone is saved first."""
        with suppress(faults.StoreFault):
            self.look()
        self._connection.close()


def held_beside(file: Path) -> list[Path]:
    """What companions have saved of such a file, the newest first."""
    found = file.parent.glob(f"{file.stem}-held-*{file.suffix}")
    return sorted(found, key=lambda each: each.name, reverse=True)


def _identity(file: Path) -> Identity | None:
    """Disk, number and size of the file; None when it is not there."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size
