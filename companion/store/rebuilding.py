"""Rebuilding a moment of a game: the nearest snapshot before it, and the actions since."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import and_, select
from sqlmodel import Session, col

from companion import titles
from companion.ledger.entries import LedgerFault, Posting
from companion.rules import codec
from companion.rules.actions import Action, Pass, read_action
from companion.rules.change import Event
from companion.rules.refusals import ALL_SOFT, Refused
from companion.rules.rules import RULES_VERSION, Outcome, Rules
from companion.rules.setup import Setup
from companion.rules.state import State, state_from_json
from companion.store.books import postings
from companion.store.records import DROPPED, CannotRebuild, LogRow
from companion.store.tables import Row, Snapshot

# What reading a row raises that other code has written, or that has suffered.
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, LedgerFault)

Postings = tuple[Posting, ...]


def log_row(rules: Rules, row: Row) -> LogRow:
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
        events=tuple(_event(rules, event) for event in row.events),
        undone_by=row.undone_by,
        undone_at=row.undone_at,
    )


def _event(rules: Rules, stored: Any) -> Event:
    """An event as it was told. One that these rules cannot tell keeps what is plain in it, under a
    name that none of their own has: it is told as it stands, and read by nobody.
    """
    try:
        event = codec.from_json(stored)
    except UNREADABLE:
        event = None
    if isinstance(event, Event) and rules.knows(event):
        return event
    told = stored if isinstance(stored, dict) else {}
    facts = told.get("facts")
    kind = str(told.get("kind", "something"))
    return Event(f"{kind}{AS_STORED}", dict(_plain(facts if isinstance(facts, dict) else {})))


AS_STORED = ", as it is stored"


def _plain(facts: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The names and numbers among facts, those of a part of them too."""
    for key, value in facts.items():
        if isinstance(value, dict):
            for part, inner in value.items():
                if part != "is" and not isinstance(inner, dict | list):
                    yield f"{key} {part}", inner
        elif not isinstance(value, list) or not any(isinstance(v, dict | list) for v in value):
            yield key, value


def read_state(rules: Rules, stored: dict[str, Any]) -> State | None:
    """The state as stored, None when these rules cannot read it."""
    try:
        state = state_from_json(stored, rules.data.map)
        rules.check(state)
        rules.waiting(state)
    except UNREADABLE:
        return None
    return state


class Judges:
    """The rules of one game, as each version of them read the book."""

    def __init__(self, setup: Setup, rules: Rules) -> None:
        self.setup = setup
        self.now = rules
        self._older: dict[int, Rules] = {}

    def of(self, version: int) -> Rules:
        """These rules, or as near to an older version of them as they can come."""
        if version == RULES_VERSION:
            return self.now
        if version not in self._older:
            self._older[version] = titles.rules_for(self.setup, version)
        return self._older[version]

    def step(
        self,
        before: State | None,
        version: int,
        action: Mapping[str, Any] | None,
        entries: Sequence[Postings],
    ) -> State | None:
        """The state after an action (None: the beginning), played under the rules of ``version``;
        None where these rules cannot tell.

        What older rules played is taken only where it moves the money that ``entries`` say it did.
        """
        rules = self.of(version)
        try:
            if action is None:
                outcome = rules.start()
            elif before is None:
                return None
            elif version == RULES_VERSION:
                return rules.apply(before, read_action(action)).state
            else:
                outcome = _by_older(rules, before, read_action(action))
        except (Refused, *UNREADABLE):
            return None
        as_before = tuple(entry.postings for entry in outcome.entries) == tuple(entries)
        return outcome.state if as_before or version == RULES_VERSION else None


MOST_PASSES = 8


def _by_older(rules: Rules, before: State, action: Action) -> Outcome:
    """What an action did that older rules allowed. Raises Refused.

    These rules may wait for somebody where older ones went on by themselves: then he passes, as far
    as that moves no money.
    """
    state = before
    for _ in range(MOST_PASSES):
        try:
            return rules.apply(state, action, waive=ALL_SOFT)
        except Refused as refused:
            state = _passed(rules, state, refused)
    return rules.apply(state, action, waive=ALL_SOFT)


def _passed(rules: Rules, state: State, refused: Refused) -> State:
    """The state after whoever is waited for has passed. Raises ``refused`` where he cannot."""
    for offer in rules.offers(state):
        if isinstance(offer.action, Pass) and offer.allowed:
            outcome = rules.apply(state, offer.action)
            if not outcome.entries:
                return outcome.state
    raise refused


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


def rebuild(session: Session, game: int, judges: Judges, n: int) -> State:
    """The state after row ``n``. Raises CannotRebuild.

    A snapshot that these rules cannot read, or from which they cannot go on, is passed over for an
    earlier one, and at last for the beginning. What was dropped has left snapshots too: they tell
    of another course of the game.
    """
    numbers = session.scalars(
        select(col(Snapshot.n))
        .join(Row, and_(col(Row.game) == col(Snapshot.game), col(Row.n) == col(Snapshot.n)))
        .where(col(Snapshot.game) == game, col(Snapshot.n) <= n, col(Row.status) != DROPPED)
        .order_by(col(Snapshot.n).desc())
    ).all()
    for number in numbers:
        state = read_state(judges.now, session.get_one(Snapshot, (game, number)).state)
        if state is not None:
            state = _go_on(session, game, judges, state, number, n)
        if state is not None:
            return state
    state = _go_on(session, game, judges, None, -1, n)
    if state is None:
        raise CannotRebuild(
            "This moment was played under older rules, and these cannot rebuild it. "
            "The game goes on from where it stands."
        )
    return state


def _go_on(
    session: Session, game: int, judges: Judges, state: State | None, after: int, until: int
) -> State | None:
    """From the state after row ``after`` to that after row ``until``; None where that fails."""
    entries = postings(session, game, after, until)
    for row in chain(session, game, after, until):
        state = judges.step(state, row.rules_version, row.action, entries[row.n])
        if state is None:
            return None
    return state
