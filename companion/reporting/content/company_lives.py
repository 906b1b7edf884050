"""The lives of the companies: from their start to the end of the game, or to when they leave it.
One that comes back as a new one has another life.

What changes hands is seen in the states themselves, so that it is told of every title alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from companion.board.board import Board
from companion.ledger.receipts import PayoutReceipt
from companion.reporting.content.moments import Moment
from companion.rules.core.change import Event
from companion.rules.core.state import FLOATED, GONE, STARTED, State, type_of
from companion.rules.judge.judge import Rules


@dataclass(frozen=True, slots=True)
class BestRun:
    """The run that earned most: its receipt, and the map as it lay then with its colours."""

    round: str
    receipt: PayoutReceipt
    board: Board
    colours: tuple[str, ...]


@dataclass(slots=True)
class HeldTrain:
    """A train that a company had: its type, from which round on, and until which ("": still)."""

    type: str
    since: str
    until: str = ""


@dataclass(slots=True)
class Life:
    """One life of a company. ``number`` counts those of one company from 1; ``first`` and ``last``
    are places of rounds in the game, ``began`` and ``left`` names of rounds, ``left`` "" while it
    lasts. ``revenues`` are its payouts by place of round; ``presidents`` (round, who) as they came,
    "" for nobody; ``tokens`` (round, hex) as they were placed.
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
    best: BestRun | None = None

    @property
    def held(self) -> list[HeldTrain]:
        """Its trains in the order in which they came."""
        return [train for stays in self.trains.values() for train in stays]

    @property
    def revenue(self) -> int:
        """All that it earned."""
        return sum(receipt.revenue for receipt in self.revenues.values())


def lives_on(state: State, company: str) -> bool:
    """Is the company begun, and still in the game?"""
    own = state.companies[company]
    return own.status in (STARTED, FLOATED) or (own.operated and own.status != GONE)


class Lives:
    """Follows the companies from moment to moment."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._before: State | None = None
        self._now: dict[str, Life] = {}
        self.all: list[Life] = []

    def see(self, moment: Moment, rounds: Sequence[str], begun: int) -> None:
        """Note what a moment brought that began in the round at place ``begun``, -1 before any;
        ``rounds`` are the names of all up to its end.
        """
        before, state = self._before, moment.state
        self._before = state
        if not rounds:
            return
        when = _When(rounds, _places(moment, begun))
        known = dict(self._now)  # who leaves may have earned before
        self._begin_and_end(state, when)
        if before is None or before.certificates != state.certificates:
            self._presidents(state, when)
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
                self._earned(life, before or state, receipt, rounds[place], place)

    def _begin_and_end(self, state: State, when: "_When") -> None:
        for company in state.companies:
            lives, known = lives_on(state, company), company in self._now
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

    def _presidents(self, state: State, when: "_When") -> None:
        for company, life in self._now.items():
            who = self._rules.holdings.director(self._rules, state, company) or ""
            if (life.presidents[-1][1] if life.presidents else "") != who:
                life.presidents.append((when.name(company), who))

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
                _comes(self._now[card.place], train, when.name(card.place))

    def _tokens(self, before: State | None, state: State, when: "_When") -> None:
        """A tile that is replaced may give its tokens other places in their hex."""
        earlier = _by_hex(before.board) if before else Counter()
        for (company, at), count in _by_hex(state.board).items():
            if company in self._now and count > earlier[company, at]:
                self._now[company].tokens.append((when.name(company), at))

    def _earned(
        self, life: Life, state: State, receipt: PayoutReceipt, round: str, place: int
    ) -> None:
        """A payout; it was run on the map as it lay before the moment."""
        life.revenues[place] = receipt
        best = life.best.receipt.revenue if life.best else 0
        if receipt.revenue > best and receipt.runs:
            colours = self._rules.phase(state).clock
            life.best = BestRun(round, receipt, state.board, colours)


def _comes(life: Life, train: str, round: str) -> None:
    """A train comes to a company; one that had left it in the same round has never been away."""
    stays = life.trains.setdefault(train, [])
    if stays and stays[-1].until == round:
        stays[-1].until = ""
    else:
        stays.append(HeldTrain(type_of(train), round))


@dataclass(frozen=True, slots=True)
class _When:
    """In which round of a moment something happened to a company."""

    rounds: Sequence[str]
    places: Mapping[str, int]

    def place(self, company: str) -> int:
        """The place of the round."""
        return self.places.get(company, len(self.rounds) - 1)

    def name(self, company: str) -> str:
        """Its name."""
        return self.rounds[self.place(company)]


def number_events(moment: Moment, begun: int) -> Iterator[tuple[int, Event]]:
    """The events of a moment that began in the round at place ``begun``, each with that of its own
    round.
    """
    for event in moment.events:
        begun += event.kind == "round"
        yield begun, event


def _places(moment: Moment, begun: int) -> dict[str, int]:
    """In which round something last happened to each company that a moment tells of."""
    found: dict[str, int] = {}
    for place, event in number_events(moment, begun):
        for name in ("company", "other"):
            if isinstance(company := event.facts.get(name), str) and place >= 0:
                found[company] = place
    return found


def _by_hex(board: Board) -> "Counter[tuple[str, str]]":
    """How many tokens of each company lie on each hex."""
    return Counter(
        (owner, stop.partition(".")[0])
        for stop, slots in board.tokens.items()
        for owner in slots
        if owner
    )
