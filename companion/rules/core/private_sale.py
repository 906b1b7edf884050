"""The sale of privates as the table sees it, before, during and after it."""

from collections.abc import Collection, Sequence

from companion.ledger.entries import BANK
from companion.rules.core.state import State
from companion.rules.data.title_data import TitleData


class PrivateSale:
    """The default answers about a sale; a title's sale step overrides them.

    ``bids`` says whether players bid for the privates.
    """

    data: TitleData
    bids = True

    @property
    def rows(self) -> Sequence[Sequence[str]]:
        """The privates as laid out for their sale, in one or several rows."""
        return (tuple(self.data.privates),)

    def privates_on_offer(self, state: State) -> Sequence[str]:
        """Return the privates on sale now: the first unsold one, if there is any."""
        return [private for private, owner in state.privates.items() if owner == BANK][:1]

    def fall_when_all_pass(self, state: State, private: str) -> int:
        """Return by how much a price falls when all pass."""
        return 0

    def asking_price(self, state: State, private: str) -> int:
        """Return the current price of an unsold private."""
        return self.data.privates[private].price

    def reductions(self, state: State, private: str) -> Sequence[int]:
        """Return the discounts on an unsold private, which its buyer does not pay."""
        return ()

    def must_take(self, state: State) -> Collection[str]:
        """Return the privates of which the player on turn has to take one now."""
        return ()

    def included_shares(self, state: State, private: str) -> Sequence[tuple[str, int]]:
        """Return the publicly known shares that come with an unsold private.

        Each is a company and a percent.
        """
        return ()

    def remark(self, state: State) -> str:
        """Return a short remark about the turn in the sale."""
        return ""
