"""The page that lays the map as it lies on the table, and the correction that takes it up."""

import re

from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectMap
from companion.store.games.game_store import GameStore
from tests.rules.without_map.test_change_of_map import WHY, turn, without
from tests.support.clients import guest, press
from tests.support.positions import Position
from tests.support.stored_games import store_position

TILES = "E19:57:1,E21:9:1,F22:57:1"


def page(client: FlaskClient, game: int, query: str = "") -> str:
    return client.get(f"/game/{game}/map-on-table?{query}").get_data(as_text=True)


def test_tiles_and_tokens_are_laid_hex_by_hex_and_routes_are_checked_then(
    client: FlaskClient, store: GameStore
):
    game = store_position(store, without())
    assert "/map-on-table" in client.get(f"/game/{game}").get_data(as_text=True)
    text = page(client, game)
    assert re.search(r"Still to be placed:\s+NYC 1", text) and 'id="deed"' not in text
    text = page(client, game, "hex=E19")
    assert "tiles=E19:57:0" in text and 'id="tile-57-1"' not in text
    text = page(client, game, "hex=E19&tiles=E19:57:0")
    assert "tiles=E19:57:1" in text and "The hex as it was before" in text
    text = page(client, game, f"hex=F22&tiles={TILES}")
    assert "NYC: place a token" in text and "tokens=NYC:F22.0" in text
    text = page(client, game, f"tiles={TILES}&tokens=NYC:F22.0")
    assert press(client, text, "deed").status_code in (200, 303)
    state = store.open(game).state
    assert (state.map, state.board.token_stops("NYC")) == ("checked", ("E19.0", "F22.0"))
    log = client.get(f"/game/{game}/log").get_data(as_text=True)
    assert "the game goes on with its map as it lies: tiles 3, tokens 1" in log
    assert "This game has its map" in page(client, game)


def test_the_page_tells_what_cannot_lie_so(client: FlaskClient, store: GameStore):
    game = store_position(store, without())
    text = page(client, game, "tiles=H4:57:0,F24:57:0&tokens=NYC:H10.0")
    assert "Tile 57 cannot lie on F24 Mansfield that way." in text
    text = page(client, game, "tiles=H4:57:0&tokens=NYC:H10.0")
    assert "No track joins tile 57 on H4 Columbus to a token." in text
    assert "NYC: remove the token" in page(client, game, "hex=H10&tokens=NYC:H10.0")


def test_an_address_that_names_no_tile_lays_nothing(client: FlaskClient, store: GameStore):
    game = store_position(store, without())
    for query in ("tiles=Z9:57:0", "tiles=E19:none:0", "tiles=E19:57:7&tokens=x:y:z", "hex=Z9"):
        answer = client.get(f"/game/{game}/map-on-table?{query}")
        assert answer.status_code == 200, query


def test_a_token_without_a_city_is_told(client: FlaskClient, store: GameStore):
    game = store_position(store, without())
    assert "There is no such city on the map." in page(client, game, "tokens=NYC:F20.0")


def test_the_banker_alone_lays_the_map(client: FlaskClient, store: GameStore):
    game = store_position(store, without())
    assert (
        guest(client.application, game, "p1").get(f"/game/{game}/map-on-table").status_code == 403
    )


def test_a_game_with_its_map_needs_no_such_page(client: FlaskClient, store: GameStore):
    game = store_position(store, turn())
    assert "/map-on-table" not in client.get(f"/game/{game}").get_data(as_text=True)


def test_a_token_whose_city_no_track_tells_goes_where_the_banker_says(
    client: FlaskClient, store: GameStore
):
    position = Position("1850jr", 3).close_privates().started("CTL", 100, "p1", p1=60)
    position.floated("CTL", 500).phase("3").operating("CTL").do(CorrectMap("told", **WHY))
    game = store_position(store, position)
    text = page(client, game, "hex=B4&tiles=B4:59:2")
    assert text.count("CTL: its token is here") == 2 and "tokens=CTL:B4.1" in text
    assert press(client, page(client, game, "tiles=B4:59:2&tokens=CTL:B4.1"), "deed").status_code
    assert store.open(game).state.board.token_stops("CTL") == ("B4.1",)
