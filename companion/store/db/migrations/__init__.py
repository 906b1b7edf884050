"""The migrations of the tables, carried out by Alembic.

A migration is a file in ``versions/``; HEAD is the revision of the last one. Migrations use only
what every database supports, so that they run on SQLite and PostgreSQL.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from companion.store.db.database_file import HEAD as HEAD

FOLDER = Path(__file__).parent


def version(connection: Connection) -> str | None:
    """Return the revision of the stored tables, or None if there are none of the companion's.

    Tables without a revision are older than every revision; their version is "".
    """
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return str(found)
    return "" if "log" in tables else None


def known() -> tuple[str, ...]:
    """Return all revisions, oldest first."""
    files = (FOLDER / "versions").glob("v*.py")
    return tuple(sorted(file.name[1:5] for file in files))


def upgrade(connection: Connection, to: str = "head") -> None:
    """Upgrade the tables to that revision, or the newest, in the transaction of ``connection``."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
