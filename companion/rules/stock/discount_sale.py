"""A sale of privates with discounts.

Each action of a turn buys a private at its current price or lowers the price of one.
"""

from typing import ClassVar

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyPrivate, DiscountPrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import Rules
from companion.rules.stock.auction import AuctionRules, hand_over
from companion.rules.stock.private_sale_steps import OpenSaleStep


@register_stored("discount_round")
class DiscountRound(PlayersRound):
    """The state of the sale.

    ``reductions`` are amounts taken off privates before it began. ``discounts`` lists the
    discounted privates, once for each discount. ``action_count`` counts the actions of the player
    on turn, and ``discounts_in_turn`` lists the privates they discounted. ``free_privates`` lists
    the privates at a price of 0 or less when the turn began. ``is_only_payer`` is true if no other
    player could pay for any private then.
    """

    kind: ClassVar[str] = "auction"
    discounts: tuple[str, ...] = ()
    action_count: int = 0
    discounts_in_turn: tuple[str, ...] = ()
    free_privates: tuple[str, ...] = ()
    is_only_payer: bool = False
    reductions: tuple[tuple[str, int], ...] = ()


class DiscountSaleStep(OpenSaleStep):
    """The step in which a player buys or discounts privates.

    A turn has ``deeds`` actions, and a discount takes ``discount`` off a price. If ``binds`` is
    set, a player who alone can pay for any private must buy. Privates at a price of 0 when the turn
    began must be bought in it, before any discount.
    """

    accepts = (BuyPrivate, DiscountPrivate)

    def __init__(self, rules: Rules, deeds: int, discount: int, binds: bool) -> None:
        super().__init__(rules)
        self.deeds, self.discount, self.binds = deeds, discount, binds

    def hand_over(self, change: Change, private: str, player: str, cost: int) -> None:
        """Sell the private to the player, with everything that comes with it."""
        hand_over(change, self.rules, private, player, cost)

    # --- privates for sale and their prices

    def price(self, state: State, private: str) -> int:
        """Return the face value less all discounts; it may be below 0."""
        return self.data.privates[private].price - sum(self.reductions(state, private))

    def asking_price(self, state: State, private: str) -> int:
        if isinstance(state.round, DiscountRound):
            return self.cost(state, private)
        return super().asking_price(state, private)

    def reductions(self, state: State, private: str) -> list[int]:
        """Return the amounts taken off the private, in order."""
        if not isinstance(sale := state.round, DiscountRound):
            return []
        laid = [amount for symbol, amount in sale.reductions if symbol == private]
        return laid + sale.discounts.count(private) * [self.discount]

    def cost(self, state: State, private: str) -> int:
        """Return the price that a buyer pays, at least 0."""
        return max(0, self.price(state, private))

    def free(self, state: State) -> list[str]:
        """Return the unsold privates that were at 0 or less when the turn began.

        They must be bought before any discount.
        """
        return [p for p in state.playing(DiscountRound).free_privates if state.privates[p] == BANK]

    def is_bound(self, state: State) -> bool:
        """Check whether the player must buy.

        They must if nobody else could buy when the turn began. Without cash for a private that they
        have not discounted in this turn, they need not.
        """
        sale = state.playing(DiscountRound)
        return (
            self.binds
            and sale.is_only_payer
            and any(
                self.cost(state, private.symbol) <= state.cash[sale.turn]
                for private in self.unsold(state)
                if private.symbol not in sale.discounts_in_turn
            )
        )

    # --- a turn

    def has_acted(self, state: State) -> bool:
        return state.playing(DiscountRound).action_count > 0

    def actor(self, state: State) -> str:
        return state.playing(DiscountRound).turn

    def offers(self, state: State) -> list[Offer]:
        actor, found = self.actor(state), []
        for private in self.unsold(state):
            cost = self.cost(state, private.symbol)
            buy = Offer("buy", BuyPrivate(actor, private.symbol), -cost, weight=2)
            found.append(self.judge_offer(state, buy))
        for private in self.unsold(state):
            now = self.price(state, private.symbol)
            prices = f"{max(0, now)} → {max(0, now - self.discount)}"
            discount = Offer(
                "discount_private", DiscountPrivate(actor, private.symbol), note=prices
            )
            found.append(self.judge_offer(state, discount))
        return found

    def refusals(self, state: State, action: BuyPrivate | DiscountPrivate) -> list[Refusal]:
        who, actor, private = action.player, self.actor(state), action.private
        if who != actor:
            return [self.rules.refuse("turn.not_yours", actor=actor, party=who)]
        owner = state.privates[private]
        if owner != BANK:
            return [self._not_for_sale(private, owner)]
        if isinstance(action, DiscountPrivate):
            return self._discounting(state, action)
        return self._buying(state, action)

    def _not_for_sale(self, private: str, owner: str) -> Refusal:
        if owner in self.rules.seats:
            return self.rules.refuse("private.gone", private=private, owner=owner)
        return self.rules.refuse("private.not_sold", private=private)

    def _buying(self, state: State, action: BuyPrivate) -> list[Refusal]:
        """Check a purchase."""
        refuse, sale, private = self.rules.refuse, state.playing(DiscountRound), action.private
        found = []
        if private in sale.discounts_in_turn:
            found.append(refuse("private.discounted", private=private, player=action.player))
        left, due = self.deeds - sale.action_count, self.free(state)
        if private not in due and left <= len(due):
            found.append(refuse("private.free_first", private=due[0], player=action.player))
        player, cost = action.player, self.cost(state, private)
        return found + self.check_cash(player, state.cash[player], private, cost)

    def _discounting(self, state: State, action: DiscountPrivate) -> list[Refusal]:
        """Check a discount."""
        refuse, player, found = self.rules.refuse, action.player, []
        if due := self.free(state):
            found.append(refuse("private.free_first", private=due[0], player=player))
        if self.is_bound(state):
            found.append(refuse("discount.only_buyer", player=player))
        return found

    def apply(self, change: Change, action: BuyPrivate | DiscountPrivate) -> None:
        state, private, player = change.state, action.private, action.player
        sale = state.playing(DiscountRound)
        sale = replace(sale, action_count=sale.action_count + 1, last_actor=player)
        if isinstance(action, DiscountPrivate):
            discounts, mine = (*sale.discounts, private), (*sale.discounts_in_turn, private)
            state.round = replace(sale, discounts=discounts, discounts_in_turn=mine)
            change.tell(
                "discounted_private",
                player=player,
                private=private,
                price=self.price(state, private),
            )
        else:
            cost = self.cost(state, private)
            state.round = sale
            self.hand_over(change, private, player, cost)
        if state.playing(DiscountRound).action_count == self.deeds:
            self.begin_turn(change, state.player_after(player))

    def begin_turn(self, change: Change, player: str) -> None:
        """Begin a player's turn and note which privates are free and who else could pay."""
        state = change.state
        sale = replace(
            state.playing(DiscountRound), turn=player, action_count=0, discounts_in_turn=()
        )
        state.round = sale
        prices = {p.symbol: self.price(state, p.symbol) for p in self.unsold(state)}
        richest = max((state.cash[p] for p in state.order if p != player), default=0)
        state.round = replace(
            sale,
            free_privates=tuple(private for private, price in prices.items() if price <= 0),
            is_only_payer=all(price > richest for price in prices.values()),
        )


class DiscountRules(AuctionRules):
    """A sale with discounts. Giving a player the turn begins a new turn of the sale."""

    sale: DiscountSaleStep

    def give_turn(self, change: Change, player: str) -> None:
        super().give_turn(change, player)
        self.sale.begin_turn(change, player)
