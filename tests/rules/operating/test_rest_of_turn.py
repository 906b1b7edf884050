"""The rest of a turn as usual: it ends the turn, or stops before a decision."""

from collections.abc import Iterator

import pytest

from companion.bots.simulation import choose_setup, play
from companion.rules.core.actions import Dividend, Pass, RunTrains
from companion.rules.core.state import State
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import turn_of
from companion.rules.operating.rest_of_turn import RestOfTurn, plan_rest
from companion.rules.operating.running import find_best, report_run, run_action
from companion.titles import rules_for, titles
from tests.support.positions import Position


def plan(rules: Rules, state: State, division: str = "") -> RestOfTurn:
    """Plan the rest with the best run of each state."""
    company = turn_of(state).company

    def find_run(at: State) -> RunTrains:
        return run_action(company, find_best(rules, at, company).routes)

    return plan_rest(rules, state, find_run, division)


def turns(title: str, seed: int) -> Iterator[tuple[Rules, State]]:
    """Yield the beginnings of the turns of a random game, with their rules."""
    setup, manner = choose_setup(title, seed)
    rules, before = rules_for(setup), None
    for _, outcome in play(rules, seed, 700, manner):
        state = outcome.state
        now = None if state.end_reason else state.round.operating
        if now and (now.company, state.round.id) != before and not state.questions:
            before = (now.company, state.round.id)
            yield rules, state


@pytest.mark.parametrize("title", titles())
def test_that_the_rest_uses_nothing_and_ends_the_turn_or_stops_before_a_decision(
    title: str,
) -> None:
    ended = 0
    for number, (rules, state) in enumerate(turns(title, 1)):
        if number % 7:
            continue
        company, rest, after = turn_of(state).company, plan(rules, state), state
        for usual in rest.actions:
            assert isinstance(usual.action, Pass | RunTrains | Dividend)
            assert usual.action.actor() == company
            after = judge.apply(rules, after, usual.action).state
        assert after.board.laid == state.board.laid
        bought = [t for t, card in after.trains.items() if card.place == company]
        assert set(bought) <= {t for t, card in state.trains.items() if card.place == company}
        now = after.round.operating
        if rest.decision is None and not after.end_reason:
            ended += 1
            assert not (now and now.company == company and after.round.id == state.round.id)
        elif rest.decision is not None:
            assert rules.waiting(after) is rest.decision
    assert ended


def test_that_the_best_run_is_run_and_the_revenue_divided_as_last_time() -> None:
    rules, state = next(
        (rules, state)
        for rules, state in turns("1830", 1)
        if any(isinstance(usual.action, Dividend) for usual in plan(rules, state).actions)
    )
    company = turn_of(state).company
    best = find_best(rules, state, company)
    for division, out in (("", "pay"), ("withhold", "withhold"), ("unheard of", "pay")):
        rest = plan(rules, state, division)
        run = next(usual for usual in rest.actions if isinstance(usual.action, RunTrains))
        assert report_run(rules, run.before, run.action).revenue == best.revenue
        divided = next(usual.action for usual in rest.actions if isinstance(usual.action, Dividend))
        assert divided.kind == out


def test_that_it_stops_where_a_train_must_be_bought_and_says_so() -> None:
    must = [
        (rest, state)
        for seed in (1, 2, 3)
        for rules, state in turns("1830", seed)
        if (rest := plan(rules, state)).refusals
    ]
    assert must
    for rest, _ in must:
        assert rest.decision is not None
        assert rest.decision.name == "trains"
        assert rest.refusals[0].rule.startswith("1830")


def test_that_it_tells_what_was_possible_and_is_left_out() -> None:
    found = {
        usual.step.name: usual
        for rules, state in turns("1830", 1)
        for usual in plan(rules, state).actions
        if usual.left_out
    }
    assert {"track", "trains"} <= set(found)
    for usual in found.values():
        assert all(offer.allowed for offer in usual.left_out)
        assert not any(isinstance(offer.action, Pass) for offer in usual.left_out)


def test_that_there_is_no_rest_outside_a_turn() -> None:
    setup, _ = choose_setup("1830", 1)
    rules = rules_for(setup)
    with pytest.raises(ValueError, match="no company is operating"):
        plan_rest(rules, judge.start(rules).state, lambda state: RunTrains("B&O", ()), "")


def test_that_the_rest_of_a_company_that_operates_alone_ends_with_its_round() -> None:
    game = Position("1830", 3).close_privates().phase("3")
    game.started("PRR", 100, "p1", p1=60).floated("PRR", 500).trains("PRR", "2")
    game.operating("PRR", "run", parts=2)
    (*_, last) = plan(game.rules, game.state).actions
    after = judge.apply(game.rules, last.before, last.action).state
    assert after.round.id.part == 2
    assert turn_of(after).company == "PRR"
