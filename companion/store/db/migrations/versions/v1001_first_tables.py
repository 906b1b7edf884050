"""The tables of version 1.0."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "1001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _create_games()
    _create_books()
    _create_people()
    _create_pending_input()


def _moment(name: str = "at", *, needed: bool = True) -> sa.Column[datetime]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=not needed)


def _number(name: str, default: str | None = None) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, server_default=default)


def _text(name: str, default: str | None = None, *, unique: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.String(), nullable=False, server_default=default, unique=unique)


def _flag(name: str, default: sa.sql.expression.ColumnElement[bool]) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), nullable=False, server_default=default)


def _json(name: str, *, needed: bool = True) -> sa.Column[sa.JSON]:
    return sa.Column(name, sa.JSON(), nullable=not needed)


def _key(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), primary_key=True)


def _row_of(table: str, *, key: bool = False, needed: bool = True) -> sa.Column[int]:
    """Return a foreign key column to another table."""
    row = sa.ForeignKey(f"{table}.id")
    return sa.Column(table, sa.Integer(), row, primary_key=key, nullable=not needed)


def _create_games() -> None:
    """Create the tables of games, logs, journals and snapshots."""
    op.create_table("meta", sa.Column("key", sa.String(), primary_key=True), _text("value"))
    op.create_table(
        "game",
        _key("id"),
        _text("title"),
        _json("setup"),
        _number("version"),
        _number("rows"),
        _number("head"),
        _number("depth"),
        _json("state"),
        _number("rules_version"),
        _text("round"),
        _text("finished"),
        _moment("begun"),
        _moment("changed"),
        _number("deeds", "0"),
        _json("winners", needed=False),
        _flag("away", sa.false()),
        _number("round_number", "0"),
        _number("round_part", "0"),
        _text("name", ""),
    )
    op.create_index("ix_game_changed", "game", ["changed"])
    op.create_table(
        "log",
        _row_of("game", key=True),
        _key("n"),
        _number("depth"),
        _json("action", needed=False),
        _text("by"),
        _moment(),
        _text("round"),
        _text("status"),
        _json("events"),
        sa.Column("undone_by", sa.String()),
        _moment("undone_at", needed=False),
        _number("deed", "0"),
        _number("rules_version", "1"),
        _number("round_number", "0"),
        _number("round_part", "0"),
        _json("ruling", needed=False),
        _text("reason", ""),
        sa.Column("stands_for", sa.Integer()),
    )
    op.create_table(
        "journal",
        _row_of("game", key=True),
        _key("k"),
        _text("kind"),
        _json("facts"),
        _text("by"),
        _moment(),
        _text("hash"),
    )
    op.create_table(
        "snapshot",
        _row_of("game", key=True),
        _key("n"),
        _number("rules_version"),
        _json("state"),
    )


def _create_books() -> None:
    """Create the tables of ledger entries and postings."""
    op.create_table(
        "entry",
        _key("game"),
        _key("n"),
        _key("place"),
        _text("memo"),
        _json("about"),
        _text("round"),
        _number("round_number", "0"),
        _number("round_part", "0"),
        sa.ForeignKeyConstraint(["game", "n"], ["log.game", "log.n"]),
    )
    op.create_table(
        "posting",
        _key("game"),
        _key("n"),
        _key("place"),
        _key("side"),
        _text("account"),
        _number("amount"),
        sa.ForeignKeyConstraint(["game", "n", "place"], ["entry.game", "entry.n", "entry.place"]),
    )
    op.create_index("posting_account", "posting", ["game", "account"])


def _create_people() -> None:
    """Create the tables of devices, seats and accounts."""
    op.create_table(
        "device",
        _key("id"),
        _text("secret", unique=True),
        _text("kind"),
        _flag("host", sa.false()),
        _moment(),
    )
    op.create_table(
        "sitting",
        _row_of("game", key=True),
        _text("code", unique=True),
        _flag("each", sa.true()),
        _flag("locked", sa.false()),
        _text("pin", ""),
        _number("tries", "0"),
        _moment("wait", needed=False),
        _number("changes", "0"),
    )
    op.create_table(
        "place",
        _row_of("game", key=True),
        _row_of("device", key=True),
        _flag("banker", sa.false()),
        _flag("asks", sa.false()),
        _moment(),
        _text("claims", ""),
        _flag("outside", sa.false()),
        _text("source", ""),
    )
    op.create_index("ix_place_device", "place", ["device"])
    op.create_table(
        "seat",
        _row_of("game", key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        _row_of("device"),
    )
    op.create_index("ix_seat_device", "seat", ["device"])
    op.create_table("account", _key("id"), _text("name", unique=True), _text("password"), _moment())
    op.create_table("login", _row_of("device", key=True), _row_of("account"))
    op.create_table("hosting", _row_of("game", key=True), _row_of("account"))


def _create_pending_input() -> None:
    """Create the tables of proposals, drafts and answered forms."""
    op.create_table(
        "proposal",
        _key("id"),
        _row_of("game"),
        _number("version"),
        _json("action"),
        _text("by"),
        _json("asked"),
        _json("agreed"),
        _text("declined", ""),
        _moment(),
    )
    op.create_index("ix_proposal_game", "proposal", ["game"])
    op.create_table(
        "draft",
        _row_of("game", key=True),
        _row_of("device", key=True),
        _number("serial"),
        _number("base"),
        sa.Column("row", sa.Integer()),
        _text("way"),
        _json("deeds"),
        _json("decided"),
        _moment(),
    )
    op.create_table(
        "answered",
        _key("id"),
        _text("device"),
        _text("key"),
        _text("mark"),
        _row_of("game", needed=False),
        _text("to"),
        _moment(),
        sa.UniqueConstraint("device", "key"),
    )
    op.create_index("ix_answered_game", "answered", ["game"])
    op.create_index("ix_answered_at", "answered", ["at"])
