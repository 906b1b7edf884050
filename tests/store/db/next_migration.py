"""A test migration after the latest one, to check the migration mechanism."""

import shutil
from pathlib import Path

import pytest

from companion.store.db import database_file, migrations

NEXT = "9001"
NAME = "by the next version"  # name of every game after the migration
CODE = """
import sqlalchemy as sa
from alembic import op

revision = "{next}"
down_revision = "{head}"


def upgrade():
    op.add_column("game", sa.Column("mood", sa.String(), nullable=False, server_default="calm"))
    op.execute("UPDATE game SET name = '{name}'")
    {more}
"""


def add_next(folder: Path, patch: pytest.MonkeyPatch, more: str = "") -> None:
    """Add the migration with the extra code ``more``; its files are in ``folder``."""
    made = folder / "migrations"
    shutil.copytree(migrations.FOLDER, made, ignore=shutil.ignore_patterns("__pycache__"))
    code = CODE.format(next=NEXT, head=migrations.HEAD, name=NAME, more=more)
    (made / "versions" / f"v{NEXT}_next.py").write_text(code)
    patch.setattr(migrations, "FOLDER", made)
    patch.setattr(migrations, "HEAD", NEXT)
    patch.setattr(database_file, "HEAD", NEXT)
