"""Administration of games: rename, archive, delete, export, import and check them."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import aliased
from sqlmodel import Session, SQLModel, col

from companion.languages import format_text, gettext
from companion.rules.core.state import State
from companion.rules.data.player_names import shows, writable
from companion.store.db import acknowledged_versions, pg_notify, postgres
from companion.store.db.acknowledged_versions import AcknowledgedVersion
from companion.store.db.example_numbers import FIRST_EXAMPLE, is_example
from companion.store.db.tables import Game, JournalLink, Meta, round_columns
from companion.store.games.clocks import check_clock
from companion.store.games.packs import keep_pack, open_packs_of_file, packs_for_file
from companion.store.history.answered_forms import Noted
from companion.store.history.audit import Audit, audit_rows
from companion.store.history.game_changes import Changes
from companion.store.history.game_loader import head_of, open_stored, require_game, winners
from companion.store.history.hash_journal import PUT_BACK, News
from companion.store.history.hash_journal_diff import with_journal
from companion.store.history.import_check import check_rows
from companion.store.history.log_writer import note, now
from companion.store.history.records import BadRowsError, CannotOpenError, NoGameError
from companion.store.history.row_values import (
    HIGHEST,
    Rows,
    check_fitting,
    delete_rows,
    migrate_rows,
    stored_rows,
    write_rows,
)
from companion.store.people.programmed_actions import Programs
from companion.store.people.seats import table_row

LONGEST_NAME = 40  # characters of a game's name
_GIVEN = "given"  # key in ``meta``: the highest number of a deleted game
_GAME = str(Game.__tablename__)


class BadNameError(ValueError):
    """A game cannot have this name; the message says why."""


class GameAdmin:
    """Moves complete games into and out of the database, and checks them."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._database = changes.database
        self._memory = changes.memory
        self._rules_version = changes.rules_version

    def rename(self, game: int, name: str) -> None:
        """Rename the game; an empty name means the name of its title.

        Raises NoGameError, BadNameError.
        """
        name = " ".join(name.split())
        if len(name) > LONGEST_NAME:
            raise BadNameError(format_text("A name has {most} letters at most.", most=LONGEST_NAME))
        if name and not (all(map(writable, name)) and shows(name)):
            raise BadNameError(gettext("The name contains a character that cannot be shown."))
        self._set(game, name=name)

    def archive(self, game: int, archived: bool = True) -> None:
        """Archive the game, so that the list shows it separately, or undo that.

        Raises NoGameError.
        """
        self._set(game, is_archived=archived)

    def _set(self, game: int, **values: Any) -> None:
        with self._database.write() as session:
            require_game(session, game)
            session.execute(update(Game).where(col(Game.id) == game).values(**values))
            pg_notify.tell(session, game)
        self._changes.tell(game)

    def delete(self, game: int) -> None:
        """Delete the game permanently. Its number is not reused. Raises NoGameError."""
        with self._memory.lock_of(game):
            with self._database.write() as session:
                require_game(session, game, held=True)
                delete_rows(session, game)
                _note_given(session, game)
                acknowledged_versions.tell(session, game, "", "", forced=True)
                pg_notify.tell(session, game)
            self._memory.forget(game)
        self._changes.tell(game)

    def read_rows(self, game: int) -> Rows:
        """Return all stored rows of the game, without using any rules. Raises NoGameError."""
        with self._database.read() as session:
            require_game(session, game)
            rows = stored_rows(session, game)
            return {**rows, **packs_for_file(session, str(rows[_GAME][0]["title"]))}

    def audit(self, game: int, states: dict[int, State] | None = None) -> Audit:
        """Audit the game, in whatever state it is.

        Raises NoGameError.

        If ``states`` is given, fill it with the state after each row that was replayed.
        """
        last = self._database.last_answer(game)  # read first: the rows may contain later changes
        with self._database.read() as session:
            rows = stored_rows(session, game)
        if not any(rows.values()):
            raise NoGameError(format_text("There is no game {game}.", game=game))
        return audit_rows(rows, self._rules_version, states, game=game, answered=last)

    def find_missed_answers(self) -> dict[int, tuple[AcknowledgedVersion, int]]:
        """Find games that lost their last answered version.

        Return that answer and the current version of each. Deleted games are not included.
        """
        answers = self._database.last_answers()
        if not answers:
            return {}
        links = aliased(JournalLink)
        newest = select(func.max(col(links.number))).where(col(links.game) == col(Game.id))
        last = col(JournalLink.number) == newest.scalar_subquery()
        wanted = select(col(Game.id), col(Game.version), col(JournalLink.hash)).outerjoin(
            JournalLink, (col(JournalLink.game) == col(Game.id)) & last
        )
        found = {}
        with self._database.read() as session:
            for game, version, hash in session.execute(wanted):
                answer = answers.get(game)
                if answer is None or answer.hash == hash:
                    continue
                link = select(col(JournalLink.number)).where(
                    col(JournalLink.game) == game, col(JournalLink.hash) == answer.hash
                )
                if session.scalar(link) is None:
                    found[game] = answer, version
        return found

    def reserve(self, number: int) -> None:
        """Give new games only numbers above this one."""
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
        """Store a game with all its rows, which come from tables of ``version``; return its number.

        The rows are validated by the rules, unless they are known to be the companion's own. With
        ``number``, the game keeps that number, which must be free. Raises BadRowsError.
        """
        whole = self._check_import(rows, version, trusted)
        with self._database.write() as session:
            values = {**whole[_GAME][0], "id": number, "is_archived": False}
            game = add_game(session, values)
            self._write(session, whole, game, trusted)
            acknowledged_versions.tell(
                session, game, "", whole["journal"][-1]["hash"], forced=bool(number)
            )
            if noted:
                noted(session, game)
        return game

    def put_back(self, game: int, rows: Mapping[str, Any], version: str) -> None:
        """Replace the game by these rows, which are known to be the companion's own.

        Open screens of the game become stale. The journal records the replacement. Raises
        NoGameError, BadRowsError.
        """
        with self._database.read() as session:
            require_game(session, game)
        self.put_right(game, rows, version, News(PUT_BACK, {}, "", now()))

    def put_right(self, game: int, rows: Mapping[str, Any], version: str, *news: News) -> None:
        """Replace whatever is stored of the game by these rows.

        Open screens of the game become stale. Raises BadRowsError.
        """
        whole = self._check_import(rows, version, trusted=True)
        with self._memory.lock_of(game):
            with self._database.write() as session:
                before = session.scalar(select(col(Game.version)).where(col(Game.id) == game))
                values = {**whole[_GAME][0], "id": game}
                newest = max(values["version"], before if type(before) is int else 0)
                values["version"] = min(newest + 1, HIGHEST)
                delete_rows(session, game, but=_staying())
                Programs.forget_all(session, game)
                keep_pack(session, str(values["title"]))
                if before is None:
                    session.execute(insert(Game).values(**values))
                session.execute(update(Game).where(col(Game.id) == game).values(**values))
                self._write(session, whole, game, trusted=True)
                table_row(session, game)
                acknowledged_versions.tell(
                    session, game, "", whole["journal"][-1]["hash"], forced=True
                )
                if news:
                    note(session, game, *news)
                pg_notify.tell(session, game, values["version"])
            self._memory.forget(game)
        self._changes.tell(game, values["version"])

    def _check_import(self, rows: Mapping[str, Any], version: str, trusted: bool) -> Rows:
        open_packs_of_file(rows, trusted)
        whole = check_fitting(migrate_rows(rows, version))
        if not trusted:
            whole = check_rows(whole, self._rules_version)
            check_clock(whole)
        return {**whole, "journal": with_journal(whole, trusted)}

    def _write(self, session: Session, rows: Rows, game: int, trusted: bool) -> None:
        """Write all rows but the game's own, and update its columns for the list of games."""
        try:
            write_rows(session, rows, game, but=[_GAME])
        except IntegrityError:
            raise BadRowsError(gettext("The rows of the file do not match each other.")) from None
        try:
            opened = open_stored(session, game, head_of(session, game), self._rules_version)
        except CannotOpenError as fault:
            if trusted:
                return
            raise BadRowsError(str(fault)) from None
        state = opened.state
        session.execute(
            update(Game)
            .where(col(Game.id) == game)
            .values(
                title=opened.setup.title,
                **round_columns(state.round.id),
                end_reason=state.end_reason,
                winners=winners(opened.rules, state),
            )
        )


def add_game(session: Session, values: Mapping[str, Any]) -> int:
    """Insert a row for a new game and its table settings; return its number.

    The number was never used before, not even by a deleted game, unless ``values`` name it.
    """
    keep_pack(session, str(values["title"]))
    game = _insert_game(session, values)
    table_row(session, game)
    return game


def _insert_game(session: Session, values: Mapping[str, Any]) -> int:
    if values.get("id"):
        session.execute(insert(Game).values(**values))
        if session.connection().dialect.name == "postgresql":
            postgres.numbers_after(session)
        return int(values["id"])
    plain = {key: value for key, value in values.items() if key != "id"}
    if session.connection().dialect.name == "sqlite":  # it would go on from the highest number
        own = select(func.max(col(Game.id))).where(col(Game.id) < FIRST_EXAMPLE)
        plain["id"] = (session.scalar(own) or 0) + 1
    found: Any = session.execute(insert(Game).values(**plain))
    game = int(found.inserted_primary_key[0])
    given = session.get(Meta, _GIVEN)
    if given is None or int(given.value) < game:
        return game
    number = int(given.value) + 1  # SQLite would reuse the highest number
    session.execute(update(Game).where(col(Game.id) == game).values(id=number))
    return number


def _staying() -> list[str]:
    """List the tables whose rows do not move with a game, and the table of games itself."""
    tables = SQLModel.metadata.sorted_tables
    return [_GAME, *(table.name for table in tables if table.info.get("stays"))]


def _note_given(session: Session, game: int) -> None:
    if is_example(game):
        return
    given = session.get(Meta, _GIVEN)
    if given is None:
        session.add(Meta(key=_GIVEN, value=str(game)))
    elif int(given.value) < game:
        given.value = str(game)
        session.add(given)
