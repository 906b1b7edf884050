"""Receipts and lists under a hand: from the log to a receipt, to the books, and lists filtered."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.test_double_taps import settled
from tests.support.game_stages import in_round, played


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_from_the_log_to_a_receipt_and_on_to_its_entries(page: Page, store: GameStore) -> None:
    game = played(store, in_round("SR 3"))
    n = max(store.sum_movements(game))
    page.goto(f"/game/{game}/log?row={n}")
    settled(page)
    row = page.locator(f"#row-{n}.asked")
    expect(row).to_be_visible()
    row.locator(f".receipt-link[href$='receipt/{n}']").click()
    expect(page.locator(".receipt .label").first).to_contain_text(f"receipt {n}")
    page.locator(".onward a", has_text="In the ledger").click()
    expect(page.locator("#asked")).to_be_in_viewport()
    expect(page.locator("details.asked li.ways a").first).to_be_visible()


def test_a_filter_is_kept_in_the_address(page: Page, store: GameStore) -> None:
    game = played(store, in_round("SR 3"))
    page.goto(f"/game/{game}/log")
    settled(page)
    page.locator("#player").select_option("p2")
    expect(page).to_have_url(re.compile("player=p2"))
    page.locator("#kind").select_option("shares")
    expect(page).to_have_url(re.compile("player=p2.*kind=shares"))
    expect(page.locator("#player")).to_have_value("p2")
    there = page.locator(".chapter a").last
    expect(there).to_have_attribute("href", re.compile("player=p2&kind=shares"))
