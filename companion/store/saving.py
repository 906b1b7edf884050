"""A game's rows as they stand, for a file: nothing is read by any rules, nothing left out."""

import json
from typing import Any

from sqlalchemy import JSON, Table, Text, cast, select, type_coerce
from sqlalchemy.types import NullType
from sqlmodel import Session, SQLModel

from companion.store import migrations
from companion.store.tables import Moment

FORMAT = "companion rows"


def stored_rows(session: Session, game: int) -> dict[str, Any]:
    """The rows of the game in every table that has some: table -> rows -> column -> value."""
    found: dict[str, Any] = {"format": FORMAT, "tables": migrations.HEAD}
    for table in SQLModel.metadata.sorted_tables:
        key = "id" if table.name == "game" else "game"
        if key in table.columns:
            found[table.name] = _rows(session, table, key, game)
    return found


def _rows(session: Session, table: Table, key: str, game: int) -> list[dict[str, Any]]:
    # as it stands: what is no JSON any more, no moment or no number, is to be in the file too
    columns = [
        cast(column, Text).label(column.name)
        if isinstance(column.type, JSON | Moment)
        else type_coerce(column, NullType()).label(column.name)
        for column in table.columns
    ]
    wanted = select(*columns).where(table.columns[key] == game).order_by(*table.primary_key)
    return [
        {
            column.name: _plain(value) if isinstance(column.type, JSON) else _text(value)
            for column, value in zip(table.columns, row, strict=True)
        }
        for row in session.execute(wanted)
    ]


def _plain(text: str | None) -> Any:
    """What a column of JSON holds; where it holds no JSON any more, its text."""
    try:
        return json.loads(text) if text is not None else None
    except ValueError:
        return text


def _text(value: Any) -> Any:
    """A plain value; bytes that damage has left in its place as far as they are letters."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
