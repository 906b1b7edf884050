"""The writer of clock events, in the transactions of the changes that cause them."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import func, insert, select
from sqlmodel import Session, col

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.consenting_parties import parties
from companion.rules.judge.rules import Rules
from companion.store.clock.events import CONSENT, DEED, EDIT, REDO, SET, UNDO, Turn
from companion.store.db.tables import ClockRow, Game

Note = Callable[[Session, int], None]


def find_turn(rules: Rules, state: State) -> Turn:
    """Return the turn that the game waits in."""
    operating = state.round.operating
    asked = "" if state.end_reason else rules.actor(state) or ""
    if operating is None:
        return Turn(asked, state.round.id)
    company = operating.company
    trains = sum(1 for card in state.trains.values() if card.place == company)
    director = rules.holdings.director(rules, state, company) or ""
    return Turn(asked, state.round.id, company, director, trains)


class ClockWriter:
    """Appends events to the clocks of games. ``time`` returns the present moment in UTC.

    Nothing is written for a game that never had a clock.
    """

    def __init__(self, time: Callable[[], datetime]) -> None:
        self.time = time

    def append(self, session: Session, game: int, kind: str, facts: Mapping[str, Any]) -> None:
        """Append an event in this transaction."""
        newest = select(func.max(col(ClockRow.number))).where(col(ClockRow.game) == game)
        if kind != SET and session.scalar(newest) is None:
            return
        session.execute(select(col(Game.id)).where(col(Game.id) == game).with_for_update())
        last = session.scalar(newest)
        number = 0 if last is None else last + 1
        event = {"kind": kind, "facts": dict(facts), "created_at": self.time()}
        session.execute(insert(ClockRow).values(game=game, number=number, **event))

    def note_deed(self, rules: Rules, before: State, action: Action, after: State) -> Note:
        """Return a note of a deed that begins with that action."""
        found = parties(rules, before, action)
        facts = {"doer": found[0] if found else "", **find_turn(rules, after).to_json()}
        return lambda session, game: self.append(session, game, DEED, facts)

    def note_edit(self, rules: Rules, after: State) -> Note:
        """Return a note of an edit of the past."""
        facts = find_turn(rules, after).to_json()
        return lambda session, game: self.append(session, game, EDIT, facts)

    def note_move(
        self, session: Session, game: int, rules: Rules, after: State, deeds: int
    ) -> None:
        """Note that deeds were undone (below 0) or redone."""
        facts = {"deeds": abs(deeds), **find_turn(rules, after).to_json()}
        self.append(session, game, UNDO if deeds < 0 else REDO, facts)

    def note_consent(
        self, session: Session, game: int, waits_for: list[str], proposers: list[str]
    ) -> None:
        """Note which seats are asked to agree to proposals, and who proposed."""
        self.append(session, game, CONSENT, {"waits_for": waits_for, "proposers": proposers})
