"""The menu of a game is short; other pages are one page farther. A bookmark has a name."""

import re
from urllib.parse import urljoin

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.clients import guest
from tests.support.game_stages import begun, never, operating, played

STAGES = {"fresh": None, "operating": operating, "finished": never}
FARTHER = ("market", "ledger", "log", "rulings", "count", "readings", "keys", "device")


def menu(page: str) -> str:
    return page.partition('<details class="menu"')[2].partition("</details>")[0]


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ["banker", "player"])
def test_the_menu_has_at_most_ten_entries_in_three_groups(
    client: FlaskClient, store: GameStore, stage: str, role: str
) -> None:
    until = STAGES[stage]
    game = played(store, until) if until else begun(store)
    device = client if role == "banker" else guest(client.application, game, "p1")
    found = menu(device.get(f"/game/{game}").text)
    assert found.count("<ul") == 3
    assert 5 < found.count("<li>") <= 10


def test_pages_that_the_menu_leaves_out_are_one_page_farther(
    client: FlaskClient, store: GameStore
) -> None:
    game = played(store, operating)
    here = f"/game/{game}"
    turn = client.get(here).text
    near = set(re.findall(rf'href="({here}/\w+)"', turn))
    pages = [turn, *(client.get(there).text for there in near)]
    found = {there for page in pages for there in re.findall(rf'href="{here}/(\w+)"', page)}
    assert set(FARTHER) <= found
    assert f'href="{here}/shares?then={store.open(game).head}"' in client.get(f"{here}/log").text
    assert f'href="{here}/rebuild"' in client.get(f"/games/{game}").text


def test_a_bookmark_has_a_name_and_icons_and_opens_in_the_browser(client: FlaskClient) -> None:
    page = client.get("/").text
    address = re.search(r'rel="manifest" href="([^"?]*)', page)[1]
    manifest = client.get(address)
    assert manifest.json["display"] == "browser"
    assert manifest.json["name"] == "Companion"
    for icon in manifest.json["icons"]:
        assert client.get(urljoin(address, icon["src"])).mimetype == icon["type"]
    assert urljoin(address, manifest.json["start_url"]) == "/"
