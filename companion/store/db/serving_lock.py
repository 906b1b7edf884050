"""Which process serves the games of a file: it holds a lock on a small file beside them.

The system lets go of the lock when the process ends, however that ends.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path

from companion.file_modes import open_private

NAME = "companion.serving"
_FAR = 1 << 20  # a place in the file that is locked, behind all that is written there


class ServingMark:
    """The mark beside the games of a file."""

    def __init__(self, games: Path) -> None:
        self._file = games.with_name(NAME)
        self._held: int | None = None

    def take(self, port: int) -> str:
        """Mark that this process serves the games on that port; empty then. Where another process
        does so already, its port; "?" where it has not said.
        """
        try:
            held = open_private(str(self._file), os.O_RDWR | os.O_CREAT)
        except OSError:  # the folder takes no file: nobody can be told apart
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
        """Serve no longer."""
        if self._held is not None:
            os.close(self._held)
            self._held = None


def _lock(held: int) -> None:
    """Raises OSError where another process has the lock."""
    if sys.platform == "win32":
        import msvcrt

        os.lseek(held, _FAR, os.SEEK_SET)
        msvcrt.locking(held, msvcrt.LK_NBLCK, 1)
        os.lseek(held, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
