"""Counting the table: after Compare the result is in sight, and focused."""

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import tap
from tests.support.game_stages import operating, played

# read at once: a page that hears of the count in between is swapped for a fresh one
PLACES = "all => all.map(one => document.querySelector(one).getBoundingClientRect().toJSON())"


@pytest.mark.in_part(2)
@pytest.mark.both_sizes
@pytest.mark.parametrize(("off", "result"), [(0, "#last-count"), (7, "#differences")])
def test_the_result_is_in_sight_and_focused(
    page: Page, store: GameStore, off: int, result: str
) -> None:
    game = played(store, operating)
    page.goto(f"/game/{game}/count")
    expect(page.locator(":focus")).to_have_count(0)  # nothing was compared yet
    page.locator("#cash-p1").fill(str(store.open(game).state.cash["p1"] + off))
    tap(page, "#compare")
    expect(page.locator(result)).to_be_focused()
    expect(page.locator(result)).to_be_in_viewport()
    strip, told = page.evaluate(PLACES, ["#status-bar", result])
    assert told["width"] and told["height"]
    assert told["top"] >= strip["bottom"] - 1
