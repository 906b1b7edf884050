"""Cash as the sheets beside kept games have it, for all titles."""

from collections import Counter
from typing import Any

from companion.rules.core.state import State


def cash_at(state: State, entries: Any) -> dict[str, int]:
    """The cash of all who have any, after those entries."""
    cash = Counter(state.cash)
    for entry in entries:
        for posting in entry.postings:
            cash[posting.account] += posting.amount
    return {owner: sum for owner, sum in cash.items() if sum and owner not in ("bank", "box")}
