"""A place knows where its device came from; guesses of passwords are counted by the server."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and drop those of accounts that nobody reads any more."""
    op.add_column("place", sa.Column("source", sa.String(), nullable=False, server_default=""))
    op.drop_column("account", "tries")
    op.drop_column("account", "wait")
