"""The last answer of each game: its version then, and the last hash of its journal.

The answers are in a small file beside the database. The database may lose its latest changes:
SQLite's log may be deleted or truncated, or an older file may replace it. This file then still
shows which version was reported to somebody. A database that is ahead of this file is fine, because
its newest changes were not reported yet.

Each game has a record of fixed length, which is overwritten. So a record on disk is never a mixture
of two. Several processes may write, and a version never decreases.
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
from companion.store.db.example_numbers import is_example

try:
    import fcntl
except ImportError:  # a system without file locks, where only one process serves
    fcntl = None  # type: ignore[assignment]

ENDING = "-answered"
LENGTH = 128  # bytes of a record; no record crosses a sector boundary of the disk
DELETED = 2**31  # the version that marks a deleted game
_TOLD = "told"  # key in a session's ``info``: game -> Told

_logger = logging.getLogger(__name__)


class AcknowledgedVersion(NamedTuple):
    """The version of a game, and the last hash of its journal at that version."""

    version: int
    hash: str


GONE = AcknowledgedVersion(DELETED, "-")  # the answer of a deleted game


class ToldChange(NamedTuple):
    """A change of a game in a transaction: the journal's hash before and after it.

    A ``forced`` change skips the check that the game continues from the last answer.
    """

    before: str
    after: str
    forced: bool


def tell(session: Session, game: int, before: str, after: str, forced: bool = False) -> None:
    """Register that the journal has this hash, to be noted when the transaction is on disk.

    Examples are left out: nobody misses them.
    """
    if is_example(game):
        return
    told: dict[int, ToldChange] = session.info.setdefault(_TOLD, {})
    if game in told:
        before, forced = told[game].before, forced or told[game].forced
    told[game] = ToldChange(before, after, forced)


def told_in(session: Session) -> Mapping[int, ToldChange]:
    """Return the changes that were registered in the transaction."""
    found: dict[int, ToldChange] = session.info.get(_TOLD, {})
    return found


def beside(database: Path) -> Path:
    """Return the path of the file of answers beside that database."""
    return database.with_name(database.name + ENDING)


def read(database: Path) -> dict[int, AcknowledgedVersion]:
    """Read the last answer of each game, deleted games included; skip unreadable records."""
    try:
        raw = beside(database).read_bytes()
    except OSError:
        return {}
    return {game: answer for game, _, answer in _records(raw)}


def is_readable(database: Path) -> bool:
    """Does the file exist, and can each of its records be read?"""
    try:
        raw = beside(database).read_bytes()
    except OSError:
        return False
    return LENGTH * sum(1 for _ in _records(raw)) == len(raw)


def write(database: Path, answers: Mapping[int, AcknowledgedVersion]) -> None:
    """Replace all stored answers by these. Raises OSError."""
    beside(database).unlink(missing_ok=True)
    if answers:
        handle = _open(beside(database))
        try:
            _put(handle, answers, {})
            _sync(handle)
            bring_name_to_disk(beside(database))
        finally:
            os.close(handle)


class AcknowledgedVersions:
    """The answers noted by one process.

    A separate thread syncs them to disk, so that the answering thread can go on and wait at the
    end.
    """

    def __init__(self, database: Path) -> None:
        self._database = database
        self._known: dict[int, AcknowledgedVersion] = {}  # noted by this process
        self._places: dict[int, int] = {}  # positions of records in the file, if known
        self._guard = threading.Lock()
        self._handles: list[int] = []  # open files with notes that are not on disk yet
        self._syncer = ThreadPoolExecutor(1, thread_name_prefix="answers")
        self._sync: Future[None] | None = None  # the last sync that was started
        self._is_told = False

    def all(self) -> dict[int, AcknowledgedVersion]:
        """Return the last answer of each game that was not deleted."""
        found = read(self._database)
        return {game: answer for game, answer in found.items() if answer.version != DELETED}

    def last(self, game: int) -> AcknowledgedVersion | None:
        """Return the last answer of the game; None if none is known or the game was deleted."""
        return self.all().get(game)

    def goes_on(self, game: int, before: str) -> bool:
        """Is this hash the last one that this process has noted?"""
        known = self._known.get(game)
        return known is not None and known.hash == before

    def note(self, answers: Mapping[int, AcknowledgedVersion]) -> None:
        """Write these answers into the file, and start to sync it to disk."""
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
                is_new = os.fstat(handle).st_size == 0  # the file had been deleted
                _put(handle, self._known if is_new else answers, self._places)
                if is_new:
                    bring_name_to_disk(beside(self._database))
            except OSError as fault:
                self._say(fault)
            self._sync = self._syncer.submit(self._bring_to_disk)

    def wait(self) -> None:
        """Wait until all noted answers are on disk."""
        if sync := self._sync:
            sync.result()

    def close(self) -> None:
        """Sync all noted answers to disk, and accept no more."""
        self._syncer.shutdown()

    def _bring_to_disk(self) -> None:
        with self._guard:
            handles, self._handles = self._handles, []
        if not handles:  # an earlier sync covered this one too
            return
        try:
            _sync(handles[-1])
        except OSError as fault:
            self._say(fault)
        finally:
            for handle in handles:
                os.close(handle)

    def _say(self, fault: OSError) -> None:
        """Log once that the file cannot be written. The game itself is on disk."""
        if not self._is_told:
            _logger.error("%s cannot be written: %s", beside(self._database), fault)
        self._is_told = True


def _open(file: Path) -> int:
    return os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)


def _sync(handle: int) -> None:
    getattr(os, "fdatasync", os.fsync)(handle)


def _put(handle: int, answers: Mapping[int, AcknowledgedVersion], places: dict[int, int]) -> None:
    """Write records over those of the same games, but never over a later version.

    A file lock keeps other writers out. ``places`` caches the positions of records.
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


def _at(handle: int, place: int) -> tuple[int, AcknowledgedVersion] | None:
    """Return game and answer of the record at that position, or None if it is not intact."""
    os.lseek(handle, place, os.SEEK_SET)
    found = next(_records(os.read(handle, LENGTH)), None)
    return (found[0], found[2]) if found else None


def _free(raw: bytes) -> int:
    """Return the position for a new record: over an unreadable one, or at the end."""
    taken = {at for _, at, _ in _records(raw)}
    return next(at for at in range(0, len(raw) + LENGTH, LENGTH) if at not in taken)


def _whole(handle: int) -> bytes:
    os.lseek(handle, 0, os.SEEK_SET)
    return os.read(handle, os.fstat(handle).st_size)


def _record(game: int, answer: AcknowledgedVersion) -> bytes:
    line = f"{game} {answer.version} {answer.hash}"
    return f"{line} {zlib.crc32(line.encode()):08x}".encode().ljust(LENGTH - 1) + b"\n"


def _records(raw: bytes) -> Iterator[tuple[int, int, AcknowledgedVersion]]:
    """Yield game, position and answer of each intact record."""
    for at in range(0, len(raw), LENGTH):
        with suppress(ValueError):
            line, _, told = raw[at : at + LENGTH].decode("ascii").strip().rpartition(" ")
            game, version, hash = line.split(" ")
            if int(told, 16) == zlib.crc32(line.encode()):
                yield int(game), at, AcknowledgedVersion(int(version), hash)
