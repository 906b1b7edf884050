"""The subcommand `companion restore`.

It restores all games from a backup, one game from a copy, or the readable rest of a database that
is damaged or gone. The replaced file is kept beside the new one.
"""

import os
import shutil
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path

from companion.exchange.files.automatic_copies import copies_in, folder_of, games_in, read_copy
from companion.exchange.files.damage import Damage, DamagedGame, find_damage, unreadable_answers
from companion.exchange.files.import_store import store_file
from companion.exchange.games_18xx.export_file import BadFileError, read_bytes
from companion.rules.words.rounds import round_words
from companion.store.db import acknowledged_versions, database_file, migrations, postgres
from companion.store.db.acknowledged_versions import GONE
from companion.store.db.data_dir import data_folder, games_place
from companion.store.db.faults import DiskError, StoreError
from companion.store.db.open_files import held_beside
from companion.store.db.salvage import stored_answers
from companion.store.games.game_store import GameStore
from companion.store.history.records import BadRowsError

ANEW = (
    "The file is made anew for the games: devices, seats and accounts are gone, and everybody joins"
    " again."
)


def restore_command(source: Path | None, dry: bool = False) -> int:
    """Run `companion restore`. With ``dry`` it only prints the changes that it would make.

    Returns 0 if it restored everything or there was nothing to restore. Returns 1 after printing
    the reason if something is lost or nothing could be done.
    """
    database = games_place()
    try:
        if source is None:
            return _repair(_restore_only(database), dry)
        raw = read_bytes(source)
        if raw.startswith(database_file.MAGIC):
            return _from_backup(source, _restore_only(database))
        return _from_copy(source, raw, database)
    except (BadFileError, BadRowsError) as fault:
        print(f"Nothing was restored. {fault}", file=sys.stderr)
        return 1


def _restore_only(database: Path | str) -> Path:
    """Return the database if it is a file. Raises StoreError if it is a server."""
    if isinstance(database, str):
        raise postgres.only_a_file(
            database,
            "Restore a dump of it by its own means, psql or pg_restore. `companion restore` takes"
            " copies of single games there, and `companion import` their files.",
        )
    return database


def _from_backup(backup: Path, database: Path) -> int:
    try:
        database_file.is_there(backup)
        database_file.check(backup)
    except StoreError as fault:
        raise BadFileError(f"{backup} is no backup that can be used: {fault.what}") from None
    if database.exists() and backup.samefile(database):
        print("That is where the games are already.")
        return 0
    new = _beside(database, "new")
    try:
        database_file.copy_to(backup, new)
        kept = _put_in_place(new, database, "before-restore")
    finally:
        _remove(new)
    print(f"{database_file.games(database)} games of {backup} are in {database}.")
    _tell_kept(kept)
    return 0


def _from_copy(source: Path, raw: bytes, database: Path | str) -> int:
    ours = source.absolute().is_relative_to(folder_of(data_folder()).absolute())
    store = GameStore(database)
    try:
        if ours:
            game = store.admin.take_in(*read_copy(source), trusted=True)
        else:
            game = store_file(store, raw).game
    finally:
        store.close()
    print(f"Restored as game {game}, beside what is there.")
    return 0


# --- a damaged database


def _repair(database: Path, dry: bool) -> int:
    damage = find_damage(database)
    if damage.is_whole:
        print("The games are not damaged; nothing was changed.")
        if damage.games and (unreadable := unreadable_answers(database)):
            print(unreadable)
        _list_copies(folder_of(database.parent))
        return 0
    print(damage.fault.what if damage.fault else _says(damage))
    for game in damage.wrong:
        for wrong in game.wrong:
            print(f"Game {game.number} is not whole. {wrong}")
    keeps_file = damage.is_readable
    if not dry:
        kept, keeps_file = _write(damage)
    for game in damage.games:
        print(game.gives)
    if not keeps_file:
        print(ANEW)
    nothing = damage.fault is not None and not damage.games
    if nothing:
        print("No game can be read in it, and there is no copy of any.")
    if dry:
        print("Nothing was changed. `companion restore` does this.")
    else:
        _tell_kept(kept)
    return 1 if nothing or any(game.loses for game in damage.games) else 0


def _says(damage: Damage) -> str:
    if damage.is_gone:
        return f"There are no games in {damage.database}, but something tells of some."
    return "Not all games are whole."


def _write(damage: Damage) -> tuple[Path | None, bool]:
    """Write the saved games to the database.

    A readable file is kept, and only its damaged games are repaired. Returns the path of the old
    file, and whether the new file still has the rest.
    """
    database = damage.database
    new = _beside(database, "new")
    try:
        keeps_file = damage.is_readable and _put_right(damage, new)
        if not keeps_file:
            _remove(new)
            with closing(GameStore(new)) as store:
                for game in damage.games:
                    _store(store, game)
        kept = _put_in_place(new, database, "damaged")
        unsaved = [game for game in damage.games if not game.is_whole and not game.saved]
        given_up = [g.number for g in unsaved if not (keeps_file and any(g.rows.values()))]
        acknowledged_versions.write(
            database, acknowledged_versions.read(database) | dict.fromkeys(given_up, GONE)
        )
        return kept, keeps_file
    finally:
        _remove(new)


def _put_right(damage: Damage, new: Path) -> bool:
    """Repair the damaged games in a copy of the file. Returns whether that copy is intact."""
    database_file.copy_to(damage.database, new)
    with closing(GameStore(new)) as store:
        for game in damage.wrong:
            if game.saved:
                store.admin.put_right(game.number, game.saved.rows, migrations.HEAD)
    try:
        database_file.check(new)
    except StoreError:
        return False
    return True


def _store(store: GameStore, game: DamagedGame) -> None:
    if not (game.saved or game.is_whole):
        return
    rows = game.saved.rows if game.saved else game.rows
    away = bool(rows["game"][0]["is_archived"])
    store.admin.take_in(rows, migrations.HEAD, trusted=True, number=game.number)
    if away:
        store.admin.archive(game.number)


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
    for ending in ("", "-wal", "-shm", acknowledged_versions.ENDING):
        new.with_name(new.name + ending).unlink(missing_ok=True)


def _put_in_place(new: Path, database: Path, why: str) -> Path | None:
    """Replace the database by ``new``.

    Returns the path at which the old file is kept, or None if there was none.
    """
    stamp = f"{datetime.now():%Y%m%d-%H%M%S}"
    kept = database.with_name(f"{database.stem}-{why}-{stamp}{database.suffix}")
    endings = ("", "-wal", acknowledged_versions.ENDING)
    olds = [database.with_name(database.name + ending) for ending in endings]
    aside = {old: kept.with_name(kept.name + old.name.removeprefix(database.name)) for old in olds}
    aside = {old: name for old, name in aside.items() if old.exists()}
    for old, name in aside.items():
        shutil.copy2(old, name)
    try:
        _must_be_free(database)
    except DiskError:
        for name in aside.values():
            name.unlink()
        raise
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink(missing_ok=True)
    new.replace(database)
    acknowledged_versions.write(database, stored_answers(database))
    for each in held_beside(database):  # the new file, or a newer one, has their content
        each.replace(each.with_name(each.name.replace("-held-", f"-{why}-held-", 1)))
    return kept if aside else None


def _must_be_free(database: Path) -> None:
    """Check that no companion is running on the file. Raises DiskError if one is."""
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
                raise DiskError("A companion runs on these games.", "Stop it first.") from None


def _tell_kept(kept: Path | None) -> None:
    if kept:
        print(f"What was there before is kept as {kept}.")
