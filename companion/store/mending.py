"""The past mended, in the log: rows come in the place of others, which stay, set aside.

All of it is one link of the journal, and undone as one. So where a game was ever corrected, undo
and redo go by the links: a deed each, or a whole correction.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import exists, select, update
from sqlmodel import Session, col

from companion.languages import translated
from companion.rules.history_edit import (
    Decision,
    Fit,
    HistoryReplay,
    PastAction,
    ReplayedAction,
    replay_history,
)
from companion.rules.rulings import kept_to, waived
from companion.rules.title import RULES_VERSION
from companion.store.answers import Noted
from companion.store.changing import Changes
from companion.store.drafts import INSERT
from companion.store.journal import CORRECTION, REDO, UNDO, News
from companion.store.links import stacks, top
from companion.store.opening import must_be_there, rebuildable
from companion.store.past import Past
from companion.store.rebuilding import log_row, rebuild
from companion.store.records import (
    CORRECTED,
    DROPPED,
    STANDING,
    UNDONE,
    GameView,
    LogRow,
    NothingThere,
)
from companion.store.tables import JournalLink, Row
from companion.store.writing import Entered, Writer, note, now


class OlderRows(Exception):
    """The row, or one after it, was played under older rules: it is not played again."""


class Undecided(Exception):
    """Some of what followed does not fit any more, and nobody has said what becomes of it."""


@dataclass(frozen=True, slots=True)
class Amendment:
    """What is to become of the past: ``instead`` is done in the place of the ``row`` of the log, or
    before it where it is put in; nothing where the row is removed. ``decided`` is what the table
    says of later rows.
    """

    row: int
    way: str
    instead: tuple[Entered, ...] = ()
    decided: Mapping[int, Decision] | None = None


@dataclass(frozen=True, slots=True)
class WorkedOut:
    """What would become of a game: ``present`` as it stands, ``start`` before the row, the
    ``later`` rows from there on, and the course on the other past.
    """

    present: GameView
    start: GameView
    later: tuple[LogRow, ...]
    mended: HistoryReplay


class Mending:
    """Mends what was done before in the games of a database."""

    def __init__(self, changes: Changes, past: Past) -> None:
        self._changes = changes
        self._past = past
        self._database = changes.database
        self._memory = changes.memory

    def work_out(self, game: int, amendment: Amendment) -> WorkedOut:
        """What would become of the game. Nothing is done. Raises NoGame, CannotOpen, CannotRebuild,
        NothingThere where the row does not stand, OlderRows; Refused where what is put in cannot be
        done.
        """
        line = self._past.timeline(game)
        if amendment.row not in line.rows[1:]:
            raise NothingThere(translated("That row of the log does not stand any more."))
        start = self._past.at(game, line.before(amendment.row) or 0)
        present = self._past.at(game, line.rows[-1])
        with self._database.read() as session:
            opened = self._memory.current(session, game)
            rows = session.scalars(_standing(game, amendment.row)).all()
            later = tuple(log_row(opened.rules, row) for row in rows)
        if any(row.rules_version < opened.rules.since for row in later):
            raise OlderRows
        taken = [_taken(row) for row in later]
        found = replay_history(
            opened.rules,
            start.state,
            taken,
            [one.action for one in amendment.instead],
            0 if amendment.way == INSERT else 1,
            amendment.decided,
        )
        return WorkedOut(present, start, later, found)

    def mend(
        self,
        game: int,
        version: int,
        amendment: Amendment,
        why: str,
        by: str = "",
        noted: Noted | None = None,
    ) -> GameView:
        """Mend the past of the game as it was at ``version``; the game after it. Raises as
        ``work_out`` does, StaleVersion, and Undecided with nothing done.
        """
        with self._memory.locked(game):
            with self._database.read() as session:
                opened = self._memory.current(session, game)
                head = self._changes.require_version(opened.head, version)
            found = self.work_out(game, amendment)
            if found.mended.refused:
                raise Undecided
            writer, deed = _written(found, amendment, why, by, head.rows, game)
            before = found.start.tail[-1]
            n, depth = before.n, before.depth
            if writer.rows:
                n, depth = writer.rows[-1]["n"], writer.rows[-1]["depth"]
            rows = head.rows + len(writer.rows)
            after = self._changes.follow(opened, found.mended.state, rows, n, depth, deed)
            after = replace(after, corrected=True)
            others = [row.n for row in found.later]
            facts = {
                "row": amendment.row,
                "way": amendment.way,
                "why": why,
                "corrected_by": by,
                "others": others,
            }
            with self._database.write(alone=False, settled=False) as session:
                self._changes.write_head(session, game, version, after)
                _set(session, game, col(Row.status) == UNDONE, DROPPED)
                _set(session, game, col(Row.n).in_(others), CORRECTED)
                if writer.rows:
                    writer.write(session, correction=facts)
                else:
                    note(session, game, News(CORRECTION, {**facts, "rows": []}, by, now()))
                if noted:
                    noted(session, game)
            return self._changes.finish(game, after)

    # --- undo and redo, link by link

    def is_corrected(self, game: int) -> bool:
        """Was the past of the game ever mended?"""
        wanted = exists().where(col(JournalLink.game) == game, col(JournalLink.kind) == CORRECTION)
        with self._database.ask() as session:
            return bool(session.scalar(select(wanted)))

    def corrections(self, game: int) -> list[Mapping[str, Any]]:
        """What was mended, in order: for each the ``row`` it was about, the ``way``, ``why``,
        ``corrected_by`` whom and ``at`` which moment, the marks of its ``rows``, and the ``others``
        that it set aside.
        """
        wanted = (
            select(JournalLink)
            .where(col(JournalLink.game) == game, col(JournalLink.kind) == CORRECTION)
            .order_by(col(JournalLink.k))
        )
        with self._database.ask() as session:
            return [{**link.facts, "at": link.at} for link in session.scalars(wanted)]

    def links(self, game: int) -> list[tuple[str, Mapping[str, Any]]]:
        """The links of the journal in order: the kind of each and its facts."""
        with self._database.ask() as session:
            return [(kind, facts) for kind, facts in session.execute(_links(game))]

    def move_links(
        self, game: int, version: int, deeds: int, by: str, noted: Noted | None
    ) -> GameView:
        """Take the last links back, or let the first that were taken back stand again: so many
        deeds, but nothing beyond a correction.
        """
        with self._memory.locked(game):
            with self._database.read() as session:
                opened = self._memory.current(session, game)
                self._changes.require_version(opened.head, version)
                links = session.execute(_links(game)).all()
            done, undone = stacks((link.kind, link.facts) for link in links)
            moved = top(done if deeds < 0 else undone, abs(deeds))
            if not moved:
                raise NothingThere(
                    translated("There is not that much to undo.")
                    if deeds < 0
                    else translated("There is not that much to redo.")
                )
            rows = sorted(n for link in moved for n in link.rows)
            others = sorted(n for link in moved for n in link.others)
            at = now()
            with self._database.write(alone=False, settled=False) as session:
                must_be_there(session, game, held=True)
                back = {"undone_by": by, "undone_at": at} if deeds < 0 else {}
                one, other = (UNDONE, STANDING) if deeds < 0 else (STANDING, CORRECTED)
                _set(session, game, col(Row.n).in_(rows), one, **back)
                _set(session, game, col(Row.n).in_(others), other)
                last = session.scalars(
                    _standing(game, 0).order_by(None).order_by(col(Row.n).desc()).limit(1)
                ).one()
                with rebuildable():
                    state = rebuild(session, game, opened.judges, last.n)
                after = self._changes.follow(
                    opened, state, opened.head.rows, last.n, last.depth, last.deed
                )
                self._changes.write_head(session, game, version, after)
                facts: dict[str, Any] = {"rows": rows}
                if others:
                    facts["others"] = others
                note(session, game, News(UNDO if deeds < 0 else REDO, facts, by, at))
                if noted:
                    noted(session, game)
            return self._changes.finish(game, after)


def _standing(game: int, row: int) -> Any:
    """The rows that stand, from one on, in order."""
    return (
        select(Row)
        .where(col(Row.game) == game, col(Row.n) >= row, col(Row.status) == STANDING)
        .order_by(col(Row.n))
    )


def _links(game: int) -> Any:
    return (
        select(col(JournalLink.kind), col(JournalLink.facts))
        .where(col(JournalLink.game) == game)
        .order_by(col(JournalLink.k))
    )


def _set(session: Session, game: int, which: Any, status: str, **more: Any) -> None:
    values = {"status": status, "undone_by": None, "undone_at": None, **more}
    if status in (DROPPED, CORRECTED):
        values = {"status": status}
    session.execute(update(Row).where(col(Row.game) == game, which).values(**values))


def _taken(row: LogRow) -> PastAction:
    assert row.action is not None
    return PastAction(row.n, row.action, waived(row.ruling))


# --- what is written


def _written(
    found: WorkedOut, amendment: Amendment, why: str, by: str, rows: int, game: int
) -> tuple[Writer, int]:
    """The rows that come in the place of the others, and the deeds up to the last of them."""
    writer = Writer(game, RULES_VERSION)
    before = found.start.tail[-1]
    n, depth, deed = rows, before.depth, before.deed
    later = {row.n: row for row in found.later}
    of: int | None = None
    for step in found.mended.done:
        assert step.outcome is not None
        old = later.get(step.n)
        n, depth = n + 1, depth + 1
        if old is None or old.deed != of:
            deed += 1
        of = old.deed if old else None
        round = step.before.round.id
        writer.add(n, depth, deed, _entered(step, old, why, by), round, step.outcome)
    return writer, deed


def _entered(step: ReplayedAction, old: LogRow | None, why: str, by: str) -> Entered:
    """A row as it is written: by whom and when it was entered first, and with the ruling by which
    it stands.
    """
    if old is None:
        ruling = kept_to(step.refusals, why).to_json() if step.refusals else None
        return Entered(step.action, by, ruling=ruling, reason=why)
    ruling = None
    if step.fit is Fit.RULED:
        ruling = kept_to(step.refusals, _word(old, why)).to_json()
    return Entered(step.action, old.by, old.at, ruling, old.reason, stands_for=old.n)


def _word(old: LogRow, why: str) -> str:
    """Why a row was ruled before; else why the past is mended."""
    return str(old.ruling["why"]) if old.ruling else why
