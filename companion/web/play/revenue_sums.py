"""Revenues that the table tells as a sum: "30 + 40 + 50" is one for each train."""

from __future__ import annotations

from dataclasses import replace

from companion.rules.core.action_parser import BadActionError, read_action, read_terms
from companion.rules.core.actions import Action
from companion.rules.operating.operating_round import OperatingRules
from companion.rules.operating.running import trains_of
from companion.rules.without_map.actions import MOST, TellRun
from companion.rules.without_map.runs import ToldRunStep
from companion.store.history.records import GameView


def assign_parts(view: GameView, action: Action, revenue: object) -> Action:
    """Give each train its part of a told revenue, if as many numbers were typed as it has trains.

    ``revenue`` is the text that was typed. The trains are in the order of the charter, the smallest
    first.
    """
    if not isinstance(action, TellRun) or not isinstance(revenue, str) or action.parts:
        return action
    terms, trains = read_terms(revenue) or [], trains_of(view.state, action.company)
    if len(terms) < 2 or len(terms) != len(trains):
        return action
    return replace(action, parts=tuple(zip(trains, terms, strict=True)))


def read_told_run(view: GameView, revenue: str) -> Action:
    """Return the run of the company on turn with the typed revenue. Raises BadActionError."""
    turn = view.state.round.operating
    company = turn.company if turn else ""
    run = read_action({"type": TellRun.wire_name, "company": company, "revenue": revenue})
    if isinstance(run, TellRun) and run.revenue > MOST:
        raise BadActionError(view.rules.refuse("told.revenue", most=MOST).says)
    if isinstance(run, TellRun) and turn:
        run = run_for(view, run.revenue)
    return assign_parts(view, run, revenue)


def run_for(view: GameView, revenue: int) -> TellRun:
    """Return the run of the company on turn that earns so much, otherwise as last time."""
    rounds = view.rules.round_rules(view.state)
    assert isinstance(rounds, OperatingRules)
    steps = rounds.steps_in(view.state)
    step = next(step for step in steps if isinstance(step, ToldRunStep))
    return step.run_for(view.state, revenue)
