"""The tables as they were before migrations: games, their logs, the books, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "meta",
        sa.Column("key", sa.String(), primary_key=True),
        sa.Column("value", sa.String(), nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("title", sa.String(), nullable=False),
        sa.Column("setup", sa.JSON(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("rows", sa.Integer(), nullable=False),
        sa.Column("head", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("round", sa.String(), nullable=False),
        sa.Column("finished", sa.String(), nullable=False),
        sa.Column("begun", MOMENT, nullable=False),
        sa.Column("changed", MOMENT, nullable=False),
    )
    op.create_index("ix_game_changed", "game", ["changed"])
    op.create_table(
        "log",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("action", sa.JSON()),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("round", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("events", sa.JSON(), nullable=False),
        sa.Column("undone_by", sa.String()),
        sa.Column("undone_at", MOMENT),
    )
    op.create_table(
        "entry",
        sa.Column("game", sa.Integer(), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("memo", sa.String(), nullable=False),
        sa.Column("about", sa.JSON(), nullable=False),
        sa.Column("round", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["game", "n"], ["log.game", "log.n"]),
    )
    op.create_table(
        "posting",
        sa.Column("game", sa.Integer(), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("place", sa.Integer(), primary_key=True),
        sa.Column("side", sa.Integer(), primary_key=True),
        sa.Column("account", sa.String(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game", "n", "place"], ["entry.game", "entry.n", "entry.place"]),
    )
    op.create_index("posting_account", "posting", ["game", "account"])
    op.create_table(
        "snapshot",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("n", sa.Integer(), primary_key=True),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
    )
