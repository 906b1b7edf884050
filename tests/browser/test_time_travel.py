"""Looking back in Chromium, and books asked for by a tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import tap
from tests.support.game_stages import operating, played


@pytest.mark.one_size("phone")
def test_one_looks_back_goes_through_the_rounds_and_comes_to_the_present(
    page: Page, store: GameStore
) -> None:
    game = played(store, operating)
    page.goto(f"/game/{game}/log")
    tap(page, "a.no >> nth=0")
    head = store.open(game).head
    expect(page.locator("#past b")).to_have_text(str(head - 1))
    tap(page, "#row-before")
    expect(page.locator("#past b")).to_have_text(str(head - 2))
    page.locator("#row").fill("9")
    expect(page.locator("#past b")).to_have_text("9")
    tap(page, "#past-rounds a >> nth=1")
    start = store.past.timeline(game).rounds[1][1]
    expect(page.locator("#past b")).to_have_text(str(start))
    tap(page, page.locator(".bottom-navigation a", has_text="Map"))
    expect(page).to_have_url(f"/game/{game}/map?then={start}")
    page.go_back()
    expect(page).to_have_url(f"/game/{game}/shares?then={start}")
    tap(page, "#present")
    expect(page.locator("#past")).to_have_count(0)
    expect(page.locator("#pulse")).to_have_count(1)
    expect(page.locator("html:not([data-unconfirmed])")).to_have_count(1)


@pytest.mark.one_size("tablet")
def test_the_books_of_an_account_come_when_it_is_chosen(page: Page, store: GameStore) -> None:
    game = played(store, operating)
    for address in (f"/game/{game}/ledger", f"/game/{game}/ledger?then=20"):
        page.goto(address)
        page.locator("#account").select_option("p2")
        expect(page.locator(".bookings .balance").first).to_be_visible()
        expect(page).to_have_url(re.compile("account=p2"))
        assert ("then=20" in page.url) is ("then" in address)
