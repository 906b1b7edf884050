"""Skipped steps: steps of an operating turn that need no tap.

The screen skips a step that has no possible action, or that the company declined in its last turn.
It shows the game as it will be after those passes, which are not done yet.

The passes are logged with the next deed, as one deed. Until then a mark on the screen leads back to
the step. Skipping never ends a turn, and never passes for another company or player.
"""

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace

from companion.rules.core.actions import Action, Pass
from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import (
    OperatingRules,
    TurnStep,
    awaited_step,
    turn_of,
)
from companion.store.history.records import GameView
from companion.web.render.screens import current_store

IMPOSSIBLE, DECLINED = "impossible", "declined"


@dataclass(frozen=True, slots=True)
class SkippedSteps:
    """The game as shown: ``view`` after the ``passes``, and the reason for skipping each step."""

    view: GameView
    passes: tuple[Pass, ...] = ()
    steps: tuple[tuple[str, str], ...] = ()

    @property
    def names(self) -> str:
        """The names of the skipped steps, as a form sends them."""
        return " ".join(name for name, _ in self.steps)

    def needed(self, view: GameView, action: Action, waived: Container[str] = ()) -> bool:
        """Does the action need the passes first, or is it allowed in the present state?

        ``waived`` are the refusals that a ruling overrules.
        """
        found = judge.refusals(view.rules, view.state, action)
        return isinstance(action, Pass) or not all(reason.is_waived(waived) for reason in found)


def find_skipped_steps(view: GameView, back_to: str = "") -> SkippedSteps:
    """Return the game past the steps that need no tap, but not past the step ``back_to``."""
    found = SkippedSteps(view)
    if view.redoable or view.state.end_reason:  # after an undo, show the present state
        return found
    declined = None
    while (step := awaited_step(view.rules, found.view.state)) and step.name != back_to:
        company = step.company(found.view.state)
        if declined is None:
            declined = frozenset(_find_declined_steps(view, company))
        with asking(found.view.state):
            why = _needless(view.rules, found.view.state, step, declined)
        after = _state_after_pass(view.rules, found.view.state, company) if why else None
        if after is None:
            return found
        found = SkippedSteps(
            replace(view, state=after),
            (*found.passes, Pass(company)),
            (*found.steps, (step.name, why)),
        )
    return found


def _needless(rules: Rules, state: State, step: TurnStep, declined: frozenset[str]) -> str:
    """Return the reason why the step needs no tap; empty if it needs one."""
    if step.has_acted(state) or rules.vocabulary.steps[step.name].always_asked:
        return ""
    if step.name in declined:
        return DECLINED
    offers = (offer for one in rules.accepting(state) for offer in one.cached_offers(state))
    possible = any(offer.allowed and not isinstance(offer.action, Pass) for offer in offers)
    return "" if possible else IMPOSSIBLE


def _state_after_pass(rules: Rules, state: State, company: str) -> State | None:
    """Return the state after the company's pass, if that leads to a later step of the same turn."""
    judgement = judge.judge_action(rules, state, Pass(company))
    if judgement.refusals:
        return None
    after = judge.carry_out(rules, judgement).state
    then = awaited_step(rules, after)
    goes_on = then is not None and then.company(after) == company
    return after if goes_on and turn_of(after).step > turn_of(state).step else None


def _find_declined_steps(view: GameView, company: str) -> Iterator[str]:
    """Find the steps in which the company did nothing in its last turn, although it could."""
    rounds = view.rules.round_rules(view.state)
    if not isinstance(rounds, OperatingRules):
        return
    steps = rounds.steps_in(view.state)
    kinds = {s.pass_events[0]: s.name for s in steps if isinstance(s, TurnStep) and s.pass_events}
    for row in current_store().last_turn(view.id, company, view.version):
        for event in row.events:
            if event.kind in kinds:
                yield kinds[event.kind]
