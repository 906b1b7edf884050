"""Each game has a journal of what happened to its log; rows may be ruled, and stand for others."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table, and the columns of the log. No row of before was ruled or corrected; what its
    game's journal begins with is written when these tables are those of today.
    """
    op.create_table(
        "journal",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("k", sa.Integer(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
    )
    op.add_column("log", sa.Column("ruling", sa.JSON(), nullable=True))
    op.add_column("log", sa.Column("reason", sa.String(), nullable=False, server_default=""))
    op.add_column("log", sa.Column("stands_for", sa.Integer(), nullable=True))
