"""A change in the making: the draft of the next state
with what the books and the history will say of it.
"""

from dataclasses import dataclass, field
from typing import Any

from companion.ledger.entries import BANK, Entry, post, transfer
from companion.rules.codec import stored
from companion.rules.state import State


@stored
@dataclass(frozen=True, slots=True)
class Event:
    """A fact about what happened, for history, screens
    and report: a kind and the names and numbers of it.
    """

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)


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
