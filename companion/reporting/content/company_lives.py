"""The lives of the companies: from the start to the end of the game or until they leave it.

A company that returns as a new one has another life.

Changes of ownership are read from the states, so that this works for every title.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.board.board import Board
from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.moments import ReportMoment
from companion.rules.core.change import Event
from companion.rules.core.state import FLOATED, GONE, STARTED, State, type_of
from companion.rules.judge.rules import Rules


@dataclass(frozen=True, slots=True)
class RecordRun:
    """The run with the highest revenue: its receipt, and the map with its colours at that time."""

    round: str
    receipt: PayoutReceipt
    board: Board
    colours: tuple[str, ...]


@dataclass(slots=True)
class HeldTrain:
    """A train of a company: its type, and the rounds from which and until which it was held.

    ``until`` is "" while the company still has it. ``number`` counts the trains of all companies in
    the order in which they came.
    """

    type: str
    since: str
    number: int
    until: str = ""


@dataclass(slots=True)
class Life:
    """One life of a company.

    ``number`` counts the lives of a company from 1. ``first`` and ``last`` are indices of rounds,
    ``began`` and ``left`` names of rounds. ``left`` is "" while the life lasts. ``revenues`` are
    the payouts by index of round. ``presidents`` are (round, player), with "" for nobody.
    ``tokens`` are (round, hex).
    """

    company: str
    number: int
    first: int
    began: str
    last: int = 0
    left: str = ""
    revenues: dict[int, PayoutReceipt] = field(default_factory=dict)
    presidents: list[tuple[str, str]] = field(default_factory=list)
    trains: dict[str, list[HeldTrain]] = field(default_factory=dict)
    tokens: list[tuple[str, str]] = field(default_factory=list)
    best: RecordRun | None = None

    @property
    def held(self) -> list[HeldTrain]:
        """Return its trains in the order in which they were acquired."""
        return [train for stays in self.trains.values() for train in stays]

    @property
    def revenue(self) -> int:
        """Return its total revenue."""
        return sum(receipt.revenue for receipt in self.revenues.values())


def is_in_game(state: State, company: str) -> bool:
    """Return whether the company has been started and is still in the game."""
    own = state.companies[company]
    return own.status in (STARTED, FLOATED) or (own.has_operated and own.status != GONE)


class Lives:
    """A collector of the companies' lives, from moment to moment."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._before: State | None = None
        self._now: dict[str, Life] = {}
        self._trains_seen = 0
        self.all: list[Life] = []

    def record(self, moment: ReportMoment, rounds: Sequence[str], begun: int) -> None:
        """Record the changes of a moment.

        ``begun`` is the index of the round in which it began, -1 before the first. ``rounds`` are
        the names of all rounds up to its end.
        """
        before, state = self._before, moment.state
        self._before = state
        if not rounds:
            return
        when = _When(rounds, _places(moment, begun))
        known = dict(self._now)  # a company that leaves may have earned before
        self._begin_and_end(state, when)
        if before is None or before.certificates != state.certificates:
            self._presidents(state, when, list(number_events(moment, begun)))
        if before is None or before.trains != state.trains:
            self._trains(before, state, when)
        if before is None or before.board is not state.board:
            self._tokens(before, state, when)
        for place, event in number_events(moment, begun):
            receipt = event.facts.get("receipt")
            if not isinstance(receipt, PayoutReceipt):
                continue
            life = self._now.get(receipt.company) or known.get(receipt.company)
            if life is not None:
                self._record_payout(life, before or state, receipt, rounds[place], place)

    def _begin_and_end(self, state: State, when: "_When") -> None:
        for company in state.companies:
            lives, known = is_in_game(state, company), company in self._now
            if lives and not known:
                number = 1 + sum(life.company == company for life in self.all)
                life = Life(company, number, when.place(company), when.name(company))
                self._now[company] = life
                self.all.append(life)
            elif known and not lives:
                life = self._now.pop(company)
                life.last, life.left = when.place(company), when.name(company)
                for train in life.held:
                    train.until = train.until or life.left
        for life in self._now.values():
            life.last = len(when.rounds) - 1

    def _presidents(self, state: State, when: "_When", events: Sequence[tuple[int, Event]]) -> None:
        """Record new presidents, each in the round of the first event about them and the company.

        A moment may end that round and begin another one.
        """
        for company, life in self._now.items():
            who = self._rules.holdings.director(self._rules, state, company) or ""
            if (life.presidents[-1][1] if life.presidents else "") != who:
                both = {company, who}
                places = (place for place, event in events if both <= _things_of(event))
                place = next(places, when.place(company))
                life.presidents.append((when.rounds[max(place, 0)], who))

    def _trains(self, before: State | None, state: State, when: "_When") -> None:
        for train, card in state.trains.items():
            was = before.trains.get(train) if before else None
            if was is not None and was.place == card.place:
                continue
            if was is not None and was.place in self._now:
                stays = self._now[was.place].trains.get(train)
                if stays and not stays[-1].until:
                    stays[-1].until = when.name(was.place)
            if card.place in self._now:
                self._trains_seen += 1
                held = HeldTrain(type_of(train), when.name(card.place), self._trains_seen)
                _record_train(self._now[card.place], train, held)

    def _tokens(self, before: State | None, state: State, when: "_When") -> None:
        """Record new tokens, counted by hex.

        A replaced tile may move its tokens to other places in the hex. One that was lifted and is
        placed in the same hex again in that round is not new.
        """
        earlier = _by_hex(before.board) if before else Counter()
        for (company, at), count in _by_hex(state.board).items():
            if company not in self._now or count <= earlier[company, at]:
                continue
            tokens, new = self._now[company].tokens, (when.name(company), at)
            if tokens.count(new) < count:
                tokens.append(new)

    def _record_payout(
        self, life: Life, state: State, receipt: PayoutReceipt, round: str, place: int
    ) -> None:
        """Record a payout. Its run used the map before the moment."""
        life.revenues[place] = receipt
        best = life.best.receipt.revenue if life.best else 0
        if receipt.revenue > best and receipt.runs:
            colours = self._rules.phase(state).clock
            life.best = RecordRun(round, receipt, state.board, colours)


def _things_of(event: Event) -> set[str]:
    """Return the ids that the event is about."""
    return {fact for fact in event.facts.values() if isinstance(fact, str)}


def _record_train(life: Life, train: str, held: HeldTrain) -> None:
    """Record that a company gets a train.

    A train that left it in the same round counts as never gone.
    """
    stays = life.trains.setdefault(train, [])
    if stays and stays[-1].until == held.since:
        stays[-1].until = ""
    else:
        stays.append(held)


@dataclass(frozen=True, slots=True)
class _When:
    """The round of a moment in which something happened to a company."""

    rounds: Sequence[str]
    places: Mapping[str, int]

    def place(self, company: str) -> int:
        """Return the index of the round."""
        return self.places.get(company, len(self.rounds) - 1)

    def name(self, company: str) -> str:
        """Return the name of the round."""
        return self.rounds[self.place(company)]


def number_events(moment: ReportMoment, begun: int) -> Iterator[tuple[int, Event]]:
    """Yield the events of a moment, each with the index of its round.

    ``begun`` is the index of the round in which the moment began.
    """
    for event in moment.events:
        begun += event.kind == "round"
        yield begun, event


def _places(moment: ReportMoment, begun: int) -> dict[str, int]:
    """Return the index of the last round of a moment with an event about each company."""
    found: dict[str, int] = {}
    for place, event in number_events(moment, begun):
        for name in ("company", "other_company"):
            if isinstance(company := event.facts.get(name), str) and place >= 0:
                found[company] = place
    return found


def _by_hex(board: Board) -> "Counter[tuple[str, str]]":
    """Return the number of tokens of each company in each hex."""
    return Counter(
        (owner, stop.partition(".")[0])
        for stop, slots in board.tokens.items()
        for owner in slots
        if owner
    )
