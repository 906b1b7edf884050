"""Devices have places in games, and seats; what needs two is proposed; forms are answered once."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
MOMENT = sa.DateTime(timezone=True)


def _flag(name: str, default: sa.sql.expression.ColumnElement[bool]) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=default)


def _of(table: str, *, key: bool = False, needed: bool = True) -> sa.Column[int]:
    """A column with the number of a row of another table."""
    row = sa.ForeignKey(f"{table}.id")
    return sa.Column(table, sa.Integer(), row, primary_key=key, nullable=not needed)


def upgrade() -> None:
    """Make the tables. Each game of before gets a code, by which devices join."""
    op.create_table(
        "device",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("secret", sa.String(), nullable=False, unique=True),
        sa.Column("kind", sa.String(), nullable=False),
        _flag("host", sa.false()),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_table(
        "sitting",
        _of("game", key=True),
        sa.Column("code", sa.String(), nullable=False, unique=True),
        _flag("each", sa.true()),
        _flag("locked", sa.false()),
        sa.Column("pin", sa.String(), nullable=False, server_default=""),
        sa.Column("tries", sa.Integer(), nullable=False, server_default="0"),
        sa.Column("wait", MOMENT),
        sa.Column("changes", sa.Integer(), nullable=False, server_default="0"),
    )
    op.create_table(
        "place",
        _of("game", key=True),
        _of("device", key=True),
        _flag("banker", sa.false()),
        _flag("asks", sa.false()),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_place_device", "place", ["device"])
    op.create_table(
        "seat",
        _of("game", key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        _of("device"),
    )
    op.create_index("ix_seat_device", "seat", ["device"])
    op.create_table(
        "proposal",
        sa.Column("id", sa.Integer(), primary_key=True),
        _of("game"),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("action", sa.JSON(), nullable=False),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("declined", sa.String(), nullable=False, server_default=""),
        sa.Column("at", MOMENT, nullable=False),
    )
    op.create_index("ix_proposal_game", "proposal", ["game"])
    op.create_table(
        "answered",
        sa.Column("id", sa.Integer(), primary_key=True),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("mark", sa.String(), nullable=False),
        _of("game", needed=False),
        sa.Column("to", sa.String(), nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.UniqueConstraint("device", "key"),
    )
    op.create_index("ix_answered_game", "answered", ["game"])
    op.create_index("ix_answered_at", "answered", ["at"])
    _give_codes()


def _give_codes() -> None:
    connection = op.get_bind()
    game = sa.table("game", sa.column("id"))
    sitting = sa.table("sitting", sa.column("game"), sa.column("code"))
    rows = [
        {"game": number, "code": "".join(secrets.choice(LETTERS) for _ in range(6))}
        for number in connection.scalars(sa.select(game.c.id))
    ]
    if rows:
        op.bulk_insert(sitting, rows)
