"""The tables: games, their logs and journals, the books, snapshots. ``migrations/`` holds how they
came to be.

Nothing here is SQLite's own, so that a club may keep its games in PostgreSQL. A round is told by
three columns: ``round`` is its kind, with its number and its part of a set (see RoundId).
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


class Moment(TypeDecorator[datetime]):
    """A moment in UTC, also where the database forgets the zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """The moment with its zone."""
        if value is not None and value.tzinfo is None:
            return value.replace(tzinfo=UTC)
        return value


class Meta(SQLModel, table=True):
    """What the database says to a companion from before migrations: that it is a newer one's."""

    key: str = Field(primary_key=True)
    value: str


class Game(SQLModel, table=True):
    """One playing of a title. ``version`` counts every change to it.

    ``head`` is the last standing row, ``depth`` and ``deeds`` count the actions and the deeds up to
    it, ``state`` is the state after it, made by ``rules_version``. ``round``, ``finished`` and
    ``winners`` (names; None while nobody has won, or nobody can tell) are copies of what the state
    says, for the list of games, which shows those apart that are put ``away``. ``name`` is what the
    table calls it; empty where it calls it by its title.
    """

    id: int | None = Field(default=None, primary_key=True)
    title: str
    name: str = Field(default="", sa_column_kwargs={"server_default": ""})
    setup: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    version: int
    rows: int
    head: int
    depth: int
    deeds: int = Field(sa_column_kwargs={"server_default": "0"})
    state: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    rules_version: int
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    finished: str
    winners: list[str] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    away: bool = Field(default=False, sa_column_kwargs={"server_default": false()})
    begun: datetime = Field(sa_column=Column(Moment, nullable=False))
    changed: datetime = Field(sa_column=Column(Moment, nullable=False, index=True))


class Row(SQLModel, table=True):
    """One row of a game's log; row 0 is its beginning and has no action.

    ``status`` is "standing", "undone" (redo brings it back), "dropped" (something else was done
    instead) or "corrected" (a correction has put others in its place). ``depth`` counts the rows it
    stands on; ``deed`` counts the deeds up to it: what one tap did is one deed, undone as one, and
    may be several rows. ``rules_version`` names the rules that made it. ``ruling`` says which
    refusals the table has waived for it, and why ({"waived": [codes], "why": text}); ``reason`` why
    it was entered, where that is asked for; ``stands_for`` which row it is once more, since a
    correction.
    """

    __tablename__ = "log"

    game: int = Field(primary_key=True, foreign_key="game.id")
    n: int = Field(primary_key=True)
    depth: int
    deed: int = Field(sa_column_kwargs={"server_default": "0"})
    action: dict[str, Any] | None = Field(sa_column=Column(JSON))
    by: str
    at: datetime = Field(sa_column=Column(Moment, nullable=False))
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    status: str
    rules_version: int = Field(sa_column_kwargs={"server_default": "1"})
    events: list[Any] = Field(sa_column=Column(JSON, nullable=False))
    undone_by: str | None = None
    undone_at: datetime | None = Field(default=None, sa_column=Column(Moment))
    ruling: dict[str, Any] | None = Field(default=None, sa_column=Column(JSON(none_as_null=True)))
    reason: str = Field(default="", sa_column_kwargs={"server_default": ""})
    stands_for: int | None = None


class JournalLink(SQLModel, table=True):
    """One link of a game's journal, which is only ever appended to: what happened to the log, with
    the ``hash`` of it and of the link before. ``journal.py`` tells the kinds and their facts.
    """

    __tablename__ = "journal"

    game: int = Field(primary_key=True, foreign_key="game.id")
    k: int = Field(primary_key=True)
    kind: str
    facts: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))
    by: str
    at: datetime = Field(sa_column=Column(Moment, nullable=False))
    hash: str


class LedgerEntry(SQLModel, table=True):
    """One entry of the books, made by row ``n``; it counts while that row stands."""

    __tablename__ = "entry"
    __table_args__ = (ForeignKeyConstraint(["game", "n"], ["log.game", "log.n"]),)

    game: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    memo: str
    about: list[str] = Field(sa_column=Column(JSON, nullable=False))
    round: str
    round_number: int = Field(default=0, sa_column_kwargs={"server_default": "0"})
    round_part: int = Field(default=0, sa_column_kwargs={"server_default": "0"})


class LedgerPosting(SQLModel, table=True):
    """One posting of an entry: an amount into (+) or out of (-) an account."""

    __tablename__ = "posting"
    __table_args__ = (
        ForeignKeyConstraint(["game", "n", "place"], ["entry.game", "entry.n", "entry.place"]),
        Index("posting_account", "game", "account"),
    )

    game: int = Field(primary_key=True)
    n: int = Field(primary_key=True)
    place: int = Field(primary_key=True)
    side: int = Field(sa_column=Column(Integer, primary_key=True))
    account: str
    amount: int


class Snapshot(SQLModel, table=True):
    """The state after row ``n``, as the rules of ``rules_version`` made it."""

    game: int = Field(primary_key=True, foreign_key="game.id")
    n: int = Field(primary_key=True)
    rules_version: int
    state: dict[str, Any] = Field(sa_column=Column(JSON, nullable=False))


def round_columns(round: RoundId) -> dict[str, Any]:
    """A round as the columns that tell it."""
    return {"round": round.kind, "round_number": round.number, "round_part": round.part}


def is_round(table: type[Row] | type[LedgerEntry], round: RoundId) -> list[ColumnElement[bool]]:
    """Conditions that a row of the table tells that round."""
    return [col(getattr(table, name)) == value for name, value in round_columns(round).items()]


def round_of(row: Game | Row | LedgerEntry | SARow[Any]) -> RoundId:
    """The round that a row tells. Raises ValueError where a part of it is not what it was."""
    if not isinstance(row.round, str) or {type(row.round_number), type(row.round_part)} != {int}:
        raise ValueError("the round of a row is damaged")
    return RoundId(row.round, row.round_number, row.round_part)
