"""Warnings at the edges of rounds: each is shown once, and none that is switched off."""

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.core.actions import Pass
from companion.store.games.game_store import GameStore
from tests.browser.conftest import SIZES
from tests.browser.screen_tour import Stop, store_moment
from tests.browser.test_screen_sizes import SIZES as SCREENS
from tests.browser.test_screen_sizes import faults, too_pale
from tests.support.positions import Position
from tests.support.stored_games import store_position


def in_danger(store: GameStore) -> int:
    """A stock round in which p2 could take the directorship of p1, and has the money."""
    position = Position("1830").started("PRR", 100, "p1", p1=30, p2=30).cash(p1=500, p2=500)
    position.stock_round()
    return store_position(store, position)


@pytest.mark.one_size("phone")
def test_a_warning_is_shown_once_in_a_round(page: Page, store: GameStore) -> None:
    game = in_danger(store)
    page.goto(f"/game/{game}")
    expect(page.locator("#warnings li").filter(visible=True)).to_have_count(1)
    page.locator("#warnings-seen").click()
    expect(page.locator("#warnings")).to_be_hidden()
    store.play(game, store.version(game), Pass("p1"))
    expect(page.locator("#pulse")).to_have_attribute("data-version", str(store.version(game)))
    expect(page.locator("#warnings")).to_be_hidden()


@pytest.mark.one_size("tablet")
def test_a_deed_of_the_device_takes_its_warnings_away(page: Page, store: GameStore) -> None:
    page.goto(f"/game/{in_danger(store)}")
    expect(page.locator("#warnings")).to_be_visible()
    page.locator("#pass").click()
    expect(page.locator("#warnings")).to_be_hidden()


@pytest.mark.one_size("phone")
def test_a_kind_that_is_switched_off_is_not_shown(page: Page, store: GameStore) -> None:
    game = in_danger(store)
    page.goto(f"/game/{game}/device")
    page.locator("#warn-director").uncheck()
    page.goto(f"/game/{game}")
    expect(page.locator("#warnings li")).to_have_count(1)
    expect(page.locator("#warnings")).to_be_hidden()
    page.goto(f"/game/{game}/device")
    expect(page.locator("#warn-director")).not_to_be_checked()


def test_warnings_fit_and_can_be_read(browser: Browser, store: GameStore, address: str) -> None:
    context = browser.new_context(
        viewport=SIZES["phone"], bypass_csp=True, base_url=address, reduced_motion="reduce"
    )
    page, game = context.new_page(), in_danger(store)
    found = []
    for place in ("", "/device"):
        stop = Stop(f"/game/{game}{place}", "1830", "shares", turn=not place)
        page.goto(stop.address)
        found += too_pale(page, len(found), stop)
        for size in SCREENS:
            found += faults(page, stop, size)
    context.close()
    assert found == []


COMMON = """([one, other]) => {
    const [a, b] = [one, other].map(name => document.querySelector(name).getBoundingClientRect());
    return Math.min(a.right, b.right) > Math.max(a.left, b.left) + 1
        && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top) + 1;
}"""


@pytest.mark.parametrize("place", [".turn .lists", ".bottom-navigation", ".turn .deeds"])
def test_warnings_lie_beside_the_offers_of_a_phone_on_its_side(
    phone: Page, store: GameStore, place: str
) -> None:
    phone.set_viewport_size({"width": 640, "height": 360})
    phone.goto(f"/game/{in_danger(store)}")
    expect(phone.locator("#warnings")).to_be_visible()
    assert not phone.evaluate(COMMON, ["#warnings", place])


def test_a_long_warning_on_a_phone_on_its_side_is_whole(phone: Page, store: GameStore) -> None:
    game = store_moment(store, "1839-2015", "shares")
    phone.set_viewport_size({"width": 640, "height": 360})
    phone.goto(f"/game/{game}")
    lines = phone.locator("#warnings ul")
    expect(lines).to_be_visible()
    assert lines.evaluate("list => list.scrollHeight <= list.clientHeight")


@pytest.mark.parametrize("size", [(1024, 768), (1440, 900), (1920, 1080)])
def test_warnings_lie_beside_the_small_map_and_the_buttons_of_the_map(
    tablet: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store_moment(store, "1850jr", "track")
    tablet.set_viewport_size({"width": size[0], "height": size[1]})
    tablet.goto(f"/game/{game}")
    expect(tablet.locator("#warnings")).to_be_visible()
    expect(tablet.locator(".overview")).to_be_visible()
    for place in (".overview", ".operating .zoom"):
        assert not tablet.evaluate(COMMON, ["#warnings", place]), place
