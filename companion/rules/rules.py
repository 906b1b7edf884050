"""The judge: the rules of one game, made of rounds, each made of steps.

The same functions make the offers, judge an action and apply it; replay,
live play and simulated players all come through here. ``Rules`` holds
nothing that changes: give it a state, get an answer or a new state.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.board.access import Access
from companion.board.board import Board
from companion.board.faults import SENTENCES, Fault
from companion.board.tiles import Tile, catalogue
from companion.board.trains import Bonus
from companion.languages import said, translated
from companion.ledger.entries import BANK, BOX, Entry, Posting
from companion.rules import holdings, kinds, market
from companion.rules.actions import Action, Pass
from companion.rules.change import Change, Event
from companion.rules.conservation import Inventory
from companion.rules.data import FULL, Cell, Kind, Phase, TitleData
from companion.rules.divisions import PAY, WITHHOLD, Way
from companion.rules.known import unknown
from companion.rules.offers import Offer
from companion.rules.refusals import ALL_SOFT, Refusal, Refused, decisive_first
from companion.rules.rounds import Round
from companion.rules.setup import BadSetup, Setup, resolved
from companion.rules.state import (
    DEPOT,
    POOL,
    RAN,
    CompanyState,
    Own,
    Question,
    State,
    TrainCard,
    type_of,
)
from companion.rules.words.formatting import Words, facts_of
from companion.rules.words.refusals import IMPOSSIBLE
from companion.rules.words.rounds import round_words
from companion.rules.words.shared import SHARED
from companion.rules.words.vocabulary import EventWords, RefusalWords, Vocabulary

RULES_VERSION = 2
MENDED = 2  # the version that mended what the first tables found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action made: the new state, the entries of the books, and the events to tell."""

    state: State
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]


class Step:
    """One step of a round: what may be done in it, what speaks against it, what it does.

    ``name`` is its key in words, screens and rails; ``accepts`` the kinds of action it takes;
    ``ends_turn`` whether its ``Pass`` ends the player's whole turn.
    """

    name = ""
    accepts: tuple[type[Action], ...] = ()
    ends_turn = False

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.data = rules.data
        rules.steps.append(self)

    def takes(self, state: State, action: Action) -> bool:
        """Is ``action`` one for this step (legal or not)?"""
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        """Does the game wait for this step now? A step in
        which nothing can be done is not waited for.
        """
        raise NotImplementedError

    def acted(self, state: State) -> bool:
        """Has anything been done in this step yet?"""
        return False

    def actor(self, state: State) -> str:
        """The player who decides in this step."""
        raise NotImplementedError

    def offers(self, state: State) -> list[Offer]:
        """What may be done, and what may not and why."""
        raise NotImplementedError

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        """Everything that speaks against ``action``; empty when it is allowed."""
        raise NotImplementedError

    def apply(self, change: Change, action: Any) -> None:
        """Carry out ``action``, which has been judged."""
        raise NotImplementedError

    def judged(self, state: State, offer: Offer) -> Offer:
        """The offer with what speaks against its action."""
        return replace(offer, refusals=tuple(self.refusals(state, offer.action)))


class RoundRules:
    """One kind of round. ``anytime`` steps take actions beside the step that is waited for."""

    anytime: tuple[Step, ...] = ()

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.data = rules.data

    def name(self, state: State) -> str:
        """What the round is called: "SR 2", "OR 2.1"."""
        return round_words(state.round.id)

    def waits(self, state: State) -> bool:
        """Does the game wait for somebody, as the round stands?"""
        raise NotImplementedError

    def go_on(self, change: Change) -> None:
        """The next thing that happens by itself: a step, a turn or the round ends, or the next
        begins.
        """
        raise NotImplementedError

    def waiting(self, state: State) -> Step:
        """The step the game waits for."""
        raise NotImplementedError


class Asking(Step):
    """A step that is waited for as long as a question of it is pending."""

    def pending(self, state: State) -> list[Question]:
        """What is asked in this step, the first one first."""
        return [question for question in state.questions if question.step == self.name]

    def question(self, state: State) -> Question:
        """The question that is to be answered first. Raises IndexError when there is none."""
        return self.pending(state)[0]

    def waits(self, state: State) -> bool:
        return bool(self.pending(state))

    def actor(self, state: State) -> str:
        return self.rules.answering(state, self.question(state))


class AskingNobody(Asking):
    """The step in which somebody is asked whether he uses a chance that he would lose if the game
    went on by itself (see :mod:`companion.rules.chances`). This one asks nobody.
    """

    name = "chance"

    def asks(self, change: Change) -> bool:
        """Before the game goes on by itself: is there somebody to ask? Then it waits for him."""
        return False

    def turn_ended(self, change: Change, player: str) -> None:
        """The player ends his turn himself, and lets go what ends with it."""

    def forget(self, change: Change) -> None:
        """The game waits for somebody: what was let go on the way may be asked about again."""

    def ends_with_turn(self, state: State) -> bool:
        """Does all that is asked about end with the player's turn anyway?"""
        return True

    def names(self) -> set[str]:
        """The chances there are, by their names."""
        return set()

    def sentences(self, state: State) -> list[str]:
        """The question in words: what may be done, and why it would be lost."""
        return []


class Rules:
    """The rules of one game. A title's subclass names its rounds, its interrupts, whom it asks
    about a last chance, and its first round.

    ``vocabulary`` has the words of everything in it, the shared ones and the title's own;
    ``counts_privates`` says whether privates are worth their face value; ``yields`` are owners, not
    companies, in the place of whose tokens a company may put its own; ``own`` is what the title
    notes of a game, as it is at the start; ``ways`` are all the ways in which revenue is divided;
    ``older`` are the options that say how an older version of these rules read the book. With such
    a ``version`` they judge as near to it as they can come.
    """

    vocabulary: Vocabulary = SHARED
    counts_privates = True
    yields: frozenset[str] = frozenset()
    own = Own()
    ways: tuple[Way, ...] = (PAY, WITHHOLD)
    older: Mapping[int, Mapping[str, Any]] = {}

    def __init__(self, data: TitleData, setup: Setup, version: int = RULES_VERSION) -> None:
        self.data = data
        self.setup = setup
        self.version = version
        self.seats = setup.seats
        self.options = resolved(data.options, setup.options)
        if len(setup.players) not in data.cash:
            counts = sorted(data.cash)
            raise BadSetup(
                said(
                    "{title} is for {least} to {most} players; {named}.",
                    title=data.name,
                    least=counts[0],
                    most=counts[-1],
                    named=_named(setup.players),
                )
            )
        names = [name.strip() for name in setup.players]
        if not all(names) or len(set(names)) < len(names) or any(len(name) > 24 for name in names):
            raise BadSetup(translated("Each player needs a different name, of 1 to 24 letters."))
        self.words = Words(data, self.vocabulary, dict(zip(self.seats, names, strict=True)))
        self.steps: list[Step] = []  # all there are, each added when it is made
        self.rounds: dict[type[Round], RoundRules] = {}
        self.interrupts: tuple[Asking, ...] = ()
        self.last_chance = AskingNobody(self)

    def need_words(self) -> None:
        """Raise MissingWords, with its name, where anything that this title brings has none."""
        group = ("lay", "run")  # faults of the board, which has their sentences
        self.vocabulary.need("steps", {step.name for step in self.steps})
        accepted = {action.__name__ for step in self.steps for action in step.accepts}
        self.vocabulary.need("actions", accepted)
        self.vocabulary.need("divisions", {way.name for way in self.ways})
        self.vocabulary.need("memos", self.vocabulary.debts)
        self.vocabulary.need("chances", self.last_chance.names())
        cited = {code for code in self.data.citations if "." in code}
        faults = {f"{kind}.{code}" for kind in group for code in SENTENCES}
        self.vocabulary.need("refusals", cited - faults)

    # --- what a title adds

    def begin(self, change: Change) -> None:
        """Set the first round of the game."""
        raise NotImplementedError

    def nobody_buys(self, change: Change) -> None:
        """All have passed in the sale of privates, while another than the first is on offer."""
        raise NotImplementedError

    def after_auction(self, change: Change, turn: str) -> None:
        """All privates are sold; ``turn`` would be next to act."""
        raise NotImplementedError

    def after_stock_round(self, change: Change) -> None:
        """The stock round has ended: begin what follows."""
        raise NotImplementedError

    def begin_turn(self, change: Change, company: str) -> None:
        """A company's operating turn begins: what happens by itself."""
        raise NotImplementedError

    def after_turn(self, change: Change, company: str) -> None:
        """A company's operating turn has ended."""

    def after_operating_round(self, change: Change) -> None:
        """The operating round has ended: begin what follows, or end the game."""
        raise NotImplementedError

    def first_train(self, change: Change, name: str) -> None:
        """The first train of a type has been bought: the phase, rust and what else follows."""
        raise NotImplementedError

    def dividend_payee(self, company: str, place: str) -> str | None:
        """Who is paid for shares that lie at ``place``; None: nobody."""
        raise NotImplementedError

    def ways_now(self, state: State, company: str) -> Sequence[Way]:
        """The ways in which the company may divide its revenue now, the usual one first."""
        return self.ways

    def dividend_cell(self, state: State, company: str, shared: int) -> Cell:
        """Where the price goes when so much was shared out over all shares; 0: nothing."""
        raise NotImplementedError

    def access(self, state: State, company: str) -> Access:
        """What the company may pass and enter on the board now."""
        return Access(company)

    def allots(self, state: State, at: str) -> bool:
        """May who lays a tile on the hex put the tokens there into its cities as he likes, where
        the tile separates or joins them and no track says which is whose?
        """
        return False

    def bonuses(self, state: State, company: str) -> Sequence[Bonus]:
        """What the company's runs earn beyond the stops' values."""
        return ()

    def keeps_hex(self, private: str) -> bool:
        """Does a private that a company owns keep its hexes from all others?"""
        return bool((self.data.privates[private].powers or {}).get("keeps_hex"))

    def director(self, state: State, company: str) -> str | None:
        """The player who acts for the company: who holds its president's certificate; None while
        nobody does.
        """
        return holdings.president(self.data, state, company)

    def in_order(self, state: State) -> list[str]:
        """All started companies in operating order. Older rules did not look at rows."""
        return market.in_order(self.data, state, by_row=self.version >= MENDED)

    def operating_order(self, state: State) -> list[str]:
        """The floated companies in operating order."""
        return [company for company in self.in_order(state) if state.companies[company].floated]

    def worth(self, state: State, player: str) -> int:
        """What the player would score now: cash, shares at market price, privates if they count."""
        total = state.cash[player]
        for symbol, own in state.companies.items():
            if own.cell:
                price = self.data.cells[own.cell].price
                percent = holdings.percent(self.data, state, symbol, player)
                total += self.kind(state, symbol).value(percent, price)
        if self.counts_privates:
            total += self.privates_worth(state, player)
        return total

    def privates_worth(self, state: State, player: str) -> int:
        """Face value of the player's privates."""
        return sum(
            self.data.privates[p].price for p, owner in state.privates.items() if owner == player
        )

    def tile(self, number: str) -> Tile:
        """A tile of the catalogue. Raises KeyError for a number nobody knows."""
        return catalogue()[number]

    def upgrade(self, body: dict[str, Any], memory: Mapping[str, Any]) -> None:
        """What the title notes of its own, in a stored state ``body`` that is brought from format 1
        to the next; ``memory`` is what it kept under that name.
        """

    # --- the game

    @cached_property
    def bank_size(self) -> int:
        """Money in the bank before players are paid; 0 where the bank is unlimited."""
        return int(self.options.get("bank", self.data.bank or 0))

    def start(self) -> Outcome:
        """The state at the start of the game, after everything that happens by itself."""
        cash = {
            BOX: 0,
            BANK: 0,
            **dict.fromkeys(self.seats, 0),
            **dict.fromkeys(self.data.companies, 0),
        }
        state = State(
            cash=cash,
            certificates={
                c: holdings.INITIAL
                for company in self.data.company_list
                for c in company.certificates
            },
            privates={private.symbol: BANK for private in self.data.private_list},
            trains={},
            board=self._board(),
            companies={
                company.symbol: CompanyState(
                    company.kind.name, homes=company.homes, tokens=len(company.token_costs)
                )
                for company in self.data.company_list
            },
            stacks={},
            phase=self.data.phases[0].name,
            round=Round(),
            priority=self.seats[0],
            order=self.seats,
            own=self.own,
        )
        for train in self.data.train_types:
            for number in range(self.train_count(train.name)):
                state.trains[f"{train.name}-{number}"] = TrainCard(DEPOT)
        change = Change(state)
        if self.bank_size:
            change.post(
                Entry("bank", (Posting(BOX, -self.bank_size), Posting(BANK, self.bank_size)))
            )
        start_cash = self.data.cash[len(self.seats)]
        for seat in self.seats:
            change.pay(BANK, seat, start_cash, "starting_cash")
        state.bank_broke = False
        change.tell("began", cash=start_cash)
        self.begin(change)
        self.settle(change)
        self.check(change.state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

    def _board(self) -> Board:
        """The map with the markers of nobody that lie on it from the start."""
        board = Board(self.data.map)
        for marker in self.data.marker_list:
            for stop in marker.at:
                board = board.with_token(stop, marker.symbol)
        return board

    def train_count(self, name: str) -> int:
        """How many trains of the type there are at the start; of unlimited ones one lies ready."""
        count = self.data.trains[name].count
        if count is None:
            return 1
        return count if isinstance(count, int) else count[len(self.seats)]

    def train_limit(self, state: State, company: str) -> int:
        """How many trains the company may have on each of its charters."""
        return self.phase(state).train_limit(state.companies[company].kind)

    def runs_once_more(self, train: str, card: TrainCard) -> bool:
        """Does a train that rusts now stay in the game until it has run once more?"""
        in_use = card.place not in (DEPOT, POOL)
        return in_use and self.data.trains[type_of(train)].last_run and RAN not in card.marks

    def kind(self, state: State, company: str) -> Kind:
        """The kind of company that it is now."""
        return kinds.kind_of(self.data, state, company)

    def pars(self, state: State, company: str) -> Mapping[int, Cell]:
        """The prices at which the company may be started now, dearest first, and their cells: those
        of its market and of the phase on which there is room.
        """
        chart, now = market.market_of(self.data, state, company), self.phase(state).pars
        if chart.par_room is None and now >= chart.par_kinds:
            return chart.pars
        room = chart.par_room
        return {
            par: cell
            for par, cell in chart.pars.items()
            if cell.kinds & now and (room is None or len(state.stacks.get(cell.id, ())) < room)
        }

    def certificate_limit(self, state: State, player: str) -> int | None:
        """How many certificates the player may hold; None: any number."""
        return self.data.certificate_limit.get(len(self.seats))

    def sale_price(self, state: State, company: str) -> int:
        """What a share of the company fetches when it is sold to the pool."""
        return market.price(self.data, state, company) or 0

    def capital(self, state: State, company: str) -> int:
        """What the bank pays a company that is floated: as much as all its shares cost at par,
        unless who buys them pays the company itself.
        """
        kind = self.kind(state, company)
        return kind.value(100, state.companies[company].par or 0) if kind.capital == FULL else 0

    def phase(self, state: State) -> Phase:
        """The phase the game is in."""
        return self.data.phase(state.phase)

    def round_rules(self, state: State) -> RoundRules:
        """The rules of the round being played."""
        return self.rounds[type(state.round)]

    def waiting(self, state: State) -> Step | None:
        """The step the game waits for, None when it is over."""
        if state.finished:
            return None
        if state.questions:
            asking = (*self.interrupts, self.last_chance)
            return next(step for step in asking if step.name == state.questions[0].step)
        return self.round_rules(state).waiting(state)

    def answering(self, state: State, question: Question) -> str:
        """The player who answers a question: the one who is asked, or his company's president."""
        return (
            question.actor if question.actor in self.seats else self.decider(state, question.actor)
        )

    def decider(self, state: State, company: str) -> str:
        """The player who decides for a company that has a director."""
        player = self.director(state, company)
        assert player is not None
        return player

    def accepting(self, state: State) -> list[Step]:
        """The steps that take actions now, the one waited for first."""
        first = self.waiting(state)
        if first is None:
            return []
        if state.questions:
            return [first]
        return [first, *(step for step in self.round_rules(state).anytime if step is not first)]

    def actor(self, state: State) -> str | None:
        """The player the game waits for."""
        step = self.waiting(state)
        return step.actor(state) if step else None

    def offers(self, state: State) -> list[Offer]:
        """Everything that may be done now (and what may not, with the reason)."""
        return [offer for step in self.accepting(state) for offer in step.offers(state)]

    def refuse(self, code: str, **facts: Any) -> Refusal:
        """A refusal with this title's section and the sentence filled in."""
        words = self.vocabulary.refusals[code]
        return Refusal(code, self.data.cite(code), words, facts, self.words)

    def refuse_fault(self, kind: str, fault: Fault) -> Refusal:
        """A fault that the board found, "lay" or "run", as a refusal with this title's section."""
        code = f"{kind}.{fault.code}"
        words = RefusalWords(fault.sentence, may_rule=fault.code not in IMPOSSIBLE)
        spoken = replace(fault, train=type_of(fault.train or ""))
        if fault.code == "track_shared":
            spoken = replace(spoken, text=type_of(fault.text))
        return Refusal(code, self.data.cite(code), words, spoken.facts, self.words)

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        """Everything that speaks against ``action`` now; empty when it is allowed."""
        return unknown(self, state, action) or self._judge(state, action)[1]

    def _judge(self, state: State, action: Action) -> tuple[Step | None, list[Refusal]]:
        """The step that takes ``action``, and what speaks against it."""
        first = self.waiting(state)
        if first is None:
            return None, [self.refuse("turn.over")]
        for step in self.accepting(state):
            if step.takes(state, action):
                return step, decisive_first(step.refusals(state, action))
        return None, [self.refuse("turn.not_now", step=first.name)]

    def apply(self, state: State, action: Action, waive: Container[str] = ()) -> Outcome:
        """The state after ``action`` and all that follows from it. Raises Refused with every reason
        that stands.

        ``waive`` are the codes of refusals that the table overrules, :data:`ALL_SOFT` all it may;
        one that it may not overrule stands whatever is waived. An action that nothing else speaks
        against can be carried out.
        """
        if not_there := unknown(self, state, action):
            raise Refused(not_there)
        step, refusals = self._judge(state, action)
        standing = [reason for reason in refusals if not reason.is_waived(waive)]
        if standing or step is None:
            raise Refused(standing)
        change = Change(state.copy())
        if step.ends_turn and isinstance(action, Pass):
            self.last_chance.turn_ended(change, action.who)
        step.apply(change, action)
        self.settle(change)
        if self.bank_size and change.state.bank_broke and not state.bank_broke:
            change.tell("bank_broke", owed=self.data.money(-change.state.cash[BANK]))
        self.check(change.state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

    def again(self, state: State, action: Action) -> Outcome:
        """The same for an action that was taken once: where older rules took it, what these alone
        have against it does not count. Raises Refused.
        """
        waive = ALL_SOFT if self.version < RULES_VERSION else ()
        return self.apply(state, action, waive)

    def settle(self, change: Change) -> None:
        """Let everything happen that happens by itself, until the game waits for somebody or is
        over. Who would lose a chance by it is asked before.
        """
        while not self._waits(change.state):
            if self.last_chance.asks(change):
                return
            self.round_rules(change.state).go_on(change)
        self.last_chance.forget(change)

    def ahead(self, state: State) -> State:
        """The next moment at which the game would wait for somebody, or be over, if it went on by
        itself from here.
        """
        draft = Change(state.copy())
        while not self._waits(draft.state):
            self.round_rules(draft.state).go_on(draft)
        return draft.state

    def _waits(self, state: State) -> bool:
        """Is the game over, or does it wait for somebody in a step of its own?"""
        return bool(state.finished or state.questions) or self.round_rules(state).waits(state)

    def begin_round(self, change: Change, new: Round) -> None:
        """Begin the round ``new`` and tell which it is."""
        change.state.round = new
        # with the number of entries before it, each entry of the books finds its round
        change.tell("round", round=tuple(new.id), entries_before=len(change.entries))

    def finish(self, change: Change, why: str) -> None:
        """End the game; the title's words have a sentence for ``finish_`` and why."""
        change.state.finished = why
        change.tell("finished", why=f"finish_{why}")

    @cached_property
    def inventory(self) -> Inventory:
        """Everything there is in this game; ``check`` counts it after every action."""
        trains = {name: self.train_count(name) for name in self.data.trains}
        return Inventory(self.data, self.seats, trains)

    def check(self, state: State) -> None:
        """Assert that nothing was made or lost. Raises LedgerFault."""
        self.inventory.check(state)

    def tell(self, event: Event) -> str:
        """The sentence for an event; one of other rules, which has none, is told as it stands."""
        words = self.words_of(event)
        if words is None:
            return self.words.as_it_stands(event.kind, event.facts)
        return self.say(words.says, event)

    def say(self, template: str, event: Event) -> str:
        """A template of the event's words with its facts in it."""
        older = self.vocabulary.events[event.kind].older
        return self.words.fill(template, {**older, **event.facts})

    def phrase(self, event: Event, template: str = "", subject: str = "") -> str:
        """The event's sentence, or another ``template``, without its full stop, and without its
        ``subject`` where it begins with that.
        """
        words = self.words_of(event)
        if words is None:
            return self.tell(event).removesuffix(".")
        return self.words.phrase(template or words.says, {**words.older, **event.facts}, subject)

    def words_of(self, event: Event) -> EventWords | None:
        """The words for events of this kind, if there are any and the event has all that its
        sentence names.
        """
        words = self.vocabulary.events.get(event.kind)
        if words is None:
            return None
        known = event.facts.keys() | words.older.keys() | self.data.words.keys()
        return words if facts_of(words.says) <= known else None


def _named(players: Sequence[str]) -> str:
    """How many there are, in a sentence."""
    if not players:
        return translated("nobody is named")
    if len(players) == 1:
        return translated("one is named")
    return said("{count} are named", count=len(players))
