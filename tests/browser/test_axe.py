"""Late games of all titles meet WCAG 2.2 AA as axe sees it: every box that scrolls is reached by
the keyboard.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.store.shelf import Shelf
from companion.titles import titles
from companion.web import create_app
from tests.browser.conftest import SIZES
from tests.browser.tour import Stop, tour

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["scrollable-region-focusable"]
RUN = """rules => axe.run({ runOnly: { type: "rule", values: rules } }).then(found =>
    found.violations.flatMap(fault =>
        fault.nodes.map(node => [fault.id, node.target.join(" ")])))"""


def sample(stops: list[Stop]) -> list[tuple[Stop, str]]:
    """Which stops of a tour are looked at, at which size: turns on a phone, of other pages every
    fourth on a tablet; all at both with FULL.
    """
    if os.environ.get("FULL"):
        return [(stop, size) for stop in stops for size in SIZES]
    turns = [stop for stop in stops if stop.turn and not stop.chosen]
    others = [stop for stop in stops if stop not in turns][::4]
    return [(stop, "phone") for stop in turns] + [(stop, "tablet") for stop in others]


@pytest.mark.parametrize("title", list(titles()))
def test_every_box_that_scrolls_in_a_late_game_is_reached_by_the_keyboard(
    browser: Browser, shelf: Shelf, address: str, title: str
) -> None:
    client = create_app({"SHELF": shelf}).test_client()
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    context.add_init_script(path=AXE)
    page = context.new_page()
    found = []
    for stop, size in sample(list(tour(shelf, client, title))):
        page.set_viewport_size(SIZES[size])
        page.goto(stop.address)
        found += [(str(stop), size, *fault) for fault in page.evaluate(RUN, RULES)]
    context.close()
    assert found == []
