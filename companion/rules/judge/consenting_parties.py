"""Parties: the players who enter or consent to an action, and the rights of roles.

The parties follow from the action and the state. A company is represented by its director. A train
bought from another company needs the consent of that company's director. A party may enter an
action that needs no other consent, and may propose any other.
"""

from collections.abc import Collection
from enum import Enum

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules

BANKER, PLAYER = "banker", "player"  # roles; a device without a role may only read


class ActionRight(Enum):
    """The right to an action: enter it, propose it to the other parties, or neither."""

    ENTER = "enter"
    PROPOSE = "propose"
    NOTHING = ""


def parties(rules: Rules, state: State, action: Action) -> tuple[str, ...]:
    """Return the players who have to agree to the action, its actor first.

    The result is empty if the action names nobody who is in the game.
    """
    named = (*action.parties(), *action.partners(state))
    found = (_player(rules, state, id) for id in named)
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def _player(rules: Rules, state: State, id: str) -> str | None:
    """Return the player for an id: the player with that id, or the director of that company."""
    if id in rules.seats:
        return id
    return rules.holdings.director(rules, state, id) if id in rules.data.companies else None


def may_enter(
    role: str, seats: Collection[str], parties: Collection[str], each: bool = True
) -> ActionRight:
    """Return the right of a role with those seats to an action of those parties.

    Without ``each`` only the banker enters actions.
    """
    if role == BANKER:
        return ActionRight.ENTER
    own = [seat for seat in parties if seat in seats]
    if role != PLAYER or not each or not own:
        return ActionRight.NOTHING
    return ActionRight.ENTER if len(own) == len(parties) else ActionRight.PROPOSE


def may_undo(role: str, seats: Collection[str], by: str, each: bool = True) -> bool:
    """Return whether a role may undo the last action, entered ``by`` a seat or the banker.

    Players may undo their own action until somebody else has acted.
    """
    return role == BANKER or (role == PLAYER and each and by in seats)


def may_rule(role: str) -> bool:
    """Return whether a role may make a ruling for the table; only the banker may."""
    return role == BANKER
