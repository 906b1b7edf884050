"""The bars never cover the element with the focus, or the end of the page."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app
from tests.browser.screen_tour import Stop, store_moment, tour
from tests.browser.test_double_taps import settled

SIZES = ((320, 568), (360, 640), (640, 360), (768, 1024), (1024, 768), (1440, 900))
# every target that a bar covers or the window cuts, once it has the focus; a map moves its own
COVERED = """backwards => {
    const bars = [...document.querySelectorAll(
        "#page > :is(.status-bar, .past, .draft), .bottom, .bottom > *, .deeds")];
    const targets = [...document.querySelectorAll(
        "#screen :is(a[href], button, input, select, summary, [tabindex='0']):not(svg *)")];
    const height = part => {
        const layer = part.closest(".deeds, .bottom, #page > *");
        return Number(layer && getComputedStyle(layer).zIndex) || 0;
    };
    const found = [];
    for (const target of backwards ? targets.reverse() : targets) {
        target.focus();
        const box = target.getBoundingClientRect();
        if (document.activeElement !== target || box.height > innerHeight / 2) continue;
        const over = bars.filter(bar => bar.offsetHeight && !bar.contains(target))
            .filter(bar => height(target) <= height(bar))  // it may lie over a bar
            .map(bar => bar.getBoundingClientRect())
            .filter(bar => bar.left < box.right - 1 && bar.right > box.left + 1
                && bar.top < box.bottom - 1 && bar.bottom > box.top + 1);
        if (over.length || box.bottom > innerHeight + 1 || box.top < -1)
            found.push([target.outerHTML.slice(0, 90), box.top, box.bottom]);
    }
    return found;
}"""

# what reaches under the bars when the page is scrolled to its end
END = """() => {
    scrollTo(0, document.documentElement.scrollHeight);
    const bars = document.querySelectorAll("#page > .bottom, .turn .deeds");
    const low = Math.min(innerHeight, ...[...bars]
        .filter(bar => bar.offsetHeight && getComputedStyle(bar).position === "fixed")
        .map(bar => bar.getBoundingClientRect().top));
    return [...document.querySelectorAll("#screen > *, #screen .lists > *, #screen .offer")]
        .filter(part => part.offsetHeight)
        .filter(part => !part.closest(".deeds") && !part.querySelector(".deeds"))
        .filter(part => part.getBoundingClientRect().bottom > low + 1)
        .map(part => part.outerHTML.slice(0, 90));
}"""


def sample(stops: list[Stop]) -> list[tuple[Stop, tuple[int, int]]]:
    """Return every eighth stop of a tour, each at another size than the one before it.

    FULL takes all, at all sizes.
    """
    if os.environ.get("FULL"):
        return [(stop, size) for stop in stops for size in SIZES]
    return [(stop, SIZES[n % len(SIZES)]) for n, stop in enumerate(stops[::8])]


@pytest.fixture
def eye(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose size a test sets."""
    page = browser.new_page(bypass_csp=True, base_url=address, reduced_motion="reduce")
    yield page
    page.close()


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_the_element_with_the_focus_is_whole_in_sight_beside_the_bars(
    eye: Page, store: GameStore, title: str
) -> None:
    client = create_app({"STORE": store}).test_client()
    found = []
    for stop, (width, height) in sample(list(tour(store, client, title))):
        eye.set_viewport_size({"width": width, "height": height})
        eye.goto(stop.address)
        for backwards in (False, True):
            faults = eye.evaluate(COVERED, backwards)
            found += [(str(stop), width, height, *fault) for fault in faults]
    assert found == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_page_is_above_the_bars_and_the_end_of_a_turn_too(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store_moment(store, "1830", "shares")
    eye.set_viewport_size({"width": size[0], "height": size[1]})
    for address in (f"/game/{game}", f"/game/{game}/readings", f"/game/{game}/standings"):
        eye.goto(address)
        settled(eye)
        assert eye.evaluate(END) == []
