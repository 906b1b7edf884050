"""The rest of a company's turn as usual: the best run, the usual dividend, and nothing further.

The company lays and places nothing more, runs its trains, divides the revenue, and buys nothing.
The rest ends before anything that needs a decision.
"""

from collections.abc import Callable
from dataclasses import dataclass

from companion.rules.core.actions import Action, Dividend, Pass, RunTrains
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules, Step
from companion.rules.operating.dividends import DividendStep
from companion.rules.operating.operating_round import TurnStep, awaited_step
from companion.rules.operating.running import RunStep

MOST = 20  # actions of one rest; a turn has fewer steps


@dataclass(frozen=True, slots=True)
class UsualAction:
    """An action of the rest, the step it belongs to, and the state before it.

    ``left_out`` are the other actions that were possible in a step that is passed.
    """

    action: Action
    step: Step
    before: State
    left_out: tuple[Offer, ...] = ()


@dataclass(frozen=True, slots=True)
class RestOfTurn:
    """The actions of the rest, in order, and why it does not end the turn.

    ``decision`` is the step in which a player must decide something first; None if the turn ends.
    ``refusals`` say why that step cannot simply be passed.
    """

    actions: tuple[UsualAction, ...]
    decision: Step | None = None
    refusals: tuple[Refusal, ...] = ()


def plan_rest(
    rules: Rules,
    state: State,
    find_run: Callable[[State], RunTrains],
    division: str,
    told: Action | None = None,
) -> RestOfTurn:
    """Return the rest of the turn of the company that operates.

    ``find_run`` returns the best run in a state. ``division`` names the way in which the company
    divided its last revenue; "" or an impossible one stands for the title's usual way. ``told``
    takes the place of the usual action of its step.

    Raises ValueError if no company is in its turn.
    """
    first = awaited_step(rules, state)
    if first is None:
        raise ValueError("no company is operating")
    company, round, done = first.company(state), state.round.id, list[UsualAction]()
    for _ in range(MOST):
        step = awaited_step(rules, state)
        # a company that operates alone is next in the next round, too
        if step is None or step.company(state) != company or state.round.id != round:
            break
        with asking(state):
            if told is not None and isinstance(told, step.accepts):
                usual = UsualAction(told, step, state)
            else:
                usual = _choose(rules, state, step, find_run, division)
            if not isinstance(usual.action, step.accepts):
                return RestOfTurn(tuple(done), step)  # such as a revenue that nobody has told yet
            judgement = judge.judge_action(rules, state, usual.action)
            if judgement.refusals:
                return RestOfTurn(tuple(done), step, tuple(judgement.refusals))
            state = judge.carry_out(rules, judgement).state
        done.append(usual)
    asked = rules.waiting(state)
    is_over = asked is None or not state.questions
    return RestOfTurn(tuple(done), None if is_over else asked)


def _choose(
    rules: Rules,
    state: State,
    step: TurnStep,
    find_run: Callable[[State], RunTrains],
    division: str,
) -> UsualAction:
    """Return the usual action of a step."""
    if isinstance(step, RunStep):
        return UsualAction(find_run(state), step, state)
    if own := step.usual_action(state):
        return UsualAction(own, step, state)
    company = step.company(state)
    if isinstance(step, DividendStep):
        names = [way.name for way in step.ways(state)]
        return UsualAction(
            Dividend(company, division if division in names else names[0]), step, state
        )
    possible = tuple(
        offer
        for offer in step.cached_offers(state)
        if offer.allowed and not isinstance(offer.action, Pass)
    )
    return UsualAction(Pass(company), step, state, possible)
