"""The number cards beside the players' names, and in a stock round those taken so far."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.core.actions import BuyShare, Pass
from companion.rules.explain.summary import player_row
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.game_start import table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path / "companion.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def game() -> Position:
    """The order is p2, p1, p3; p2 and p3 have passed, p1 has acted."""
    game = table(3, order="Jörg, Anneke, Daniël").close_privates()
    game.started("IC", 67, "p1", p1=20).stock_round(2, "p2")
    return game.do(Pass("p2"), BuyShare("p1", "IC", "initial"), Pass("p1"), Pass("p3"))


def cards(game: Position, field: str) -> list[int]:
    rows = (player_row(game.rules, game.state, seat, None) for seat in game.rules.seats)
    return [getattr(row, field) for row in rows]


def test_each_player_has_the_card_of_their_place_in_the_order(game):
    assert cards(game, "card") == [2, 1, 3]


def test_a_player_who_passed_has_a_card_of_the_next_order(game):
    assert cards(game, "taken") == [0, 1, 2]
    assert cards(Position("1828", 3), "taken") == [0, 0, 0]


def test_other_titles_show_the_priority_alone():
    assert cards(Position("1830", 3), "card") == [1, 0, 0]


def test_both_stand_beside_the_names(store, game):
    client = create_app({"STORE": store}).test_client()
    for page in ("", "/shares"):
        text = client.get(f"/game/{store_position(store, game)}{page}").get_data(as_text=True)
        assert 'title="card 2">2</span>' in text
        assert 'title="card 1 of the next order of play">1</span>' in text
