"""Undo and redo of the last deeds of a game.

A game with an edited past uses the links of its journal: each is a deed or a complete edit. Other
games use the numbers of their deeds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, exists, select, update
from sqlmodel import Session, col

from companion.languages import gettext
from companion.rules.opening.opening_step import is_opening
from companion.store.clock.clock_writer import ClockWriter
from companion.store.db.tables import JournalLink, Row
from companion.store.history.answered_forms import Noted
from companion.store.history.game_changes import Changes
from companion.store.history.game_loader import (
    Opened,
    Point,
    catch_not_rebuildable,
    head_of,
    require_game,
)
from companion.store.history.hash_journal import CORRECTION, REDO, UNDO, News
from companion.store.history.log_writer import note, now
from companion.store.history.records import (
    CORRECTED,
    ON_THE_WAY,
    STANDING,
    UNDONE,
    GameView,
    NothingToUndoError,
    require_version,
)
from companion.store.history.snapshot_replay import rebuild
from companion.store.history.undo_stacks import stacks, top

# the target if it is known, the rows to move, and the rows that an edit replaced
Move = tuple[Point | None, ColumnElement[bool], list[int]]


class Undo:
    """Undoes and redoes deeds in the games of a database."""

    def __init__(self, changes: Changes, clock: ClockWriter) -> None:
        self._changes = changes
        self._clock = clock

    def move(self, game: int, version: int, deeds: int, by: str, noted: Noted | None) -> GameView:
        """Undo (below 0) or redo that many deeds, but nothing beyond an edit of the past."""
        changes, back = self._changes, deeds < 0
        with changes.memory.lock_of(game):
            opened = changes.open_game(game, version)
            if opened.corrected is None:
                with changes.database.ask() as session:
                    opened = replace(opened, corrected=is_edited(session, game))
            find = self._by_links if opened.corrected else self._by_numbers
            point, which, others = find(game, opened, deeds)
            at = now()
            with changes.database.write(alone=False, settled=False) as session:
                require_game(session, game, held=True)
                found = select(col(Row.number)).where(col(Row.game) == game, which)
                rows = session.scalars(found.order_by(col(Row.number))).all()
                if back:
                    _require_after_opening(session, game, rows)
                undone = {"undone_by": by, "undone_at": at} if back else {}
                set_status(session, game, rows, UNDONE if back else STANDING, **undone)
                set_status(session, game, others, STANDING if back else CORRECTED)
                point = point or _last_point(session, game, opened)
                place = (point.n, point.depth, point.deeds)
                after = changes.follow(opened, point.state, opened.head.rows, *place)
                if not opened.corrected:
                    after = replace(after, points=opened.points_until())
                changes.write_head(session, game, version, after)
                facts = {"rows": list(rows), **({"others": others} if others else {})}
                note(session, game, News(UNDO if back else REDO, facts, by, at))
                self._clock.note_move(session, game, opened.rules, point.state, deeds)
                if noted:
                    noted(session, game)
                view = changes.look(session, game, after)
            return changes.finish(game, after, view)

    def _by_numbers(self, game: int, opened: Opened, deeds: int) -> Move:
        """Find the target by the number of its deed. Its state is cached or replayed."""
        head, target = opened.head, opened.head.deeds + deeds
        on_the_way = col(Row.status).in_(ON_THE_WAY)
        point = next((p for p in opened.points if deeds and p.deeds == target), None)
        if point is None:
            there = (col(Row.game) == game, col(Row.deed) == target, on_the_way)
            with self._changes.database.read() as session, catch_not_rebuildable():
                require_version(head_of(session, game).version, head.version)
                last = select(Row).where(*there).order_by(col(Row.number).desc()).limit(1)
                row = session.scalars(last).one_or_none()
                if deeds == 0 or row is None or target < 0:
                    raise _nothing_there(deeds)
                state = rebuild(session, game, opened.rules, row.number)
                point = Point(row.number, row.depth, target, state)
        first, until = sorted((point.n, head.head))
        return point, on_the_way & (col(Row.number) > first) & (col(Row.number) <= until), []

    def _by_links(self, game: int, opened: Opened, deeds: int) -> Move:
        """Find the rows by the links of the journal.

        The state is known when the rows have moved.
        """
        with self._changes.database.read() as session:
            require_version(head_of(session, game).version, opened.head.version)
            done, undone = stacks(journal_links(session, game))
        moved = top(done if deeds < 0 else undone, abs(deeds))
        if not moved:
            raise _nothing_there(deeds)
        rows = [n for link in moved for n in link.rows]
        return None, col(Row.number).in_(rows), sorted(n for link in moved for n in link.others)


def _nothing_there(deeds: int) -> NothingToUndoError:
    return NothingToUndoError(
        gettext("There is not that much to undo.")
        if deeds < 0
        else gettext("There is not that much to redo.")
    )


def _require_after_opening(session: Session, game: int, rows: Sequence[int]) -> None:
    """Refuse to undo the opening position. Raises NothingToUndoError."""
    wanted = select(col(Row.action)).where(col(Row.game) == game, col(Row.number).in_(rows))
    if any(is_opening(action) for action in session.scalars(wanted)):
        raise NothingToUndoError(
            gettext("The game begins with this position: nothing before it can be undone.")
        )


def _last_point(session: Session, game: int, opened: Opened) -> Point:
    """Replay the state after the last standing row. Raises CannotRebuildError."""
    standing = (col(Row.game) == game, col(Row.status) == STANDING)
    newest = select(Row).where(*standing).order_by(col(Row.number).desc()).limit(1)
    last = session.scalars(newest).one()
    with catch_not_rebuildable():
        state = rebuild(session, game, opened.rules, last.number)
    return Point(last.number, last.depth, last.deed, state)


def is_edited(session: Session, game: int) -> bool:
    """Was the past of the game ever edited?"""
    wanted = exists().where(col(JournalLink.game) == game, col(JournalLink.kind) == CORRECTION)
    return bool(session.scalar(select(wanted)))


def journal_links(session: Session, game: int) -> list[tuple[str, Mapping[str, Any]]]:
    """List kind and facts of the journal's links, in order."""
    wanted = select(col(JournalLink.kind), col(JournalLink.facts))
    ordered = wanted.where(col(JournalLink.game) == game).order_by(col(JournalLink.number))
    return [(kind, facts) for kind, facts in session.execute(ordered)]


def set_status(
    session: Session, game: int, rows: Sequence[int], status: str, **undone: Any
) -> None:
    """Set the status of these rows; ``undone`` holds who undid them and when."""
    values: dict[str, Any] = {"status": status}
    if status in (STANDING, UNDONE):
        values |= {"undone_by": None, "undone_at": None, **undone}
    there = (col(Row.game) == game, col(Row.number).in_(rows))
    session.execute(update(Row).where(*there).values(**values))
