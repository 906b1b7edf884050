"""Amounts that are typed: the deed shows what was typed, and nothing that was not.

Each of several amounts is typed on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun
from tests.support.positions import Position
from tests.support.stored_games import store_position

TYPED = [
    ("85", "$85"),
    ("1,200", "$1,200"),
    ("80.5", "–"),
    ("-50", "−$50"),
    ("", "–"),
    ("8o", "–"),
]


@pytest.mark.in_part(3)
@pytest.mark.parametrize(("typed", "shown"), TYPED)
def test_a_bid_is_shown_as_it_was_typed(
    page: Page, store: GameStore, typed: str, shown: str
) -> None:
    page.goto(f"/game/{begun(store)}?pick=bid~p1~DH")
    page.locator("#amount").fill(typed)
    expect(page.locator("#deed .price")).to_have_text(shown)


def test_a_bid_that_is_no_number_is_told_and_kept(page: Page, store: GameStore) -> None:
    page.goto(f"/game/{begun(store)}?pick=bid~p1~DH")
    page.locator("#amount").fill("80.5")
    page.locator("#deed").click()
    expect(page.locator(".notice")).to_contain_text("“80.5”; a whole number is needed")
    expect(page.locator("#amount")).to_have_value("80.5")
    expect(page.locator("#deed .price")).to_have_text("–")


@pytest.mark.in_part(3)
@pytest.mark.parametrize(("typed", "shown"), TYPED)
def test_a_price_of_a_train_is_shown_as_it_was_typed(
    page: Page, store: GameStore, typed: str, shown: str
) -> None:
    turn = Position("1830")
    turn.started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 1000)
    turn.started("NYC", 82, "p2", p2=60).floated("NYC", 300)
    turn.phase("3").trains("NYC", "3").operating("PRR", "trains")
    page.goto(f"/game/{store_position(store, turn)}")
    page.locator(".g-buy_from .offer").first.click()
    page.locator("#amount").fill(typed)
    expect(page.locator("#deed [data-follows]")).to_have_text(shown)
