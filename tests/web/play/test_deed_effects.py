"""A chosen deed of a stock round tells what it changes before it is done."""

import re

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.positions import Position
from tests.support.stored_games import store_position


def effects(client: FlaskClient, game: int, choice: str) -> str:
    page = client.get(f"/game/{game}?{choice}").text
    found = re.search(r'id="effects">(.*?)</p>', page, re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", found[1]).split()) if found else ""


def test_a_sale_tells_cash_certificates_price_and_the_new_president(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).started("PRR", 100, "p1", p1=40, p2=30).floated("PRR", 500)
    game = store_position(store, position.stock_round())
    cash = store.open(game).state.cash["p1"]
    lost = effects(client, game, "pick=sell_shares~p1~PRR&percent=20")
    assert f"cash {cash:,} → {cash + 200:,}" in lost
    assert "certificates 3 → 2" in lost
    assert "PRR: president" in lost
    kept = effects(client, game, "pick=sell_shares~p1~PRR&percent=10")
    assert f"cash {cash:,} → {cash + 100:,}" in kept
    assert "PRR 100 → 90" in kept
    assert "president" not in kept
    assert effects(client, game, "") == ""
