"""Games for the tests of the store, played by the offers of the rules."""

import random
from collections.abc import Iterator
from typing import Any

from companion import titles
from companion.bots import simulation
from companion.rules.core.actions import Action
from companion.rules.core.state import State, state_to_json
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from tests.support.run_cache import play

SETUP = Setup("1830", ("Ann", "Bob", "Cleo"))


def anything(view: GameView) -> Action:
    """Return a random legal action."""
    return simulation.choose(view.rules, view.state, random.Random(7))


def actions(setup: Setup, count: int, seed: int = 1) -> Iterator[tuple[Action, State]]:
    """Yield the first ``count`` actions of a random game, each with the state after it."""
    for action, outcome in play(titles.rules_for(setup), seed, limit=count):
        yield action, outcome.state


def played(store: GameStore, count: int, seed: int = 1) -> tuple[GameView, list[dict[str, Any]]]:
    """Create a game and play ``count`` actions; return its view and every state as JSON."""
    view = store.open(store.new_game(SETUP))
    states = [plain(view.state)]
    for action, _ in actions(SETUP, count, seed):
        view = store.play(view.id, view.version, action, by="Ann")
        states.append(plain(view.state))
    return view, states


def plain(state: State) -> dict[str, Any]:
    """Return the state as JSON; equal states have equal JSON."""
    return state_to_json(state)
