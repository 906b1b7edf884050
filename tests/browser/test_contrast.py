"""Text can be read by daylight and in the dark: WCAG 2.2, level AA.

``test_screen_sizes.py`` checks every page. The first screen of a turn is checked in both lights.
Its
choices and the pages to read are checked in one of them in turn. FULL checks everything in both.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.conftest import SIZES
from tests.browser.screen_tour import Stop

CONTRAST = (Path(__file__).parent / "contrast.js").read_text()


def lights(number: int, stop: Stop) -> list[str]:
    """Return the lights in which a stop of the tour is checked."""
    both = os.environ.get("FULL") or (stop.turn and not stop.chosen)
    return ["light", "dark"] if both else [("light", "dark")[number // 2 % 2]]


def too_pale(page: Page, number: int, stop: Stop) -> list[str]:
    """Return texts that can hardly be read on a fresh page, with their places."""
    page.set_viewport_size(list(SIZES.values())[number % 2])
    found = []
    for light in lights(number, stop):
        page.emulate_media(color_scheme=light)
        found += [f"{stop}, {light}: {fault}" for fault in page.evaluate(CONTRAST)]
    return found


def test_too_pale_a_text_is_found(browser: Browser, address: str) -> None:
    page = browser.new_page(bypass_csp=True, base_url=address)
    page.goto("/new")
    new = Stop("/new", "", "", turn=True)
    assert too_pale(page, 0, new) == []
    page.evaluate("document.documentElement.style.setProperty('--ink-2', '#9aa')")
    assert too_pale(page, 0, new) != []
    page.close()
