"""The private auction: six rows, bids that stand on several privates at once, contests."""

from dataclasses import dataclass
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
from companion.rules.judge.judge import Rules
from companion.rules.operating.private_powers import power
from companion.rules.stock.auction import Auction, SaleOfPrivates
from companion.titles.t1828.drawn import Drawn
from companion.titles.t1828.figures import figures

ROWS, ALL = "rows", "all"


@register_stored("1828_auction")
@dataclass(frozen=True, slots=True)
class RowAuction(Auction):
    """``selling`` is what is being sold to its bidders by itself: nothing, after a purchase ROWS as
    long as every private of the cheapest has a bid, after the passes of all whatever has bids.
    """

    selling: str = ""


class RowSale(SaleOfPrivates):
    """Buy in the cheapest row, bid on another private, or pass; raise or leave a contest."""

    def __init__(self, rules: Rules, drawn: Drawn) -> None:
        super().__init__(rules)
        self.drawn = drawn
        self.step = self.raised_by = figures(rules).bid_step

    @cached_property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """Six rows, of one price each; what is out of the game lies nowhere."""
        kept = [p for p in self.data.private_list if p.symbol not in self.drawn.discarded]
        rows: dict[int, list[str]] = {}
        for private in kept:
            rows.setdefault(private.price, []).append(private.symbol)
        row = self.drawn.row
        return tuple(row if price == max(rows) else tuple(rows[price]) for price in sorted(rows))

    def on_offer(self, state: State) -> str:
        """The one that bidders contest, or that may be bought."""
        if not isinstance(state.round, RowAuction):
            return ""
        offered = self.offered(state)
        return state.round.contested or (offered.symbol if offered else "")

    def unsold(self, state: State) -> list[Private]:
        """From the cheapest row to the dearest, from left to right."""
        order = (symbol for row in self.rows for symbol in row)
        return [self.data.privates[p] for p in order if state.privates[p] == BANK]

    def cheapest(self, state: State) -> list[Private]:
        """The privates that are left in the cheapest row."""
        left = self.unsold(state)
        return [private for private in left if private.price == left[0].price]

    def offers(self, state: State) -> list[Offer]:
        """With why the others of the cheapest row cannot be bought."""
        found, offered = super().offers(state), self.offered(state)
        if not state.playing(RowAuction).contested:
            for private in self.cheapest(state):
                if private is not offered:
                    buy = BuyPrivate(self.actor(state), private.symbol)
                    found.append(self.judged(state, Offer("buy", buy, -private.price)))
        return found

    def without_bid(self, state: State) -> list[Private]:
        """Those of the cheapest row on which nobody has bid."""
        return [p for p in self.cheapest(state) if not state.round.bids_on(p.symbol)]

    def offered(self, state: State) -> Private | None:
        """The last one of the cheapest row without a bid may be bought."""
        free = self.without_bid(state)
        return free[0] if len(free) == 1 else None

    def price(self, state: State) -> int:
        """Its face value: no price ever falls."""
        offered = self.offered(state)
        return offered.price if offered else 0

    def _forced(self, state: State, who: str) -> list[Refusal]:
        """Nothing has to be taken."""
        return []

    def not_offered(self, state: State, private: str) -> Refusal:
        """Why a private cannot be bought now."""
        facts: dict[str, Any] = {"private": private}
        if private not in [one.symbol for one in self.cheapest(state)]:
            return self.rules.refuse("private.row", price=self.cheapest(state)[0].price, **facts)
        if state.round.bids_on(private):
            return self.rules.refuse("private.has_bid", **facts)
        others = [one.symbol for one in self.without_bid(state) if one.symbol != private]
        return self.rules.refuse("private.others", others=others, **facts)

    def kept(self, sale: Auction, action: Bid) -> tuple[tuple[str, str, int], ...]:
        """On a private that takes one bid only the newest stays."""
        others = super().kept(sale, action)
        if not power(self.rules, action.private, "one_bid"):
            return others
        return tuple(bid for bid in others if bid[0] != action.private)

    # --- what is sold by itself

    def due(self, state: State) -> str | None:
        """After a purchase the leftmost of the cheapest row, if each of the row has a bid; when all
        have passed, the first that has one.
        """
        sale, left = state.playing(RowAuction), self.unsold(state)
        if sale.selling == ALL:
            return next((p.symbol for p in left if sale.bids_on(p.symbol)), None)
        if sale.selling == ROWS and left and not self.without_bid(state):
            return left[0].symbol
        return None

    def apply(self, change: Change, action: BuyPrivate | Bid | Pass) -> None:
        if isinstance(action, BuyPrivate):
            sale = change.state.playing(RowAuction)
            change.state.round = replace(sale, selling=ROWS)
        super().apply(change, action)

    def all_passed(self, change: Change) -> None:
        sale = change.state.playing(RowAuction)
        change.state.round = replace(sale, passes=0, selling=ALL)

    def resolve(self, change: Change) -> None:
        """Sell until a contest begins, or nothing is due any more; when all have passed privates
        pay then.
        """
        super().resolve(change)
        sale = change.state.playing(RowAuction)
        if sale.selling and not sale.contested:
            change.state.round = replace(sale, selling="")
            if sale.selling == ALL:
                self.nobody_buys(change)
