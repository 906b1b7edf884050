"""The stock round of 1830 (§4, §7-§15): sell any number and buy one, in any order."""

from collections.abc import Iterator

from companion.rules.core.actions import ExchangePrivate, SellPrivate, SellShares
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import FLOATED, State
from companion.rules.data.charts import Cell
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.private_powers import close, power
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import floating, share_transfers
from companion.rules.stock.auction import AuctionRound, AuctionStep
from companion.rules.stock.share_transfers import StockRound
from companion.rules.stock.stock_turn import StockRules, StockTurn
from companion.titles.t1830.notes import game_of, note


class AuctionStep1830(AuctionStep):
    """The sale of the privates, which comes first (§7.0)."""

    def nobody_buys(self, change: Change) -> None:
        """End the stock round; privates pay, and the next one begins with the rest to sell (§7.3).

        No company can have begun yet, so there is no operating round between the two.
        """
        state, sale = change.state, change.state.playing(AuctionRound)
        if self.rules.options["unsold_privates_pay"]:
            super().nobody_buys(change)
            return
        pass_priority(change, self.rules, sale.last_actor)
        super().nobody_buys(change)
        number = sale.number + 1
        self.rules.begin_round(change, AuctionRound(state.priority, bids=sale.bids, number=number))


class StockTurn1830(StockTurn):
    """Sell shares and buy one certificate in any order (§4.0)."""

    def price(self, state: State, company: str, source: str) -> int:
        """Return par for the initial offering, else the market price (§8.2)."""
        if source == INITIAL:
            return state.companies[company].par or 0
        return super().price(state, company, source)

    def is_free(self, state: State, company: str, source: str) -> bool:
        """Shares in the brown zone do not count as the turn's one purchase (§10)."""
        if source == INITIAL and not self.rules.options["multiple_brown_from_ipo"]:
            return False
        return market.allows(self.data, state, company, "several")

    def sale_limits(self, state: State, action: SellShares) -> list[Refusal]:
        """Refuse sales in the first stock round (§12.0(1))."""
        return (
            self.rules.refuse_unless_house_rule("sell.first_round")
            if state.round.number == 1
            else []
        )

    def price_after_sale(self, state: State, action: SellShares) -> Cell:
        """Return the cell a row down for each share sold (§8.2)."""
        cell = market.cell_of(self.data, state, action.company)
        assert cell is not None
        shares = self.rules.kind(state, action.company).shares(action.percent)
        return market.cell_below(self.data.chart, cell, shares)

    def apply_purchase(self, change: Change, company: str) -> None:
        float_if_sold(change, self.rules, company)


def float_if_sold(change: Change, rules: Rules, company: str) -> None:
    """Float at 60% sold (§8.0, §11.0).

    The capital comes when the company begins, or at once by another reading.
    """
    state = change.state
    if rules.options["capital_at_float"]:
        floating.float_if_sold(change, rules, company)
    elif floating.is_due(rules, state, company):
        state.alter(company, status=FLOATED)
        note(change, companies_due_capital=(*game_of(state).companies_due_capital, company))
        change.tell("formed", company=company)


def pay_capital(change: Change, rules: Rules) -> None:
    """Pay capital to the companies that begin in this operating round (§11.0)."""
    due = game_of(change.state).companies_due_capital
    note(change, companies_due_capital=())
    for company in due:
        floating.pay_capital(change, rules, company, event="received_capital")


class PrivateExchangeStep(Step):
    """The exchange of a private for its promised share (table 1).

    It is possible in the owner's turn, or between other players' turns.
    """

    name = "exchange_private"
    accepts = (ExchangePrivate,)

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        promises = ((p, power(rules, p, "exchange")) for p in rules.data.privates)
        self.promises: dict[str, str] = {p: company for p, company in promises if company}

    def _promise(self, private: str) -> str:
        return self.promises.get(private, "")

    def _ways(self, state: State) -> Iterator[ExchangePrivate]:
        """Yield the exchanges for the shares that are there, allowed or not."""
        for private, company in self.promises.items():
            owner = state.privates[private]
            if holdings.is_player(owner):
                for source in (INITIAL, POOL):
                    if holdings.percent(self.data, state, company, source):
                        yield ExchangePrivate(owner, private, source)

    def offers(self, state: State) -> list[Offer]:
        offers = (Offer("exchange", swap, 0, weight=0.1) for swap in self._ways(state))
        return [self.judge_offer(state, offer) for offer in offers]

    def find_allowed(self, state: State) -> Iterator[ExchangePrivate]:
        return (
            swap
            for swap in self._ways(state)
            if self._is_between(state, swap.player) and not self.refusals(state, swap)
        )

    def _is_between(self, state: State, player: str) -> bool:
        """Is it the owner's turn, or a moment between turns?"""
        if self.rules.options["exchange_any_time"]:
            return True
        if isinstance(state.round, StockRound):
            return self._in_own_turn(state, player) or not state.round.has_acted
        turn = state.round.operating
        return turn is None or turn.is_fresh

    def refusals(self, state: State, action: ExchangePrivate) -> list[Refusal]:
        refuse = self.rules.refuse
        private, player = action.private, action.player
        company, owner = self._promise(private), state.privates[private]
        if not company or action.source not in (INITIAL, POOL):
            return [refuse("exchange.power", private=private)]
        if owner != player:
            return [refuse("exchange.not_yours", private=private, owner=owner)]
        # The company need not be started. Such a share counts as sold like any other (§11.0).
        found = []
        if not holdings.ordinary(self.data.companies[company], state, action.source):
            found.append(refuse("buy.none", company=company, source=action.source))
        if not self._is_between(state, player):
            found.append(refuse("exchange.between", player=player, private=private))
        unit = self.rules.kind(state, company).unit
        over = share_transfers.holding_refusals(
            self.rules, state, player, company, unit, certificates=0
        )
        if self.rules.options["exchange_any_time"]:
            over = [reason for reason in over if reason.code != "buy.certificates"]
        return found + over

    def _in_own_turn(self, state: State, player: str) -> bool:
        """Is the round still open, and the player on turn?"""
        turn = state.playing(StockRound)
        return turn.turn == player and turn.passes < len(state.order)

    def is_trading(self, state: State, player: str) -> bool:
        """Does an exchange now count as trading in the player's turn (§4.0)?"""
        if self.rules.options["exchange_any_time"] or not isinstance(state.round, StockRound):
            return False
        return self._in_own_turn(state, player)

    def apply(self, change: Change, action: ExchangePrivate) -> None:
        state = change.state
        company = self._promise(action.private)
        holdings.take(change, self.data.companies[company], action.source, action.player, 10)
        facts = {"private": action.private, "company": company, "percent": 10}
        change.tell("exchanged_private", player=action.player, **facts)
        close(change, self.rules, action.private)
        if self.is_trading(state, action.player):
            turn = state.playing(StockRound)
            state.round = replace(turn, has_acted=True, last_actor=action.player)
        holdings.settle_presidency(change, self.data, company)
        float_if_sold(change, self.rules, company)


class PrivateTradeStep(Step):
    """Trade of privates between players at any price, in the turn of either (§23.1).

    It is also possible in a later stock round while privates are still for sale (§7.3).
    """

    name = "trade_private"
    accepts = (SellPrivate,)

    def turn(self, state: State) -> str:
        """Return the player on turn, or nobody during a contest of bidders (§7.2)."""
        round = state.playing(PlayersRound)
        return "" if isinstance(round, AuctionRound) and round.contested_private else round.turn

    def _sales(self, state: State) -> Iterator[tuple[SellPrivate, int]]:
        """Yield the trades with the player on turn at the usual price, allowed or not.

        Each is paired with the cash that its buyer may spend.
        """
        turn = self.turn(state)
        if state.round.number <= 1 or not turn:
            return
        for private, owner in state.privates.items():
            if owner == turn:
                buyers = [seat for seat in state.order if seat != turn]
            elif holdings.is_player(owner):
                buyers = [turn]
            else:
                continue
            for buyer in buyers:
                price = self.data.privates[private].price
                most = share_transfers.free_cash(state, buyer)
                yield SellPrivate(owner, buyer, private, min(price, most)), most

    def offers(self, state: State) -> list[Offer]:
        found = []
        for sale, most in self._sales(state):
            price = self.data.privates[sale.private].price
            offer = Offer("trade", sale, price, Span("price", 0, most), weight=0.01)
            found.append(self.judge_offer(state, offer))
        return found

    def find_allowed(self, state: State) -> Iterator[SellPrivate]:
        return (sale for sale, _ in self._sales(state) if not self.refusals(state, sale))

    def refusals(self, state: State, action: SellPrivate) -> list[Refusal]:
        refuse = self.rules.refuse
        owner = state.privates[action.private]
        if owner != action.seller:
            return [refuse("trade.not_yours", private=action.private, owner=owner)]
        if action.buyer == action.seller:
            return [refuse("trade.self", player=action.buyer, private=action.private)]
        found = []
        if state.round.number <= 1:
            found.append(refuse("trade.first_round"))
        if self.turn(state) not in (action.seller, action.buyer):
            found.append(refuse("trade.turn"))
        return found + trade_refusals(self.rules, state, action)

    def apply(self, change: Change, action: SellPrivate) -> None:
        trade(change, action)
        turn = change.state.playing(PlayersRound)
        change.state.round = replace(turn, has_acted=True, last_actor=turn.turn)


def trade_refusals(rules: Rules, state: State, action: SellPrivate) -> list[Refusal]:
    """Refuse a price that the buyer cannot pay, or a certificate above their limit."""
    found = []
    cash = share_transfers.free_cash(state, action.buyer)
    if not 0 <= action.price <= cash:
        found.append(rules.refuse("trade.cash", player=action.buyer, cash=cash, price=action.price))
    if share_transfers.exceeds(rules, state, action.buyer, more=1):
        found.append(share_transfers.certificate_refusal(rules, state, action.buyer))
    return found


def trade(change: Change, action: SellPrivate) -> None:
    """Hand the private over and pay for it."""
    change.pay(action.buyer, action.seller, action.price, "private_trade", action.private)
    change.state.privates[action.private] = action.buyer
    facts = {"buyer": action.buyer, "seller": action.seller, "private": action.private}
    change.tell("traded_private", price=action.price, **facts)


def pass_priority(change: Change, rules: Rules, last: str) -> None:
    """Move the priority deal left of the last player who acted, if anybody did (§4.0)."""
    state = change.state
    if last:
        state.priority = state.player_after(last)
    change.tell("priority", player=state.priority)


class StockRules1830(StockRules):
    """Turns until all pass. Then sold-out companies rise (§4.0, §8.2(2))."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(
            rules, StockTurn1830(rules), (PrivateExchangeStep(rules), PrivateTradeStep(rules))
        )

    def close(self, change: Change) -> None:
        """Move the priority deal left of the last to act, and raise sold-out companies."""
        state = change.state
        pass_priority(change, self.rules, state.playing(StockRound).last_actor)
        chart = self.data.chart
        for company in self.rules.operating_order(state):
            parts = holdings.shares(self.data, state, company)
            cell = market.cell_of(self.data, state, company)
            if cell and not parts.get(INITIAL) and not parts.get(POOL):
                market.move(change, self.data, company, market.cell_above(chart, cell))
