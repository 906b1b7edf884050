"""18Demo plays at random to its end with all invariants; all of it is undone and done again.

A fixed sample of games; all 200 with FULL set in the environment.
"""

import json
import os
from collections import Counter

import pytest

from companion.rules.actions import action_to_json
from companion.rules.entering import read_action
from companion.rules.state import state_from_json, state_to_json
from companion.rules.summary import summary
from companion.simulate import play
from companion.store.shelf import Shelf
from companion.titles import rules_for
from tests.rules.test_waiving import goes_on, play_with_rulings
from tests.titles.demo.games import setup_for

EVENTS = {
    *("cards", "left_game", "bankrupt", "branch_paid", "branch_closed", "state_begins", "merged"),
    *("became_railway", "paid_part", "paid_debt", "president_paid", "rusts_later", "last_run"),
    *("dealt", "floated"),
}
FULL = bool(os.environ.get("FULL"))
GAMES = 200 if FULL else 18
RULED = 40 if FULL else 3  # with rulings
SHELVED = 200 if FULL else 2  # of them undone and done again where they are stored


@pytest.mark.parametrize("seed", range(GAMES))
def test_a_random_game_comes_to_its_end_with_nothing_lost(seed: int) -> None:
    setup = setup_for(seed)
    print(f"demo: seed {seed}, {len(setup.players)} players")
    rules = rules_for(setup)
    again = rules.start().state
    for number, (action, outcome) in enumerate(play(rules, seed), 1):
        print(f"action {number}: {action}")
        state = outcome.state
        # counted here by other means than the rules' own check after every action
        assert sum(state.cash.values()) == 0
        assert all(cash >= 0 for who, cash in state.cash.items() if who not in ("bank", "box"))
        for company in rules.data.company_list:
            assert sum(rules.data.percents[c] for c in company.certificates) == 100
        assert all(rules.tell(event) for event in outcome.events)
        if number % 40 == 0:
            summary(rules, state)
            for offer in rules.offers(state):
                if offer.allowed:
                    assert rules.refusals(state, offer.action) == [], offer
                    assert rules.apply(state, offer.action).state is not state
        # the log is the game
        again = rules.apply(
            again, read_action(json.loads(json.dumps(action_to_json(action))))
        ).state
        if number % 40 == 0:
            assert state_to_json(again) == state_to_json(state)
    assert state.finished
    stored = json.loads(json.dumps(state_to_json(state)))
    assert state_to_json(state_from_json(stored, rules.data.map)) == state_to_json(again)


@pytest.mark.parametrize("seed", range(SHELVED))
def test_undo_of_all_and_redo_of_all_give_the_same_game(shelf: Shelf, seed: int) -> None:
    setup = setup_for(seed)
    rules = rules_for(setup)
    actions = [action for action, _ in play(rules, seed)]
    game = shelf.import_game(setup, actions)
    end = state_to_json(shelf.open(game).state)
    undone = shelf.undo(game, shelf.open(game).version, len(actions))
    assert state_to_json(undone.state) == state_to_json(rules.start().state)
    redone = shelf.redo(game, undone.version, len(actions))
    assert state_to_json(redone.state) == end


@pytest.mark.parametrize("seed", range(RULED))
def test_what_has_no_hard_reason_against_it_can_be_carried_out(seed: int) -> None:
    play_with_rulings("demo", seed, goes_on)


def test_the_games_come_by_everything_that_the_title_has() -> None:
    """Otherwise the others would prove less than they say."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        for _, outcome in play(rules_for(setup_for(seed)), seed):
            seen.update(event.kind for event in outcome.events)
    assert seen.keys() >= EVENTS
