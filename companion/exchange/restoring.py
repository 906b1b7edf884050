"""The subcommand `companion restore`: all games from a backup, one from a copy, or what can be
saved of a database that is damaged or gone. What lay in its place is kept beside it.
"""

import os
import shutil
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.exchange.copies import copies_in, folder_of, games_in, read_copy
from companion.exchange.export import BadFile, read_bytes
from companion.exchange.mending import mended, of_copy, of_tables
from companion.exchange.storing import store_file
from companion.rules.words.rounds import round_words
from companion.store import file, migrations, postgres
from companion.store.faults import DiskFault, StoreFault
from companion.store.place import data_folder, games_place
from companion.store.records import BadRows, CannotOpen
from companion.store.salvage import salvaged
from companion.store.saving import Rows
from companion.store.shelf import Shelf


def restore_command(source: Path | None) -> int:
    """`companion restore`. 0 when restored, or nothing is to be; 1 when something is lost or
    nothing could be done, saying why.
    """
    database = games_place()
    try:
        if source is None:
            return _mend(_only(database))
        raw = read_bytes(source)
        if raw.startswith(file.MAGIC):
            return _from_backup(source, _only(database))
        return _from_copy(source, raw, database)
    except (BadFile, BadRows) as fault:
        print(f"Nothing was restored. {fault}", file=sys.stderr)
        return 1


def _only(database: Path | str) -> Path:
    """The file with the games, where they are in one. Raises StoreFault."""
    if isinstance(database, str):
        raise postgres.only_a_file(
            database,
            "Restore a dump of it by its own means, psql or pg_restore. `companion restore` takes"
            " copies of single games there, and `companion import` their files.",
        )
    return database


def _from_backup(backup: Path, database: Path) -> int:
    try:
        file.is_there(backup)
        file.check(backup)
    except StoreFault as fault:
        raise BadFile(f"{backup} is no backup that can be used: {fault.what}") from None
    if database.exists() and backup.samefile(database):
        print("That is where the games are already.")
        return 0
    new = _beside(database, "new")
    try:
        file.copy_to(backup, new)
        kept = _put_in_place(new, database, "before-restore")
    finally:
        _remove(new)
    print(f"{file.games(database)} games of {backup} are in {database}.")
    _tell_kept(kept)
    return 0


def _from_copy(source: Path, raw: bytes, database: Path | str) -> int:
    ours = source.absolute().is_relative_to(folder_of(data_folder()).absolute())
    shelf = Shelf(database)
    try:
        if ours:
            game = shelf.take_in(*read_copy(source), trusted=True)
        else:
            game = store_file(shelf, raw).game
    finally:
        shelf.close()
    print(f"Restored as game {game}, beside what is there.")
    return 0


# --- a damaged database


def _mend(database: Path) -> int:
    folder = folder_of(database.parent)
    wrong = _wrong(database)
    if wrong is None and (database.exists() or not games_in(folder)):
        print("The games are not damaged; nothing was changed.")
        _list_copies(folder)
        return 0
    print(wrong or f"There are no games in {database}, but copies of some.")
    version, found = salvaged(database) if database.exists() else (migrations.HEAD, {})
    new = _beside(database, "new")
    try:
        shelf = Shelf(new)
        try:
            lost = [
                game
                for game in sorted({*found, *games_in(folder)})
                if not _save(shelf, game, of_tables(found.get(game, {}), version), folder)
            ]
        finally:
            shelf.close()
        kept = _put_in_place(new, database, "damaged")
    finally:
        _remove(new)
    _tell_kept(kept)
    return 1 if lost else 0


def _wrong(database: Path) -> str | None:
    """What is wrong with the file; None where nothing is, or there is none."""
    try:
        if file.is_there(database):
            file.check(database)
    except StoreFault as fault:
        return fault.what
    return None


def _save(shelf: Shelf, game: int, found: Mapping[str, Any], folder: Path) -> bool:
    """Store what there is of a game under its number; whether that is all that is known of it."""
    copies = copies_in(folder, game)
    copy: Rows | None = None
    for each in copies:
        with suppress(BadFile, BadRows):
            copy = of_copy(*read_copy(each.file))
            break
    saved = mended(found, copy)
    rows = saved.rows if saved else copy
    if rows is None:
        print(f"Game {game}: nothing of it can be read, and there is no copy of it.")
        return False
    away = bool(rows["game"][0]["away"])
    shelf.take_in(rows, migrations.HEAD, trusted=True, number=game)
    if away:
        shelf.put_away(game)
    actions = rows["game"][0]["depth"]
    lost = saved.lost if saved else 0
    how = "" if found.get("log") else " from its newest copy"
    less = f"; {lost} rows of its log are lost" if lost else ""
    try:
        shelf.open(game)
        print(f"Game {game}: {actions} actions{how}{less}.")
    except CannotOpen as fault:
        print(f"Game {game}: {actions} actions{how}{less}, but it cannot be opened: {fault}")
        return False
    return not lost and bool(found.get("log"))


def _list_copies(folder: Path) -> None:
    for game in games_in(folder):
        copies = copies_in(folder, game)
        print(f"Copies of game {game}:")
        for copy in copies:
            saved = f"{copy.head.saved.astimezone():%Y-%m-%d %H:%M}"
            where = round_words(copy.head.round)
            print(f"  {saved}  {where:<8} {copy.head.actions:>5} actions  {copy.file}")


# --- files


def _beside(database: Path, what: str) -> Path:
    database.parent.mkdir(parents=True, exist_ok=True)
    return database.with_name(f"{database.stem}-{what}-{os.getpid()}{database.suffix}")


def _remove(new: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        new.with_name(new.name + ending).unlink(missing_ok=True)


def _put_in_place(new: Path, database: Path, why: str) -> Path | None:
    """Let ``new`` be the database; what was there is kept under a name that is returned."""
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    kept = database.with_name(f"{database.stem}-{why}-{stamp}{database.suffix}")
    olds = [database.with_name(database.name + ending) for ending in ("", "-wal")]
    aside = {old: kept.with_name(kept.name + old.name.removeprefix(database.name)) for old in olds}
    aside = {old: name for old, name in aside.items() if old.exists()}
    for old, name in aside.items():
        shutil.copy2(old, name)
    try:
        _must_be_free(database)
    except DiskFault:
        for name in aside.values():
            name.unlink()
        raise
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    new.replace(database)
    return kept if aside else None


def _must_be_free(database: Path) -> None:
    """Raises DiskFault where a companion runs on the file."""
    if not database.exists():
        return
    uri = f"{database.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(uri, uri=True, timeout=0, isolation_level=None)) as looking:
        try:
            looking.execute("PRAGMA locking_mode = EXCLUSIVE")
            looking.execute("BEGIN EXCLUSIVE")
            looking.execute("ROLLBACK")
        except sqlite3.Error as fault:
            if getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY:
                raise DiskFault("A companion runs on these games.", "Stop it first.") from None


def _tell_kept(kept: Path | None) -> None:
    if kept:
        print(f"What was there before is kept as {kept}.")
