"""A change in the making: the draft of the next state
with what the books and the history will say of it.
"""

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from companion.ledger.entries import BANK, Entry, post, transfer
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored


@register_stored("event")
@dataclass(frozen=True, slots=True)
class Event:
    """A fact about what happened, for history, screens
    and report: a kind and the names and numbers of it.
    """

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)


class Moment(NamedTuple):
    """A moment of a change: the state, and how much had been posted and told by then."""

    state: State
    entries: int
    events: int


class Change:
    """The draft that one action works on. Money moves
    only through ``pay``; ``tell`` notes an event.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def post(self, entry: Entry) -> None:
        """Post an entry to the books."""
        post(self.state.cash, entry)
        self.entries.append(entry)
        if self.state.cash[BANK] <= 0:
            self.state.bank_broke = True

    def pay(self, payer: str, payee: str, amount: int, memo: str, *about: str) -> None:
        """Pay ``amount``; a payment of nothing is no entry."""
        if amount:
            self.post(transfer(payer, payee, amount, memo, *about))

    def tell(self, kind: str, **facts: Any) -> None:
        """Note an event."""
        self.events.append(Event(kind, facts))

    def moment(self) -> Moment:
        """This moment, to go back to; what comes now is done to a draft of its own."""
        moment = Moment(self.state, len(self.entries), len(self.events))
        self.state = self.state.copy()
        return moment

    def go_back(self, moment: Moment) -> None:
        """Go back to a moment, as if nothing had happened since."""
        self.state = moment.state
        del self.entries[moment.entries :], self.events[moment.events :]
