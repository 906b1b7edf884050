"""A sale of the privates whose course the rules do not know: the table tells who buys what."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import Pass, PrivateAction, action
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import GONE, Question, State
from companion.rules.stock.auction import AuctionRound, ParStep, hand_over
from companion.rules.stock.private_sale_steps import OpenSaleStep


@action("tell_sale")
class TellSale(PrivateAction):
    """A player buys a private for a price that the table tells."""

    price: int


class ToldSaleStep(OpenSaleStep):
    """The step in which each player, one after the other, says what they have bought.

    It ends when all have passed, or all privates are sold. The rest leaves the game.
    """

    accepts = (TellSale, Pass)

    def waits(self, state: State) -> bool:
        return super().waits(state) and state.playing(AuctionRound).passes < len(state.order)

    def actor(self, state: State) -> str:
        return state.playing(AuctionRound).turn

    def offers(self, state: State) -> list[Offer]:
        player, found = self.actor(state), []
        for private in self.unsold(state):
            span = Span("price", 0, max(state.cash[player], 0))
            told = TellSale(player, private.symbol, private.price)
            found.append(self.judge_offer(state, Offer("tell_sale", told, -private.price, span)))
        return [*found, Offer("pass", Pass(player), weight=0.3)]

    def refusals(self, state: State, action: TellSale | Pass) -> list[Refusal]:
        refuse, actor = self.rules.refuse, self.actor(state)
        if action.actor() != actor:
            return [refuse("turn.not_yours", actor=actor, party=action.actor())]
        if isinstance(action, Pass):
            return []
        private = action.private
        if (owner := state.privates[private]) != BANK:
            return [refuse("private.gone", private=private, owner=owner)]
        return self.check_cash(actor, state.cash[actor], private, action.price)

    def apply(self, change: Change, action: TellSale | Pass) -> None:
        state, sale = change.state, change.state.playing(AuctionRound)
        if isinstance(action, TellSale):
            state.round = replace(sale, last_actor=action.player)
            hand_over(change, self.rules, action.private, action.player, action.price)
            powers = self.data.privates[action.private].powers
            if isinstance(company := powers.get("presidency"), str):
                state.ask(Question(ParStep.name, action.player, (company,)))
            return
        change.tell("ended_turn", party=action.party)
        turn = state.player_after(action.party)
        state.round = replace(sale, passes=sale.passes + 1, turn=turn)
        if sale.passes + 1 == len(state.order):
            for private in self.unsold(state):
                state.privates[private.symbol] = GONE
