"""Text can be read by daylight and in the dark: WCAG 2.2, level AA.

``test_sizes.py`` asks it of every page. What a turn begins with is looked at in both; what may be
chosen then, and pages to read, in one of them in turn; everything in both with FULL in the
environment.
"""

import os
from pathlib import Path

from playwright.sync_api import Browser, Page

from tests.browser.conftest import SIZES
from tests.browser.tour import Stop

CONTRAST = (Path(__file__).parent / "contrast.js").read_text()


def lights(number: int, stop: Stop) -> list[str]:
    """By which light a stop of the tour is looked at."""
    both = os.environ.get("FULL") or (stop.turn and not stop.chosen)
    return ["light", "dark"] if both else [("light", "dark")[number // 2 % 2]]


def too_pale(page: Page, number: int, stop: Stop) -> list[str]:
    """What can hardly be read on a page that has just been opened, told with where."""
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
