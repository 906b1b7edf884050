"""The changes of the tables, one after the other; Alembic carries them out.

A change is a file in ``versions/``; the last one's revision is HEAD. They use what every database
has, so that a club's PostgreSQL takes them as a table's SQLite does.
"""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from companion.store.file import HEAD as HEAD

FIRST = "0001"  # of databases from before Alembic, which have its tables and no mark of it

FOLDER = Path(__file__).parent


def version(connection: Connection) -> str | None:
    """The revision of the tables that are there; None when there are none of ours."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        found = connection.scalar(text("SELECT version_num FROM alembic_version"))
        return str(found)
    return FIRST if "log" in tables else None


def known() -> tuple[str, ...]:
    """Every revision there is, the first one first."""
    files = (FOLDER / "versions").glob("v*.py")
    return tuple(sorted(file.name[1:5] for file in files))


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Bring the tables to that revision, in the transaction that ``connection`` is in."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    if version(connection) == FIRST and "alembic_version" not in (
        inspect(connection).get_table_names()
    ):
        command.stamp(config, FIRST)
    command.upgrade(config, to)
