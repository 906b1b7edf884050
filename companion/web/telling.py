"""What happened, as the screens tell it: the deed first, then all that followed from it."""

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from companion.rules.change import Event
from companion.rules.rules import Rules
from companion.rules.words import Words
from companion.store.records import LogRow

WHO = ("who", "player", "company")  # fields of an action that name who did it

# What follows from a deed, and is never the deed itself unless nothing else happened; in the
# shortest words, where there are shorter ones than its sentence.
FOLLOWS: dict[str, str] = {
    "president_paid": "{player:who} added {amount:$}",
    "traded_in": "a {type} given for it",
    "got_share": "{percent}% {company} with it",
    "subsidy": "",
    "president": "{player:who} is president of {company}",
    "floated": "{company} is floated with {amount:$}",
    "formed": "{company} is floated",
    "capital": "{company} received {amount:$}",
    "not_run": "",
    "price": "{company} {before} → {after}",
    "home": "{company} home in {stop_name}",
    "home_open": "",
    "home_city": "",
    "price_fell": "",
    "unsold": "",
    "drawn": "",
    "phase": "phase {phase}",
    "rusted": "the {type} trains are gone",
    "closed": "",
    "priority": "{player:who} has the {priority_card}",
    "private_paid": "",
    "bank_broke": "",
    "top": "",
    "company_bankrupt": "",
    "round": "",
    "finished": "",
}


@dataclass(frozen=True, slots=True)
class Told:
    """A row of the log in a line: the deed's sentence, and what followed in few words each.

    ``receipt`` is what a receipt that belongs to the row is about, the sentence or one of ``more``;
    empty where there is none.
    """

    said: Markup
    more: tuple[str, ...]
    receipt: str


def sentences(rules: Rules, row: LogRow) -> list[Markup]:
    """What a row of the log has to tell, a sentence each, the deed first; a mere pass too."""
    if row.events or row.action_json is None:
        return [_bold(rules, rules.tell(event)) for event in _deed_first(row.events)]
    who = next((str(row.action_json[key]) for key in WHO if key in row.action_json), "")
    name = rules.words.names.get(who, who)
    if row.action_json.get("type") == "Pass":
        return [Markup("<b>{}</b> passed.").format(name)]
    facts = {k: v for k, v in row.action_json.items() if k != "type" and k not in WHO}
    stands = rules.words.as_it_stands(str(row.action_json.get("type")), facts)
    return [Markup("<b>{}</b>: {}").format(name, stands)]


def in_a_line(rules: Rules, row: LogRow) -> Told:
    """All of a row in a line or two."""
    events = _deed_first(row.events)
    said = sentences(rules, row)[0]
    paid = [event for event in events if "receipt" in event.facts][:1]
    receipt = said.striptags() if paid == events[:1] else "".join(_followed(rules, paid))
    return Told(said, tuple(_followed(rules, events[1:])), receipt)


def _deed_first(events: Sequence[Event]) -> list[Event]:
    """The events with the deed itself first, the others as they happened."""
    deed = next((event for event in events if event.kind not in FOLLOWS), None)
    return sorted(events, key=lambda event: event is not deed)


def _followed(rules: Rules, events: Sequence[Event]) -> list[str]:
    """The events in few words each; what is of one kind together, where its first stood."""
    alike: defaultdict[object, list[Event]] = defaultdict(list)
    for number, event in enumerate(events):
        together = event.kind in TOGETHER and rules.knows(event)
        alike[event.kind if together else number].append(event)
    said = []
    for group in alike.values():
        kind = group[0].kind
        if kind in TOGETHER and rules.knows(group[0]):
            said.append(TOGETHER[kind](rules.words, group))
        elif FOLLOWS.get(kind) and rules.knows(group[0]):
            said.append(rules.words.fill(FOLLOWS[kind], group[0].facts))
        else:
            said.append(_plain(rules.tell(group[0])))
    return said


def _paid(words: Words, events: Sequence[Event]) -> str:
    """What the privates paid, to each owner in one sum."""
    sums: defaultdict[str, int] = defaultdict(int)
    for event in events:
        sums[event.facts["owner"]] += event.facts["amount"]
    paid = (f"{words.names.get(who, who)} {sum_:,}" for who, sum_ in sums.items())
    return f"privates paid {', '.join(paid)}"


def _closed(words: Words, events: Sequence[Event]) -> str:
    names = [words.names.get(event.facts["private"], event.facts["private"]) for event in events]
    return f"{', '.join(names)} closed"


TOGETHER: dict[str, Callable[[Words, Sequence[Event]], str]] = {
    "private_paid": _paid,
    "closed": _closed,
}


def _plain(sentence: str) -> str:
    return sentence.removesuffix(".")


def _bold(rules: Rules, sentence: str) -> Markup:
    """The sentence with who did it in bold."""
    found = _whoever(rules).match(sentence)
    if found is None:
        return escape(sentence)
    return Markup("<b>{}</b>{}").format(found[0], sentence[found.end() :])


@lru_cache(maxsize=64)
def _whoever(rules: Rules) -> re.Pattern[str]:
    """Matches the name of anybody at the head of a sentence, the longest first."""
    names = sorted((*rules.words.names.values(), *rules.data.companies), key=len, reverse=True)
    return re.compile(f"(?:{'|'.join(map(re.escape, names))})(?= )")
