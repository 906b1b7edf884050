"""The rows of a game as plain values, read from all tables and written to them.

A table belongs to a game if it has a column ``game``, unless its ``info`` says that it ``stays``.
Rows that belong to the devices of one table stay, above all their secrets.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Integer,
    Table,
    Text,
    cast,
    create_engine,
    inspect,
    select,
    type_coerce,
)
from sqlalchemy import column as named
from sqlalchemy import table as table_named
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.types import NullType
from sqlmodel import Session, SQLModel

from companion.languages import format_text, gettext
from companion.store.db import migrations
from companion.store.db.database_file import is_older
from companion.store.db.tables import Game, UtcDateTime, in_utc
from companion.store.history.log_replay import UNREADABLE
from companion.store.history.records import BadRowsError

Rows = dict[str, list[dict[str, Any]]]  # table -> rows -> column -> value

HIGHEST = 2**31 - 1  # the highest integer that every database can store
LONGEST = 400  # characters of a text; the texts of a game are far shorter


def kept_tables() -> tuple[Table, ...]:
    """List the tables whose rows move with a game, each after those it refers to."""
    return _kept_tables(len(SQLModel.metadata.tables))


@lru_cache(maxsize=1)
def _kept_tables(known: int) -> tuple[Table, ...]:
    """List them while so many tables are known. Sorting them for each row would take long."""
    return tuple(
        table
        for table in SQLModel.metadata.sorted_tables
        if (table.name == Game.__tablename__ or "game" in table.columns)
        and not table.info.get("stays")
    )


def key_of(table: Table) -> Column[Any]:
    """Return the column with the number of the game."""
    return table.columns["id" if table.name == Game.__tablename__ else "game"]


# --- out of the tables


def stored_rows(session: Session, game: int) -> Rows:
    """Read all rows of the game from every table, without any rules.

    Nothing is left out. A value that is invalid JSON, or no moment or number, is returned as
    stored.
    """
    return {table.name: _rows(session, table, game) for table in kept_tables()}


def _rows(session: Session, table: Table, game: int) -> list[dict[str, Any]]:
    columns = [
        cast(column, Text).label(column.name)
        if isinstance(column.type, JSON | UtcDateTime)
        else type_coerce(column, NullType()).label(column.name)
        for column in table.columns
    ]
    wanted = select(*columns).where(key_of(table) == game).order_by(*table.primary_key)
    return [
        {
            column.name: _plain(column, value)
            for column, value in zip(table.columns, row, strict=True)
        }
        for row in session.execute(wanted)
    ]


def _plain(column: Column[Any], value: Any) -> Any:
    """Return the JSON form of a column value; unreadable values as text."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    if not isinstance(value, str):
        return value
    try:
        if isinstance(column.type, JSON):
            return json.loads(value)
        if isinstance(column.type, UtcDateTime):
            return in_utc(datetime.fromisoformat(value)).isoformat()
    except ValueError:
        pass
    return value


# --- into the tables


def check_fitting(found: Mapping[str, Any]) -> Rows:
    """Check rows from outside: each must have the columns of its table and their types.

    Raises BadRowsError.
    """
    rows: Rows = {}
    for table in kept_tables():
        listed = found.get(table.name)
        if not isinstance(listed, list):
            raise BadRowsError(gettext("A part of the game is missing from the file."))
        rows[table.name] = [_fitting(table, row) for row in listed]
        rows[table.name].sort(key=lambda row: tuple(row[c.name] for c in table.primary_key))
        keys = {tuple(row[c.name] for c in table.primary_key) for row in rows[table.name]}
        if len(keys) < len(listed):
            raise _does_not_fit()
    if len(rows[str(Game.__tablename__)]) != 1:
        raise BadRowsError(gettext("The file does not hold exactly one game."))
    return rows


def fitting_rows(name: str, rows: Iterable[Any]) -> list[dict[str, Any]]:
    """Return those of the rows that are valid for the table."""
    table = next(table for table in kept_tables() if table.name == name)
    found = []
    for row in rows:
        with suppress(BadRowsError):
            found.append(_fitting(table, row))
    return found


def fitting_columns(name: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the valid columns of a row, whatever the others hold."""
    table = next(table for table in kept_tables() if table.name == name)
    found = {}
    for column in table.columns:
        with suppress(BadRowsError):
            if column.name in row:
                found[column.name] = _value(column, row[column.name])
    return found


def _fitting(table: Table, row: Any) -> dict[str, Any]:
    if not isinstance(row, dict) or row.keys() != set(table.columns.keys()):
        raise _does_not_fit()
    return {column.name: _value(column, row[column.name]) for column in table.columns}


def _value(column: Column[Any], value: Any) -> Any:
    """Return a value as the column holds it. Raises BadRowsError if it does not fit."""
    kind = column.type
    if value is None and column.nullable:
        return None
    if isinstance(kind, Boolean) and value in (0, 1):
        return bool(value)
    if isinstance(kind, UtcDateTime) and isinstance(value, str):
        with suppress(*UNREADABLE):
            return in_utc(datetime.fromisoformat(value))
    if _fits(kind, value):
        return value
    raise _does_not_fit()


def _fits(kind: Any, value: Any) -> bool:
    """Return whether a value may be stored as it is."""
    if isinstance(kind, JSON):
        return value is not None
    if isinstance(kind, UtcDateTime):
        return isinstance(value, datetime)
    if isinstance(kind, Integer):
        return type(value) is int and abs(value) <= HIGHEST
    plain = isinstance(value, str) and not isinstance(kind, Boolean)
    return plain and len(value) <= LONGEST and "\x00" not in value


def _does_not_fit() -> BadRowsError:
    return BadRowsError(
        gettext("The rows of the file are not those of a game: the file is damaged.")
    )


def write_rows(session: Session, rows: Rows, game: int, but: Iterable[str] = ()) -> None:
    """Insert the rows as those of that game, except in the tables ``but``."""
    for table in kept_tables():
        if table.name in but or not rows[table.name]:
            continue
        key = key_of(table).name
        session.execute(table.insert(), [{**row, key: game} for row in rows[table.name]])


def delete_rows(session: Session, game: int, but: Iterable[str] = ()) -> None:
    """Delete the game's rows from all tables, also those that stay, except the tables ``but``."""
    for table in reversed(SQLModel.metadata.sorted_tables):
        if (table.name == Game.__tablename__ or "game" in table.columns) and table.name not in but:
            session.execute(table.delete().where(key_of(table) == game))


# --- rows of older tables


def migrate_rows(rows: Mapping[str, Any], version: str) -> Mapping[str, Any]:
    """Migrate a game's rows from tables of that version to the current ones.

    Raises BadRowsError.

    They run through the same migrations as a database.
    """
    if version == migrations.HEAD:
        return rows
    if is_older(version):
        raise BadRowsError(
            gettext(
                "The file was made by a version before 1.0, which this companion does not read."
            )
        )
    if version not in migrations.known():
        raise BadRowsError(
            format_text(
                "The file was written by a newer companion (its tables have version "
                "{version}). Update the companion.",
                version=version,
            )
        )
    engine = create_engine("sqlite://")
    try:
        with engine.connect() as connection:
            migrations.upgrade(connection, version)
            tables = inspect(connection)
            known = {name: tables.get_columns(name) for name in tables.get_table_names()}
            for name, columns in known.items():
                plain = [_for_text(row, columns) for row in rows.get(name) or ()]
                if plain:
                    there = table_named(name, *(named(column["name"]) for column in columns))
                    connection.execute(there.insert(), plain)
            migrations.upgrade(connection)
            with Session(connection) as session:
                (game,) = session.execute(select(Game.id)).scalars().all()  # type: ignore[call-overload]
                return stored_rows(session, game)
    except (SQLAlchemyError, *UNREADABLE, OverflowError):
        raise _does_not_fit() from None
    finally:
        engine.dispose()


def _for_text(row: Mapping[str, Any], columns: Iterable[Any]) -> dict[str, Any]:
    """Return a row with JSON columns as text, for plain SQL."""
    return {
        column["name"]: json.dumps(row[column["name"]])
        if isinstance(column["type"], JSON) and row[column["name"]] is not None
        else row[column["name"]]
        for column in columns
    }
