"""Sixteen companies and the largest map weigh no more than a first load may."""

from pathlib import Path

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from companion.web import create_app
from tests.support.run_cache import play
from tests.support.stored_games import store_state
from tests.web.http.test_response_size import LIMIT, first_load


def test_no_page_is_heavier_than_a_first_load_may_be(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "companion.sqlite")
    client = create_app({"STORE": store}).test_client()
    rules = rules_for(Setup("1828", ("Anneke", "Jörg", "Bartholomeüs", "Pieter-Jan", "Mia"), {}, 7))
    late = [outcome.state for _, outcome in play(rules, 7)][-40]
    game = store_state(store, rules, late)
    pages = ("", "/shares", "/market", "/map", "/companies", "/privates", "/trains", "/standings")
    weights = {page: sum(first_load(client, f"/game/{game}{page}").values()) for page in pages}
    store.close()
    assert max(weights.values()) < LIMIT + 2_000, weights  # the lists for listeners weigh so much
