"""Own shares: a company sells them from its treasury to the pool, or buys them back."""

from dataclasses import dataclass

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyOwnShares, Pass, SellOwnShares
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import OperatingTurn
from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.rules.judge.rules import Rules
from companion.rules.operating import operating_round
from companion.rules.operating.debt_sources import TreasuryShareSource
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.operating_round import (
    OperatingRules,
    TurnStep,
    update_turn,
)
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import POOL
from companion.rules.stock import share_trading

COMING_BACK = ("trains", "privates")  # steps that the money of a sale may make possible


@dataclass(frozen=True, slots=True)
class OwnShareTurn(OperatingTurn):
    """An operating turn in which a company trades its own shares.

    A title stores it under a name of its own. ``percent_sold`` is the percent of itself that the
    company has sold. ``is_trading_over`` tells whether it may no longer trade its own shares,
    ``has_bought_back`` whether it has bought some. ``has_passed_token`` and ``has_passed_train``
    tell whether it passed those steps.

    A sale for a train binds until the company owns one. ``has_sold_for_train`` tells whether it
    sold own shares. ``helper`` is the player who sold shares, ``is_help_needed`` whether that was
    for lack of money.
    """

    percent_sold: int = 0
    is_trading_over: bool = False
    has_bought_back: bool = False
    has_passed_token: bool = False
    has_passed_train: bool = False
    has_sold_for_train: bool = False
    helper: str = ""
    is_help_needed: bool = False


def turn_of(state: State) -> OwnShareTurn:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = operating_round.turn_of(state)
    assert isinstance(turn, OwnShareTurn)
    return turn


def sellable(rules: Rules, state: State, company: str) -> int:
    """Return the percent of itself that a company may still sell in this turn.

    It is limited by its treasury, by what the players hold together,
    and by the room in the pool.
    """
    parts = holdings.shares(rules.data, state, company)
    players = sum(percent for place, percent in parts.items() if holdings.is_player(place))
    left = players - turn_of(state).percent_sold
    return max(0, min(parts.get(company, 0), left, share_trading.pool_room(rules, state, company)))


def own_sale_refusals(rules: Rules, state: State, action: SellOwnShares) -> list[Refusal]:
    """Return refusals of a company's sale of its own shares."""
    refuse = rules.refuse
    company, percent = action.company, action.percent
    parts = holdings.shares(rules.data, state, company)
    if percent <= 0 or percent % rules.data.companies[company].step:
        return [refuse("sell.step", percent=percent)]
    held, pooled = parts.get(company, 0), parts.get(POOL, 0)
    if percent > held:
        return [refuse("treasury.none", company=company, percent=held, requested_percent=percent)]
    found = []
    players = sum(part for place, part in parts.items() if holdings.is_player(place))
    if percent + turn_of(state).percent_sold > players:
        found.append(refuse("treasury.players", company=company, maximum=players))
    if percent > share_trading.pool_room(rules, state, company):
        facts = {"company": company, "pool": POOL, "pool_percent": pooled}
        limit = rules.kind(state, company).pool_limit
        found.append(refuse("treasury.full", limit=limit, **facts))
    return found


def sell_own(change: Change, rules: Rules, action: SellOwnShares) -> None:
    """Sell own shares: the bank pays the price for each share, then the price falls.

    It falls one step less than the number of shares sold in this turn. Two sales fall as far as one
    of both together. By a switch each sale counts by itself.
    """
    state, company, percent = change.state, action.company, action.percent
    cell = market.started_cell(rules.data, state, company)
    kind, chart = rules.kind(state, company), market.market_of(rules.data, state, company)
    amount = kind.value(percent, cell.price)
    together = turn_of(state).percent_sold and not rules.data.own_shares.sales_apart
    steps = kind.shares(percent) - (0 if together else 1)
    if rules.data.own_shares.ledges:
        steps = steps_to_ledge(chart, cell, steps)
    fallen = market.along(chart, cell, -steps)
    holdings.take(change, rules.data.companies[company], company, POOL, percent)
    change.pay(BANK, company, amount, "share_sale", company)
    change.tell("sold_own_shares", company=company, percent=percent, amount=amount)
    update_turn(change, percent_sold=turn_of(state).percent_sold + percent)
    market.move(change, rules.data, company, fallen)


def steps_to_ledge(chart: PrintedMarket, cell: Cell, steps: int) -> int:
    """Return the steps that a sale of own shares moves the price by a switch.

    The price falls to the ledge, however many shares are sold. From two above it, a fall of one
    step stays one step.
    """
    row = chart.rows[cell.row][: cell.column + 1]
    above = next((n for n, at in enumerate(row[::-1]) if at and at.price in chart.ledges), None)
    if above is None or "end" in cell.kinds or (above == 2 and steps == 1):
        return steps
    return above


class OwnShareStep(TurnStep):
    """Sell shares of the treasury to the pool, or buy them back, once in a turn."""

    name = "treasury"
    deed = "shares"
    accepts = (SellOwnShares, BuyOwnShares, Pass)

    def has_acted(self, state: State) -> bool:
        turn = turn_of(state)
        return turn.is_trading_over or (turn.has_bought_back and self.data.own_shares.once)

    def is_late(self, state: State) -> bool:
        """Is it too late? By a switch companies trade own shares only up to the dividend."""
        round = self.rules.round_rules(state)
        if not self.data.own_shares.once or not isinstance(round, OperatingRules):
            return False
        done = round.steps[: turn_of(state).step]
        return any(isinstance(step, DividendStep) for step in done)

    def takes(self, state: State, action: Action) -> bool:
        if isinstance(action, Pass):
            return self.is_awaited(state)
        return isinstance(action, self.accepts) and not self.is_late(state)

    def waits(self, state: State) -> bool:
        if self.has_acted(state) or self.is_late(state):
            return False
        company = self.company(state)
        return bool(sellable(self.rules, state, company) or self.buyable(state, company))

    def raises_money(self, state: State) -> bool:
        """Does the company sell shares for a train it must buy?"""
        first = self.rules.waiting(state)
        if first is None or first is self or first is self.rules.last_chance:
            return False
        company = self.company(state)
        return first.takes(state, SellOwnShares(company, self.data.companies[company].step))

    def _buys_back(self, state: State) -> bool:
        """May the company spend money on its own shares?

        Not while it raises money for a train, except by a switch.
        """
        return self.data.own_shares.freely_for_train or not self.raises_money(state)

    def buyable(self, state: State, company: str) -> int:
        """Return the percent of itself that the company can buy back and pay."""
        price = market.price(self.data, state, company) or 0
        pooled = holdings.percent(self.data, state, company, POOL)
        unit = self.rules.kind(state, company).unit
        return min(pooled, unit * (state.cash[company] // price)) if price else 0

    def price(self, state: State, company: str, percent: int) -> int:
        """Return the price of that percent of the company on the market."""
        price = market.price(self.data, state, company) or 0
        return self.rules.kind(state, company).value(percent, price)

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        price, part = (
            market.price(self.data, state, company) or 0,
            self.data.companies[company].step,
        )
        found: list[Offer] = []
        raising = self.raises_money(state)  # for a train: that step makes the offers of sales
        if self.is_late(state) or (raising and not self._buys_back(state)):
            return found
        if not raising and holdings.percent(self.data, state, company, company):
            span = Span("percent", part, max(part, sellable(self.rules, state, company)), part)
            sale = SellOwnShares(company, part)
            offer = Offer("sell_own", sale, price, span, weight=0.3)
            found.append(self.judge_offer(state, offer))
        if holdings.percent(self.data, state, company, POOL):
            span = Span("percent", part, max(part, self.buyable(state, company)), part)
            back = BuyOwnShares(company, part)
            offer = Offer("buy_own", back, -price, span, weight=0.1)
            found.append(self.judge_offer(state, offer))
        if self.is_awaited(state):
            found.append(self.pass_offer(state))
        return found

    def refusals(self, state: State, action: SellOwnShares | BuyOwnShares | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        company, percent = action.company, action.percent
        if self.has_acted(state):
            found.append(refuse("treasury.once", company=company))
        if isinstance(action, SellOwnShares):
            return found + own_sale_refusals(self.rules, state, action)
        if percent <= 0 or percent % self.data.companies[company].step:
            return [refuse("sell.step", percent=percent)]
        if not self._buys_back(state):
            found.append(refuse("train.needed", company=company))
        pooled = holdings.percent(self.data, state, company, POOL)
        if percent > pooled:
            facts = {"company": company, "pool": POOL, "percent": pooled}
            return [*found, refuse("treasury.market", requested_percent=percent, **facts)]
        price, cash = self.price(state, company, percent), state.cash[company]
        if price > cash:
            facts = {"percent": percent, "price": price, "company": company}
            found.append(refuse("treasury.cash", cash=cash, **facts))
        return found

    def apply(self, change: Change, action: SellOwnShares | BuyOwnShares | Pass) -> None:
        state, any_time = change.state, self.data.own_shares.any_time
        if isinstance(action, SellOwnShares):
            sell_own(change, self.rules, action)
        elif isinstance(action, BuyOwnShares):
            company, percent = action.company, action.percent
            amount = self.price(state, company, percent)
            change.pay(company, BANK, amount, "buy_back", company)
            holdings.take(change, self.data.companies[company], POOL, company, percent)
            change.tell("bought_own_shares", company=company, percent=percent, amount=amount)
            update_turn(change, has_bought_back=True)
        if isinstance(action, SellOwnShares) or (isinstance(action, BuyOwnShares) and not any_time):
            update_turn(change, is_trading_over=True)
        if isinstance(action, Pass):
            self.pass_on(change)
        elif not any_time:
            self.end(change)
        elif isinstance(action, SellOwnShares):
            self._come_back(change)

    def _come_back(self, change: Change) -> None:
        """Return to earlier steps that the money of a sale makes possible.

        These are trains, unless they were passed, and privates.
        """
        state, turn = change.state, turn_of(change.state)
        round = self.rules.round_rules(state)
        assert isinstance(round, OperatingRules)
        for index, step in enumerate(round.steps[: turn.step]):
            passed = step.name == "trains" and turn.has_passed_train
            if step.name in COMING_BACK and not passed and step.waits(state):
                update_turn(change, step=index)
                return


class OwnShareSource(TreasuryShareSource):
    """The company's own shares as a source of money."""

    def sellable(self, state: State, company: str) -> int:
        return sellable(self.rules, state, company)

    def check_sale(self, state: State, action: SellOwnShares) -> list[Refusal]:
        return own_sale_refusals(self.rules, state, action)

    def sell(self, change: Change, action: SellOwnShares) -> None:
        sell_own(change, self.rules, action)
