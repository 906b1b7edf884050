"""The halt of a table: a break, or a dispute that freezes the game."""

import sqlalchemy as sa
from alembic import op

revision = "1104"
down_revision = "1103"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns."""
    op.add_column(
        "table_settings", sa.Column("halt", sa.String(), nullable=False, server_default="")
    )
    op.add_column("table_settings", sa.Column("halted_at", sa.DateTime(timezone=True)))
