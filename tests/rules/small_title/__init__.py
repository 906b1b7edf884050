"""A small invented title with stock rounds only and kinds of company that no real title has."""

from functools import cache
from pathlib import Path

from companion.rules.core.actions import SellShares
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge import judge
from companion.rules.judge.policies import MarketPolicy
from companion.rules.judge.rules import Rules
from companion.rules.judge.word_check import check_words
from companion.rules.shares import market
from companion.rules.shares.price_rules import market_price
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.stock.stock_turn import StockTurn
from companion.titles.loading import load_data
from tests.support.positions import NAMES, Position


class Turn(StockTurn):
    """A turn with sales and purchases; a sale moves the price one cell to the left."""

    def price_after_sale(self, state: State, action: SellShares) -> Cell:
        cell = market.cell_of(self.data, state, action.company)
        assert cell is not None
        return market.along(self.data.markets[cell.market], cell, -1)


class Turns(StockRules):
    """Stock rounds that end when all pass; then the next one begins."""

    def close(self, change: Change) -> None:
        change.state.priority = self.rules.seats[0]


def sale_price(rules: Rules, state: State, company: str) -> int:
    """Return the price of a share; a foreign share sells at the next lower price."""
    cell = market.cell_of(rules.data, state, company)
    if cell and rules.kind(state, company).name == "foreign":
        return market.along(rules.data.markets[cell.market], cell, -1).price
    return market_price(rules, state, company)


class SmallRules(Rules):
    """Rules with stock rounds only. A foreign share sells at the next lower price."""

    market = MarketPolicy(sale_price=sale_price)

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.rounds = {StockRound: Turns(self, Turn(self))}

    def begin(self, change: Change) -> None:
        self.begin_round(change, StockRound(number=1, turn=self.seats[0]))

    def after_stock_round(self, change: Change) -> None:
        number = change.state.round.number + 1
        self.begin_round(change, StockRound(number=number, turn=self.seats[0]))


@cache
def data() -> TitleData:
    """Return the data in the title's files."""
    return load_data(Path(__file__).parent)


class Small(Position):
    """A position in a game of this title."""

    def __init__(self, players: int = 3) -> None:
        self.data = data()
        self.rules = SmallRules(self.data, Setup("small", NAMES[:players], {}))
        check_words(self.rules)
        self.state = judge.start(self.rules).state.copy()
        self.events = ()
