"""Emergency money (§8.4): a company's own shares, its director's cash and shares.

A player who cannot pay sells all allowed shares at once and leaves the game.
"""

from collections.abc import Callable
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, SellHoldings, SellOwnShares, SellShares
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.money.debts import Debt
from companion.rules.operating.debt_sources import PlayerShareSource, TreasuryShareSource
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import POOL
from companion.rules.stock import share_trading
from companion.rules.stock.share_trading import StockRound
from companion.titles.t1839 import share_sales

Failing = Callable[[Change, Debt], None]  # handles a player who cannot pay


class TreasuryShareSource1839(TreasuryShareSource):
    """Shares in the treasury of the company in debt, at the usual sale price.

    The price falls one space for each share.
    """

    def sellable(self, state: State, company: str) -> int:
        if company not in self.data.companies:
            return 0
        return holdings.percent(self.data, state, company, company)

    def check_sale(self, state: State, action: SellOwnShares) -> list[Refusal]:
        company = self.data.companies.get(action.company)
        if company and (action.percent < company.step or action.percent % company.step):
            return [self.rules.refuse("sell.step", percent=action.percent)]
        most = self.sellable(state, action.company)
        if action.percent <= most:
            return []
        facts = {"player": action.company, "company": action.company, "percent": most}
        return [self.rules.refuse("sell.none", requested_percent=action.percent, **facts)]

    def sell(self, change: Change, action: SellOwnShares) -> None:
        state, company, percent = change.state, action.company, action.percent
        amount = share_trading.brings(self.rules, state, company, percent)
        shares = self.rules.kind(state, company).shares(percent)
        change.pay(BANK, company, amount, "share_sale", company)
        holdings.take(change, self.data.companies[company], company, POOL, percent)
        change.tell("sold_shares_for_debt", company=company, percent=percent, amount=amount)
        cell = share_sales.cell_left_of(self.rules, state, company, shares)
        market.move(change, self.data, company, cell)


class PlayerShareSource1839(PlayerShareSource):
    """Shares of the helping player, of one company or of several at once. Others may redeem."""

    accepts: tuple[type[Action], ...] = (SellShares, SellHoldings)

    def limits(self, state: State, company: str) -> list[Refusal]:
        return share_sales.too_early(self.rules, state)

    def refusals(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        if isinstance(action, SellShares):
            return super().refusals(state, debt, lacking, action)
        if found := share_sales.naming_refusals(self.rules, action):
            return found
        found = share_sales.too_early(self.rules, state)
        for company, percent in action.sales:
            part = SellShares(action.player, company, percent)
            found += share_trading.sale_refusals(self.rules, state, part, self.keeps(debt))
        return found + self.refuse_excess(state, debt, lacking, action)

    def list_parts(self, action: SellShares | SellHoldings) -> share_sales.Parts:
        return parts_of(action)

    def all_shares(self, state: State, debt: Debt) -> share_sales.Parts:
        """Return all shares that may be sold, in operating order."""
        most = ((c, self.most(state, debt, c)) for c in self.rules.market_order(state))
        return tuple((company, percent) for company, percent in most if percent)

    def apply(self, change: Change, debt: Debt, action: SellShares | SellHoldings) -> None:
        """Sell shares. In a stock round the player may not buy those companies any more.

        The sale does not count as an act of the player.
        """
        sales, round = parts_of(action), change.state.round
        if isinstance(round, StockRound):
            sold = (*round.sales, *((action.player, company) for company, _ in sales))
            change.state.round = replace(round, sales=sold)
        share_sales.sell(change, self.rules, action.player, sales, owes=debt.debtor)


def parts_of(action: SellShares | SellHoldings) -> share_sales.Parts:
    """Return the companies of a sale and the percent of each."""
    if isinstance(action, SellHoldings):
        return action.sales
    return ((action.company, action.percent),)


class MoneyRaising1839(MoneyRaising):
    """Raising of money for any debt. ``failing`` handles a player who cannot pay."""

    def __init__(self, rules: Rules, failing: Failing) -> None:
        self.portfolio = PlayerShareSource1839(rules)
        super().__init__(rules, own=(TreasuryShareSource1839(rules),), helping=(self.portfolio,))
        self.failing = failing

    def help_offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return offers of sales.

        A player who must sell all gets one sale in operating order, and may name another order.
        """
        every = self.portfolio.all_shares(state, debt)
        if len(every) < 2 or not self.falls_short(state, debt):
            return super().help_offers(step, state, debt)
        brings = sum(share_trading.brings(self.rules, state, *part) for part in every)
        sale = Offer("sell", SellHoldings(debt.helper, every), brings, weight=5)
        return [step.judge_offer(state, sale)]

    def refusals(self, state: State, debt: Debt, action: Action) -> list[Refusal]:
        """Refuse single sales if all allowed shares do not cover the debt (§8.4.1).

        Then the player sells all of them in one sale.
        """
        found = super().refusals(state, debt, action)
        if found or not isinstance(action, SellShares | SellHoldings):
            return found
        every = self.portfolio.all_shares(state, debt)
        if set(parts_of(action)) == set(every) or not self.falls_short(state, debt):
            return []
        facts = {"player": debt.helper, "debt": debt.kind, "sales": every}
        return [self.rules.refuse("forced.one_sale", **facts)]

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        """Refuse bankruptcy before all allowed shares are sold (§8.4.1)."""
        found = super().check_bankruptcy(state, debt, lacking)
        if not found and (self.first(state, debt) or self.can_raise(state, debt)):
            found.append(self.rules.refuse("bankrupt.sell_first", player=debt.helper))
        return found

    def _short_after(self, state: State, debt: Debt, action: Action) -> bool:
        """Check for a shortfall as if nobody redeemed."""
        change = Change(state.copy())
        self.source(action).apply(change, debt, action)
        after = change.state
        asked = [q for q in after.questions if q.step == share_sales.RedemptionStep.name]
        after.questions = tuple(q for q in after.questions if q not in asked)
        share_sales.fall(change, self.rules)
        return self.falls_short(after, debt)

    def fail(self, change: Change, debt: Debt) -> None:
        change.tell("bankrupt", player=debt.helper)
        self.failing(change, debt)
