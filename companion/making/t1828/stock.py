"""The stock round: turns in the order of play."""

from companion.rules import market
from companion.rules.actions import SellShares
from companion.rules.change import Change
from companion.rules.data import Cell
from companion.rules.holdings import INITIAL
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.stock_turn import StockRules, StockTurn


class Turn1828(StockTurn):
    """A player's turn."""

    def price(self, state: State, company: str, source: str) -> int:
        """Par in the IPO, the market's price in the bank pool."""
        own = state.companies[company]
        return own.par or 0 if source == INITIAL else super().price(state, company, source)

    def fallen(self, state: State, action: SellShares) -> Cell:
        """One row down for each 10%."""
        cell = market.cell_of(self.data, state, action.company)
        assert cell is not None
        return market.down(self.data.chart, cell, action.percent // 10)


class Turns(StockRules):
    """Turns until all have passed in a row."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules, Turn1828(rules))

    def close(self, change: Change) -> None:
        """All have passed."""
