"""The course of a game: its rows played anew, each by the rules that played it first."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion import titles
from companion.ledger.entries import LedgerFault, Posting
from companion.rules.actions import Action, Pass
from companion.rules.entering import read_action
from companion.rules.refusals import Refused
from companion.rules.rules import Outcome, Rules
from companion.rules.rulings import waived
from companion.rules.setup import Setup
from companion.rules.state import State
from companion.rules.title import RULES_VERSION

# What reading a row raises that other code has written, or that has suffered.
UNREADABLE = (ValueError, LookupError, TypeError, AttributeError, LedgerFault)

Postings = tuple[Posting, ...]
Facts = tuple[str, Mapping[str, Any]]  # an event's kind, and what it says


class Judges:
    """The rules of one game, as each version of them read the book."""

    def __init__(self, setup: Setup, rules: Rules) -> None:
        self.setup = setup
        self.now = rules
        self._older: dict[int, Rules] = {}

    def of(self, version: int) -> Rules:
        """These rules, or as near to an older version of them as they can come."""
        if version >= RULES_VERSION:
            return self.now
        if version not in self._older:
            self._older[version] = titles.rules_for(self.setup, version)
        return self._older[version]


class Course:
    """The game from a state (None: from before its beginning) along its rows.

    What older rules played is followed as long as the same money moves, and the same prices and
    homes, in the same order. These rules may wait for somebody where older ones went on by
    themselves: then he passes, as soon as the next row cannot be played otherwise; until then
    something is owed that has happened by the rows. Once ``lost``, the course stays so.
    """

    MOST_PASSES = 8

    def __init__(self, judges: Judges, state: State | None) -> None:
        self.judges = judges
        self.state = state
        self.lost = False
        self._owed: list[Postings] = []
        self._marks: list[tuple[Any, ...]] = []

    def go(
        self,
        version: int,
        action: Mapping[str, Any] | None,
        entries: Iterable[Postings],
        events: Iterable[Facts],
        ruling: Any = None,
    ) -> State | None:
        """The state after a row, which the rules of ``version`` played with these entries and
        events, by the ``ruling`` that is stored with it; None where these rules cannot tell, or owe
        something still.
        """
        if self.lost:
            return None
        try:
            if version >= self.judges.now.since:
                self.state = self._outcome(self.judges.of(version), action, ruling).state
            else:
                self._follow(self.judges.of(version), action, entries, events)
        except (Refused, *UNREADABLE):
            self.lost = True
        return None if self.lost or self._owed or self._marks else self.state

    def _outcome(self, rules: Rules, action: Mapping[str, Any] | None, ruling: Any) -> Outcome:
        if action is None:
            return rules.start()
        if self.state is None or self._owed or self._marks:
            raise LookupError("there is nothing to go on from")
        return rules.apply(self.state, read_action(action), waived(ruling))

    def _follow(
        self,
        rules: Rules,
        action: Mapping[str, Any] | None,
        entries: Iterable[Postings],
        events: Iterable[Facts],
    ) -> None:
        self._owed += entries
        self._marks += _marks(rules, events)
        if action is None:
            self._take(rules.start())
            return
        done = read_action(action)
        for _ in range(self.MOST_PASSES):
            if self.lost or self.state is None:
                return
            try:
                outcome = rules.again(self.state, done)
            except Refused as refused:
                self._take(_pass(rules, self.state, done, refused))
            else:
                self._take(outcome)
                return
        self.lost = True

    def _take(self, outcome: Outcome) -> None:
        """Go on to an outcome, which pays off what is owed; lost when it does anything else."""
        paid = [entry.postings for entry in outcome.entries]
        told = ((event.kind, event.facts) for event in outcome.events)
        marks = _marks(self.judges.now, told)
        if paid != self._owed[: len(paid)] or marks != self._marks[: len(marks)]:
            self.lost = True
            return
        del self._owed[: len(paid)]
        del self._marks[: len(marks)]
        self.state = outcome.state


def _pass(rules: Rules, state: State, done: Action, refused: Refused) -> Outcome:
    """What comes of it when whoever is waited for passes. Raises ``refused`` where he cannot."""
    for offer in rules.offers(state):
        if isinstance(offer.action, Pass) and offer.allowed and offer.action != done:
            return rules.apply(state, offer.action)
    raise refused


def _marks(rules: Rules, events: Iterable[Facts]) -> list[tuple[Any, ...]]:
    """What has to be the same of the events that tell where on the table something happened."""
    words = rules.vocabulary.events
    return [
        (kind, *(_plain(facts.get(name)) for name in words[kind].marks))
        for kind, facts in events
        if kind in words and words[kind].marks
    ]


def _plain(fact: Any) -> Any:
    """A fact alike whether it was told now or stored: JSON knows no tuples."""
    return list(fact) if isinstance(fact, tuple) else fact
