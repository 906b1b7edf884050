"""Edits of the past in the log: new rows replace others, which are set aside.

An edit is one link of the journal, and undo treats it as one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from companion.languages import gettext
from companion.rules.amend.history_edit import (
    HistoryReplay,
    PastAction,
    ReplayedAction,
    ReplayResult,
    replay_history,
)
from companion.rules.amend.rulings import read_waived_codes, ruling_for
from companion.rules.judge.rules import RULES_VERSION
from companion.store.clock.clock_writer import ClockWriter
from companion.store.db.tables import JournalLink, Row
from companion.store.games.undo import journal_links, set_status
from companion.store.history.answered_forms import Noted, combine_notes
from companion.store.history.drafts import INSERT, Draft
from companion.store.history.game_changes import Changes
from companion.store.history.hash_journal import CORRECTION
from companion.store.history.log_writer import Entered, Writer
from companion.store.history.past_states import PastStates
from companion.store.history.records import (
    CORRECTED,
    STANDING,
    GameView,
    LogRow,
    NothingToUndoError,
    require_version,
)
from companion.store.history.snapshot_replay import log_row


class UndecidedError(Exception):
    """Some later actions no longer fit, and the table has not decided about them."""


@dataclass(frozen=True, slots=True)
class EditPreview:
    """The preview of an edit: the ``present`` game, and the game at the ``start`` of the edit.

    ``later`` are the rows from there on, and ``replay`` is their replay on the new past.
    """

    present: GameView
    start: GameView
    later: tuple[LogRow, ...]
    replay: HistoryReplay


class HistoryEdits:
    """Edits the past of the games of a database."""

    def __init__(self, changes: Changes, past: PastStates, clock: ClockWriter) -> None:
        self._changes = changes
        self._clock = clock
        self._past = past
        self._database = changes.database
        self._memory = changes.memory

    def preview(self, draft: Draft) -> EditPreview:
        """Replay the game on the new past.

        Nothing is written.

        Raises NoGameError, CannotOpenError, CannotRebuildError, NothingToUndoError if the row does
        not stand, and RefusedError if a deed of the draft is impossible.
        """
        game, n = draft.game, draft.row
        line = self._past.timeline(game)
        if n is None or n not in line.rows[1:]:
            raise NothingToUndoError(gettext("That row of the log no longer counts."))
        start = self._past.at(game, line.before(n) or 0)
        present = self._past.at(game, line.rows[-1])
        standing = (col(Row.game) == game, col(Row.status) == STANDING)
        with self._database.read() as session:
            rules = self._memory.current(session, game).rules
            rows = select(Row).where(*standing, col(Row.number) >= n).order_by(col(Row.number))
            later = tuple(log_row(rules, row) for row in session.scalars(rows))
        taken = [
            PastAction(row.n, action, read_waived_codes(row.ruling))
            for row in later
            if (action := row.action)
        ]
        instead = [one.action for one in draft.entered]
        replaces = 0 if draft.way == INSERT else 1
        replay = replay_history(rules, start.state, taken, instead, replaces, decided=draft.decided)
        return EditPreview(present, start, later, replay)

    def accept(
        self, draft: Draft, version: int, why: str, by: str = "", noted: Noted | None = None
    ) -> GameView:
        """Write the edit of the game as it was at ``version``.

        Raises as ``preview`` does, and StaleVersionError and UndecidedError, with nothing written.
        """
        game, changes = draft.game, self._changes
        with self._memory.lock_of(game):
            with self._database.read() as session:
                opened = self._memory.current(session, game)
            head = opened.head
            require_version(head.version, version)
            found = self.preview(draft)
            if found.replay.refused:
                raise UndecidedError
            writer = _write_rows(found, why, by, head.rows, game)
            before, rows = found.start.tail[-1], head.rows + len(writer.rows)
            n, depth, deed = before.n, before.depth, before.deed
            if writer.rows:
                n, depth, deed = (writer.rows[-1][key] for key in ("number", "depth", "deed"))
            after = changes.follow(opened, found.replay.state, rows, n, depth, deed)
            after = replace(after, corrected=True)
            others = [row.n for row in found.later]
            facts = {
                "row": draft.row,
                "purpose": draft.way,
                "why": why,
                "corrected_by": by,
                "others": others,
            }

            def change(session: Session) -> None:
                set_status(session, game, others, CORRECTED)
                writer.write(session, correction=facts)

            timed = self._clock.note_edit(opened.rules, found.replay.state)
            return changes.write(game, version, after, change, combine_notes(timed, noted))

    def of(self, game: int) -> list[Mapping[str, Any]]:
        """List the edits in order.

        Each has its ``row``, ``purpose``, ``why``, ``corrected_by``, ``created_at``, the marks of
        its ``rows``, and the ``others`` that it set aside.
        """
        edits = (col(JournalLink.game) == game, col(JournalLink.kind) == CORRECTION)
        wanted = select(JournalLink).where(*edits).order_by(col(JournalLink.number))
        with self._database.ask() as session:
            return [
                {**link.facts, "created_at": link.created_at} for link in session.scalars(wanted)
            ]

    def links(self, game: int) -> list[tuple[str, Mapping[str, Any]]]:
        """List kind and facts of the journal's links, in order."""
        with self._database.ask() as session:
            return journal_links(session, game)


def _write_rows(found: EditPreview, why: str, by: str, n: int, game: int) -> Writer:
    """Write the rows that replace the later ones; they are numbered from ``n`` + 1."""
    writer = Writer(game, RULES_VERSION)
    before = found.start.tail[-1]
    depth, deed = before.depth, before.deed
    later = {row.n: row for row in found.later}
    last: int | None = None  # the deed of the past that the row before this one belongs to
    for step in found.replay.done:
        assert step.outcome is not None
        old = later.get(step.n)
        n, depth = n + 1, depth + 1
        if old is None or old.deed != last:
            deed += 1
        last = old.deed if old else None
        entered = _restate(step, old, why, by)
        writer.add(n, depth, deed, entered, step.before.round.id, step.outcome)
    return writer


def _restate(step: ReplayedAction, old: LogRow | None, why: str, by: str) -> Entered:
    """Return the entry of a row.

    One that stands for an ``old`` row keeps its author, its time and the reason of its ruling.
    """
    reason = str(old.ruling["why"]) if old and old.ruling else why
    refusals = step.refusals if old is None or step.fit is ReplayResult.RULED else ()
    ruling = ruling_for(refusals, reason).to_json() if refusals else None
    if old is None:
        return Entered(step.action, by, ruling=ruling, reason=why)
    return Entered(step.action, old.by, old.at, ruling, old.reason, stands_for=old.n)
