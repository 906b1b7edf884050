"""Parts of a screen that a device has already are not sent to it again."""

import re

from flask.testing import FlaskClient

from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from tests.support.clients import without_form_keys
from tests.support.game_stages import begun, operating, played

MARKED = re.compile(r'id="([^"]+)" data-mark="([^"]+)"')
PLACE = re.compile(r'<(\w+) id="([^"]+)" data-mark="[^"]+" hx-preserve="true"></\1>')


def marks(page: str) -> str:
    """The marks that a browser with this page sends."""
    return " ".join(f"{id}:{mark}" for id, mark in MARKED.findall(page))


def places(page: str) -> set[str]:
    """Return the ids of the parts that are not sent."""
    return {id for _, id in PLACE.findall(page)}


def asked(client: FlaskClient, path: str, has: str) -> str:
    return client.get(path, headers={"HX-Request": "true", "Companion-Has": has}).text


def test_an_unchanged_part_leaves_only_its_place(client: FlaskClient, store: GameStore) -> None:
    game = played(store, operating)
    whole = client.get(f"/game/{game}").text
    again = asked(client, f"/game/{game}", marks(whole))
    assert {"status-bar", "charter", "order", "turn-map"} <= places(again)
    assert len(again) < len(whole) / 2


def test_a_changed_part_is_sent_without_its_unchanged_parts(
    client: FlaskClient, store: GameStore
) -> None:
    game = begun(store)
    has = marks(client.get(f"/game/{game}").text)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    after = asked(client, f"/game/{game}", has)
    assert not {"status-bar", "matrix"} & places(after)
    assert 'id="matrix"' in after
    game = played(store, operating)
    has = marks(client.get(f"/game/{game}").text)
    looked = asked(client, f"/game/{game}?do=none", has)
    assert "turn-map" in places(looked)
    assert 'id="cancel"' in looked


def test_an_unchanged_ground_is_not_sent_with_a_changed_map(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    has = marks(client.get(f"/game/{game}").text).replace("turn-map:", "turn-map:0")
    again = asked(client, f"/game/{game}", has)
    assert {"map-land", "map-stops", "map-small"} <= places(again)
    assert "turn-map" not in places(again)
    assert '<g id="map-land" data-mark=' in again


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
    assert not places(asked(client, f"/game/{game}", "strip:0 matrix: :x strip"))


def test_a_narrow_screen_is_sent_no_matrix_and_market(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    headers = {"HX-Request": "true", "Companion-Narrow": "1"}
    narrow = client.get(f"/game/{game}", headers=headers).text
    assert "data-left-out" in narrow
    assert "<td" not in narrow
    assert "<td" in asked(client, f"/game/{game}", marks(narrow))
    assert "<td" in client.get(f"/game/{game}", headers={"Companion-Narrow": "1"}).text
