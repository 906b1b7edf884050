"""Whole games of simulated players, and what holds in those of any title."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from companion.rules.actions import action_to_json
from companion.rules.entering import read_action
from companion.rules.limits import overstepped
from companion.rules.rules import Outcome, Rules
from companion.rules.setup import Setup
from companion.rules.state import State, state_from_json, state_to_json
from companion.rules.summary import summary
from companion.simulate import Manner, careless
from companion.store.shelf import Shelf
from companion.titles import rules_for
from tests.kept import play

EVERY = 40  # actions between two looks at all that may be done


Seen = Callable[[State, Any, Outcome], None]  # a state, an action, and what it made


def whole_game(
    rules: Rules, seed: int, manner: Manner = careless, seen: tuple[Seen, ...] = ()
) -> Iterator[State]:
    """The state after each action of a game, which comes to its end; checked by other means than
    the rules' own after every action. Whoever is among ``seen`` is shown each action.
    """
    again = state = rules.start().state
    for number, (action, outcome) in enumerate(play(rules, seed, manner=manner), 1):
        print(f"action {number}: {action}")
        for show in seen:
            show(state, action, outcome)
        assert overstepped(rules, state, action, outcome.state) == []
        state = outcome.state
        assert sum(state.cash.values()) == 0
        assert all(cash >= 0 for who, cash in state.cash.items() if who not in ("bank", "box"))
        assert all(rules.tell(event) for event in outcome.events)
        if number % EVERY == 0:
            summary(rules, state)
            for offer in rules.offers(state):
                if offer.allowed:
                    assert rules.refusals(state, offer.action) == [], offer
                    assert rules.apply(state, offer.action).state is not state
        # the log is the game
        sent = read_action(json.loads(json.dumps(action_to_json(action))))
        again = rules.apply(again, sent).state
        if number % EVERY == 0:
            assert state_to_json(again) == state_to_json(state)
        yield state
    assert state.finished
    stored = json.loads(json.dumps(state_to_json(state)))
    assert state_to_json(state_from_json(stored, rules.data.map)) == state_to_json(again)


def undo_all_and_redo_all(shelf: Shelf, setup: Setup, manner: Manner = careless) -> None:
    """A game that is stored is undone to its start, and done again to the same end."""
    rules = rules_for(setup)
    actions = [action for action, _ in play(rules, setup.seed, manner=manner)]
    game = shelf.import_game(setup, actions)
    end = state_to_json(shelf.open(game).state)
    undone = shelf.undo(game, shelf.open(game).version, len(actions))
    assert state_to_json(undone.state) == state_to_json(rules.start().state)
    redone = shelf.redo(game, undone.version, len(actions))
    assert state_to_json(redone.state) == end
    assert len(shelf.rows(game)) == 1 + len(actions)  # the start and every action
