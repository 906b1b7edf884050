"""Text can be read by daylight and in the dark: WCAG 2.2, level AA, on every page of a title.

What a turn begins with is looked at in both; what may be chosen then, and pages to read, in one of
them in turn; everything in both with FULL in the environment.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.store.shelf import Shelf
from companion.titles import titles
from companion.web import create_app
from tests.browser.conftest import SIZES
from tests.browser.tour import Stop, away, tour

CONTRAST = (Path(__file__).parent / "contrast.js").read_text()


def lights(number: int, stop: Stop) -> list[str]:
    """By which light a stop of the tour is looked at."""
    both = os.environ.get("FULL") or (stop.turn and not stop.chosen)
    return ["light", "dark"] if both else [("light", "dark")[number // 2 % 2]]


@pytest.mark.parametrize("title", [*titles(), ""])
def test_text_stands_out_from_its_ground_by_daylight_and_in_the_dark(
    browser: Browser, shelf: Shelf, address: str, title: str
) -> None:
    client = create_app({"SHELF": shelf}).test_client()
    stops = list(tour(shelf, client, title)) if title else away(shelf, client)
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page = context.new_page()
    found = set()
    for number, stop in enumerate(stops):
        page.set_viewport_size(list(SIZES.values())[number % 2])
        page.goto(stop.address)
        for light in lights(number, stop):
            page.emulate_media(color_scheme=light)
            found |= {f"{stop}, {light}: {fault}" for fault in page.evaluate(CONTRAST)}
    context.close()
    assert stops
    assert sorted(found) == []


def test_too_pale_a_text_is_found(browser: Browser, address: str) -> None:
    page = browser.new_page(base_url=address)
    page.goto("/new")
    assert page.evaluate(CONTRAST) == []
    page.evaluate("document.documentElement.style.setProperty('--ink-2', '#9aa')")
    assert page.evaluate(CONTRAST) != []
    page.close()
