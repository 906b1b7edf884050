"""The first sale of privates: the cheapest is on offer, the others are bid on.

Common to many titles: bids of 5 more, an auction among several
bidders, a falling price for the first private, a payout when all pass.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.ledger.entries import BANK
from companion.rules.core.actions import Bid, BuyPrivate, Pass, SetPar
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import Question, State
from companion.rules.data.codec import register_stored
from companion.rules.data.title_data import Private
from companion.rules.judge.judge import Asking, RoundRules, Rules, Step
from companion.rules.judge.private_sale import PrivateSale
from companion.rules.shares import holdings, market

RAISE = 5


@register_stored("auction")
@dataclass(frozen=True, slots=True)
class Auction(PlayersRound):
    """The sale so far: what the first private has fallen by, standing bids as (private, player,
    amount), the private being auctioned among its bidders, who bought or sold last.

    ``number`` is the stock round that the sale is part of. ``acted``: has the player on turn sold
    or bought a private of others?
    """

    kind: ClassVar[str] = "auction"
    turn: str
    fallen: int = 0
    bids: tuple[tuple[str, str, int], ...] = ()
    contested: str = ""

    def others(self, order: Sequence[str]) -> Sequence[str]:
        return () if self.contested else super(Auction, self).others(order)

    def bids_on(self, private: str) -> list[tuple[str, int]]:
        found = [(player, amount) for symbol, player, amount in self.bids if symbol == private]
        return sorted(found, key=lambda bid: bid[1])

    def bound(self, player: str, but: str = "") -> int:
        return sum(amount for private, who, amount in self.bids if who == player and private != but)


class SaleStep(PrivateSale, Step):
    """The step in which privates are sold; it also tells the table about the sale."""


class SaleOfPrivates(SaleStep):
    """Buy what is on offer, bid on another, or pass; raise or leave an auction. ``step`` is what
    every bid is a multiple of, ``raised_by`` how much more it is at least than the one before.
    """

    name = "auction"
    accepts = (BuyPrivate, Bid, Pass)
    ends_turn = True
    step = 1
    raised_by = RAISE

    def waits(self, state: State) -> bool:
        return bool(self.unsold(state))

    def unsold(self, state: State) -> list[Private]:
        """The privates that are still to be sold, in the order of their sale."""
        return [p for p in self.data.private_list if state.privates[p.symbol] == BANK]

    def offered(self, state: State) -> Private | None:
        """The private on offer, if there is one: the first that is unsold."""
        return next(iter(self.unsold(state)), None)

    def price(self, state: State) -> int:
        """What the private on offer costs now (the first falls by 5 when all pass)."""
        offered = self.offered(state)
        return offered.price - state.playing(Auction).fallen if offered else 0

    def actor(self, state: State) -> str:
        sale = state.playing(Auction)
        if sale.contested:
            return sale.bids_on(sale.contested)[0][0]  # the lowest bidder speaks next
        return sale.turn

    def least(self, state: State, private: str) -> int:
        """The least bid on a private."""
        bids = state.round.bids_on(private)
        return (bids[-1][1] if bids else self.data.privates[private].price) + self.raised_by

    def free(self, state: State, player: str, but: str = "") -> int:
        """Cash not laid down for bids."""
        return state.cash[player] - state.round.bound(player, but)

    def offers(self, state: State) -> list[Offer]:
        sale = state.playing(Auction)
        actor = self.actor(state)
        found = []
        if sale.contested:
            least = self.least(state, sale.contested)
            most = self.free(state, actor, sale.contested)
            found.append(self._bid(state, actor, sale.contested, least, most))
        else:
            offered = self.offered(state)
            if offered:
                buy = BuyPrivate(actor, offered.symbol)
                found.append(self.judged(state, Offer("buy", buy, -self.price(state), weight=3)))
            for private in self.unsold(state):
                if private is not offered:
                    least = self.least(state, private.symbol)
                    most = self.free(state, actor, private.symbol)
                    found.append(self._bid(state, actor, private.symbol, least, most))
        found.append(self.judged(state, Offer("pass", Pass(actor))))
        return found

    def _bid(self, state: State, actor: str, private: str, least: int, most: int) -> Offer:
        span = Span("amount", least, max(least, most - most % self.step), self.step)
        return self.judged(
            state, Offer("bid", Bid(actor, private, least), -least, span, weight=0.4)
        )

    def refusals(self, state: State, action: BuyPrivate | Bid | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        sale = state.playing(Auction)
        who, actor = action.actor(), self.actor(state)
        if isinstance(action, Bid) and sale.contested == action.private:
            bidders = [player for player, _ in sale.bids_on(sale.contested)]
            if who not in bidders:
                return [refuse("bid.not_in", player=who, private=action.private)]
        if who != actor:
            return [refuse("turn.not_yours", actor=actor, who=who)]
        if isinstance(action, Pass):
            return self._forced(state, who)
        owner = state.privates[action.private]
        if owner != BANK:
            return [refuse("private.gone", private=action.private, owner=owner)]
        if sale.contested and action.private != sale.contested:
            return [refuse("private.not_offered", private=action.private, offered=sale.contested)]
        return (
            self.bidding(state, action) if isinstance(action, Bid) else self.buying(state, action)
        )

    def _forced(self, state: State, who: str) -> list[Refusal]:
        """Against anything but taking what costs nothing any more."""
        offered = self.offered(state)
        if not offered or state.playing(Auction).contested or self.price(state) > 0:
            return []
        return [self.rules.refuse("bid.forced", private=offered.symbol, player=who)]

    def not_offered(self, state: State, private: str) -> Refusal:
        """Against buying a private that is not on offer."""
        offered = self.offered(state)
        assert offered is not None
        return self.rules.refuse("private.not_offered", private=private, offered=offered.symbol)

    def buying(self, state: State, action: BuyPrivate) -> list[Refusal]:
        """Against buying a private that nobody owns."""
        offered, who = self.offered(state), action.player
        if offered is None or action.private != offered.symbol or state.playing(Auction).contested:
            return [self.not_offered(state, action.private)]
        price, cash = self.price(state), self.free(state, who)
        if price <= cash:
            return []
        facts = {"player": who, "cash": cash, "private": action.private, "price": price}
        return [self.rules.refuse("private.cash", **facts)]

    def bidding(self, state: State, action: Bid) -> list[Refusal]:
        """Against a bid on a private that nobody owns."""
        refuse, who, offered = self.rules.refuse, action.player, self.offered(state)
        if not state.playing(Auction).contested and offered and action.private == offered.symbol:
            return [refuse("bid.on_offer", private=action.private, price=self.price(state))]
        found = self._forced(state, who)
        least = self.least(state, action.private)
        if action.amount < least:
            found.append(
                refuse("bid.too_low", amount=action.amount, private=action.private, least=least)
            )
        if action.amount % self.step:
            found.append(refuse("bid.step", amount=action.amount, step=self.step))
        cash = self.free(state, who, action.private)
        if action.amount > cash:
            found.append(refuse("bid.cash", player=who, cash=cash, amount=action.amount))
        return found

    def apply(self, change: Change, action: BuyPrivate | Bid | Pass) -> None:
        state = change.state
        sale = state.playing(Auction)
        if isinstance(action, Pass):
            self._pass(change, action.who)
        elif isinstance(action, BuyPrivate):
            turn = state.left_of(action.player)
            state.round = replace(sale, turn=turn, passes=0, acted=False)
            price = self.data.privates[action.private].price - sale.fallen
            self._sell(change, action.private, action.player, price)
        else:
            bids = (*self.kept(sale, action), (action.private, action.player, action.amount))
            change.tell("bid", player=action.player, private=action.private, amount=action.amount)
            if sale.contested:
                state.round = replace(sale, bids=bids)
            else:
                turn = state.left_of(action.player)
                state.round = replace(sale, bids=bids, turn=turn, passes=0, acted=False)
        self.resolve(change)

    def kept(self, sale: Auction, action: Bid) -> tuple[tuple[str, str, int], ...]:
        """The bids that stand beside a new one: all but its bidder's own on the same private."""
        return tuple(bid for bid in sale.bids if bid[:2] != (action.private, action.player))

    def _pass(self, change: Change, who: str) -> None:
        state = change.state
        sale = state.playing(Auction)
        if sale.contested:
            change.tell("left_auction", player=who, private=sale.contested)
            bids = tuple(bid for bid in sale.bids if bid[:2] != (sale.contested, who))
            state.round = replace(sale, bids=bids)
            return
        change.tell("ended_turn" if sale.acted else "passed", who=who)
        passes = 0 if sale.acted else sale.passes + 1
        state.round = replace(sale, passes=passes, turn=state.left_of(who), acted=False)
        if passes == len(state.order):
            self.all_passed(change)

    def all_passed(self, change: Change) -> None:
        """The first private falls in price; of another one the title says what follows."""
        state = change.state
        state.round = sale = replace(state.playing(Auction), passes=0)
        offered = self.offered(state)
        assert offered is not None
        if offered is self.data.private_list[0]:
            # no further than to nothing, if the table lets everybody pass then too
            fallen = min(sale.fallen + RAISE, offered.price)
            state.round = replace(sale, fallen=fallen)
            change.tell("price_fell", private=offered.symbol, price=offered.price - fallen)
        else:
            self.nobody_buys(change)

    def nobody_buys(self, change: Change) -> None:
        """All have passed while another private than the first is on offer: privates pay."""
        pay_privates(change, self.rules)

    def resolve(self, change: Change) -> None:
        """Sell every private in turn that has bids, as far as they leave no doubt."""
        while (private := self.due(change.state)) is not None:
            bids = change.state.round.bids_on(private)
            if len(bids) > 1:
                sale = change.state.playing(Auction)
                change.state.round = replace(sale, contested=private)
                return
            self._sell(change, private, *bids[0])

    def due(self, state: State) -> str | None:
        """The private that is sold now to who has bid on it; None: no one is."""
        offered = self.offered(state)
        return offered.symbol if offered and state.round.bids_on(offered.symbol) else None

    def _sell(self, change: Change, private: str, player: str, price: int) -> None:
        state = change.state
        sale = state.playing(Auction)
        left = tuple(bid for bid in sale.bids if bid[0] != private)
        state.round = replace(sale, bids=left, contested="", passes=0, fallen=0, last=player)
        hand_over(change, self.rules, private, player, price)
        if isinstance(company := self.data.privates[private].powers.get("presidency"), str):
            state.ask(Question(NamePar.name, player, (company,)))
            percent = self.data.companies[company].shares[0]
            change.tell(
                "got_share", player=player, private=private, percent=percent, company=company
            )


def hand_over(change: Change, rules: Rules, private: str, player: str, price: int) -> None:
    """Pay the bank for a private, and hand it over with the share it brings."""
    change.pay(player, BANK, price, "private", private)
    change.state.privates[private] = player
    change.tell("bought_private", player=player, private=private, price=price)
    if isinstance(share := rules.data.privates[private].powers.get("share"), str):
        unit = rules.kind(change.state, share).unit
        holdings.take(change, rules.data.companies[share], holdings.INITIAL, player, unit)
        change.tell("got_share", player=player, private=private, percent=unit, company=share)


class NamePar(Asking):
    """Whoever gets a president's certificate with a private names its par price at once.

    The certificate changes hands with the price, so that no share is held without one.
    """

    name = "set_par"
    accepts = (SetPar,)

    def offers(self, state: State) -> list[Offer]:
        player, company = self.actor(state), self.question(state).about[0]
        pars = self.rules.market.pars(self.rules, state, company)
        return [Offer("par", SetPar(player, company, price)) for price in pars]

    def refusals(self, state: State, action: SetPar) -> list[Refusal]:
        player, company = self.actor(state), self.question(state).about[0]
        if action.player != player:
            return [self.rules.refuse("turn.not_yours", actor=player, who=action.player)]
        if action.company != company:
            return [self.rules.refuse("start.started", company=action.company)]
        pars = self.rules.market.pars(self.rules, state, company)
        if action.price not in pars:
            return [self.rules.refuse("start.par", price=action.price, pars=tuple(pars))]
        return []

    def apply(self, change: Change, action: SetPar) -> None:
        change.state.answered(self.question(change.state))
        start_with(change, self.rules, action.player, action.company, action.price)


def start_with(change: Change, rules: Rules, player: str, company: str, price: int) -> None:
    """Start a company at a par price, and hand over the president's certificate that came with a
    private.
    """
    state = change.state
    state.certificates[rules.data.companies[company].certificates[0]] = player
    market.start(change, company, rules.market.pars(rules, state, company)[price])
    change.tell("started", player=player, company=company, price=price)


def pay_privates(change: Change, rules: Rules) -> None:
    """The bank pays every open private's revenue to its owner."""
    for private in rules.data.private_list:
        owner = change.state.privates[private.symbol]
        amount = rules.privates.revenue(rules, change.state, private.symbol)
        if owner not in (BANK, "gone") and amount:
            change.pay(BANK, owner, amount, "private_revenue", private.symbol)
            change.tell("private_paid", private=private.symbol, owner=owner, amount=amount)


class AuctionRules(RoundRules):
    """The sale of privates, until its step waits no more."""

    def __init__(self, rules: Rules, sale: SaleStep, anytime: tuple[Step, ...] = ()) -> None:
        super().__init__(rules)
        self.sale = rules.sale = sale
        self.anytime = anytime

    def waiting(self, state: State) -> Step:
        return self.sale

    def waits(self, state: State) -> bool:
        return self.sale.waits(state)

    def go_on(self, change: Change) -> None:
        self.rules.after_auction(change, self.sale.actor(change.state))
