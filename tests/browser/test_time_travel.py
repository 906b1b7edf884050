"""Looking back in Chromium, and books asked for by a tap."""

import re

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import tap
from tests.support.game_stages import operating, played


def test_one_looks_back_goes_through_the_rounds_and_comes_to_the_present(
    phone: Page, store: GameStore
) -> None:
    game = played(store, operating)
    phone.goto(f"/game/{game}/log")
    tap(phone, "a.no >> nth=0")
    head = store.open(game).head
    expect(phone.locator("#past b")).to_have_text(str(head - 1))
    tap(phone, "#row-before")
    expect(phone.locator("#past b")).to_have_text(str(head - 2))
    phone.locator("#row").fill("9")
    expect(phone.locator("#past b")).to_have_text("9")
    tap(phone, "#past-rounds a >> nth=1")
    start = store.past.timeline(game).rounds[1][1]
    expect(phone.locator("#past b")).to_have_text(str(start))
    tap(phone, phone.locator(".bottom-navigation a", has_text="Map"))
    expect(phone).to_have_url(f"/game/{game}/map?then={start}")
    phone.go_back()
    expect(phone).to_have_url(f"/game/{game}/shares?then={start}")
    tap(phone, "#present")
    expect(phone.locator("#past")).to_have_count(0)
    expect(phone.locator("#pulse")).to_have_count(1)
    expect(phone.locator("html:not([data-unconfirmed])")).to_have_count(1)


@pytest.mark.one_size("tablet")
def test_the_books_of_an_account_come_when_it_is_chosen(page: Page, store: GameStore) -> None:
    game = played(store, operating)
    for address in (f"/game/{game}/ledger", f"/game/{game}/ledger?then=20"):
        page.goto(address)
        page.locator("#account").select_option("p2")
        expect(page.locator(".bookings .balance").first).to_be_visible()
        expect(page).to_have_url(re.compile("account=p2"))
        assert ("then=20" in page.url) is ("then" in address)
