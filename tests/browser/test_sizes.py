"""Every page and every step at small, flat, upright and large sizes, and with a larger text."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.natives import find_chromium
from companion.store.shelf import Shelf
from companion.titles import titles
from companion.web import create_app
from tests.browser.tour import Stop, away, tour

FAULTS = (Path(__file__).parent / "faults.js").read_text()
SIZES = {  # name: width, height, size of the text
    "small phone": (320, 568, 1),
    "phone": (360, 640, 1),
    "phone on its side": (640, 360, 1),
    "tablet upright": (768, 1024, 1),
    "larger tablet upright": (820, 1180, 1),
    "tablet": (1024, 768, 1),
    "phone with large text": (360, 640, 2),
    "tablet with large text": (1024, 768, 2),
}
ON_MAP = ("track", "token", "run", "home")
IN_LISTS = ("auction", "shares")


def faults(page: Page, stop: Stop, size: str) -> list[str]:
    """What is wrong with a page at a size, told with where."""
    width, height, text = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => document.documentElement.style.fontSize = `${100 * text}%`", text)
    step = stop.step.removeprefix("early ")
    wanted = {
        "map": step in ON_MAP and stop.turn and "?do=" not in stop.address,
        "rows": 2 if step in IN_LISTS and stop.turn and not stop.chosen else 0,
        "whole": step in IN_LISTS and stop.turn and size == "tablet",
    }
    return [f"{stop}, {size}: {what}: {words}" for what, words in page.evaluate(FAULTS, wanted)]


def looked_at(browser: Browser, address: str, stops: list[Stop]) -> list[str]:
    """All that is wrong with these pages at all sizes."""
    context = browser.new_context(base_url=address, reduced_motion="reduce")
    page = context.new_page()
    found = []
    for stop in stops:
        page.goto(stop.address)
        for size in SIZES:
            found += faults(page, stop, size)
    context.close()
    return found


@pytest.mark.parametrize("title", list(titles()))
def test_every_screen_of_a_title_fits(
    browser: Browser, shelf: Shelf, address: str, title: str
) -> None:
    client = create_app({"SHELF": shelf}).test_client()
    stops = list(tour(shelf, client, title))
    assert {stop.step for stop in stops} >= {"auction", "shares", "track", "run", "dividend", "end"}
    assert looked_at(browser, address, stops) == []


def test_every_page_away_from_games_fits(browser: Browser, shelf: Shelf, address: str) -> None:
    client = create_app({"SHELF": shelf}).test_client()
    assert looked_at(browser, address, away(shelf, client)) == []


def test_the_browsers_own_text_setting_counts(browser: Browser, address: str) -> None:
    """Sizes are told in letters: who sets a larger text gets it, and a layout for it."""
    larger = browser.browser_type.launch(
        executable_path=find_chromium(),
        args=["--no-sandbox", "--blink-settings=defaultFontSize=32"],
    )
    page = larger.new_page(base_url=address, viewport={"width": 1024, "height": 768})
    page.goto("/new")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate("getComputedStyle(document.querySelector('.strip')).height") == "88px"
    larger.close()
