"""1828 plays at random to its end with all invariants after every action.

A fixed sample of games; 100 of every number of players with FULL set in the environment.
"""

import json
import os
from collections import Counter
from pathlib import Path

import pytest

from companion.exchange.own import read_game, write_game
from companion.rules.actions import action_to_json
from companion.rules.entering import read_action
from companion.rules.setup import Setup
from companion.rules.state import state_from_json, state_to_json, type_of
from companion.rules.summary import summary
from companion.simulate import NAMES, play
from companion.store.shelf import Shelf
from companion.titles import load, rules_for

GAMES = 300 if os.environ.get("FULL") else 3


def setup_for(seed: int) -> Setup:
    """Three, four and five players in turn; in every third game one of the other readings."""
    flags = [option.key for option in load("1828").data.options if option.kind == "flag"]
    options = {flags[seed // 3 % len(flags)]: True} if seed % 3 == 2 else {}
    return Setup("1828", NAMES[: 3 + seed % 3], options, seed)


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_comes_to_its_end_with_nothing_lost(seed: int) -> None:
    setup = setup_for(seed)
    print(f"seed {seed}, {len(setup.players)} players, {dict(setup.options)}")
    rules = rules_for(setup)
    again = rules.start().state
    trains = Counter(type_of(train) for train in again.trains)
    for number, (action, outcome) in enumerate(play(rules, seed), 1):
        print(f"action {number}: {action}")
        state = outcome.state
        assert sum(state.cash.values()) == 0
        assert all(cash >= 0 for who, cash in state.cash.items() if who not in ("bank", "box"))
        assert all(rules.tell(event) for event in outcome.events)
        left = Counter(type_of(train) for train in state.trains)
        assert {name: left[name] for name in trains if name != "D"} == {
            name: count for name, count in trains.items() if name != "D"
        }
        if number % 40 == 0:
            summary(rules, state)
            for offer in rules.offers(state):
                if offer.allowed:
                    assert rules.refusals(state, offer.action) == [], offer
                    assert rules.apply(state, offer.action).state is not state
        # the log is the game
        sent = read_action(json.loads(json.dumps(action_to_json(action))))
        again = rules.apply(again, sent).state
        if number % 40 == 0:
            assert state_to_json(again) == state_to_json(state)
    assert state.finished
    stored = json.loads(json.dumps(state_to_json(state)))
    assert state_to_json(state_from_json(stored, rules.data.map)) == state_to_json(again)


@pytest.mark.parametrize("seed", [2])
def test_undo_of_all_and_redo_of_all_give_the_same_game(tmp_path: Path, seed: int) -> None:
    setup = setup_for(seed)
    rules = rules_for(setup)
    actions = [action for action, _ in play(rules, seed)]
    shelf = Shelf(tmp_path / "games.sqlite")
    game = shelf.import_game(setup, actions)
    end = state_to_json(shelf.open(game).state)
    undone = shelf.undo(game, shelf.open(game).version, len(actions))
    assert state_to_json(undone.state) == state_to_json(rules.start().state)
    redone = shelf.redo(game, undone.version, len(actions))
    assert state_to_json(redone.state) == end
    shelf.close()


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
    file = tmp_path / "game.json"
    write_game(file, setup, actions)
    read = read_game(file)
    assert (read.setup, list(read.actions)) == (setup, actions)
