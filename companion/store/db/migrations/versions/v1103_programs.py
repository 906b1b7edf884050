"""The table of programs: decisions of seats for their next turns."""

import sqlalchemy as sa
from alembic import op

revision = "1103"
down_revision = "1102"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "program",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("round", sa.String(), nullable=False),
        sa.Column("round_number", sa.Integer(), nullable=False),
        sa.Column("round_part", sa.Integer(), nullable=False),
        sa.Column("purchase", sa.JSON()),
        sa.Column("price", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("purchases_left", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("last_row", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
