"""The moments of a game: each standing action with its events and the state after it.

The report is made from moments, for stored games as well as for games in files.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from companion import titles
from companion.ledger.entries import Entry
from companion.reporting.content.ruling_text import ruling_of
from companion.rules.core.action_parser import stored_actor
from companion.rules.core.actions import Action
from companion.rules.core.change import Event
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules

if TYPE_CHECKING:
    from companion.store.games.game_store import GameStore


@dataclass(frozen=True, slots=True)
class ReportMoment:
    """One action and its results. The first moment is the start of the game, without an action.

    ``entries`` are its entries in the books, in order. ``doer`` is the acting seat or company, ""
    at the start. ``ruling`` is the table's reason if it overruled a refusal.
    """

    state: State
    events: tuple[Event, ...]
    entries: tuple[Entry, ...] = ()
    doer: str = ""
    at: datetime | None = None
    ruling: str = ""


def moments_of_actions(
    setup: Setup, actions: Iterable[tuple[Action, datetime | None]]
) -> tuple[Rules, Iterator[ReportMoment]]:
    """Return the rules and moments of a game that is given by its actions and their times.

    Raises BadSetupError. The moments raise RefusedError.
    """
    rules = titles.rules_for(setup)

    def moments() -> Iterator[ReportMoment]:
        outcome = judge.start(rules)
        yield _moment(outcome, None, None)
        for action, at in actions:
            outcome = judge.apply(rules, outcome.state, action)
            yield _moment(outcome, action, at)

    return rules, moments()


def _moment(outcome: Outcome, action: Action | None, at: datetime | None) -> ReportMoment:
    doer = action.actor() if action else ""
    return ReportMoment(outcome.state, outcome.events, tuple(outcome.entries), doer, at)


def moments_of_stored_game(
    store: "GameStore", game: int, known: Mapping[int, State] | None = None
) -> tuple[Rules, Iterator[ReportMoment]]:
    """Return the rules and moments of a stored game up to now.

    States in ``known``, by row, are not computed again. Raises NoGameError, CannotRebuildError.
    """
    rules = store.open(game).rules

    def moments() -> Iterator[ReportMoment]:
        entries: defaultdict[int, list[Entry]] = defaultdict(list)
        for line in store.entries(game):
            entries[line.n].append(Entry(line.memo, line.postings, line.about))
        for row, state in store.past.walk(game, known):
            doer = stored_actor(row.action_json) if row.action_json else ""
            ruling = ruling_of(rules, row)
            yield ReportMoment(state, row.events, tuple(entries[row.n]), doer, row.at, ruling)

    return rules, moments()
