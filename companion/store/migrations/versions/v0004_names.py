"""A game may have a name of its own. The number of one that was deleted is not given again."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Which numbers were given is kept in ``meta``, from the first deletion on."""
    op.add_column("game", sa.Column("name", sa.String(), nullable=False, server_default=""))
