"""The auction's table: six rows, bids, money free and laid down, and what is sold now."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.rules.core.actions import Bid, BuyPrivate
from companion.rules.explain.summary import private_rows
from companion.store.games.game_store import GameStore
from companion.web import create_app
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.t1828.game_start import table

ORDER = ["SVN", "StCT", "C&StL", "D&H", "C&P", "M&H", "E&K", "C&A", "MC", "CPR", "GT", "IC", "MP"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    opened = GameStore(tmp_path / "companion.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def game() -> Position:
    """One bid in the cheapest row, two on D&H; p4 is next."""
    game = table(4, row="MC CPR GT IC MP")
    return game.do(Bid("p1", "SVN", 25), Bid("p2", "D&H", 85), Bid("p3", "D&H", 90))


def page_of(store: GameStore, game: Position) -> str:
    client = create_app({"STORE": store}).test_client()
    answer = client.get(f"/game/{store_position(store, game)}")
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def test_six_rows_from_cheap_to_dear_in_the_order_drawn(game):
    found = private_rows(game.rules, game.state)
    assert [row.symbol for row in found if row.owner == "bank"] == ORDER
    assert [row.symbol for row in found if row.first] == ["C&StL", "D&H", "M&H", "C&A", "MC"]


def test_privates_to_buy_are_marked_and_then_contested_ones(game):
    assert [row.symbol for row in private_rows(game.rules, game.state) if row.offered] == ["StCT"]
    game.do(Bid("p4", "C&P", 85), Bid("p1", "C&StL", 45), BuyPrivate("p2", "StCT"))
    assert [row.symbol for row in private_rows(game.rules, game.state) if row.offered] == ["D&H"]


def test_nothing_is_marked_where_nothing_may_be_bought():
    game = table(4)
    assert not [row for row in private_rows(game.rules, game.state) if row.offered]


def test_money_free_and_laid_down_stands_under_each_player(store, game):
    words = text_of(page_of(store, game))
    assert "uncommitted 675 615 610 700" in words
    assert "committed 25 85 90 –" in words


def test_why_a_private_of_the_cheapest_row_cannot_be_bought(store, game):
    words = text_of(page_of(store, game))
    assert "Schuylkill Valley Navigation has a bid: it is sold to a bidder, not bought." in words


def test_other_titles_mark_the_first_that_is_unsold(store):
    game = Position("1830", 3)
    assert [row.symbol for row in private_rows(game.rules, game.state) if row.offered] == ["SV"]
    page = page_of(store, game)
    assert page.count('class="on-offer"') == 1
    assert "new-row" not in page
