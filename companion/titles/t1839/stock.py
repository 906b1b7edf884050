"""The stock round (§7): sell, then buy one certificate or redeem shares, then sell again."""

from collections.abc import Iterator

from companion.rules.core.actions import (
    Action,
    BuyShare,
    Pass,
    SellHoldings,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.private_powers import power
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock.number_cards import CardRules, CardTurn
from companion.titles.t1839 import company_start, share_sales
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.title_state import StockRound1839


class StockTurn1839(CardTurn):
    """Sell, buy or redeem once, sell again.

    If the director's certificate of a company is in the initial offering, it is sold before other
    shares.
    """

    accepts = (SellShares, SellHoldings, BuyShare, StartCompany, RedeemShares, Pass)
    start_weight = 2.0

    def __init__(self, rules: Rules, money: MoneyRaising) -> None:
        super().__init__(rules)
        self.money = money

    # --- sources of shares

    def sources(self, state: State, company: str) -> tuple[str, ...]:
        """Return the places to buy from.

        The treasury sells only after the initial offering (§7.3).
        """
        if company_start.waits_for_director(self.rules, state, company):
            return (INITIAL,)
        if holdings.percent(self.data, state, company, INITIAL):
            return (INITIAL, POOL)
        return (POOL, company)

    def parts(self, state: State, company: str, source: str) -> tuple[int, ...]:
        """Return the director's certificate alone if it must be sold first (§9)."""
        if company_start.waits_for_director(self.rules, state, company):
            return self.data.companies[company].shares[:1]
        return super().parts(state, company, source)

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Refuse sales in the first stock round, and repeated sales of a company (§7.1).

        A company may be sold once before the turn's purchase and once after it.
        """
        turn, company = state.playing(StockRound1839), action.company
        found = super().sale_limits(state, action)
        if company in turn.sales_in_step:
            found.append(self.rules.refuse("sell.once", player=action.player, company=company))
        return found

    # --- starting

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        limits = company_start.limits(self.rules, state, action.player, action.company)
        return super().start_limits(state, action) or limits

    def start(self, change: Change, action: StartCompany) -> None:
        super().start(change, action)
        company_start.ask_homes(change, self.rules, action.company)

    def apply_purchase(self, change: Change, company: str) -> None:
        company_start.float_if_sold(change, self.rules, self.money, company)

    # --- questions

    def waits(self, state: State) -> bool:
        if super().waits(state) or any(self._redemptions(state)):
            return True
        return self._stands_still(state)

    def _stands_still(self, state: State) -> bool:
        """Would rounds repeat forever without any change?

        This is so if nobody can act, no company operates and no private pays or costs money. Then
        all players are asked, although they can only pass. They may concede or agree on the winner.
        """
        if state.playing(StockRound1839).has_acted or any(
            c.floated for c in state.companies.values()
        ):
            return False
        held = (private for private, owner in state.privates.items() if owner in state.order)
        if any(self._moves_money(state, private) for private in held):
            return False
        return not any(self.may_sell(state, p) or self.may_buy(state, p) for p in state.order)

    def _moves_money(self, state: State, private: str) -> bool:
        revenue = self.rules.privates.revenue(self.rules, state, private)
        return bool(revenue or power(self.rules, private, "charge"))

    def may_buy(self, state: State, player: str) -> bool:
        """May the player still buy in this turn? Not after the turn's purchase.

        A director's certificate in the initial offering counts too. It is larger than the single
        share that is otherwise for sale.
        """
        turn = state.playing(StockRound1839)
        if turn.purchases or turn.redeemed_company:
            return False
        return super().may_buy(state, player) or any(
            not self.buying(state, BuyShare(player, company, INITIAL, own.shares[0]))
            for company, own in self.data.companies.items()
            if company_start.waits_for_director(self.rules, state, company)
        )

    def _redemptions(self, state: State) -> Iterator[RedeemShares]:
        """Yield the smallest redemptions that are open to the player on turn."""
        turn = state.playing(StockRound1839)
        if turn.purchases or turn.redeemed_company:
            return
        for company in market.companies_by_price(state):
            if self.rules.holdings.director(self.rules, state, company) == turn.turn:
                one = RedeemShares(company, self.data.companies[company].step)
                if not self._redeeming(state, one):
                    yield one

    def offers(self, state: State) -> list[Offer]:
        found = super().offers(state)
        for one in self._redemptions(state):
            unit = share_sales.price(self.rules, state, one.company)
            pooled = holdings.percent(self.data, state, one.company, POOL)
            most = min(pooled // one.percent, state.cash[one.company] // unit) * one.percent
            span = Span("percent", one.percent, most, one.percent)
            found.append(self.judge_offer(state, Offer("redeem", one, -unit, span, weight=0.5)))
        if self._stands_still(state):  # simulated players do not pass forever
            found = [replace(offer, weight=0.0) for offer in found]
        return found

    # --- refusals

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        if isinstance(action, RedeemShares):
            return self._redeeming(state, action)
        if isinstance(action, SellHoldings) and action.player == self.actor(state):
            return self._selling(state, action)
        return super().refusals(state, action)

    def _selling(self, state: State, action: SellHoldings) -> list[Refusal]:
        """Refuse a sale of several companies by each of its parts, or if one is named twice."""
        if found := share_sales.naming_refusals(self.rules, action):
            return found
        parts = (SellShares(action.player, *sale) for sale in action.sales)
        return [
            reason for part in parts for reason in super(StockTurn1839, self).refusals(state, part)
        ]

    def _redeeming(self, state: State, action: RedeemShares) -> list[Refusal]:
        """Refuse a redemption as the turn's purchase (§7.4)."""
        refuse, company, actor = self.rules.refuse, action.company, self.actor(state)
        if not state.companies[company].floated:
            return [refuse("redeem.unfloated", company=company)]
        found = self.one_a_turn(state, actor, free=False)
        if self.rules.holdings.director(self.rules, state, company) != actor:
            found.insert(0, refuse("redeem.director", player=actor, company=company))
        return found + share_sales.redemption_refusals(self.rules, state, action)

    def one_a_turn(self, state: State, player: str, free: bool) -> list[Refusal]:
        """Refuse a purchase after a redemption, which counts as the turn's one purchase."""
        if state.playing(StockRound1839).redeemed_company:
            return [self.rules.refuse("buy.redeemed", player=player)]
        return super().one_a_turn(state, player, free)

    def buying(self, state: State, action: BuyShare) -> list[Refusal]:
        company = action.company
        if not company_start.waits_for_director(self.rules, state, company):
            return super().buying(state, action)
        own = self.data.companies[company]
        if action.source != INITIAL or action.percent != own.shares[0]:
            return [self.rules.refuse("buy.director_first", company=company)]
        found = company_start.limits(self.rules, state, action.player, company)
        return found + super().buying(state, action)

    # --- effects

    def apply(self, change: Change, action: Action) -> None:
        state = change.state
        if isinstance(action, SellShares):
            self._sell(change, action.player, ((action.company, action.percent),))
        elif isinstance(action, SellHoldings):
            self._sell(change, action.player, action.sales)
        elif isinstance(action, RedeemShares):
            turn = state.playing(StockRound1839)
            last, now = turn.turn, action.company
            state.round = replace(
                turn, redeemed_company=now, has_acted=True, last_actor=last, sales_in_step=()
            )
            share_sales.redeem(change, self.rules, action.company, action.percent)
        else:
            if not isinstance(action, Pass):
                state.round = replace(state.playing(StockRound1839), sales_in_step=())
            super().apply(change, action)

    def _sell(self, change: Change, player: str, sales: share_sales.Parts) -> None:
        turn, sold = change.state.playing(StockRound1839), tuple(company for company, _ in sales)
        change.state.round = replace(
            turn,
            sales=(*turn.sales, *((player, company) for company in sold)),
            sales_in_turn=(*turn.sales_in_turn, *sold),
            sales_in_step=(*turn.sales_in_step, *sold),
            has_acted=True,
            last_actor=player,
        )
        share_sales.sell(change, self.rules, player, sales)

    def buy(self, change: Change, action: BuyShare) -> None:
        if company_start.waits_for_director(self.rules, change.state, action.company):
            company_start.buy_directorship(change, self.rules, action.player, action.company)
        else:
            super().buy(change, action)

    def end_turn(self, change: Change) -> None:
        super().end_turn(change)
        turn = change.state.playing(StockRound1839)
        change.state.round = replace(turn, redeemed_company="", sales_in_step=())


class StockRules1839(CardRules):
    """Turns until all have a card, then price moves.

    Prices move first to the left, then to the right, until one ends the game (§7.1, §10.1).
    """

    def __init__(self, rules: Rules, money: MoneyRaising) -> None:
        super().__init__(rules, StockTurn1839(rules, money))

    def close(self, change: Change) -> None:
        super().close(change)
        state, rules = change.state, self.rules
        parts = {c: holdings.shares(rules.data, state, c) for c in rules.market_order(state)}
        for company, places in parts.items():
            if places.get(POOL):
                market.move(
                    change, rules.data, company, share_sales.cell_left_of(rules, state, company)
                )
        for company, places in parts.items():
            if not (places.get(POOL) or places.get(INITIAL)):
                right = share_sales.cell_left_of(rules, state, company, -1)
                market.move(change, rules.data, company, right)
                if market.is_at_end(rules.data, state, company):
                    return
