"""The first sale of privates by auctions, one after the other in ascending order.

A bid opens at the printed price and is raised. A player who passes is out for that private. After
each auction the priority card moves left, and its new holder opens the next one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.core.actions import Bid, Pass
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import Round
from companion.rules.core.state import State
from companion.rules.stock.auction import RAISE, hand_over
from companion.rules.stock.private_sale_steps import PrivateSaleStep


@dataclass(frozen=True, slots=True)
class SingleAuctionRound(Round):
    """The auction so far. A title stores it under a name of its own.

    It holds the player on turn, the private, the standing bid and its bidder, and the players who
    are out.
    """

    kind: ClassVar[str] = "auction"
    turn: str
    private: str
    amount: int = 0
    bidder: str = ""
    players_out: tuple[str, ...] = ()

    def others(self, order: Sequence[str]) -> Sequence[str]:
        return [who for who in order if who not in (self.turn, self.bidder, *self.players_out)]

    def with_player_on_turn(self, who: str) -> "SingleAuctionRound":
        return replace(self, turn=who)

    def standing_bids(self, private: str) -> list[tuple[str, int]]:
        return [(self.bidder, self.amount)] if self.bidder and private == self.private else []

    def bound(self, player: str, but: str = "") -> int:
        return self.amount if player == self.bidder and self.private != but else 0


class SingleAuctionStep(PrivateSaleStep):
    """Open at the printed value, raise by 5 or more, or pass and be out for this private."""

    accepts = (Bid, Pass)

    def waits(self, state: State) -> bool:
        return bool(state.playing(SingleAuctionRound).private)

    def actor(self, state: State) -> str:
        return state.playing(SingleAuctionRound).turn

    def least(self, state: State) -> int:
        """Return the lowest bid allowed now."""
        sale = state.playing(SingleAuctionRound)
        return sale.amount + RAISE if sale.bidder else self.data.privates[sale.private].price

    def offers(self, state: State) -> list[Offer]:
        actor, least = self.actor(state), self.least(state)
        span = Span("amount", least, max(least, state.cash[actor]))
        bid = Offer(
            "bid",
            Bid(actor, state.playing(SingleAuctionRound).private, least),
            -least,
            span,
            weight=0.7,
        )
        return [self.judge_offer(state, bid), self.judge_offer(state, Offer("pass", Pass(actor)))]

    def refusals(self, state: State, action: Bid | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        sale = state.playing(SingleAuctionRound)
        who = action.actor()
        if who in sale.players_out:
            return [refuse("bid.not_in", player=who, private=sale.private)]
        if who != sale.turn:
            return [refuse("turn.not_yours", actor=sale.turn, party=who)]
        if isinstance(action, Pass):
            return []
        if action.private != sale.private:
            return [
                refuse("private.not_offered", private=action.private, private_on_offer=sale.private)
            ]
        found = []
        least, cash = self.least(state), state.cash[who]
        if action.amount < least:
            facts = {"amount": action.amount, "private": action.private}
            found.append(refuse("bid.too_low", minimum=least, **facts))
        if action.amount > cash:
            found.append(refuse("bid.cash", player=who, cash=cash, amount=action.amount))
        return found

    def apply(self, change: Change, action: Bid | Pass) -> None:
        state = change.state
        sale = state.playing(SingleAuctionRound)
        if isinstance(action, Bid):
            change.tell("bid", player=action.player, private=action.private, amount=action.amount)
            state.round = replace(sale, amount=action.amount, bidder=action.player)
        else:
            change.tell("left_auction", player=action.party, private=sale.private)
            state.round = replace(sale, players_out=(*sale.players_out, action.party))
        self.ask(change, state.player_after(sale.turn))

    def ask(self, change: Change, first: str) -> None:
        """Give the turn to the next player who may still bid, from ``first`` to the left.

        When nobody else may bid, the private is sold or leaves the game. Then the auction of the
        next one opens. Players with less cash than the lowest bid could only pass. They are out
        without being asked.
        """
        state = change.state
        sale = state.playing(SingleAuctionRound)
        left = [seat for seat in state.order if seat not in sale.players_out]
        least = self.least(state)
        poor = [seat for seat in left if seat != sale.bidder and state.cash[seat] < least]
        for seat in poor:
            change.tell("cannot_bid", player=seat, private=sale.private, minimum=least)
        left = [seat for seat in left if seat not in poor]
        if left == [sale.bidder]:
            hand_over(change, self.rules, sale.private, sale.bidder, sale.amount)
            self.go_on(change)
        elif not left:
            self.leave_unsold(change)
        else:
            turn = first
            while turn not in left:
                turn = state.player_after(turn)
            state.round = replace(sale, turn=turn, players_out=(*sale.players_out, *poor))

    def leave_unsold(self, change: Change) -> None:
        """Remove the private from the game. By a switch all later privates leave too."""
        coming = self.coming(change.state) if self.data.opening.unsold_ends else []
        for private in (change.state.playing(SingleAuctionRound).private, *coming):
            change.state.privates[private] = "gone"
            change.tell("private_unsold", private=private)
        self.go_on(change)

    def coming(self, state: State) -> list[str]:
        """Return the privates to be auctioned after this one."""
        names = list(self.data.privates)
        after = names[names.index(state.playing(SingleAuctionRound).private) + 1 :]
        return [private for private in after if state.privates[private] == "bank"]

    def go_on(self, change: Change) -> None:
        """Move the priority card left. Its new holder opens the auction of the next private."""
        state = change.state
        coming = self.coming(state)
        state.priority = self.opener(state, coming)
        state.round = replace(
            state.playing(SingleAuctionRound),
            turn=state.priority,
            private=next(iter(coming), ""),
            amount=0,
            bidder="",
            players_out=(),
        )
        if coming:
            self.ask(change, state.priority)

    def opener(self, state: State, coming: Sequence[str]) -> str:
        """Return the player who opens the next auction: the next to the left.

        A switch passes over players who can pay for no private still to be sold, if somebody can.
        """
        at = state.order.index(state.priority) + 1
        seats = (*state.order[at:], *state.order[:at])
        least = min((self.data.privates[private].price for private in coming), default=0)
        payers = (seat for seat in seats if state.cash[seat] >= least)
        return next(payers, seats[0]) if self.data.opening.opener_can_pay else seats[0]


def richest_player(state: State, holder: str) -> str:
    """Return the player with most cash; the first of several from ``holder`` to the left."""
    most = max(state.cash[seat] for seat in state.order)
    seat = holder
    while state.cash[seat] != most:
        seat = state.player_after(seat)
    return seat
