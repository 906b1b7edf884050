"""The number of taps that things cost, at each size of screen.

Each of several bids is made on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.core.actions import Dividend, Pass
from companion.rules.operating.operating_round import TurnStep
from companion.rules.shares.holdings import percent
from companion.rules.without_map.actions import TellRun
from companion.store.games.game_store import GameStore
from tests.browser.screen_tour import store_moment
from tests.browser.tapping import tap
from tests.browser.test_double_taps import dealing, settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.game_stages import begun
from tests.support.stored_games import store_position, store_state
from tests.web.play.operating_panels.test_skipped_steps import idle, next_turn, waits
from tests.web.play.test_turn_without_map import turn as told_turn


class Hand:
    """A hand that counts its taps."""

    def __init__(self, page: Page, game: int) -> None:
        self.page, self.taps = page, 0
        page.goto(f"/game/{game}")
        settled(page)

    def tap(self, where: str | Locator) -> None:
        """One tap, when nothing is held up any more."""
        settled(self.page)
        tap(self.page, where)
        settled(self.page)
        self.taps += 1


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_how_much_is_sold_is_chosen_by_the_tap_on_the_row(page: Page, store: GameStore) -> None:
    game = store_position(store, dealing())
    hand = Hand(page, game)
    is_phone = bool(page.viewport_size and page.viewport_size["width"] < 600)
    if is_phone:  # on a tablet the list of what may be sold is in sight
        hand.tap("#tab-sell")
    hand.tap("#size-nyc-20")
    expect(page.locator("#deed")).to_contain_text("Sell 20% NYC")
    hand.tap("#deed")
    view = store.open(game)
    assert percent(view.rules.data, view.state, "NYC", "p1") == 10
    assert hand.taps == 2 + is_phone


def test_a_turn_as_the_one_before_costs_a_tap_a_deed(page: Page, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"))
    before = len(store.rows(game))
    hand = Hand(page, game)
    hand.tap("#deed:has-text('Run for')")  # no track can be laid, no token was placed last time
    hand.tap("#deed:has-text('Pay out')")
    hand.tap("#one-tap:has-text('Buy a 3')")
    done = [row.action_json["type"] for row in store.rows(game)[before:]]
    assert done == ["pass", "run_trains", "dividend", "buy_train"]
    assert hand.taps == 3


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_an_ordinary_operating_turn_costs_six_taps(page: Page, store: GameStore) -> None:
    game = store_position(store, pennsylvania())
    hand = Hand(page, game)
    hand.tap('[data-hex="H14"]')
    hand.tap("#deed:has-text('Lay 18 on H14')")
    hand.tap("#pass")  # no token
    hand.tap("#deed:has-text('Run for')")
    hand.tap("#deed:has-text('Pay out')")
    hand.tap("#one-tap:has-text('Buy a 3')")
    done = [row.action_json["type"] for row in store.rows(game)[1:]]
    assert done == ["lay_tile", "pass", "run_trains", "dividend", "buy_train"]
    assert hand.taps == 6


def test_a_train_of_another_company_costs_two_taps_at_its_face_value(
    page: Page, store: GameStore
) -> None:
    game = store_position(store, pennsylvania("trains").turn(division="pay", revenue=30))
    hand = Hand(page, game)
    hand.tap(page.locator(".g-buy_from .offer").first)
    hand.tap("#deed")
    assert store.open(game).state.cash["PRR"] == 1000 - 180
    assert hand.taps == 2


@pytest.mark.in_part(1)
@pytest.mark.parametrize(("chip", "bid"), [("min", 75), ("+10", 85), ("+50", 125), ("all", 800)])
def test_a_bid_costs_three_taps(page: Page, store: GameStore, chip: str, bid: int) -> None:
    game = begun(store)
    hand = Hand(page, game)
    hand.tap('[id="pick-bid~p1~DH"]')
    hand.tap(page.get_by_role("button", name=chip, exact=True))
    hand.tap("#deed")
    assert store.open(game).state.round.standing_bids("DH") == [("p1", bid)]
    assert hand.taps == 3


def test_a_step_in_which_nothing_can_be_done_costs_none_and_is_one_tap_away(
    page: Page, store: GameStore
) -> None:
    rules, state = next(idle("steam-over-holland"))
    game = store_state(store, rules, state)
    hand = Hand(page, game)
    subject = page.locator("h1").text_content()
    back = page.locator("#back-to, .step-bar .step .link").filter(visible=True).first
    hand.tap(back)
    expect(page.locator("h1")).not_to_have_text(subject or "")
    page.go_back()
    expect(page.locator("h1")).to_have_text(subject or "")


SECOND = ".picks .pick:nth-child(2)"  # the second way to lay a tile


def laying(page: Page, store: GameStore) -> None:
    """A late turn on a phone in which D22 takes tiles in several ways."""
    page.goto(f"/game/{store_moment(store, '1828', 'track')}")
    settled(page)


@pytest.mark.one_size("phone")
def test_a_second_tap_on_the_hex_that_is_chosen_keeps_its_tile_and_the_way_it_lies(
    page: Page, store: GameStore
) -> None:
    laying(page, store)
    tap(page, "#turn-map [data-hex=D22]")
    settled(page)
    tap(page, SECOND)
    expect(page).to_have_url(re.compile("hex=D22.*tile=.*rotation="))
    settled(page)
    kept = page.url
    tap(page, "#turn-map [data-hex=D22]")
    settled(page)
    assert page.url == kept
    tap(page, "#turn-map [data-hex=C21]")  # another hex is another choice
    expect(page).to_have_url(re.compile("hex=C21"))


def test_a_second_tap_on_a_hex_chooses_no_tile_that_came_up_under_it(
    phone: Page, store: GameStore
) -> None:
    laying(phone, store)
    phone.locator("#turn-map [data-hex=D22]").tap()
    expect(phone.locator(SECOND)).to_be_visible()
    settled(phone)
    first = phone.locator(".picks .chosen").get_attribute("id") or ""
    turn = phone.locator(SECOND).bounding_box()
    phone.go_back()
    expect(phone.locator(SECOND)).to_have_count(0)
    phone.evaluate("document.getElementById('rest').remove()")  # the map reaches down as far
    settled(phone)
    hex = phone.locator("#turn-map [data-hex=D22]").bounding_box()
    phone.mouse.move(hex["x"] + hex["width"] / 2, hex["y"] + hex["height"] / 2)
    seen = phone.locator("#turn-map svg.map")
    box = seen.get_attribute("viewBox")
    phone.mouse.wheel(0, -400)  # it reaches down to where the links come up
    expect(seen).not_to_have_attribute("viewBox", box or "")
    hex = phone.locator("#turn-map [data-hex=D22]").bounding_box()
    x, y = turn["x"] + turn["width"] / 2, turn["y"] + 4
    phone.mouse.move(100, 250)
    phone.mouse.down()
    phone.mouse.move(110, 250)
    over, down = x - hex["x"] - hex["width"] / 2, max(0, y - hex["y"] - hex["height"] + 4)
    phone.mouse.move(100 + over, 250 + down)
    phone.mouse.up()
    twice = """([x, y]) => document.addEventListener("fresh", () => {
        window.second = document.elementFromPoint(x, y).closest("a");
        window.second?.click();
        window.note = document.getElementById("held-up").textContent;
    }, { once: true })"""
    phone.evaluate(twice, [x, y])
    phone.touchscreen.tap(x, y)
    phone.wait_for_function("window.note !== undefined")
    assert phone.evaluate("window.second.matches('.pick')")
    assert phone.evaluate("window.note") == (
        "Nothing was done, because the screen had just changed."
    )
    expect(phone.locator(".picks .chosen")).to_have_attribute("id", first)
    settled(phone)
    tap(phone, SECOND)
    expect(phone.locator(SECOND)).to_have_attribute("aria-current", "true")


def second_turn_without_map(store: GameStore) -> int:
    """A company's turn in a game without its map, after one in which it only ran for $70."""
    game = store_position(store, told_turn("track", "2"))
    deeds = (Pass("NYC"), Pass("NYC"), TellRun("NYC", 70), Dividend("NYC", "pay"))
    for deed in deeds:
        store.play(game, store.open(game).version, deed)
    while waits(store, game) != "told_track":
        view = store.open(game)
        step = view.rules.waiting(view.state)
        party = step.company(view.state) if isinstance(step, TurnStep) else step.actor(view.state)
        store.play(game, view.version, Pass(party))
    return game


def test_a_turn_without_the_map_costs_a_tap_as_usual(page: Page, store: GameStore) -> None:
    game = second_turn_without_map(store)
    hand = Hand(page, game)
    hand.tap("#rest-of-turn:has-text('run · $70 (as last time)')")
    assert store.open(game).state.companies["NYC"].has_operated
    assert waits(store, game) != "told_run"
    assert hand.taps == 1


@pytest.mark.both_sizes
def test_a_turn_without_the_map_costs_four_taps_with_another_revenue(
    page: Page, store: GameStore
) -> None:
    game = second_turn_without_map(store)
    before = len(store.rows(game))
    hand = Hand(page, game)
    for key in "120":
        hand.tap(f'.pad [data-digit="{key}"]')
    hand.tap("#deed-and-rest")
    expect(page.locator("#deed-and-rest")).to_have_count(0)
    done = [row.action_json["type"] for row in store.rows(game)[before:]]
    assert done[:4] == ["pass", "pass", "tell_run", "dividend"]
    assert hand.taps == 4
