"""Random games of 1839 of 2015 come to their end, and what the book says of every moment holds.

One of them; all 300 with FULL set in the environment, which also counts how they ended and what
happened in them.
"""

import os
from collections import Counter

import pytest

from companion.bots.simulation import choose_setup
from companion.rules.judge import judge
from companion.titles import rules_for
from tests.support.run_cache import once, play
from tests.support.whole_games import WholeGame
from tests.titles.t1839_2015.event_counts import (
    BANKRUPT,
    MARKET,
    ROUND,
    SIMPLE,
    USED,
    drawn,
    happened,
    in_game,
)
from tests.titles.t1839_2015.invariants import Watching, check

SEEDS = range(300) if os.environ.get("FULL") else (60,)  # it comes to phase Gray
ROUNDS = 80  # operating rounds, at most
OFTEN, IN_GAMES, GRAY = 5, 20, 50


def setup_for(seed):
    """Two to six players in turn, with the options in turn."""
    return choose_setup("1839-2015", seed)[0]


def manner_for(seed):
    """The temper of its players."""
    return choose_setup("1839-2015", seed)[1]


def counting(rules, found):
    """Counts what happens, as it is seen."""
    return lambda before, action, outcome: found.update(happened(rules, before, action, outcome))


def counts(seed):
    """Under what name it is kept what happened in a game."""
    return f"what happened in the game of 1839 of 2015 with seed {seed}"


def counted(seed):
    """How often what happened in a game."""

    def count():
        rules = rules_for(setup_for(seed))
        found, state = in_game(rules), judge.start(rules).state
        see = counting(rules, found)
        for action, outcome in play(rules, seed, manner=manner_for(seed)):
            see(state, action, outcome)
            state = outcome.state
        return found

    return once(counts(seed), count)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_comes_to_its_end(seed, store):
    setup, manner = setup_for(seed), manner_for(seed)
    rules = rules_for(setup)
    print(f"1839-2015: seed {seed}, {len(rules.seats)} players, {manner.__name__}")
    found = in_game(rules)
    game = WholeGame(rules, seed, manner, (Watching(rules).saw, counting(rules, found)))
    for state in game:
        check(rules, state)
    game.is_its_log(store)
    assert found[ROUND] <= ROUNDS
    once(counts(seed), lambda: found)


def test_every_kind_of_event_that_is_counted_is_told_by_that_name():
    assert {*SIMPLE, *USED} <= rules_for(setup_for(0)).vocabulary.events.keys()


if os.environ.get("FULL"):

    def test_in_all_of_them_all_happens():
        games = [counted(seed) for seed in SEEDS]
        found, among = sum(games, Counter()), Counter(kind for game in games for kind in game)
        for kind, times in sorted(found.items()):
            print(f"{times:>8} times in {among[kind]:>3} games: {kind}")
        data = rules_for(setup_for(0)).data
        often = [f"power: {private.symbol}" for private in data.private_list] + [BANKRUPT, MARKET]
        assert {kind: found[kind] for kind in often if found[kind] < OFTEN} == {}
        rare = [f"in the game: {private}" for private in drawn(data)]
        assert {kind: among[kind] for kind in rare if among[kind] < IN_GAMES} == {}
        assert among["phase Gray"] >= GRAY
