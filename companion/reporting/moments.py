"""The moments of a game: each standing action with what it did and the state after it.

A moment is what the report is made from, whether the game lies in the store or in a file.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from companion import titles
from companion.ledger.entries import Posting
from companion.rules.actions import Action
from companion.rules.change import Event
from companion.rules.rules import Rules
from companion.rules.setup import Setup
from companion.rules.state import State
from companion.store.shelf import Shelf

Postings = tuple[Posting, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """One action and what came of it; the first moment of a game is its beginning, without one.

    ``entries`` are the postings of each entry it made, in order; ``ruling`` the table's reason
    where the table overruled a refusal.
    """

    state: State
    events: tuple[Event, ...]
    entries: tuple[Postings, ...] = ()
    action: Action | None = None
    at: datetime | None = None
    ruling: str = ""


def played(setup: Setup, actions: Iterable[Action]) -> tuple[Rules, Iterator[Moment]]:
    """The moments of a game known by its actions. Raises BadSetup, and Refused on the way."""
    rules = titles.load(setup.title).rules(setup)

    def moments() -> Iterator[Moment]:
        outcome = rules.start()
        action: Action | None = None
        rest = iter(actions)
        while True:
            entries = tuple(entry.postings for entry in outcome.entries)
            yield Moment(outcome.state, outcome.events, entries, action)
            action = next(rest, None)
            if action is None:
                return
            outcome = rules.apply(outcome.state, action)

    return rules, moments()


def stored(shelf: Shelf, game: int) -> tuple[Rules, Iterator[Moment]]:
    """The moments of a stored game, as far as it has got. Raises NoGame, CannotRebuild."""
    rules = shelf.open(game).rules

    def moments() -> Iterator[Moment]:
        entries: defaultdict[int, list[Postings]] = defaultdict(list)
        for line in shelf.entries(game):
            entries[line.n].append(line.postings)
        for row, state in shelf.walk(game):
            ruling = str(getattr(row, "ruling", "") or "")
            yield Moment(state, row.events, tuple(entries[row.n]), row.action, row.at, ruling)

    return rules, moments()
