"""Auctions of the privates one after the other, by the switches."""

from companion.rules.core.actions import Bid, Pass
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.data.codec import register_stored
from companion.rules.stock.auction import ParStep
from companion.rules.stock.single_auctions import SingleAuctionRound, SingleAuctionStep


@register_stored("single_auction")
class StandardSingleAuctionRound(SingleAuctionRound):
    """The auction of the privates."""


class StandardSingleAuctionStep(SingleAuctionStep):
    """Bid on the private on offer, in multiples of the step, or pass and be out for it."""

    def least(self, state: State) -> int:
        least, step = super().least(state), self.data.opening.bid_step
        return -(-least // step) * step

    def offers(self, state: State) -> list[Offer]:
        bid, passing = super().offers(state)
        step, span = self.data.opening.bid_step, bid.span
        assert span is not None
        if step > 1:
            most = max(span.least, span.most - span.most % step)
            bid = replace(bid, span=replace(span, most=most, step=step))
        return [bid, passing]

    def refusals(self, state: State, action: Bid | Pass) -> list[Refusal]:
        found, step = super().refusals(state, action), self.data.opening.bid_step
        if isinstance(action, Bid) and action.amount % step:
            found.append(self.rules.refuse("bid.step", amount=action.amount, step=step))
        return found

    def go_on(self, change: Change) -> None:
        """Go on with the next private. A presidency that came with one asks for its par."""
        sale = change.state.playing(SingleAuctionRound)
        company = self.data.privates[sale.private].powers.get("presidency")
        if sale.bidder and isinstance(company, str):
            change.state.ask(Question(ParStep.name, sale.bidder, (company,)))
        super().go_on(change)
