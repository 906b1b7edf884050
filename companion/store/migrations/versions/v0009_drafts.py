"""What a device tries in a game, or is about to mend in its past, is kept apart from the game."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "draft",
        sa.Column("game", sa.Integer(), sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("device", sa.Integer(), sa.ForeignKey("device.id"), primary_key=True),
        sa.Column("serial", sa.Integer(), nullable=False),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=True),
        sa.Column("way", sa.String(), nullable=False),
        sa.Column("deeds", sa.JSON(), nullable=False),
        sa.Column("decided", sa.JSON(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
    )
