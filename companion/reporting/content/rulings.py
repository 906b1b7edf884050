"""Rulings and corrections of the table in the report."""

from collections.abc import Iterator

from companion.reporting.content.chronicle import Chronicle
from companion.rules.core.change import Event
from companion.rules.judge.rules import Rules
from companion.store.history.rulings import BESIDE

CORRECTED = "corrected_"  # prefix of all kinds of events of a correction entry


def is_correction(event: Event) -> bool:
    """Return whether the event belongs to a correction entry."""
    return event.kind.startswith(CORRECTED)


def house_rules(rules: Rules) -> list[tuple[str, str]]:
    """Return the house rules of the game, each with its section of the rule book."""
    chosen = (rule for rule in rules.data.house_rules if rule.overrules in rules.house)
    return [(rule.says, rules.data.cite(rule.overrules)) for rule in chosen]


def other_irregular_deeds(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    """Yield lesser runs, advances and correction entries, each with its round."""
    for round in chronicle.rounds:
        for event in round.events:
            if event.kind in BESIDE or is_correction(event):
                yield round.name, chronicle.rules.words.tell(event)
