"""The small map: framed, in nobody's way, and not there where it would be of no use."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.exchange import import_file
from companion.store.shelf import Shelf
from tests.web.playing import begun

COVERED = """() => {
  const small = document.querySelector(".overview");
  if (getComputedStyle(small).visibility === "hidden") return 0;
  const box = small.getBoundingClientRect(), svg = document.querySelector("svg.map");
  const onScreen = svg.getScreenCTM(), m = 40 * onScreen.a;  // a stop's value is as near as that
  let count = 0;
  for (const line of svg.querySelectorAll(".case path, path.case"))
    for (let at = 0; at <= line.getTotalLength(); at += 6) {
      const p = line.getPointAtLength(at).matrixTransform(onScreen);
      const across = p.x > box.left - m && p.x < box.right + m;
      count += across && p.y > box.top - m && p.y < box.bottom + m;
    }
  return count;
}"""


@pytest.fixture
def tablet(browser: Browser, address: str) -> Iterator[Page]:
    """The small map is shown from a tablet on."""
    context = browser.new_context(viewport={"width": 1024, "height": 768}, base_url=address)
    yield context.new_page()
    context.close()


WIDE = Path(__file__).parents[2] / "../shared/conformance/soh-fifteen-rounds.json"


def recorded(shelf: Shelf, file: Path, actions: int) -> int:
    """A recorded game after so many actions."""
    if not file.exists():
        pytest.skip("the recorded games are not beside the project")
    imported = import_file(file.read_bytes())
    return shelf.import_game(imported.setup, imported.actions[:actions])


def test_the_small_map_lies_over_no_run(tablet: Page, shelf: Shelf) -> None:
    tablet.goto(f"/game/{recorded(shelf, WIDE, 177)}")  # from The Hague to Salzbergen
    tablet.locator(".map .case").first.wait_for(state="attached")
    small = tablet.locator(".overview")
    expect(small).to_have_attribute("data-at", re.compile("top|away"))
    assert tablet.evaluate(COVERED) == 0
    small.evaluate("small => (small.dataset.at = 'right bottom')")
    assert tablet.evaluate(COVERED) > 0  # where it would lie otherwise


def test_the_small_map_frames_what_is_seen(tablet: Page, shelf: Shelf) -> None:
    tablet.goto(f"/game/{begun(shelf)}/map")
    tablet.locator("[data-zoom='in']").click()
    frame = tablet.locator(".overview .view")
    expect(frame).to_be_visible()
    assert frame.evaluate("frame => getComputedStyle(frame).strokeWidth") == "18px"


def test_without_javascript_there_are_no_buttons_that_do_nothing(
    browser: Browser, address: str, shelf: Shelf
) -> None:
    plain = browser.new_page(java_script_enabled=False)
    plain.goto(f"{address}/game/{begun(shelf)}/map")
    expect(plain.locator(".map")).to_be_visible()
    expect(plain.locator(".zoom")).to_be_hidden()
    expect(plain.locator(".overview")).to_be_hidden()
    plain.close()
