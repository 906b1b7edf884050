"""Rights: the actions of the requesting device that a game allows, for the screens."""

from dataclasses import dataclass, replace

from companion.languages import format_text, gettext
from companion.rules.core.action_parser import stored_actor
from companion.rules.core.actions import Action
from companion.rules.judge.consenting_parties import (
    BANKER,
    PLAYER,
    ActionRight,
    may_enter,
    may_rule,
    may_undo,
    parties,
)
from companion.rules.opening.opening_step import is_opening
from companion.store.history.records import UNDONE, GameView, LogRow
from companion.store.people.roles import WATCHER, Role
from companion.web.access.identity import current_device
from companion.web.render.screens import current_store, game_store
from companion.web.request_state import request_state


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of the device ``who`` in the game that ``view`` shows."""

    who: Role
    view: GameView

    @property
    def banker(self) -> bool:
        """May the device do everything?"""
        return self.who.role == BANKER

    @property
    def player(self) -> bool:
        """Does the device belong to a player who enters their own actions?"""
        return self.who.role == PLAYER and self.who.each

    @property
    def turn(self) -> bool:
        """Does the game wait for this device, or is it the banker's?"""
        actor = self.view.rules.actor(self.view.state)
        return self.banker or (self.player and actor in self.who.seats)

    @property
    def rule(self) -> bool:
        """May the device rule for the table?"""
        return may_rule(self.who.role)

    def enter(self, action: Action) -> str:
        """Return "enter", "propose", or "" if the device may do neither with the action."""
        return self.may(action).value

    def may(self, action: Action) -> ActionRight:
        """Return the right to an action as a value of the rules."""
        found = parties(self.view.rules, self.view.state, action)
        return may_enter(self.who.role, self.who.seats, found, self.who.each)

    def asks(self, action: Action) -> list[str]:
        """Return the names of the players, other than its own, whose consent the action needs."""
        if self.banker:
            return []
        found = parties(self.view.rules, self.view.state, action)
        names = self.view.rules.words.name
        return [names(seat) for seat in found if seat not in self.who.seats]

    @property
    def undo(self) -> bool:
        """May the device undo the last deed?"""
        last = self.view.tail[-1] if self.view.tail else None
        if last is not None and last.stands_for is not None:  # undoing it undoes a whole correction
            return self.banker
        if last is not None and is_opening(last.action_json):
            return False
        by = _deed_author(self.view)
        return may_undo(self.who.role, self.who.seats, by, self.who.each)

    @property
    def redo(self) -> bool:
        """May the device redo the first undone deed? A player may if they undid it."""
        if self.banker or not self.player or not self.view.redoable:
            return self.banker
        rows = (row for row in current_store().rows(self.view.id) if row.status == UNDONE)
        first = next(rows, None)
        return first is not None and (first.undone_by or "") in self.who.seats

    def author_note(self, row: LogRow) -> str:
        """Say who entered a row of the log, if that was somebody other than its actor.

        Empty while no device holds a seat, as the banker then enters everything.
        """
        if not row.by or row.action_json is None or not self.seated:
            return ""
        if row.by == BANKER:
            return gettext("entered by the banker")
        actor = stored_actor(row.action_json)
        if row.by == actor or actor not in self.view.rules.seats:
            return ""
        return format_text("entered by {name}", name=self.view.rules.words.name(row.by))

    @property
    def seated(self) -> bool:
        """Does any device hold a seat?"""
        state = request_state()
        if state.seated is None:
            state.seated = bool(game_store().places.sitting(self.view.id).seats)
        return state.seated

    def move(self, way: str, deeds: int) -> bool:
        """May the device "undo" or "redo" so many deeds?"""
        if self.banker:
            return True
        return deeds == 1 and (self.undo if way == "undo" else self.redo)


def _deed_author(view: GameView) -> str:
    """Return who entered the last deed, without the programmed actions after it."""
    rows = (row for row in reversed(view.tail) if row.deed == view.tail[-1].deed)
    return next((row.by for row in rows if not row.is_programmed), "")


def rights(view: GameView) -> Rights:
    """Return the rights of the requesting device. At a past moment it may only watch."""
    who = current_device(view.id)
    return Rights(who if view.then is None else replace(who, role=WATCHER, seats=()), view)


def rights_once(view: GameView) -> Rights:
    """Return the rights of the requesting device, computed once a request; for templates."""
    known: dict[tuple[int, int], Rights] = request_state().rights
    key = view.id, view.version
    if key not in known:
        known[key] = rights(view)
    return known[key]
