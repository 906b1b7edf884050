"""A keyboard: a key for each common deed, the focus at what comes next, a way to turn it off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.store.games.game_store import GameStore
from companion.web.render.keyboard_shortcuts import KEYS
from tests.browser.conftest import SIZES
from tests.browser.test_double_taps import dealing, settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.positions import Position
from tests.support.stored_games import store_position


@pytest.fixture
def desk(tablet: Page) -> Page:
    """A screen with a keyboard and a mouse."""
    return tablet


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """A phone, which has neither."""
    context = browser.new_context(
        bypass_csp=True,
        viewport=SIZES["phone"],
        base_url=address,
        has_touch=True,
        is_mobile=True,
    )
    yield context.new_page()
    context.close()


def at(page: Page, store: GameStore, position: Position) -> int:
    game = store_position(store, position)
    page.goto(f"/game/{game}")
    settled(page)
    return game


def press(page: Page, key: str) -> None:
    page.keyboard.press(key)
    page.wait_for_load_state("networkidle")
    settled(page)


def test_an_operating_turn_is_played_with_keys_alone(desk: Page, store: GameStore) -> None:
    game = at(desk, store, pennsylvania())
    press(desk, "p")  # no track
    expect(desk.locator(".cities")).to_be_visible()
    press(desk, "1")
    expect(desk.locator("#deed")).to_contain_text("Token in Pittsburgh")
    press(desk, "Escape")
    expect(desk.locator("#cancel")).to_have_count(0)
    press(desk, "1")
    press(desk, "d")
    expect(desk.locator("#draw")).to_be_visible()
    press(desk, "d")
    expect(desk.locator(".choice")).to_be_visible()
    press(desk, "2")
    expect(desk.locator("#deed")).to_contain_text("Withhold")
    press(desk, "1")
    expect(desk.locator("#deed")).to_contain_text("Pay out")
    press(desk, "d")
    expect(desk.locator(".g-buy_train")).to_be_visible()
    press(desk, "u")
    expect(desk.locator(".choice")).to_be_visible()
    press(desk, "r")
    expect(desk.locator(".g-buy_train")).to_be_visible()
    kinds = [row.action_json["type"] for row in store.rows(game) if row.action_json]
    assert kinds == ["pass", "place_token", "run_trains", "dividend"]


def test_after_a_deed_the_focus_is_at_the_first_offer(desk: Page, store: GameStore) -> None:
    at(desk, store, dealing())
    first = desk.locator("a.offer:not(.refused)").filter(visible=True).first
    desk.keyboard.press("1")
    expect(first).to_have_attribute("aria-current", "true")
    press(desk, "p")
    wanted = desk.locator("a.offer:not(.refused)").filter(visible=True).first
    expect(wanted).to_be_focused()


def test_after_a_deed_the_focus_is_at_the_deed_where_nothing_is_to_choose(
    desk: Page, store: GameStore
) -> None:
    at(desk, store, pennsylvania("token"))
    press(desk, "p")
    expect(desk.locator("#deed")).to_be_focused()
    expect(desk.locator("#deed")).to_contain_text("Run for")


def test_letters_that_are_typed_do_nothing_else(desk: Page, store: GameStore) -> None:
    game = at(desk, store, pennsylvania("trains").turn(division="pay", revenue=30))
    desk.locator(".g-buy_from .offer").first.click()
    settled(desk)
    desk.locator("#amount").fill("")
    desk.locator("#amount").press_sequentially("2pd")
    settled(desk)
    expect(desk.locator("#amount")).to_have_value("2pd")
    desk.keyboard.press("Control+d")
    assert store.open(game).head == 0


def test_keys_are_shown_where_there_is_a_keyboard_and_are_no_part_of_names(
    desk: Page, phone: Page, store: GameStore
) -> None:
    content = "getComputedStyle(document.querySelector('#pass'), '::after').content"
    at(desk, store, pennsylvania("trains").turn(division="pay", revenue=30))
    assert "data-key" in desk.evaluate(content) or '"P"' in desk.evaluate(content)
    expect(desk.get_by_role("button", name="No train", exact=True)).to_be_visible()
    at(phone, store, pennsylvania("trains").turn(division="pay", revenue=30))
    assert phone.evaluate(content) in ("none", "normal")


def test_every_key_is_on_the_page_of_keys_where_they_are_turned_off(
    desk: Page, store: GameStore
) -> None:
    game = at(desk, store, pennsylvania())
    desk.locator("summary.more").click()
    desk.get_by_role("link", name="Keys", exact=True).click()
    for key in KEYS:
        row = desk.locator(".keys dl > div", has=desk.locator("kbd", has_text=key.cap))
        expect(row.filter(has_text=key.says)).to_have_count(1)
    desk.get_by_role("checkbox").uncheck()
    desk.goto(f"/game/{game}")
    settled(desk)
    press(desk, "p")
    expect(desk.locator("[data-key]")).to_have_count(0)
    assert store.open(game).head == 0
    desk.goto(f"/game/{game}/keys")
    desk.get_by_role("checkbox").check()
    desk.goto(f"/game/{game}")
    settled(desk)
    press(desk, "p")
    assert store.open(game).head == 1


def test_no_two_keys_are_the_same_and_each_stands_for_something() -> None:
    assert len({key.key for key in KEYS}) == len(KEYS)
    assert all(re.fullmatch(r"[a-z]|Escape", key.key) for key in KEYS)
