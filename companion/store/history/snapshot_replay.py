"""The rebuilding of past states: take the nearest snapshot before, and replay the actions since."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import and_, select
from sqlmodel import Session, col

from companion.languages import gettext
from companion.rules.core.change import Event
from companion.rules.core.rounds import OPENING
from companion.rules.core.state import State, state_from_json
from companion.rules.data import codec
from companion.rules.judge.rules import Rules
from companion.rules.opening.opening_step import is_opening
from companion.store.db.tables import Row, Snapshot, round_of
from companion.store.history.log_replay import UNREADABLE, state_after
from companion.store.history.records import ON_THE_WAY, CannotRebuildError, LogRow


def log_row(rules: Rules, row: Row) -> LogRow:
    """Convert a stored row. Raises ValueError when a part of it is damaged."""
    counts = all(type(n) is int for n in (row.number, row.depth, row.deed, row.rules_version))
    if not counts or not isinstance(row.action, dict | None):
        raise ValueError(f"a row of the log is damaged: {row.number}")
    return LogRow(
        n=row.number,
        depth=row.depth,
        deed=row.deed,
        action_json=row.action,
        by=row.author,
        at=row.created_at,
        round=OPENING if is_opening(row.action) else round_of(row),
        status=row.status,
        rules_version=row.rules_version,
        events=tuple(_event(rules, event) for event in row.events),
        undone_by=row.undone_by,
        undone_at=row.undone_at,
        ruling=row.ruling,
        reason=row.reason,
        stands_for=row.repeated_row,
    )


def _event(rules: Rules, stored: Any) -> Event:
    """Return an event as stored.

    An event that these rules cannot describe keeps only its plain facts. Its kind gets a suffix
    that no other has, so that it is shown as it is and no code acts on it.
    """
    try:
        event = codec.from_json(stored)
    except UNREADABLE:
        event = None
    if isinstance(event, Event) and rules.words.event_words(event):
        return event
    told = stored if isinstance(stored, dict) else {}
    facts = told.get("facts")
    kind = str(told.get("kind", "something"))
    return Event(f"{kind}{AS_STORED}", dict(_plain(facts if isinstance(facts, dict) else {})))


AS_STORED = ", as it is stored"


def _plain(facts: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the names and numbers among the facts, also from nested facts."""
    for key, value in facts.items():
        if isinstance(value, dict):
            for part, inner in value.items():
                if part != codec.TYPE_KEY and not isinstance(inner, dict | list):
                    yield f"{key} {part}", inner
        elif not isinstance(value, list) or not any(isinstance(v, dict | list) for v in value):
            yield key, value


def read_state(rules: Rules, stored: dict[str, Any]) -> State | None:
    """Read a stored state; None if these rules cannot read it."""
    try:
        state = state_from_json(stored, rules.data.map)
        rules.inventory.check(state)
        rules.waiting(state)
    except UNREADABLE:
        return None
    return state


def chain(session: Session, game: int, after: int, until: int) -> Sequence[Row]:
    """Return the rows below a state: those standing or undone with after < n <= until."""
    return session.scalars(
        select(Row)
        .where(
            col(Row.game) == game,
            col(Row.number) > after,
            col(Row.number) <= until,
            col(Row.status).in_(ON_THE_WAY),
        )
        .order_by(col(Row.number))
    ).all()


def rows_before(session: Session, game: int, n: int, most: int) -> Sequence[Row]:
    """Return the last ``most`` standing or undone rows before row ``n``, oldest first."""
    wanted = (col(Row.game) == game, col(Row.number) < n, col(Row.status).in_(ON_THE_WAY))
    last = select(Row).where(*wanted).order_by(col(Row.number).desc()).limit(most)
    return session.scalars(last).all()[::-1]


def rebuild(session: Session, game: int, rules: Rules, n: int) -> State:
    """Rebuild the state after row ``n``.

    Raises CannotRebuildError.

    If these rules cannot read a snapshot, or cannot continue from it, an earlier one is tried, and
    at last the beginning. Snapshots of dropped or corrected rows are skipped, because they belong
    to another course of the game.
    """
    numbers = session.scalars(
        select(col(Snapshot.row))
        .join(Row, and_(col(Row.game) == col(Snapshot.game), col(Row.number) == col(Snapshot.row)))
        .where(col(Snapshot.game) == game, col(Snapshot.row) <= n)
        .where(col(Row.status).in_(ON_THE_WAY))
        .order_by(col(Snapshot.row).desc())
    ).all()
    for number in numbers:
        state = read_state(rules, session.get_one(Snapshot, (game, number)).state)
        if state is not None:
            state = play_rows(session, game, rules, state, number, n)
        if state is not None:
            return state
    state = play_rows(session, game, rules, None, -1, n)
    if state is None:
        raise CannotRebuildError(
            gettext(
                "This moment cannot be rebuilt from the log. The game continues from where it is."
            )
        )
    return state


def play_rows(
    session: Session, game: int, rules: Rules, state: State | None, after: int, until: int
) -> State | None:
    """Play from the state after row ``after`` to that after row ``until``; None if that fails."""
    for row in chain(session, game, after, until):
        state = state_after(rules, state, row.action, row.ruling)
        if state is None:
            return None
    return state
