"""The list of games needs no rules: winners beside the round. What one tap did is one deed, undone
as one. A row says under which rules it was played. A game may be put away.
"""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns. Until now each action was a deed, and all was played under rules 1."""
    op.add_column("game", sa.Column("deeds", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("game", sa.Column("winners", sa.JSON()))
    op.add_column(
        "game", sa.Column("away", sa.Boolean(), nullable=False, server_default=sa.false())
    )
    op.add_column("log", sa.Column("deed", sa.Integer(), nullable=False, server_default="0"))
    op.add_column(
        "log", sa.Column("rules_version", sa.Integer(), nullable=False, server_default="1")
    )
    op.execute("UPDATE game SET deeds = depth")
    op.execute("UPDATE log SET deed = depth")
    # a companion from before these columns looks here, and leaves the file alone
    meta = sa.table("meta", sa.column("key"), sa.column("value"))
    op.execute(meta.delete().where(meta.c.key == "schema"))
    op.bulk_insert(meta, [{"key": "schema", "value": "2"}])
