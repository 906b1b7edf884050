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
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from sqlmodel import Session

from companion.store.db.database_file import bring_name_to_disk

try:
    import fcntl
except ImportError:  # a system on which one process serves
    fcntl = None  # type: ignore[assignment]

ENDING = "-answered"
LENGTH = 128  # bytes of a record: none lies across two sectors of a disk
DELETED = 2**31  # the version of a game that was deleted
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


def is_readable(database: Path) -> bool:
    """Is the file there, and can each record in it be read?"""
    try:
        raw = beside(database).read_bytes()
    except OSError:
        return False
    return LENGTH * sum(1 for _ in _records(raw)) == len(raw)


def write(database: Path, answers: Mapping[int, Answer]) -> None:
    """Let these be all answers from now on. Raises OSError."""
    beside(database).unlink(missing_ok=True)
    if answers:
        handle = _open(beside(database))
        try:
            _put(handle, answers, {})
            _sync(handle)
            bring_name_to_disk(beside(database))
        finally:
            os.close(handle)


class LastAnswers:
    """Notes the answers of one process. A thread of its own brings them to the disk, so that the
    thread that answers can do the rest meanwhile, and wait at the end.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._known: dict[int, Answer] = {}  # as this process has noted them
        self._places: dict[int, int] = {}  # of their records in the file, as far as known
        self._guard = threading.Lock()
        self._handles: list[int] = []  # of the file, with notes that are not on disk yet
        self._syncer = ThreadPoolExecutor(1, thread_name_prefix="answers")
        self._sync: Future[None] | None = None  # the last that was asked for
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

    def note(self, answers: Mapping[int, Answer]) -> None:
        """Write these into the file, and begin to bring that to the disk."""
        with self._guard:
            for game, answer in answers.items():
                if game not in self._known or answer.version >= self._known[game].version:
                    self._known[game] = answer
            try:
                handle = _open(beside(self._database))
            except OSError as fault:
                self._say(fault)
                return
            self._handles.append(handle)
            try:
                is_new = os.fstat(handle).st_size == 0  # somebody has deleted it
                _put(handle, self._known if is_new else answers, self._places)
                if is_new:
                    bring_name_to_disk(beside(self._database))
            except OSError as fault:
                self._say(fault)
            self._sync = self._syncer.submit(self._bring_to_disk)

    def wait(self) -> None:
        """Wait until all that was noted is on disk."""
        if sync := self._sync:
            sync.result()

    def close(self) -> None:
        """Note nothing more; all that was noted is on disk afterwards."""
        self._syncer.shutdown()

    def _bring_to_disk(self) -> None:
        with self._guard:
            handles, self._handles = self._handles, []
        if not handles:  # one sync before this was for several
            return
        try:
            _sync(handles[-1])
        except OSError as fault:
            self._say(fault)
        finally:
            for handle in handles:
                os.close(handle)

    def _say(self, fault: OSError) -> None:
        """Say once that it cannot be written. The game is on disk all the same."""
        if not self._is_told:
            _logger.error("%s cannot be written: %s", beside(self._database), fault)
        self._is_told = True


def _open(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)


def _sync(handle: int) -> None:
    getattr(os, "fdatasync", os.fsync)(handle)


def _put(handle: int, answers: Mapping[int, Answer], places: dict[int, int]) -> None:
    """Write records, each over the one of that game, but none over one of a later version. Nobody
    else writes meanwhile. The ``places`` tell where records lie, as far as that is known.
    """
    if fcntl:
        fcntl.flock(handle, fcntl.LOCK_EX)
    try:
        for game, answer in answers.items():
            known = _at(handle, places[game]) if game in places else None
            if known is None or known[0] != game:
                raw = _whole(handle)
                found = {game: at for game, at, _ in _records(raw)}
                places[game] = found[game] if game in found else _free(raw)
                known = _at(handle, places[game])
            if known is None or known[1].version <= answer.version:
                os.lseek(handle, places[game], os.SEEK_SET)
                os.write(handle, _record(game, answer))
    finally:
        if fcntl:
            fcntl.flock(handle, fcntl.LOCK_UN)


def _at(handle: int, place: int) -> tuple[int, Answer] | None:
    """Game and answer of the record at that place of the file, where one is whole there."""
    os.lseek(handle, place, os.SEEK_SET)
    found = next(_records(os.read(handle, LENGTH)), None)
    return (found[0], found[2]) if found else None


def _free(raw: bytes) -> int:
    """The place for another record: over one that cannot be read, or after all."""
    taken = {at for _, at, _ in _records(raw)}
    return next(at for at in range(0, len(raw) + LENGTH, LENGTH) if at not in taken)


def _whole(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, os.fstat(handle).st_size)


def _record(game: int, answer: Answer) -> bytes:
    line = f"{game} {answer.version} {answer.hash}"
    return f"{line} {zlib.crc32(line.encode()):08x}".encode().ljust(LENGTH - 1) + b"\n"


def _records(raw: bytes) -> Iterator[tuple[int, int, Answer]]:
    """Game, place in the file and answer, of each record that is whole."""
    for at in range(0, len(raw), LENGTH):
        with suppress(ValueError):
            line, _, told = raw[at : at + LENGTH].decode("ascii").strip().rpartition(" ")
            game, version, hash = line.split(" ")
            if int(told, 16) == zlib.crc32(line.encode()):
                yield int(game), at, Answer(int(version), hash)
