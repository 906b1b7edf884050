"""Privates that close in stages: they first become obsolete, and close at a later moment.

An obsolete private closes when its power is used or when a stock round starts. A player's closes
after the next payment of privates, a company's at the end of its next turn. A title records
obsolete privates in its own state and calls these functions at those moments.
"""

from collections.abc import Callable

from companion.rules.core.change import Change, note
from companion.rules.core.state import GONE, State
from companion.rules.judge.rules import Rules
from companion.rules.operating import private_powers
from companion.rules.operating.private_powers import ObsoletePrivatesState
from companion.rules.shares.holdings import is_player


def _find_ageing(state: State) -> ObsoletePrivatesState:
    assert isinstance(state.title_state, ObsoletePrivatesState)
    return state.title_state


def outdate(change: Change) -> None:
    """Make all privates obsolete at the end of the current turn."""
    note(change, is_obsolescence_due=True)


# --- the moments


def stock_round_starts(change: Change, rules: Rules) -> None:
    """Close all obsolete privates."""
    _close_those(change, rules, lambda owner: True)


def privates_paid(change: Change, rules: Rules) -> None:
    """Close the obsolete privates of players."""
    _close_those(change, rules, is_player)


def turn_ended(change: Change, rules: Rules, company: str) -> None:
    """Close the company's obsolete privates at the end of its turn.

    If an event of that turn made all privates obsolete, mark them so now.
    """
    _close_those(change, rules, lambda owner: owner == company)
    if _find_ageing(change.state).is_obsolescence_due:
        left = tuple(p for p, owner in change.state.privates.items() if owner != GONE)
        note(change, is_obsolescence_due=False, obsolete_privates=left)
        if left:
            change.tell("privates_obsolete", privates=left)


def _close_those(change: Change, rules: Rules, whose: Callable[[str], bool]) -> None:
    for private in _find_ageing(change.state).obsolete_privates:
        owner = change.state.privates[private]
        if owner != GONE and whose(owner):
            private_powers.close(change, rules, private)
