"""The log file for the host: starts, stops, faults, and deleted or restored games.

It holds nothing about the play of a game, no names and no secrets. Anybody who reaches the port can
repeat a request that fails. So the same fault is written in full once a day and only counted in
between. It cannot push out the entries that the host needs.
"""

import logging
import sys
import threading
import time
from collections.abc import Callable
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any

from companion.file_permissions import make_folder, make_private, open_private

NAME = "companion.log"
MOST_BYTES = 512 * 1024  # per file; then the file is rotated
OLDER = 3  # rotated files that are kept

LONGEST_LINE = 300  # characters: a fault's message may contain what a client sent
LONGEST = 6000  # characters of one fault
A_DAY = 24 * 3600.0  # seconds
MOST_KNOWN = 40  # faults that are told apart; all others count as one

_TELLING = ("companion", "uvicorn")  # the loggers that write to it


class _LogFile(RotatingFileHandler):
    """A log file that ignores errors when writing, so that nothing else fails."""

    def _open(self) -> Any:
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=open_private)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - as logging has it
        """Ignore the error."""


class _ShortFormatter(logging.Formatter):
    """A formatter that cuts long lines and long faults."""

    def format(self, record: logging.LogRecord) -> str:
        lines = super().format(record).splitlines() or [""]
        text = "\n".join(line[:LONGEST_LINE] for line in lines)
        return (
            text
            if len(text) <= LONGEST
            else f"{text[: LONGEST // 2]}\n...\n{text[-LONGEST // 2 :]}"
        )


class StumbleFilter(logging.Filter):
    """A filter that passes the same fault once a day.

    It also passes a line when the fault has occurred 10, 100, 1000 times. All handlers of a record
    share one decision.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._lock = threading.Lock()
        # time of the last full entry; number of occurrences
        self._known: dict[str, tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.exc_info or record.exc_info[0] is None:
            return True
        found: bool | None = record.__dict__.get("let_through")
        if found is None:
            found = record.let_through = self._decide(record)
        return found

    def _decide(self, record: logging.LogRecord) -> bool:
        with self._lock:
            key = _place(record)
            if key not in self._known and len(self._known) >= MOST_KNOWN:
                key = ""
            told, count = self._known.get(key, (0.0, 0))
            now = self._clock()
            if not count or now - told >= A_DAY:
                self._known[key] = now, 1
                return True
            count += 1
            self._known[key] = told, count
        if str(count).strip("0") != "1":
            return False
        record.msg, record.args = f"{key or 'Others'}: {count} times today.", ()
        record.exc_info = record.exc_text = None
        return True


def _place(record: logging.LogRecord) -> str:
    """Return the type of an exception and the line of code that raised it."""
    assert record.exc_info is not None
    kind, _, trace = record.exc_info
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = (
        f" in {Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}"
        if trace
        else ""
    )
    return f"{kind.__name__ if kind else ''}{line}"


def log_file(folder: Path) -> Path:
    """Return the path of the log file in the data folder."""
    return folder / NAME


def keep_log(folder: Path, name: str = NAME, most: int = MOST_BYTES) -> list[logging.Handler]:
    """Start writing the log, and write errors to the terminal as well.

    Do nothing if the file cannot be written. Each process has its own file, because files are
    rotated.
    """
    try:
        make_folder(folder)  # it may be missing if the games are in PostgreSQL
        make_private(folder, folder / "copies")
        file = _LogFile(folder / name, maxBytes=most, backupCount=OLDER, encoding="utf-8")
    except OSError:
        return []
    file.setFormatter(_ShortFormatter("%(asctime)s %(levelname)s %(message)s"))
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setFormatter(_ShortFormatter())
    terminal.setLevel(logging.ERROR)
    handlers: list[logging.Handler] = [file, terminal]
    stumbles = StumbleFilter()
    for handler in handlers:
        handler.addFilter(stumbles)
    for source in _TELLING:
        logger = logging.getLogger(source)
        logger.setLevel(logging.INFO)
        for handler in handlers:
            logger.addHandler(handler)
    return handlers


def end_log(handlers: list[logging.Handler]) -> None:
    """Stop writing the log."""
    for handler in handlers:
        for source in _TELLING:
            logging.getLogger(source).removeHandler(handler)
        handler.close()
