"""The replay of one stored row of a game."""

from collections.abc import Mapping
from typing import Any

from companion.ledger.entries import LedgerError
from companion.rules.amend.rulings import read_waived_codes
from companion.rules.core.action_parser import read_action
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules

# Errors from reading a row that other code has written or that is damaged.
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, LedgerError)


def state_after(
    rules: Rules, before: State | None, action: Mapping[str, Any] | None, ruling: Any
) -> State | None:
    """Return the state after a row, or None if these rules cannot play it.

    The first row has no action and no state before it.
    """
    try:
        if action is None:
            return judge.start(rules).state
        if before is None:
            return None
        return judge.apply(rules, before, read_action(action), read_waived_codes(ruling)).state
    except (RefusedError, *UNREADABLE):
        return None
