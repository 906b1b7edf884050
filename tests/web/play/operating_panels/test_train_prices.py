"""The price of another company's train begins at the last such sale, or at face value."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.rules.core.actions import BuyTrain
from companion.store.games.game_store import GameStore
from tests.browser.test_operating_turn import pennsylvania
from tests.support.stored_games import store_position


def first_price(client: FlaskClient, game: int) -> str:
    """The number in the field when a train of NYC is chosen."""
    page = client.get(f"/game/{game}").text
    link = re.search(r'class="group g-buy_from".*?href="([^"]*)"', page, re.S)
    assert link
    chosen = client.get(unescape(link[1])).text
    field = re.search(r'id="amount"[^>]*value="(\d*)"', chosen)
    assert field
    return field[1]


def test_the_first_price_is_the_face_value_and_then_that_of_the_last_sale(
    client: FlaskClient, store: GameStore
) -> None:
    position = pennsylvania("trains").turn(division="pay", revenue=30)
    game = store_position(store, position)
    assert first_price(client, game) == "180"
    store.play(game, store.version(game), BuyTrain("PRR", "3-0", 240))
    assert first_price(client, game) == "240"


def test_the_first_price_is_no_more_than_the_company_has(
    client: FlaskClient, store: GameStore
) -> None:
    position = pennsylvania("trains").floated("PRR", 100).turn(division="pay", revenue=30)
    assert first_price(client, store_position(store, position)) == "100"


def test_an_undone_sale_counts_for_nothing(client: FlaskClient, store: GameStore) -> None:
    position = pennsylvania("trains").turn(division="pay", revenue=30)
    game = store_position(store, position)
    store.play(game, store.version(game), BuyTrain("PRR", "3-0", 240))
    store.undo(game, store.version(game))
    assert first_price(client, game) == "180"


def test_the_cheapest_of_several_trains_that_cost_too_much_is_named(
    client: FlaskClient, store: GameStore
) -> None:
    position = pennsylvania("trains").phase("6").trains("PRR", "6").floated("PRR", 100)
    game = store_position(store, position.turn(division="pay", revenue=30))
    page = client.get(f"/game/{game}").text
    group = page[page.index('class="group g-buy_train"') :]
    assert re.findall(r'class="train">(\w+)<', group)[:2] == ["6", "D"]
    assert "PRR has $100; a 6-train costs $630." in group
