"""After a deed nothing is armed that spends, and Undo lies where nothing else lay."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Dividend, Pass, PlaceToken
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.browser.test_double_taps import dealing, middle, overlap, settled, sold
from tests.browser.test_operating_turn import open_turn, pennsylvania
from tests.support.stored_games import store_position
from tests.web.play.operating_panels.test_skipped_steps import do as play
from tests.web.play.operating_panels.test_skipped_steps import next_turn, run

Begin = Callable[[GameStore], tuple[int, str]]
BOXES = """selector => [...document.querySelectorAll(selector)]
    .map(one => one.getBoundingClientRect().toJSON()).filter(box => box.width)"""


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_second_train_is_not_armed_by_the_purchase_of_the_first(
    page: Page, store: GameStore
) -> None:
    game = open_turn(page, store, pennsylvania("trains").turn(division="pay", revenue=30))
    expect(page.locator("#deed")).to_have_count(0)
    tap(page, ".g-buy_train .offer")
    expect(page.locator("#deed")).to_contain_text("Buy a 3")
    do(page, "#deed")
    assert "3-2" in [t for t, c in store.open(game).state.trains.items() if c.place == "PRR"]
    expect(page.locator(".g-buy_train .offer").first).to_be_visible()
    expect(page.locator("#deed")).to_have_count(0)


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_the_only_city_for_a_token_is_chosen_by_a_tap(page: Page, store: GameStore) -> None:
    page.goto(f"/game/{next_turn(store, PlaceToken('PRR', 'H16.0'))}")
    expect(page.locator(".cities .offer:not(.refused)")).to_have_count(1)
    expect(page.locator("#deed")).to_have_count(0)
    tap(page, ".cities .offer")
    expect(page.locator("#deed")).to_contain_text("$100")


@pytest.mark.one_size("phone")
def test_a_second_tap_on_a_city_leaves_it_chosen(page: Page, store: GameStore) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"/game/{next_turn(store, PlaceToken('PRR', 'H16.0'))}")
    city = page.locator(".cities .offer")
    settled(page)
    place = middle(city)
    tap(page, city)
    expect(city).to_have_attribute("aria-current", "true")
    settled(page)
    assert middle(city) == pytest.approx(place, abs=2)


def to_token(store: GameStore) -> tuple[int, str]:
    """Undo is there, and a city may be chosen."""
    return next_turn(store, PlaceToken("PRR", "H16.0")), ".cities .offer:not(.refused)"


def to_trains(store: GameStore) -> tuple[int, str]:
    game = next_turn(store, Pass("PRR"))
    play(store, game, Pass("PRR"))
    play(store, game, run(store, game), Dividend("PRR", "pay"))
    return game, ".g-buy_train .offer"


def to_shares(store: GameStore) -> tuple[int, str]:
    game = store_position(store, dealing())
    sold(store, game, "PRR")
    return game, '[id="pick-buy_share~p1~CPR~initial"]'


@pytest.mark.in_part(2)
@pytest.mark.one_size("phone")
@pytest.mark.parametrize("begin", [to_token, to_trains, to_shares])
@pytest.mark.parametrize("size", [(360, 640), (320, 568), (390, 844)], ids=str)
def test_undo_never_lies_where_the_foot_of_the_phone_lay(
    page: Page, store: GameStore, begin: Begin, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    game, choice = begin(store)
    page.goto(f"/game/{game}")
    expect(page.locator("#undo")).to_be_visible()
    settled(page)
    foot = page.evaluate(BOXES, ".bottom-navigation a")
    assert len(foot) == 5
    tap(page, page.locator(choice).first)
    expect(page.locator("#deed")).to_be_visible()
    settled(page)
    for box in page.evaluate(BOXES, "#undo, #redo, form .act"):
        assert not any(overlap(box, link) for link in foot)
    assert page.evaluate(BOXES, ".bottom-navigation a") == foot
