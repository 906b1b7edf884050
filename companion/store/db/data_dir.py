"""The location of the games.

It is the user's data folder, which depends on the operating system, or the PostgreSQL database that
COMPANION_DATABASE_URL names.
"""

import errno
import os
from pathlib import Path

from platformdirs import user_data_path

from companion.store.db import postgres


def data_folder() -> Path:
    """Return the folder of the games; COMPANION_DATA overrides the system's default.

    Raises OSError when it begins with the home folder of an unknown user.
    """
    named = os.environ.get("COMPANION_DATA")
    if named:
        try:
            return Path(named).expanduser().absolute()
        except RuntimeError:
            what = "COMPANION_DATA names the home of nobody"
            raise FileNotFoundError(errno.ENOENT, what, named) from None
    return user_data_path("companion", appauthor=False)


def database_file(folder: Path | None = None) -> Path:
    """Return the path of the database file in ``folder``, or in the data folder."""
    return (folder or data_folder()) / "companion.sqlite"


def games_place() -> Path | str:
    """Return the location of the games.

    It is the file in the data folder, unless COMPANION_DATABASE_URL names a PostgreSQL database.
    Raises StoreError when that is not a valid address, and OSError as ``data_folder`` does.
    """
    return database_address() or database_file()


def database_address() -> str:
    """Return the address in COMPANION_DATABASE_URL, or "" if it is not set. Raises StoreError."""
    named = os.environ.get("COMPANION_DATABASE_URL", "")
    if named and not postgres.is_address(named):
        raise postgres.no_address()
    return named
