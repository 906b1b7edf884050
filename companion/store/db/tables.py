"""The tables of games: logs, journals, ledger, snapshots and clocks.

``migrations/`` creates them. Nothing here is specific to SQLite, so that a club can keep its games
in PostgreSQL. Three columns identify a round: ``round`` is its kind, and the others are its number
and its part of a set (see RoundId).
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    Column,
    ColumnElement,
    DateTime,
    Dialect,
    ForeignKeyConstraint,
    Index,
    Integer,
    TypeDecorator,
    false,
)
from sqlalchemy import Row as SARow
from sqlmodel import Field, SQLModel, col

from companion.rules.core.rounds import RoundId


def in_utc(moment: datetime) -> datetime:
    """Return a moment with its time zone; one without a zone is in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC, even if the database drops the time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the moment with its time zone."""
        return value and in_utc(value)


class Meta(SQLModel, table=True):
    """A key and a value that belong to the database as a whole."""

    key: str = Field(primary_key=True)
    value: str


class Game(SQLModel, table=True):
    """One playing of a title; ``version`` counts all changes of it.

    ``head`` is the last standing row. ``depth`` and ``deed_count`` count the actions and deeds up
    to it. ``state`` is the state after it, made by ``rules_version``.

    ``round``, ``end_reason`` and ``winners`` are copies from the state for the list of games.
    ``winners`` are names; it is None while the game runs or if nobody can tell. A game that
    ``is_archived`` is listed separately. ``name`` is the table's name for the game; "" if it goes
    by its title.
    """

    id: int | None = Field(default=None, primary_key=True)
    title: str
    name: str = Field(default="", sa_column_kwargs={"server_default": ""})
    setup: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    version: int
    row_count: int
    head: int
    depth: int
    deed_count: int = Field(sa_column_kwargs={"server_default": "0"})
    state: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    rules_version: int
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    end_reason: str
    winners: list[str] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    is_archived: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    changed_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False, index=True))


class Row(SQLModel, table=True):
    """One row of a game's log; row 0 is the beginning and has no action.

    ``status`` is "standing", "undone" (redo restores it), "dropped" (other actions were entered
    instead) or "corrected" (a correction replaced it). ``depth`` counts the rows below it. ``deed``
    counts the deeds up to it. A deed is the effect of one tap; it may have several rows and is
    undone as one.

    ``rules_version`` is the version of the rules that made it. ``ruling`` holds the refusals that
    the table waived and the reason ({"waived": [codes], "why": text}). ``reason`` says why the
    action was entered, if that is asked. ``repeated_row`` is the row that it repeats after a
    correction.
    """

    __tablename__ = "log"

    game: int = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    depth: int
    deed: int = Field(sa_column_kwargs={"server_default": "0"})
    action: dict[str, Any] | None = Field(sa_column=Column(JSON))
    author: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    status: str
    rules_version: int = Field(sa_column_kwargs={"server_default": "1"})
    events: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    undone_by: str | None = None
    undone_at: datetime | None = Field(default=None, sa_column=Column(UtcDateTime))
    ruling: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    reason: str = Field(default="", sa_column_kwargs={"server_default": ""})
    repeated_row: int | None = None


class JournalLink(SQLModel, table=True):
    """One link of a game's journal, which is append-only.

    It tells what happened to the log; ``hash`` covers it and the link before. ``journal.py`` lists
    the kinds and their facts.
    """

    __tablename__ = "journal"

    game: int = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    kind: str
    facts: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    author: str
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
    hash: str


class LedgerEntry(SQLModel, table=True):
    """One ledger entry, made by ``row``; it counts while that row stands."""

    __tablename__ = "entry"
    __table_args__ = (ForeignKeyConstraint(["game", "row"], ["log.game", "log.number"]),)

    game: int = Field(primary_key=True)
    row: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    memo: str
    subjects: list[str] = Field(sa_column=Column(JSON, nullable=False))
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class LedgerPosting(SQLModel, table=True):
    """One posting of an entry: an amount into (+) or out of (-) an account."""

    __tablename__ = "posting"
    __table_args__ = (
        ForeignKeyConstraint(
            ["game", "row", "position"], ["entry.game", "entry.row", "entry.position"]
        ),
        Index("posting_account", "game", "account"),
    )

    game: int = Field(primary_key=True)
    row: int = Field(primary_key=True)
    position: int = Field(primary_key=True)
    side: int = Field(sa_column=Column(Integer, primary_key=True))
    account: str
    amount: int


class Snapshot(SQLModel, table=True):
    """The state after ``row``, made by the rules of ``rules_version``."""

    game: int = Field(primary_key=True, foreign_key="game.id")
    row: int = Field(primary_key=True)
    rules_version: int
    state: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


class ClockRow(SQLModel, table=True):
    """One event of a game's clock; the rows are append-only.

    :mod:`companion.store.clock.events` lists the kinds and their facts.
    """

    __tablename__ = "clock"

    game: int = Field(primary_key=True, foreign_key="game.id")
    number: int = Field(primary_key=True)
    kind: str
    facts: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))


def round_columns(round: RoundId) -> dict[str, Any]:
    """Return the columns of a round."""
    return {"round": round.kind, "round_number": round.number, "round_part": round.part}


def is_round(table: type[Row] | type[LedgerEntry], round: RoundId) -> list[ColumnElement[bool]]:
    """Return conditions that select the table's rows of that round."""
    return [col(getattr(table, name)) == value for name, value in round_columns(round).items()]


def round_of(row: Game | Row | LedgerEntry | SARow[Any]) -> RoundId:
    """Return the round of a row. Raises ValueError when its columns are damaged."""
    if not isinstance(row.round, str) or {type(row.round_number), type(row.round_part)} != {int}:
        raise ValueError("the round of a row is damaged")
    return RoundId(row.round, row.round_number, row.round_part)


class StoredPack(SQLModel, table=True):
    """The data of a title from a pack, which games name by its ``sha256``.

    ``files`` is the file of the pack. One that ``is_hidden`` begins no new games.
    """

    __tablename__ = "pack"

    sha256: str = Field(primary_key=True)
    slug: str
    name: str
    files: str
    is_hidden: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    created_at: datetime = Field(sa_column=Column(UtcDateTime, nullable=False))
