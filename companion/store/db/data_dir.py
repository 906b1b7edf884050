"""Where the games are kept: the user's data folder, by the customs of the system, or a PostgreSQL
that COMPANION_DATABASE_URL names.
"""

import errno
import os
from pathlib import Path

from platformdirs import user_data_path

from companion.store.db import postgres


def data_folder() -> Path:
    """The folder of the games; COMPANION_DATA overrules the custom of the system.

    Raises OSError where it begins with the home of a user whom nobody knows.
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
    """The database in ``folder``, or in the data folder."""
    return (folder or data_folder()) / "companion.sqlite"


def games_place() -> Path | str:
    """Where the games are: the file in the data folder, unless COMPANION_DATABASE_URL names a
    PostgreSQL. Raises StoreFault where that is no such address, OSError as ``data_folder``.
    """
    return database_address() or database_file()


def database_address() -> str:
    """What COMPANION_DATABASE_URL names; empty where it names nothing. Raises StoreFault."""
    named = os.environ.get("COMPANION_DATABASE_URL", "")
    if named and not postgres.is_address(named):
        raise postgres.no_address()
    return named
