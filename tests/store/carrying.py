"""Games of an older state of the project, carried from their SQLite file into PostgreSQL tables of
that state: so they would lie there, had a club kept them.
"""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import JSON, Boolean, DateTime, MetaData, Table, create_engine

from companion.store import migrations


def carry(file: Path, address: str) -> None:
    """All rows of the file into the database there, which has no tables yet."""
    engine = create_engine(address)
    with closing(sqlite3.connect(file)) as raw, engine.begin() as connection:
        raw.row_factory = sqlite3.Row
        names = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
        version = migrations.FIRST
        if "alembic_version" in names:
            version = raw.execute("SELECT version_num FROM alembic_version").fetchone()[0]
        migrations.upgrade(connection, version)
        found = MetaData()
        found.reflect(connection)
        connection.execute(found.tables["meta"].delete())
        for table in found.sorted_tables:
            if table.name != "alembic_version":
                rows = raw.execute(f'SELECT * FROM "{table.name}"').fetchall()
                if rows:
                    connection.execute(table.insert(), [_read(table, row) for row in rows])
        connection.exec_driver_sql("SELECT setval('game_id_seq', (SELECT max(id) FROM game))")
        if version == migrations.FIRST:  # from before there was a mark of the version
            found.tables["alembic_version"].drop(connection)
    engine.dispose()


def _read(table: Table, row: sqlite3.Row) -> dict[str, Any]:
    return {column.name: _value(column.type, row[column.name]) for column in table.columns}


def _value(kind: object, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(kind, JSON):
        return json.loads(value)
    if isinstance(kind, Boolean):
        return bool(value)
    if isinstance(kind, DateTime):
        return datetime.fromisoformat(value).replace(tzinfo=UTC)
    return value
