"""Prices on the two markets (§4), and light railways that become railways (§8)."""

from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.shares import company_kinds, market

LIGHT, RAILWAY = "light", "railway"


def moved(rules: Rules, state: State, company: str, steps: int) -> Cell:
    """The cell of the company's price after that many steps to the right on its market."""
    cell = market.cell_of(rules.data, state, company)
    assert cell is not None
    return market.along(market.market_of(rules.data, state, company), cell, steps)


def price_move(rules: Rules, state: State, company: str, shared: int) -> Cell:
    """One space right for a dividend, one left for none."""
    return moved(rules, state, company, 1 if shared else -1)


def become_railway(change: Change, rules: Rules, company: str) -> None:
    """Make a light railway a railway.

    Its price goes to the main market, to the lowest there that is no lower.
    """
    company_kinds.become(change, rules.data, company, RAILWAY)
    change.tell("became_railway", company=company)
    price = market.price(rules.data, change.state, company) or 0
    dearer = (cell for cell in rules.data.markets["main"].cells.values() if cell.price >= price)
    market.move(change, rules.data, company, min(dearer, key=lambda cell: cell.price))
