"""Tests of the warnings on the screen of the turn: who has them, and where."""

import re
from html import unescape

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.clients import guest
from tests.support.positions import Position
from tests.support.stored_games import store_position

DANGER = "One purchase could make Jörg president of PRR."


def warnings(device: FlaskClient, game: int, page: str = "") -> dict[str, str]:
    """The warnings that the device gets, by their kinds."""
    text = device.get(f"/game/{game}{page}").text
    found = re.findall(r'<li data-warning="(\w+)" data-once="[^"]*" hidden>(.*?)</li>', text)
    return {kind: unescape(says) for kind, says in found}


def in_danger(store: GameStore) -> int:
    """A stock round in which p2 could take the directorship of p1, and has the money."""
    position = Position("1830")
    position.started("PRR", 100, "p1", p1=30, p2=30).cash(p1=500, p2=500)
    position.stock_round()
    return store_position(store, position)


def test_a_directorship_in_danger_is_told_to_its_holder_alone(
    client: FlaskClient, store: GameStore
) -> None:
    game = in_danger(store)
    assert warnings(client, game)["director"] == DANGER  # the banker keeps the seat
    first = guest(client.application, game, "p1", secret="one")
    second = guest(client.application, game, "p2", secret="two")
    watcher = guest(client.application, game, secret="three")
    assert warnings(first, game)["director"] == DANGER
    for other in (second, watcher, client):
        assert "director" not in warnings(other, game)


def test_only_the_screen_of_the_turn_warns(client: FlaskClient, store: GameStore) -> None:
    game = in_danger(store)
    for page in ("/shares", "/market", "/log", "/device"):
        assert warnings(client, game, page) == {}


def test_each_kind_can_be_switched_off(client: FlaskClient, store: GameStore) -> None:
    text = client.get(f"/game/{in_danger(store)}/device").text
    kinds = re.findall(r'data-warn="(\w+)"', text)
    assert kinds == ["rust", "closing", "prices", "director", "bank"]
