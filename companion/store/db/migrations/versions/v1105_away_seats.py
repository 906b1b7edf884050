"""The table of seats whose players have left early."""

import sqlalchemy as sa
from alembic import op

revision = "1105"
down_revision = "1104"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "away_seat",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        sa.Column("deputy", sa.String(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
