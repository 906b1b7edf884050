"""A draft of the privates: each player, the last first, takes one for its price."""

from collections.abc import Sequence

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyPrivate
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, State
from companion.rules.stock.auction import AuctionRound, PrivateSaleStep, hand_over


class DraftStep(PrivateSaleStep):
    """The step in which a player takes a private. The rest leaves the game after the last."""

    name = "auction"
    accepts = (BuyPrivate,)
    bids = False

    def privates_on_offer(self, state: State) -> list[str]:
        """Return no private, because all are for sale at once."""
        return []

    def _unsold(self, state: State) -> Sequence[str]:
        return [private for private, owner in state.privates.items() if owner == BANK]

    def waits(self, state: State) -> bool:
        return bool(self._unsold(state))

    def actor(self, state: State) -> str:
        return state.playing(AuctionRound).turn

    def offers(self, state: State) -> list[Offer]:
        takes = (BuyPrivate(self.actor(state), private) for private in self._unsold(state))
        return [
            self.judge_offer(state, Offer("buy", take, -self.data.privates[take.private].price))
            for take in takes
        ]

    def refusals(self, state: State, action: BuyPrivate) -> list[Refusal]:
        refuse, who, private = self.rules.refuse, action.player, action.private
        if who != (actor := self.actor(state)):
            return [refuse("turn.not_yours", actor=actor, party=who)]
        if (owner := state.privates[private]) != BANK:
            return [refuse("private.gone", private=private, owner=owner)]
        price, cash = self.data.privates[private].price, state.cash[who]
        if price <= cash:
            return []
        return [refuse("private.cash", player=who, cash=cash, private=private, price=price)]

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
        for private in self._unsold(state):
            state.privates[private] = GONE
