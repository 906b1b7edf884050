"""Privates that players trade with each other."""

from collections.abc import Iterator

from companion.rules.core.actions import SellPrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules, Step
from companion.rules.shares import holdings
from companion.rules.stock import share_trading
from companion.rules.stock.auction import AuctionRound
from companion.rules.stock.share_trading import StockRound
from companion.rules.stock.stock_rounds import stock_turn


class PrivateTradeStep(Step):
    """Trade of privates between players at any price, in the turn of either.

    It is also possible in a later stock round while privates are still for sale. A switch makes it
    the purchase of the buyer's turn, while shares are traded.
    """

    name = "trade_private"
    accepts = (SellPrivate,)

    def turn(self, state: State) -> str:
        """Return the player on turn, or nobody during a contest of bidders."""
        round = state.playing(PlayersRound)
        return "" if isinstance(round, AuctionRound) and round.contested_private else round.turn

    def _sales(self, state: State) -> Iterator[tuple[SellPrivate, int]]:
        """Yield the trades with the player on turn at the usual price, allowed or not.

        Each is paired with the cash that its buyer may spend.
        """
        turn = self.turn(state)
        if state.round.number < self.data.stock.first_trades or not turn:
            return
        for private, owner in state.privates.items():
            if owner == turn:
                buyers = [] if self._is_purchase else [s for s in state.order if s != turn]
            elif holdings.is_player(owner):
                buyers = [turn]
            else:
                continue
            for buyer in buyers:
                price = self.data.privates[private].price
                most = share_trading.free_cash(state, buyer)
                yield SellPrivate(owner, buyer, private, min(price, most)), most

    def offers(self, state: State) -> list[Offer]:
        found = []
        for sale, most in self._sales(state):
            price = self.data.privates[sale.private].price
            offer = Offer(
                "trade", sale, price, Span("price", int(self._is_purchase), most), weight=0.01
            )
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
        if state.round.number < self.data.stock.first_trades:
            found.append(refuse("trade.first_round"))
        if self._is_purchase:
            found += self._check_purchase(state, action)
        elif self.turn(state) not in (action.seller, action.buyer):
            found.append(refuse("trade.turn"))
        return found + trade_refusals(self.rules, state, action)

    @property
    def _is_purchase(self) -> bool:
        return self.data.stock.trade_is_purchase

    def _check_purchase(self, state: State, action: SellPrivate) -> list[Refusal]:
        """Check a private that is bought as the purchase of a turn."""
        if not isinstance(state.round, StockRound) or state.round.turn != action.buyer:
            return [self.rules.refuse("trade.buyer")]
        found = stock_turn(self.rules).one_a_turn(state, action.buyer, free=False)
        return found if action.price else [*found, self.rules.refuse("trade.least", minimum=1)]

    def apply(self, change: Change, action: SellPrivate) -> None:
        trade(change, action)
        turn = change.state.playing(PlayersRound)
        round = change.state.round = replace(turn, has_acted=True, last_actor=turn.turn)
        # a ruling may have allowed it outside of the buyer's turn
        if self._is_purchase and isinstance(round, StockRound) and round.turn == action.buyer:
            round = replace(round, purchases=(*round.purchases, action.private))
            change.state.round = round
            if (step := stock_turn(self.rules)).ends_turn_with_purchase(round):
                step.end_turn(change)


def trade_refusals(rules: Rules, state: State, action: SellPrivate) -> list[Refusal]:
    """Refuse a price that the buyer cannot pay, or a certificate above their limit."""
    found = []
    cash = share_trading.free_cash(state, action.buyer)
    if not 0 <= action.price <= cash:
        found.append(rules.refuse("trade.cash", player=action.buyer, cash=cash, price=action.price))
    if share_trading.exceeds(rules, state, action.buyer, more=1):
        found.append(share_trading.certificate_refusal(rules, state, action.buyer))
    return found


def trade(change: Change, action: SellPrivate) -> None:
    """Hand the private over and pay for it."""
    change.pay(action.buyer, action.seller, action.price, "private_trade", action.private)
    change.state.privates[action.private] = action.buyer
    facts = {"buyer": action.buyer, "seller": action.seller, "private": action.private}
    change.tell("traded_private", price=action.price, **facts)
