"""The stock round of 1830 (§4, §7-§15): sell any number and buy one, in any order."""

from dataclasses import replace

from companion.ledger.entries import BANK
from companion.rules import holdings, market, stock
from companion.rules.actions import (
    Action,
    BuyShare,
    ExchangePrivate,
    Pass,
    SellPrivate,
    SellShares,
    StartCompany,
)
from companion.rules.change import Change
from companion.rules.holdings import INITIAL, POOL
from companion.rules.offers import Offer, Span
from companion.rules.refusals import Refusal
from companion.rules.rules import RoundRules, Rules, Step
from companion.rules.state import State
from companion.rules.stock import StockRound

FLOATS_AT = 60


class StockTurn(Step):
    """Sell shares, buy one certificate, start a company, or pass."""

    name = "shares"
    accepts = (SellShares, BuyShare, StartCompany, Pass)

    def waits(self, state: State) -> bool:
        """A turn in which nothing can be bought or sold (any more) ends by itself.

        Who has not done anything yet may still want to sell a private to another player.
        """
        turn: StockRound = state.round
        player = turn.turn
        if self._may_sell(state, player) or self._may_buy(state, player):
            return True
        return turn.number > 1 and not turn.acted and player in state.privates.values()

    def _may_sell(self, state: State, player: str) -> bool:
        return state.round.number > 1 and stock.sells_any(self.rules, state, player)

    def _may_buy(self, state: State, player: str) -> bool:
        """May the player buy a certificate (after a purchase: one that does not count as such)?"""
        cash = state.cash[player]
        cheapest = min(self.data.chart.pars)
        for company in self.data.companies:
            if company not in state.par:
                start = StartCompany(player, company, cheapest)
                if not self._starting(state, start):
                    return True
                continue
            for source in (INITIAL, POOL):
                if state.round.bought and not self.is_free(state, company, source):
                    continue
                buy = BuyShare(player, company, source)
                if self.price(state, company, source) <= cash and not self._buying(state, buy):
                    return True
        return False

    def actor(self, state: State) -> str:
        return str(state.round.turn)

    def is_free(self, state: State, company: str, source: str) -> bool:
        """Does such a purchase not count as the turn's one (§10: the brown zone)?"""
        if source == INITIAL and not self.rules.options["multiple_brown_from_ipo"]:
            return False
        chart = self.data.chart
        return chart.allows(market.cell_of(chart, state, company), "several")

    def price(self, state: State, company: str, source: str) -> int:
        """Par from the initial offering, else the market's price (§8.2)."""
        if source == INITIAL:
            return state.par.get(company, 0)
        return market.price(self.data.chart, state, company) or 0

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        found = []
        for company in self.data.companies:
            if company not in state.par:
                part = self.data.companies[company].shares[0]
                costs = tuple((par, par * part // 10) for par in self.data.chart.pars)
                price, cost = costs[-1]
                start = StartCompany(player, company, price)
                facts = (("costs", costs),)
                found.append(self.judged(state, Offer("start", start, -cost, facts=facts)))
                continue
            for source in (INITIAL, POOL):
                if holdings.percent(self.data, state, company, source):
                    price = self.price(state, company, source)
                    buy = BuyShare(player, company, source)
                    found.append(self.judged(state, Offer("buy", buy, -price, weight=3)))
        for company in state.cells:
            if holdings.percent(self.data, state, company, player):
                most = stock.most_sellable(self.rules, state, player, company)
                span = Span("percent", 10, max(10, most), 10)
                brings = market.price(self.data.chart, state, company)
                offer = Offer("sell", SellShares(player, company, 10), brings, span, weight=0.15)
                found.append(self.judged(state, offer))
        found.append(self.judged(state, Offer("pass", Pass(player), weight=1.5)))
        return found

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        actor = self.actor(state)
        who = action.who if isinstance(action, Pass) else getattr(action, "player", "")
        if who != actor:
            return [self.rules.refuse("turn.not_yours", actor=actor, who=who)]
        if isinstance(action, SellShares):
            found = stock.sale_refusals(self.rules, state, action)
            if state.round.number == 1:
                found.append(self.rules.refuse("sell.first_round"))
            return found
        if isinstance(action, BuyShare):
            return self._buying(state, action)
        if isinstance(action, StartCompany):
            return self._starting(state, action)
        if stock.is_over(self.rules, state, actor) and self._may_sell(state, actor):
            return [self.rules.refuse("pass.over", player=actor)]
        return []

    def _buying(self, state: State, action: BuyShare) -> list[Refusal]:
        refuse = self.rules.refuse
        player, company, source = action.player, action.company, action.source
        if company not in state.par:
            return [refuse("buy.not_started", company=company)]
        if source not in (INITIAL, POOL) or not holdings.percent(self.data, state, company, source):
            return [refuse("buy.none", company=company, source=source)]
        found = self._turn_refusals(state, player, self.is_free(state, company, source))
        if f"{player} {company}" in state.round.sold:
            found.append(refuse("buy.sold", player=player, company=company))
        found += stock.holding_refusals(self.rules, state, player, company)
        price = self.price(state, company, source)
        return found + stock.cash_refusal(self.rules, state, action, price)

    def _turn_refusals(self, state: State, player: str, free: bool) -> list[Refusal]:
        """Against any purchase now: one was made, or the player has to sell first."""
        found = []
        if state.round.bought and not free:
            found.append(self.rules.refuse("buy.bought", player=player))
        if stock.is_over(self.rules, state, player) and self._may_sell(state, player):
            count = stock.certificate_count(self.rules, state, player)
            limit = stock.certificate_limit(self.rules)
            found.append(self.rules.refuse("buy.over", player=player, count=count, limit=limit))
        return found

    def _starting(self, state: State, action: StartCompany) -> list[Refusal]:
        refuse = self.rules.refuse
        player, company, pars = action.player, action.company, self.data.chart.pars
        if company in state.par:
            return [refuse("start.started", company=company)]
        found = []
        if action.price not in pars:
            found.append(refuse("start.par", price=action.price, pars=", ".join(map(str, pars))))
        found += self._turn_refusals(state, player, free=False)
        part = self.data.companies[company].shares[0]
        found += stock.holding_refusals(self.rules, state, player, company, percent=part)
        cash, cost = state.cash[player], action.price * part // 10
        if cost > cash:
            facts = {"player": player, "cash": cash, "company": company, "price": action.price}
            found.append(refuse("start.cash", cost=cost, **facts))
        return found

    def apply(self, change: Change, action: Action) -> None:
        state = change.state
        turn: StockRound = state.round
        if isinstance(action, Pass):
            change.tell("ended_turn" if turn.acted else "passed", who=action.who)
            self.end_turn(change)
            return
        if isinstance(action, SellShares):
            cell = market.cell_of(self.data.chart, state, action.company)
            assert cell is not None
            steps = action.percent // 10
            stock.sell(change, self.rules, action, market.down(self.data.chart, cell, steps))
            pair = f"{action.player} {action.company}"
            state.round = replace(turn, sold=(*turn.sold, pair), acted=True, last=turn.turn)
            return
        assert isinstance(action, BuyShare | StartCompany)
        company = action.company
        own = self.data.companies[company]
        if isinstance(action, StartCompany):
            change.pay(action.player, BANK, action.price * own.shares[0] // 10, "shares", company)
            state.certificates[own.certificates[0]] = action.player
            state.par[company] = action.price
            market.place(change, company, self.data.chart.pars[action.price])
            change.tell("started", player=action.player, company=company, price=action.price)
            counted = True
        else:
            price = self.price(state, company, action.source)
            counted = not self.is_free(state, company, action.source)
            change.pay(action.player, BANK, price, "shares", company)
            holdings.take(change, own, action.source, action.player, 10)
            facts = {"player": action.player, "company": company, "price": price}
            change.tell("bought_share", source=action.source, **facts)
        bought = (*turn.bought, company) if counted else turn.bought
        state.round = replace(turn, bought=bought, acted=True, last=turn.turn)
        holdings.settle_presidency(change, self.data, self.rules.seats, company)
        float_if_sold(change, self.rules, company)

    def end_turn(self, change: Change) -> None:
        """The next player's turn."""
        turn: StockRound = change.state.round
        passes = 0 if turn.acted else turn.passes + 1
        left = self.rules.left_of(turn.turn)
        change.state.round = replace(turn, turn=left, passes=passes, bought=(), acted=False)


def float_if_sold(change: Change, rules: Rules, company: str) -> None:
    """Float at 60% sold and pay ten times par (§8.0, §11.0)."""
    state = change.state
    left = holdings.percent(rules.data, state, company, INITIAL)
    if company in state.par and not state.floated.get(company) and 100 - left >= FLOATS_AT:
        amount = 10 * state.par[company]
        state.floated[company] = True
        change.pay(BANK, company, amount, "capital", company)
        change.tell("floated", company=company, amount=amount)


class Exchange(Step):
    """A private given for the share it promises (table 1), in the owner's turn or between others'
    turns.
    """

    name = "exchange"
    accepts = (ExchangePrivate,)

    def _promise(self, private: str) -> str:
        powers = self.data.privates[private].powers or {}
        return str(powers.get("exchange", ""))

    def offers(self, state: State) -> list[Offer]:
        found = []
        for private, owner in state.privates.items():
            company = self._promise(private)
            if company and holdings.is_player(owner):
                for source in (INITIAL, POOL):
                    if holdings.percent(self.data, state, company, source):
                        swap = ExchangePrivate(owner, private, source)
                        found.append(self.judged(state, Offer("exchange", swap, 0, weight=0.1)))
        return found

    def refusals(self, state: State, action: ExchangePrivate) -> list[Refusal]:
        refuse = self.rules.refuse
        private, player = action.private, action.player
        company, owner = self._promise(private), state.privates[private]
        if not company or action.source not in (INITIAL, POOL):
            return [refuse("exchange.power", private=private)]
        if owner != player:
            return [refuse("exchange.not_yours", private=private, owner=owner)]
        # The company need not be started: such a share counts as sold like any other (§11.0).
        found = []
        if not holdings.percent(self.data, state, company, action.source):
            found.append(refuse("buy.none", company=company, source=action.source))
        if isinstance(state.round, StockRound):
            between = state.round.turn == player or not state.round.acted
        else:
            turn = state.round.turn
            between = turn is None or (turn.step == 0 and not turn.laid and not turn.flags)
        if not between:
            found.append(refuse("exchange.between", player=player))
        found += stock.holding_refusals(self.rules, state, player, company, certificates=0)
        return found

    def apply(self, change: Change, action: ExchangePrivate) -> None:
        state = change.state
        company = self._promise(action.private)
        state.privates[action.private] = "gone"
        holdings.take(change, self.data.companies[company], action.source, action.player, 10)
        change.tell("exchanged", player=action.player, private=action.private, company=company)
        change.tell("closed", private=action.private)
        if isinstance(state.round, StockRound) and state.round.turn == action.player:
            state.round = replace(state.round, acted=True, last=action.player)
        holdings.settle_presidency(change, self.data, self.rules.seats, company)
        float_if_sold(change, self.rules, company)


class TradePrivate(Step):
    """Players sell privates to each other at any price, in the turn of either (§23.1)."""

    name = "trade"
    accepts = (SellPrivate,)

    def offers(self, state: State) -> list[Offer]:
        if state.round.number == 1:
            return []
        turn = state.round.turn
        found = []
        for private, owner in state.privates.items():
            if owner == turn:
                buyers = [seat for seat in self.rules.seats if seat != turn]
            elif holdings.is_player(owner):
                buyers = [turn]
            else:
                continue
            for buyer in buyers:
                price = self.data.privates[private].price
                span = Span("price", 0, max(0, state.cash[buyer]))
                sale = SellPrivate(owner, buyer, private, min(price, span.most))
                found.append(self.judged(state, Offer("trade", sale, price, span, weight=0.01)))
        return found

    def refusals(self, state: State, action: SellPrivate) -> list[Refusal]:
        refuse = self.rules.refuse
        owner = state.privates[action.private]
        if owner != action.seller:
            return [refuse("exchange.not_yours", private=action.private, owner=owner)]
        if action.buyer == action.seller:
            return [refuse("trade.self", player=action.buyer, private=action.private)]
        found = []
        if state.round.number == 1:
            found.append(refuse("trade.first_round"))
        if state.round.turn not in (action.seller, action.buyer):
            found.append(refuse("trade.turn"))
        return found + trade_refusals(self.rules, state, action)

    def apply(self, change: Change, action: SellPrivate) -> None:
        trade(change, action)
        turn: StockRound = change.state.round
        change.state.round = replace(turn, acted=True, last=turn.turn)


def trade_refusals(rules: Rules, state: State, action: SellPrivate) -> list[Refusal]:
    """Against a price the buyer cannot pay or a certificate he may not hold."""
    found = []
    cash = state.cash[action.buyer]
    if not 0 <= action.price <= cash:
        found.append(rules.refuse("trade.cash", player=action.buyer, cash=cash, price=action.price))
    count = stock.certificate_count(rules, state, action.buyer)
    limit = stock.certificate_limit(rules)
    if count + 1 > limit:
        found.append(
            rules.refuse("buy.certificates", player=action.buyer, count=count, limit=limit)
        )
    return found


def trade(change: Change, action: SellPrivate) -> None:
    """Hand the private over and pay for it."""
    change.pay(action.buyer, action.seller, action.price, "private_trade", action.private)
    change.state.privates[action.private] = action.buyer
    facts = {"buyer": action.buyer, "seller": action.seller, "private": action.private}
    change.tell("traded_private", price=action.price, **facts)


class StockRules(RoundRules):
    """Turns clockwise until all pass in a row; then sold-out companies rise (§4.0, §8.2(2))."""

    kind = StockRound

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.turn = StockTurn(rules)
        self.anytime = (Exchange(rules), TradePrivate(rules))

    def name(self, state: State) -> str:
        return f"SR {state.round.number}"

    def waiting(self, state: State) -> Step:
        return self.turn

    def settle(self, change: Change) -> bool:
        state = change.state
        if state.round.passes < len(self.rules.seats):
            if self.turn.waits(state):
                return True
            self.turn.end_turn(change)
            return False
        if state.round.last:
            state.priority = self.rules.left_of(state.round.last)
        change.tell("priority", player=state.priority)
        chart = self.data.chart
        for company in market.operating_order(chart, state):
            parts = holdings.shares(self.data, state, company)
            cell = market.cell_of(chart, state, company)
            if cell and not parts.get(INITIAL) and not parts.get(POOL):
                market.move(change, chart, company, market.up(chart, cell))
        self.rules.after_stock_round(change)
        return False
