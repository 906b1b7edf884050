"""Text with more room between lines, letters and words loses nothing (WCAG 2.2, 1.4.12).

The rules card is no wider than a screen of 320 pixels either (1.4.10).
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.screen_tour import store_moment
from tests.browser.test_layout_details import LOOKED_AT, resize
from tests.browser.test_screen_sizes import FAULTS

SPACING = """
    * {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
    }
    p { margin-bottom: 2em !important; }
"""
LOSSES = {"wider than the screen", "cut off", "line cut through"}
PAGES = (
    "",
    "/shares",
    "/market",
    "/companies",
    "/trains",
    "/log",
    "/standings",
    "/rules",
    "/seats",
)


@pytest.fixture
def eye(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose style sheets a test adds to."""
    page = browser.new_page(bypass_csp=True, base_url=address, reduced_motion="reduce")
    yield page
    page.close()


def losses(page: Page, address: str, style: str = "", width: int = 360) -> list[str]:
    """Return what is lost of a page's text on a phone with a style sheet."""
    page.goto(address)
    if style:
        page.add_style_tag(content=style)
    resize(page, (width, 640))
    found = page.evaluate(FAULTS, LOOKED_AT)
    return [f"{address}: {what}: {words}" for what, words in found if what in LOSSES]


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1830", "18ms"])
def test_text_with_more_room_loses_nothing_on_a_phone(
    eye: Page, store: GameStore, title: str
) -> None:
    game = store_moment(store, title, "shares")
    pages = [f"/game/{game}{page}" for page in PAGES]
    steps = [f"/game/{store_moment(store, title, step)}" for step in ("track", "run", "dividend")]
    away = ["/", f"/new?title={title}", f"/rules/{title}", f"/readings/{title}"]
    assert [loss for page in (*pages, *steps, *away) for loss in losses(eye, page, SPACING)] == []


def test_the_rules_card_of_each_title_is_no_wider_than_a_small_phone(eye: Page) -> None:
    found = [loss for title in titles() for loss in losses(eye, f"/rules/{title}", width=320)]
    assert found == []
