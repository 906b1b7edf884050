"""Late games of all titles meet WCAG 2.2 AA by the rules of axe.

The keyboard reaches every box that scrolls, and no bar covers a part of a target.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app
from tests.browser.conftest import SIZES
from tests.browser.screen_tour import Stop, tour

AXE = Path(__file__).resolve().parents[2] / "node_modules" / "axe-core" / "axe.min.js"
RULES = [
    "scrollable-region-focusable",
    "target-size",
    "heading-order",
    "page-has-heading-one",
    "empty-heading",
    "landmark-one-main",
    "landmark-unique",
    "region",
]
RUN = """rules => axe.run({ runOnly: { type: "rule", values: rules } }).then(found =>
    found.violations.flatMap(fault =>
        fault.nodes.map(node => [fault.id, node.target.join(" ")])))"""


def sample(stops: list[Stop]) -> list[tuple[Stop, str]]:
    """Return some stops of a tour, each with a size.

    Every second turn and the last sale are on a phone. Every eighth of the others is on a tablet.
    FULL takes all stops, at both sizes.
    """
    if os.environ.get("FULL"):
        return [(stop, size) for stop in stops for size in SIZES]
    turns = [stop for stop in stops if stop.turn and not stop.chosen]
    sales = [stop for stop in stops if stop.chosen and "=SellShares" in stop.address][-1:]
    others = [stop for stop in stops if stop not in turns][::8]
    return [(stop, "phone") for stop in turns[::2] + sales] + [(stop, "tablet") for stop in others]


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_a_late_game_has_no_box_without_keyboard_and_no_covered_target(
    browser: Browser, store: GameStore, address: str, title: str
) -> None:
    client = create_app({"STORE": store}).test_client()
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    context.add_init_script(path=AXE)
    page = context.new_page()
    found = []
    for stop, size in sample(list(tour(store, client, title))):
        page.set_viewport_size(SIZES[size])
        if page.url != address + stop.address:
            page.goto(stop.address)
        found += [(str(stop), size, *fault) for fault in page.evaluate(RUN, RULES)]
    context.close()
    assert found == []


@pytest.mark.parametrize("title", ["1828", "1830"])
def test_targets_of_a_new_game_are_large_enough(browser: Browser, address: str, title: str) -> None:
    """The bar of buttons is put at the page's end, where everything is seen once it is scrolled."""
    page = browser.new_page(bypass_csp=True, base_url=address, viewport=SIZES["phone"])
    page.add_init_script(path=AXE)
    page.goto(f"/new?title={title}")
    page.add_style_tag(content=".action-bar { position: static !important; }")
    page.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
    assert page.evaluate(RUN, ["target-size"]) == []
    page.close()
