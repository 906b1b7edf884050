"""A position that is typed in: a reload, a way out and Back lose nothing of it."""

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import tap

NAMES = ("Anneke", "Jörg", "Mia")


def begin_on_paper(page: Page) -> None:
    page.goto("/new?title=1830")
    for number, name in enumerate(NAMES):
        page.locator("[name=player]").nth(number).fill(name)
    page.locator("[name=paper]").select_option("1")
    page.locator("form.new-game .act:not(.plain)").click()
    page.wait_for_url("**/paper")


@pytest.mark.one_size("phone")
def test_typed_fields_outlive_a_reload_and_leaving(page: Page, store: GameStore) -> None:
    begin_on_paper(page)
    cash = page.locator("[id='cash.p1']")
    with page.expect_response(lambda answer: answer.status == 204):
        cash.fill("444")
    page.reload()
    expect(cash).to_have_value("444")
    with page.expect_response(lambda answer: answer.status == 204):
        page.locator("[id='status.PRR']").select_option("started")
    tap(page, ".status-bar .back")
    page.wait_for_url("**/")
    page.goto("/game/1/paper")
    expect(page.locator("[id='status.PRR']")).to_have_value("started")
    assert store.open(1).head == 0


@pytest.mark.one_size("phone")
def test_back_leads_to_the_form_after_a_check_and_a_tap_on_the_market(
    page: Page, store: GameStore
) -> None:
    begin_on_paper(page)
    tap(page, "label:has(#placing-prr)")
    tap(page, page.locator(".spot").nth(3))
    page.wait_for_url("**/paper?placing=PRR#market")
    expect(page.locator("#placing-prr")).to_be_checked()
    tap(page, "#check")
    page.wait_for_url("**/paper?checked=1")
    expect(page.locator("#faults")).to_contain_text("PRR is on the market but not started.")
    page.reload()
    expect(page.locator("#faults")).to_be_visible()
    page.go_back()
    expect(page.locator("[id='stack.PRR']")).to_have_value("1")
