"""Salvage of a damaged database, row by row, because SQLite stops at the first fault.

Nothing is changed: it reads a copy of the file and of the write-ahead log beside it.
"""

import json
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.store.db import migrations
from companion.store.db.acknowledged_versions import AcknowledgedVersion
from companion.store.db.database_file import copy_from, looking

Row = dict[str, Any]
Found = dict[int, dict[str, list[Any]]]  # game -> table -> rows; packs of its title -> texts

MISSES = 2000  # missing rows in sequence after which the table is taken to end


def salvage_file(file: Path) -> tuple[str, Found]:
    """Return the version of the tables, and the readable rows of each game.

    Some of the rows may be damaged themselves. Nothing is found if even the schema cannot be read.
    """
    found: Found = {}
    packs: list[str] = []
    with tempfile.TemporaryDirectory(prefix="companion-", dir=file.parent) as folder:
        copied = Path(folder) / "damaged.sqlite"
        _copy(file, copied)
        with closing(sqlite3.connect(copied, isolation_level=None)) as database:
            database.text_factory = lambda raw: raw.decode("utf-8", "replace")
            database.execute("PRAGMA writable_schema = ON")  # allows reading a truncated file
            for table, kinds in _tables(database).items():
                if table == "pack":
                    packs += [str(row["files"]) for row in _rows(database, table, kinds)]
                key = "id" if table == "game" else "game"
                for row in _rows(database, table, kinds) if key in kinds else ():
                    if type(row[key]) is int:
                        found.setdefault(row[key], {}).setdefault(table, []).append(row)
            for text in packs:
                mark = sha256(text.encode()).hexdigest()
                for rows in found.values():
                    if any(mark in str(row.get("title")) for row in rows.get("game", ())):
                        rows["packs"] = [text]
            return _version(database), found


def _copy(file: Path, copied: Path) -> None:
    """Copy a consistent state of the file through SQLite if it can read it; else copy the bytes."""
    try:
        with closing(looking(file)) as source:
            copy_from(source, copied)
    except sqlite3.Error:
        for ending in ("", "-wal"):
            beside = file.with_name(file.name + ending)
            if beside.exists():
                shutil.copyfile(beside, copied.with_name(copied.name + ending))


def stored_answers(file: Path) -> dict[int, AcknowledgedVersion]:
    """Return the version of each game in the file, and the last hash of its journal.

    Raises sqlite3.Error when the file is damaged.
    """
    wanted = (
        "SELECT id, version, hash FROM game JOIN journal ON game = id"
        " WHERE number = (SELECT max(number) FROM journal WHERE game = id)"
    )
    with closing(sqlite3.connect(file)) as database:
        found = database.execute(wanted).fetchall()
    return {
        game: AcknowledgedVersion(version, hash)
        for game, version, hash in found
        if type(version) is int and isinstance(hash, str)
    }


def _tables(database: sqlite3.Connection) -> dict[str, dict[str, str]]:
    """Return table -> column -> its declared type."""
    with suppress(sqlite3.Error):
        names = [
            name
            for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: {row[1]: row[2] for row in database.execute(f'PRAGMA table_info("{name}")')}
            for name in names
        }
    return {}


def _version(database: sqlite3.Connection) -> str:
    with suppress(sqlite3.Error):
        found = database.execute("SELECT version_num FROM alembic_version").fetchone()
        if found and str(found[0]) in migrations.known():
            return str(found[0])
    return migrations.HEAD


def _rows(database: sqlite3.Connection, table: str, kinds: dict[str, str]) -> Iterator[Row]:
    names = ", ".join(f'"{name}"' for name in kinds)
    wanted = f'SELECT rowid, {names} FROM "{table}"'  # NOT INDEXED: the index may be damaged
    found: dict[int, tuple[Any, ...]] = {}
    first, last = _from_one_end(database, f"{wanted} NOT INDEXED ORDER BY rowid", found), 0
    if first is not None:
        down = f"{wanted} NOT INDEXED ORDER BY rowid DESC"
        last = _from_one_end(database, down, found, first) or 0
        _one_by_one(database, table, list(kinds), found, first, last)
    for _, row in sorted(found.items()):
        yield {
            name: _value(value, kind)
            for (name, kind), value in zip(kinds.items(), row, strict=True)
        }


def _from_one_end(
    database: sqlite3.Connection,
    wanted: str,
    found: dict[int, tuple[Any, ...]],
    until: int | None = None,
) -> int | None:
    """Read rows up to the first fault or the row ``until``, and return the last row's number.

    Return None if there is no fault.
    """
    last = 0
    try:
        for number, *row in database.execute(wanted):
            if until is not None and number <= until:
                return last
            found[number] = tuple(row)
            last = number
    except sqlite3.Error:
        return last
    return None if until is None else last


def _one_by_one(
    database: sqlite3.Connection,
    table: str,
    names: list[str],
    found: dict[int, tuple[Any, ...]],
    first: int,
    last: int,
) -> None:
    """Read the rows between the two ends one by one, and single columns of an unreadable row."""
    misses, number = 0, first
    while misses < MISSES and (not last or number < last - 1):
        number += 1
        try:
            wanted = f'SELECT * FROM "{table}" WHERE rowid = ?'
            row = database.execute(wanted, [number]).fetchone()
        except sqlite3.Error:
            row = tuple(_column(database, table, name, number) for name in names)
            row = row if any(value is not None for value in row) else None
        misses = 0 if row else misses + 1
        if row:
            found[number] = row


def _column(database: sqlite3.Connection, table: str, name: str, number: int) -> Any:
    with suppress(sqlite3.Error):
        wanted = f'SELECT "{name}" FROM "{table}" WHERE rowid = ?'
        row = database.execute(wanted, [number]).fetchone()
        return row[0] if row else None
    return None


def _value(value: Any, kind: str) -> Any:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if kind == "JSON" and isinstance(value, str):
        with suppress(ValueError):
            return json.loads(value)
    return value
