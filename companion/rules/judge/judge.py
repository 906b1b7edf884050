"""The judge: the rules of one game, made of rounds, each made of steps.

The same functions make the offers, judge an action and apply it; replay,
live play and simulated players all come through here. ``Rules`` holds
nothing that changes: give it a state, get an answer or a new state.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.board.faults import SENTENCES
from companion.ledger.entries import BANK, Entry
from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change, Event
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, Refused, decisive_first
from companion.rules.core.rounds import Round
from companion.rules.core.state import Question, State
from companion.rules.core.state_cache import asking, once
from companion.rules.core.vocabulary import MissingWords
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge import surplus
from companion.rules.judge.choice_figures import Sheet
from companion.rules.judge.conservation import Inventory
from companion.rules.judge.id_check import unknown
from companion.rules.judge.initial_state import first_state, pay_players
from companion.rules.judge.title_rules import TitleRules
from companion.rules.words.rounds import round_words


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an action made: the new state, the entries of the books, and the events to tell."""

    state: State
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]


class Step:
    """One step of a round: what may be done in it, what speaks against it, what it does.

    ``name`` is its key in words, screens and rails; ``accepts`` the kinds of action it takes;
    ``ends_turn`` whether its ``Pass`` ends the player's whole turn; ``apart`` the kind of its
    offers, where they stand apart from all turns.
    """

    name = ""
    accepts: tuple[type[Action], ...] = ()
    ends_turn = False
    apart = ""

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

    def asked_offers(self, state: State) -> Sequence[Offer]:
        """The same, worked out once as long as the state is asked about."""
        return once(state, ("offers", self), lambda: self.offers(state))

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        """Everything that speaks against ``action``; empty when it is allowed."""
        raise NotImplementedError

    def apply(self, change: Change, action: Any) -> None:
        """Carry out ``action``, which has been judged."""
        raise NotImplementedError

    def sentences(self, state: State) -> list[str]:
        """What is asked, in sentences, where what may be done does not say it."""
        return []

    def sheet(self, state: State, action: Action | None) -> Sheet | None:
        """Figures to decide by, where there are any: of an action that is thought of, or of what
        goes on.
        """
        return None

    def judged(self, state: State, offer: Offer) -> Offer:
        """The offer with what speaks against its action."""
        return replace(offer, refusals=tuple(self.refusals(state, offer.action)))


class Judgement(NamedTuple):
    """How the rules judge an action in a state: the ``step`` that takes it, None where none does,
    and every refusal.
    """

    state: State
    action: Action
    step: Step | None
    refusals: list[Refusal]


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

    def give_turn(self, change: Change, player: str) -> None:
        """It is another player's turn, who has done nothing in it yet."""
        change.state.round = change.state.round.given_to(player)


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
    went on by itself (see :mod:`companion.rules.operating.last_chances`). This one asks nobody.
    """

    name = "chance"

    @property
    def may_ask(self) -> bool:
        """Is there any chance at all that could be lost?"""
        return False

    def find_open(self, state: State) -> Mapping[Any, Any]:
        """The chances that are open in a state from which the game goes on by itself."""
        return {}

    def find_question(
        self, state: State, found: Mapping[Any, Any], ahead: State
    ) -> Question | None:
        """What somebody is asked who loses a chance, of those ``found`` open in the ``state``. The
        game comes to the state ``ahead`` before it waits again. None where nobody is asked.
        """
        return None

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


class Rules(TitleRules):
    """The rules of one game; a title's subclass gives its rounds, interrupts and policies."""

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.steps: list[Step] = []  # all there are, each added when it is made
        self.rounds: dict[type[Round], RoundRules] = {}
        self.interrupts: tuple[Asking, ...] = ()
        self.beside: tuple[Step, ...] = ()  # of no round: they take actions at any moment
        self.last_chance = AskingNobody(self)
        # where another program's game is followed: whom it asks otherwise, by the names of steps
        self.asks: Mapping[str, Callable[[Any, State], bool]] = {}

    def waits_in(self, step: Step, state: State) -> bool:
        """Is somebody asked in the step, as this game is played?"""
        asks = self.asks.get(step.name)
        return asks(step, state) if asks else step.waits(state)

    def need_words(self) -> None:
        """Raise MissingWords, with its name, where anything that this title brings has none."""
        self.vocabulary.need("steps", {step.name for step in self.steps})
        accepted = {action.wire_name for step in self.steps for action in step.accepts}
        self.vocabulary.need("actions", accepted)
        self.vocabulary.need("divisions", {way.name for way in self.dividends.ways})
        self.vocabulary.need("memos", self.vocabulary.debts)
        self.vocabulary.need("chances", self.last_chance.names())
        cited = {".".join(code.split(".")[:2]) for code in self.data.citations if "." in code}
        faults = {f"{kind}.{code}" for kind in ("lay", "run") for code in SENTENCES}  # the board's
        self.vocabulary.need("refusals", cited - faults)
        deeds = self.vocabulary.actions.keys()
        paid = {kind.partition(".")[0] for kind in self.data.receipts.keys() - deeds}
        self.vocabulary.need("memos", paid)
        for rule in self.data.house_rules:
            if not self.vocabulary.refusals[rule.overrules].may_rule:
                raise MissingWords(f"a house rule overrules {rule.overrules}, which is hard")

    def start(self) -> Outcome:
        """The state at the start of the game, after everything that happens by itself."""
        change = Change(first_state(self))
        pay_players(change, self)
        self.begin(change)
        self.settle(change)
        self.check(change.state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

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
        player = self.holdings.director(self, state, company)
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
        with asking(state):
            return [offer for step in self.accepting(state) for offer in step.asked_offers(state)]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        """Everything that speaks against ``action`` now; empty when it is allowed."""
        return self.judge(state, action).refusals

    def judge(self, state: State, action: Action) -> Judgement:
        """Judge ``action``, which may then be carried out without being judged again."""
        if not_there := unknown(self, state, action):
            return Judgement(state, action, None, not_there)
        for step in self.beside:
            if step.takes(state, action):
                return Judgement(state, action, step, _in_order(step.refusals(state, action)))
        first = self.waiting(state)
        if first is None:
            return Judgement(state, action, None, [self.refuse("turn.over")])
        for step in self.accepting(state):
            if step.takes(state, action):
                return Judgement(state, action, step, _in_order(step.refusals(state, action)))
        not_now = self.refuse("turn.not_now", step=first.name, actor=first.actor(state))
        return Judgement(state, action, None, [not_now])

    def apply(self, state: State, action: Action, waive: Container[str] = ()) -> Outcome:
        """The state after ``action`` and all that follows from it. Raises Refused with every reason
        that stands.

        ``waive`` are the codes of refusals that the table overrules, ``ALL_SOFT`` all it may;
        one that it may not overrule stands whatever is waived. An action that nothing else speaks
        against can be carried out.
        """
        return self.carry_out(self.judge(state, action), waive)

    def carry_out(self, judgement: Judgement, waive: Container[str] = ()) -> Outcome:
        """The same for an action that has been judged."""
        state, action, step = judgement.state, judgement.action, judgement.step
        if step is None:
            raise Refused(judgement.refusals)
        if standing := [reason for reason in judgement.refusals if not reason.is_waived(waive)]:
            raise Refused(standing)
        change = Change(state.copy())
        if judgement.refusals:
            surplus.allow(self, change.state, judgement.refusals)
        if step.ends_turn and isinstance(action, Pass):
            self.last_chance.turn_ended(change, action.who)
        step.apply(change, action)
        self.settle(change)
        if change.state.surplus:
            surplus.forget(self, change.state)
        if self.bank_size and change.state.bank_broke and not state.bank_broke:
            change.tell("bank_broke", owed=self.data.money(-change.state.cash[BANK]))
        self.check(change.state, state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

    def settle(self, change: Change) -> None:
        """Let everything happen that happens by itself, until the game waits for somebody or is
        over. Who has lost a chance by that is asked after all: the game goes back to that moment.
        """
        passed = []
        while not self._waits(change.state):
            if found := self.last_chance.find_open(change.state):
                passed.append((change.moment(), found))
            self.round_rules(change.state).go_on(change)
        for moment, found in passed:
            if question := self.last_chance.find_question(moment.state, found, change.state):
                change.go_back(moment)
                change.state.ask(question)
                return
        self.last_chance.forget(change)

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
        trains = {one.name: one.copies(len(self.seats)) for one in self.data.train_types}
        return Inventory(self.data, self.seats, trains, self.treasury.accounts)

    def check(self, state: State, before: State | None = None) -> None:
        """Assert that nothing was made or lost. Raises LedgerFault.

        Where the state ``before`` is given, which has been checked, what is the same in both is
        not counted again, as long as the round goes on.
        """
        self.inventory.check(state, before)


def _in_order(refusals: list[Refusal]) -> list[Refusal]:
    """The refusals with the one that decides first."""
    return decisive_first(refusals) if refusals else refusals
