"""Amounts that are typed: the deed shows what was typed, and nothing that was not.

Each of several amounts is typed on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.amend.correction_actions import CorrectCash
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.browser.test_double_taps import settled
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


def told_run(page: Page, store: GameStore) -> int:
    """A company with two trains tells its revenue, without the map."""
    turn = Position("1830", without_map=True).close_privates()
    turn.started("NYC", 100, "p1", p1=60).floated("NYC", 500).trains("NYC", "2", "3")
    game = store_position(store, turn.operating("NYC", "run"))
    page.goto(f"/game/{game}")
    return game


def press_keys(page: Page, keys: str) -> None:
    for key in keys:
        tap(page, f'.pad [data-digit="{key}"]')


def test_keys_of_the_pad_go_on_after_a_change_elsewhere_and_after_a_reload(
    page: Page, store: GameStore
) -> None:
    game = told_run(page, store)
    press_keys(page, "3")
    version = store.open(game).version
    store.play(game, version, CorrectCash("bank", "p1", 10, reason="found"))
    expect(page.locator("[name=version]").first).to_have_value(str(version + 1))
    expect(page.locator("#amount")).to_have_value("3")
    press_keys(page, "0+")
    expect(page.locator("#amount")).to_have_value("30+")
    page.reload()
    settled(page)
    press_keys(page, "40")
    expect(page.locator("#amount")).to_have_value("30+40")
    expect(page.locator("#deed")).to_contain_text("$70")


def test_a_chip_adds_to_the_last_number_of_a_sum(page: Page, store: GameStore) -> None:
    told_run(page, store)
    press_keys(page, "30+")
    tap(page, '[data-by="20"]')
    expect(page.locator("#amount")).to_have_value("30+20")
    tap(page, '[data-by="50"]')
    expect(page.locator("#amount")).to_have_value("30+70")
    expect(page.locator("#deed")).to_contain_text("$100")


@pytest.mark.one_size("phone")
@pytest.mark.parametrize("size", [(360, 640), (320, 568)], ids=str)
def test_keys_of_the_pad_are_within_reach_with_a_text_twice_as_large(
    page: Page, store: GameStore, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    game = told_run(page, store)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    press_keys(page, "30+60")
    assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    do(page, "#deed")
    turn = store.open(game).state.round.operating
    assert turn and turn.revenue == 90
