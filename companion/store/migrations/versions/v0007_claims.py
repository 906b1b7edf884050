"""Who comes back on another device says whose seat is his."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Nobody has said so yet."""
    op.add_column("place", sa.Column("claims", sa.String(), nullable=False, server_default=""))
