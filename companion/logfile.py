"""The log file, for who runs the companion: when it began and ended, what went wrong, and which
games were deleted or put back. Nothing of what is played stands in it, no names, no secrets.
"""

import logging
import sys
from logging.handlers import RotatingFileHandler
from pathlib import Path

NAME = "companion.log"
MOST_BYTES = 512 * 1024  # of one file; then the next begins
OLDER = 3  # files that are kept beside it

_TELLING = ("companion", "uvicorn")  # whose words stand in it


class _LogFile(RotatingFileHandler):
    """What cannot be written is left out: nothing else may suffer for it."""

    def handleError(self, record: logging.LogRecord) -> None:
        """Go on."""


def log_file(folder: Path) -> Path:
    """Where the log is kept, beside the games in that folder."""
    return folder / NAME


def keep_log(folder: Path, name: str = NAME, most: int = MOST_BYTES) -> list[logging.Handler]:
    """Write the log from now on, and errors to the terminal as well. Nothing where it cannot be
    written. Several processes write one each, for it begins anew now and then.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)  # where the games are elsewhere
        file = _LogFile(folder / name, maxBytes=most, backupCount=OLDER, encoding="utf-8")
    except OSError:
        return []
    file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.ERROR)
    handlers: list[logging.Handler] = [file, terminal]
    for name in _TELLING:
        logger = logging.getLogger(name)
        logger.setLevel(logging.INFO)
        for handler in handlers:
            logger.addHandler(handler)
    return handlers


def end_log(handlers: list[logging.Handler]) -> None:
    """Write it no longer."""
    for handler in handlers:
        for name in _TELLING:
            logging.getLogger(name).removeHandler(handler)
        handler.close()
