"""Parties: who enters an action, and whose consent it needs; and what a role may do by that.

The rules tell the parties, by the action itself and by how the game stands: a company speaks by
its director, a train is bought of another company with the consent of that one's director. Any
party may enter what needs nobody else, and propose what does.
"""

from collections.abc import Collection
from enum import Enum

from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.judge.judge import Rules

BANKER, PLAYER = "banker", "player"  # roles; who has neither only reads


class May(Enum):
    """What somebody may do with an action: enter it, propose it to the others, or neither."""

    ENTER = "enter"
    PROPOSE = "propose"
    NOTHING = ""


def parties(rules: Rules, state: State, action: Action) -> tuple[str, ...]:
    """The players who have to agree to the action, first the one whose it is; empty where it names
    nobody who is in the game.
    """
    named = (*action.parties(), *action.partners(state))
    found = (_player(rules, state, id) for id in named)
    return tuple(dict.fromkeys(seat for seat in found if seat is not None))


def _player(rules: Rules, state: State, id: str) -> str | None:
    """The player who speaks for an id: himself, or the director of a company."""
    if id in rules.seats:
        return id
    return rules.holdings.director(rules, state, id) if id in rules.data.companies else None


def may_enter(
    role: str, seats: Collection[str], parties: Collection[str], each: bool = True
) -> May:
    """What a role with those seats may do with an action of those parties. Where not ``each``
    enters his own, the banker enters everything.
    """
    if role == BANKER:
        return May.ENTER
    own = [seat for seat in parties if seat in seats]
    if role != PLAYER or not each or not own:
        return May.NOTHING
    return May.ENTER if len(own) == len(parties) else May.PROPOSE


def may_undo(role: str, seats: Collection[str], by: str, each: bool = True) -> bool:
    """May a role take the last deed back, which was entered ``by`` a seat or the banker? A player
    takes back his own, until somebody else has acted.
    """
    return role == BANKER or (role == PLAYER and each and by in seats)


def may_rule(role: str) -> bool:
    """May a role rule for the table that something is allowed? The banker alone."""
    return role == BANKER
