"""The judge: the rules of one game, composed of rounds, which are composed of steps.

The same functions make offers, judge an action and apply it. Replay, live play and simulated
players all use them. ``Rules`` has no mutable state: each call takes a state and returns an answer
or a new state.
"""

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from companion.board.faults import SENTENCES
from companion.ledger.entries import BANK, Entry
from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change, Event, Savepoint
from companion.rules.core.copying import replace
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, RefusedError, decisive_first
from companion.rules.core.rounds import Round
from companion.rules.core.state import Question, State
from companion.rules.core.state_cache import asking, compute_once
from companion.rules.core.vocabulary import MissingWordsError
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge import surplus
from companion.rules.judge.choice_figures import FigureTable
from companion.rules.judge.conservation import Inventory
from companion.rules.judge.id_check import unknown
from companion.rules.judge.initial_state import first_state, pay_players
from companion.rules.judge.title_rules import TitleRules
from companion.rules.words.rounds import round_words


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: the new state, the ledger entries and the events."""

    state: State
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]


class Step:
    """One step of a round: its offers, its refusals and the effects of its actions.

    ``name`` is its key in words, screens and rails. ``accepts`` are the classes of action it takes.
    ``ends_turn`` says whether its ``Pass`` ends the player's whole turn. ``apart`` is the kind of
    its offers if they stand apart from all turns.
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
        """Return whether ``action`` belongs to this step, legal or not."""
        return isinstance(action, self.accepts)

    def waits(self, state: State) -> bool:
        """Return whether the game waits for this step now: not if nothing can be done in it."""
        raise NotImplementedError

    def has_acted(self, state: State) -> bool:
        """Return whether anything has been done in this step yet."""
        return False

    def actor(self, state: State) -> str:
        """Return the player who decides in this step."""
        raise NotImplementedError

    def offers(self, state: State) -> list[Offer]:
        """Return the possible actions, and impossible ones with their refusals."""
        raise NotImplementedError

    def find_allowed(self, state: State) -> Iterator[Action]:
        """Yield the allowed actions of the offers."""
        return (offer.action for offer in self.offers(state) if offer.allowed)

    def cached_offers(self, state: State) -> Sequence[Offer]:
        """Return the offers from the state cache."""
        return compute_once(state, ("offers", self), lambda: self.offers(state))

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        """Return all refusals of ``action``; empty if it is allowed."""
        raise NotImplementedError

    def apply(self, change: Change, action: Any) -> None:
        """Carry out ``action``, which has been judged."""
        raise NotImplementedError

    def sentences(self, state: State) -> list[str]:
        """Return sentences about the decision, if the offers alone do not explain it."""
        return []

    def sheet(self, state: State, action: Action | None) -> FigureTable | None:
        """Return figures that help to decide on ``action``, or in the step at all, or None."""
        return None

    def judge_offer(self, state: State, offer: Offer) -> Offer:
        """Return the offer with the refusals of its action."""
        return replace(offer, refusals=tuple(self.refusals(state, offer.action)))


class Judgement(NamedTuple):
    """The judgement of an action in a state.

    ``step`` is the step that takes the action, or None. ``refusals`` are all its refusals.
    """

    state: State
    action: Action
    step: Step | None
    refusals: list[Refusal]


class RoundRules:
    """The rules of one kind of round.

    ``anytime`` steps take actions in addition to the step that the game waits for.
    """

    anytime: tuple[Step, ...] = ()

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules
        self.data = rules.data

    def name(self, state: State) -> str:
        """Return the name of the round: "SR 2", "OR 2.1"."""
        return round_words(state.round.id)

    def waits(self, state: State) -> bool:
        """Return whether the game waits for somebody in this round now."""
        raise NotImplementedError

    def go_on(self, change: Change) -> None:
        """Do the next automatic thing: end a step, a turn or the round, or begin the next."""
        raise NotImplementedError

    def waiting(self, state: State) -> Step:
        """Return the step that the game waits for."""
        raise NotImplementedError

    def give_turn(self, change: Change, player: str) -> None:
        """Give the turn to another player, who has done nothing in it yet."""
        change.state.round = change.state.round.with_player_on_turn(player)


class QuestionStep(Step):
    """A step for which the game waits while one of its questions is pending."""

    def pending(self, state: State) -> list[Question]:
        """Return the pending questions of this step, in order."""
        return [question for question in state.questions if question.step == self.name]

    def question(self, state: State) -> Question:
        """Return the first pending question. Raises IndexError if there is none."""
        return self.pending(state)[0]

    def waits(self, state: State) -> bool:
        return bool(self.pending(state))

    def actor(self, state: State) -> str:
        return self.rules.answering(state, self.question(state))


class NoChanceStep(QuestionStep):
    """The step that asks players about chances they would otherwise lose; this one asks nobody.

    Such chances are lost if the game continues automatically. See
    :mod:`companion.rules.operating.last_chances`.
    """

    name = "chance"

    @property
    def may_ask(self) -> bool:
        """Whether the title has any chance that could be lost."""
        return False

    def find_open(self, state: State) -> Mapping[Any, Any]:
        """Return the open chances in a state from which the game continues automatically."""
        return {}

    def find_question(
        self, passed: Sequence[tuple[Savepoint, Mapping[Any, Any]]], ahead: State
    ) -> tuple[Savepoint, Question] | None:
        """Return the first moment with a chance that is lost ``ahead``, and the question, or None.

        ``passed`` are moments with their open chances.
        """
        return None

    def turn_ended(self, change: Change, player: str) -> None:
        """Record that the player ended the turn and gave up the chances that end with it."""

    def forget(self, change: Change) -> None:
        """Forget the chances given up on the way; they may be asked about again."""

    def ends_with_turn(self, state: State) -> bool:
        """Return whether all chances in question end with the player's turn in any case."""
        return True

    def names(self) -> set[str]:
        """Return the names of all chances."""
        return set()


class Rules(TitleRules):
    """The rules of one game; a title's subclass adds its rounds, interrupts and policies."""

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        self.steps: list[Step] = []  # every step adds itself when it is created
        self.rounds: dict[type[Round], RoundRules] = {}
        self.interrupts: tuple[QuestionStep, ...] = ()
        self.beside: tuple[Step, ...] = ()  # steps outside rounds, which take actions at any moment
        self.last_chance = NoChanceStep(self)
        # step name -> whether another program asks in that step, when its game is followed
        self.asks: Mapping[str, Callable[[Any, State], bool]] = {}

    def waits_in(self, step: Step, state: State) -> bool:
        """Return whether the game waits in the step, with the exceptions in ``asks``."""
        asks = self.asks.get(step.name)
        return asks(step, state) if asks else step.waits(state)

    def need_words(self) -> None:
        """Check that everything in this title has words. Raises MissingWordsError if not."""
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
                raise MissingWordsError(f"a house rule overrules {rule.overrules}, which is hard")

    def start(self) -> Outcome:
        """Return the outcome of the start of the game, after everything automatic."""
        change = Change(first_state(self))
        pay_players(change, self)
        self.begin(change)
        self.settle(change)
        self.check(change.state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

    def round_rules(self, state: State) -> RoundRules:
        """Return the rules of the current round."""
        return self.rounds[type(state.round)]

    def waiting(self, state: State) -> Step | None:
        """Return the step that the game waits for, or None if the game is over."""
        if state.end_reason:
            return None
        if state.questions:
            asking = (*self.interrupts, self.last_chance)
            return next(step for step in asking if step.name == state.questions[0].step)
        return self.round_rules(state).waiting(state)

    def answering(self, state: State, question: Question) -> str:
        """Return the player who answers a question: its actor, or the president of that company."""
        actor = question.actor
        return actor if actor in self.seats else self.decider(state, actor)

    def decider(self, state: State, company: str) -> str:
        """Return the player who decides for a company with a president."""
        player = self.holdings.director(self, state, company)
        assert player is not None
        return player

    def accepting(self, state: State) -> list[Step]:
        """Return the steps that take actions now, the one waited for first."""
        first = self.waiting(state)
        if first is None:
            return []
        if state.questions:
            return [first]
        return [first, *(step for step in self.round_rules(state).anytime if step is not first)]

    def actor(self, state: State) -> str | None:
        """Return the player the game waits for, or None if the game is over."""
        step = self.waiting(state)
        return step.actor(state) if step else None

    def offers(self, state: State) -> list[Offer]:
        """Return all actions possible now, and impossible ones with their refusals."""
        with asking(state):
            return [offer for step in self.accepting(state) for offer in step.cached_offers(state)]

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        """Return all refusals of ``action`` now; empty if it is allowed."""
        return self.judge(state, action).refusals

    def judge(self, state: State, action: Action) -> Judgement:
        """Judge ``action``; the judgement can then be carried out without judging again."""
        if not_there := unknown(self, state, action):
            return Judgement(state, action, None, not_there)
        for step in self.beside:
            if step.takes(state, action):
                return Judgement(state, action, step, decisive_first(step.refusals(state, action)))
        steps = self.accepting(state)
        if not steps:
            return Judgement(state, action, None, [self.refuse("turn.over")])
        for step in steps:
            if step.takes(state, action):
                return Judgement(state, action, step, decisive_first(step.refusals(state, action)))
        actor = steps[0].actor(state)
        not_now = self.refuse("turn.not_now", step=steps[0].name, actor=actor)
        return Judgement(state, action, None, [not_now])

    def apply(self, state: State, action: Action, waive: Container[str] = ()) -> Outcome:
        """Return the outcome of ``action`` and all its consequences.

        Raises RefusedError with all refusals that are not waived. ``waive`` are the codes of
        refusals that the table overrules; ``ALL_SOFT`` waives all soft ones. Hard refusals cannot
        be waived.
        """
        return self.carry_out(self.judge(state, action), waive)

    def carry_out(self, judgement: Judgement, waive: Container[str] = ()) -> Outcome:
        """Return the outcome of an action that has been judged (see ``apply``)."""
        state, action, step = judgement.state, judgement.action, judgement.step
        if step is None:
            raise RefusedError(judgement.refusals)
        if standing := [reason for reason in judgement.refusals if not reason.is_waived(waive)]:
            raise RefusedError(standing)
        change = Change(state.copy())
        if judgement.refusals:
            surplus.allow(self, change.state, judgement.refusals)
        if step.ends_turn and isinstance(action, Pass):
            self.last_chance.turn_ended(change, action.party)
        step.apply(change, action)
        self.settle(change)
        if change.state.surplus:
            surplus.forget(self, change.state)
        if self.bank_size and change.state.is_bank_broken and not state.is_bank_broken:
            change.tell("bank_broke", owed=self.data.money(-change.state.cash[BANK]))
        self.check(change.state, state)
        return Outcome(change.state, tuple(change.entries), tuple(change.events))

    def settle(self, change: Change) -> None:
        """Do everything automatic until the game waits, ends or asks about a chance to be lost."""
        passed: list[tuple[Savepoint, Mapping[Any, Any]]] = []
        while not self._waits(change.state):
            if found := self.last_chance.find_open(change.state):
                passed.append((change.moment(), found))
            self.round_rules(change.state).go_on(change)
        if passed and (lost := self.last_chance.find_question(passed, change.state)):
            moment, question = lost
            change.go_back(moment)
            change.state.ask(question)
            return
        self.last_chance.forget(change)

    def _waits(self, state: State) -> bool:
        """Return whether the game is over or waits for somebody."""
        return bool(state.end_reason or state.questions) or self.round_rules(state).waits(state)

    def begin_round(self, change: Change, new: Round) -> None:
        """Begin the round ``new`` and record an event."""
        change.state.round = new
        # the number of earlier entries assigns each ledger entry to its round
        change.tell("round", round=tuple(new.id), entries_before=len(change.entries))

    def finish(self, change: Change, why: str) -> None:
        """End the game; the title's words have a sentence for ``finish_`` and the reason."""
        change.state.end_reason = why
        change.tell("finished", why=f"finish_{why}")

    @cached_property
    def inventory(self) -> Inventory:
        """Everything in this game; ``check`` counts it after every action."""
        trains = {one.name: one.copies(len(self.seats)) for one in self.data.train_types}
        return Inventory(self.data, self.seats, trains, self.treasury.accounts)

    def check(self, state: State, before: State | None = None) -> None:
        """Assert that nothing was made or lost. Raises LedgerError.

        If the checked state ``before`` is given, unchanged parts are not counted again during a
        round.
        """
        self.inventory.check(state, before)
