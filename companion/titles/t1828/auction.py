"""The private auction: rows of one price, bids on several privates at once, contests."""

from functools import cached_property
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Bid, BuyPrivate, Pass
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.data.title_data import Private
from companion.rules.judge.rules import Rules
from companion.rules.operating.private_powers import power
from companion.rules.stock.auction import RAISE, AuctionRound, AuctionStep
from companion.titles.t1828.draws import Draws1828
from companion.titles.t1828.title_figures import figures

ROWS, ALL = "rows", "all"


@register_stored("1828_auction")
class RowAuctionRound(AuctionRound):
    """The auction so far.

    ``automatic_sale`` tells which privates are sold to their bidders automatically. "" is none.
    ROWS, after a purchase, sells the cheapest row as long as every private in it has a bid. ALL,
    after all have passed, sells each that has a bid.
    """

    automatic_sale: str = ""


class RowAuctionStep(AuctionStep):
    """Buy in the cheapest row, bid on another private, or pass; raise or leave a contest.

    A price that has fallen is that of the first private on offer, until that is sold.
    """

    def __init__(self, rules: Rules, drawn: Draws1828) -> None:
        super().__init__(rules)
        self.drawn = drawn
        self.figures = figures(rules)
        self.step = self.raised_by = self.figures.bid_step

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Rows of one face value each, without the privates that are out of the game."""
        kept = [p for p in self.data.private_list if p.symbol not in self.drawn.discarded]
        rows: dict[int, list[str]] = {}
        for private in kept:
            rows.setdefault(private.price, []).append(private.symbol)
        row = self.drawn.row
        return tuple(row if price == max(rows) else tuple(rows[price]) for price in sorted(rows))

    def privates_on_offer(self, state: State) -> list[str]:
        """Return the private that is contested, or those that may be bought."""
        if not isinstance(state.round, RowAuctionRound):
            return []
        contested = state.round.contested_private
        offered = [private.symbol for private in self.privates_offered(state)]
        return [contested] if contested else offered

    def asking_price(self, state: State, private: str) -> int:
        first = self._is_first(state, private)
        return self.price(state) if first else super().asking_price(state, private)

    def fall_when_all_pass(self, state: State, private: str) -> int:
        falls = self.data.opening.falling and self._is_first(state, private)
        return min(RAISE, self.price(state)) if falls else 0

    def must_take(self, state: State) -> list[str]:
        """Return the private on offer whose price has fallen to nothing."""
        taken = (p for p in state.privates if self._is_first(state, p) and not self.price(state))
        return list(taken)

    def _is_first(self, state: State, private: str) -> bool:
        """Is it the first private on offer, whose price falls?"""
        if not isinstance(state.round, RowAuctionRound) or state.round.contested_private:
            return False
        offered = self.private_offered(state)
        return offered is not None and offered.symbol == private

    def unsold(self, state: State) -> list[Private]:
        """Return the unsold privates, from the cheapest row to the dearest, left to right."""
        known = self.data.privates
        return [known[p] for row in self.rows for p in row if state.privates[p] == BANK]

    def cheapest(self, state: State) -> list[Private]:
        """Return the privates that are left in the cheapest row."""
        left = self.unsold(state)
        return [private for private in left if private.price == left[0].price]

    def offers(self, state: State) -> list[Offer]:
        """Return all offers, with the reasons why the rest of the cheapest row cannot be bought."""
        found, offered = super().offers(state), self.privates_offered(state)
        if not state.playing(RowAuctionRound).contested_private:
            for private in self.cheapest(state):
                if private not in offered:
                    buy = BuyPrivate(self.actor(state), private.symbol)
                    found.append(self.judge_offer(state, Offer("buy", buy, -private.price)))
        return found

    def without_bid(self, state: State) -> list[Private]:
        """Return the privates of the cheapest row without a bid."""
        return [p for p in self.cheapest(state) if not state.round.standing_bids(p.symbol)]

    def privates_offered(self, state: State) -> list[Private]:
        """Return the privates of the cheapest row that may be bought.

        They are those without a bid of the lowest price, or just the last one without a bid.
        """
        free = self.without_bid(state)
        if self.figures.lowest_on_offer:
            return free[:1] if state.playing(AuctionRound).price_reduction else free
        return free if len(free) == 1 else []

    def not_offered(self, state: State, private: str) -> Refusal:
        """Return the reason why a private cannot be bought now."""
        facts: dict[str, Any] = {"private": private}
        if private not in [one.symbol for one in self.cheapest(state)]:
            return self.rules.refuse("private.row", price=self.cheapest(state)[0].price, **facts)
        if state.round.standing_bids(private):
            return self.rules.refuse("private.has_bid", **facts)
        if offered := self.private_offered(state):
            return self.rules.refuse(
                "private.dearer", price=self.price(state), private_on_offer=offered.symbol, **facts
            )
        others = [one.symbol for one in self.without_bid(state) if one.symbol != private]
        return self.rules.refuse("private.others", offered_privates=others, **facts)

    def remaining_bids(self, sale: AuctionRound, action: Bid) -> tuple[tuple[str, str, int], ...]:
        """Return the bids to keep. On a private that takes one bid only the newest stays."""
        others = super().remaining_bids(sale, action)
        if not power(self.rules, action.private, "one_bid"):
            return others
        return tuple(bid for bid in others if bid[0] != action.private)

    # --- automatic sales

    def due(self, state: State) -> str | None:
        """Return the next private to be sold automatically.

        After a purchase it is the leftmost of the cheapest row, if each private in that row has a
        bid. When all have passed, it is the first with a bid.
        """
        sale, left = state.playing(RowAuctionRound), self.unsold(state)
        if sale.automatic_sale == ALL:
            return next((p.symbol for p in left if sale.standing_bids(p.symbol)), None)
        if sale.automatic_sale == ROWS and left and not self.without_bid(state):
            return left[0].symbol
        return None

    def apply(self, change: Change, action: BuyPrivate | Bid | Pass) -> None:
        if isinstance(action, BuyPrivate):
            sale = change.state.playing(RowAuctionRound)
            change.state.round = replace(sale, automatic_sale=ROWS)
        super().apply(change, action)

    def all_passed(self, change: Change) -> None:
        """Sell privates with bids, or lower the price of the first on offer; privates pay."""
        sale = change.state.playing(RowAuctionRound)
        if self.figures.bids_sold_when_all_pass:
            change.state.round = replace(sale, passes=0, automatic_sale=ALL)
            return
        change.state.round = replace(sale, passes=0)
        self.nobody_buys(change)
        self.lower_price(change)

    def resolve(self, change: Change) -> None:
        """Sell until a contest begins, or nothing is due any more.

        When all have passed, privates pay afterwards.
        """
        super().resolve(change)
        sale = change.state.playing(RowAuctionRound)
        if sale.automatic_sale and not sale.contested_private:
            change.state.round = replace(sale, automatic_sale="")
            if sale.automatic_sale == ALL:
                self.nobody_buys(change)
