"""Real disk faults as context managers, each undone at the end of its block."""

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import event

from companion.store.games.game_store import GameStore


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """Limit the size of files that this process writes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def no_more_pages(store: GameStore) -> Iterator[None]:
    """Make SQLite find no space for another page, as on a full disk."""
    engine = store.database._engine

    def limit(connection: Any, *_: object) -> None:
        # SQLite takes the current number of pages as the minimum
        connection.execute("PRAGMA max_page_count = 1")

    def lift(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1073741823")

    event.listen(engine, "checkout", limit)
    try:
        yield
    finally:
        event.remove(engine, "checkout", limit)
        event.listen(engine, "checkout", lift)


@contextmanager
def held(file: Path) -> Iterator[None]:
    """Let another process hold a write transaction on the database."""
    code = (
        "import sqlite3, sys\n"
        "held = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "held.execute('BEGIN IMMEDIATE')\n"
        "print('held', flush=True)\n"
        "sys.stdin.read()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stdout.readline() == b"held\n"
        try:
            yield
        finally:
            program.communicate()


@contextmanager
def moved_away(file: Path) -> Iterator[None]:
    """Move the file away."""
    away = file.rename(file.with_name("elsewhere"))
    try:
        yield
    finally:
        away.rename(file)


@contextmanager
def cut_to_nothing(file: Path) -> Iterator[None]:
    """Truncate the file to zero bytes while it is in use."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.read_bytes()
    file.write_bytes(b"")
    try:
        yield
    finally:
        file.write_bytes(whole)


@contextmanager
def flipped(file: Path) -> Iterator[None]:
    """Overwrite a part of the file while it is in use."""
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    whole = file.read_bytes()
    with file.open("rb+") as opened:
        opened.seek(4096)
        opened.write(bytes(255 - byte for byte in whole[4096:]))
    try:
        yield
    finally:
        file.write_bytes(whole)


def as_somebody(scenario: Callable[[Path], str], folder: Path) -> str:
    """Run ``scenario`` on a folder as a user bound by file permissions; return its result.

    Root may write anywhere, so for root a child process of the user "nobody" runs it.
    """
    if os.geteuid() != 0:
        return scenario(folder)
    for each in (folder, *folder.rglob("*")):
        os.chown(each, 65534, 65534)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        said = "nothing"
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            said = scenario(folder)
        except BaseException as fault:
            said = f"{type(fault).__name__}: {fault}"
        finally:
            os.write(write, said.encode())
            os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said
