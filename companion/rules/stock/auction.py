"""The first sale of privates: the cheapest is on offer, the others can be bid on.

Many titles share these rules: minimum raises of 5, an auction when several players have bid, a
falling price for the first private, and a payout when all pass.
"""

from collections.abc import Sequence
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
from companion.rules.judge.agreed_end import stop_after_round
from companion.rules.judge.rules import QuestionStep, RoundRules, Rules, Step
from companion.rules.shares import holdings
from companion.rules.stock.private_revenue import pay_privates
from companion.rules.stock.private_sale_steps import PrivateSaleStep
from companion.rules.stock.share_trading import put_on_market

RAISE = 5


@register_stored("auction")
class AuctionRound(PlayersRound):
    """The state of the sale.

    ``number`` is the stock round that the sale is part of. ``price_reduction`` is the reduction in
    the price of the first private. ``bids`` holds the standing bids as (private, player, amount).
    ``contested_private`` is the private being auctioned among its bidders. ``has_acted`` is true if
    the player on turn has traded a private with another player. If ``is_highest_bound`` is true,
    only the highest bid on a private binds money.
    """

    kind: ClassVar[str] = "auction"
    turn: str
    price_reduction: int = 0
    bids: tuple[tuple[str, str, int], ...] = ()
    contested_private: str = ""
    is_highest_bound: bool = False

    def others(self, order: Sequence[str]) -> Sequence[str]:
        return () if self.contested_private else PlayersRound.others(self, order)

    def standing_bids(self, private: str) -> list[tuple[str, int]]:
        found = [(player, amount) for symbol, player, amount in self.bids if symbol == private]
        return sorted(found, key=lambda bid: bid[1])

    def bound(self, player: str, but: str = "") -> int:
        return sum(
            amount
            for private, who, amount in self.bids
            if who == player and private != but and self._is_bound(private, who)
        )

    def _is_bound(self, private: str, player: str) -> bool:
        return not self.is_highest_bound or self.standing_bids(private)[-1][0] == player


class AuctionStep(PrivateSaleStep):
    """The step in which players buy the private on offer, bid on another, or pass.

    In an auction they raise or leave. Every bid is a multiple of ``step``, and ``raised_by`` is the
    minimum raise.
    """

    accepts = (BuyPrivate, Bid, Pass)
    ends_turn = True
    step = 1
    raised_by = RAISE

    def privates_offered(self, state: State) -> list[Private]:
        """Return the privates that may be bought: the first unsold one, if there is any."""
        return self.unsold(state)[:1]

    def private_offered(self, state: State) -> Private | None:
        """Return the first private on offer; None if there is none."""
        return next(iter(self.privates_offered(state)), None)

    def price(self, state: State) -> int:
        """Return the current price of the first private on offer, which may have fallen."""
        offered = self.private_offered(state)
        return offered.price - state.playing(AuctionRound).price_reduction if offered else 0

    def actor(self, state: State) -> str:
        sale = state.playing(AuctionRound)
        if sale.contested_private:
            return sale.standing_bids(sale.contested_private)[0][0]  # the lowest bidder speaks next
        return sale.turn

    def least(self, state: State, private: str) -> int:
        """Return the minimum bid on a private."""
        bids = state.round.standing_bids(private)
        return (bids[-1][1] if bids else self.data.privates[private].price) + self.raised_by

    def free(self, state: State, player: str, but: str = "") -> int:
        """Return the player's cash that is not bound by bids."""
        return state.cash[player] - state.round.bound(player, but)

    def offers(self, state: State) -> list[Offer]:
        sale = state.playing(AuctionRound)
        actor = self.actor(state)
        found = []
        if sale.contested_private:
            least = self.least(state, sale.contested_private)
            most = self.free(state, actor, sale.contested_private)
            found.append(self._bid(state, actor, sale.contested_private, least, most))
        else:
            on_offer = self.privates_offered(state)
            for offered in on_offer:
                buy = BuyPrivate(actor, offered.symbol)
                found.append(
                    self.judge_offer(state, Offer("buy", buy, -self.price(state), weight=3))
                )
            for private in self.unsold(state):
                if private not in on_offer:
                    least = self.least(state, private.symbol)
                    most = self.free(state, actor, private.symbol)
                    found.append(self._bid(state, actor, private.symbol, least, most))
        found.append(self.judge_offer(state, Offer("pass", Pass(actor))))
        return found

    def _bid(self, state: State, actor: str, private: str, least: int, most: int) -> Offer:
        span = Span("amount", least, max(least, most - most % self.step), self.step)
        return self.judge_offer(
            state, Offer("bid", Bid(actor, private, least), -least, span, weight=0.4)
        )

    def refusals(self, state: State, action: BuyPrivate | Bid | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        sale = state.playing(AuctionRound)
        who, actor = action.actor(), self.actor(state)
        if isinstance(action, Bid) and sale.contested_private == action.private:
            bidders = [player for player, _ in sale.standing_bids(sale.contested_private)]
            if who not in bidders:
                return [refuse("bid.not_in", player=who, private=action.private)]
        if who != actor:
            return [refuse("turn.not_yours", actor=actor, party=who)]
        if isinstance(action, Pass):
            return self._check_forced_purchase(state, who)
        owner = state.privates[action.private]
        if owner != BANK:
            return [refuse("private.gone", private=action.private, owner=owner)]
        if sale.contested_private and action.private != sale.contested_private:
            return [
                refuse(
                    "private.not_offered",
                    private=action.private,
                    private_on_offer=sale.contested_private,
                )
            ]
        return (
            self.bidding(state, action) if isinstance(action, Bid) else self.buying(state, action)
        )

    def _check_forced_purchase(self, state: State, who: str) -> list[Refusal]:
        """Refuse anything but taking a private whose price has fallen to 0."""
        offered = self.private_offered(state)
        if not offered or state.playing(AuctionRound).contested_private or self.price(state) > 0:
            return []
        return [self.rules.refuse("bid.forced", private=offered.symbol, player=who)]

    def not_offered(self, state: State, private: str) -> Refusal:
        """Return the refusal for buying a private that is not on offer."""
        offered = self.private_offered(state)
        assert offered is not None
        return self.rules.refuse(
            "private.not_offered", private=private, private_on_offer=offered.symbol
        )

    def _is_offered(self, state: State, private: str) -> bool:
        return any(offered.symbol == private for offered in self.privates_offered(state))

    def buying(self, state: State, action: BuyPrivate) -> list[Refusal]:
        """Check the purchase of an unsold private."""
        who, sale = action.player, state.playing(AuctionRound)
        if sale.contested_private or not self._is_offered(state, action.private):
            return [self.not_offered(state, action.private)]
        return self.check_cash(who, self.free(state, who), action.private, self.price(state))

    def bidding(self, state: State, action: Bid) -> list[Refusal]:
        """Check a bid on an unsold private."""
        refuse, who, sale = self.rules.refuse, action.player, state.playing(AuctionRound)
        if not sale.contested_private and self._is_offered(state, action.private):
            return [refuse("bid.on_offer", private=action.private, price=self.price(state))]
        found = self._check_forced_purchase(state, who)
        least = self.least(state, action.private)
        if action.amount < least:
            found.append(
                refuse("bid.too_low", amount=action.amount, private=action.private, minimum=least)
            )
        if action.amount % self.step:
            found.append(refuse("bid.step", amount=action.amount, step=self.step))
        cash = self.free(state, who, action.private)
        if action.amount > cash:
            found.append(refuse("bid.cash", player=who, cash=cash, amount=action.amount))
        return found

    def apply(self, change: Change, action: BuyPrivate | Bid | Pass) -> None:
        state = change.state
        sale = state.playing(AuctionRound)
        if isinstance(action, Pass):
            self._pass(change, action.party)
        elif isinstance(action, BuyPrivate):
            turn = state.player_after(action.player)
            state.round = replace(sale, turn=turn, passes=0, has_acted=False)
            price = self.data.privates[action.private].price - sale.price_reduction
            self._sell(change, action.private, action.player, price)
        else:
            bids = (
                *self.remaining_bids(sale, action),
                (action.private, action.player, action.amount),
            )
            change.tell("bid", player=action.player, private=action.private, amount=action.amount)
            if sale.contested_private:
                state.round = replace(sale, bids=bids)
            else:
                turn = state.player_after(action.player)
                state.round = replace(sale, bids=bids, turn=turn, passes=0, has_acted=False)
        self.resolve(change)

    def remaining_bids(self, sale: AuctionRound, action: Bid) -> tuple[tuple[str, str, int], ...]:
        """Return the bids that remain beside a new one.

        The new bid replaces the bidder's earlier bid on the same private.
        """
        return tuple(bid for bid in sale.bids if bid[:2] != (action.private, action.player))

    def _pass(self, change: Change, who: str) -> None:
        state = change.state
        sale = state.playing(AuctionRound)
        if sale.contested_private:
            change.tell("left_auction", player=who, private=sale.contested_private)
            bids = tuple(bid for bid in sale.bids if bid[:2] != (sale.contested_private, who))
            state.round = replace(sale, bids=bids)
            return
        change.tell("ended_turn" if sale.has_acted else "passed", party=who)
        passes = 0 if sale.has_acted else sale.passes + 1
        state.round = replace(sale, passes=passes, turn=state.player_after(who), has_acted=False)
        if passes == len(state.order):
            self.all_passed(change)

    def all_passed(self, change: Change) -> None:
        """Lower the price of one of the first privates; for others call :meth:`nobody_buys`."""
        change.state.round = replace(change.state.playing(AuctionRound), passes=0)
        if not self.lower_price(change):
            self.nobody_buys(change)

    def lower_price(self, change: Change) -> bool:
        """Lower the price of the first private on offer, if prices fall. Return whether it fell."""
        state, offered = change.state, self.private_offered(change.state)
        assert offered is not None
        if offered not in self.data.private_list[: self.data.opening.falling]:
            return False
        sale = state.playing(AuctionRound)
        # never below 0, even if a ruling lets everybody pass again
        fallen = min(sale.price_reduction + RAISE, offered.price)
        state.round = replace(sale, price_reduction=fallen)
        change.tell("price_fell", private=offered.symbol, price=offered.price - fallen)
        return True

    def nobody_buys(self, change: Change) -> None:
        """Pay the revenue of privates after all have passed on a later private."""
        pay_privates(change, self.rules)

    def resolve(self, change: Change) -> None:
        """Sell the privates that have a single bidder, in order, until one is contested."""
        while (private := self.due(change.state)) is not None:
            bids = change.state.round.standing_bids(private)
            if len(bids) > 1:
                sale = change.state.playing(AuctionRound)
                change.state.round = replace(sale, contested_private=private)
                return
            self._sell(change, private, *bids[0])

    def due(self, state: State) -> str | None:
        """Return the private that must be resolved now because it has bids; None if none."""
        offered = self.private_offered(state)
        return offered.symbol if offered and state.round.standing_bids(offered.symbol) else None

    def _sell(self, change: Change, private: str, player: str, price: int) -> None:
        state = change.state
        sale = state.playing(AuctionRound)
        left = tuple(bid for bid in sale.bids if bid[0] != private)
        state.round = replace(
            sale, bids=left, contested_private="", passes=0, price_reduction=0, last_actor=player
        )
        hand_over(change, self.rules, private, player, price)
        if isinstance(company := self.data.privates[private].powers.get("presidency"), str):
            state.ask(Question(ParStep.name, player, (company,)))
            percent = self.data.companies[company].shares[0]
            change.tell(
                "received_share", player=player, private=private, percent=percent, company=company
            )


def hand_over(change: Change, rules: Rules, private: str, player: str, price: int) -> None:
    """Sell a private from the bank, with the share that comes with it."""
    change.pay(player, BANK, price, "private", private)
    change.state.privates[private] = player
    change.tell("bought_private", player=player, private=private, price=price)
    if isinstance(share := rules.data.privates[private].powers.get("share"), str):
        unit = rules.kind(change.state, share).unit
        holdings.take(change, rules.data.companies[share], holdings.INITIAL, player, unit)
        change.tell("received_share", player=player, private=private, percent=unit, company=share)


class ParStep(QuestionStep):
    """The question for the par price of a company.

    It is asked at once when a player gets a president's certificate with a private. The certificate
    changes hands only when the price is set, so that every held share has a price.
    """

    name = "set_par"
    accepts = (SetPar,)

    def offers(self, state: State) -> list[Offer]:
        player, company = self.actor(state), self.question(state).subjects[0]
        pars = self.rules.market.pars(self.rules, state, company)
        return [Offer("par", SetPar(player, company, price)) for price in pars]

    def refusals(self, state: State, action: SetPar) -> list[Refusal]:
        player, company = self.actor(state), self.question(state).subjects[0]
        if action.player != player:
            return [self.rules.refuse("turn.not_yours", actor=player, party=action.player)]
        if action.company != company:
            return [self.rules.refuse("start.started", company=action.company)]
        pars = self.rules.market.pars(self.rules, state, company)
        if action.price not in pars:
            return [self.rules.refuse("start.par", price=action.price, pars=tuple(pars))]
        return []

    def apply(self, change: Change, action: SetPar) -> None:
        change.state.remove_question(self.question(change.state))
        start_with(change, self.rules, action.player, action.company, action.price)


def start_with(change: Change, rules: Rules, player: str, company: str, price: int) -> None:
    """Start a company at a par price and transfer the president's certificate.

    The certificate came with a private.
    """
    change.state.certificates[rules.data.companies[company].certificates[0]] = player
    put_on_market(change, rules, player, company, price)


class AuctionRules(RoundRules):
    """A round that sells privates and ends when its step no longer waits."""

    def __init__(self, rules: Rules, sale: PrivateSaleStep, anytime: tuple[Step, ...] = ()) -> None:
        super().__init__(rules)
        self.sale = rules.sale = sale
        self.anytime = anytime

    def waiting(self, state: State) -> Step:
        return self.sale

    def waits(self, state: State) -> bool:
        return self.sale.waits(state)

    def go_on(self, change: Change) -> None:
        if not stop_after_round(self.rules, change):
            self.rules.after_auction(change, self.sale.actor(change.state))
