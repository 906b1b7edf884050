"""A game comes back from photographs of its rebuild sheet, in one form or in several."""

import re
import sys
from html import unescape
from io import BytesIO

import pytest
from flask.testing import FlaskClient
from PIL import Image
from werkzeug.test import TestResponse

from companion.exchange.files.paper_file import pack_stored, split_parts
from companion.rules.core.state import state_to_json
from companion.store.games.game_store import GameStore
from tests.support.clients import guest
from tests.support.photographs import as_jpeg, draw_page
from tests.support.random_play import SETUP, actions

READ = "/import/paper"


@pytest.fixture
def parts(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The codes of a game, which are as many as those of a long game."""
    monkeypatch.setattr("companion.exchange.files.paper_file.MOST_IN_PART", 190)
    game = store.import_game(SETUP, [action for action, _ in actions(SETUP, 40)])
    found = split_parts(pack_stored(store, game))
    assert len(found) == 3
    return found


def send(client: FlaskClient, page: str, *photographs: bytes) -> TestResponse:
    """Send photographs with the form of a page."""
    kept = re.search(r'name="parts" value="([^"]*)"', page)
    files = [(BytesIO(raw), f"photo-{number}.jpg") for number, raw in enumerate(photographs, 1)]
    data = {"parts": kept[1] if kept else "", "photographs": files}
    return client.post(READ, data=data, content_type="multipart/form-data")


def photo(*codes: bytes) -> bytes:
    return as_jpeg(draw_page([*codes], scale=4))


def text_of(answer: TestResponse) -> str:
    return unescape(answer.text)


def test_all_codes_at_once_open_the_game(
    client: FlaskClient, store: GameStore, parts: list[bytes]
) -> None:
    answer = send(client, client.get(READ).text, photo(*parts[:2]), photo(parts[2]))
    assert answer.location == "/game/2"
    assert state_to_json(store.open(2).state) == state_to_json(store.open(1).state)
    assert client.get("/game/2/rebuild").status_code == 200


def test_photographs_follow_one_another(
    client: FlaskClient, store: GameStore, parts: list[bytes]
) -> None:
    page = send(client, "", photo(parts[1], parts[0]))
    assert page.status_code == 200
    assert "2 of 3 codes read" in page.text and "Still missing: 3." in page.text
    again = send(client, page.text, as_jpeg(Image.new("L", (300, 300), 255)), photo(parts[0]))
    assert again.status_code == 422
    assert "photo-1.jpg: No code was found in it" in text_of(again)
    assert "2 of 3 codes read" in again.text
    assert send(client, again.text, photo(parts[2])).location == "/game/2"
    assert len(store.games()) == 2


def test_faults_of_a_photograph_are_said_and_nothing_is_lost(
    client: FlaskClient, store: GameStore, parts: list[bytes]
) -> None:
    page = send(client, "", photo(parts[0])).text
    store.admin.rename(1, "Another name")
    other = split_parts(pack_stored(store, 1))[1]
    wrong = {
        photo(b"http://10.0.0.2:8018/join/K7P2"): "It has a code of another thing",
        photo(other): "Code 2 is of another game, or of another moment of this game.",
        b"no picture": "It is not a photograph that can be read here",
        parts[0]: "It is not a photograph that can be read here",
        b"\0\0\0\x24ftypheic\0\0\0\0mif1heic": "It is in the format HEIC, which cannot",
    }
    answer = send(client, page, *wrong)
    assert answer.status_code == 422 and "1 of 3 codes read" in answer.text
    for number, says in enumerate(wrong.values(), 1):
        assert f"photo-{number}.jpg: {says}" in text_of(answer)
    assert "Choose a photograph first." in text_of(send(client, answer.text))
    assert "at most 12 photographs" in text_of(send(client, answer.text, *[b"x"] * 13))
    assert len(store.games()) == 1


def test_a_phone_is_asked_for_a_format_that_can_be_read(client: FlaskClient) -> None:
    accepted = re.search(r'id="photographs"\s+accept="([^"]*)"', client.get(READ).text)
    assert accepted and accepted[1].split(",") == ["image/jpeg", "image/png", "image/webp"]


def test_damaged_parts_are_asked_for_again(
    client: FlaskClient, store: GameStore, parts: list[bytes]
) -> None:
    bad = parts[2][:-1] + bytes([parts[2][-1] ^ 1])
    answer = send(client, "", photo(*parts[:2]), photo(bad))
    assert answer.status_code == 422 and "one of them is damaged" in text_of(answer)
    assert "codes read" not in answer.text
    odd = client.post(READ, data={"parts": "?? AAAA " + "A" * 400})
    assert odd.status_code == 422 and "Choose a photograph first." in text_of(odd)
    assert len(store.games()) == 1


def test_without_the_library_a_sentence_says_what_helps(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "zxingcpp", None)
    page = client.get(READ)
    assert page.status_code == 200 and "zxing-cpp is missing" in page.text
    assert 'type="file"' not in page.text
    assert client.post(READ).status_code == 503
    assert client.get("/").status_code == 200


def test_only_a_host_reads_codes(client: FlaskClient, store: GameStore, parts: list[bytes]) -> None:
    visitor = guest(client.application, 1, "p1")
    assert visitor.get(READ).status_code == 403
    assert send(visitor, "", photo(*parts)).status_code == 403


def test_ways_lead_to_it(client: FlaskClient, store: GameStore) -> None:
    assert f'href="{READ}"' in client.get("/").text
    client.post("/new", data={"title": "1830", "player": ["Ann", "Bo"], "paper": "1"})
    assert f'href="{READ}"' in client.get("/game/1/paper").text
