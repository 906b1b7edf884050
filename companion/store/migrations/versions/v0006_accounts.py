"""Hosts have accounts, where many tables share a companion."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Make the tables. A game of before is nobody's: the machine that serves is its host."""
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("name", sa.String(), nullable=False, unique=True),
        sa.Column("password", sa.String(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("wait", MOMENT),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_table(
        "login",
        sa.Column("device", sa.Integer(), sa.ForeignKey("device.id"), primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
    )
    op.create_table(
        "hosting",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("account", sa.Integer(), sa.ForeignKey("account.id"), nullable=False),
    )
