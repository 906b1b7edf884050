"""The common part of all steps in which privates are sold."""

from companion.ledger.entries import BANK
from companion.rules.core.private_sale import PrivateSale
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.title_data import Private
from companion.rules.judge.rules import Step


class PrivateSaleStep(PrivateSale, Step):
    """A step in which privates are sold, with information about the sale for the table."""

    name = "auction"

    def waits(self, state: State) -> bool:
        return bool(self.unsold(state))

    def unsold(self, state: State) -> list[Private]:
        """Return the privates that are still to be sold, in order of sale."""
        return [p for p in self.data.private_list if state.privates[p.symbol] == BANK]

    def check_cash(self, player: str, cash: int, private: str, price: int) -> list[Refusal]:
        """Refuse a price of a private that is above the player's cash."""
        if price <= cash:
            return []
        facts = {"player": player, "cash": cash, "private": private, "price": price}
        return [self.rules.refuse("private.cash", **facts)]


class OpenSaleStep(PrivateSaleStep):
    """A sale without bids, in which all privates are for sale at once."""

    bids = False

    def privates_on_offer(self, state: State) -> list[str]:
        """Return no private: none comes before the others."""
        return []
