"""A keyboard: a key for each common deed, the focus at what comes next, a way to turn it off."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.web.render.keyboard_shortcuts import KEYS
from tests.browser.conftest import SIZES
from tests.browser.screen_tour import store_moment
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


def test_a_hex_is_chosen_by_its_coordinate(desk: Page, store: GameStore) -> None:
    at(desk, store, pennsylvania())
    press(desk, "h")
    expect(desk.locator("#hex-list")).to_be_focused()
    desk.keyboard.type("H14")
    press(desk, "Enter")
    expect(desk.locator("#deed")).to_contain_text("on H14")


def test_the_values_of_a_sale_have_keys(desk: Page, store: GameStore) -> None:
    at(desk, store, dealing())
    desk.locator('[id="pick-sell_shares~p1~NYC"]').click()
    expect(desk.locator("#deed")).to_contain_text("Sell 10% NYC")
    settled(desk)
    press(desk, ".")
    expect(desk.locator("#deed")).to_contain_text("Sell 20% NYC")
    press(desk, ",")
    expect(desk.locator("#deed")).to_contain_text("Sell 10% NYC")


def test_the_tenth_offer_has_a_key_after_the_nine_before_it(desk: Page, store: GameStore) -> None:
    desk.goto(f"/game/{store_moment(store, '1828', 'early auction')}")
    settled(desk)
    offers = desk.locator("a.offer:not(.refused)").filter(visible=True)
    assert offers.count() > 9
    expect(offers.nth(0)).to_have_attribute("aria-keyshortcuts", "1")
    press(desk, "0")
    expect(offers.nth(9)).to_have_attribute("aria-keyshortcuts", "1")
    press(desk, "1")
    expect(offers.nth(9)).to_have_attribute("aria-current", "true")


def test_the_sections_and_the_page_of_keys_have_keys(desk: Page, store: GameStore) -> None:
    at(desk, store, dealing())
    press(desk, "m")
    expect(desk).to_have_url(re.compile("/map"))
    press(desk, "?")
    expect(desk).to_have_url(re.compile("/keys"))


def test_the_rest_of_a_turn_has_a_key(desk: Page, store: GameStore) -> None:
    game = at(desk, store, pennsylvania())
    expect(desk.locator("#rest-of-turn")).to_be_visible()
    settled(desk)
    press(desk, "e")
    turn = store.open(game).state.round.operating
    assert turn is None or turn.company != "PRR"


def test_an_operating_turn_is_played_with_keys_alone(desk: Page, store: GameStore) -> None:
    game = at(desk, store, pennsylvania())
    press(desk, "p")  # no track
    expect(desk.locator(".cities")).to_be_visible()
    press(desk, "1")
    expect(desk.locator("#deed")).to_contain_text("Place in Pittsburgh")
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


def test_passing_is_programmed_with_keys(desk: Page, store: GameStore) -> None:
    at(desk, store, dealing())
    press(desk, "a")
    first = desk.locator(".program[open] button.offer").first
    expect(first).to_have_attribute("aria-keyshortcuts", "1")
    # the lists behind it have no keys now, nor the space for them
    behind = desk.locator(".lists .offer").filter(visible=True).first
    expect(behind).not_to_have_attribute("data-key", "1")
    expect(behind).not_to_have_css("padding-left", "18px")
    press(desk, "1")
    expect(desk.locator(".programs").first).to_be_visible()


BUYING = '.offers .g-do a.offer[aria-keyshortcuts="1"], .operating a.offer[aria-keyshortcuts="1"]'
ROUNDS = 3
DEEDS = 150  # more than three rounds need


def play_by_keys(page: Page) -> None:
    """Do the deed that is chosen, choose the first offer, a hex by its coordinate, or pass."""
    chosen = page.locator("#deed").filter(visible=True)
    hexes = page.locator("#hex-list option:not([value=''])")
    if chosen.count():
        press(page, "d")
    elif page.locator(BUYING).filter(visible=True).count():
        press(page, "1")
    elif not page.locator("#pass").filter(visible=True).count():
        press(page, "h")
        page.keyboard.type(hexes.first.get_attribute("value") or "")
        press(page, "Enter")
    else:
        press(page, "p")


@pytest.mark.in_part(1)
def test_three_rounds_are_banked_without_a_mouse(desk: Page, store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg")))
    desk.goto(f"/game/{game}")
    settled(desk)
    rounds = []
    for _ in range(DEEDS):
        now = store.open(game).state.round.id
        if now not in rounds:
            rounds.append(now)
        if len(rounds) > ROUNDS:
            break
        play_by_keys(desk)
    assert len(rounds) > ROUNDS
    kinds = {row.action_json["type"] for row in store.rows(game) if row.action_json}
    assert kinds >= {"buy_private", "start_company", "buy_share", "pass", "buy_train"}


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
    expect(desk.get_by_role("button", name="Buy no train", exact=True)).to_be_visible()
    at(phone, store, pennsylvania("trains").turn(division="pay", revenue=30))
    assert phone.evaluate(content) in ("none", "normal")


def test_every_key_is_on_the_page_of_keys_where_they_are_turned_off(
    desk: Page, store: GameStore
) -> None:
    game = at(desk, store, pennsylvania())
    desk.goto(f"/game/{game}/device")
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
    assert all(re.fullmatch(r"[a-z0?.,]|Escape", key.key) for key in KEYS)
