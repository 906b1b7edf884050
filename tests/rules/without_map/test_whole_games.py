"""Whole games without the map: played at random, and beside a game with the map."""

import json
import os
from dataclasses import replace

import pytest

from companion.bots.playing_styles import Manner, careful
from companion.bots.simulation import choose_setup, play
from companion.rules.amend.limits import find_new_excesses
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import action_to_json
from companion.rules.core.state import state_to_json
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.without_map.followed_game import FollowedGame
from companion.titles import load, rules_for, titles
from tests.support import run_cache
from tests.test_random_games import setup_for

FULL = bool(os.environ.get("FULL"))
TOLD = sorted(title for title in titles() if not load(title).data.map_needed)
SEEDS = range(100 if FULL else 1)
# one game of each title is followed in FULL alone; two titles have most of the powers
FOLLOWED = TOLD if FULL else ["1830", "18chesapeake"]
# titles with styles of their own, and the games that are followed each time: short ones. In one of
# them players have more to do without the map than with it: it finds no homes for another local
STYLED = {"1839": (0, 50), "1839-2015": (28,)}


@pytest.mark.in_part(5)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", TOLD)
def test_random_games_come_to_an_end_with_nothing_lost(title, seed):
    setup = setup_for(title, seed)
    rules = rules_for(replace(setup, options={**setup.options, "without_map": True}))
    state = judge.start(rules).state
    actions = []
    for action, outcome in play(rules, seed):
        assert find_new_excesses(rules, state, action, outcome.state) == []
        assert all(rules.words.tell(event) for event in outcome.events)
        state = outcome.state
        actions.append(read_action(json.loads(json.dumps(action_to_json(action)))))
        if len(actions) % 40 == 0:
            rules.inventory.check(state)
            summary(rules, state)
    assert state.end_reason
    assert state.board.laid.keys() <= {at for p in rules.data.private_list for at in p.blocks}
    again = judge.start(rules).state
    for action in actions:
        again = judge.apply(rules, again, action).state
    assert state_to_json(again) == state_to_json(state)


def assert_told_equals_played(setup: Setup, manner: Manner) -> None:
    """Play a game with its map, and beside it one without, told what the first one shows.

    Money, prices, holdings and trains of both are equal after each action.
    """
    rules = rules_for(setup)
    told = rules_for(replace(setup, options={**setup.options, "without_map": True}))
    game, before = FollowedGame(rules, told), judge.start(rules).state
    for action, outcome in run_cache.play(rules, setup.seed, manner=manner):
        assert game.follow(action, before, outcome.state) is None, action
        before = outcome.state
    assert game.state.end_reason == before.end_reason != ""


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("title", FOLLOWED)
def test_told_facts_lead_to_the_same_game(title, seed):
    assert_told_equals_played(setup_for(title, seed), careful)


@pytest.mark.parametrize(
    ("title", "seed"),
    [(title, seed) for title, few in STYLED.items() for seed in (range(52) if FULL else few)],
)
def test_told_facts_lead_to_the_same_late_phases(title, seed):
    """Players of different styles bring the games there."""
    assert_told_equals_played(*choose_setup(title, seed))
