"""The chronicle: the whole game round by round, gathered from its moments."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.company_lives import Life, Lives
from companion.reporting.content.investment_results import Purses
from companion.reporting.content.moments import ReportMoment
from companion.rules.core.change import Event
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares import holdings, market
from companion.rules.words.rounds import round_listed, round_within, round_words, set_words


@dataclass(frozen=True, slots=True)
class RoundDeed:
    """The events of one action in one round.

    ``who`` is a player or company, "" for automatic events.
    """

    who: str
    events: tuple[Event, ...]
    ruling: str = ""


@dataclass(slots=True)
class RoundRecord:
    """One round: the deeds in it, and the values at its end.

    ``id`` identifies the round. ``receipts`` are the payouts by company. ``treasury`` is each
    company's cash after its turn. ``phases`` are those that began in it, ``tales`` the events that
    belong to a tale. ``cash`` and ``worth`` by player and ``prices`` by company are those at its
    end.
    """

    id: RoundId
    deeds: list[RoundDeed] = field(default_factory=list)
    receipts: dict[str, PayoutReceipt] = field(default_factory=dict)
    treasury: dict[str, int] = field(default_factory=dict)
    phases: list[str] = field(default_factory=list)
    tales: list[Event] = field(default_factory=list)
    cash: Mapping[str, int] = field(default_factory=dict)
    worth: Mapping[str, int] = field(default_factory=dict)
    prices: Mapping[str, int] = field(default_factory=dict)

    @property
    def events(self) -> list[Event]:
        """Return the events of all its deeds."""
        return [event for deed in self.deeds for event in deed.events]

    @property
    def operating(self) -> bool:
        """Return whether it is an operating round."""
        return self.id.kind == OperatingRound.kind

    @property
    def name(self) -> str:
        """Return its short name."""
        return round_words(self.id)

    @property
    def within(self) -> str:
        """Return its name within a sentence."""
        return round_within(self.id)

    @property
    def listed(self) -> str:
        """Return its name within a list of many."""
        return round_listed(self.id)

    @property
    def set(self) -> str:
        """Return the short name of the set that it belongs to, or its own."""
        return set_words(self.id)


@dataclass(slots=True)
class Chronicle:
    """A game in the order of its report.

    ``state`` is the last state. ``actions`` counts the actions. ``lives`` are the lives of the
    companies in the order of their starts. ``purses`` is the players' bookkeeping.
    """

    rules: Rules
    state: State
    rounds: list[RoundRecord]
    began: datetime | None
    last: datetime | None
    lives: list[Life]
    purses: Purses
    actions: int

    @property
    def over(self) -> bool:
        """Return whether the game has ended."""
        return bool(self.state.end_reason)


def gather(rules: Rules, moments: Iterable[ReportMoment]) -> Chronicle:
    """Return the chronicle of a game. Raises ValueError if there is no moment at all."""
    rounds: list[RoundRecord] = []
    lives, purses = Lives(rules), Purses(rules)
    before: State | None = None
    began = last = None
    actions = -1  # the first moment is the beginning
    for moment in moments:
        operating = _operating(before)
        known = max(0, len(rounds) - 1)
        begun = len(rounds) - 1
        actions += 1
        _assign_events(rules, rounds, moment, operating)
        _keep_treasuries(rules, rounds[known:], moment, operating)
        names = [round.name for round in rounds]
        lives.record(moment, names, begun)
        for entry in moment.entries:
            purses.record(entry, names[max(begun, 0)] if names else "")
        if rounds and (company := _operating(moment.state)):
            rounds[-1].treasury.pop(company, None)  # its turn is not over
        before = moment.state
        began, last = began or moment.at, moment.at or last
    if before is None:
        raise ValueError("a game has at least its beginning")
    if rounds:
        _close(rules, rounds[-1], ReportMoment(before, ()), 0, 0)
        company = _operating(before)
        if company:
            rounds[-1].treasury[company] = before.cash[company]
    return Chronicle(rules, before, rounds, began, last, lives.all, purses, actions)


def _keep_treasuries(
    rules: Rules, rounds: list[RoundRecord], moment: ReportMoment, operating: str
) -> None:
    """Record the treasuries of the companies that a moment touched, in their rounds."""
    for round, cash in _tills(rules, rounds, moment):
        for company in (operating, *round.receipts):
            if company and (round.operating or company == operating):
                if not rules.kind(moment.state, company).directed:
                    round.treasury.pop(company, None)  # no director: it acts automatically
                round.treasury.setdefault(company, cash[company])
        operating = ""


def _operating(state: State | None) -> str:
    """Return the company whose turn it is, "" outside operating turns."""
    turn = state.round.operating if state else None
    return turn.company if turn else ""


def _assign_events(
    rules: Rules, rounds: list[RoundRecord], moment: ReportMoment, operating: str
) -> None:
    """Assign the events of a moment to their rounds, and there to players and companies."""
    by_hand = bool(moment.doer)
    doer = operating or moment.doer
    events: list[tuple[str, Event]] = []
    receipt: PayoutReceipt | None = None

    for index, event in enumerate(moment.events):
        if event.kind == "round":
            if rounds:
                _add_deeds(rounds[-1], events, moment.ruling if by_hand else "")
                _close(rules, rounds[-1], moment, index, event.facts.get("entries_before", 0))
            events.clear()
            rounds.append(RoundRecord(RoundId(*event.facts["round"])))
            by_hand, doer = False, ""
            continue
        if not rounds:
            continue
        _note_event(rules, rounds, event)
        found = event.facts.get("receipt")
        if isinstance(found, PayoutReceipt):
            receipt = rounds[-1].receipts[found.company] = found
        elif receipt and event.kind == "price" and event.facts["company"] == receipt.company:
            receipt = None  # the receipt includes that move
            continue
        events.append((_find_row(rules, rounds[-1], event, doer), event))
    if rounds:
        _add_deeds(rounds[-1], events, moment.ruling if by_hand else "")


def _note_event(rules: Rules, rounds: list[RoundRecord], event: Event) -> None:
    """Note phases and tales with their round. A position on paper begins in its own round."""
    if event.kind == "opening_position":
        rounds[:] = [RoundRecord(RoundId(*event.facts["round"]))]
    if event.kind == "phase":
        rounds[-1].phases.append(event.facts["phase"])
    if (words := rules.words.event_words(event)) and words.tale:
        rounds[-1].tales.append(event)


def _add_deeds(round: RoundRecord, events: Iterable[tuple[str, Event]], ruling: str) -> None:
    """Add the events of a moment to its round, together by player or company."""
    by_owner: dict[str, list[Event]] = {}
    for owner, event in events:
        by_owner.setdefault(owner, []).append(event)
    round.deeds += [RoundDeed(who, tuple(together), ruling) for who, together in by_owner.items()]


def _find_row(rules: Rules, round: RoundRecord, event: Event, doer: str) -> str:
    """Return the player or company in whose row an event is printed.

    An operating round prints a company's own events in its row. So it does with all events of a
    company without a director. A stock round prints events in the player's row. All other events
    belong to the acting player or company.
    """
    facts = event.facts
    if not round.operating:
        return str(facts.get("player") or facts.get("buyer") or doer) if doer else ""
    company = facts.get("company", "")
    moved = event.kind == "price" and rules.data.companies[company].kind.directed
    if company and not moved and "player" not in facts:
        return str(company)
    return doer


def _tills(
    rules: Rules, rounds: list[RoundRecord], moment: ReportMoment
) -> Iterator[tuple[RoundRecord, Mapping[str, int]]]:
    """Yield the rounds that a moment touched, each with all cash at its end, or now."""
    ends = [i for i, event in enumerate(moment.events) if event.kind == "round"]
    ends = ends[len(ends) + 1 - len(rounds) :]  # the first round of a game ends no other
    for round, end in zip(rounds, ends, strict=False):
        entry = moment.events[end].facts.get("entries_before", 0)
        yield round, _standing(rules, moment, end, entry)[0]
    if rounds:
        yield rounds[-1], moment.state.cash


def _standing(
    rules: Rules, moment: ReportMoment, event: int, entry: int
) -> tuple[dict[str, int], dict[str, int]]:
    """Return cash by account and price by company before ``event`` and ``entry`` of the moment.

    Automatic events after the end of a round do not count for it, such as the revenue of privates
    in the next round.
    """
    state = moment.state
    cash = dict(state.cash)
    for later in moment.entries[entry:] if event < len(moment.events) else ():
        for posting in later.postings:
            cash[posting.account] -= posting.amount
    prices = {}
    for company in market.companies_by_price(state):
        price = market.price(rules.data, state, company)
        if price is not None:
            prices[company] = price
    for told in reversed(moment.events[event:]):
        if told.kind == "price":
            prices[told.facts["company"]] = told.facts["before"]
    return cash, prices


def _close(rules: Rules, round: RoundRecord, moment: ReportMoment, event: int, entry: int) -> None:
    """Record the cash, worth and prices at the end of the round."""
    state = moment.state
    cash, prices = _standing(rules, moment, event, entry)
    worth = {}
    for seat in rules.seats:
        total = total_worth(rules, state, seat) + cash[seat] - state.cash[seat]
        for company, price in prices.items():
            now = market.price(rules.data, state, company) or 0
            if price != now:
                percent = holdings.percent(rules.data, state, company, seat)
                total += rules.kind(state, company).value(percent, price - now)
        worth[seat] = total
    round.cash = {seat: cash[seat] for seat in rules.seats}
    round.worth, round.prices = worth, prices
