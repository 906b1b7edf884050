"""The cache of recently read logs; a repeated request reads only new rows."""

from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import select
from sqlmodel import Session, col

from companion.cache import Cache
from companion.rules.judge.rules import Rules
from companion.store.db.tables import Row
from companion.store.history.records import LogRow
from companion.store.history.snapshot_replay import log_row

MOST = 8  # logs, each of a few thousand rows

FATE = (
    col(Row.status),
    col(Row.undone_by),
    col(Row.undone_at),
)  # the columns that change


class _Read(NamedTuple):
    """A log as it was read with these rules: number -> row."""

    rules: Rules
    rows: dict[int, LogRow]


class Logs:
    """A cache of logs, which threads may share. A row with the same time is read only once."""

    def __init__(self) -> None:
        self._read: Cache[int, _Read] = Cache(MOST)

    def rows(self, session: Session, game: int, rules: Rules) -> list[LogRow]:
        """Return all rows of the game's log from the beginning.

        Raises the errors of damaged rows.
        """
        read = self._read.find(game)
        known = read.rows if read is not None and read.rules is rules else {}
        rows: dict[int, LogRow] = {}
        wanted = select(col(Row.number), col(Row.created_at), *FATE).where(col(Row.game) == game)
        for n, at, *fate in session.execute(wanted.order_by(col(Row.number))):
            row = known.get(n)
            if row is None or row.at != at:
                break  # all later rows are read again
            told = [row.status, row.undone_by, row.undone_at]
            rows[n] = (
                row
                if told == fate
                else replace(row, status=fate[0], undone_by=fate[1], undone_at=fate[2])
            )
        after = max(rows, default=-1)
        new = (
            select(Row)
            .where(col(Row.game) == game, col(Row.number) > after)
            .order_by(col(Row.number))
        )
        for stored in session.scalars(new):
            rows[stored.number] = log_row(rules, stored)
        self._read.put(game, _Read(rules, rows))
        return list(rows.values())
