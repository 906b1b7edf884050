"""The stock round: turns in the order of play."""

from companion.making.t1828 import merging
from companion.making.t1828.merging import MergeCompanies
from companion.rules import market
from companion.rules.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.change import Change
from companion.rules.data import Cell
from companion.rules.holdings import INITIAL
from companion.rules.offers import Offer
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.rules.stock import StockRound
from companion.rules.stock_turn import StockRules, StockTurn


class Turn1828(StockTurn):
    """A player's turn."""

    accepts = (SellShares, BuyShare, StartCompany, MergeCompanies, Pass)

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        if state.playing(StockRound).bought:
            return found
        return [*found, *merging.offers(self.rules, state, self.actor(state))]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, MergeCompanies) and action.player == self.actor(state):
            found = self.one_a_turn(state, action.player, free=False)
            return found + merging.refusals(self.rules, state, action)
        return super().refusals(state, action)

    def apply(self, change: Change, action: Action) -> None:
        if isinstance(action, MergeCompanies):
            merging.merge(change, self.rules, action)
        else:
            super().apply(change, action)

    def price(self, state: State, company: str, source: str) -> int:
        """Par in the IPO, the market's price in the bank pool, and of systems."""
        par = state.companies[company].par
        return par if par and source == INITIAL else super().price(state, company, source)

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
