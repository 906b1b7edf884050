"""A lock that tells which process serves the games of a file.

It is a lock on a small file beside the games. The system releases it when the process ends, in
whatever way.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from companion.file_permissions import open_private

NAME = "companion.serve_command"
_FAR = 1 << 20  # the locked position in the file, beyond its content


class ServerLock:
    """The lock beside the games of a file."""

    def __init__(self, games: Path) -> None:
        self._file = games.with_name(NAME)
        self._held: int | None = None

    def take(self, port: int) -> str:
        """Try to take the lock for this process, which serves on ``port``.

        Return "" on success. If another process holds the lock, return its port, or "?" if unknown.
        """
        try:
            held = open_private(str(self._file), os.O_RDWR | os.O_CREAT)
        except OSError:  # the folder is read-only, so no lock is possible
            return ""
        try:
            _lock(held)
        except OSError:
            os.close(held)
            return self._port_of_other()
        os.ftruncate(held, 0)
        os.write(held, str(port).encode())
        self._held = held
        return ""

    def _port_of_other(self) -> str:
        with suppress(OSError, ValueError):
            return str(int(self._file.read_text()))
        return "?"

    def close(self) -> None:
        """Release the lock."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _lock(held: int) -> None:
    """Lock the file. Raises OSError when another process holds the lock."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(held, _FAR, os.SEEK_SET)
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        os.lseek(held, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
