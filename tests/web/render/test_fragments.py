"""Parts of a screen that a device has already are not sent to it again."""

import re

from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from tests.support.clients import without_form_keys
from tests.support.game_stages import begun, operating, played

MARKED = re.compile(r'id="([^"]+)" data-mark="([^"]+)"')
PLACE = re.compile(r'<div id="([^"]+)" data-mark="[^"]+" hx-preserve="true"></div>')


def marks(page: str) -> str:
    """The marks that a browser with this page sends."""
    return " ".join(f"{id}:{mark}" for id, mark in MARKED.findall(page))


def asked(client: FlaskClient, path: str, has: str) -> str:
    return client.get(path, headers={"HX-Request": "true", "Companion-Has": has}).text


def test_an_unchanged_part_leaves_only_its_place(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    whole = client.get(f"/game/{game}").text
    again = asked(client, f"/game/{game}", marks(whole))
    assert {"status-bar", "charter", "order", "turn-map"} <= set(PLACE.findall(again))
    assert len(again) < len(whole) / 2


def test_a_changed_part_is_sent_without_its_unchanged_parts(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    has = marks(client.get(f"/game/{game}").text)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    after = asked(client, f"/game/{game}", has)
    assert not {"status-bar", "matrix"} & set(PLACE.findall(after))
    assert 'id="matrix"' in after
    game = played(store, operating)
    has = marks(client.get(f"/game/{game}").text)
    looked = asked(client, f"/game/{game}?do=none", has)
    assert "turn-map" in PLACE.findall(looked)
    assert 'id="cancel"' in looked


def test_a_page_that_is_loaded_is_whole_whatever_it_says_it_has(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    whole = without_form_keys(client.get(f"/game/{game}").text)
    headers = {"Companion-Has": marks(whole)}
    assert without_form_keys(client.get(f"/game/{game}", headers=headers).text) == whole
    restored = {**headers, "HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert without_form_keys(client.get(f"/game/{game}", headers=restored).text) == whole


def test_another_mark_is_no_mark(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    assert not PLACE.findall(asked(client, f"/game/{game}", "strip:0 matrix: :x strip"))
