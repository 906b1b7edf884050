"""Sources of money for a debt that titles share.

They are shares and placed tokens of the company, and shares and privates of the player.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.board.map import split_stop
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, GiveUpPrivate, SellOwnShares, SellShares, SellToken
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.judge.rules import Step
from companion.rules.money.debts import Debt, DebtSource
from companion.rules.operating import private_powers, tokens
from companion.rules.shares import holdings, market
from companion.rules.stock import share_trading
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import stock_turn


class TreasuryShareSource(DebtSource):
    """Treasury shares of the company that owes.

    It sells as few as pay the debt, or all it may sell if those are not enough.
    """

    accepts: tuple[type[Action], ...] = (SellOwnShares,)

    # --- overridden by titles

    def sellable(self, state: State, company: str) -> int:
        """Return the percent of itself that the company may sell now."""
        raise NotImplementedError

    def check_sale(self, state: State, action: SellOwnShares) -> list[Refusal]:
        """Check such a sale, whatever it is for."""
        raise NotImplementedError

    def sell(self, change: Change, action: SellOwnShares) -> None:
        """Carry out the sale."""
        raise NotImplementedError

    # --- for a debt

    def needed(self, state: State, debt: Debt) -> int:
        """Return the percent that the company must sell now."""
        price = self.rules.market.sale_price(self.rules, state, debt.debtor)
        lacking = debt.amount - state.cash[debt.debtor]
        if lacking <= 0 or not price:
            return 0
        unit = self.rules.kind(state, debt.debtor).unit
        return min(unit * -(-lacking // price), self.sellable(state, debt.debtor))

    def due(self, state: State, debt: Debt) -> SellOwnShares | None:
        if debt.debtor == debt.helper or not (needed := self.needed(state, debt)):
            return None
        return SellOwnShares(debt.debtor, needed)

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        part = self.data.companies[debt.debtor].step
        least, most = self.span(state, debt)
        span = Span("percent", least or part, max(least or part, most), part)
        price = self.rules.market.sale_price(self.rules, state, debt.debtor)
        sale = SellOwnShares(debt.debtor, span.least)
        return [step.judge_offer(state, Offer("sell_own", sale, price, span, weight=5))]

    def span(self, state: State, debt: Debt) -> tuple[int, int]:
        """Return the smallest and largest percent to offer."""
        return self.needed(state, debt), 0

    def refusals(
        self, state: State, debt: Debt, lacking: int, action: SellOwnShares
    ) -> list[Refusal]:
        """Refuse any percent but the one needed."""
        facts = {"company": debt.debtor, "debt": debt.kind}
        needed = self.needed(state, debt)
        found = self.check_sale(state, action)
        if not needed:
            return [self.rules.refuse("forced.not_short", player=debt.helper, **facts), *found]
        if action.percent > needed:
            found.append(self.rules.refuse("forced.treasury_too_much", maximum=needed, **facts))
        elif action.percent < needed:
            found += self.refuse_others(state, debt)
        return found

    def refuse_others(self, state: State, debt: Debt) -> list[Refusal]:
        facts = {"company": debt.debtor, "debt": debt.kind, "percent": self.needed(state, debt)}
        return [self.rules.refuse("forced.treasury_first", **facts)]

    def apply(self, change: Change, debt: Debt, action: SellOwnShares) -> None:
        self.sell(change, action)


class PlayerShareSource(DebtSource):
    """Shares of the player who helps, sold under the rules of a stock round.

    The player sells no more of them than the debt needs.
    """

    accepts: tuple[type[Action], ...] = (SellShares,)

    def keeps(self, debt: Debt) -> tuple[str, ...]:
        """Return the companies whose president the sales may not change.

        It is the one that owes, or none by a switch.
        """
        return (debt.debtor,) if self.data.train_sale.keeps_president else ()

    def limits(self, state: State, company: str) -> list[Refusal]:
        """Refuse any sale of that company now, by a rule of the title."""
        return []

    def most(self, state: State, debt: Debt, company: str) -> int:
        """Return the largest percent of a company that the player may sell at once."""
        if self.limits(state, company):
            return 0
        player, keeps = debt.helper, self.keeps(debt)
        return compute_once(
            state,
            ("most", self, player, company, keeps),
            lambda: share_trading.most_sellable(self.rules, state, player, company, keeps),
        )

    def brings(self, state: State, debt: Debt) -> int:
        """Return the proceeds of all shares that may be sold, each company at its current price."""
        return sum(
            share_trading.brings(self.rules, state, company, self.most(state, debt, company))
            for company in market.companies_by_price(state)
        )

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return an offer for each company, from the smallest to the largest useful sale."""
        found = []
        for company in market.companies_by_price(state):
            sales = self.sales(state, debt, company)
            if not sales:
                continue
            legal = [sale for sale in sales if not step.refusals(state, sale)] or sales[:1]
            span = Span("percent", legal[0].percent, legal[-1].percent, sales[0].percent)
            price = self.rules.market.sale_price(self.rules, state, company)
            found.append(step.judge_offer(state, Offer("sell", legal[0], price, span, weight=5)))
        return found

    def sales(self, state: State, debt: Debt, company: str) -> list[SellShares]:
        """Return every sale of the player's shares in a company, legal or not, smallest first."""
        part = self.data.companies[company].step
        held = holdings.percent(self.data, state, company, debt.helper)
        return [SellShares(debt.helper, company, p) for p in range(part, held + 1, part)]

    def refusals(self, state: State, debt: Debt, lacking: int, action: SellShares) -> list[Refusal]:
        """Check the limits of any sale, the presidents it may not change, and the amount needed."""
        found = self.limits(state, action.company)
        found += share_trading.sale_refusals(self.rules, state, action, self.keeps(debt))
        return found + self.refuse_excess(state, debt, lacking, action)

    def list_parts(self, action: Any) -> Sequence[tuple[str, int]]:
        """Return the companies in a sale, with the percent of each."""
        return ((action.company, action.percent),)

    def sum_one_less(self, state: State, action: Any) -> Mapping[str, int]:
        sales = self.list_parts(action)
        total = sum(share_trading.brings(self.rules, state, *part) for part in sales)
        return {
            company: total
            - share_trading.brings(self.rules, state, company, percent)
            + share_trading.brings(
                self.rules, state, company, percent - self.data.companies[company].step
            )
            for company, percent in sales
        }

    def refuse_excess(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        """Refuse a sale that would have been enough with one share less of some company."""
        for company, amount in self.sum_one_less(state, action).items():
            if lacking and amount >= lacking:
                percent = dict(self.list_parts(action))[company]
                facts = {"percent": percent, "company": company, "debt": debt.kind}
                return [self.rules.refuse("forced.too_much", **facts)]
        return []

    def sell_out(self, change: Change, debt: Debt) -> None:
        """Sell all shares that may be sold, in operating order, and take the player's cash."""
        state, player = change.state, debt.helper
        for company in self.rules.market_order(state):
            if most := self.most(state, debt, company):
                self.apply(change, debt, SellShares(player, company, most))
        change.pay(player, BANK, state.cash[player], "bankruptcy", player)

    def apply(self, change: Change, debt: Debt, action: SellShares) -> None:
        """Sell at the price of any sale.

        In a stock round the player may not buy shares of that company again.
        """
        fallen = stock_turn(self.rules).price_after_sale(change.state, action)
        share_trading.sell(change, self.rules, action, fallen)
        round = change.state.round
        if isinstance(round, StockRound):
            sold = (*round.sales, (action.player, action.company))
            change.state.round = replace(round, sales=sold)


class TokenSource(DebtSource):
    """Placed tokens of the company that owes, sold back to the bank.

    The bank pays the current value of each city, and the token returns to the charter. One token
    must stay. If two lie on each other, the upper one goes first.
    """

    accepts: tuple[type[Action], ...] = (SellToken,)
    free = True

    def value(self, state: State, stop: str) -> int:
        """Return the current value of the city."""
        return state.board.stop(stop).value(self.rules.phase(state).clock)

    def lying(self, state: State, company: str) -> list[str]:
        """Return the cities with the company's tokens, once for each token."""
        board = state.board
        return [*board.token_stops(company), *board.top_stops(company)]

    def brings(self, state: State, debt: Debt) -> int:
        values = [self.value(state, stop) for stop in self.lying(state, debt.debtor)]
        return sum(values) - min(values, default=0)

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        found = []
        for stop in dict.fromkeys(self.lying(state, debt.debtor)):
            sale, value = SellToken(debt.debtor, stop), self.value(state, stop)
            offer = Offer("sell_token", sale, value, hexes=(split_stop(stop)[0],), weight=1)
            found.append(step.judge_offer(state, offer))
        return found

    def refusals(self, state: State, debt: Debt, lacking: int, action: SellToken) -> list[Refusal]:
        refuse, lying = self.rules.refuse, self.lying(state, debt.debtor)
        if action.stop not in lying:
            return [refuse("forced.no_token", company=debt.debtor, stop=action.stop)]
        found = []
        if state.cash[debt.debtor] >= debt.amount:
            found.append(refuse("forced.not_short", player=debt.helper, debt=debt.kind))
        if len(lying) == 1:
            found.append(refuse("forced.last_token", company=debt.debtor))
        return found

    def apply(self, change: Change, debt: Debt, action: SellToken) -> None:
        company, stop = action.company, action.stop
        value = self.value(change.state, stop)
        change.pay(BANK, company, value, "token_sale", company, stop)
        tokens.take_up(change, company, stop)
        change.tell("sold_token", company=company, stop=stop, amount=value)


class PrivateSource(DebtSource):
    """Privates of the player who helps, given up for half their face value."""

    accepts = (GiveUpPrivate,)

    def privates_of_player(self, state: State, debt: Debt) -> list[str]:
        """Return the player's privates."""
        return [private for private, owner in state.privates.items() if owner == debt.helper]

    def value(self, private: str) -> int:
        """Return the amount that the bank pays for the private."""
        return self.data.privates[private].price // 2

    def brings(self, state: State, debt: Debt) -> int:
        return sum(map(self.value, self.privates_of_player(state, debt)))

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        return [
            step.judge_offer(
                state,
                Offer("give_up", GiveUpPrivate(debt.helper, private), self.value(private)),
            )
            for private in self.privates_of_player(state, debt)
        ]

    def refusals(
        self, state: State, debt: Debt, lacking: int, action: GiveUpPrivate
    ) -> list[Refusal]:
        if action.private in self.privates_of_player(state, debt):
            return []
        facts = {"player": debt.helper, "private": action.private}
        return [self.rules.refuse("forced.no_private", **facts)]

    def apply(self, change: Change, debt: Debt, action: GiveUpPrivate) -> None:
        private, amount = action.private, self.value(action.private)
        change.pay(BANK, debt.helper, amount, "private_given_up", private)
        change.tell("gave_up_private", player=debt.helper, private=private, amount=amount)
        private_powers.close(change, self.rules, private)
