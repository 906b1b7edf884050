"""A player's turn in a stock round: its offers, and the limits of buying, selling and starting.

Switches of the data choose among the rules of the hobby; a title overrides the rest.
"""

from collections.abc import Iterable, Iterator, Mapping

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.core.state_cache import asking, compute_once
from companion.rules.data.companies import INCREMENTAL
from companion.rules.data.printed_markets import Cell
from companion.rules.data.switches import EITHER, PAR, SELL_BUY
from companion.rules.judge.rules import Step
from companion.rules.shares import holdings, market
from companion.rules.shares.price_rules import fall_by_sale
from companion.rules.stock import floating, share_trading
from companion.rules.stock.share_trading import StockRound


class StockTurn(Step):
    """The step in which a player sells shares, buys a certificate, starts a company or passes."""

    name = "shares"
    accepts: tuple[type[Action], ...] = (SellShares, BuyShare, StartCompany, Pass)
    ends_turn = True

    start_weight = 1.0  # how likely simulated players are to start a company

    # --- overridden by titles

    def sources(self, state: State, company: str) -> tuple[str, ...]:
        """Return the places where shares of a started company are sold.

        One of them may be the company's own treasury.
        """
        incremental = self.rules.kind(state, company).capital == INCREMENTAL
        return company if incremental else holdings.INITIAL, holdings.POOL

    def price(self, state: State, company: str, source: str) -> int:
        """Return the price of a share from this source: par or the market price."""
        par = state.companies[company].par if source == holdings.INITIAL else None
        at_par = par and self.data.stock.initial_price == PAR
        return (par if at_par else market.price(self.data, state, company)) or 0

    def payee(self, company: str, source: str) -> str:
        """Return the seller: the company for shares of its own treasury, else the bank."""
        return company if source == company else BANK

    def parts(self, state: State, company: str, source: str) -> tuple[int, ...]:
        """Return the percents that may be bought at once, smallest first.

        The default is the sizes of the company's certificates.
        """
        return self.data.companies[company].sizes

    def is_free(self, state: State, company: str, source: str) -> bool:
        """Check whether such a purchase does not count as the turn's one purchase.

        It does not if several shares may be bought from there at the company's price.
        """
        several = source in self.data.stock.several_from
        return several and market.allows(self.data, state, company, "several")

    def start_percent(self, state: State, company: str) -> int:
        """Return the percent of a company that its starter buys at once.

        It is the president's certificate, or the number of shares that the phase asks for.
        """
        asked = self.rules.phase(state).float_shares * self.rules.kind(state, company).unit
        return asked or self.data.companies[company].shares[0]

    def start_percents(self, state: State, company: str) -> tuple[int, ...]:
        """Return the percents that the starter may buy at once, the usual one first."""
        return (self.start_percent(state, company),)

    def start_costs(
        self, state: State, company: str, percent: int, pars: Iterable[int]
    ) -> list[int]:
        """Return the sum that the starter pays for this percent of the company at each par."""
        value = self.rules.kind(state, company).value
        return [value(percent, par) for par in pars]

    def start(self, change: Change, action: StartCompany) -> None:
        """Transfer the first certificates of a company and pay the bank or the company."""
        state, company = change.state, action.company
        own, kind = self.data.companies[company], self.rules.kind(state, company)
        part = action.percent or self.start_percent(state, company)
        payee = company if kind.capital == INCREMENTAL else BANK
        (cost,) = self.start_costs(state, company, part, (action.price,))
        change.pay(action.player, payee, cost, "shares", company)
        state.certificates[own.certificates[0]] = action.player
        holdings.take(change, own, holdings.INITIAL, action.player, part - own.shares[0])

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Check the limits on a sale that switches or the title set.

        They refuse sales before the first stock round that has any, and a second block of shares.
        """
        found = []
        if state.round.number < self.data.stock.first_sales:
            found += self.rules.refuse_unless_house_rule("sell.first_round")
        if self.data.stock.one_block and action.company in state.playing(StockRound).sales_in_turn:
            facts = {"player": action.player, "company": action.company}
            found.append(self.rules.refuse("sell.together", **facts))
        return found

    def start_limits(self, state: State, action: StartCompany) -> list[Refusal]:
        """Check the limits on a start that the title sets, apart from money.

        No company is started that has left the game.
        """
        is_gone = state.companies[action.company].status == GONE
        return [self.rules.refuse("start.gone", company=action.company)] if is_gone else []

    def price_after_sale(self, state: State, action: SellShares) -> Cell:
        """Return the market cell to which the price moves with a sale.

        A ledge stops the fall to the left unless the seller is the president.
        """
        return fall_by_sale(self.rules, state, action.player, action.company, action.percent)

    def apply_purchase(self, change: Change, company: str) -> None:
        """Apply the effects of a purchase or a start; by default, float the company."""
        floating.float_if_sold(change, self.rules, company)

    # --- questions

    def waits(self, state: State) -> bool:
        """Check whether the player can buy or sell anything. Otherwise the turn ends by itself."""
        player = self.actor(state)
        with asking(state, draft=True):
            return self.may_sell(state, player) or self.may_buy(state, player)

    def may_sell(self, state: State, player: str) -> bool:
        """Check whether the player may sell anything."""
        held = holdings.percents_held(self.data, state, player)
        return any(
            self._sellable(state, player, company)
            for company in market.companies_by_price(state)
            if company in held
        )

    def must_sell(self, state: State, player: str) -> bool:
        """Check whether the player is over a limit and can sell shares that count toward it."""

        def sells() -> bool:
            easing = share_trading.easing(self.rules, state, player)
            return any(self._sellable(state, player, company) for company in easing)

        return compute_once(state, ("must sell", player), sells)

    def _sellable(self, state: State, player: str, company: str) -> bool:
        if not share_trading.can_sell(self.rules, state, player, company):
            return False
        least = SellShares(player, company, self.data.companies[company].step)
        return not self.sale_limits(state, least)

    def may_buy(self, state: State, player: str) -> bool:
        """Check whether the player may buy a certificate.

        After a purchase, only one that does not count as the turn's purchase.
        """
        cash, bought = state.cash[player], state.playing(StockRound).purchases
        one_more = "buy.bought" in self.rules.house
        for company in self.data.companies:
            if not state.companies[company].started:
                pars = self.pars(state, company)
                if pars and not self.starting(state, StartCompany(player, company, min(pars))):
                    return True
                continue
            for source in self.sources(state, company):
                if bought and not one_more and not self.is_free(state, company, source):
                    continue
                if self.price(state, company, source) > cash:
                    continue
                if not self.buying(state, BuyShare(player, company, source)):
                    return True
        return False

    def pars(self, state: State, company: str) -> Mapping[int, Cell]:
        """Return the par prices at which a player may start the company now.

        There are none for a kind of company without a president, and for one that left the game.
        """
        if state.companies[company].status == GONE or not self.rules.kind(state, company).directed:
            return {}
        return self.rules.market.pars(self.rules, state, company)

    def actor(self, state: State) -> str:
        return state.playing(StockRound).turn

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        found: list[Offer] = []
        for company in self.data.companies:
            if not state.companies[company].started:
                found += self._starts(state, player, company)
                continue
            for source in self.sources(state, company):
                held = holdings.percent(self.data, state, company, source)
                for part in self.parts(state, company, source):
                    if part <= held:
                        found.append(self.buy_offer(state, player, company, source, part))
        for company in market.companies_by_price(state):
            if holdings.percent(self.data, state, company, player):
                most = share_trading.most_sellable(self.rules, state, player, company)
                step = self.data.companies[company].step
                span = Span("percent", step, max(step, most), step)
                brings = self.rules.market.sale_price(self.rules, state, company)
                sale = SellShares(player, company, step)
                found.append(
                    self.judge_offer(state, Offer("sell", sale, brings, span, weight=0.15))
                )
        found.append(self.judge_offer(state, Offer("pass", Pass(player), weight=1.5)))
        return found

    def _starts(self, state: State, player: str, company: str) -> Iterator[Offer]:
        """Return the offers to start a company, one for each percent that may be bought."""
        pars, percents = self.pars(state, company), self.start_percents(state, company)
        for part in percents if pars else ():
            costs = tuple(zip(pars, self.start_costs(state, company, part, pars), strict=True))
            price, cost = costs[-1]
            start = StartCompany(player, company, price, None if part == percents[0] else part)
            facts, weight = (("costs", costs),), self.start_weight
            yield self.judge_offer(state, Offer("start", start, -cost, facts=facts, weight=weight))

    def buy_offer(
        self, state: State, player: str, company: str, source: str, percent: int
    ) -> Offer:
        """Return the offer to buy ``percent`` of a company.

        The action leaves out the percent of a single share.
        """
        kind, price = self.rules.kind(state, company), self.price(state, company, source)
        buy = BuyShare(player, company, source, None if percent == kind.unit else percent)
        return self.judge_offer(state, Offer("buy", buy, -kind.value(percent, price), weight=3))

    # --- refusals

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        actor = self.actor(state)
        who = action.actor()
        if who != actor:
            return [self.rules.refuse("turn.not_yours", actor=actor, party=who)]
        if isinstance(action, SellShares):
            found = share_trading.sale_refusals(self.rules, state, action)
            return found + self.sale_limits(state, action)
        if isinstance(action, BuyShare):
            return self.buying(state, action)
        if isinstance(action, StartCompany):
            return self.starting(state, action)
        return self.passing(state, actor)

    def passing(self, state: State, player: str) -> list[Refusal]:
        """Check whether the player may end the turn."""
        if self.must_sell(state, player):
            return [self.rules.refuse("pass.over", player=player)]
        return []

    def buying(self, state: State, action: BuyShare) -> list[Refusal]:
        """Check the purchase of a certificate."""
        refuse = self.rules.refuse
        player, company, source = action.player, action.company, action.source
        if state.companies[company].status == GONE:
            return [refuse("start.gone", company=company)]
        if not state.companies[company].started:
            return [refuse("buy.not_started", company=company)]
        own, kind = self.data.companies[company], self.rules.kind(state, company)
        percent = kind.unit if action.percent is None else action.percent
        if percent <= 0 or percent % own.step:
            return [refuse("sell.step", percent=percent)]
        held = holdings.percent(self.data, state, company, source)
        if source not in self.sources(state, company) or percent > held:
            return [refuse("buy.none", company=company, source=source)]
        found = self.one_a_turn(state, player, self.is_free(state, company, source))
        if (player, company) in state.playing(StockRound).sales:
            found += self.rules.refuse_unless_house_rule("buy.sold", player=player, company=company)
        count = -(-percent // own.sizes[-1])
        found += share_trading.holding_refusals(self.rules, state, player, company, percent, count)
        if percent not in (kind.unit, *self.parts(state, company, source)):
            found += self.rules.refuse_unless_house_rule("buy.bought", player=player)
        cost = kind.value(percent, self.price(state, company, source))
        return found + share_trading.cash_refusal(self.rules, state, action, percent, cost)

    def one_a_turn(self, state: State, player: str, free: bool) -> list[Refusal]:
        """Check any purchase: the turn allows one, and sales over a limit come first."""
        found = []
        if state.playing(StockRound).purchases and not free:
            found += self.rules.refuse_unless_house_rule("buy.bought", player=player)
        if self.must_sell(state, player):
            count = share_trading.certificate_count(self.rules, state, player)
            limit = share_trading.certificate_limit(self.rules, state, player)
            found.append(self.rules.refuse("buy.over", player=player, count=count, limit=limit))
        return found

    def starting(self, state: State, action: StartCompany) -> list[Refusal]:
        """Check the start of a company."""
        refuse = self.rules.refuse
        player, company = action.player, action.company
        if state.companies[company].started:
            return [refuse("start.started", company=company)]
        found, pars = self.start_limits(state, action), self.pars(state, company)
        if action.price not in pars and state.companies[company].status != GONE:
            found.append(refuse("start.par", price=action.price, pars=tuple(pars)))
        found += self.one_a_turn(state, player, free=False)
        usual, *more = self.start_percents(state, company)
        part, own = action.percent or usual, self.data.companies[company]
        if part not in (usual, *more):
            found.append(refuse("start.percent", company=company, percents=(usual, *more)))
            return found
        count = 1 + (part - own.shares[0]) // own.step
        found += share_trading.holding_refusals(self.rules, state, player, company, part, count)
        cash, (cost,) = state.cash[player], self.start_costs(state, company, part, (action.price,))
        if cost > cash:
            facts = {"player": player, "cash": cash, "company": company, "price": action.price}
            found.append(refuse("start.cash", cost=cost, **facts))
        return found

    # --- effects

    def apply(self, change: Change, action: Action) -> None:
        state = change.state
        turn = state.playing(StockRound)
        if isinstance(action, Pass):
            change.tell("ended_turn" if turn.has_acted else "passed", party=action.party)
            self.end_turn(change)
            return
        if isinstance(action, SellShares):
            share_trading.sell(change, self.rules, action, self.price_after_sale(state, action))
            sold = (*turn.sales, (action.player, action.company))
            sold_now = (*turn.sales_in_turn, action.company)
            state.round = replace(
                turn, sales=sold, sales_in_turn=sold_now, has_acted=True, last_actor=turn.turn
            )
            return
        assert isinstance(action, BuyShare | StartCompany)
        company = action.company
        if isinstance(action, StartCompany):
            share_trading.put_on_market(change, self.rules, action.player, company, action.price)
            self.start(change, action)
            counted = True
        else:
            counted = not self.is_free(state, company, action.source)
            self.buy(change, action)
        self.has_bought(change, company, counted)

    def has_bought(self, change: Change, company: str, counted: bool = True) -> None:
        """Apply what follows a purchase; ``counted`` is true for the turn's one purchase.

        That ends the turn if no sale may follow it.
        """
        state = change.state
        turn = state.playing(StockRound)
        bought = (*turn.purchases, company) if counted else turn.purchases
        state.round = replace(turn, purchases=bought, has_acted=True, last_actor=turn.turn)
        holdings.settle_presidency(change, self.data, company)
        self.apply_purchase(change, company)
        if counted and self.ends_turn_with_purchase(state.playing(StockRound)):
            self.end_turn(change)

    def ends_turn_with_purchase(self, turn: StockRound) -> bool:
        """Check whether no sale may follow the turn's one purchase."""
        order = self.data.stock.order
        if "buy.bought" in self.rules.house:
            return False
        return order == SELL_BUY or (order == EITHER and bool(turn.sales_in_turn))

    def buy(self, change: Change, action: BuyShare) -> None:
        """Pay for a certificate and transfer it."""
        company, source = action.company, action.source
        kind = self.rules.kind(change.state, company)
        percent = kind.unit if action.percent is None else action.percent
        price = kind.value(percent, self.price(change.state, company, source))
        change.pay(action.player, self.payee(company, source), price, "shares", company)
        holdings.take(change, self.data.companies[company], source, action.player, percent)
        facts = {"player": action.player, "company": company, "percent": percent, "price": price}
        change.tell("bought_share", source=source, **facts)

    def end_turn(self, change: Change) -> None:
        """Give the turn to the next player."""
        turn = change.state.playing(StockRound)
        passes = 0 if turn.has_acted else turn.passes + 1
        left = change.state.player_after(turn.turn)
        change.state.round = replace(
            turn, turn=left, passes=passes, purchases=(), sales_in_turn=(), has_acted=False
        )
