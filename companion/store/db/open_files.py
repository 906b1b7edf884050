"""A check that the open files are still the files at their paths.

SQLite keeps writing into a file whose name was removed, and nobody could find that data again. So
the companion stops answering then, and saves what it still holds open beside the file. This module
uses the standard library only.
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

Identity = tuple[int, int, int]  # device, inode and size

_FRAMES = struct.Struct("=12xBxHI")  # of SQLite's WAL index: initialised, page size, frames
_HEAD, _FRAME_HEAD = 32, 24  # bytes of the log's header, and of the header of each frame


class Held:
    """A connection that stays open so that no other program removes the write-ahead log."""

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
        """Check that these are the files that were opened.

        Raises StoreError, after saving what is held, if they are not.
        """
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
        """Is the log shorter than its index says, and not only because it is just restarting?"""
        said = self._indexed_length()
        if said <= size:
            return False
        log = _identity(self._log)
        return log is not None and log[2] < said == self._indexed_length()

    def _indexed_length(self) -> int:
        """Return the least length of the log in bytes according to its index."""
        with suppress(OSError, struct.error), self._index.open("rb") as index:
            begun, page, frames = _FRAMES.unpack(index.read(_FRAMES.size))
            page = 65536 if page == 1 else page
            return _HEAD + frames * (_FRAME_HEAD + page) if begun and frames else 0
        return 0

    def _save(self) -> Path | None:
        """Save what is held beside the file, once per loss.

        Return the path of the copy, or None if it cannot be saved.
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
        """Close the connection; if the file is gone, save what is held first."""
        with suppress(faults.StoreError):
            self.look()
        self._connection.close()


def held_beside(file: Path) -> list[Path]:
    """List the saved copies of such a file, newest first."""
    found = file.parent.glob(f"{file.stem}-held-*{file.suffix}")
    return sorted(found, key=lambda each: each.name, reverse=True)


def _identity(file: Path) -> Identity | None:
    """Return device, inode and size of the file; None if it does not exist."""
    try:
        found = os.stat(file)
    except OSError:
        return None
    return found.st_dev, found.st_ino, found.st_size
