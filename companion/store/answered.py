"""The last answer of each game: its version then, and the last hash of its journal.

They are in a small file of their own beside the database. The database may lose its end: SQLite's
log may be deleted or cut, or somebody may put an older file in its place. Then this file still
tells what somebody was told of. A database that is ahead of it is no alarm, for what it has more
was not answered yet.

Each game has a record of fixed length, which is written over. So no record is ever half of one and
half of another on the disk. Several processes may write: a version never goes back.
"""

import logging
import os
import threading
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, NamedTuple

from sqlmodel import Session

try:
    import fcntl
except ImportError:  # a system on which one process serves
    fcntl = None  # type: ignore[assignment]

ENDING = "-answered"
LENGTH = 128  # bytes of a record: none lies across two sectors of a disk
DELETED = 2**31  # the version of a game that was deleted
IDLE = 2.0  # seconds after which the thread that writes ends
_TOLD = "told"  # of a session's ``info``: game -> Told

_logger = logging.getLogger(__name__)


class Answer(NamedTuple):
    """The version of a game, and the last hash of its journal then."""

    version: int
    hash: str


GONE = Answer(DELETED, "-")  # of a game that nobody looks for any more


class Told(NamedTuple):
    """A change of a game in a transaction: the hash before it and after it. Whether the game goes
    on from the last answer is not asked where it is ``forced``.
    """

    before: str
    after: str
    forced: bool


def tell(session: Session, game: int, before: str, after: str, forced: bool = False) -> None:
    """Let it be noted, when the transaction is on disk, that the journal has this hash now."""
    told: dict[int, Told] = session.info.setdefault(_TOLD, {})
    if game in told:
        before, forced = told[game].before, forced or told[game].forced
    told[game] = Told(before, after, forced)


def told_in(session: Session) -> Mapping[int, Told]:
    """All that was told in the transaction."""
    found: dict[int, Told] = session.info.get(_TOLD, {})
    return found


def beside(database: Path) -> Path:
    """The file of the answers, beside that database."""
    return database.with_name(database.name + ENDING)


def read(database: Path) -> dict[int, Answer]:
    """The last answer of each game, as far as it can be read; deleted games too."""
    try:
        raw = beside(database).read_bytes()
    except OSError:
        return {}
    return {game: answer for game, _, answer in _records(raw)}


def write(database: Path, answers: Mapping[int, Answer]) -> None:
    """Let these be all answers from now on. Raises OSError."""
    beside(database).unlink(missing_ok=True)
    if answers:
        with _open(beside(database)) as opened:
            _put(opened, answers)


class LastAnswers:
    """Notes the answers for one process, in a thread: others may be done beside the disk."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._known: dict[int, Answer] = {}  # as this process has noted them
        self._waiting: dict[int, Answer] = {}
        self._asked = self._done = 0
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._is_told = False

    def all(self) -> dict[int, Answer]:
        """The last answer of each game that was not deleted."""
        found = read(self._database)
        return {game: answer for game, answer in found.items() if answer.version != DELETED}

    def last(self, game: int) -> Answer | None:
        """The last answer of the game; None where nothing is known, or it was deleted."""
        return self.all().get(game)

    def goes_on(self, game: int, before: str) -> bool:
        """Is this hash the last one that this process has noted?"""
        known = self._known.get(game)
        return known is not None and known.hash == before

    def note(self, answers: Mapping[int, Answer]) -> int:
        """Note these soon; what to wait for."""
        with self._change:
            self._known |= answers
            for game, answer in answers.items():
                if game not in self._waiting or answer.version >= self._waiting[game].version:
                    self._waiting[game] = answer
            self._asked += 1
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="answers", daemon=True)
                self._thread.start()
            self._change.notify_all()
            return self._asked

    def wait(self, asked: int) -> None:
        """Wait until that is on disk."""
        with self._change:
            self._change.wait_for(lambda: self._done >= asked)

    def _run(self) -> None:
        while True:
            with self._change:
                if not self._change.wait_for(lambda: self._waiting, IDLE):
                    self._thread = None
                    return
                answers, self._waiting = self._waiting, {}
                asked = self._asked
            self._write(answers)
            with self._change:
                self._done = asked
                self._change.notify_all()

    def _write(self, answers: dict[int, Answer]) -> None:
        file = beside(self._database)
        if not file.exists():  # somebody has deleted it
            answers = {**self._known, **answers}
        try:
            with _open(file) as opened:
                _put(opened, answers)
        except OSError as fault:  # the game is on disk all the same
            if not self._is_told:
                _logger.error("%s cannot be written: %s", file, fault)
            self._is_told = True


@contextmanager
def _open(file: Path) -> Iterator[BinaryIO]:
    """The file, for this process alone while it writes; on disk afterwards."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(handle, "r+b", buffering=0) as opened:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield opened
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_UN)
        getattr(os, "fdatasync", os.fsync)(handle)


def _put(opened: BinaryIO, answers: Mapping[int, Answer]) -> None:
    """Write records, each over the one of that game, but none over one of a later version."""
    raw = opened.read()
    there = {game: (at, answer) for game, at, answer in _records(raw)}
    end = -(-len(raw) // LENGTH) * LENGTH
    for game, answer in answers.items():
        at, known = there.get(game, (end, None))
        if known and known.version > answer.version:
            continue
        end += LENGTH if at == end else 0
        line = f"{game} {answer.version} {answer.hash}"
        opened.seek(at)
        opened.write(f"{line} {zlib.crc32(line.encode()):08x}".encode().ljust(LENGTH - 1) + b"\n")


def _records(raw: bytes) -> Iterator[tuple[int, int, Answer]]:
    """Game, place in the file and answer, of each record that is whole."""
    for at in range(0, len(raw), LENGTH):
        with suppress(ValueError):
            line, _, told = raw[at : at + LENGTH].decode("ascii").strip().rpartition(" ")
            game, version, hash = line.split(" ")
            if int(told, 16) == zlib.crc32(line.encode()):
                yield int(game), at, Answer(int(version), hash)
