"""The only purchase or token of a step as one tap: a plain button beside the last event.

It lies where no deed of the step before lay: a token before the event, a train after it.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.rules.core.actions import Action, BuyTrain
from companion.rules.operating.operating_round import TurnStep
from companion.web.play.operating_panels.turn_offers import TurnScreen, deed_of


@dataclass(frozen=True, slots=True)
class OneTap:
    """The deed, its words, and its cost. ``is_first``: it stands before the event."""

    action: Action
    words: str
    cost: int
    is_first: bool


def find_one_tap(asked: TurnScreen) -> OneTap | None:
    """Return the only train of the bank, or the only token; None if there is none.

    There is none after a purchase, nor in a step like the one before, where a hand may still lie.
    A forced purchase is chosen first.
    """
    step, passing = asked.step, asked.passing
    found = [o for o in asked.of_kind("token", "buy_train") if o.allowed and o.span is None]
    if len(found) != 1 or not isinstance(step, TurnStep) or passing is None or not passing.allowed:
        return None
    action = found[0].action
    if step.has_acted(asked.state) or _was_last(asked, step, action):
        return None
    is_first = not isinstance(action, BuyTrain)
    return OneTap(action, deed_of(asked, action), -(found[0].price or 0), is_first)


def _was_last(asked: TurnScreen, step: TurnStep, action: Action) -> bool:
    """Was the last deed of another company in a step of this kind?"""
    if not asked.view.tail:
        return False
    row = asked.view.tail[-1]
    is_same = row.action_json is not None and row.action_json["type"] == action.wire_name
    return is_same or any(event.kind in step.pass_events for event in row.events)
