"""Tests of import and export: a game returns with all its rows, or is refused."""

import copy
import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import SQLModel

from companion.rules.judge.rules import RULES_VERSION
from companion.store.db import migrations
from companion.store.games.game_admin import BadNameError
from companion.store.games.game_store import GameStore
from companion.store.history.records import (
    BadRowsError,
    CannotOpenError,
    NoGameError,
    StaleVersionError,
)
from companion.store.history.row_values import Rows, kept_tables
from tests.support.random_play import SETUP, anything, plain, played
from tests.support.stored_games import empty_store

# The exported tables. Tables with secrets or about devices must not be among them.
TAKEN_ALONG = {"game", "log", "journal", "entry", "posting", "snapshot", "clock"}
STAY = {"meta", "device", "place", "seat", "table_settings", "proposal", "handled_form", "draft"}
STAY |= {"account", "login", "hosting", "program", "away_seat", "position_draft"}
STAY |= {"pack"}  # the pack of a game goes along as a text, see test_packs.py


pytestmark = pytest.mark.both_databases


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Return the rows of game 2, which has standing, undone and dropped rows."""
    made = empty_store(tmp_path_factory.mktemp("there"))
    made.new_game(SETUP)
    view, _ = played(made, 45)
    view = made.undo(view.id, view.version, 9, "Bob")
    for _ in range(6):
        view = made.play(view.id, view.version, anything(view), by="Cleo")
    made.undo(view.id, view.version, 3, "Bob")
    made.admin.rename(view.id, "  Friday \t night ")
    found = made.admin.read_rows(view.id)
    made.close()
    return found


def without_numbers(rows: Rows) -> dict[str, list[dict[str, Any]]]:
    """Return the rows without their game's number."""
    return {
        table: [{k: v for k, v in row.items() if k not in ("game", "id")} for row in listed]
        for table, listed in rows.items()
    }


def test_it_is_said_of_every_table_whether_it_is_taken_along() -> None:
    assert {table.name for table in kept_tables()} == TAKEN_ALONG
    assert set(SQLModel.metadata.tables) == TAKEN_ALONG | STAY


def test_a_game_comes_in_with_the_very_rows_it_went_out_with(store: GameStore, rows: Rows) -> None:
    """Keep authors, times, undone and dropped rows, books, snapshots, counts and name.

    Only the number of the game changes.
    """
    statuses = {row["status"] for row in rows["log"]}
    assert statuses == {"standing", "undone", "dropped"}
    game = store.admin.take_in(rows, migrations.HEAD)
    assert game == 1
    assert without_numbers(store.admin.read_rows(game)) == without_numbers(rows)
    assert store.games()[0].name == "Friday night"
    view = store.open(game)
    assert (view.redoable, view.version) == (3, rows["game"][0]["version"])
    on = store.redo(game, view.version, 3)
    assert plain(store.undo(game, on.version, 3).state) == plain(view.state)
    assert store.undo(game, on.version + 1, on.undoable - 3).undoable == 0


def test_two_of_one_file_are_two_games(store: GameStore, rows: Rows) -> None:
    first, second = (store.admin.take_in(rows, migrations.HEAD) for _ in range(2))
    view = store.open(second)
    store.play(second, view.version, anything(view))
    assert without_numbers(store.admin.read_rows(first)) == without_numbers(rows)
    assert store.open(second).version == view.version + 1


def test_a_game_that_was_put_away_is_seen_where_it_comes_in(store: GameStore, rows: Rows) -> None:
    changed = copy.deepcopy(rows)
    changed["game"][0]["is_archived"] = 1
    store.admin.take_in(changed, migrations.HEAD)
    assert not store.games()[0].is_archived


def change(table: str, place: int, **values: Any) -> Callable[[Rows], None]:
    return lambda rows: rows[table][place].update(values)


def shift_money(rows: Rows) -> None:
    """Move Ann's first payment to Bob, on both sides of the entry."""
    row = next(row for row in rows["posting"] if row["row"] and row["account"] == "p1")
    row["account"] = "p2"


def drop(table: str, place: int) -> Callable[[Rows], None]:
    return lambda rows: rows[table].pop(place) and None


ROBBED = {
    "another payer": (shift_money, "books of action"),
    "a different amount": (change("posting", -1, amount=7), "books of action"),
    "no posting": (drop("posting", -1), "books of action"),
    "an action that is none": (change("log", 4, action={"type": "Fly"}), "Action 4 cannot be read"),
    "not an object": (change("log", 4, action=[1]), "Action 4 cannot be read"),
    "not allowed": (
        change("log", 4, action={"type": "pass", "party": "p9"}),
        "Action 4 is not allowed",
    ),
    "a row less": (drop("log", 5), "Row 5 of the log does not match"),
    "another depth": (change("log", 5, depth=9), "Row 5 of the log"),
    "two deeds at once": (change("log", 5, deed=9), "Row 5 of the log"),
    "neither undone nor done": (change("log", 5, status="perhaps"), "Row 5 of the log"),
    "undone in the middle": (change("log", 5, status="undone"), "does not lead to the state"),
    "another head": (change("game", 0, head=3), "does not lead to the state"),
    "more rows than there are": (change("game", 0, row_count=999), "does not lead to the state"),
    "no version": (change("game", 0, version=0), "does not lead to the state"),
    "no set-up": (change("game", 0, setup="not JSON"), "The set-up"),
    "another thing for a set-up": (change("game", 0, setup={"$type": "event"}), "The set-up"),
    "another title": (
        change("game", 0, setup={"$type": "setup", "title": "18X", "players": ["A", "B"]}),
        "There is no title",
    ),
    "a name that cannot be shown": (
        change("game", 0, setup={"$type": "setup", "title": "1830", "players": ["A", "\u202e"]}),
        "cannot be shown",
    ),
    "newer rules": (change("log", 7, rules_version=RULES_VERSION + 1), "newer companion"),
    "a table less": (lambda rows: rows.pop("entry") and None, "part of the game is missing"),
    "a column more": (change("log", 3, secret="x"), "the file is damaged"),
    "a column less": (lambda rows: rows["log"][3].pop("author") and None, "the file is damaged"),
    "text for a number": (change("log", 3, number="3"), "the file is damaged"),
    "a number beyond all": (change("posting", 0, amount=2**40), "the file is damaged"),
    "no moment": (change("log", 3, created_at="once"), "the file is damaged"),
    "a name as long as a book": (change("log", 3, author="x" * 5000), "the file is damaged"),
    "a row twice": (lambda rows: rows["log"].append(rows["log"][3]), "the file is damaged"),
    "no row": (lambda rows: rows["log"].append("x"), "the file is damaged"),
    "two games": (
        lambda rows: rows["game"].append({**rows["game"][0], "id": 9}),
        "not hold exactly one",
    ),
    "no game": (lambda rows: rows["game"].clear(), "not hold exactly one"),
}


@pytest.mark.parametrize("name", ROBBED)
def test_a_game_that_was_never_played_like_that_is_not_imported(
    store: GameStore, rows: Rows, name: str
) -> None:
    spoil, says = ROBBED[name]
    changed = copy.deepcopy(rows)
    spoil(changed)
    with pytest.raises(BadRowsError, match=says):
        store.admin.take_in(changed, migrations.HEAD)
    assert store.games() == []
    with store.database.read() as session:
        assert session.connection().exec_driver_sql("SELECT count(*) FROM log").scalar() == 0


def test_only_the_actions_of_a_file_count(store: GameStore, rows: Rows) -> None:
    """Recompute state, events and snapshots from the actions."""
    changed = copy.deepcopy(rows)
    changed["game"][0]["state"] = {"cash": {"p1": 10**6}}
    changed["game"][0].update(end_reason="bank", winners=["Ann"], round="operating")
    changed["log"][5]["events"] = [{"$type": "event", "kind": "payout", "facts": {"p1": "all"}}]
    changed["snapshot"][0]["state"] = {}
    game = store.admin.take_in(changed, migrations.HEAD)
    assert without_numbers(store.admin.read_rows(game)) == without_numbers(rows)


def test_rows_of_tables_to_come_are_a_newer_companions(store: GameStore, rows: Rows) -> None:
    with pytest.raises(BadRowsError, match="newer companion"):
        store.admin.take_in(rows, str(int(migrations.HEAD) + 1))


@pytest.mark.parametrize("version", ["0099", "", "../0001"])
def test_rows_of_tables_before_the_first_are_refused(
    store: GameStore, rows: Rows, version: str
) -> None:
    with pytest.raises(BadRowsError, match=r"before 1\.0"):
        store.admin.take_in(rows, version)


def test_our_own_rows_come_back_as_they_were_even_if_no_rules_know_them(
    store: GameStore, rows: Rows
) -> None:
    changed = copy.deepcopy(rows)
    changed["log"][4]["action"] = {"type": "Fly"}
    for row in (changed["game"][0], *changed["snapshot"]):
        row["state"] = {}
    game = store.admin.take_in(changed, migrations.HEAD, trusted=True)
    assert without_numbers(store.admin.read_rows(game)) == without_numbers(changed)
    with pytest.raises(CannotOpenError):
        store.open(game)


def test_rows_that_do_not_go_together_are_nobodys(store: GameStore, rows: Rows) -> None:
    changed = copy.deepcopy(rows)
    changed["entry"][0]["row"] = 900
    with pytest.raises(BadRowsError, match="do not match each other"):
        store.admin.take_in(changed, migrations.HEAD, trusted=True)
    assert store.games() == []


def test_a_game_is_put_back_under_its_number_and_no_old_screen_acts_on_it(store: GameStore) -> None:
    view, _ = played(store, 20)
    before = store.admin.read_rows(view.id)
    on = store.play(view.id, view.version, anything(view))
    store.admin.put_back(view.id, before, migrations.HEAD)
    back = store.open(view.id)
    assert plain(back.state) == plain(view.state)
    assert back.version == on.version + 1
    for old in (view.version, on.version):
        with pytest.raises(StaleVersionError):
            store.undo(view.id, old)
    assert store.undo(view.id, back.version).undoable == 19


def test_a_game_that_is_not_there_cannot_be_put_back(store: GameStore, rows: Rows) -> None:
    with pytest.raises(NoGameError):
        store.admin.put_back(7, rows, migrations.HEAD)


# --- names and deletion


def test_a_game_is_called_by_its_name_until_it_has_none(store: GameStore) -> None:
    game = store.new_game(SETUP)
    version = store.version(game)
    store.admin.rename(game, "Jörg’s\t evening ")
    assert store.games()[0].name == "Jörg’s evening"
    store.admin.rename(game, "")
    assert store.games()[0].name == ""
    assert store.version(game) == version


@pytest.mark.parametrize("name", ["x" * 41, "\u202eevil", "\u3164", "a\x07b"])
def test_a_name_that_cannot_be_shown_is_refused(store: GameStore, name: str) -> None:
    game = store.new_game(SETUP)
    with pytest.raises(BadNameError):
        store.admin.rename(game, name)
    assert store.games()[0].name == ""


def test_nothing_of_a_deleted_game_is_left_and_its_number_is_not_reused(
    store: GameStore,
) -> None:
    kept, _ = played(store, 5)
    gone, _ = played(store, 25)
    for each in (kept, gone):
        store.clocks.set(each.id, each.version, None, each.rules, each.state)
    store.admin.delete(gone.id)
    with pytest.raises(NoGameError):
        store.open(gone.id)
    with pytest.raises(NoGameError):
        store.play(gone.id, gone.version, anything(gone))
    with pytest.raises(NoGameError):
        store.admin.delete(gone.id)
    with store.database.read() as session:
        for table in TAKEN_ALONG - {"game"}:
            counted = f"SELECT DISTINCT game FROM {table}"
            assert session.connection().exec_driver_sql(counted).all() == [(kept.id,)]
    assert store.new_game(SETUP) == gone.id + 1
    assert plain(store.open(kept.id).state) == plain(kept.state)


def test_the_numbers_of_games_deleted_one_after_the_other_are_not_given_again(
    store: GameStore,
) -> None:
    numbers = [store.new_game(SETUP) for _ in range(3)]
    for game in (2, 3, 1):
        store.admin.delete(game)
    assert store.new_game(SETUP) == max(numbers) + 1


@pytest.mark.sqlite_only  # only SQLite stores text in an integer column
def test_a_game_that_cannot_be_opened_is_named_and_deleted_too(store: GameStore) -> None:
    game = store.new_game(SETUP)
    with store.database.write() as session:
        session.connection().exec_driver_sql("UPDATE game SET setup = 'none', version = 'x'")
    store.admin.rename(game, "The broken one")
    assert json.dumps(store.admin.read_rows(game))
    store.admin.delete(game)
    assert store.games() == []
