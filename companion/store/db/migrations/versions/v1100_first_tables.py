"""The tables of version 1.0."""

from datetime import datetime

import sqlalchemy as sa
from alembic import op

revision = "1100"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create all tables."""
    _create_games()
    _create_books()
    _create_people()
    _create_pending_input()


def _moment(name: str = "created_at", *, needed: bool = True) -> sa.Column[datetime]:
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
        _number("row_count"),
        _number("head"),
        _number("depth"),
        _json("state"),
        _number("rules_version"),
        _text("round"),
        _text("end_reason"),
        _moment("created_at"),
        _moment("changed_at"),
        _number("deed_count", "0"),
        _json("winners", needed=False),
        _flag("is_archived", sa.false()),
        _number("round_number", "0"),
        _number("round_part", "0"),
        _text("name", ""),
    )
    op.create_index("ix_game_changed_at", "game", ["changed_at"])
    op.create_table(
        "log",
        _row_of("game", key=True),
        _key("number"),
        _number("depth"),
        _json("action", needed=False),
        _text("author"),
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
        sa.Column("repeated_row", sa.Integer()),
    )
    op.create_table(
        "journal",
        _row_of("game", key=True),
        _key("number"),
        _text("kind"),
        _json("facts"),
        _text("author"),
        _moment(),
        _text("hash"),
    )
    op.create_table(
        "snapshot",
        _row_of("game", key=True),
        _key("row"),
        _number("rules_version"),
        _json("state"),
    )


def _create_books() -> None:
    """Create the tables of ledger entries and postings."""
    op.create_table(
        "entry",
        _key("game"),
        _key("row"),
        _key("position"),
        _text("memo"),
        _json("subjects"),
        _text("round"),
        _number("round_number", "0"),
        _number("round_part", "0"),
        sa.ForeignKeyConstraint(["game", "row"], ["log.game", "log.number"]),
    )
    op.create_table(
        "posting",
        _key("game"),
        _key("row"),
        _key("position"),
        _key("side"),
        _text("account"),
        _number("amount"),
        sa.ForeignKeyConstraint(
            ["game", "row", "position"], ["entry.game", "entry.row", "entry.position"]
        ),
    )
    op.create_index("posting_account", "posting", ["game", "account"])


def _create_people() -> None:
    """Create the tables of devices, seats and accounts."""
    op.create_table(
        "device",
        _key("id"),
        _text("secret_hash", unique=True),
        _text("kind"),
        _flag("is_host", sa.false()),
        _moment(),
    )
    op.create_table(
        "table_settings",
        _row_of("game", key=True),
        _text("code", unique=True),
        _flag("players_enter", sa.true()),
        _flag("is_locked", sa.false()),
        _text("pin_hash", ""),
        _number("pin_tries", "0"),
        _moment("pin_blocked_until", needed=False),
        _number("change_count", "0"),
    )
    op.create_table(
        "place",
        _row_of("game", key=True),
        _row_of("device", key=True),
        _flag("is_banker", sa.false()),
        _flag("is_asking", sa.false()),
        _moment(),
        _text("claimed_seat", ""),
        _flag("is_locked_out", sa.false()),
        _text("address_mark", ""),
    )
    op.create_index("ix_place_device", "place", ["device"])
    op.create_table(
        "seat",
        _row_of("game", key=True),
        sa.Column("seat", sa.String(), primary_key=True),
        _row_of("device"),
    )
    op.create_index("ix_seat_device", "seat", ["device"])
    op.create_table(
        "account", _key("id"), _text("name", unique=True), _text("password_hash"), _moment()
    )
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
        _text("author"),
        _json("seats_needed"),
        _json("seats_agreed"),
        _text("declined_by", ""),
        _moment(),
    )
    op.create_index("ix_proposal_game", "proposal", ["game"])
    op.create_table(
        "draft",
        _row_of("game", key=True),
        _row_of("device", key=True),
        _number("serial"),
        _number("base_version"),
        sa.Column("row", sa.Integer()),
        _text("purpose"),
        _json("deeds"),
        _json("decisions"),
        _moment(),
    )
    op.create_table(
        "handled_form",
        _key("id"),
        _text("device"),
        _text("key"),
        _text("content_hash"),
        _row_of("game", needed=False),
        _text("location"),
        _moment(),
        sa.UniqueConstraint("device", "key"),
    )
    op.create_index("ix_handled_form_game", "handled_form", ["game"])
    op.create_index("ix_handled_form_created_at", "handled_form", ["created_at"])
