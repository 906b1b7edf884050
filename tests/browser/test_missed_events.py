"""A device that was away is told what happened meanwhile, and its changed figures are marked."""

import json
import os
import re
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import BuyPrivate
from companion.store.games.game_store import GameStore
from companion.store.people.halts import BREAK
from tests.browser.conftest import SIZES
from tests.browser.screen_tour import Stop
from tests.browser.test_live_updates import hide
from tests.browser.test_screen_sizes import SIZES as SCREENS
from tests.browser.test_screen_sizes import faults, too_pale
from tests.support.game_stages import begun, may_run, played

PLACES = ("", "/shares", "/market", "/companies") if os.environ.get("FULL") else ("", "/shares")
SV, CS, DH = BuyPrivate("p1", "SV"), BuyPrivate("p2", "CS"), BuyPrivate("p3", "DH")


def wait_for(page: Page, store: GameStore, game: int) -> None:
    """Wait until the page shows the game as it is now."""
    expect(page.locator("#pulse")).to_have_attribute("data-version", str(store.version(game)))
    expect(page.locator("html[data-unconfirmed]")).to_have_count(0)


def play(store: GameStore, game: int, *actions: BuyPrivate) -> None:
    for action in actions:
        store.play(game, store.version(game), action, by=action.player)


@pytest.fixture
def game(store: GameStore) -> int:
    return begun(store)


@pytest.mark.one_size("phone")
def test_a_device_that_was_hidden_is_told_what_happened(
    page: Page, store: GameStore, game: int
) -> None:
    page.goto(f"/game/{game}")
    wait_for(page, store, game)
    play(store, game, SV)  # before its eyes
    wait_for(page, store, game)
    expect(page.locator("#absence")).to_have_count(0)
    hide(page, True)
    play(store, game, CS, DH)
    hide(page, False)
    expect(page.locator("#absence summary")).to_have_text("2 events since you last looked")
    expect(page.locator("#absence li")).to_contain_text(
        ["Daniël bought Delaware & Hudson", "Jörg bought Champlain"]
    )
    bank = page.locator(".changed[data-figure=bank]")
    expect(bank).to_have_count(1)
    page.goto(f"/game/{game}/shares")  # it stays until all is seen
    expect(page.locator("#absence li")).to_have_count(2)
    cash = page.locator(".seat-card [data-figure='cash p3']")
    expect(cash).to_have_class("cash changed")
    expect(page.locator(".seat-card [data-figure='cash p1']")).to_have_class("cash")
    cash.click()  # it leads to all that the player has
    expect(page).to_have_url(re.compile("/player/p3$"))
    page.goto(f"/game/{game}/shares")
    expect(bank).to_have_count(1)
    expect(cash).to_have_class("cash")
    page.locator("#absence-seen").click()
    expect(page.locator("#absence, .changed")).to_have_count(0)
    page.goto(f"/game/{game}")
    wait_for(page, store, game)
    expect(page.locator("#absence, .changed")).to_have_count(0)


@pytest.mark.one_size("phone")
def test_a_page_opened_later_tells_what_happened_since(
    page: Page, store: GameStore, game: int
) -> None:
    page.goto(f"/game/{game}")
    wait_for(page, store, game)
    page.goto("/")
    play(store, game, SV, CS)
    page.goto(f"/game/{game}")
    expect(page.locator("#absence li")).to_have_count(2)


@pytest.mark.one_size("tablet")
def test_a_deed_of_the_device_ends_what_it_is_told(page: Page, store: GameStore, game: int) -> None:
    page.goto(f"/game/{game}")
    wait_for(page, store, game)
    hide(page, True)
    play(store, game, SV)
    hide(page, False)
    expect(page.locator("#absence")).to_be_visible()
    page.locator("#pass").click()
    wait_for(page, store, game)
    expect(page.locator("#absence, .changed")).to_have_count(0)


@pytest.mark.one_size("tablet")
def test_after_a_break_all_are_told_what_was_set_right_in_it(
    page: Page, store: GameStore, game: int
) -> None:
    play(store, game, SV)
    page.goto(f"/game/{game}")
    wait_for(page, store, game)
    store.halts.begin(game, BREAK)
    expect(page.locator("#end-halt")).to_be_visible()
    store.play(game, store.version(game), CorrectCash("bank", "p1", 10, reason="a wrong bill"))
    wait_for(page, store, game)
    page.locator("#end-halt").click()
    expect(page.locator("#end-halt")).to_have_count(0)
    expect(page.locator("#absence li")).to_have_count(1)


def test_the_news_for_a_device_that_was_away_fit_and_can_be_read(
    browser: Browser, store: GameStore, address: str
) -> None:
    game = played(store, may_run)
    since = str(store.open(game).head - 20)
    context = browser.new_context(
        viewport=SIZES["phone"], bypass_csp=True, base_url=address, reduced_motion="reduce"
    )
    page, found = context.new_page(), []
    key = f"looked /game/{game}/stream"
    page.goto(address)
    for place in PLACES:
        page.evaluate("kept => localStorage.setItem(...kept)", [key, json.dumps({"row": since})])
        stop = Stop(f"/game/{game}{place}", "1830", "run", turn=not place, chosen=True)
        page.goto(stop.address)
        expect(page.locator("#absence-list[open]")).to_have_count(1)
        found += too_pale(page, len(found), stop)
        for size, (*_, text) in SCREENS.items():
            found += faults(page, replace(stop, turn=stop.turn and text == 1), size)
    context.close()
    assert found == []
