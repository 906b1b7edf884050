"""Tests of games begun under older rules: new rules continue them from their present state."""

import json
import sqlite3
from pathlib import Path

import pytest

from companion.rules.judge.rules import RULES_VERSION
from companion.store.games.game_store import GameStore
from companion.store.history.records import CannotOpenError, CannotRebuildError, GameView
from tests.support.random_play import anything, plain, played

OLDER, NEWER = RULES_VERSION, RULES_VERSION + 1


def old_game(file: Path, count: int, *, refused: range) -> GameView:
    """Create a game of ``count`` actions; newer rules do not know those in ``refused``."""
    store = GameStore(file, OLDER)
    view, _ = played(store, count)
    store.close()
    with sqlite3.connect(file) as raw:
        for n in refused:
            raw.execute(
                "UPDATE log SET action = ? WHERE game = ? AND number = ?",
                (json.dumps({"type": "pass", "party": "nobody of this game"}), view.id, n),
            )
    return view


def test_it_opens_as_it_stood_and_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    old = old_game(file, 33, refused=range(1, 34))
    store = GameStore(file, NEWER)
    view = store.open(old.id)
    assert plain(view.state) == plain(old.state)
    after = store.play(view.id, view.version, anything(view))
    assert after.undoable == 34
    assert len(store.rows(old.id)) == 35
    store.close()


def test_older_rules_leave_games_of_newer_rules_alone(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    old = old_game(file, 33, refused=range(0))
    store = GameStore(file, NEWER)
    view = store.open(old.id)
    store.play(view.id, view.version, anything(view))
    store.close()
    store = GameStore(file, OLDER)
    with pytest.raises(
        CannotOpenError, match=f"version {NEWER} of the rules.* Update the companion"
    ):
        store.open(old.id)
    assert [game.actions for game in store.games()] == [34]
    store.close()


def test_undo_goes_back_where_the_rows_can_be_rebuilt(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    old = old_game(file, 33, refused=range(1, 34))
    store = GameStore(file, NEWER)
    view = store.open(old.id)
    view = store.play(view.id, view.version, anything(view))
    # older actions can be rebuilt at the snapshots, but not between them
    with pytest.raises(CannotRebuildError):
        store.undo(view.id, view.version, 2)
    assert store.open(view.id).version == view.version
    assert store.undo(view.id, view.version, 14).undoable == 20
    store.close()


def test_walking_it_leaves_out_what_cannot_be_rebuilt(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    old = old_game(file, 33, refused=range(5, 10))
    store = GameStore(file, NEWER)
    walked = [row.n for row, _ in store.past.walk(old.id)]
    assert walked == [*range(5), *range(20, 34)]
    store.close()


def test_a_state_the_newer_rules_cannot_read_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    old = old_game(file, 33, refused=range(0))
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE game SET state = '{}'")
        raw.execute("UPDATE snapshot SET state = '{}' WHERE row > 0")
    store = GameStore(file, NEWER)
    assert plain(store.open(old.id).state) == plain(old.state)
    store.close()
