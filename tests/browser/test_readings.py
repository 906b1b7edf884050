"""The readings of the book, looked up from the form of a new game and from a running one.

Each of several titles is tried on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.support.positions import Position
from tests.support.stored_games import store_position


def fill(page: Page, *names: str) -> None:
    for number, name in enumerate(names, start=1):
        page.get_by_label(f"Name at seat {number}").fill(name)


def settled(page: Page) -> None:
    """A screen that has just come up holds its deeds for a moment."""
    expect(page.locator("#open")).to_be_visible()
    expect(page.locator("[data-held]")).to_have_count(0)


def test_a_look_at_the_readings_keeps_what_was_entered(page: Page, store: GameStore) -> None:
    page.goto("/new?title=steam-over-holland")
    fill(page, "Ann", "Bo & Co")
    page.locator("#settings > summary").click()
    page.get_by_text("Choose other readings").click()
    page.get_by_label("A new phase begins with the purchase").check()
    page.locator("#readings").click()
    expect(page.get_by_role("heading", name="How we read the rules")).to_be_visible()
    expect(page.get_by_text("Players with the same wealth share the place.")).to_be_visible()
    page.get_by_label("Back to the new game").click()
    expect(page.get_by_label("Name at seat 2")).to_have_value("Bo & Co")
    expect(page.get_by_label("A new phase begins with the purchase")).to_be_checked()
    settled(page)
    page.locator("#open").click()
    page.wait_for_url("**/game/1/seats")
    assert store.open(1).rules.options["phase_at_once"] is True


@pytest.mark.in_part(1)
@pytest.mark.parametrize("slug", titles())
def test_the_rules_card_fits_before_a_game(page: Page, store: GameStore, slug: str) -> None:
    page.goto(f"/new?title={slug}")
    fill(page, "Ann", "Bo & Co")
    page.locator("#rules").click()
    expect(page.get_by_role("heading", name="The game ends")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_label("Back to the new game").click()
    expect(page.get_by_label("Name at seat 2")).to_have_value("Bo & Co")


def test_the_enter_key_opens_the_game(page: Page, store: GameStore) -> None:
    page.goto("/new?title=1830")
    fill(page, "Ann", "Bo")
    settled(page)
    page.get_by_label("Name at seat 2").press("Enter")
    page.wait_for_url("**/game/1/seats")
    assert store.open(1).setup.players == ("Ann", "Bo")


@pytest.mark.in_part(1)
@pytest.mark.parametrize("slug", titles())
def test_a_running_game_tells_how_its_book_is_read(page: Page, store: GameStore, slug: str) -> None:
    game = store.new_game(Setup(slug, ("Ann", "Bo", "Cas")))
    page.goto(f"/game/{game}")
    page.get_by_label("More", exact=True).first.click()
    page.get_by_role("link", name="Rules").click()
    page.get_by_role("link", name="How we read the rules").click()
    expect(page.get_by_role("heading", name="How we read the rules")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


def test_a_tap_on_the_number_of_a_rule_opens_its_text(page: Page, store: GameStore) -> None:
    position = Position("18nl", 3).close_privates().started("DV", 67, "p1", p1=60)
    page.goto(f"/game/{store_position(store, position.stock_round())}")
    page.locator("a:has(.ref):visible").first.click()
    number = page.locator("#deeds .reason button.rule")
    expect(number).to_be_visible()
    text = page.locator(f"#{number.get_attribute('popovertarget')}")
    expect(text).to_be_hidden()
    number.click()
    expect(text).to_be_visible()
    page.keyboard.press("Escape")
    expect(text).to_be_hidden()
