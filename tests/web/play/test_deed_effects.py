"""A chosen deed tells what it changes before it is done."""

import re

from flask.testing import FlaskClient

from companion.rules.core.actions import Bid
from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun
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


def test_a_train_tells_the_cash_of_both_companies_its_limit_and_who_loses_trains(
    client: FlaskClient, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates().phase("3").trains("NYC", "3", "2")
    position.started("PRR", 100, "p1", p1=60).floated("PRR", 1000).trains("PRR", "2")
    position.started("NYC", 82, "p2", p2=60).floated("NYC", 300)
    position.started("CPR", 100, "p3", p3=60).floated("CPR", 300).trains("CPR", "2", "2")
    for train in "3333":
        position.trains("pool", train)
    turn = position.operating("PRR", "trains").turn(division="pay", revenue=30)
    game = store_position(store, turn)
    bought = effects(client, game, "pick=buy_train~PRR~4-0~300")
    assert "PRR: cash 1,000 → 700" in bought
    assert "trains 1 → 1, limit 3" in bought
    assert "PRR loses one 2-train" in bought
    assert "NYC loses one 2-train" in bought
    assert "CPR loses 2 2-trains" in bought
    shared = effects(client, game, "pick=buy_train~PRR~3-0&price=100")
    assert "PRR: cash 1,000 → 900" in shared
    assert "NYC: cash 300 → 400" in shared
    assert "loses" not in shared
    assert effects(client, game, "pick=buy_train~PRR~3-0&price=5000") == ""


def test_a_bid_tells_how_much_of_the_cash_stays_free(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    assert "800 → 725 free of 800" in effects(client, game, "pick=bid~p1~DH")
    store.play(game, store.open(game).version, Bid("p1", "DH", 75))
    other = effects(client, game, "pick=bid~p2~DH&amount=100")
    assert "800 → 700 free of 800" in other
