"""Tales: events of several people that belong together, such as a merger, told as a whole.

The words of an event say whether it is part of a tale (``EventWords.tale``).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import groupby

from companion.reporting.content.chronicle import Chronicle
from companion.reporting.content.event_texts import join_alike, phrases_of, sentence
from companion.rules.core.change import Event
from companion.rules.judge.rules import Rules


@dataclass(slots=True)
class Tale:
    """A tale: the round in which it began, its first sentence, and the events after it."""

    round: str
    begins: str
    events: list[Event] = field(default_factory=list)
    then: str = ""


def tales(chronicle: Chronicle) -> list[Tale]:
    """Return all tales of a game.

    A failed tale mentions only its failure, because nothing has changed.
    """
    rules = chronicle.rules
    found: list[Tale] = []
    for round in chronicle.rounds:
        for number, event in enumerate(round.tales):
            part = rules.vocabulary.events[event.kind].tale
            if part == "begins" or not number:
                found.append(Tale(round.name, sentence(rules, event)))
            elif part == "fails":
                found[-1].events[:] = [event]
            else:
                found[-1].events.append(event)
    for tale in found:
        tale.then = " ".join(_join_events(rules, tale.events))
    return found


def _join_events(rules: Rules, events: Sequence[Event]) -> list[str]:
    """Return the events as sentences. Events of some kinds are joined in one sentence."""
    told = []
    for kind, some in groupby(events, key=lambda event: _kind(rules, event)):
        if kind:
            words = rules.vocabulary.events[kind].together
            assert words is not None
            told.append(join_alike(rules, words, list(some)))
        else:
            told += [part.text for part in phrases_of(rules, some)]
    return [f"{line[:1].upper()}{line[1:]}." for line in told]


def _kind(rules: Rules, event: Event) -> str:
    """Return the kind of an event that is joined with others of its kind, else ""."""
    return event.kind if rules.vocabulary.events[event.kind].together else ""
