"""Operating rounds: companies operate in order of price, each through the title's steps."""

from typing import ClassVar

from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.map_use import TOLD
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import OperatingTurn, Round
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.data.codec import register_stored
from companion.rules.judge.agreed_end import stop_after_round
from companion.rules.judge.rules import RoundRules, Rules, Step


@register_stored("operating_round")
class OperatingRound(Round):
    """Operating round ``part`` of ``parts`` of set ``number``, with its companies and turn."""

    kind: ClassVar[str] = "operating"
    number: int
    part: int
    parts: int
    companies: tuple[str, ...] = ()
    companies_done: tuple[str, ...] = ()
    turn: OperatingTurn | None = None


# a second name of the slot, not a property: it is read very often
OperatingRound.operating = OperatingRound.turn  # type: ignore[assignment]


def turn_of(state: State) -> OperatingTurn:
    """Return the current operating turn. Raises ValueError outside one."""
    turn = state.round.operating
    if turn is None:
        raise ValueError("no company is operating")
    return turn


def current_step(rules: Rules, state: State) -> "TurnStep | None":
    """Return the turn's current step; None outside a turn."""
    round = rules.round_rules(state)
    return round.current_step(state) if isinstance(round, OperatingRules) else None


def step_of(rules: Rules, state: State) -> str:
    """Return the name of the turn's current step; "" outside a turn."""
    step = current_step(rules, state)
    return step.name if step else ""


def is_laying_track(rules: Rules, state: State) -> bool:
    """Check whether the turn is in the step of track, with the map or without."""
    step = current_step(rules, state)
    return step is not None and step.deed == "track"


def is_between_turns(rules: Rules, state: State) -> bool:
    """Check whether no company is on turn, or nothing has been done in its turn yet."""
    if state.round.operating is None:
        return True
    round = rules.round_rules(state)
    return isinstance(round, OperatingRules) and round.is_fresh(state)


def update_turn(change: Change, **changes: object) -> None:
    """Update what the operating company has done in its turn."""
    turn = replace(turn_of(change.state), **changes)
    change.state.round = replace(change.state.playing(OperatingRound), turn=turn)


class TurnStep(Step):
    """A step of an operating turn.

    The president decides, and ``Pass`` with the company's symbol ends it. ``deed`` names its
    subject, and ``undone`` in the events of a pass, such as "no_token" or "no_more_track".
    """

    deed = undone = ""

    @property
    def pass_events(self) -> tuple[str, ...]:
        """The event of a pass, and that after a deed of the step; none if it is not logged."""
        undone = self.undone or self.deed
        return (f"no_{undone}", f"no_more_{undone}") if undone else ()

    @property
    def subject(self) -> str:
        """The key of the step, with the map or without."""
        return self.deed or self.name

    def company(self, state: State) -> str:
        """Return the company whose turn it is."""
        return turn_of(state).company

    def is_awaited(self, state: State) -> bool:
        """Check whether the turn has come to this step, and nobody is asked a question."""
        return current_step(self.rules, state) is self and not state.questions

    def concerns(self, state: State) -> bool:
        """Check whether the step applies to the company; if not, the step bar omits it."""
        return True

    def actor(self, state: State) -> str:
        return self.rules.decider(state, self.company(state))

    def usual_action(self, state: State) -> Action | None:
        """Return what the company does as usual, if that is neither a run nor a pass."""
        return None

    def not_its_turn(self, state: State, action: Action) -> list[Refusal]:
        """Refuse an action of a company that is not operating."""
        company = self.company(state)
        who = action.actor()
        if who == company:
            return []
        return [self.rules.refuse("turn.not_yours", actor=company, party=who)]

    def pass_offer(self, state: State, weight: float = 1.0) -> Offer:
        """Return the offer to end the step."""
        return self.judge_offer(state, Offer("pass", Pass(self.company(state)), weight=weight))

    def pass_on(self, change: Change) -> None:
        """Log what the company leaves undone, and go on to the next step."""
        if self.pass_events:
            event = self.pass_events[self.has_acted(change.state)]
            change.tell(event, company=self.company(change.state))
        self.end(change)

    def end(self, change: Change) -> None:
        """Go on to the next step."""
        update_turn(change, step=turn_of(change.state).step + 1)


def awaited_step(rules: Rules, state: State) -> TurnStep | None:
    """Return the step of a company's turn that the game waits for; None outside a turn."""
    step = rules.waiting(state)
    return step if isinstance(step, TurnStep) and state.round.operating else None


def steps_to_come(rules: Rules, state: State) -> tuple[TurnStep, ...]:
    """Return the present step of the turn, and those after it."""
    round = rules.round_rules(state)
    assert isinstance(round, OperatingRules)
    return round.steps_in(state)[turn_of(state).step :]


class OperatingRules(RoundRules):
    """The rules of an operating round.

    ``steps`` are the steps of a turn in order, ``turn`` is the class that records it. ``told`` are
    the steps of a turn without the map; each stands for the one at its place.
    """

    def __init__(
        self,
        rules: Rules,
        steps: tuple[TurnStep, ...],
        anytime: tuple[Step, ...] = (),
        turn: type[OperatingTurn] = OperatingTurn,
    ) -> None:
        super().__init__(rules)
        self.steps = steps
        self.told = steps
        self.anytime = anytime
        self.turn = turn
        self.names = frozenset(step.name for step in (*anytime, *steps))

    def begin(self, change: Change, number: int, part: int, parts: int) -> None:
        """Begin a round with the companies that are floated now."""
        companies = tuple(self.rules.operating_order(change.state))
        self.rules.begin_round(change, OperatingRound(number, part, parts, companies))

    def steps_in(self, state: State) -> tuple[TurnStep, ...]:
        """Return the steps of a turn with the map as the game has it."""
        return self.told if state.map == TOLD else self.steps

    def waiting(self, state: State) -> Step:
        return self.steps_in(state)[turn_of(state).step]

    def new_turn(self, state: State, company: str) -> OperatingTurn:
        """Return the turn of a company that begins."""
        return self.turn(company)

    def is_fresh(self, state: State) -> bool:
        """Check whether nothing has been done in the turn; a step that did not wait is no deed."""
        return compute_once(state, ("is_fresh", self), lambda: self._is_fresh(state))

    def _is_fresh(self, state: State) -> bool:
        turn = state.round.operating
        return turn is not None and turn.is_blank and not self._has_waited(state, turn)

    def _has_waited(self, state: State, turn: OperatingTurn) -> bool:
        """Check whether a step before the present one waited for an action."""
        before, round = state.copy(), state.playing(OperatingRound)
        for number, step in enumerate(self.steps_in(state)[: turn.step]):
            before.round = replace(round, turn=replace(turn, step=number))
            if self.rules.waits_in(step, before):
                return True
        return False

    def give_back(self, change: Change) -> None:
        """Take the turn from a company that has done nothing in it, and will operate later."""

    def order(self, state: State) -> list[str]:
        """Return the round's companies in the order in which they operate.

        Those done come first, in the order they operated. Companies that have left the game are
        omitted.
        """
        done = state.playing(OperatingRound).companies_done
        return [*(c for c in done if state.companies[c].started), *self.waiting_companies(state)]

    def waiting_companies(self, state: State) -> list[str]:
        """Return the companies that have not operated in this round yet, in order."""
        round = state.playing(OperatingRound)
        left = set(round.companies).difference(round.companies_done)
        return [c for c in self.rules.operating_order(state) if c in left] if left else []

    def current_step(self, state: State) -> TurnStep | None:
        """Return the turn's current step; None between turns and at the end of one."""
        turn = state.round.operating
        steps = self.steps_in(state)
        return steps[turn.step] if turn and turn.step < len(steps) else None

    def waits(self, state: State) -> bool:
        step = self.current_step(state)
        return step is not None and self.rules.waits_in(step, state)

    def go_on(self, change: Change) -> None:
        state = change.state
        round = state.playing(OperatingRound)
        step = self.current_step(state)
        if round.turn is None:
            left = self.waiting_companies(state)
            if left:
                state.round = replace(round, turn=self.new_turn(state, left[0]))
                state.alter(left[0], has_operated=True)
                self.rules.begin_turn(change, left[0])
            else:
                is_last = round.part == round.parts
                if not stop_after_round(self.rules, change, is_last):
                    self.rules.after_operating_round(change)
        elif step is None:
            self.end_turn(change, round.turn.company)
        else:
            step.end(change)

    def end_turn(self, change: Change, company: str) -> None:
        """End the turn of a company, which has come to its last step."""
        round = change.state.playing(OperatingRound)
        done = (*round.companies_done, company)
        change.state.round = replace(round, companies_done=done, turn=None)
        self.rules.after_turn(change, company)
