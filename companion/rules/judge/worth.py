"""The worth of players."""

from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings


def total_worth(rules: Rules, state: State, player: str) -> int:
    """Return the player's current score.

    It is cash less the debt to the bank, plus shares at market price, plus privates if they
    count.
    """
    total = state.cash[player] - state.advances.get(player, 0)
    total += shares_worth(rules, state, player)
    if rules.ends.privates_count:
        total += privates_worth(rules, state, player)
    return total


def shares_worth(rules: Rules, state: State, player: str) -> int:
    """Return the value of the player's shares at market price."""

    def value() -> int:
        total = 0
        for symbol, own in state.companies.items():
            if own.cell:
                price = rules.data.cells[own.cell].price
                percent = holdings.percent(rules.data, state, symbol, player)
                total += rules.kind(state, symbol).value(percent, price)
        return total

    return compute_once(state, ("shares worth", player), value)


def privates_worth(rules: Rules, state: State, player: str) -> int:
    """Return the face value of the player's privates."""
    privates = rules.data.privates
    return sum([privates[p].price for p, owner in state.privates.items() if owner == player])
