"""A short game of the second title, from its seating to the first dividend, on the same screens.

It is played on a phone; on a tablet too with FULL in the environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import SellOwnShares
from companion.rules.explain.summary import summary
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.support.stored_games import store_position
from tests.titles.steam_over_holland.test_trains import selling, sold_out


def seat_players(page: Page) -> None:
    page.goto("/new")
    tap(page, page.get_by_role("link", name="Steam over Holland"))
    page.get_by_label("Name at seat 1").fill("Anneke")
    page.get_by_label("Name at seat 2").fill("Jörg")
    tap(page, "#settings > summary")
    page.get_by_label("The privates the table has drawn").fill("SMAS RW")
    tap(page, "#open")
    tap(page, "#to-table")
    expect(page.locator("#who")).to_contain_text("Anneke")


def sell_privates(page: Page) -> None:
    """A player who passes is out, and the private goes for the bid."""
    tap(page, '[id^="pick-bid"][id$="~SMAS"]')
    expect(page.locator("#deed")).to_contain_text(
        "Bid on Spoorweg Maatschappij Almelo - Salzbergen"
    )
    expect(page.locator("#deed")).to_contain_text("fl. 20")
    do(page, "#deed")
    do(page, "#pass")
    tap(page, '[id^="pick-bid"][id$="~RW"]')
    expect(page.locator("#deed")).to_contain_text("Bid on Rijks Waterstaat")
    do(page, "#deed")
    do(page, "#pass")
    expect(page.locator(".status-bar .plate")).to_have_text("SR 1")


def start_companies(page: Page, store: GameStore) -> None:
    """Each starts a company at the top of the band; then both pass until it operates."""
    for player, company in (("p1", "HYSM"), ("p2", "NRS")):
        tap(page, f'[id="pick-start_company~{player}~{company}"]')
        tap(page, "#value-100")
        expect(page.locator("#deed")).to_contain_text(f"Start {company} at 100")
        expect(page.locator("#deed")).to_contain_text("fl. 200")
        do(page, "#deed")
    for _ in range(6):
        if stands(store)[0] != "SR 1":
            break
        do(page, "#pass")
    assert stands(store)[0] == "OR 1.1"


def stands(store: GameStore) -> tuple[str, str]:
    """The round and the step that waits."""
    table = summary(store.open(1).rules, store.open(1).state)
    return table.round, table.step


def paid(store: GameStore) -> bool:
    return any(event.kind == "paid" for row in store.rows(1) for event in row.events)


def lay_or_pass(page: Page) -> None:
    """The first hex that is lit, with the tile that the picker proposes; else no track."""
    expect(page.locator("svg.map")).to_be_visible()
    lit = (page.locator("svg.map").get_attribute("data-lit") or "").split()
    if not lit:
        return do(page, page.locator(".passing .plain").first)
    page.locator(f'[data-hex="{lit[0]}"]').press("Enter")
    expect(page.locator("#deed")).to_contain_text(f"on {lit[0]}")
    do(page, "#deed")


def buy_or_pass(page: Page) -> None:
    """A train of the bank when there is none yet and the money suffices."""
    offer = page.locator(".g-buy_train a.offer:not(.refused)").first
    if page.locator(".charter .train, .owned .train").count() or not offer.count():
        return do(page, page.locator(".passing .plain").first)
    tap(page, offer)
    expect(page.locator("#deed")).to_contain_text("Buy a")
    do(page, "#deed")


def pay_out(page: Page) -> None:
    tap(page, "#choose-pay")
    expect(page.locator("#deed")).to_contain_text("Pay out")
    do(page, "#deed")


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_two_people_play_to_the_first_dividend(page: Page, store: GameStore) -> None:
    seat_players(page)
    sell_privates(page)
    start_companies(page, store)
    for _ in range(80):
        if paid(store):
            break
        subject = (page.locator("h1").text_content() or "").partition(": ")[2]
        if subject == "Lay track":
            lay_or_pass(page)
        elif subject == "Run trains":
            do(page, "#deed")
        elif subject == "Dividend":
            pay_out(page)
        elif subject == "Buy trains":
            buy_or_pass(page)
        else:
            do(page, page.locator(".passing .plain").first)
    assert paid(store)
    assert sum(store.open(1).state.cash.values()) == 0
    for screen in ("shares", "market", "map", "companies", "privates", "trains", "ledger", "log"):
        page.goto(f"/game/1/{screen}")
        expect(page.locator("main#screen")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert page.viewport_size and wide <= page.viewport_size["width"], screen
    expect(page.locator(".logrows").first).to_contain_text("a share.")


def test_a_long_reason_is_read_in_lines(page: Page, store: GameStore) -> None:
    """The manual's sections have long names: they do not push the reason into a column."""
    position = sold_out(selling().cash(NCS=470), "2", "3", "4", "5").do(SellOwnShares("NCS", 10))
    page.goto(f"/game/{store_position(store, position)}")
    reason = page.locator(".offer.refused .note").first
    expect(reason).to_contain_text("it must buy the 6 for fl. 500")
    expect(reason.locator("cite")).to_have_text("Steam over Holland, Forced train purchases")
    box, row = reason.bounding_box(), page.locator(".offer.refused").first.bounding_box()
    assert box and row
    assert box["width"] > row["width"] / 2
    assert row["x"] + row["width"] <= page.evaluate("innerWidth")
