"""Copies of games: compressed game files of our own format, in a folder beside the database.

A copy is written after each round, and the newest copies of each game are kept. A background thread
writes it shortly after the round's last action was answered. A copy gets its final name only when
it is complete.
"""

import gzip
import logging
import re
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.exchange.files.own_file import (
    FileHead,
    decompress,
    lines,
    read_head,
    read_own,
    rows_of,
)
from companion.exchange.games_18xx.export_file import BadFileError
from companion.file_permissions import make_folder
from companion.languages import format_text
from companion.store.db.data_dir import data_folder
from companion.store.db.database_file import written_whole
from companion.store.db.example_numbers import is_example
from companion.store.games.game_store import GameStore
from companion.store.history.records import NoGameError

KEPT = 20  # copies of each game
PAUSE = 1.0  # seconds to wait, so that the round's last answer is sent first
HOUR = 3600.0  # seconds after which an incomplete copy is deleted

_NAME = re.compile(r"[0-9]{8}-[0-9]{6}-[0-9]{1,10}")
_ENDING = ".json.gz"
_logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a game: its file, the file's name without the ending, and its first line."""

    game: int
    name: str
    file: Path
    head: FileHead


class Copies:
    """The copies beside one database."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        beside = store.where.parent if isinstance(store.where, Path) else data_folder()
        self.folder = folder_of(beside)

    def list_of(self, game: int) -> list[Copy]:
        """Return the readable copies of a game, the newest first."""
        return copies_in(self.folder, game)

    def games(self) -> list[int]:
        """Return the numbers of the games that have copies."""
        return games_in(self.folder)

    def find(self, game: int, name: str) -> Copy:
        """Return the copy with this name. Raises NoGameError if there is none."""
        found = next((copy for copy in self.list_of(game) if copy.name == name), None)
        if found is None:
            raise NoGameError(format_text("Game {game} has no such copy.", game=game))
        return found

    def write(self, game: int) -> Path:
        """Copy the current state of the game and delete its oldest copies.

        Raises NoGameError, StoreError, OSError.
        """
        rows = self._store.admin.read_rows(game)
        stamp = f"{datetime.now(UTC):%Y%m%d-%H%M%S}-{rows['game'][0]['version']}"
        folder = self.folder / f"game-{game}"
        make_folder(self.folder)
        make_folder(folder)
        file = folder / f"{stamp}{_ENDING}"
        with written_whole(file, private=True) as raw, gzip.GzipFile("", "wb", 6, raw, 0) as packed:
            for line in lines(rows):
                packed.write(line)
        _delete_old_copies(folder)
        return file

    def open_as_new_game(self, copy: Copy) -> int:
        """Store the content of a copy as a new game and return its number.

        Raises BadFileError, BadRowsError.
        """
        return self._store.admin.take_in(*read_copy(copy.file), trusted=True)

    def put_back(self, copy: Copy) -> None:
        """Reset a game to one of its copies. The current state is copied first.

        Raises BadFileError, BadRowsError, NoGameError.
        """
        rows = read_copy(copy.file)
        self.write(copy.game)
        self._store.admin.put_back(copy.game, *rows)

    def forget(self, game: int) -> None:
        """Delete all copies of a deleted game. Raises OSError."""
        with suppress(FileNotFoundError):
            shutil.rmtree(self.folder / f"game-{game}")


def folder_of(data: Path) -> Path:
    """Return the folder of the copies for a database in the folder ``data``."""
    return data / "copies"


def games_in(folder: Path) -> list[int]:
    """Return the numbers of the games that have copies in the folder."""
    found = (re.fullmatch(r"game-(\d{1,9})", each.name) for each in folder.glob("game-*"))
    return sorted(int(name[1]) for name in found if name)


def copies_in(folder: Path, game: int) -> list[Copy]:
    """Return the readable copies of a game, the newest first."""
    found = []
    for file in _files(folder / f"game-{game}"):
        with suppress(BadFileError):
            found.append(Copy(game, file.name.removesuffix(_ENDING), file, read_head(file)))
    return found


def read_copy(file: Path) -> "tuple[dict[str, object], str]":
    """Return the rows in a copy and their table version. Raises BadFileError."""
    try:
        raw = file.read_bytes()
    except OSError as fault:
        raise BadFileError(
            format_text("{file} cannot be read: {what}.", file=file.name, what=fault.strerror)
        ) from None
    rows, version = rows_of(read_own(decompress(raw)))
    return dict(rows), version


def _files(folder: Path) -> list[Path]:
    """Return the complete copies in a folder, the newest first."""
    found = folder.glob(f"*{_ENDING}")
    whole = (file for file in found if _NAME.fullmatch(file.name.removesuffix(_ENDING)))
    return sorted(whole, key=lambda file: _order(file.name), reverse=True)


def _order(name: str) -> tuple[str, int]:
    day, hour, version = name.removesuffix(_ENDING).split("-")
    return day + hour, int(version)


def _delete_old_copies(folder: Path) -> None:
    for old in _files(folder)[KEPT:]:
        old.unlink(missing_ok=True)
    for half in folder.glob(".*.part"):
        with suppress(OSError):
            if time.time() - half.stat().st_mtime > HOUR:
                half.unlink()


class Copier:
    """A background thread that writes copies of the games queued for it."""

    def __init__(self, copies: Copies, pause: float = PAUSE) -> None:
        self._copies = copies
        self._pause = pause
        self._named: dict[int, None] = {}  # in the order of their arrival
        self._change = threading.Condition()
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None

    def copy(self, game: int) -> None:
        """Queue the game to be copied soon and return at once; an example is not copied."""
        if is_example(game):
            return
        with self._change:
            self._named[game] = None
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="copies", daemon=True)
                self._thread.start()
            self._change.notify()

    def close(self) -> None:
        """Write the copies that are still queued, then stop the thread."""
        self._closing.set()
        with self._change:
            self._change.notify()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._named or self._closing.is_set())
                if not self._named:
                    return
            self._closing.wait(self._pause)
            with self._change:
                game = next(iter(self._named))
                del self._named[game]
            self._write(game)

    def _write(self, game: int) -> None:
        try:
            self._copies.write(game)
        except NoGameError:  # the game was deleted meanwhile
            pass
        except Exception as fault:  # the game goes on without this copy
            _logger.error("No copy of game %s was written: %s", game, fault)
