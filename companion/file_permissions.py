"""Permissions of files in the data folder: games, log and keys are private to their owner.

Windows has no such modes and keeps a user's data folder private by itself.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OWN_FOLDER, OWN_FILE = 0o700, 0o600
_OURS = ("companion*", "https.pem", ".companion*")  # file names in the folder


def make_folder(folder: Path) -> None:
    """Create the folder if needed and close it to others. Raises OSError if that fails."""
    folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
    _close_folder(folder)


def make_private(folder: Path, *more: Path) -> None:
    """Remove other users' permissions from our files in the data folder.

    The same happens to the files and folders in ``more``, with their contents.
    """
    _close_folder(folder)
    for pattern in _OURS:
        _restrict(folder.glob(pattern))
    for each in more:
        _restrict([each, *each.rglob("*")])


def open_private(file: str, flags: int) -> int:
    """Open a file for ``open``; a new file is private to its owner."""
    return os.open(file, flags, OWN_FILE)


def make_empty(file: Path) -> None:
    """Create an empty private file. Raises OSError if that fails."""
    with open(file, "wb", opener=open_private):
        pass


def _close_folder(folder: Path) -> None:
    """Close a folder to others, unless it is shared or contains users' home folders."""
    with suppress(OSError, RuntimeError):
        found, home = folder.stat(), Path.home().resolve()
        shared = bool(found.st_mode & stat.S_ISVTX) or not _is_own(found)
        if not shared and folder.resolve() not in (home, *home.parents):
            _restrict([folder.resolve()])  # if the name is a link, its target


def _restrict(paths: Iterator[Path] | list[Path]) -> None:
    if sys.platform == "win32":
        return
    for path in paths:
        with suppress(OSError):
            found = path.lstat()
            wanted = OWN_FOLDER if stat.S_ISDIR(found.st_mode) else OWN_FILE
            ours = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
            if ours and _is_own(found) and stat.S_IMODE(found.st_mode) & ~wanted:
                path.chmod(stat.S_IMODE(found.st_mode) & wanted)  # permissions are only removed


def _is_own(found: os.stat_result) -> bool:
    return sys.platform != "win32" and found.st_uid == os.geteuid()
