"""The judge: makes offers, judges actions and carries them out, by the rules of one game.

Replay, live play and simulated players all use these functions.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.ledger.entries import BANK, Entry
from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change, Event, Savepoint
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, RefusedError, decisive_first
from companion.rules.core.state import State
from companion.rules.core.state_cache import asking
from companion.rules.judge import allowed_excess
from companion.rules.judge.id_check import unknown
from companion.rules.judge.initial_state import first_state, pay_players
from companion.rules.judge.rules import Rules, Step
from companion.values import speed_up


@speed_up
@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an action: the new state, the ledger entries and the events."""

    state: State
    entries: tuple[Entry, ...]
    events: tuple[Event, ...]


class Judgement(NamedTuple):
    """The judgement of an action in a state.

    ``step`` is the step that takes the action, or None. ``refusals`` are all its refusals.
    """

    state: State
    action: Action
    step: Step | None
    refusals: list[Refusal]


def start(rules: Rules) -> Outcome:
    """Return the outcome of the start of the game, after everything automatic."""
    change = Change(first_state(rules))
    pay_players(change, rules)
    rules.begin(change)
    settle(rules, change)
    rules.inventory.check(change.state)
    return Outcome(change.state, tuple(change.entries), tuple(change.events))


def offers(rules: Rules, state: State) -> list[Offer]:
    """Return all actions possible now, and impossible ones with their refusals."""
    with asking(state):
        return [offer for step in rules.accepting(state) for offer in step.cached_offers(state)]


def refusals(rules: Rules, state: State, action: Action) -> list[Refusal]:
    """Return all refusals of ``action`` now; empty if it is allowed."""
    return judge_action(rules, state, action).refusals


def judge_action(rules: Rules, state: State, action: Action) -> Judgement:
    """Judge ``action``; the judgement can then be carried out without judging again."""
    if not_there := unknown(rules, state, action):
        return Judgement(state, action, None, not_there)
    if step := _step_for(rules, state, action):
        return Judgement(state, action, step, decisive_first(step.refusals(state, action)))
    waiting = rules.waiting(state)
    if waiting is None:
        return Judgement(state, action, None, [rules.refuse("turn.over")])
    not_now = rules.refuse("turn.not_now", step=waiting.name, actor=waiting.actor(state))
    return Judgement(state, action, None, [not_now])


def _step_for(rules: Rules, state: State, action: Action) -> Step | None:
    """Return the step that takes the action now, or None."""
    waiting = rules.waiting(state)
    if waiting and waiting.takes(state, action):
        return waiting
    steps = (*rules.beside, *rules.accepting(state))
    return next((step for step in steps if step.takes(state, action)), None)


def apply(rules: Rules, state: State, action: Action, waive: Container[str] = ()) -> Outcome:
    """Return the outcome of ``action`` and all its consequences.

    Raises RefusedError with all refusals that are not waived. ``waive`` are the codes of
    refusals that the table overrules; ``ALL_SOFT`` waives all soft ones. Hard refusals cannot
    be waived.
    """
    return carry_out(rules, judge_action(rules, state, action), waive)


def carry_out(rules: Rules, judgement: Judgement, waive: Container[str] = ()) -> Outcome:
    """Return the outcome of an action that has been judged (see ``apply``)."""
    state, action, step = judgement.state, judgement.action, judgement.step
    if step is None:
        raise RefusedError(judgement.refusals)
    change = Change(state.copy(), breaks_below=1 if rules.data.ends.at_nothing else 0)
    if judgement.refusals:
        if standing := [reason for reason in judgement.refusals if not reason.is_waived(waive)]:
            raise RefusedError(standing)
        allowed_excess.allow(rules, change.state, judgement.refusals)
    if step.ends_turn and isinstance(action, Pass):
        rules.last_chance.turn_ended(change, action.party)
    step.apply(change, action)
    settle(rules, change)
    if change.state.surplus:
        allowed_excess.forget(rules, change.state)
    if rules.bank_size and change.state.is_bank_broken and not state.is_bank_broken:
        change.tell("bank_broke", amount_owed=rules.data.money(-change.state.cash[BANK]))
    rules.inventory.check(change.state, state)
    return Outcome(change.state, tuple(change.entries), tuple(change.events))


_MOST_STEPS = 3000  # without anybody who can act: then nobody ever will


def settle(rules: Rules, change: Change) -> None:
    """Do everything automatic until the game waits, ends or asks about a chance to be lost."""
    rules.before_settling(change)
    _settle_once(rules, change)
    while rules.after_settling(change):
        _settle_once(rules, change)


def _settle_once(rules: Rules, change: Change) -> None:
    """Do everything automatic, apart from the title's own."""
    passed: list[tuple[Savepoint, Mapping[Any, Any]]] = []
    steps = 0
    while not _is_waiting(rules, change.state):
        if found := rules.last_chance.find_open(change.state):
            passed.append((change.moment(), found))
        rules.round_rules(change.state).go_on(change)
        steps += 1
        if steps == _MOST_STEPS and not change.state.end_reason:
            rules.finish(change, "stuck")
    if passed and (lost := rules.last_chance.find_question(passed, change.state)):
        moment, question = lost
        change.go_back(moment)
        change.state.ask(question)
        return
    rules.last_chance.forget(change)


def _is_waiting(rules: Rules, state: State) -> bool:
    """Return whether the game is over or waits for somebody."""
    return bool(state.end_reason or state.questions) or rules.round_rules(state).waits(state)
