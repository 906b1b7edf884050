"""Tests of history edits: later actions are replayed, and differences are reported."""

import random

import pytest

from companion.bots.simulation import NAMES
from companion.rules.amend.correction_actions import CorrectCash, CorrectPrice
from companion.rules.amend.history_edit import (
    Decision,
    HistoryReplay,
    PastAction,
    ReplayedAction,
    ReplayResult,
    replay_history,
)
from companion.rules.amend.state_differences import differences
from companion.rules.core.actions import Action, Dividend, LayTile, Pass, RunTrains
from companion.rules.core.refusals import ALL_SOFT, RefusedError
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import report_run
from companion.titles import load, rules_for, titles
from tests.support.run_cache import play

LENGTH = 220
WHY = {"reason": "forgotten"}


class Course:
    """A random game: its rules, its actions, and the state before each."""

    def __init__(self, title: str, seed: int = 4, length: int = LENGTH) -> None:
        counts = sorted(load(title).data.cash)
        self.rules = rules_for(Setup(title, NAMES[: counts[seed % len(counts)]], {}, seed))
        self.states = [judge.start(self.rules).state]
        self.actions: list[Action] = []
        for action, outcome in play(self.rules, seed, length):
            self.actions.append(action)
            self.states.append(outcome.state)

    def from_on(self, place: int) -> list[PastAction]:
        """Return the actions from a place on, with log rows numbered from 1."""
        return [PastAction(place + i + 1, a) for i, a in enumerate(self.actions[place:])]

    def replay(self, place: int, *instead: Action, **more: object) -> HistoryReplay:
        """Replay the game from a place on with other actions before it."""
        taken = self.from_on(place)
        return replay_history(self.rules, self.states[place], taken, instead, search=0, **more)  # type: ignore[arg-type]

    def last(self, kind: type[Action], but: int = 20) -> int:
        """Return the place of the last action of a kind, ignoring the last ``but`` actions."""
        places = [i for i, a in enumerate(self.actions[:-but]) if isinstance(a, kind)]
        return places[-1]


def sound(rules: Rules, start: State, found: HistoryReplay) -> None:
    """Check that the applied actions, with their rulings only, lead to the final state."""
    state = start
    for step in found.done:
        assert state_to_json(state) == state_to_json(step.before)
        waived = step.waived if step.n else ALL_SOFT
        state = judge.apply(rules, state, step.action, waived).state
    assert state_to_json(state) == state_to_json(found.state)


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", sorted(titles()))
def test_on_the_same_past_all_is_as_it_was(title: str) -> None:
    game = Course(title)
    found = game.replay(20)
    assert {step.fit for step in found.steps} == {ReplayResult.FITS}
    assert not any(step.differs for step in found.steps)
    assert state_to_json(found.state) == state_to_json(game.states[-1])
    assert differences(game.rules, game.states[-1], found.state) == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", sorted(titles()))
def test_whatever_is_taken_out_of_the_past_the_rest_leads_somewhere(title: str) -> None:
    """Remove an action, and replace another by one that was possible there."""
    game, dice = Course(title), random.Random(1)
    for _ in range(3):
        place = dice.randrange(10, len(game.actions) - 5)
        removed = game.replay(place, replaces=1)
        sound(game.rules, game.states[place], removed)
        offers = [o.action for o in judge.offers(game.rules, game.states[place]) if o.allowed]
        other = dice.choice(offers)
        sound(game.rules, game.states[place], game.replay(place, other, replaces=1))


def test_money_that_was_forgotten_is_there_ever_after() -> None:
    game = Course("1830")
    found = game.replay(200, CorrectCash("bank", "p1", 7, **WHY))
    assert found.steps[0].fit is ReplayResult.NEW and found.steps[0].n == 0
    sound(game.rules, game.states[200], found)
    told = {
        (d.kind, d.of): (d.before, d.after)
        for d in differences(game.rules, game.states[-1], found.state)
    }
    before, after = told["cash", "p1"]
    assert after - before == 7


def test_a_dividend_that_was_withheld_moves_cash_and_price() -> None:
    game = Course("1830")
    place = next(
        i
        for i, a in enumerate(game.actions)
        if i > 150 and isinstance(a, Dividend) and a.kind == "pay"
    )
    paid = game.actions[place]
    assert isinstance(paid, Dividend)
    start = game.states[place]
    short = replay_history(
        game.rules, start, game.from_on(place)[:1], [Dividend(paid.company, "withhold")], 1
    )
    kinds = {d.kind for d in differences(game.rules, game.states[place + 1], short.state)}
    assert {"cash", "worth", "price"} <= kinds
    whole = game.replay(place, Dividend(paid.company, "withhold"), replaces=1)
    sound(game.rules, start, whole)
    assert any(step.differs for step in whole.steps[1:])


def test_an_action_that_no_longer_fits_says_why_and_is_ruled_or_left_out() -> None:
    """Buy a train that leaves no room for the next one, and rule that it stands."""
    game = Course("1830")
    found, place = unfit(game)
    bad = found.refused[0]
    assert bad.refusals and bad.outcome is None
    out = game.replay(place, replaces=1, decided={bad.n: Decision.OUT})
    assert fits(out)[bad.n] is ReplayResult.OUT
    ruled = game.replay(place, replaces=1, decided={bad.n: Decision.RULE})
    assert fits(ruled)[bad.n] is (ReplayResult.RULED if bad.may_rule else ReplayResult.REFUSED)


def unfit(game: Course) -> tuple[HistoryReplay, int]:
    """Return the first history whose missing action makes a later one illegal, and its place."""
    for place in range(60, len(game.actions)):
        found = game.replay(place, replaces=1)
        if found.refused:
            return found, place
    raise AssertionError("everything fits")


def fits(found: HistoryReplay) -> dict[int, ReplayResult]:
    return {step.n: step.fit for step in found.steps}


def test_a_ruled_action_stands_by_the_codes_that_were_waived() -> None:
    game = Course("1830")
    for place in range(60, len(game.actions)):
        found = game.replay(place, replaces=1)
        soft = [step for step in found.refused if step.may_rule]
        if soft:
            break
    again = game.replay(place, replaces=1, decided={soft[0].n: Decision.RULE})
    step = next(step for step in again.steps if step.n == soft[0].n)
    assert step.fit is ReplayResult.RULED
    assert set(step.waived) == {refusal.code for refusal in step.refusals}
    sound(game.rules, game.states[place], again)


def test_a_pass_that_nobody_waits_for_is_needless_and_one_that_is_needed_is_put_in() -> None:
    """Test both ways: the game may wait at new places, and no longer wait at old ones."""
    seen: set[ReplayResult] = set()
    game = Course("1830")
    for place in range(30, len(game.actions)):
        taken = game.from_on(place)[:6]
        found = replay_history(game.rules, game.states[place], taken, (), 1, search=0)
        sound(game.rules, game.states[place], found)
        passes = [
            step for step in found.steps if step.fit in (ReplayResult.NEW, ReplayResult.NEEDLESS)
        ]
        assert all(isinstance(step.action, Pass) for step in passes)
        seen |= {step.fit for step in passes}
        if len(seen) == 2:
            return
    raise AssertionError(seen)


def test_a_run_on_another_map_is_looked_at_again() -> None:
    """Remove a tile that earned something: a later run no longer fits, or a better one exists.

    No run is searched for on an unchanged map.
    """
    game = Course("1830")
    lays = [i for i, a in enumerate(game.actions) if isinstance(a, LayTile)]
    for place in lays:
        taken = game.from_on(place)[:80]
        found = replay_history(game.rules, game.states[place], taken, (), 1, search=20)
        changed = [s for s in found.steps if s.best is not None]
        if changed:
            break
    run = changed[0]
    assert isinstance(run.action, RunTrains) and run.best is not None
    report = report_run(game.rules, run.before, run.action)
    assert report.all_faults or run.action.better_revenue == run.best.revenue > report.revenue
    best = {run.n: Decision.BEST}
    again = replay_history(game.rules, game.states[place], taken, (), 1, decided=best, search=20)
    step = next(step for step in again.steps if step.n == run.n)
    assert isinstance(step.action, RunTrains) and step.fit is ReplayResult.FITS
    assert report_run(game.rules, step.before, step.action).revenue == run.best.revenue


def test_an_action_that_is_impossible_there_is_refused() -> None:
    game = Course("1830", length=60)
    with pytest.raises(RefusedError, match="started"):
        game.replay(3, CorrectPrice("PRR", "0,0", **WHY))


def test_an_action_ruled_then_stands_by_the_same_ruling() -> None:
    game = Course("1830")
    found, place = unfit(game)
    soft = next((step for step in found.refused if step.may_rule), None)
    if soft is None:
        pytest.fail("no soft refusal in this game")
    codes = tuple(refusal.code for refusal in soft.refusals)
    taken = [PastAction(t.n, t.action, codes if t.n == soft.n else ()) for t in game.from_on(place)]
    again = replay_history(game.rules, game.states[place], taken, (), 1, search=0)
    assert fits(again)[soft.n] is ReplayResult.RULED


def test_steps_say_what_they_were() -> None:
    game = Course("1830", length=80)
    step: ReplayedAction = game.replay(40).steps[0]
    assert step.was is not None and step.outcome is not None
    assert step.was.state.cash == step.outcome.state.cash
