"""A change in progress: the draft of the next state, its ledger entries and its events."""

from dataclasses import field
from typing import Any, NamedTuple

from companion.ledger.entries import BANK, Entry, post, transfer
from companion.rules.core.copying import replace
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored


@register_stored("event")
class Event:
    """A fact about what happened, for history, screens and report."""

    kind: str
    facts: dict[str, Any] = field(default_factory=dict)


class Savepoint(NamedTuple):
    """A savepoint of a change: the state, and the numbers of entries and events so far."""

    state: State
    entries: int
    events: int


class Change:
    """The draft that one action works on.

    Money moves only through ``pay`` and ``post``; ``tell`` records an event.
    """

    def __init__(self, state: State, breaks_below: int = 1) -> None:
        self.state = state
        self.breaks_below = breaks_below  # the bank is broken with less money
        self.entries: list[Entry] = []
        self.events: list[Event] = []

    def post(self, entry: Entry) -> None:
        """Post an entry to the ledger."""
        post(self.state.cash, entry)
        self.entries.append(entry)
        if self.state.cash[BANK] < self.breaks_below:
            self.state.is_bank_broken = True

    def pay(self, payer: str, payee: str, amount: int, memo: str, *about: str) -> None:
        """Pay ``amount``; a payment of nothing makes no entry."""
        if amount:
            self.post(transfer(payer, payee, amount, memo, *about))

    def tell(self, kind: str, **facts: Any) -> None:
        """Record an event."""
        self.events.append(Event(kind, facts))

    def moment(self) -> Savepoint:
        """Return a savepoint; later changes work on a new draft."""
        moment = Savepoint(self.state, len(self.entries), len(self.events))
        self.state = self.state.copy()
        return moment

    def go_back(self, moment: Savepoint) -> None:
        """Restore the state of a savepoint and drop everything since."""
        self.state = moment.state
        del self.entries[moment.entries :], self.events[moment.events :]


def note(change: Change, **changes: Any) -> None:
    """Change the title's own part of the state. Raises TypeError for an unknown field."""
    change.state.title_state = replace(change.state.title_state, **changes)
