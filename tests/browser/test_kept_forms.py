"""Entries of a long form, and the accounts that are chosen, are there after a reload."""

from playwright.sync_api import Page, expect

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.browser.test_accounts import NAMES, TABLE


def test_a_title_is_there_after_a_reload_with_the_rows_that_were_added(page: Page) -> None:
    page.goto("/new/title?from=new")
    page.locator("[name=name]").fill("1850 at home")
    last = page.locator('[name^="trains."][name$=".name"]').last
    name = last.get_attribute("name") or ""
    tap(page, "#list-trains button")
    added = page.locator('[name^="trains."][name$=".name"]').last
    later = added.get_attribute("name") or ""
    assert later != name
    page.wait_for_load_state()  # the page keeps what it shows when it is complete
    added.fill("8")
    page.reload()
    expect(page.locator("[name=name]")).to_have_value("1850 at home")
    expect(page.locator('[name^="trains."][name$=".name"][value="8"]')).to_have_count(1)


def test_a_saved_title_leaves_an_empty_form(page: Page) -> None:
    page.goto("/new/title?from=1830")
    page.locator("[name=name]").fill("1830 at home")
    tap(page, "#save")
    page.wait_for_url("**/new?title=*")
    page.goto("/new/title?from=1830")
    expect(page.locator("[name=name]")).not_to_have_value("1830 at home")


def test_a_new_game_of_money_is_there_after_a_reload_and_after_a_refusal(page: Page) -> None:
    page.goto("/new/money")
    page.get_by_label("Name at seat 1", exact=True).fill("Ann")
    page.get_by_label("Name at seat 2", exact=True).fill("Bo")
    page.locator("[data-move]").nth(1).click()
    page.locator("[name=cash]").fill("much")
    page.reload()
    expect(page.get_by_label("Name at seat 1", exact=True)).to_have_value("Bo")
    tap(page, "#open")
    expect(page.locator(".notice")).to_contain_text("“much”")
    page.reload()
    expect(page.get_by_label("Name at seat 2", exact=True)).to_have_value("Ann")
    expect(page.locator("[name=cash]")).to_have_value("much")


def test_chosen_accounts_are_there_after_a_reload(page: Page, store: GameStore) -> None:
    title = store.packs.add(TABLE.pack())
    game = store.new_game(Setup(title.slug, NAMES))
    page.goto(f"/game/{game}")
    tap(page, "label:has(#payer-p2)")
    tap(page, "label:has(#payee-prr)")
    page.reload()
    expect(page.locator("#payer-p2")).to_be_checked()
    tap(page, ".amount .value:has-text('+100')")
    do(page, "#deed")
    assert store.open(game).state.cash["PRR"] == 100
    expect(page.locator("#payee-prr")).not_to_be_checked()
