"""Tests of the agreement to stop here, in the games of all titles."""

import random

import pytest

from companion.bots import simulation
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import (
    AFTER_ROUND,
    AFTER_SET,
    NEVER,
    NOW,
    STOPPED,
    State,
    state_from_json,
    state_to_json,
)
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import standings
from companion.rules.judge import judge
from companion.rules.judge.agreed_end import StopGame
from companion.rules.judge.consenting_parties import parties
from companion.rules.judge.rules import Rules
from companion.titles import rules_for, titles
from tests.support.run_cache import play

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


def game(title: str, count: int = 60) -> tuple[Rules, State]:
    """Return the rules of a game and its state after some random actions."""
    fewest = min(titles()[title].data.cash)
    rules = rules_for(Setup(title, NAMES[: max(3, fewest)], seed=3))
    *_, (_, last) = play(rules, 3, limit=count)
    return rules, last.state


def play_to_end(rules: Rules, state: State) -> list[State]:
    """Play at random until the game is over; return all states."""
    states = [state]
    while not states[-1].end_reason:
        action = simulation.choose(rules, states[-1], random.Random(len(states)))
        states.append(judge.apply(rules, states[-1], action).state)
        assert len(states) < 600
    return states


@pytest.mark.in_part(3)
@pytest.mark.parametrize("title", titles())
def test_the_game_ends_at_the_agreed_moment(title: str) -> None:
    rules, state = game(title)
    now = judge.apply(rules, state, StopGame(NOW)).state
    assert now.end_reason == STOPPED
    assert now.cash == state.cash
    for moment in (AFTER_ROUND, AFTER_SET):
        agreed = judge.apply(rules, state, StopGame(moment)).state
        assert state_from_json(state_to_json(agreed), rules.data.map).stop == moment
        states = play_to_end(rules, agreed)
        kinds = [each.round.id for each in states]
        assert states[-1].end_reason == STOPPED
        assert standings(rules, states[-1])
        if moment == AFTER_ROUND:
            assert set(kinds) == {state.round.id}, "no other round begins"
        else:
            assert kinds[-1].kind == "operating"
            assert all(each.number == state.round.id.number for each in kinds)


def test_the_table_takes_an_agreement_back() -> None:
    rules, state = game("1830")
    agreed = judge.apply(rules, state, StopGame(AFTER_ROUND)).state
    back = judge.apply(rules, agreed, StopGame(NEVER)).state
    assert back.stop == ""
    assert state_to_json(back) == state_to_json(state)


@pytest.mark.parametrize(
    ("before", "moment", "says"),
    [
        ("", NEVER, "That changes nothing"),
        (AFTER_SET, AFTER_SET, "That changes nothing"),
        ("", "stop_tomorrow", "There is no such moment of the end"),
    ],
)
def test_only_another_moment_can_be_agreed(before: str, moment: str, says: str) -> None:
    rules, state = game("1830")
    if before:
        state = judge.apply(rules, state, StopGame(before)).state
    with pytest.raises(RefusedError, match=says):
        judge.apply(rules, state, StopGame(moment))
    judge.apply(rules, state, StopGame(AFTER_ROUND))


def test_a_game_that_is_over_is_not_stopped() -> None:
    rules, state = game("1830")
    over = judge.apply(rules, state, StopGame(NOW)).state
    with pytest.raises(RefusedError, match="over"):
        judge.apply(rules, over, StopGame(AFTER_ROUND))


def test_all_players_have_to_agree() -> None:
    rules, state = game("1830")
    assert parties(rules, state, StopGame(NOW)) == state.order
