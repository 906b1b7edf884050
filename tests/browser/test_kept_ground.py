"""The ground of the map, which a device keeps, looks as it does after a fresh load."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Pass
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.browser.test_double_taps import settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.game_stages import operating, played
from tests.support.stored_games import store_position

# without the part of the map that is shown, which a tab keeps for itself
MAP = """() => {
    const map = document.querySelector("figure[data-map] svg.map"), copy = map.cloneNode(true);
    copy.removeAttribute("viewBox");
    for (const part of copy.querySelectorAll(".hit, .at"))
        part.matches(".at") ? part.remove() : part.removeAttribute("style");
    const strange = [...map.querySelectorAll("*")].filter((one) => !(one instanceof SVGElement));
    return [strange.length, copy.outerHTML];
}"""
MARK = "document.getElementById('map-land').ours = true"
IS_OURS = "document.getElementById('map-land').ours === true"


def compare_after(page: Page, act: Callable[[], object]) -> bool:
    """Act, and compare the map with that of a fresh load. Return whether its ground was kept."""
    page.evaluate(MARK)
    act()
    settled(page)
    kept: bool = page.evaluate(IS_OURS)
    fresh = page.context.new_page()
    fresh.goto(page.url)
    settled(fresh)
    assert page.evaluate(MAP) == fresh.evaluate(MAP)
    fresh.close()
    return kept


def follow(page: Page, store: GameStore, game: int) -> None:
    """Wait until the page shows the present version of the game."""
    now = str(store.version(game))
    expect(page.locator("#pulse")).to_have_attribute("data-version", now)


@pytest.mark.parametrize(
    ("title", "language"), [("1830", "en"), ("1830", "nl"), ("1889", "en")], ids=str
)
def test_a_tile_that_is_laid_and_taken_back_leaves_the_map_of_a_fresh_load(
    tablet: Page, store: GameStore, address: str, title: str, language: str
) -> None:
    """The last title has hexes with a flat top."""
    page = tablet
    page.context.add_cookies([{"name": "language", "value": language, "url": address}])
    if title == "1830":
        game = store_position(store, pennsylvania())
    else:
        game = played(store, operating, title)
    page.goto(f"/game/{game}")
    settled(page)

    def choose() -> None:
        tap(page, "#hex-show")  # the first of the list
        expect(page.locator("#deed")).to_be_visible()

    def undo() -> None:
        store.undo(game, store.version(game))
        follow(page, store, game)

    def leave_out() -> None:
        view = store.open(game)
        company = view.state.round.turn.company
        store.play(game, view.version, Pass(company))
        follow(page, store, game)

    assert not compare_after(page, choose)  # the chosen tile is shown where it would lie
    laid = compare_after(page, lambda: do(page, "#deed"))
    assert not compare_after(page, undo)
    left_out = compare_after(page, leave_out)
    assert (laid and left_out) or title != "1830"  # letters and homes may change with the state


def test_hexes_that_are_not_highlighted_any_more_say_so_no_more(
    tablet: Page, store: GameStore
) -> None:
    game = store_position(store, pennsylvania())
    tablet.goto(f"/game/{game}")
    settled(tablet)
    expect(tablet.locator("[data-hex][aria-description]")).not_to_have_count(0)

    def leave_out() -> None:
        store.play(game, store.version(game), Pass("PRR"))
        follow(tablet, store, game)

    assert compare_after(tablet, leave_out)
    expect(tablet.locator("[data-hex][aria-description]")).to_have_count(0)
    expect(tablet.locator("[data-hex][tabindex='0']")).to_have_count(1)


def test_a_token_and_a_run_leave_the_map_of_a_fresh_load(tablet: Page, store: GameStore) -> None:
    game = store_position(store, pennsylvania("token"))
    tablet.goto(f"/game/{game}")
    settled(tablet)

    def choose() -> None:
        tap(tablet, '[data-stop="H16.0"]')
        expect(tablet.locator("#deed")).to_contain_text("Place in Lancaster")

    compare_after(tablet, choose)
    compare_after(tablet, lambda: do(tablet, "#deed"))
    expect(tablet.locator("svg.map .run")).to_have_count(1)
    assert compare_after(tablet, lambda: do(tablet, "#deed"))


def test_the_ground_is_kept_on_the_way_to_the_page_of_the_map(
    tablet: Page, store: GameStore
) -> None:
    game = store_position(store, pennsylvania("trains"))
    tablet.goto(f"/game/{game}")
    settled(tablet)

    def open_map() -> None:
        tablet.evaluate(
            "address => window.htmx.ajax('GET', address, {target: '#page'})", f"/game/{game}/map"
        )
        expect(tablet.locator("#whole-map")).to_be_visible()

    tablet.evaluate(MARK)
    open_map()
    settled(tablet)
    assert tablet.evaluate(IS_OURS)
    assert tablet.locator("#map-land").count() == 1
