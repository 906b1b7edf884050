"""Whole games of simulated players, with checks that hold for every title."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlmodel import col, select

from companion.bots.playing_styles import Manner, careless
from companion.rules.amend.limits import find_new_excesses
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.state import State, state_from_json, state_to_json
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.store.db.tables import Snapshot
from companion.store.games.game_store import GameStore
from tests.support.run_cache import play

EVERY = 20  # actions between two checks of all offers, as between stored states


Seen = Callable[[State, Any, Outcome], None]  # called with a state, an action, and its outcome


class WholeGame:
    """A random game; iteration yields its states up to the end.

    Each state is checked by other means than the rules' own. Every function in ``seen`` is called
    with each action. ``actions`` are those so far, and ``state`` is their result.
    """

    def __init__(
        self, rules: Rules, seed: int, manner: Manner = careless, seen: tuple[Seen, ...] = ()
    ) -> None:
        self.rules = rules
        self.seed, self.manner, self.seen = seed, manner, seen
        self.state = judge.start(rules).state
        self.actions: list[Action] = []
        self.looked_at: dict[int, Any] = {}  # states as JSON, by the number of actions before them

    def __iter__(self) -> Iterator[State]:
        for number, (action, outcome) in enumerate(
            play(self.rules, self.seed, manner=self.manner), 1
        ):
            print(f"action {number}: {action}")
            for show in self.seen:
                show(self.state, action, outcome)
            assert find_new_excesses(self.rules, self.state, action, outcome.state) == []
            self.state = outcome.state
            self.actions.append(action)
            cash, may_owe = self.state.cash, self.rules.inventory.may_owe
            assert sum(cash.values()) == 0
            assert all(sum >= 0 for who, sum in cash.items() if who not in may_owe)
            assert all(self.rules.words.tell(event) for event in outcome.events)
            if number % EVERY == 0:
                summary(self.rules, self.state)
                all_that_is_offered_is_accepted(self.rules, self.state)
                self.looked_at[number] = as_stored(self.state)
            yield self.state
        assert self.state.end_reason

    def is_its_log(self, store: GameStore) -> None:
        """Check that the log alone gives the game.

        The actions, read from JSON and stored, lead to the same states. Undo of all returns to the
        start, and redo of all to the same end.
        """
        sent = [read_action(json.loads(json.dumps(action_to_json(each)))) for each in self.actions]
        game = undo_all_and_redo_all(store, self.rules, sent, self.state)
        with store.database.read() as session:
            kept = session.scalars(select(Snapshot).where(col(Snapshot.game) == game))
            states = {row.row: row.state for row in kept if row.row in self.looked_at}
        assert states == self.looked_at
        stored = as_stored(self.state)
        assert as_stored(state_from_json(stored, self.rules.data.map)) == stored


def as_stored(state: State) -> Any:
    """Return the state as written to JSON and read again."""
    return json.loads(json.dumps(state_to_json(state)))


def all_that_is_offered_is_accepted(rules: Rules, state: State) -> None:
    """Check that allowed offers have no refusals and can be applied."""
    for offer in judge.offers(rules, state):
        if offer.allowed:
            assert judge.refusals(rules, state, offer.action) == [], offer
            assert judge.apply(rules, state, offer.action).state is not state


def undo_all_and_redo_all(
    store: GameStore, rules: Rules, actions: Sequence[Action], end: State
) -> int:
    """Store a game and check undo and redo of all its actions; return its number.

    The stored game ends as ``end``. Undo returns to its start, and redo to the same end.
    """
    game = store.import_game(rules.setup, actions)
    assert as_stored(store.open(game).state) == as_stored(end)
    undone = store.undo(game, store.open(game).version, len(actions))
    assert as_stored(undone.state) == as_stored(judge.start(rules).state)
    redone = store.redo(game, undone.version, len(actions))
    assert as_stored(redone.state) == as_stored(end)
    assert len(store.rows(game)) == 1 + len(actions)  # the start and every action
    return game
