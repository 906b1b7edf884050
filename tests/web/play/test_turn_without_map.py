"""A turn without the map on the screen: usual costs, revenue as a sum, and the rest as usual."""

import re

from flask.testing import FlaskClient

from companion.rules.core.actions import Dividend
from companion.rules.without_map.actions import TellRun
from companion.store.games.game_store import GameStore
from companion.titles.t1839_2015.run_without_map import TellVisits
from tests.support.clients import press
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1839_2015.game_start import without_map


def turn(step: str, *trains: str) -> Position:
    game = Position("1830", 3, without_map=True).close_privates()
    game.started("NYC", 100, "p1", p1=60).floated("NYC", 500)
    return game.trains("NYC", *trains).operating("NYC", step)


def page(client: FlaskClient, game: int, query: str = "") -> str:
    return client.get(f"/game/{game}?{query}").get_data(as_text=True)


def test_a_new_game_is_begun_without_its_map(client: FlaskClient, store: GameStore):
    for title in ("1830", "1839-2015"):
        text = client.get(f"/new?title={title}").get_data(as_text=True)
        assert 'name="option.without_map"' in text


def test_a_usual_cost_of_track_is_one_tap(client: FlaskClient, store: GameStore):
    game = store_position(store, turn("track"))
    text = page(client, game)
    button = re.search(r'id="(tell-[^"]*-80)"', text)
    assert button and press(client, text, button[1]).status_code == 303
    assert store.open(game).state.cash["NYC"] == 420


def test_a_little_more_revenue_and_the_rest_of_the_turn_are_one_tap(
    client: FlaskClient, store: GameStore
):
    position = turn("run", "2").do(TellRun("NYC", 90), Dividend("NYC", "pay"))
    game = store_position(store, position.operating("NYC"))
    before, text = store.open(game).state, page(client, game)
    assert re.findall(r'id="run-for-(\d+)"', text) == ["100", "110", "120", "130", "140"]
    row = client.get(f"/game/{game}/rest")
    assert row.status_code == 200
    assert 'id="run-for-120"' in row.text
    assert press(client, text, "run-for-120").status_code == 303
    after = store.open(game).state
    for books in ("ledger", "player/p1"):
        paid = client.get(f"/game/{game}/{books}").text
        assert "entered, not checked" in paid
    assert sum(earned for _, earned in after.told.runs["NYC"]) == 120
    assert after.cash["p1"] == before.cash["p1"] + 72
    assert after.round.operating is None


def test_a_little_more_revenue_is_earned_at_the_same_foreign_places(
    client: FlaskClient, store: GameStore
):
    position = without_map("NBDS", "run").trains("NBDS", "3+").operating("NBDS", "run")
    position.do(TellRun("NBDS", 90), TellVisits("NBDS", ("D",)), Dividend("NBDS", "pay"))
    game = store_position(store, position.operating("NBDS"))
    text = page(client, game)
    assert "run to Duitsland · ƒ90 (as last time)" in text
    assert press(client, text, "run-for-120").status_code == 303
    visits = store.open(game).state.title_state.offboard_visits
    assert visits == {"D": (("NBDS", 90), ("NBDS", 120))}


def test_any_revenue_is_told_with_the_rest_of_the_turn(client: FlaskClient, store: GameStore):
    game = store_position(store, turn("run", "2", "3"))
    text = page(client, game)
    assert "Run – pay out · buy no train · end" in text
    assert press(client, text, "deed-and-rest", revenue="30 + 310").status_code == 303
    after = store.open(game).state
    assert [revenue for _, revenue in after.told.runs["NYC"]] == [30, 310]
    assert after.cash["p1"] == 800 + 204
    assert after.round.operating is None


def test_the_rest_after_a_typed_revenue_stays_on_the_screen_that_comes_again(
    client: FlaskClient, store: GameStore
):
    """As after a reload, or when another device has entered something."""
    game = store_position(store, turn("run", "2", "3"))
    text = page(client, game, "revenue=30%2B310")
    assert 'id="cancel"' not in text
    assert press(client, text, "deed-and-rest").status_code == 303
    assert [revenue for _, revenue in store.open(game).state.told.runs["NYC"]] == [30, 310]


def test_a_bad_revenue_with_the_rest_of_the_turn_is_refused_with_a_message(
    client: FlaskClient, store: GameStore
):
    game = store_position(store, turn("run", "2"))
    text, button = page(client, game), "deed-and-rest"
    for revenue, says in (("30 +", "a whole number is needed"), ("10000", "9,999 at most")):
        answer = press(client, text, button, revenue=revenue)
        assert answer.status_code == 400 and says in answer.get_data(as_text=True)
    assert press(client, text, button, revenue="70", mark="0").status_code == 409
    assert not store.open(game).state.told.runs


def test_the_first_turn_is_as_usual_up_to_its_revenue(client: FlaskClient, store: GameStore):
    text = page(client, store_position(store, turn("track", "2")))
    assert "pay nothing for track · place no token." in text
    assert "<b>Then</b> – Revenue" in text


def test_costs_are_offered_as_the_map_prints_them(client: FlaskClient, store: GameStore):
    game = store_position(store, turn("track"))
    pick = re.search(r"pick=([^\"&]+)", page(client, game))
    text = page(client, game, f"pick={pick[1]}")
    assert re.findall(r'data-to="(\d+)"', text) == ["0", "80", "120"]


def test_a_revenue_is_told_as_a_sum_with_a_part_for_each_train(
    client: FlaskClient, store: GameStore
):
    game = store_position(store, turn("run", "2", "3"))
    text = page(client, game)
    assert re.findall(r'data-by="(\d+)"', text) == ["10", "20", "50"]
    assert press(client, text, "deed", revenue="30 + 80").status_code in (200, 303)
    state = store.open(game).state
    assert [revenue for _, revenue in state.told.runs["NYC"]] == [30, 80]
    assert "not checked" in page(client, game, "runs=1")


def test_a_bad_revenue_is_refused_with_a_message(client: FlaskClient, store: GameStore):
    game = store_position(store, turn("run", "2"))
    for revenue, says in (("30 +", "a whole number is needed"), ("10000", "9,999 at most")):
        answer = press(client, page(client, game), "deed", revenue=revenue)
        assert answer.status_code in (400, 422) and says in answer.get_data(as_text=True)


def test_the_rest_as_usual_runs_as_last_time(client: FlaskClient, store: GameStore):
    position = turn("run", "2").do(TellRun("NYC", 70), Dividend("NYC", "pay"))
    game = store_position(store, position.operating("NYC"))
    assert "run · $70 (as last time)" in page(client, game)


def test_the_receipt_of_a_told_run_says_that_nobody_checked_it(
    client: FlaskClient, store: GameStore
):
    game = store_position(store, turn("run", "2"))
    store.play(game, store.open(game).version, TellRun("NYC", 70), Dividend("NYC", "pay"))
    text = client.get(f"/game/{game}/receipt/2").get_data(as_text=True)
    assert "entered, not checked" in text
    assert 'class="routes"' not in text  # no map, as no route is known
    log = client.get(f"/game/{game}/log").get_data(as_text=True)
    assert "ran for $70, not checked" in log
