"""If a tile leaves open which city is whose, the player taps a place for each token."""

import json
import re

import pytest
from flask.testing import FlaskClient

from companion.rules.core.change import Change
from companion.rules.judge.policies import TrackPolicy
from companion.rules.operating import tokens
from companion.rules.standard.rules import StandardRules
from companion.store.games.game_store import GameStore
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.web.play.operating_panels.test_operating_turn import forms, html, send


@pytest.fixture
def two_cities(monkeypatch: pytest.MonkeyPatch) -> Position:
    """Tokens are allotted; those of PRR and NYC lie on E11, with two cities and no track."""
    bare = TrackPolicy(may_allot=lambda rules, state, at: at not in state.board.laid)
    monkeypatch.setattr(StandardRules, "track", bare)
    table = Position("1830", 3).close_privates().phase("3")
    table.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    for company, stop in (("PRR", "E11.0"), ("NYC", "E11.1")):
        tokens.place_token(Change(table.state), company, stop)
    table.state.alter("ERIE", homes=())
    return table.operating("PRR")


CHOICES = r'<a class="offer( chosen)?" id="allot-(\w+)-(\d)"[^>]*href="[^"]*allotted=(\d)[^"]*"'


def choices(page: str) -> dict[str, tuple[bool, str]]:
    """Each token and city: whether it is chosen, and the allotment that a tap asks for."""
    return {
        f"{owner} {stop}": (bool(chosen), way)
        for chosen, owner, stop, way in re.findall(CHOICES, page)
    }


def test_one_tap_puts_a_token_into_another_city_and_the_other_out_of_its_way(
    client: FlaskClient, store: GameStore, two_cities: Position
) -> None:
    game = store_position(store, two_cities)
    page = html(client, game, hex="E11", tile="59", rotation=0)
    assert choices(page) == {
        "prr 0": (True, "0"),
        "prr 1": (False, "1"),
        "nyc 0": (False, "1"),
        "nyc 1": (True, "0"),
    }
    (laid,) = [form for form in forms(page) if form["type"] == "lay_tile"]
    assert "allotment" not in laid  # each goes along with its city
    page = html(client, game, hex="E11", tile="59", rotation=0, allotted=1)
    assert {which for which, (chosen, _) in choices(page).items() if chosen} == {"prr 1", "nyc 0"}
    (laid,) = [form for form in forms(page) if form["type"] == "lay_tile"]
    assert json.loads(laid["allotment"]) == [["PRR", 1], ["NYC", 0]]
    assert send(client, game, laid) < 400
    board = store.open(game).state.board
    assert (board.tokens["E11.0"], board.tokens["E11.1"]) == (("NYC",), ("PRR",))


@pytest.mark.parametrize("way", ["7", "-1", "x", "²"])
def test_way_that_there_is_not_is_the_usual_one(
    client: FlaskClient, store: GameStore, two_cities: Position, way: str
) -> None:
    game = store_position(store, two_cities)
    page = html(client, game, hex="E11", tile="59", rotation=0, allotted=way)
    assert choices(page)["prr 0"][0]


def test_nothing_is_asked_where_there_is_no_choice(
    client: FlaskClient, store: GameStore, two_cities: Position
) -> None:
    game = store_position(store, two_cities)
    assert not choices(html(client, game, hex="H12"))
    assert not choices(html(client, game, hex="E13"))


def test_impossible_allotment_is_refused_with_a_sentence(
    client: FlaskClient, store: GameStore, two_cities: Position
) -> None:
    game = store_position(store, two_cities)
    page = html(client, game, hex="E11", tile="59", rotation=0)
    (laid,) = [form for form in forms(page) if form["type"] == "lay_tile"]
    sent = {**laid, "allotment": '[["CPR", 1]]'}
    answer = client.post(f"/game/{game}/act", data=sent, follow_redirects=True)
    says = "The token of CPR on E11 Dunkirk &amp; Buffalo cannot go into that city of tile 59."
    assert says in answer.text
    assert not store.open(game).state.board.laid
