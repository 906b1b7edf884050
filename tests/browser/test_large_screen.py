"""The table view on a large screen: each title fits it, with letters to read across a room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import load, titles
from companion.titles.examples import read_example
from tests.browser.screen_tour import Stop
from tests.browser.test_screen_sizes import faults

LARGE = {"width": 1920, "height": 1080}
NAMES = ("Annekatrien", "Jörg", "Bartholomeüs", "Pieter-Jan", "Anna-Margaretha", "Zoë")
# the least sizes of letters; a long name has two lines
LETTERS = {
    ".matrix thead .nm:not(.long)": 28,
    ".matrix .cash": 28,
    ".matrix tbody .price": 28,
    ".matrix tbody td.seat span": 28,
    ".status-bar .acting-player b": 28,
    ".market .cell .p": 20,
}
SMALLER = """sizes => Object.entries(sizes).flatMap(([selector, least]) =>
    [...document.querySelectorAll(selector)]
    .filter(part => part.getClientRects().length && part.textContent.trim())
    .filter(part => parseFloat(getComputedStyle(part).fontSize) < least)
    .filter(part => !part.matches(".visually-hidden"))
    .map(part => `${selector}: ${part.textContent.trim()} ${getComputedStyle(part).fontSize}`))"""
OVER = """() => ["html", ".table-view", ".lower", ".market-box"]
    .flatMap(selector => [...document.querySelectorAll(selector)])
    .filter(part => part.scrollWidth > part.clientWidth + 1
        || part.scrollHeight > part.clientHeight + 1)
    .map(part => `${part.className}: ${part.scrollHeight} in ${part.clientHeight}`)"""


@pytest.fixture(scope="module")
def screen(browser: Browser, server: object) -> Iterator[Page]:
    context = browser.new_context(viewport=LARGE, bypass_csp=True)
    yield context.new_page()
    context.close()  # its page would go on listening to the games of other tests


def games(slug: str) -> list[tuple[Setup, tuple[Action, ...]]]:
    """Return the middle of the title's example, and a game of as many players as can be."""
    title = load(slug)
    example = read_example(title)
    most = NAMES[: max(title.data.cash)]
    return [(example.setup, example.up_to(False)), (Setup(slug, most), ())]


@pytest.mark.in_part(4)
@pytest.mark.parametrize("slug", titles())
def test_a_title_fits_a_large_screen_whole_or_in_two_halves(
    screen: Page, store: GameStore, address: str, slug: str
) -> None:
    for setup, actions in games(slug):
        game = store.import_game(setup, actions)
        screen.goto(f"{address}/game/{game}/table")
        halves = screen.locator(".in-halves nav a").count()
        for half in ("holdings", "market") if halves else ("",):
            if half:
                screen.goto(f"{address}/game/{game}/table?half={half}")
            expect(screen.locator("#screen")).to_be_visible()
            assert screen.evaluate(OVER) == [], (len(setup.players), half)
            assert screen.evaluate(SMALLER, LETTERS) == [], (len(setup.players), half)
        assert screen.locator("form:not(.menu form, .programs form)").count() == 0


@pytest.mark.parametrize("slug", ["1828", "1830"])
def test_a_tablet_shows_bars_below_their_numbers_and_nothing_that_is_too_small_to_tap(
    tablet: Page, store: GameStore, slug: str
) -> None:
    example = read_example(load(slug))
    game = store.import_game(example.setup, example.up_to(False))
    tablet.goto(f"/game/{game}/table")
    expect(tablet.locator(".matrix .bar").first).to_be_visible()
    found = faults(tablet, Stop(f"/game/{game}/table", slug, "table"), "tablet")
    wrong = ("bar through a number", "too small for a thumb")
    assert [fault for fault in found if any(kind in fault for kind in wrong)] == []
    assert tablet.locator(".matrix tbody a").count() == 0


def test_two_halves_change_by_a_tap(screen: Page, store: GameStore, address: str) -> None:
    game = store.new_game(Setup("1828", NAMES[:5]))
    screen.goto(f"{address}/game/{game}/table")
    expect(screen.locator(".matrix")).to_be_visible()
    screen.get_by_role("link", name="Market", exact=True).click()
    expect(screen.locator(".market").first).to_be_visible()
    expect(screen.locator(".matrix")).to_have_count(0)
