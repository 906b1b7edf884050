"""Rebuilding a moment of a game: the nearest snapshot before it, and the actions since."""

import contextlib
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlmodel import Session, col

from companion.ledger.entries import LedgerFault
from companion.rules import codec
from companion.rules.actions import read_action
from companion.rules.change import Event
from companion.rules.refusals import Refused
from companion.rules.rules import Rules
from companion.rules.state import State, state_from_json
from companion.store.records import DROPPED, CannotRebuild, LogRow
from companion.store.tables import Row, Snapshot


def _events(stored: list[Any]) -> Iterator[Event]:
    """The events as they were told; one of a kind that these rules no longer know is left out."""
    for event in stored:
        with contextlib.suppress(ValueError, TypeError):
            yield codec.from_json(event)


def log_row(row: Row) -> LogRow:
    """The row as it is handed out."""
    return LogRow(
        n=row.n,
        depth=row.depth,
        deed=row.deed,
        action_json=row.action,
        by=row.by,
        at=row.at,
        round=row.round,
        status=row.status,
        rules_version=row.rules_version,
        events=tuple(_events(row.events)),
        undone_by=row.undone_by,
        undone_at=row.undone_at,
    )


def read_state(rules: Rules, stored: dict[str, Any]) -> State | None:
    """The state as stored, None when these rules cannot read it."""
    try:
        state = state_from_json(stored, rules.data.map)
        rules.check(state)
    except (ValueError, KeyError, TypeError, AttributeError, LedgerFault):
        return None
    return state


def step(rules: Rules, before: State | None, row: LogRow) -> State | None:
    """The state after ``row``, None where these rules cannot tell."""
    if row.action_json is None:
        return rules.start().state
    if before is None:
        return None
    try:
        return rules.apply(before, read_action(row.action_json)).state
    except (Refused, ValueError):
        return None


def chain(session: Session, game: int, after: int, until: int) -> Sequence[Row]:
    """The rows a state rests on: those not dropped with after < n <= until."""
    return session.scalars(
        select(Row)
        .where(
            col(Row.game) == game,
            col(Row.n) > after,
            col(Row.n) <= until,
            col(Row.status) != DROPPED,
        )
        .order_by(col(Row.n))
    ).all()


def rebuild(session: Session, game: int, rules: Rules, n: int) -> State:
    """The state after row ``n``. Raises CannotRebuild.

    A snapshot that these rules cannot read, or from which they cannot go on, is passed over for an
    earlier one, and at last for the beginning.
    """
    numbers = session.scalars(
        select(col(Snapshot.n))
        .where(col(Snapshot.game) == game, col(Snapshot.n) <= n)
        .order_by(col(Snapshot.n).desc())
    ).all()
    for number in numbers:
        state = read_state(rules, session.get_one(Snapshot, (game, number)).state)
        state = _go_on(rules, state, chain(session, game, number, n))
        if state is not None:
            return state
    state = _go_on(rules, rules.start().state, chain(session, game, 0, n))
    if state is None:
        raise CannotRebuild(
            "This moment was played under older rules, and these cannot rebuild it. "
            "The game goes on from where it stands."
        )
    return state


def _go_on(rules: Rules, state: State | None, rows: Sequence[Row]) -> State | None:
    for row in rows:
        if state is None:
            return None
        state = step(rules, state, log_row(row))
    return state
