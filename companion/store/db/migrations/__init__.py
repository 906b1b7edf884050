"""The changes of the tables, one after the other; Alembic carries them out.

A change is a file in ``versions/``; the last one's revision is HEAD. They use what every database
has, so that a club's PostgreSQL takes them as a table's SQLite does.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from companion.store.db.database_file import HEAD as HEAD

FOLDER = Path(__file__).parent


def version(connection: Connection) -> str | None:
    """The revision of the tables that are there; None when there are none of ours.

    Tables without a revision were made before there were any: "" is older than each.
    """
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return str(found)
    return "" if "log" in tables else None


def known() -> tuple[str, ...]:
    """Every revision there is, the first one first."""
    files = (FOLDER / "versions").glob("v*.py")
    return tuple(sorted(file.name[1:5] for file in files))


def upgrade(connection: Connection, to: str = "head") -> None:
    """Bring the tables to that revision or the newest, in the transaction of ``connection``."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
