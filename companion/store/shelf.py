"""The shelf of games: begin one, play, undo, redo, look things up.

The log is the game. Each change is one transaction, on disk before it is answered: the row, its
entries and the new version, or nothing of it. Nothing is ever deleted. Threads may share a shelf,
and several programs a database.
"""

import threading
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import ColumnElement, func, select, update
from sqlmodel import Session, col

from companion import titles
from companion.rules import codec
from companion.rules.actions import Action
from companion.rules.names import check_names
from companion.rules.refusals import Refusal, Refused
from companion.rules.rules import RULES_VERSION, Rules
from companion.rules.setup import Setup
from companion.rules.state import State, state_to_json
from companion.store.books import ledger_lines
from companion.store.database import Database
from companion.store.rebuilding import chain, log_row, read_state, rebuild, step
from companion.store.records import (
    DROPPED,
    STANDING,
    UNDONE,
    GameView,
    LedgerLine,
    Listing,
    LogRow,
    NoGame,
    NothingThere,
    StaleVersion,
)
from companion.store.tables import Game, Row, Snapshot
from companion.store.writing import Entered, Writer, now

OPEN_GAMES = 32
HIGHEST = 2**31 - 1  # the highest number of a game; every database has room for it
TAIL = 12


class RefusedImport(Refused):
    """An action of an imported game is not allowed; ``index`` counts from 0. Nothing was stored."""

    def __init__(self, index: int, refusals: list[Refusal]) -> None:
        super().__init__(refusals)
        self.index = index


@dataclass(frozen=True, slots=True)
class _Head:
    """A game as its row in the database has it, without the state."""

    version: int
    rows: int
    head: int
    depth: int
    rules_version: int
    round: str
    finished: str


@dataclass(frozen=True, slots=True)
class _Open:
    """A game in memory."""

    setup: Setup
    rules: Rules
    state: State
    head: _Head


def round_name(rules: Rules, state: State) -> str:
    """What the round of ``state`` is called."""
    return rules.round_rules(state).name(state)


_HEAD = (
    col(Game.version),
    col(Game.rows),
    col(Game.head),
    col(Game.depth),
    col(Game.rules_version),
    col(Game.round),
    col(Game.finished),
)


class Shelf:
    """All games of one database."""

    def __init__(self, where: Path | str, rules_version: int = RULES_VERSION) -> None:
        self._database = Database(where)
        self._rules_version = rules_version
        self._guard = threading.Lock()
        self._locks: defaultdict[int, threading.RLock] = defaultdict(threading.RLock)
        self._games: OrderedDict[int, _Open] = OrderedDict()

    def close(self) -> None:
        """Lets go of the database."""
        self._database.close()

    # --- looking

    def games(self) -> list[Listing]:
        """Every game, the one changed last first."""
        with self._database.read() as session:
            found = session.execute(
                select(
                    col(Game.id),
                    col(Game.title),
                    col(Game.setup),
                    col(Game.round),
                    col(Game.finished),
                    col(Game.depth),
                    col(Game.begun),
                    col(Game.changed),
                ).order_by(col(Game.changed).desc(), col(Game.id).desc())
            ).all()
        return [
            Listing(
                g.id,
                g.title,
                tuple(g.setup["players"]),
                g.round,
                g.finished,
                g.depth,
                g.begun,
                g.changed,
            )
            for g in found
        ]

    def open(self, game: int) -> GameView:
        """The game as it stands. Raises NoGame, CannotRebuild."""
        with self._database.read() as session:
            opened = self._current(session, game)
            return self._view(session, game, opened)

    def version(self, game: int) -> int:
        """The game's version, without opening it. Raises NoGame."""
        with self._database.read() as session:
            return self._head(session, game).version

    def rows(self, game: int) -> list[LogRow]:
        """The whole log, undone and dropped rows included, from the beginning. Raises NoGame."""
        with self._database.read() as session:
            self._head(session, game)
            title = session.scalars(select(col(Game.title)).where(col(Game.id) == game)).one()
            titles.load(title).rules_class  # noqa: B018 - loading the rules makes their events known
            found = session.scalars(select(Row).where(col(Row.game) == game).order_by(col(Row.n)))
            return [log_row(row) for row in found]

    def entries(
        self, game: int, account: str | None = None, round: str | None = None
    ) -> list[LedgerLine]:
        """The books: every entry that counts, in order; those of one account, of one round.

        Raises NoGame.
        """
        with self._database.read() as session:
            self._head(session, game)
            return ledger_lines(session, game, account, round)

    def rounds(self, game: int) -> list[str]:
        """The rounds that have entries in the books, in order. Raises NoGame."""
        return list(dict.fromkeys(line.round for line in self.entries(game)))

    def walk(self, game: int) -> Iterator[tuple[LogRow, State]]:
        """Each standing row with the state after it, from the beginning.

        Rows that were played under older rules and cannot be rebuilt are left out, up to the next
        snapshot. Raises NoGame, CannotRebuild.
        """
        with self._database.read() as session:
            opened = self._current(session, game)
            rows = [log_row(row) for row in chain(session, game, -1, opened.head.head)]
            snapshots = {
                s.n: s for s in session.scalars(select(Snapshot).where(col(Snapshot.game) == game))
            }
        state: State | None = None
        for row in rows:
            state = step(opened.rules, state, row)
            if row.n == opened.head.head:
                state = opened.state
            elif state is None and row.n in snapshots:
                state = read_state(opened.rules, snapshots[row.n].state)
            if state is not None:
                yield row, state

    # --- writing

    def new_game(self, setup: Setup) -> int:
        """Begin a game; its id. Raises BadSetup."""
        return self.import_game(setup, ())

    def import_game(self, setup: Setup, actions: Iterable[Entered | Action]) -> int:
        """Store a game with all its actions, or nothing. Raises BadSetup, RefusedImport."""
        rules = titles.rules_for(setup)
        check_names(setup.players)
        outcome = rules.start()
        writer = Writer(0, self._rules_version)
        writer.add(0, 0, None, round_name(rules, outcome.state), outcome)
        n = 0
        for n, item in enumerate(actions, start=1):
            entered = item if isinstance(item, Entered) else Entered(item)
            before = round_name(rules, outcome.state)
            try:
                outcome = rules.apply(outcome.state, entered.action)
            except Refused as refused:
                raise RefusedImport(n - 1, refused.refusals) from refused
            writer.add(n, n, entered, before, outcome)
        changed = now()
        game = Game(
            title=setup.title,
            setup=codec.to_json(setup),
            version=n + 1,
            rows=n,
            head=n,
            depth=n,
            state=state_to_json(outcome.state),
            rules_version=self._rules_version,
            round=round_name(rules, outcome.state),
            finished=outcome.state.finished,
            begun=writer.rows[0]["at"],
            changed=changed,
        )
        with self._database.write() as session:
            session.add(game)
            session.flush()
            assert game.id is not None
            for values in (writer.rows, writer.entries, writer.postings, writer.snapshots):
                for value in values:
                    value["game"] = game.id
            writer.write(session)
        return game.id

    def play(self, game: int, version: int, action: Action, by: str = "") -> GameView:
        """Do ``action`` in the game as it was at ``version``; the game after it.

        What had been undone can then not be redone; it stays in the log. Raises NoGame,
        StaleVersion or Refused with nothing done.
        """
        with self._locked(game):
            with self._database.read() as session:
                opened = self._current(session, game)
            head = self._fresh(opened.head, version)
            before = round_name(opened.rules, opened.state)
            outcome = opened.rules.apply(opened.state, action)
            n = head.rows + 1
            writer = Writer(game, self._rules_version)
            writer.add(n, head.depth + 1, Entered(action, by), before, outcome)
            after = self._moved(opened, outcome.state, rows=n, head=n, depth=head.depth + 1)
            with self._database.write() as session:
                self._fresh(self._head(session, game), version)
                if head.rules_version != self._rules_version:
                    self._keep_bridge(session, game, opened)
                session.execute(
                    update(Row)
                    .where(col(Row.game) == game, col(Row.status) == UNDONE)
                    .values(status=DROPPED)
                )
                writer.write(session)
                self._write_head(session, game, after)
            return self._remember(game, after)

    def undo(self, game: int, version: int, depth: int = 1, by: str = "") -> GameView:
        """Take the last ``depth`` standing actions back.

        Raises NoGame, StaleVersion, NothingThere or CannotRebuild with nothing done.
        """
        return self._move(game, version, -depth, by)

    def redo(self, game: int, version: int, depth: int = 1, by: str = "") -> GameView:
        """Let the first ``depth`` undone actions stand again. Raises as ``undo`` does."""
        return self._move(game, version, depth, by)

    def _move(self, game: int, version: int, steps: int, by: str) -> GameView:
        """Move the head along the rows that are not dropped."""
        with self._locked(game):
            with self._database.read() as session:
                opened = self._current(session, game)
                head = self._fresh(opened.head, version)
                target = head.depth + steps
                row = session.scalars(
                    select(Row).where(
                        col(Row.game) == game,
                        col(Row.depth) == target,
                        col(Row.status) != DROPPED,
                    )
                ).one_or_none()
                if steps == 0 or row is None or target < 0:
                    what = "undo" if steps < 0 else "redo"
                    raise NothingThere(f"There are not {abs(steps)} actions to {what}.")
                state = rebuild(session, game, opened.rules, row.n)
            after = self._moved(opened, state, rows=head.rows, head=row.n, depth=target)
            between = (
                (col(Row.game) == game)
                & (col(Row.n) > min(row.n, head.head))
                & (col(Row.n) <= max(row.n, head.head))
                & (col(Row.status) != DROPPED)
            )
            with self._database.write() as session:
                self._fresh(self._head(session, game), version)
                if head.rules_version != self._rules_version:
                    self._keep_bridge(session, game, opened)
                changes: dict[str, Any] = (
                    {"status": UNDONE, "undone_by": by, "undone_at": now()}
                    if steps < 0
                    else {"status": STANDING, "undone_by": None, "undone_at": None}
                )
                session.execute(update(Row).where(between).values(**changes))
                self._write_head(session, game, after)
            return self._remember(game, after)

    # --- what is in memory, and how it gets there

    def _locked(self, game: int) -> threading.RLock:
        with self._guard:
            return self._locks[game]

    @staticmethod
    def _fresh(head: _Head, version: int) -> _Head:
        if head.version != version:
            raise StaleVersion(head.version)
        return head

    @staticmethod
    def _head(session: Session, game: int) -> _Head:
        wanted = select(*_HEAD).where(col(Game.id) == game)
        found = session.execute(wanted).one_or_none() if game <= HIGHEST else None
        if found is None:
            raise NoGame(f"There is no game {game}.")
        return _Head(*found)

    def _current(self, session: Session, game: int) -> _Open:
        """The game as the database has it now, from memory when that is still so."""
        head = self._head(session, game)
        with self._guard:
            opened = self._games.get(game)
            if opened is not None and opened.head.version == head.version:
                self._games.move_to_end(game)
                return opened
        stored = session.execute(
            select(col(Game.setup), col(Game.state)).where(col(Game.id) == game)
        ).one()
        setup: Setup = codec.from_json(stored.setup)
        rules = titles.rules_for(setup)
        state = read_state(rules, stored.state)
        if state is None:
            state = rebuild(session, game, rules, head.head)
        opened = _Open(setup, rules, state, head)
        self._keep(game, opened)
        return opened

    def _keep(self, game: int, opened: _Open) -> None:
        with self._guard:
            known = self._games.get(game)
            if known is None or known.head.version <= opened.head.version:
                self._games[game] = opened
                self._games.move_to_end(game)
            while len(self._games) > OPEN_GAMES:
                self._games.popitem(last=False)

    def _remember(self, game: int, opened: _Open) -> GameView:
        self._keep(game, opened)
        with self._database.read() as session:
            return self._view(session, game, opened)

    def _moved(self, opened: _Open, state: State, rows: int, head: int, depth: int) -> _Open:
        return _Open(
            opened.setup,
            opened.rules,
            state,
            _Head(
                version=opened.head.version + 1,
                rows=rows,
                head=head,
                depth=depth,
                rules_version=self._rules_version,
                round=round_name(opened.rules, state),
                finished=state.finished,
            ),
        )

    @staticmethod
    def _write_head(session: Session, game: int, after: _Open) -> None:
        head = after.head
        session.execute(
            update(Game)
            .where(col(Game.id) == game)
            .values(
                version=head.version,
                rows=head.rows,
                head=head.head,
                depth=head.depth,
                rules_version=head.rules_version,
                round=head.round,
                finished=head.finished,
                state=state_to_json(after.state),
                changed=now(),
            )
        )

    def _keep_bridge(self, session: Session, game: int, opened: _Open) -> None:
        """Keep the last state under older rules, so that undo finds it under the new ones."""
        there = session.get(Snapshot, (game, opened.head.head))
        if there is None:
            writer = Writer(game, self._rules_version)
            writer.snapshot(opened.head.head, state_to_json(opened.state))
            writer.write(session)

    @staticmethod
    def _view(session: Session, game: int, opened: _Open) -> GameView:
        head = opened.head
        standing: ColumnElement[bool] = (col(Row.game) == game) & (col(Row.status) == STANDING)
        tail: Sequence[Row] = session.scalars(
            select(Row).where(standing).order_by(col(Row.n).desc()).limit(TAIL)
        ).all()
        redoable = session.scalar(
            select(func.count()).where(col(Row.game) == game, col(Row.status) == UNDONE)
        )
        return GameView(
            id=game,
            setup=opened.setup,
            rules=opened.rules,
            state=opened.state,
            version=head.version,
            head=head.head,
            undoable=head.depth,
            redoable=redoable or 0,
            tail=tuple(log_row(row) for row in reversed(tail)),
        )
