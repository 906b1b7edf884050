"""Whole games of simulated players, and what holds in those of any title."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlmodel import col, select

from companion.bots.weights import Manner, careless
from companion.rules.amend.limits import find_new_excesses
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.core.state import State, state_from_json, state_to_json
from companion.rules.explain.summary import summary
from companion.rules.judge.judge import Outcome, Rules
from companion.store.db.tables import Snapshot
from companion.store.games.game_store import GameStore
from tests.kept import play

EVERY = 20  # actions between two looks at all that may be done, as between stored states


Seen = Callable[[State, Any, Outcome], None]  # a state, an action, and what it made


class WholeGame:
    """A game at random, whose states come one after the other to its end. Each is looked at by
    other means than the rules' own. Whoever is among ``seen`` is shown every action; ``actions``
    are those done so far, ``state`` what they have come to.
    """

    def __init__(
        self, rules: Rules, seed: int, manner: Manner = careless, seen: tuple[Seen, ...] = ()
    ) -> None:
        self.rules = rules
        self.seed, self.manner, self.seen = seed, manner, seen
        self.state = rules.start().state
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
            cash = self.state.cash
            assert sum(cash.values()) == 0
            assert all(sum >= 0 for who, sum in cash.items() if who not in ("bank", "box"))
            assert all(self.rules.words.tell(event) for event in outcome.events)
            if number % EVERY == 0:
                summary(self.rules, self.state)
                all_that_is_offered_is_accepted(self.rules, self.state)
                self.looked_at[number] = as_stored(self.state)
            yield self.state
        assert self.state.finished

    def is_its_log(self, shelf: GameStore) -> None:
        """Read from JSON and stored, the actions come to the same states; undone to the start, and
        done again, to the same end.
        """
        sent = [read_action(json.loads(json.dumps(action_to_json(each)))) for each in self.actions]
        game = undo_all_and_redo_all(shelf, self.rules, sent, self.state)
        with shelf.database.read() as session:
            kept = session.scalars(select(Snapshot).where(col(Snapshot.game) == game))
            states = {row.n: row.state for row in kept if row.n in self.looked_at}
        assert states == self.looked_at
        stored = as_stored(self.state)
        assert as_stored(state_from_json(stored, self.rules.data.map)) == stored


def as_stored(state: State) -> Any:
    """The state in JSON that was written and read."""
    return json.loads(json.dumps(state_to_json(state)))


def all_that_is_offered_is_accepted(rules: Rules, state: State) -> None:
    """Nothing speaks against any offer that says so, and all of them can be carried out."""
    for offer in rules.offers(state):
        if offer.allowed:
            assert rules.refusals(state, offer.action) == [], offer
            assert rules.apply(state, offer.action).state is not state


def undo_all_and_redo_all(
    shelf: GameStore, rules: Rules, actions: Sequence[Action], end: State
) -> int:
    """A game that is stored comes to that end; it is undone to its start, and done again to the
    same end. Its number.
    """
    game = shelf.import_game(rules.setup, actions)
    assert as_stored(shelf.open(game).state) == as_stored(end)
    undone = shelf.undo(game, shelf.open(game).version, len(actions))
    assert as_stored(undone.state) == as_stored(rules.start().state)
    redone = shelf.redo(game, undone.version, len(actions))
    assert as_stored(redone.state) == as_stored(end)
    assert len(shelf.rows(game)) == 1 + len(actions)  # the start and every action
    return game
