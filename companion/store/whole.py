"""What is done with a whole game, whatever is in it: listed, named, put away, deleted, taken out
and in with all its rows.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlmodel import Session, SQLModel, col

from companion.languages import said, translated
from companion.rules.names import shows, writable
from companion.rules.state import State
from companion.store import answered, notices, postgres
from companion.store.accounts import Accounts
from companion.store.answered import Answer
from companion.store.answers import Answers, Noted
from companion.store.checking import Audit, checked
from companion.store.claims import Claims
from companion.store.database import Database, Guard
from companion.store.differing import with_journal
from companion.store.drafts import Drafts
from companion.store.journal import COUNT, PUT_BACK, News, begun_with
from companion.store.judging import judged
from companion.store.listing import listings
from companion.store.memory import Memory
from companion.store.notices import Heard, Listener, There
from companion.store.opening import head_of, must_be_there, open_stored, winners
from companion.store.pins import Pins
from companion.store.places import Places, keep_table
from companion.store.proposals import Proposals
from companion.store.records import BadRows, CannotOpen, Listing, NoGame
from companion.store.saving import (
    HIGHEST,
    Rows,
    brought_up,
    delete_rows,
    fitting,
    stored_rows,
    write_rows,
)
from companion.store.tables import Game, JournalLink, Meta, round_columns
from companion.store.writing import note, now

LONGEST_NAME = 40
_GIVEN = "given"  # of ``meta``: the highest number of a game that was deleted
_GAME = str(Game.__tablename__)


class Count(NamedTuple):
    """A count of the table: who noted it, when (UTC), and what came of it (``note_count``)."""

    by: str
    at: datetime
    facts: Mapping[str, Any]


class BadName(ValueError):
    """What a game cannot be called; the message says why."""


class WholeGames:
    """The games of a database, each as one thing.

    ``on_change`` are called with the number of a game that has changed, once that is on disk, and
    with the version that it has then; without one where the version is the same or there is none.
    They must come back at once.
    ``places``, ``pins`` and ``proposals`` tell who sits at them, ``answers`` which forms were done,
    ``drafts`` what devices try.
    """

    def __init__(self, database: Database, memory: Memory, rules_version: int) -> None:
        self._database = database
        self._rules_version = rules_version
        self.memory = memory
        self.on_change: list[Callable[[int, int | None], None]] = []
        self.places = Places(database, self._tell)
        self.accounts = Accounts(database)
        self.pins = Pins(database, self.places)
        self.claims = Claims(database, self.places)
        self.proposals = Proposals(database, self.places)
        self.answers = Answers(database)
        self.drafts = Drafts(database, self._tell)

    def _tell(self, game: int, version: int | None = None) -> None:
        for call in self.on_change:
            call(game, version)

    def settle_last(self) -> AbstractContextManager[None]:
        """Wait for the disk at the end of the block only, where all that was done is answered."""
        return self._database.settle_last()

    def guard_writes(self, guard: Guard) -> None:
        """Every transaction that writes from now on is done inside the ``guard``."""
        self._database.guard = guard

    def listen(
        self, heard: Heard, missed: Callable[[], None], there: There | None = None
    ) -> Listener | None:
        """Hear what other processes change in the games of a PostgreSQL, and who is there at them;
        see ``notices``.
        """
        return self._database.listen(heard, missed, there)

    @property
    def shared(self) -> bool:
        """May other processes serve the same games?"""
        return self._database.shared

    def tell_presence(self, found: Mapping[int, Collection[int]]) -> None:
        """Tell other processes which devices are there at this one: game -> their numbers. Raises
        StoreFault.
        """
        with self._database.write(alone=False) as session:
            for game, devices in found.items():
                notices.tell_presence(session, game, devices)

    def reach(self) -> None:
        """See whether the games can be read. Raises StoreFault."""
        with self._database.read() as session:
            session.execute(select(1))

    def games(self) -> list[Listing]:
        """Every game, the one changed last first."""
        with self._database.read() as session:
            return listings(session)

    def rename(self, game: int, name: str) -> None:
        """Call the game so from now on; by its title where the name is empty. Raises NoGame,
        BadName.
        """
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise BadName(said("A name has {most} letters at most.", most=LONGEST_NAME))
        if name and not (all(map(writable, name)) and shows(name)):
            raise BadName(translated("The name holds a character that cannot be shown."))
        self._set(game, name=name)

    def put_away(self, game: int, away: bool = True) -> None:
        """Show the game apart in the list of games, or no longer so. Raises NoGame."""
        self._set(game, away=away)

    def _set(self, game: int, **values: Any) -> None:
        with self._database.write() as session:
            must_be_there(session, game)
            session.execute(update(Game).where(col(Game.id) == game).values(**values))
            notices.tell(session, game)
        self._tell(game)

    def delete(self, game: int) -> None:
        """Delete the game for good. Its number is not given again. Raises NoGame."""
        with self.memory.locked(game):
            with self._database.write() as session:
                must_be_there(session, game, held=True)
                delete_rows(session, game)
                _note_given(session, game)
                answered.tell(session, game, "", "", forced=True)
                notices.tell(session, game)
            self.memory.forget(game)
        self._tell(game)

    # --- out and in

    def stored(self, game: int) -> Rows:
        """All that is stored of the game, row by row, without asking any rules. Raises NoGame."""
        with self._database.read() as session:
            must_be_there(session, game)
            return stored_rows(session, game)

    def note_count(
        self, game: int, facts: Mapping[str, Any], by: str, noted: Noted | None = None
    ) -> None:
        """Note in the journal that the table was counted: "row" is the last that stood then,
        "agrees" whether all did. Raises NoGame.
        """
        with self._database.write() as session:
            must_be_there(session, game, held=True)
            note(session, game, News(COUNT, facts, by, now()))
            if noted:
                noted(session, game)
        self._tell(game)

    def counts(self, game: int) -> list[Count]:
        """What was counted, the first count first."""
        wanted = select(col(JournalLink.by), col(JournalLink.at), col(JournalLink.facts)).where(
            col(JournalLink.game) == game, col(JournalLink.kind) == COUNT
        )
        with self._database.read() as session:
            found = session.execute(wanted.order_by(col(JournalLink.k)))
            return [Count(by, at, facts) for by, at, facts in found]

    def audit(self, game: int, states: dict[int, State] | None = None) -> Audit:
        """The self-check of the game, whatever has become of it; where ``states`` are asked for, it
        leaves there the state after each row that it has played again. Raises NoGame.
        """
        last = self._database.last_answer(game)  # first: what comes after it may be in the rows
        with self._database.read() as session:
            rows = stored_rows(session, game)
        if not any(rows.values()):
            raise NoGame(said("There is no game {game}.", game=game))
        return checked(rows, self._rules_version, states, game=game, answered=last)

    def missed(self) -> dict[int, tuple[Answer, int]]:
        """Games that have lost what was answered last: that, and the version at which they stand.
        Games that are gone are not among them.
        """
        answers = self._database.last_answers()
        if not answers:
            return {}
        links = aliased(JournalLink)
        newest = select(func.max(col(links.k))).where(col(links.game) == col(Game.id))
        last = col(JournalLink.k) == newest.scalar_subquery()
        wanted = select(col(Game.id), col(Game.version), col(JournalLink.hash)).outerjoin(
            JournalLink, (col(JournalLink.game) == col(Game.id)) & last
        )
        found = {}
        with self._database.read() as session:
            for game, version, hash in session.execute(wanted):
                answer = answers.get(game)
                if answer is None or answer.hash == hash:
                    continue
                link = select(col(JournalLink.k)).where(
                    col(JournalLink.game) == game, col(JournalLink.hash) == answer.hash
                )
                if session.scalar(link) is None:
                    found[game] = answer, version
        return found

    def reserve(self, number: int) -> None:
        """Give no new game this number, nor one below it."""
        with self._database.write() as session:
            _note_given(session, number)

    def take_in(
        self,
        rows: Mapping[str, Any],
        version: str,
        *,
        trusted: bool = False,
        number: int = 0,
        noted: Noted | None = None,
    ) -> int:
        """Store a game with all its rows, which tables of ``version`` had; its number.

        Whether it was played so is judged, unless the rows are known to be the companion's own.
        ``number`` is the game's, where it is to keep it and has it no more. Raises BadRows.
        """
        whole = self._checked(rows, version, trusted)
        with self._database.write() as session:
            values = {**whole[_GAME][0], "id": number, "away": False}
            game = add_game(session, values)
            self._write(session, whole, game, trusted)
            answered.tell(session, game, "", whole["journal"][-1]["hash"], forced=bool(number))
            if noted:
                noted(session, game)
        return game

    def put_back(self, game: int, rows: Mapping[str, Any], version: str) -> None:
        """Let the game stand as in these rows, which are known to be the companion's own. No screen
        of before acts on it. The journal tells of it. Raises NoGame, BadRows.
        """
        with self._database.read() as session:
            must_be_there(session, game)
        self.put_right(game, rows, version, News(PUT_BACK, {}, "", now()))

    def put_right(self, game: int, rows: Mapping[str, Any], version: str, *news: News) -> None:
        """Let the game stand as in these rows, whatever is there of it. No screen of before acts on
        it. Raises BadRows.
        """
        whole = self._checked(rows, version, trusted=True)
        with self.memory.locked(game):
            with self._database.write() as session:
                before = session.scalar(select(col(Game.version)).where(col(Game.id) == game))
                values = {**whole[_GAME][0], "id": game}
                newest = max(values["version"], before if type(before) is int else 0)
                values["version"] = min(newest + 1, HIGHEST)
                delete_rows(session, game, but=_staying())
                if before is None:
                    session.execute(insert(Game).values(**values))
                session.execute(update(Game).where(col(Game.id) == game).values(**values))
                self._write(session, whole, game, trusted=True)
                keep_table(session, game)
                answered.tell(session, game, "", whole["journal"][-1]["hash"], forced=True)
                if news:
                    note(session, game, *news)
                notices.tell(session, game, values["version"])
            self.memory.forget(game)
        self._tell(game, values["version"])

    def _checked(self, rows: Mapping[str, Any], version: str, trusted: bool) -> Rows:
        whole = fitting(brought_up(rows, version))
        whole = whole if trusted else judged(whole, self._rules_version)
        return {**whole, "journal": with_journal(whole, trusted)}

    def _write(self, session: Session, rows: Rows, game: int, trusted: bool) -> None:
        """The rows but the game's own, and what the list of games says of it."""
        try:
            write_rows(session, rows, game, but=[_GAME])
        except IntegrityError:
            raise BadRows(translated("The rows of the file do not go together.")) from None
        try:
            opened = open_stored(session, game, head_of(session, game), self._rules_version)
        except CannotOpen as fault:
            if trusted:
                return
            raise BadRows(str(fault)) from None
        state = opened.state
        session.execute(
            update(Game)
            .where(col(Game.id) == game)
            .values(
                title=opened.setup.title,
                **round_columns(state.round.id),
                finished=state.finished,
                winners=winners(opened.rules, state),
            )
        )


def begin_journals(session: Session) -> None:
    """Begin the journals of games of before, which have none."""
    begun = select(col(JournalLink.game))
    for game in session.scalars(select(col(Game.id)).where(col(Game.id).not_in(begun))).all():
        assert game is not None
        note(session, game, begun_with(stored_rows(session, game), now()))


def add_game(session: Session, values: Mapping[str, Any]) -> int:
    """A row for a new game, with its table; its number, which no game had that was deleted, unless
    it is named.
    """
    game = _added(session, values)
    keep_table(session, game)
    return game


def _added(session: Session, values: Mapping[str, Any]) -> int:
    if values.get("id"):
        session.execute(insert(Game).values(**values))
        if session.connection().dialect.name == "postgresql":
            postgres.numbers_after(session)
        return int(values["id"])
    plain = {key: value for key, value in values.items() if key != "id"}
    found: Any = session.execute(insert(Game).values(**plain))
    game = int(found.inserted_primary_key[0])
    given = session.get(Meta, _GIVEN)
    if given is None or int(given.value) < game:
        return game
    number = int(given.value) + 1  # SQLite gives the highest number again
    session.execute(update(Game).where(col(Game.id) == game).values(id=number))
    return number


def _staying() -> list[str]:
    """The tables of which nothing is taken along, and the game's own row, on which they stand."""
    tables = SQLModel.metadata.sorted_tables
    return [_GAME, *(table.name for table in tables if table.info.get("stays"))]


def _note_given(session: Session, game: int) -> None:
    given = session.get(Meta, _GIVEN)
    if given is None:
        session.add(Meta(key=_GIVEN, value=str(game)))
    elif int(given.value) < game:
        given.value = str(game)
        session.add(given)
