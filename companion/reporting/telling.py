"""Who did what, in words: the rows of a round, each a short list of phrases.

The sentences are the rules' own (:meth:`companion.rules.rules.Rules.tell`), so a title's own
events come out in its words; here they lose their subject, and what belongs together is told
together.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.ledger.receipts import PayoutReceipt
from companion.reporting.chronicle import Deed, Round
from companion.rules import holdings
from companion.rules.change import Event
from companion.rules.rules import Rules
from companion.rules.running import type_of

# told by the columns of a row or by its opening, or by nothing at all
_UNTOLD = {
    *("began", "passed", "ended_turn", "left_auction", "priority"),
    *("no_shares", "no_track", "no_more_track", "no_token", "no_more_token"),
    *("no_train", "no_more_train", "no_private", "no_more_private"),
    *("ran", "paid", "withheld", "not_run", "private_paid"),
}
# told in a line of their own, wherever they happened
_REMARKS = {
    *("phase", "rusted", "closed", "bank_broke", "bankrupt", "finished"),
    *("floated", "president", "price_fell", "company_bankrupt", "top", "drawn", "unsold"),
}


@dataclass(slots=True)
class Phrase:
    """What somebody did, without subject and full stop; ``note`` is the number of its footnote."""

    text: str
    note: int = 0


@dataclass(slots=True)
class RoundRow:
    """One player or company in one round; a company with its run and what it has after its turn."""

    who: str
    phrases: list[Phrase]
    trains: str = ""
    revenue: int | None = None
    withheld: bool = False
    per_share: int | None = None
    price: tuple[int, int] | None = None
    treasury: int | None = None


@dataclass(slots=True)
class RoundTold:
    """A round as the report prints it: what came first by itself, the rows, what is remarkable."""

    round: Round
    opening: list[Phrase]
    rows: list[RoundRow]
    remarks: list[Phrase]


@dataclass(slots=True)
class Footnotes:
    """The rulings of the table, numbered as they are met (‡)."""

    texts: list[str] = field(default_factory=list)

    def number(self, ruling: str) -> int:
        """The number of the footnote for a deed, 0 for one without a ruling."""
        if not ruling:
            return 0
        self.texts.append(ruling)
        return len(self.texts)


def sentence(rules: Rules, event: Event) -> str:
    """An event's sentence; a kind nobody has words for is told by its name."""
    try:
        told = rules.tell(event)
    except KeyError:
        told = f"{event.kind.replace('_', ' ').capitalize()}."
    currency = rules.data.currency
    return told.replace(f" {currency} ", f" {currency}\N{NO-BREAK SPACE}")  # a sum stays whole


def phrase(rules: Rules, who: str, event: Event) -> str:
    """The event's sentence without its subject, where that is ``who``, and its full stop."""
    text = sentence(rules, event).removesuffix(".")
    source = event.facts.get("source")
    if source and source in (holdings.INITIAL, event.facts.get("company")):  # the usual one
        text = text.removesuffix(f", {rules.words.names.get(source, source)}")
    for name in (rules.words.names.get(who, who), who):
        if name and text.startswith(f"{name} "):
            return text[len(name) + 1 :]
    return text


def tell_round(rules: Rules, round: Round, notes: Footnotes) -> RoundTold:
    """The round's rows: players in the order of their seats, companies as they operated."""
    told = RoundTold(round, [], [], [])
    income: dict[str, int] = {}
    deeds: defaultdict[str, list[tuple[Deed, int]]] = defaultdict(list)
    for deed in round.deeds:
        deeds[deed.who].append((deed, notes.number(deed.ruling)))
        for event in deed.events:
            if event.kind == "private_paid":
                owner = event.facts["owner"]
                income[owner] = income.get(owner, 0) + event.facts["amount"]
            elif _is_remark(deed, event):
                told.remarks.append(Phrase(sentence(rules, event)))
    if income:
        parts = [
            f"{rules.words.names.get(who, who)} {rules.data.money(sum_)}"
            for who, sum_ in income.items()
        ]
        told.opening.append(Phrase(f"Private companies pay: {', '.join(parts)}."))
    whos = _companies(rules, round, deeds) if round.operating else rules.seats
    for who in whos:
        row = RoundRow(who, _phrases(rules, who, deeds[who]))
        receipt = round.receipts.get(who)
        if receipt:
            _fill(row, receipt)
        row.treasury = round.treasury.get(who)
        told.rows.append(row)
    return told


def _companies(rules: Rules, round: Round, deeds: Iterable[str]) -> list[str]:
    """Companies in the order in which they ended their turns, then others that did something."""
    order = dict.fromkeys([*round.treasury, *(who for who in deeds if who in rules.data.companies)])
    return list(order)


def _fill(row: RoundRow, receipt: PayoutReceipt) -> None:
    row.trains = " ".join(sorted(type_of(run.train) for run in receipt.runs))
    row.revenue = receipt.revenue
    row.withheld = receipt.kind == "withhold" and receipt.revenue > 0
    row.per_share = receipt.per_share or None
    row.price = (receipt.price_before, receipt.price_after)


def _is_remark(deed: Deed, event: Event) -> bool:
    """Is the event told in a line of its own?"""
    if event.kind == "price":  # a move that somebody's doing brought is told with it
        return not any(
            other.kind not in ("price", *_UNTOLD, *_REMARKS)
            and other.facts.get("company") == event.facts["company"]
            for other in deed.events
        )
    return event.kind in _REMARKS or (not deed.who and event.kind not in _UNTOLD)


class _Telling:
    """The phrases of one row. Shares bought alike, and bids on one private, become one."""

    def __init__(self, rules: Rules, who: str) -> None:
        self.rules = rules
        self.who = who
        self.phrases: list[Phrase] = []
        self.bought: dict[tuple[str, str], tuple[Phrase, int, int]] = {}
        self.bids: dict[str, Phrase] = {}

    def add(self, event: Event) -> None:
        """Tell one event more."""
        facts = event.facts
        if event.kind == "price" and self.phrases:
            if facts["before"] != facts["after"]:
                self.phrases[-1].text += f" ({facts['before']:,} → {facts['after']:,})"
        elif event.kind == "bid":
            self._bid(event)
        elif event.kind == "bought_share":
            self._share(event)
        else:
            self.say(event)

    def say(self, event: Event) -> Phrase:
        """The event as a phrase of its own."""
        self.phrases.append(Phrase(phrase(self.rules, self.who, event)))
        return self.phrases[-1]

    def _bid(self, event: Event) -> None:
        private = event.facts["private"]
        again = self.bids.pop(private, None)
        if again:
            self.phrases.remove(again)
        said = self.bids[private] = self.say(event)
        if again:
            said.text = said.text.replace("bid ", "bid up to ", 1)

    def _share(self, event: Event) -> None:
        facts = event.facts
        key = (facts["company"], facts["source"])
        if key not in self.bought:
            self.bought[key] = (self.say(event), 1, facts["price"])
            return
        said, count, paid = self.bought[key]
        count, paid = count + 1, paid + facts["price"]
        self.bought[key] = (said, count, paid)
        text = phrase(self.rules, self.who, Event(event.kind, {**facts, "price": paid}))
        part = facts.get("percent", 10)
        said.text = text.replace(f"{part}%", f"{part * count}%", 1)


def _phrases(rules: Rules, who: str, deeds: Sequence[tuple[Deed, int]]) -> list[Phrase]:
    """What ``who`` did in a round."""
    telling = _Telling(rules, who)
    passed = False
    for deed, note in deeds:
        for event in deed.events:
            passed = passed or event.kind in ("passed", "left_auction")
            if event.kind not in _UNTOLD and not _is_remark(deed, event):
                telling.add(event)
        if note and telling.phrases:
            telling.phrases[-1].note = note
    if not telling.phrases and passed:
        return [Phrase("passed")]
    return _counted(telling.phrases)


def _counted(phrases: Iterable[Phrase]) -> list[Phrase]:
    """The phrases, those that follow each other in the same words told once with their number."""
    found: list[Phrase] = []
    counts: list[int] = []
    for said in phrases:
        if found and said.text == found[-1].text and not said.note and not found[-1].note:
            counts[-1] += 1
        else:
            found.append(said)
            counts.append(1)
    for said, count in zip(found, counts, strict=True):
        if count > 1:
            said.text += f" ({count}×)"
    return found
