"""Imported games and our own files: stored whole, or not at all."""

from __future__ import annotations

from datetime import UTC, datetime
from io import BytesIO

import pytest

from companion.cli.main import main
from companion.exchange import BadFileError
from companion.exchange.files.import_store import OtherResultError, file_of_played, store_file
from companion.exchange.files.own_file import is_own, read_own
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.exchange.games_18xx.small_exports import (
    ANN,
    BOB,
    CIS,
    as_bytes,
    auction,
    bid,
    floated,
    no,
    par,
    undo,
)
from tests.support.imports import import_file


@pytest.fixture
def store(tmp_path):
    found = GameStore(tmp_path / "games.db")
    yield found
    found.close()


def test_a_stored_game_stands_where_the_export_left_it(store):
    stored = store_file(store, as_bytes(floated()))
    view = store.open(stored.game)
    assert view.setup.players == ("Ann", "Bob", "Cis")
    assert [c for c, own in view.state.companies.items() if own.floated] == ["PRR"]
    assert view.undoable == len(floated())
    assert all("Read as" in note for note in stored.notes)  # the readings it is played under


def test_a_stored_game_keeps_who_sent_an_action_and_when(store):
    sent = {**bid(ANN, "SV", 20), "created_at": 1_700_000_000, "user": BOB}
    rows = store.rows(store_file(store, as_bytes([sent, bid(BOB, "CS", 40)])).game)
    assert (rows[1].by, rows[1].at) == ("Bob", datetime.fromtimestamp(1_700_000_000, UTC))
    assert rows[2].by == "Bob"


def test_a_pass_that_was_put_in_was_sent_by_nobody(store):
    """Bob's pass, before Cis bids."""
    rows = store.rows(store_file(store, as_bytes([bid(ANN, "SV", 20), bid(CIS, "CS", 40)])).game)
    assert [row.by for row in rows[1:]] == ["Ann", "", "Cis"]


def test_actions_undone_in_the_export_are_not_stored(store):
    stored = store_file(store, as_bytes([bid(ANN, "SV", 20), no(BOB), undo(), no(BOB)]))
    assert len(store.rows(stored.game)) == 3


@pytest.mark.parametrize(
    "data",
    [
        b"hello",
        as_bytes(auction(), title="1889"),
        as_bytes(auction())[:-40],
        as_bytes([*auction(), par(ANN, "PRR", 68)]),
        as_bytes([*auction(), no("XYZ")]),
        as_bytes([*auction(), {"type": "lay_tile", "entity": "PRR"}]),
    ],
)
def test_nothing_of_a_file_with_a_fault_is_stored(store, data):
    with pytest.raises(BadFileError):
        store_file(store, data)
    assert store.games() == []


# --- our own files


def test_our_own_file_gives_back_the_game(store):
    setup, actions, _ = import_file(as_bytes(floated()))
    data = file_of_played(setup, actions)
    assert is_own(data)
    game = store_file(store, data).game
    assert store.open(game).setup == setup
    assert [row.action for row in store.rows(game)[1:]] == actions


@pytest.mark.parametrize("data", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"[]"])
def test_a_file_that_is_none_of_ours_is_refused(data):
    with pytest.raises(BadFileError):
        read_own(data)


# --- a file that tells another result


def finished(worth: int) -> bytes:
    """A game that its players ended after the auction; Ann is said to be worth so much."""
    end = {"type": "end_game", "entity": ANN, "entity_type": "player"}
    result = {str(ANN): worth, str(BOB): 800, str(CIS): 800}
    return as_bytes([bid(ANN, "SV", 20), end], status="finished", result=result)


def test_a_game_that_ends_as_its_file_says_is_stored(store):
    assert store_file(store, finished(800)).other == ""


def test_another_result_is_told_and_stored_only_if_told_to(store):
    with pytest.raises(OtherResultError, match=r"Ann is worth \$801 in it, but \$800"):
        store_file(store, finished(801))
    assert store.games() == []
    stored = store_file(store, finished(801), anyway=True)
    assert stored.other == stored.notes[0]
    assert "another result" in stored.other
    assert store.open(stored.game).state.privates["SV"] == "p1"


def test_a_game_that_is_over_in_the_file_only_is_another_result(store):
    with pytest.raises(OtherResultError, match="In the file the game is over"):
        store_file(store, as_bytes([bid(ANN, "SV", 20)], status="finished"))


def test_the_command_says_so_by_its_exit_status(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "games"))
    file = tmp_path / "file.json"
    file.write_bytes(finished(801))
    assert main(["import", str(file)]) == 1
    assert "--anyway" in capsys.readouterr().err
    assert main(["import", "--anyway", str(file)]) == 2
    assert "another result" in capsys.readouterr().out
    file.write_bytes(finished(800))
    assert main(["import", str(file)]) == 0


def test_the_page_asks_whether_it_is_stored_all_the_same(store):
    client = create_app({"STORE": store}).test_client()

    def post(**more):
        return client.post("/import", data={"file": (BytesIO(finished(801)), "a.json"), **more})

    refused = post()
    assert refused.status_code == 422
    assert 'name="anyway"' in refused.text
    assert "Ann is worth $801 in it" in refused.text
    assert store.games() == []
    assert "another result" in post(anyway="1").text
    assert len(store.games()) == 1
