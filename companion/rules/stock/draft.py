"""A draft of the privates: each player, the last first, takes one for its price."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyPrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.stock.auction import AuctionRound, hand_over
from companion.rules.stock.private_sale_steps import OpenSaleStep


class DraftStep(OpenSaleStep):
    """The step in which a player takes a private. The rest leaves the game after the last."""

    accepts = (BuyPrivate,)

    def actor(self, state: State) -> str:
        return state.playing(AuctionRound).turn

    def offers(self, state: State) -> list[Offer]:
        player = self.actor(state)
        return [
            self.judge_offer(state, Offer("buy", BuyPrivate(player, p.symbol), -p.price))
            for p in self.unsold(state)
        ]

    def refusals(self, state: State, action: BuyPrivate) -> list[Refusal]:
        refuse, who, private = self.rules.refuse, action.player, action.private
        if who != (actor := self.actor(state)):
            return [refuse("turn.not_yours", actor=actor, party=who)]
        if (owner := state.privates[private]) != BANK:
            return [refuse("private.gone", private=private, owner=owner)]
        return self.check_cash(who, state.cash[who], private, self.data.privates[private].price)

    def apply(self, change: Change, action: BuyPrivate) -> None:
        state, player = change.state, action.player
        hand_over(
            change, self.rules, action.private, player, self.data.privates[action.private].price
        )
        place = self.rules.seats.index(player)
        if place:
            sale = state.playing(AuctionRound)
            state.round = replace(sale, turn=self.rules.seats[place - 1])
            return
        for private in self.unsold(state):
            state.privates[private.symbol] = GONE
