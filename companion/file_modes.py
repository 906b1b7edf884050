"""Files of the data folder are for its owner alone: games, log and keys hold what others could use.

Systems without such rights (Windows) keep a user's data folder private by themselves.
"""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

OWN_FOLDER, OWN_FILE = 0o700, 0o600
_OURS = ("companion*", "https.pem", ".companion*")  # names of files in the folder


def make_folder(folder: Path) -> None:
    """Make the folder where it is not there yet; others may not look into it. Raises OSError."""
    folder.mkdir(OWN_FOLDER, parents=True, exist_ok=True)
    _close_folder(folder)


def make_private(folder: Path, *more: Path) -> None:
    """Take the rights of others from our files in the data folder, those that were there too; and
    from ``more`` files and folders, with all that lies in them.
    """
    _close_folder(folder)
    for pattern in _OURS:
        _close(folder.glob(pattern))
    for each in more:
        _close([each, *each.rglob("*")])


def open_private(file: str, flags: int) -> int:
    """An opener for ``open``: a new file is its owner's alone."""
    return os.open(file, flags, OWN_FILE)


def make_empty(file: Path) -> None:
    """Make an empty file that is its owner's alone. Raises OSError."""
    with open(file, "wb", opener=open_private):
        pass


def _close_folder(folder: Path) -> None:
    """Not a folder that others share, nor one that holds the homes of users."""
    with suppress(OSError, RuntimeError):
        found, home = folder.stat(), Path.home().resolve()
        shared = bool(found.st_mode & stat.S_ISVTX) or not _is_own(found)
        if not shared and folder.resolve() not in (home, *home.parents):
            _close([folder.resolve()])  # where the name is a link, the folder itself


def _close(paths: Iterator[Path] | list[Path]) -> None:
    if sys.platform == "win32":
        return
    for path in paths:
        with suppress(OSError):
            found = path.lstat()
            wanted = OWN_FOLDER if stat.S_ISDIR(found.st_mode) else OWN_FILE
            ours = stat.S_ISDIR(found.st_mode) or stat.S_ISREG(found.st_mode)
            if ours and _is_own(found) and stat.S_IMODE(found.st_mode) & ~wanted:
                path.chmod(stat.S_IMODE(found.st_mode) & wanted)  # no right is added


def _is_own(found: os.stat_result) -> bool:
    return sys.platform != "win32" and found.st_uid == os.geteuid()
