"""What the table has allowed and set right, as the report lists it."""

from collections.abc import Iterator

from companion.reporting.content.chronicle import Chronicle
from companion.rules.core.change import Event
from companion.rules.judge.judge import Rules
from companion.store.history.rulings import BESIDE

CORRECTED = "corrected_"  # begins the kind of every event of a correction entry


def is_correction(event: Event) -> bool:
    """Does it tell of a correction entry?"""
    return event.kind.startswith(CORRECTED)


def house_rules(rules: Rules) -> list[tuple[str, str]]:
    """What the table allowed for the whole game, each with its place in the book."""
    chosen = (rule for rule in rules.data.house_rules if rule.overrules in rules.house)
    return [(rule.says, rules.data.cite(rule.overrules)) for rule in chosen]


def beside_rulings(chronicle: Chronicle) -> Iterator[tuple[str, str]]:
    """Lesser runs, advances and correction entries: each with its round."""
    for round in chronicle.rounds:
        for deed in round.deeds:
            for event in deed.events:
                if event.kind in BESIDE or is_correction(event):
                    yield round.name, chronicle.rules.words.tell(event)
