"""The game store: begin a game, play, undo, redo, look things up.

The log is the game. Each change is one transaction, on disk before it is answered: the row, its
entries and the new version, or nothing of it. Nothing is ever deleted from a game. Threads may
share a store, and several programs a database.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import select, update
from sqlmodel import Session, col

from companion import titles
from companion.languages import translated
from companion.rules.actions import Action
from companion.rules.refusals import Refused
from companion.rules.rounds import RoundId
from companion.rules.setup import Setup
from companion.rules.title import RULES_VERSION
from companion.store.accounts import Accounts
from companion.store.answers import Answers, Noted
from companion.store.books import ledger_lines, moved
from companion.store.changing import Changes
from companion.store.claims import Claims
from companion.store.counts import Counts
from companion.store.database import PATIENCE, Database
from companion.store.drafts import Drafts
from companion.store.importing import play_all
from companion.store.journal import REDO, UNDO, News, begun
from companion.store.listing import listings, note_winners
from companion.store.logs import Logs
from companion.store.memory import Memory
from companion.store.mending import Mending
from companion.store.opening import (
    Opened,
    Point,
    head_of,
    must_be_there,
    readable,
    rebuildable,
)
from companion.store.past import Made, Past
from companion.store.pins import Pins
from companion.store.places import Places
from companion.store.proposals import Proposals
from companion.store.rebuilding import rebuild
from companion.store.records import (
    DROPPED,
    ON_THE_WAY,
    STANDING,
    UNDONE,
    GameView,
    LedgerLine,
    Listing,
    LogRow,
    NothingThere,
    StaleVersion,
)
from companion.store.ruled import carried_out
from companion.store.tables import Game, Row
from companion.store.views import last_turn
from companion.store.whole import Archive, add_game, begin_journals
from companion.store.writing import Entered, Writer, note, now


class GameStore:
    """The games of one database: play and look things up.

    Its parts do the rest. ``places``, ``accounts``, ``pins``, ``claims`` and ``proposals`` are
    about people, ``answers`` about forms. ``past`` looks back, ``mending`` corrects, ``counts`` are
    those of the table. ``archive`` has whole games, and ``memory`` the games that are open.

    ``on_round`` is called with the number of a game in which a round has ended, or the game itself,
    once that is on disk. ``on_change``: see :class:`companion.store.changing.Changes`.
    """

    def __init__(
        self,
        where: Path | str,
        rules_version: int = RULES_VERSION,
        patience: float = PATIENCE,
    ) -> None:
        self.where = where
        self.rules_version = rules_version
        self.database = database = Database(where, on_upgrade=_on_upgrade, patience=patience)
        self.memory = Memory(rules_version)
        self._changes = changes = Changes(database, self.memory, rules_version)
        self._logs = Logs()
        self.on_change = changes.on_change
        self.on_round: Callable[[int], None] | None = None
        self.places = Places(database, changes.tell)
        self.accounts = Accounts(database)
        self.pins = Pins(database, self.places)
        self.claims = Claims(database, self.places)
        self.proposals = Proposals(database, self.places)
        self.answers = Answers(database)
        self.drafts = Drafts(database, changes.tell)
        self.past = Past(database, self.memory)
        self.mending = Mending(changes, self.past)
        self.counts = Counts(changes)
        self.archive = Archive(changes)

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    # --- looking

    def games(self) -> list[Listing]:
        """Every game, the one changed last first."""
        with self.database.read() as session:
            return listings(session)

    def open(self, game: int) -> GameView:
        """The game as it stands. Raises NoGame, CannotOpen."""
        there = self._there(game)
        if there is not None and (seen := self.memory.seen(game, there)) is not None:
            return seen
        with self.database.read() as session:
            opened = self.memory.current(session, game)
            with readable(game):
                return self.memory.view(session, game, opened)

    def _there(self, game: int) -> Opened | None:
        """The game, if it is in memory as the database has it now. Raises NoGame, CannotOpen."""
        with self.database.ask() as session:
            return self.memory.there(game, head_of(session, game).version)

    def version(self, game: int) -> int:
        """The game's version, without opening it. Raises NoGame, CannotOpen."""
        with self.database.ask() as session:
            return head_of(session, game).version

    def versions(self, games: Collection[int]) -> dict[int, int]:
        """The versions of those of the games that there are, without opening them."""
        found = select(col(Game.id), col(Game.version)).where(col(Game.id).in_(games))
        with self.database.ask() as session:
            return {game: version for game, version in session.execute(found)}

    def rows(self, game: int) -> list[LogRow]:
        """The whole log, undone and dropped rows included, from the beginning.

        Raises NoGame, CannotOpen.
        """
        with self.database.read() as session, readable(game):
            rules = self.memory.current(session, game).rules
            return self._logs.rows(session, game, rules)

    def last_turn(self, game: int, company: str) -> list[LogRow]:
        """What the company entered in its turn of such a round before the present one, newest
        first. Nothing where a row cannot be read: the game goes on without. Raises NoGame,
        CannotOpen.
        """
        there = self._there(game)
        if there is not None and company in there.turns:
            return there.turns[company]
        with self.database.read() as session:
            opened = self.memory.current(session, game)
            if company not in opened.turns:
                opened.turns[company] = last_turn(session, game, opened, company)
            return opened.turns[company]

    def made(self, game: int, n: int) -> Made | None:
        """Row ``n`` as it was made; see :meth:`companion.store.past.Past.made`."""
        return self.past.made(game, n)

    def entries(
        self, game: int, account: str | None = None, round: RoundId | None = None
    ) -> list[LedgerLine]:
        """The books: every entry that counts, in order; those of one account, of one round.

        Raises NoGame, CannotOpen.
        """
        with self.database.read() as session, readable(game):
            must_be_there(session, game)
            return ledger_lines(session, game, account, round)

    def moved(self, game: int, account: str | None = None) -> dict[int, int]:
        """What each row has moved: in all, or of one account. Raises NoGame, CannotOpen."""
        with self.database.read() as session, readable(game):
            must_be_there(session, game)
            return moved(session, game, account)

    def rounds(self, game: int) -> list[RoundId]:
        """The rounds that have entries in the books, in order. Raises NoGame, CannotOpen."""
        return list(dict.fromkeys(line.round for line in self.entries(game)))

    # --- writing

    def new_game(self, setup: Setup, noted: Noted | None = None) -> int:
        """Begin a game; its id. Raises BadSetup."""
        return self.import_game(setup, (), noted=noted)

    def import_game(
        self,
        setup: Setup,
        actions: Iterable[Entered | Action],
        version: int | None = None,
        noted: Noted | None = None,
    ) -> int:
        """Store a game with all its actions, which rules of ``version`` (None: these) played, or
        nothing. Raises BadSetup, RefusedImport.
        """
        rules = titles.rules_for(setup) if version is None else titles.rules_for(setup, version)
        version = self.rules_version if version is None else version
        writer, values = play_all(rules, setup, actions, version)
        with self.database.write() as session:
            game = add_game(session, values)
            writer.set_game(game)
            note(session, game, begun(values["setup"], now()))
            writer.write(session)
            if noted:
                noted(session, game)
        return game

    def play(
        self,
        game: int,
        version: int,
        action: Action | Entered,
        *more: Action | Entered,
        by: str = "",
        noted: Noted | None = None,
    ) -> GameView:
        """Do one deed in the game as it was at ``version``; the game after it.

        A deed is an action and what the same tap does after it: all of it or nothing, undone as
        one; each with who entered it and its ruling, or entered ``by`` whom. What had been undone
        can then not be redone; it stays in the log. Raises NoGame, CannotOpen, StaleVersion,
        Refused or BadRuling with nothing done. ``noted`` writes that a form was answered.
        """
        with self.memory.locked(game):
            opened = self._opened(game, version)
            head = opened.head
            writer = Writer(game, self.rules_version)
            n, depth, state = head.rows, head.depth, opened.state
            for each in (action, *more):
                n, depth = n + 1, depth + 1
                before = state.round.id
                entered = each if isinstance(each, Entered) else Entered(each, by)
                try:
                    outcome, entered = carried_out(opened.rules, state, entered)
                except Refused:
                    if (newest := self.version(game)) != version:  # another process was quicker
                        raise StaleVersion(newest) from None
                    raise
                writer.add(n, depth, head.deeds + 1, entered, before, outcome)
                state = outcome.state
            after = self._changes.follow(
                opened, state, rows=n, head=n, depth=depth, deeds=head.deeds + 1
            )
            after = replace(after, points=opened.points_until(head.deeds))
            with self.database.write(alone=False, settled=False) as session:
                self._changes.write_head(session, game, version, after)
                self._changes.keep_bridge(session, game, opened)
                session.execute(
                    update(Row)
                    .where(col(Row.game) == game, col(Row.status) == UNDONE)
                    .values(status=DROPPED)
                )
                writer.write(session)
                if noted:
                    noted(session, game)
                view = self._changes.look(session, game, after, opened)
            if state.round.id == opened.state.round.id:
                after.turns.update(opened.turns)
            view = self._changes.finish(game, after, view)
        if self.on_round and (state.round.id != opened.state.round.id or state.finished):
            self.on_round(game)
        return view

    def _opened(self, game: int, version: int) -> Opened:
        """The game in memory, at that version. Raises NoGame, CannotOpen, StaleVersion.

        Whether it still is at that version is compared again by the change itself.
        """
        opened = self.memory.there(game, version)
        if opened is None:
            with self.database.read() as session:
                opened = self.memory.current(session, game)
            self._changes.require_version(opened.head, version)
        return opened

    def undo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Take the last ``deeds`` standing deeds back.

        Raises NoGame, CannotOpen, StaleVersion, NothingThere or CannotRebuild with nothing done.
        """
        return self._move(game, version, -deeds, by, noted)

    def redo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Let the first ``deeds`` undone deeds stand again. Raises as ``undo`` does."""
        return self._move(game, version, deeds, by, noted)

    def _move(self, game: int, version: int, deeds: int, by: str, noted: Noted | None) -> GameView:
        """Move the head along the rows that are not dropped."""
        with self.memory.locked(game):
            opened = self._opened(game, version)
            if opened.corrected is None:
                opened = replace(opened, corrected=self.mending.is_corrected(game))
            if opened.corrected:
                return self.mending.move_links(game, version, deeds, by, noted)
            head = opened.head
            point = self._point(game, opened, deeds)
            after = self._changes.follow(
                opened, point.state, head.rows, point.n, point.depth, point.deeds
            )
            after = replace(after, points=opened.points_until())
            between = (
                (col(Row.game) == game)
                & (col(Row.n) > min(point.n, head.head))
                & (col(Row.n) <= max(point.n, head.head))
                & (col(Row.status).in_(ON_THE_WAY))
            )
            at = now()
            changes: dict[str, Any] = (
                {"status": UNDONE, "undone_by": by, "undone_at": at}
                if deeds < 0
                else {"status": STANDING, "undone_by": None, "undone_at": None}
            )
            with self.database.write(alone=False, settled=False) as session:
                self._changes.write_head(session, game, version, after)
                self._changes.keep_bridge(session, game, opened)
                moved = session.scalars(select(col(Row.n)).where(between).order_by(col(Row.n)))
                kind = UNDO if deeds < 0 else REDO
                note(session, game, News(kind, {"rows": list(moved)}, by, at))
                session.execute(update(Row).where(between).values(**changes))
                if noted:
                    noted(session, game)
                view = self._changes.look(session, game, after)
            return self._changes.finish(game, after, view)

    def _point(self, game: int, opened: Opened, deeds: int) -> Point:
        """Where so many deeds lead, from memory or played again. Raises NothingThere,
        CannotRebuild.
        """
        target = opened.head.deeds + deeds
        if deeds and (known := next((p for p in opened.points if p.deeds == target), None)):
            return known
        with self.database.read() as session, rebuildable():
            row = session.scalars(
                select(Row)
                .where(
                    col(Row.game) == game,
                    col(Row.deed) == target,
                    col(Row.status).in_(ON_THE_WAY),
                )
                .order_by(col(Row.n).desc())
                .limit(1)
            ).one_or_none()
            if deeds == 0 or row is None or target < 0:
                raise NothingThere(
                    translated("There is not that much to undo.")
                    if deeds < 0
                    else translated("There is not that much to redo.")
                )
            state = rebuild(session, game, opened.judges, row.n)
        return Point(row.n, row.depth, target, state)


def _on_upgrade(session: Session) -> None:
    """What is written when older tables have been brought up to date."""
    note_winners(session)
    begin_journals(session)
