"""Who comes back to a locked table says whose seat is his, and waits outside."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Nobody waits yet."""
    op.add_column(
        "place", sa.Column("outside", sa.Boolean(), nullable=False, server_default=sa.false())
    )
