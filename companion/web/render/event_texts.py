"""Events in words: the deed first, then its consequences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup, escape

from companion.cache import Cache
from companion.languages import current_language, gettext
from companion.reporting.content.event_texts import group_alike
from companion.rules.core.change import Event
from companion.rules.core.vocabulary import GroupWords
from companion.rules.judge.rules import Rules
from companion.rules.words.formatting import facts_of
from companion.store.history.records import ABSENT, LogRow

WHO = ("party", "player", "company")  # fields of an action that name the actor


@dataclass(frozen=True, slots=True)
class RowSummary:
    """A row of the log in a line: the deed's sentence, then its consequences in short.

    ``more`` lists the consequences, milestones first. They follow a full stop, so the first begins
    with a capital. ``lines`` are turns that companies take
    automatically, one each. ``receipt`` is the text that the row's receipt belongs to, the sentence
    or one of ``more``; empty without a receipt.
    """

    said: Markup
    more: tuple[str, ...]
    lines: tuple[str, ...]
    receipt: str


def sentences(rules: Rules, row: LogRow) -> list[Markup]:
    """Return the sentences of a row of the log, the deed first. A mere pass has one too."""
    said = sentences_of(rules, row.action_json, row.events)
    if row.is_programmed:
        deed = Markup(str(said[0]).removesuffix("."))
        why = gettext("away") if row.reason == ABSENT else gettext("as programmed")
        said[0] = Markup("{} · {}").format(deed, why)
    return said


def sentences_of(
    rules: Rules, action: Mapping[str, Any] | None, events: Sequence[Event]
) -> list[Markup]:
    """Return the sentences of an action, as plain JSON, and its events."""
    if events or action is None:
        return [_sentence(rules, event) for event in _put_deed_first(rules, events)]
    who = next((str(action[key]) for key in WHO if key in action), "")
    if action.get("type") == "pass":
        return [_sentence(rules, Event("passed", {"party": who}))]
    name = rules.words.name(who)
    facts = {k: v for k, v in action.items() if k != "type" and k not in WHO}
    stands = rules.words.as_it_stands(str(action.get("type")), facts)
    return [Markup("<b>{}</b>: {}").format(name, stands)]


# The key is the id of the row. The value holds the row, so that no other row gets the same id.
_lines: Cache[tuple[int, str], tuple[Rules, LogRow, "RowSummary"]] = Cache(2048)


def summarize_cached(rules: Rules, row: LogRow) -> RowSummary:
    """Return the row in a line or two, cached for all screens that list it."""
    key = id(row), current_language()
    kept = _lines.get(key, lambda: (rules, row, summarize(rules, row)))
    if kept[0] is rules and kept[1] is row:
        return kept[2]
    return _lines.update(key, lambda _: (rules, row, summarize(rules, row)))[2]


def summarize(rules: Rules, row: LogRow) -> RowSummary:
    """Return the row in a line or two."""
    events = _put_deed_first(rules, row.events)
    said = sentences(rules, row)[0]
    paid = [event for event in events if "receipt" in event.facts][:1]
    receipt = said.striptags() if paid == events[:1] else "".join(_summarize_events(rules, paid))
    turns = _turns(rules, events[1:])
    taken = [event for turn in turns for event in turn]
    left = [event for event in events[1:] if event not in taken]
    followed = sorted(left, key=lambda event: not _is_milestone(rules, event))
    lines = tuple(_line(rules, turn) for turn in turns)
    more = _summarize_events(rules, followed)
    begun = [_begin_sentence(rules, says) for says in more[:1]]
    receipt = begun[0] if more and receipt == more[0] else receipt
    return RowSummary(said, (*begun, *more[1:]), lines, receipt)


def _begin_sentence(rules: Rules, says: str) -> str:
    """Return the text with a capital, unless it begins with the name of a player."""
    names = tuple(map(rules.words.name, rules.seats))
    return says if says.startswith(names) else says[:1].upper() + says[1:]


def _turns(rules: Rules, events: Sequence[Event]) -> list[list[Event]]:
    """Group the events of companies that act automatically.

    Each group begins with the heading event of a company. It holds that company's events up to the
    next heading.
    """
    found: list[list[Event]] = []
    for event in events:
        words = rules.words.event_words(event)
        if words and words.heads:
            found.append([event])
        elif found and event.facts.get("company") == found[-1][0].facts["company"]:
            found[-1].append(event)
    return found


def _line(rules: Rules, turn: Sequence[Event]) -> str:
    """Return such a group as one line, which begins with the company."""
    company = rules.words.name(turn[0].facts["company"])
    found: list[str] = []
    for event in turn:
        words = rules.words.event_words(event)
        in_short = (words and (words.after or (words.step_bar and words.step_bar.note))) or ""
        found.append(rules.words.clause(event, in_short, company if found else ""))
    return ", ".join(found)


def _put_deed_first(rules: Rules, events: Sequence[Event]) -> list[Event]:
    """Return the events in order, but with the deed first."""
    for number, event in enumerate(events):
        if _is_deed(rules, event):
            return [event, *events[:number], *events[number + 1 :]]
    return list(events)


def _is_deed(rules: Rules, event: Event) -> bool:
    """Is the event the deed itself and no consequence? An event without words may be."""
    words = rules.vocabulary.events.get(event.kind)
    return words is None or words.after is None


def _is_milestone(rules: Rules, event: Event) -> bool:
    words = rules.words.event_words(event)
    return words is not None and words.milestone is not None


def _summarize_events(rules: Rules, events: Sequence[Event]) -> list[str]:
    """Return short texts of the events. Events of one kind may be merged at the first of them."""
    said = []
    for group in group_alike(rules, events):
        words = rules.words.event_words(group[0])
        if words and words.together:
            said.append(_merge_events(rules, words.together, group))
        elif words and words.after:
            said.append(rules.words.fill(words.after, group[0].facts))
        else:
            said.append(rules.words.clause(group[0]))
    return said


def _merge_events(rules: Rules, words: GroupWords, events: Sequence[Event]) -> str:
    """Merge events of a kind into one text, with their sums."""
    sums: dict[tuple[object, ...], Event] = {}
    for event in events:
        key = tuple(event.facts[name] for name in facts_of(words.each) - {words.summed})
        if key in sums and words.summed:
            total = sums[key].facts[words.summed] + event.facts[words.summed]
            event = Event(event.kind, {**event.facts, words.summed: total})
        sums[key] = event
    each = [rules.words.fill_name(words.each, event.facts) for event in sums.values()]
    return rules.words.fill(words.says, {"all": ", ".join(each)})


def _sentence(rules: Rules, event: Event) -> Markup:
    """Return the event's sentence. A player or company at its beginning is in bold."""
    words = rules.words.event_words(event)
    if words is None:
        return escape(rules.words.tell(event))
    who, rest = rules.words.subject(words.says, event.facts)
    if who in rules.seats or who in rules.data.companies:
        return Markup("<b>{}</b>{}").format(rules.words.name(who), rest)
    return escape(rules.words.tell(event))
