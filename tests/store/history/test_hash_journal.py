"""Tests of the journal: a chain with a link for each change of the log, which reveals others."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.store.db import migrations
from companion.store.games.game_store import GameStore
from companion.store.history.hash_journal import BEGIN, PLAY, REDO, UNDO, breaks, hash_of
from companion.store.history.hash_journal_diff import differences
from companion.store.history.records import BadRowsError
from companion.store.history.row_values import Rows
from tests.support.random_play import anything, played
from tests.support.stored_games import empty_store


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Rows:
    """Return the rows of a game with standing, undone and dropped rows."""
    made = empty_store(tmp_path_factory.mktemp("there"))
    view, _ = played(made, 30)
    view = made.undo(view.id, view.version, 9, "Bob")
    view = made.redo(view.id, view.version, 2, "Bob")
    for _ in range(4):
        view = made.play(view.id, view.version, anything(view), by="Cleo")
    made.undo(view.id, view.version, 3, "Bob")
    found = made.admin.read_rows(view.id)
    made.close()
    return found


@pytest.mark.both_databases
def test_every_change_of_the_log_is_a_link(store: GameStore) -> None:
    view, _ = played(store, 3)
    view = store.play(view.id, view.version, anything(view), by="Ann")
    view = store.undo(view.id, view.version, 2, "Bob")
    view = store.redo(view.id, view.version, 1, "Cleo")
    store.play(view.id, view.version, anything(view), by="Ann")
    rows = store.admin.read_rows(view.id)
    links = rows["journal"]
    assert [link["kind"] for link in links] == [BEGIN, *[PLAY] * 5, UNDO, REDO, PLAY]
    assert [link["author"] for link in links[-4:]] == ["Ann", "Bob", "Cleo", "Ann"]
    assert links[6]["facts"] == {"rows": [3, 4]}
    assert breaks(links) is None
    assert [row["status"] for row in rows["log"]] == ["standing"] * 4 + ["dropped", "standing"]
    assert list(differences(rows)) == []


def test_a_game_that_is_imported_has_a_link_for_each_deed(store: GameStore, rows: Rows) -> None:
    view, _ = played(store, 8)
    actions = [row.action for row in store.rows(view.id) if row.action]
    game = store.import_game(view.setup, actions)
    found = store.admin.read_rows(game)
    assert [link["kind"] for link in found["journal"]] == [BEGIN, *[PLAY] * 9]
    assert list(differences(found)) == []


@pytest.mark.both_databases
def test_the_chain_goes_out_and_comes_in_and_goes_on(store: GameStore, rows: Rows) -> None:
    game = store_file(store, file_of(rows)).game
    found = store.admin.read_rows(game)
    hashes = [link["hash"] for link in rows["journal"]]
    assert [link["hash"] for link in found["journal"]] == hashes
    view = store.open(game)
    store.play(game, view.version, anything(view))
    after = store.admin.read_rows(game)
    assert [link["hash"] for link in after["journal"]][:-1] == hashes
    assert list(differences(after)) == []


def change(table: str, place: int, **values: Any) -> Callable[[Rows], None]:
    return lambda rows: rows[table][place].update(values)


def drop_row(rows: Rows) -> None:
    """Remove the last row with its entries and adjust the row count of the game."""
    n = rows["log"].pop()["number"]
    for table in ("entry", "posting"):
        rows[table] = [row for row in rows[table] if row["row"] != n]
    rows["game"][0]["row_count"] = n - 1


def swap(rows: Rows) -> None:
    first, second = rows["log"][4], rows["log"][5]
    first["action"], second["action"] = second["action"], first["action"]


def forge(rows: Rows) -> None:
    """Change a link and its hash, but not those after it."""
    link = rows["journal"][7]
    link["author"] = "Bob"
    link["hash"] = hash_of(link, rows["journal"][6]["hash"])


DAMAGES: dict[str, tuple[Callable[[Rows], Any], list[tuple[str, int | None]]]] = {
    "an action": (change("log", 4, action={"type": "pass", "party": "p9"}), [("line", 4)]),
    "who entered it": (change("log", 4, author="Bob"), [("line", 4)]),
    "when": (change("log", 4, created_at="2020-01-01T00:00:00+00:00"), [("line", 4)]),
    "what it tells": (change("log", 4, events=[]), [("told", 4)]),
    "a ruling": (change("log", 4, ruling={"waived": ["x"], "why": ""}), [("line", 4)]),
    "two swapped": (swap, [("line", 4), ("line", 5)]),
    "a row removed": (drop_row, [("missing", 34), ("head", None)]),
    "a sum": (change("posting", 0, amount=7), [("books", 0)]),
    "an account": (change("posting", 0, account="p9"), [("books", 0)]),
    "a memo": (change("entry", 0, memo="gift"), [("books", 0)]),
    "a status": (change("log", 34, status="dropped"), [("status", 34)]),
    "who undid it": (change("log", 34, undone_by="Ann"), [("status", 34)]),
    "where it is": (change("game", 0, deed_count=3), [("head", None)]),
    "the set-up": (change("game", 0, setup={}), [("setup", None)]),
    "a link": (change("journal", 7, author="Bob"), [("chain", 7)]),
    "a link with its hash": (forge, [("chain", 8)]),
    "a link's moment": (
        change("journal", 7, created_at="2020-01-01T00:00:00+00:00"),
        [("chain", 7)],
    ),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_change_beside_the_journal_is_named(rows: Rows, name: str) -> None:
    damage, found = DAMAGES[name]
    changed = copy.deepcopy(rows)
    damage(changed)
    assert [tuple(each) for each in differences(changed)] == found


def test_links_that_were_taken_out_or_swapped_are_missed(rows: Rows) -> None:
    for place in range(len(rows["journal"]) - 1):
        links = copy.deepcopy(rows["journal"])
        links[place], links[place + 1] = links[place + 1], links[place]
        assert breaks(links) == place
        del links[place + 1]
        assert breaks(links) == place
    less = {**rows, "journal": rows["journal"][:-1]}
    assert ("status", 34) in [tuple(each) for each in differences(less)]


@pytest.mark.parametrize("name", ["a link", "who entered it", "a status"])
def test_a_file_that_its_journal_does_not_tell_of_is_not_taken_in(
    store: GameStore, rows: Rows, name: str
) -> None:
    changed = copy.deepcopy(rows)
    DAMAGES[name][0](changed)
    with pytest.raises(BadRowsError, match="journal"):
        store.admin.take_in(changed, migrations.HEAD)
    assert store.games() == []
