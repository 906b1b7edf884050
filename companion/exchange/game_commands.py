"""Subcommands that write and read games: `companion export`, `import`, `backup` and `audit`."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from companion.exchange.files.import_store import OtherResultError, store_file
from companion.exchange.files.own_file import lines
from companion.exchange.games_18xx.export_file import BadFileError, read_bytes
from companion.rules.data.setup import BadSetupError
from companion.store.db import database_file, postgres
from companion.store.db.data_dir import games_place
from companion.store.db.faults import StoreError
from companion.store.history.records import CannotOpenError, NoGameError

if TYPE_CHECKING:
    from companion.store.games.game_store import GameStore

MOST_FOUND = 40  # problems that are listed at most


@contextmanager
def stored_games(game: int) -> "Iterator[GameStore]":
    """Open the game store to look for a game. Raises NoGameError if no game has been stored yet."""
    from companion.store.games.game_store import (
        GameStore,  # imported late: reading a file needs no database
    )

    database = games_place()
    if isinstance(database, Path) and not database_file.is_there(database):
        raise NoGameError(f"There is no game {game}: no game has been stored yet.")
    with closing(GameStore(database)) as store:
        yield store


def export_command(game: int, out: Path) -> int:
    """Run `companion export`: write the file of a game.

    Returns 0 when it was written, else 1 after printing the reason.
    """
    try:
        with stored_games(game) as store:
            rows = store.admin.read_rows(game)
    except NoGameError as fault:
        print(fault, file=sys.stderr)
        return 1
    try:
        with database_file.written_whole(out) as opened:
            for line in lines(rows):
                opened.write(line)
    except OSError as problem:
        print(f"{out} cannot be written: {problem.strerror or problem}.", file=sys.stderr)
        return 1
    print(f"{out}: game {game}, {len(rows['log']) - 1} actions.")
    return 0


def site_command(game: int, out: Path) -> int:
    """Run `companion export --as 18xx`: write the game as an export of 18xx.games.

    Returns 0 when it was written, even if only up to some row. Returns 1 after printing the reason
    if nothing was written.
    """
    from companion.exchange.games_18xx.export_writer import file_of, write_stored

    try:
        with stored_games(game) as store:
            written = write_stored(store, game)
    except (NoGameError, CannotOpenError, BadFileError) as fault:
        print(fault, file=sys.stderr)
        return 1
    try:
        out.write_bytes(file_of(written))
    except OSError as problem:
        print(f"{out} cannot be written: {problem.strerror or problem}.", file=sys.stderr)
        return 1
    print(f"{out}: game {game}, {len(written.body['actions'])} actions.")
    if stop := written.stop:
        print(f"The export ends before row {stop.n} of the log. {stop.why}")
    return 0


def audit_command(game: int) -> int:
    """Run `companion audit`: the self-check of a game.

    Returns 0 if it finds nothing. Otherwise prints each problem with its place and returns 1.
    """
    try:
        with stored_games(game) as store:
            audit = store.admin.audit(game)
    except NoGameError as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"Game {game}: {audit.says}")
    if audit.told:
        print(f"  Runs whose revenue was told and not checked: {audit.told}")
    for line in (f"{audit.says_chain} {audit.hash}",):
        if line:
            print(line)
    for found in audit.found[:MOST_FOUND]:
        print(f"  {found.where}: {found.says}" if found.where else f"  {found.says}")
    if len(audit.found) > MOST_FOUND:
        print(f"  ... and {len(audit.found) - MOST_FOUND} more")
    if not audit.holds:
        print("`companion restore` puts right what can be: with --dry-run it says first what.")
    return 0 if audit.holds else 1


def import_command(source: Path, anyway: bool = False) -> int:
    """Run `companion import`: store the game in a file.

    Returns 0 when it was stored, else 1 after printing the reason. Returns 2 when it was stored
    ``anyway``, although the file states another result than the replay gave.
    """
    from companion.store.games.game_store import GameStore

    try:
        data = read_bytes(source)
        with closing(GameStore(games_place())) as store:
            stored = store_file(store, data, anyway=anyway)
    except OtherResultError as fault:
        hint = "To store the game as it was played here, add --anyway."
        print(f"Nothing was stored. {fault} {hint}", file=sys.stderr)
        return 1
    except (BadFileError, BadSetupError) as fault:
        print(f"Nothing was stored. {fault}", file=sys.stderr)
        return 1
    for note in stored.notes:
        print(note)
    print(f"Stored as game {stored.game}.")
    return 2 if stored.other else 0


def backup_command(out: Path) -> int:
    """Run `companion backup`: copy all games into one file.

    Returns 0 when it was written, else 1 after printing the reason.
    """
    database = games_place()
    if not isinstance(database, Path):
        raise postgres.only_a_file(
            database, f"Copy them by its own means: pg_dump --format=custom --file={out} DATABASE."
        )
    if not database_file.is_there(database):
        print("There is nothing to copy: no game has been stored yet.", file=sys.stderr)
        return 1
    if out.exists():
        if out.samefile(database):
            print(f"{out} is where the games are. Name another file.", file=sys.stderr)
            return 1
        if not _is_backup(out):
            print(f"{out} is no backup of games; it was left as it is.", file=sys.stderr)
            return 1
    try:
        database_file.copy_to(database, out)
        database_file.drop_examples(out)
    except OSError as problem:
        print(f"{out} cannot be written: {problem.strerror or problem}.", file=sys.stderr)
        return 1
    except sqlite3.Error as problem:
        print(f"{out} cannot be written: {problem}.", file=sys.stderr)
        return 1
    print(f"{out}: {database_file.games(out)} games, {out.stat().st_size // 1000} kB.")
    return 0


def _is_backup(out: Path) -> bool:
    try:
        return database_file.is_there(out)
    except StoreError:
        return False
