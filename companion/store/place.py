"""Where the games are kept: the user's data folder, by the customs of the system."""

import os
from pathlib import Path

from platformdirs import user_data_path


def data_folder() -> Path:
    """The folder of the games; COMPANION_DATA overrules the custom of the system."""
    named = os.environ.get("COMPANION_DATA")
    if named:
        return Path(named).expanduser().absolute()
    return user_data_path("companion", appauthor=False)


def database_file(folder: Path | None = None) -> Path:
    """The database in ``folder``, or in the data folder."""
    return (folder or data_folder()) / "companion.sqlite"
