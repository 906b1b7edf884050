"""Past states of a game: the rows to look back to, and the game after one of them."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlmodel import Session, col

from companion.ledger.entries import Entry
from companion.rules.core.rounds import OPENING, RoundId
from companion.rules.core.state import State
from companion.store.db.database import Database
from companion.store.db.tables import Row, Snapshot, round_of
from companion.store.history.game_cache import GameCache
from companion.store.history.game_loader import Opened, catch_not_rebuildable, catch_unreadable
from companion.store.history.ledger_queries import entries_of, find_opening_row
from companion.store.history.log_replay import state_after
from companion.store.history.read_model import view_of
from companion.store.history.records import (
    ON_THE_WAY,
    STANDING,
    CannotRebuildError,
    GameView,
    LogRow,
)
from companion.store.history.snapshot_replay import (
    chain,
    log_row,
    play_rows,
    read_state,
    rebuild,
    rows_before,
)


@dataclass(frozen=True, slots=True)
class Timeline:
    """The standing rows of a game in order, and for each round the row before its first."""

    rows: tuple[int, ...]
    rounds: tuple[tuple[RoundId, int], ...]

    def at(self, n: int) -> int:
        """Return the last standing row up to row ``n``, or the first."""
        return self.rows[max(bisect_right(self.rows, n) - 1, 0)]

    def before(self, n: int) -> int | None:
        """Return the row before the standing row ``n``."""
        place = self.rows.index(n)
        return self.rows[place - 1] if place else None

    def after(self, n: int) -> int | None:
        """Return the row after the standing row ``n``."""
        place = self.rows.index(n) + 1
        return self.rows[place] if place < len(self.rows) else None


LED = 150  # the most earlier rows to show


@dataclass(frozen=True, slots=True)
class RowWithStates:
    """A row of the log with its entries, the ``earlier`` rows and the states around it.

    The ``earlier`` rows are oldest first, at most LED of them. The states before and after the row
    are None if these rules cannot rebuild them, for the beginning, and for a row that another
    replaced.
    """

    row: LogRow
    entries: tuple[Entry, ...]
    earlier: tuple[LogRow, ...] = ()
    before: State | None = None
    after: State | None = None


class PastStates:
    """Reads past states of the games of a database; it never writes."""

    def __init__(self, database: Database, memory: GameCache) -> None:
        self._database = database
        self._memory = memory

    def timeline(self, game: int) -> Timeline:
        """Return the rows to look back to. Raises NoGameError, CannotOpenError."""
        with self._database.read() as session, catch_unreadable(game):
            self._memory.current(session, game)
            return _timeline(session, game)

    def at(self, game: int, n: int) -> GameView:
        """Return the game as it stood when row ``n`` of its log had been written.

        Its ``then`` is the last standing row at that point. Raises NoGameError, CannotOpenError,
        CannotRebuildError.
        """
        with self._database.read() as session:
            opened = self._memory.current(session, game)
            with catch_unreadable(game):
                row = _timeline(session, game).at(n)
            with catch_not_rebuildable():
                state = _state(session, game, opened, row)
                return view_of(session, game, replace(opened, state=state), until=row)

    def read_row(self, game: int, n: int) -> RowWithStates | None:
        """Return row ``n`` as it was made, undone or not; None if there is no such row.

        Raises NoGameError, CannotOpenError.
        """
        with self._database.read() as session, catch_unreadable(game):
            opened = self._memory.current(session, game)
            row = session.get(Row, (game, n))
            if row is None:
                return None
            found = log_row(opened.rules, row)
            entries = tuple(entries_of(session, game, n))
            before = rows_before(session, game, n, LED) if row.status in ON_THE_WAY else ()
            if not before:
                return RowWithStates(found, entries)
            earlier = tuple(log_row(opened.rules, other) for other in before)
            try:
                state = _state(session, game, opened, earlier[-1].n)
                after = play_rows(session, game, opened.rules, state, earlier[-1].n, n)
            except CannotRebuildError:
                return RowWithStates(found, entries, earlier)
            if after is None:
                return RowWithStates(found, entries, earlier)
            return RowWithStates(found, entries, earlier, state, after)

    def walk(
        self, game: int, known: Mapping[int, State] | None = None
    ) -> Iterator[tuple[LogRow, State]]:
        """Yield each standing row with the state after it, from the beginning.

        If all these states are ``known`` by their rows, none is computed again. Rows that cannot be
        rebuilt are left out, up to the next snapshot. Raises NoGameError, CannotOpenError.
        """
        with self._database.read() as session, catch_unreadable(game):
            opened = self._memory.current(session, game)
            head = opened.head.head
            rows = [log_row(opened.rules, row) for row in chain(session, game, -1, head)]
            if not rows or rows[-1].n != head:
                raise ValueError("rows of the log are gone")
            snapshots = {
                s.row: s
                for s in session.scalars(select(Snapshot).where(col(Snapshot.game) == game))
            }
        if known and all(row.n in known for row in rows):
            yield from ((row, known[row.n]) for row in rows)
            return
        state = None
        for row in rows:
            state = state_after(opened.rules, state, row.action_json, row.ruling)
            if row.n == head:
                state = opened.state
            elif state is None and row.n in snapshots:
                state = read_state(opened.rules, snapshots[row.n].state)
            if state is not None:
                yield row, state


def _timeline(session: Session, game: int) -> Timeline:
    """Read the timeline; the round of a row is the one in which it was entered.

    A game that has begun on paper begins with the first round after its opening position.
    """
    columns = (col(Row.number), col(Row.round), col(Row.round_number), col(Row.round_part))
    standing = (col(Row.game) == game) & (col(Row.status) == STANDING)
    rows: list[int] = []
    rounds: dict[RoundId, int] = {}
    opening = find_opening_row(session, game)
    for row in session.execute(select(*columns).where(standing).order_by(col(Row.number))):
        if row.number > opening:
            rounds.setdefault(round_of(row), rows[-1] if rows else row.number)
        rows.append(row.number)
    if not rounds:
        rounds[OPENING] = opening
    return Timeline(tuple(rows), tuple(rounds.items()))


def _state(session: Session, game: int, opened: Opened, row: int) -> State:
    if row == opened.head.head:
        return opened.state
    return rebuild(session, game, opened.rules, row)
