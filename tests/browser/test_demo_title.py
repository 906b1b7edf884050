"""Pieces of 18Demo on a phone: the ordinary screens know nothing of it, and show all of it."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.shares import market
from companion.store.games.game_store import GameStore
from companion.titles import MORE
from tests.browser.tapping import do
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.demo.test_rules import light, stock_round, two_railways

pytestmark = pytest.mark.parametrize("page", ["phone"], indirect=True)


@pytest.fixture(autouse=True)
def demo(monkeypatch: pytest.MonkeyPatch) -> None:
    """The title is there as long as its tests run."""
    monkeypatch.setenv(MORE, "tests.titles")


def test_a_home_is_named_on_the_map(demo: None, page: Page, store: GameStore) -> None:
    game = store_position(store, stock_round())
    page.goto(f"/game/{game}")
    page.locator('[id="pick-start_company~p1~EL"]').tap()
    page.locator("#value-40").tap()
    do(page, "#deed")
    expect(page.locator(".task")).to_contain_text("Choose the home")
    page.locator('#turn-map [data-hex="C2"]').first.tap()
    expect(page.locator(".said")).to_contain_text("C2 Weston")  # another's home: why not is said
    page.locator('#turn-map [data-hex="A8"]').first.tap()
    expect(page.locator("#deed")).to_have_text("Home in Northam")
    expect(page.locator("#deed")).to_be_in_viewport(ratio=1)
    do(page, "#deed")
    assert store.open(game).state.companies["EL"].homes == (("A8",),)


def test_two_companies_merge(demo: None, page: Page, store: GameStore) -> None:
    game = store_position(store, two_railways())
    page.goto(f"/game/{game}")
    page.locator('[id="pick-merge~p1~AL~EL"]').tap()
    expect(page.locator("#deed")).to_contain_text("Merge EL into AL")
    do(page, "#deed")
    page.goto(f"/game/{game}/log")
    expect(page.locator("body")).to_contain_text("merged EL into AL, at £45")


def running() -> Position:
    """AL of p1 before its run from its home to The Port."""
    game = light(stock_round(), "AL", 40, "p1", p1=60).tile("A2", "57", 1).tile("A4", "9", 1)
    return game.trains("AL", "2").operating("AL", "run")


def test_half_of_a_run_is_paid(demo: None, page: Page, store: GameStore) -> None:
    game = store_position(store, running())
    page.goto(f"/game/{game}")
    expect(page.locator("#search")).to_have_count(0)
    expect(page.locator("#deed")).to_contain_text("£50")
    do(page, "#deed")
    before = store.open(game).state
    page.locator("#choose-half").tap()
    do(page, "#deed")
    after = store.open(game).state
    gained = {who: after.cash[who] - before.cash[who] for who in ("p1", "AL")}
    assert gained == {"p1": 15, "AL": 25 + 10}  # half is kept, and 4 of 10 shares are its own
    assert market.price(running().data, after, "AL") == 45
    page.goto(f"/game/{game}/log")
    expect(page.locator("body")).to_contain_text("AL paid £2.5 a share and kept £25.")
