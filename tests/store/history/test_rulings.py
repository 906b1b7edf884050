"""Tests of stored rulings: they stand, are undone and redone, exported and imported."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from companion.bots.simulation import choose
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.rules.amend.rulings import Ruling, ruling_for
from companion.rules.core.actions import Action
from companion.rules.core.refusals import has_hard
from companion.rules.core.state import state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered
from companion.store.history.records import GameView
from companion.store.history.rulings import rulings
from companion.titles import rules_for, titles
from tests.rules.judge.random_attempts import Moment
from tests.rules.judge.test_waivers import goes_on, setup_for
from tests.support.run_cache import play

ACTIONS = 60  # of a game, from the first operating turn on
EVERY = 4  # actions between two moments at which others are tried
TRIED = 12  # actions tried at each moment

pytestmark = pytest.mark.both_databases


def before(setup: Setup, seed: int) -> Iterator[Action]:
    """Yield the actions until a company operates."""
    for action, outcome in play(rules_for(setup), seed):
        yield action
        if outcome.state.round.operating:
            return


def soft(view: GameView, dice: random.Random) -> list[tuple[Action, Ruling]]:
    """Return refused actions that a ruling may allow: offers, and actions entered by mistake."""
    offered = [offer.action for offer in judge.offers(view.rules, view.state) if not offer.allowed]
    tried = [*offered, *Moment(view.rules, view.state, dice).actions(TRIED)]
    judged = [(action, judge.refusals(view.rules, view.state, action)) for action in tried]
    return [
        (a, ruling_for(found, "as agreed")) for a, found in judged if found and not has_hard(found)
    ]


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", sorted(titles()))
def test_all_that_is_ruled_holds_and_goes_out_and_comes_in(store: GameStore, title: str) -> None:
    seed, dice = 4, random.Random(4)
    setup = setup_for(title, seed)
    game, seen = store.import_game(setup, before(setup, seed)), Counter[str]()
    for number in range(ACTIONS):
        view = store.open(game)
        if view.state.end_reason:
            break
        ruled: list[tuple[Action, Ruling]] = soft(view, dice) if number % EVERY == 0 else []
        for action, ruling in ruled:
            # this checks conservation too
            outcome = judge.apply(view.rules, view.state, action, ruling.waived)
            goes_on(view.rules, view.state, outcome, dice)
            seen.update(ruling.waived)
        if ruled:
            action, ruling = dice.choice(ruled)
            view = played(store, view, action, ruling)
        if not view.state.end_reason and not (ruled and dice.random() < 0.5):
            store.play(game, view.version, choose(view.rules, view.state, dice))
    assert len(seen) > 1, seen
    brought_elsewhere(store, game)


def played(store: GameStore, view: GameView, action: Action, ruling: Ruling) -> GameView:
    """Enter a ruling, undo and redo it, and return the view."""
    done = Entered(action, "banker", ruling=ruling.to_json())
    after = store.play(view.id, view.version, done)
    assert rulings(after.rules, store.rows(view.id))[-1].told is not None
    back = store.undo(view.id, after.version)
    assert state_to_json(back.state) == state_to_json(view.state)
    again = store.redo(view.id, back.version)
    assert state_to_json(again.state) == state_to_json(after.state)
    return again


def brought_elsewhere(store: GameStore, game: int) -> None:
    """Export and import the game with its rulings, and replay its log from the start."""
    before, listed = store.open(game), rulings(store.open(game).rules, store.rows(game))
    assert listed
    other = store_file(store, file_of(store.admin.read_rows(game))).game
    after = store.open(other)
    assert [each.says for each in store.admin.audit(other).found] == []
    assert state_to_json(after.state) == state_to_json(before.state)
    again = rulings(after.rules, store.rows(other))
    assert [one.row.ruling for one in again] == [one.row.ruling for one in listed]
    *_, (_, state) = store.past.walk(other)
    assert state_to_json(state) == state_to_json(before.state)
    start = store.undo(other, after.version, after.undoable)
    assert state_to_json(store.redo(other, start.version, after.undoable).state) == state_to_json(
        before.state
    )
