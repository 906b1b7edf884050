"""Privates that close in stages: from some moment on they are obsolete, and each closes when its
time comes.

An obsolete private closes when its power is used; when a stock round starts; a player's when
privates have paid the next time; a company's at the end of its next turn. A title notes which they
are in what it notes of the game (:class:`companion.rules.operating.private_powers.Ageing`), and
calls the moments.
"""

from collections.abc import Callable
from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import GONE, State
from companion.rules.judge.judge import Rules
from companion.rules.operating import private_powers
from companion.rules.operating.private_powers import Ageing
from companion.rules.shares.holdings import is_player


def _find_ageing(state: State) -> Ageing:
    assert isinstance(state.own, Ageing)
    return state.own


def _note(change: Change, **changes: Any) -> None:
    change.state.own = replace(_find_ageing(change.state), **changes)


def outdate(change: Change) -> None:
    """All privates become obsolete when the turn that is played ends."""
    _note(change, ageing=True)


# --- the moments


def stock_round_starts(change: Change, rules: Rules) -> None:
    """All that are obsolete close."""
    _close_those(change, rules, lambda owner: True)


def privates_paid(change: Change, rules: Rules) -> None:
    """Those of players close."""
    _close_those(change, rules, is_player)


def turn_ended(change: Change, rules: Rules, company: str) -> None:
    """A company's turn is over: its own close. If something made them obsolete in that turn, they
    all become so now.
    """
    _close_those(change, rules, lambda owner: owner == company)
    if _find_ageing(change.state).ageing:
        left = tuple(p for p, owner in change.state.privates.items() if owner != GONE)
        _note(change, ageing=False, obsolete=left)
        if left:
            change.tell("obsolete", privates=left)


def _close_those(change: Change, rules: Rules, whose: Callable[[str], bool]) -> None:
    for private in _find_ageing(change.state).obsolete:
        owner = change.state.privates[private]
        if owner != GONE and whose(owner):
            private_powers.close(change, rules, private)
