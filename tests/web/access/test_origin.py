"""The companion's own pages may act, and programs that are no browsers; no other site may."""

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun

ACT = {"type": "buy_private", "player": "p1", "private": "SV", "version": 1}
STRANGERS = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Origin": "http://elsewhere.example"},
    {"Origin": "http://localhost:81"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]
OWN = [
    {},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"},
    {"Origin": "HTTP://LOCALHOST"},
]


@pytest.mark.parametrize("headers", STRANGERS)
@pytest.mark.parametrize("path", ["/new", "/import", "/game/1/act", "/game/1/undo"])
def test_another_site_changes_nothing(
    client: FlaskClient, store: GameStore, path: str, headers: dict[str, str]
) -> None:
    game = begun(store)
    answer = client.post(path, data=ACT, headers=headers)
    assert answer.status_code == 403
    assert "That came from another site." in answer.text
    assert store.version(game) == 1
    assert len(store.games()) == 1


@pytest.mark.parametrize("headers", OWN)
def test_the_companions_own_pages_act(
    client: FlaskClient, store: GameStore, headers: dict[str, str]
) -> None:
    game = begun(store)
    assert client.post(f"/game/{game}/act", data=ACT, headers=headers).status_code == 303


def test_links_from_another_site_open(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    from_elsewhere = {"Sec-Fetch-Site": "cross-site", "Origin": "http://elsewhere.example"}
    assert client.get(f"/game/{game}", headers=from_elsewhere).status_code == 200
