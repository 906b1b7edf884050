"""1828 plays at random to its end with all invariants after every action.

There is a fixed sample of games; FULL set in the environment plays 100 of every number of players.
Three players of every other game are careful, so that games come to all their ends.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from companion.bots.playing_styles import Manner, careful, careless
from companion.bots.simulation import NAMES
from companion.exchange.files.import_store import file_of_played, store_file
from companion.rules.core.state import type_of
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.store.games.game_store import GameStore
from companion.titles import load, rules_for
from tests.oracles.t1828.play import Onlooker
from tests.support.run_cache import play
from tests.support.stored_games import empty_store
from tests.support.whole_games import WholeGame

SEEDS, TOLD = range(300), range(3, 300, 5)
if not os.environ.get("FULL"):
    SEEDS, TOLD = (3,), (3,)


def setup_for(seed: int) -> Setup:
    """Three, four and five players in turn; in every third game one of the other readings."""
    flags = [option.key for option in load("1828").data.options if option.kind == "flag"]
    options = {flags[seed // 3 % len(flags)]: True} if seed % 3 == 2 else {}
    return Setup("1828", NAMES[: 3 + seed % 3], options, seed)


def manner_for(seed: int) -> Manner:
    return careful if seed // 3 % 2 else careless


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_comes_to_its_end_with_nothing_lost(store: GameStore, seed: int) -> None:
    setup = setup_for(seed)
    print(f"seed {seed}, {len(setup.players)} players, {dict(setup.options)}")
    rules = rules_for(setup)
    trains = Counter(type_of(train) for train in judge.start(rules).state.trains)
    game = WholeGame(rules, seed, manner_for(seed))
    for state in game:
        left = Counter(type_of(train) for train in state.trains)
        assert {name: left[name] for name in trains if name != "D"} == {
            name: count for name, count in trains.items() if name != "D"
        }
    game.is_its_log(store)


@pytest.mark.parametrize("seed", TOLD)
def test_the_second_telling_has_the_same_results(seed: int) -> None:
    rules = rules_for(Setup("1828", NAMES[: 3 + seed % 3], {}, seed))
    print(f"seed {seed}, {len(rules.seats)} players")
    onlooker, state = Onlooker(rules), judge.start(rules).state
    for number, (action, outcome) in enumerate(play(rules, seed, manner=manner_for(seed)), 1):
        print(f"action {number}: {action}")
        onlooker.see(state, action, outcome)
        state = outcome.state
    assert {player: onlooker.worth(state, player) for player in rules.seats} == {
        player: total_worth(rules, state, player) for player in rules.seats
    }


def test_a_game_is_written_to_a_file_and_read_again_in_the_middle_of_a_merger(
    tmp_path: Path,
) -> None:
    setup = setup_for(0)
    rules = rules_for(setup)
    actions = []
    for action, outcome in play(rules, 0):
        actions.append(action)
        if any(question.step == "merger" for question in outcome.state.questions):
            break
    store = empty_store(tmp_path)
    game = store_file(store, file_of_played(setup, actions)).game
    assert store.open(game).setup == setup
    assert [row.action for row in store.rows(game)[1:]] == actions
    store.close()
