"""The liquidity of the players: their cash, and what the shares that the pool takes would bring."""

from dataclasses import dataclass

from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market
from companion.rules.stock.share_trading import brings, free_cash, most_sellable


@dataclass(frozen=True, slots=True)
class PossibleSale:
    """The largest sale of one company that the pool takes, and its proceeds at today's price."""

    company: str
    percent: int
    proceeds: int


@dataclass(frozen=True, slots=True)
class LiquidityRow:
    """A player's cash that no bid binds, and their possible sales, the largest sum first."""

    id: str
    cash: int
    sales: tuple[PossibleSale, ...]

    @property
    def total(self) -> int:
        """The cash with the proceeds of all sales."""
        return self.cash + sum(sale.proceeds for sale in self.sales)


def liquidity(rules: Rules, state: State) -> tuple[LiquidityRow, ...]:
    """Return a row for each player, by seats."""
    with asking(state):
        return tuple(_row(rules, state, player) for player in rules.seats)


def _row(rules: Rules, state: State, player: str) -> LiquidityRow:
    held = holdings.percents_held(rules.data, state, player)
    sales = []
    for company in market.companies_by_price(state):
        if held.get(company) and (percent := most_sellable(rules, state, player, company)):
            sales.append(PossibleSale(company, percent, brings(rules, state, company, percent)))
    sales.sort(key=lambda sale: -sale.proceeds)
    return LiquidityRow(player, free_cash(state, player), tuple(sales))
