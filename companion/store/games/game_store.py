"""The game store: begin a game, play, undo, redo and query it.

The log is the game. Each change is one transaction, which is on disk before the answer. It writes
the row, its entries and the new version, or nothing. Nothing is ever deleted from a game. Threads
may share a store, and several processes may share a database.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from sqlalchemy import select
from sqlmodel import col

from companion import titles
from companion.cache import Cache
from companion.rules.core.actions import Action
from companion.rules.core.refusals import RefusedError
from companion.rules.core.rounds import RoundId
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import RULES_VERSION
from companion.rules.stock.programmed_actions import Program
from companion.store.clock.clock_writer import ClockWriter
from companion.store.db.database import PATIENCE, Database
from companion.store.db.tables import Game
from companion.store.games.clocks import Clocks
from companion.store.games.game_admin import GameAdmin, add_game
from companion.store.games.game_import import play_all
from companion.store.games.game_list import example_numbers, listings
from companion.store.games.history_edit import HistoryEdits
from companion.store.games.packs import Packs
from companion.store.games.programmed_deeds import play_deed
from companion.store.games.undo import Undo
from companion.store.history.answered_forms import (
    Answers,
    Noted,
    SentForm,
    answer_of,
    combine_notes,
)
from companion.store.history.drafts import Draft, Drafts
from companion.store.history.game_cache import OPEN_GAMES, GameCache
from companion.store.history.game_changes import Changes
from companion.store.history.game_loader import (
    Opened,
    catch_unreadable,
    head_of,
    require_game,
    version_of,
)
from companion.store.history.hash_journal import first_link
from companion.store.history.ledger_queries import ledger_lines, sum_by_round, sum_movements
from companion.store.history.log_cache import Logs
from companion.store.history.log_writer import Entered, Writer, note, now
from companion.store.history.past_states import PastStates, RowWithStates
from companion.store.history.physical_counts import Counts
from companion.store.history.position_drafts import PositionDrafts
from companion.store.history.read_model import find_laid_tiles, last_turn
from companion.store.history.records import GameView, LedgerLine, Listing, LogRow, StaleVersionError
from companion.store.people.accounts import Accounts
from companion.store.people.bank_pin import BankPins
from companion.store.people.claims import Claims
from companion.store.people.halts import Halts
from companion.store.people.programmed_actions import GamePrograms, Programs, ProgramsChangedError
from companion.store.people.proposals import Proposals
from companion.store.people.roles import LookUp, who_of
from companion.store.people.seats import AwaySeats, Places


class GameStore:
    """The games of one database: play and query them.

    Its parts do the rest. ``places``, ``accounts``, ``pins``, ``claims``, ``proposals`` and
    ``programs`` are about people, and ``answers`` is about forms. ``packs`` are titles of data.
    ``clocks`` holds the clocks of games; ``time`` gives their moments. ``past`` reads past states,
    ``edits`` edits the past, and ``counts`` holds the table's counts. ``archive`` handles complete
    games. ``memory`` caches open games.

    ``on_round`` is called with the number of a game when a round or the game has ended and that is
    on disk. For ``on_change`` see :class:`companion.store.history.game_changes.Changes`.
    """

    def __init__(
        self,
        where: Path | str,
        rules_version: int = RULES_VERSION,
        patience: float = PATIENCE,
        time: Callable[[], datetime] = now,
    ) -> None:
        self.where = where
        self.rules_version = rules_version
        self.database = database = Database(where, patience=patience)
        self.memory = GameCache(rules_version)
        self._changes = changes = Changes(database, self.memory, rules_version)
        self._logs = Logs()
        self._programs: Cache[int, GamePrograms] = Cache(OPEN_GAMES)
        self.on_change = changes.on_change
        self.on_round: Callable[[int], None] | None = None
        self.places = Places(database, changes.tell)
        self.accounts = Accounts(database)
        self.pins = BankPins(database, self.places)
        self.claims = Claims(database, self.places)
        self._clock = clock = ClockWriter(time)
        self.clocks = Clocks(changes, clock)
        self.away = AwaySeats(database, self.places)
        self.halts = Halts(database, self.places, clock)
        self.proposals = Proposals(database, self.places, clock)
        self.programs = Programs(database, self.places)
        self.answers = Answers(database)
        self.drafts = Drafts(database, changes.tell, clock)
        self.position_drafts = PositionDrafts(database)
        self.past = PastStates(database, self.memory)
        self.edits = HistoryEdits(changes, self.past, clock)
        self._undo = Undo(changes, clock)
        self.counts = Counts(changes)
        self.admin = GameAdmin(changes)
        self.packs = Packs(database, where)

    def close(self) -> None:
        """Close the database."""
        self.packs.close()
        self.database.close()

    # --- queries

    def games(self) -> list[Listing]:
        """List all games but examples, the most recently changed first."""
        with self.database.read() as session:
            return listings(session)

    def find_listing(self, game: int) -> Listing | None:
        """Return the entry of one game, also of an example; None if there is no such game."""
        with self.database.read() as session:
            return next(iter(listings(session, game)), None)

    def find_examples(self, title: str) -> list[int]:
        """Return the numbers of a title's example games, the one changed last first."""
        with self.database.read() as session:
            return example_numbers(session, title)

    def look_up(self, secret: str, game: int, sent: SentForm | None = None) -> LookUp:
        """Look up a device by its secret, with the game's version and the answer of its form."""
        with self.database.ask() as session:
            who = who_of(session, secret, game)
            answer = answer_of(session, sent) if sent else None
            return LookUp(who, version_of(session, game) if game else None, answer)

    def open(self, game: int, version: int | None = None) -> GameView:
        """Return the game as it stands, or at ``version`` if the caller has just read that.

        Raises NoGameError, CannotOpenError.
        """
        known = None if version is None else self.memory.there(game, version)
        there = known or self._there(game)
        if there is not None and (seen := self.memory.seen(game, there)) is not None:
            return seen
        with self.database.read() as session:
            opened = self.memory.current(session, game)
            with catch_unreadable(game):
                return self.memory.view(session, game, opened)

    def _there(self, game: int) -> Opened | None:
        """Return the cached game if it is current; else None.

        Raises NoGameError, CannotOpenError.
        """
        with self.database.ask() as session:
            return self.memory.there(game, head_of(session, game).version)

    def version(self, game: int) -> int:
        """Return the game's version, without opening it. Raises NoGameError, CannotOpenError."""
        with self.database.ask() as session:
            return head_of(session, game).version

    def versions(self, games: Collection[int]) -> dict[int, int]:
        """Return the versions of those games that exist, without opening them."""
        found = select(col(Game.id), col(Game.version)).where(col(Game.id).in_(games))
        with self.database.ask() as session:
            return {game: version for game, version in session.execute(found)}

    def rows(self, game: int) -> list[LogRow]:
        """Return the complete log from the beginning, undone and dropped rows included.

        Raises NoGameError, CannotOpenError.
        """
        with self.database.read() as session, catch_unreadable(game):
            rules = self.memory.current(session, game).rules
            return self._logs.rows(session, game, rules)

    def last_turn(self, game: int, company: str, version: int) -> list[LogRow]:
        """Return the rows of the company's last turn in an earlier round of this kind.

        The newest row is first. Return nothing if a row is unreadable: the game goes on without it.
        ``version`` is that of the caller's view. Raises NoGameError, CannotOpenError.
        """
        there = self.memory.there(game, version)
        if there is not None and company in there.turns:
            return there.turns[company]
        with self.database.read() as session:
            opened = self.memory.current(session, game)
            if company not in opened.turns:
                opened.turns[company] = last_turn(session, game, opened, company)
            return opened.turns[company]

    def find_laid_tiles(self, game: int) -> dict[str, int]:
        """Return the number of the standing row that laid each tile last.

        Return nothing if a row is unreadable: the game goes on without it.
        """
        with self.database.ask() as session:
            return find_laid_tiles(session, game)

    def read_row(self, game: int, n: int) -> RowWithStates | None:
        """Return row ``n`` as it was made.

        See :meth:`companion.store.history.past_states.Past.read_row`.
        """
        return self.past.read_row(game, n)

    def entries(self, game: int, account: str | None = None) -> list[LedgerLine]:
        """Return the valid ledger entries in order, optionally of one account.

        Raises NoGameError, CannotOpenError.
        """
        with self.database.read() as session, catch_unreadable(game):
            require_game(session, game)
            return ledger_lines(session, game, account)

    def sum_movements(self, game: int, account: str | None = None) -> dict[int, int]:
        """Return the amount that each row moved, in total or for one account.

        Raises NoGameError, CannotOpenError.
        """
        with self.database.read() as session, catch_unreadable(game):
            require_game(session, game)
            return sum_movements(session, game, account)

    def sum_by_round(self, game: int, account: str) -> list[tuple[RoundId, int]]:
        """Return the amount that moved into an account in each round, oldest first.

        Raises NoGameError, CannotOpenError.
        """
        with self.database.read() as session, catch_unreadable(game):
            require_game(session, game)
            return sum_by_round(session, game, account)

    # --- writing

    def new_game(self, setup: Setup, noted: Noted | None = None) -> int:
        """Begin a game and return its number. Raises BadSetupError."""
        return self.import_game(setup, (), noted=noted)

    def import_game(
        self,
        setup: Setup,
        actions: Iterable[Entered | Action],
        noted: Noted | None = None,
        number: int = 0,
    ) -> int:
        """Store a game with all its actions, or nothing; with ``number``, under that number.

        Raises BadSetupError, ImportRefusedError.
        """
        writer, values = play_all(titles.rules_for(setup), setup, actions, self.rules_version)
        with self.database.write() as session:
            game = add_game(session, {**values, "id": number})
            writer.set_game(game)
            note(session, game, first_link(values["setup"], now()))
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
        program: Program | None = None,
    ) -> GameView:
        """Play one deed in the game as it was at ``version``; return the game after it.

        A deed is an action and its follow-up actions from the same tap, and then what the programs
        of the next players do. All of it is done or nothing, and it is undone as one. Each action
        has its author and ruling, or the author ``by``. ``program`` begins with the deed.

        Undone deeds can no longer be redone afterwards, but they stay in the log. ``noted`` records
        that a form was answered. Raises NoGameError, CannotOpenError, StaleVersionError,
        RefusedError or BadRulingError with nothing done.
        """
        deed = [e if isinstance(e, Entered) else Entered(e, by) for e in (action, *more)]
        while True:
            kept = self._programs.get(game, lambda: self.programs.of(game))
            try:
                return self._play(game, version, deed, noted, kept, begins=program)
            except ProgramsChangedError:  # they were not current any more
                self._programs.drop(game)

    def _play(
        self,
        game: int,
        version: int,
        deed: Sequence[Entered],
        noted: Noted | None,
        programs: GamePrograms,
        *,
        begins: Program | None = None,
        ends_all: bool = False,
    ) -> GameView:
        """Play a deed, and what these programs do after it, or end all programs.

        Raises ProgramsChangedError too.
        """
        with self.memory.lock_of(game):
            opened = self._changes.open_game(game, version)
            head, state = opened.head, opened.state
            writer = Writer(game, self.rules_version)
            try:
                played = play_deed(opened.rules, state, head.rows, deed, programs, begins)
            except RefusedError:
                if (newest := self.version(game)) != version:  # another process was quicker
                    raise StaleVersionError(newest) from None
                raise
            n, depth = head.rows, head.depth
            for done in played.actions:
                n, depth, state = n + 1, depth + 1, done.outcome.state
                before = done.before.round.id
                writer.add(n, depth, head.deeds + 1, done.entered, before, done.outcome)
            after = self._changes.follow(
                opened, state, rows=n, head=n, depth=depth, deeds=head.deeds + 1
            )
            after = replace(after, points=opened.points_until(head.deeds))
            if state.round.id == opened.state.round.id:
                after.turns.update(opened.turns)
            timed = self._clock.note_deed(opened.rules, opened.state, deed[0].action, state)
            left = GamePrograms.sort(played.programs.values(), programs.away)
            programmed = Programs.forget_all if ends_all else Programs.changing(programs, left)
            note = combine_notes(timed, programmed, noted)
            view = self._changes.write(game, version, after, writer.write, note, opened)
            self._programs.put(game, left)
        if self.on_round and (state.round.id != opened.state.round.id or state.end_reason):
            self.on_round(game)
        return view

    def accept(
        self, draft: Draft, version: int, why: str = "", by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Write a draft into the game as it was at ``version``, and drop the draft.

        A what-if becomes one deed, and an edit of the past a correction. No program acts after
        them, and all end. Raises as ``play`` and ``edits.accept`` do.
        """
        note = combine_notes(noted, self.drafts.dropping(draft), Programs.forget_all)
        if draft.row is None:
            away = GamePrograms((), self.programs.of(draft.game).away)
            return self._play(draft.game, version, draft.entered, note, away, ends_all=True)
        return self.edits.accept(draft, version, why, by, note)

    def undo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Undo the last ``deeds`` standing deeds, and end the programs that acted in them.

        Raises NoGameError, CannotOpenError, StaleVersionError, NothingToUndoError or
        CannotRebuildError with nothing done.
        """
        note = combine_notes(Programs.forget_undone, noted)
        return self._undo.move(game, version, -deeds, by, note)

    def redo(
        self, game: int, version: int, deeds: int = 1, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Redo the first ``deeds`` undone deeds, and end all programs. Raises as ``undo`` does."""
        note = combine_notes(Programs.forget_all, noted)
        return self._undo.move(game, version, deeds, by, note)
