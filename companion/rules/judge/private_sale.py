"""The sale of privates as the table sees it, before, in and after it."""

from collections.abc import Collection, Sequence

from companion.ledger.entries import BANK
from companion.rules.core.state import State
from companion.rules.data.title_data import TitleData


class PrivateSale:
    """The usual answers about a sale; the step of a title's sale gives its own.

    ``bids`` is whether players bid for the privates.
    """

    data: TitleData
    bids = True

    @property
    def rows(self) -> Sequence[Sequence[str]]:
        """The privates as they lie on the table for their sale: in one row, or in several."""
        return (tuple(self.data.privates),)

    def on_offer(self, state: State) -> str:
        """The private that is sold now, "" where none is: the first that is unsold."""
        return next((p for p, owner in state.privates.items() if owner == BANK), "")

    def asked(self, state: State, private: str) -> int:
        """The price of an unsold private now."""
        return self.data.privates[private].price

    def reductions(self, state: State, private: str) -> Sequence[int]:
        """The sums that lie on an unsold private, which its buyer does not pay."""
        return ()

    def must_take(self, state: State) -> Collection[str]:
        """The privates of which the player on turn has to take one now."""
        return ()

    def comes_with(self, state: State, private: str) -> Sequence[tuple[str, int]]:
        """The shares that come with an unsold private and that the table sees before: companies,
        and percent of each.
        """
        return ()

    def remark(self, state: State) -> str:
        """A few words about the turn in the sale."""
        return ""
