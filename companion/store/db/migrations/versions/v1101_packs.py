"""The table of packs: titles of data that games name by the SHA-256 of their data."""

import sqlalchemy as sa
from alembic import op

revision = "1101"
down_revision = "1100"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "pack",
        sa.Column("sha256", sa.String(), primary_key=True),
        sa.Column("slug", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("files", sa.String(), nullable=False),
        sa.Column("is_hidden", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
