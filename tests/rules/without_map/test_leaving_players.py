"""A bankrupt player leaves by a switch, and the others play on, without the map."""

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import Action, DeclareBankruptcy
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.rules.standard.test_bankruptcy import LEAVES
from tests.support.packs import pack_of
from tests.support.positions import NAMES
from tests.support.run_cache import play
from tests.support.shown_deeds import do_undo_and_redo, open_pages
from tests.support.whole_games import WholeGame
from tests.titles.demo.test_screens import text_of

THREE_LEAVE, ONE_LEAVES = 3, 6  # seeds of games


def begin(store: GameStore, seed: int) -> Rules:
    """Return the rules of a game of a pack without its map."""
    slug = store.packs.add(pack_of(*LEAVES)).slug
    return rules_for(Setup(slug, NAMES[:4], {"without_map": True}, seed=seed))


def bankruptcies(rules: Rules, seed: int) -> Iterator[tuple[list[Action], DeclareBankruptcy]]:
    """Yield each bankruptcy of a random game, with all actions before it."""
    actions: list[Action] = []
    for action, _ in play(rules, seed):
        if isinstance(action, DeclareBankruptcy):
            yield list(actions), action
        actions.append(action)


@pytest.mark.parametrize(
    "seed", range(1, 41) if os.environ.get("FULL") else [THREE_LEAVE, ONE_LEAVES]
)
def test_a_random_game_goes_on_without_who_is_bankrupt(store: GameStore, seed: int) -> None:
    """Everything is counted after each deed; undo of all and redo of all give the same states."""
    told: Counter[str] = Counter()

    def count(before: State, action: Any, outcome: Outcome) -> None:
        told.update(event.kind for event in outcome.events)
        assert set(outcome.state.order) <= set(before.order)

    rules = begin(store, seed)
    game = WholeGame(rules, seed, seen=(count,))
    for state in game:
        gone = set(rules.seats) - set(state.order)
        assert state.is_told
        assert state.end_reason or not gone & {rules.actor(state), state.priority}
        assert not gone & {*state.certificates.values(), *state.privates.values()}
        assert all(state.cash[player] == 0 for player in gone)
    game.is_its_log(store)
    left = {THREE_LEAVE: 3, ONE_LEAVES: 1}
    assert told["left_game"] == told["bankrupt"] == left.get(seed, told["bankrupt"])
    if seed == THREE_LEAVE:
        assert told["bank_helped"] and told["company_bankrupt"]


@pytest.mark.parametrize("seed", [THREE_LEAVE, ONE_LEAVES])
def test_pages_tell_of_each_player_who_leaves(
    client: FlaskClient, store: GameStore, seed: int
) -> None:
    rules, found = begin(store, seed), 0
    for actions, action in bankruptcies(rules, seed):
        game = store.import_game(rules.setup, actions)
        after = do_undo_and_redo(store, game, action)
        assert action.player not in after.order
        name, log = rules.words.name(action.player), text_of(open_pages(client, store, game))
        assert f"{name} is bankrupt" in log and f"{name} left the game" in log
        found += 1
    assert found == {THREE_LEAVE: 3, ONE_LEAVES: 1}[seed]
