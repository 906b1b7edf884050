"""Beginning and importing games: what is entered is judged; when it is wrong nothing is stored."""

import io
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.store.shelf import Shelf

FORM = {"title": "1830", "player": ["Anneke", "Jörg", "Daniël", "", "", ""]}


def test_the_form_begins_a_game_in_the_order_of_its_seats(
    client: FlaskClient, shelf: Shelf
) -> None:
    answer = client.post("/new", data=FORM)
    assert answer.status_code == 303
    view = shelf.open(1)
    assert answer.location == "/game/1"
    assert view.setup.players == ("Anneke", "Jörg", "Daniël")


def test_empty_seats_between_players_are_left_out(client: FlaskClient, shelf: Shelf) -> None:
    client.post("/new", data={**FORM, "player": ["", " Ann ", "", "Bo", ""]})
    assert shelf.open(1).setup.players == ("Ann", "Bo")


def test_options_are_taken_from_the_form(client: FlaskClient, shelf: Shelf) -> None:
    client.post("/new", data={**FORM, "option.bank": "9,000", "option.third_6_train": "1"})
    rules = shelf.open(1).rules
    assert rules.bank_size == 9000
    assert rules.options["third_6_train"] is True
    assert rules.options["no_diesels"] is False


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"player": ["Ann"]}, "2 to 6 players"),
        ({"player": []}, "2 to 6 players"),
        ({"player": ["Ann", "Ann"]}, "a different name"),
        ({"player": ["A" * 30, "Bo"]}, "1 to 24 letters"),
        ({"player": list("abcdefg")}, "2 to 6 players"),
        ({"option.bank": "lots"}, "no whole number"),
        ({"option.bank": "1"}, "from 3000"),
        ({"title": "Monopoly"}, "no title"),
        ({"title": ""}, "no title"),
    ],
)
def test_a_set_up_that_cannot_be_played_is_shown_again(
    client: FlaskClient, shelf: Shelf, change: dict[str, Any], says: str
) -> None:
    answer = client.post("/new", data={**FORM, **change})
    assert answer.status_code == 422
    assert says in answer.text
    for name in change.get("player", FORM["player"]):
        assert f'value="{name}"' in answer.text
    assert shelf.games() == []


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("empty.json", b""),
        ("picture.json", b"\x89PNG\r\n"),
        ("cut.json", b'{"title": "1830", "actions": ['),
        ("list.json", b"[]"),
        ("other.json", b'{"title": "1889", "players": [], "actions": []}'),
        ("deep.json", b"[" * 100_000),
    ],
)
def test_a_file_that_is_no_game_stores_nothing(
    client: FlaskClient, shelf: Shelf, name: str, body: bytes
) -> None:
    form = {"file": (io.BytesIO(body), name)}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert f"{name} was not taken in" in answer.text
    assert shelf.games() == []


def test_importing_without_a_file_asks_for_one(client: FlaskClient) -> None:
    answer = client.post("/import", data={}, content_type="multipart/form-data")
    assert answer.status_code == 422
    assert "Choose a file first" in answer.text


def test_a_file_beyond_the_limit_is_refused_in_a_sentence(client: FlaskClient) -> None:
    form = {"file": (io.BytesIO(b"x" * 9_000_000), "big.json")}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 413
    assert "8 MB is the limit" in answer.text


def test_what_is_worth_knowing_about_an_imported_game_is_shown_before_it(
    client: FlaskClient, shelf: Shelf
) -> None:
    file = Path(__file__).parents[2] / "../shared/conformance/soh-fifteen-rounds.json"
    if not file.exists():
        pytest.skip("the recorded games are not beside the project")
    form = {"file": (io.BytesIO(file.read_bytes()), file.name)}
    answer = client.post("/import", data=form, content_type="multipart/form-data")
    assert answer.status_code == 200
    assert "counts as above it" in answer.text
    assert 'href="/game/1"' in answer.text
    assert shelf.games()[0].finished
