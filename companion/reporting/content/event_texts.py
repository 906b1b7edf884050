"""The deeds of a round in words: a row for each player or company, with a short list of phrases.

The sentences come from the rules (:meth:`companion.rules.words.formatting.Words.tell`), so that a
title's own events have its words. Here they lose their subject, and related events are joined.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from companion.languages import format_number, format_text, gettext
from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.chronicle import RoundDeed, RoundRecord
from companion.rules.core.change import Event
from companion.rules.core.vocabulary import GroupWords, RepeatWords
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import type_of
from companion.rules.shares import holdings


@dataclass(slots=True)
class Phrase:
    """A deed without subject and full stop. ``note`` is the number of its footnote."""

    text: str
    note: int = 0


@dataclass(slots=True)
class RoundRow:
    """One player or company in one round. A company has its run and its treasury after the turn."""

    who: str
    phrases: list[Phrase]
    trains: str = ""
    revenue: int | None = None
    withheld: bool = False
    per_share: float | None = None
    price: tuple[int, int] | None = None
    treasury: int | None = None


@dataclass(slots=True)
class RoundTold:
    """A round as the report prints it: automatic events first, then the rows, then remarks."""

    round: RoundRecord
    opening: list[Phrase]
    rows: list[RoundRow]
    remarks: list[Phrase]


@dataclass(slots=True)
class Footnotes:
    """The rulings of the table, numbered in order of appearance (‡)."""

    texts: list[str] = field(default_factory=list)

    def number(self, ruling: str) -> int:
        """Return the number of the footnote for a deed, 0 without a ruling."""
        if not ruling:
            return 0
        if self.texts[-1:] != [ruling]:  # several rows of one action share a footnote
            self.texts.append(ruling)
        return len(self.texts)


def sentence(rules: Rules, event: Event) -> str:
    """Return the sentence of an event."""
    return keep_sums_whole(rules, rules.words.tell(event))


def deed_of(rules: Rules, doer: str, events: Sequence[Event]) -> str:
    """Return the sentence of the main event of an action by ``doer``.

    An action without events is a pass.
    """
    deeds = [event for event in events if _kind_in_report(rules, event) == "deed"] or events
    return sentence(rules, deeds[0] if deeds else Event("passed", {"party": doer}))


def keep_sums_whole(rules: Rules, told: str) -> str:
    """Return the text with each sum kept on one line."""
    currency = rules.data.currency
    return told.replace(f" {currency} ", f" {currency}\N{NO-BREAK SPACE}")  # keep a sum together


def phrase(rules: Rules, who: str, event: Event, template: str = "") -> str:
    """Return the sentence of an event without full stop, and without the subject ``who``.

    ``template`` replaces the usual sentence.
    """
    words, source = rules.words.event_words(event), event.facts.get("source")
    if words and words.usual and source in (holdings.INITIAL, event.facts["company"]):
        template = template or words.usual
    return keep_sums_whole(rules, rules.words.clause(event, template, who))


def group_alike(rules: Rules, events: Iterable[Event]) -> list[list[Event]]:
    """Group events of each kind that is told together; all others stand alone, in order."""
    alike: defaultdict[object, list[Event]] = defaultdict(list)
    for number, event in enumerate(events):
        words = rules.words.event_words(event)
        alike[event.kind if words and words.together else number].append(event)
    return [*alike.values()]


def join_alike(rules: Rules, words: GroupWords, events: Sequence[Event]) -> str:
    """Return events of one kind in their common words."""
    each = ", ".join(rules.words.fill_name(words.each, event.facts) for event in events)
    return rules.words.fill(words.says, {**events[0].facts, "all": each})


def join_events(rules: Rules, events: Iterable[Event]) -> Iterator[str]:
    """Yield the events as sentences.

    Events of some kinds are joined in one sentence, at the place of the first one.
    """
    for some in group_alike(rules, events):
        words = rules.words.event_words(some[0])
        if len(some) > 1 and words and words.together:
            told = join_alike(rules, words.together, some)
            yield f"{told[:1].upper()}{told[1:]}."
        else:
            yield sentence(rules, some[0])


def tell_round(rules: Rules, round: RoundRecord, notes: Footnotes) -> RoundTold:
    """Return the rows of the round.

    Players are in seating order, companies in the order in which they operated. Outside operating
    rounds the companies that did something follow the players.
    """
    told = RoundTold(round, [], [], [])
    income: dict[str, int] = {}
    remarks: list[Event] = []
    deeds: defaultdict[str, list[tuple[RoundDeed, int]]] = defaultdict(list)
    for deed in round.deeds:
        deeds[deed.who].append((deed, notes.number(deed.ruling)))
        for event in deed.events:
            if event.kind == "private_paid":
                owner = event.facts["owner"]
                income[owner] = income.get(owner, 0) + event.facts["amount"]
            elif _is_remark(rules, deed, event):
                remarks.append(event)
    told.remarks.extend(Phrase(says) for says in join_events(rules, remarks))
    if income:
        parts = [
            f"{rules.words.name(who)} {rules.data.money(sum_)}" for who, sum_ in income.items()
        ]
        told.opening.append(
            Phrase(format_text("Private companies pay: {all}.", all=", ".join(parts)))
        )
    whos = _companies(rules, round, deeds)
    if not round.operating:
        whos = [*rules.seats, *whos]
    for who in whos:
        row = RoundRow(who, _phrases(rules, who, deeds[who]))
        receipt = round.receipts.get(who)
        if receipt:
            _fill(row, receipt)
        row.treasury = round.treasury.get(who)
        told.rows.append(row)
    return told


def _companies(rules: Rules, round: RoundRecord, deeds: Iterable[str]) -> list[str]:
    """Return companies in the order in which they ended their turns, then other active ones."""
    order = dict.fromkeys([*round.treasury, *(who for who in deeds if who in rules.data.companies)])
    return list(order)


def _fill(row: RoundRow, receipt: PayoutReceipt) -> None:
    row.trains = " ".join(sorted(type_of(run.train) for run in receipt.runs))
    row.revenue = receipt.revenue
    row.withheld = receipt.withheld
    row.per_share = receipt.per_share or None
    if receipt.cell_after:
        row.price = (receipt.price_before, receipt.price_after)


def _is_remark(rules: Rules, deed: RoundDeed, event: Event) -> bool:
    """Return whether the event has a line of its own."""
    if event.kind == "price":  # a price move caused by a deed is part of its phrase
        return not any(
            other.kind != "price"
            and _kind_in_report(rules, other) == "deed"
            and other.facts.get("company") == event.facts["company"]
            for other in deed.events
        )
    told = _kind_in_report(rules, event)
    return told == "remark" or (not deed.who and told != "untold")


def _kind_in_report(rules: Rules, event: Event) -> str:
    """Return how the report treats the event: "deed", "remark" or "untold".

    Accounts have no columns for dividends.
    """
    words = rules.vocabulary.events.get(event.kind)
    is_shown = rules.data.has_board or "receipt" not in event.facts
    return words.report if words and is_shown else "deed"


class _Telling:
    """The phrases of one row. Repeated events about the same things become one phrase.

    In a game of accounts each stands by itself, as all of it is one round.
    """

    def __init__(self, rules: Rules, who: str) -> None:
        self.rules = rules
        self.who = who
        self.phrases: list[Phrase] = []
        self.said: dict[tuple[str, ...], tuple[Phrase, Event]] = {}

    def add(self, event: Event) -> None:
        """Add an event."""
        facts = event.facts
        words = self.rules.words.event_words(event)
        if event.kind == "price" and self.phrases:
            if facts["before"] != facts["after"]:
                before, after = format_number(facts["before"]), format_number(facts["after"])
                self.phrases[-1].text += f" ({before} → {after})"
        elif words and words.again and self.rules.data.has_board:
            self._again(event, words.again)
        else:
            self.say(event)

    def say(self, event: Event, template: str = "") -> Phrase:
        """Add the event as a phrase of its own and return that."""
        self.phrases.append(Phrase(phrase(self.rules, self.who, event, template)))
        return self.phrases[-1]

    def _again(self, event: Event, words: RepeatWords) -> None:
        key = (event.kind, *(str(event.facts[name]) for name in words.same))
        if key not in self.said:
            self.said[key] = self.say(event), event
            return
        format_text, before = self.said[key]
        if words.summed:
            sums = {name: before.facts[name] + event.facts[name] for name in words.summed}
            event = Event(event.kind, {**event.facts, **sums})
            format_text.text = phrase(self.rules, self.who, event, words.says)
        else:
            self.phrases.remove(format_text)
            format_text = self.say(event, words.says)
        self.said[key] = format_text, event


def _phrases(rules: Rules, who: str, deeds: Sequence[tuple[RoundDeed, int]]) -> list[Phrase]:
    """Return the deeds of ``who`` in a round."""
    telling = _Telling(rules, who)
    passed = False
    for deed, note in deeds:
        for event in deed.events:
            passed = passed or event.kind in ("passed", "left_auction")
            if _kind_in_report(rules, event) != "untold" and not _is_remark(rules, deed, event):
                telling.add(event)
        if note and telling.phrases:
            telling.phrases[-1].note = note
    if not telling.phrases and passed:
        return [Phrase(gettext("passed"))]
    return _merge_repeated_phrases(telling.phrases)


def phrases_of(rules: Rules, events: Iterable[Event]) -> list[Phrase]:
    """Return events as phrases with their subjects. Repeated events become one phrase."""
    telling = _Telling(rules, "")
    for event in events:
        telling.add(event)
    return _merge_repeated_phrases(telling.phrases)


def _merge_repeated_phrases(phrases: Iterable[Phrase]) -> list[Phrase]:
    """Join equal phrases that follow each other into one with their number."""
    found: list[Phrase] = []
    counts: list[int] = []
    for told in phrases:
        if found and told.text == found[-1].text and not told.note and not found[-1].note:
            counts[-1] += 1
        else:
            found.append(told)
            counts.append(1)
    for told, count in zip(found, counts, strict=True):
        if count > 1:
            told.text += f" ({count}×)"
    return found
