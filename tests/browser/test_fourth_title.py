"""What the fourth title has and others have not, by taps: an auction in which prices fall until one
is free, a company started with a private, a concession that tells before what follows from it, and
the way to the report; shares that the other player redeems, and a company that goes to the State.

Each on a phone or a tablet; on both with FULL in the environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.state import GONE
from companion.store.shelf import Shelf
from tests.browser.hands import do, tap
from tests.stored import store
from tests.titles.t1839.table import floated, stock_round
from tests.titles.t1839.test_state_railway import bought


def turn_to(page: Page, tab: str) -> None:
    """Show a list of offers; on a tablet all are in sight."""
    if page.locator(f"#tab-{tab}").is_visible():
        tap(page, f"#tab-{tab}")


def deed(page: Page, kind: str, private: str, seat: str, tab: str) -> None:
    """Buy or discount a private."""
    turn_to(page, tab)
    tap(page, f'[id="pick-{kind}~{seat}~{private}"]')
    do(page, "#deed")


@pytest.mark.one_size("phone")
def test_an_auction_by_discounts_a_free_private_and_a_concession(page: Page, shelf: Shelf) -> None:
    page.goto("/new")
    tap(page, page.get_by_role("link", name="1839"))
    for seat, name in enumerate(("Anneke", "Jörg"), 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    page.get_by_label("The companies that the table has drawn").fill("CO=NRS AB=HIJSM AV=MSS")
    page.get_by_label("The numbers of the seats").fill("2 1")
    tap(page, "#open")
    who = page.locator("#who")
    expect(who).to_contain_text("Jörg")
    for _ in range(2):
        deed(page, "DiscountPrivate", "LP", "p2", "aside")
    expect(who).to_contain_text("Anneke")
    for _ in range(2):
        deed(page, "DiscountPrivate", "LP", "p1", "aside")
    expect(who).to_contain_text("Jörg")
    for _ in range(2):
        deed(page, "DiscountPrivate", "LP", "p2", "aside")
    expect(who).to_contain_text("Anneke")
    turn_to(page, "aside")  # nothing is discounted before what is free is taken
    expect(page.locator("#tab-aside")).to_contain_text("0")
    deed(page, "BuyPrivate", "LP", "p1", "do")
    assert shelf.open(1).state.cash["p1"] == 700
    deed(page, "BuyPrivate", "AV", "p1", "do")
    tap(page, page.locator(".offer", has_text="Par 74").filter(visible=True))
    do(page, "#deed")
    state = shelf.open(1).state
    assert state.companies["MSS"].par == 74
    assert state.privates["AV"] == "p1"
    page.goto("/game/1/apart/concede?pick=Concede~p1")
    expect(page.locator("#follows")).to_contain_text("Anneke left the game.")
    do(page, "#deed")
    expect(page.locator("h1", has_text="Final standings")).to_be_visible()
    expect(page.locator("#screen")).to_contain_text("Jörg has won")
    link = page.locator('#screen a[href*="report.pdf"]').first
    expect(link).to_be_visible()
    assert shelf.open(1).state.finished == "alone"


@pytest.mark.one_size("tablet")
def test_the_other_player_redeems_what_is_sold(page: Page, shelf: Shelf) -> None:
    at = stock_round(players=2).started("MSS", 74, "p1", p1=40, p2=30)
    game = store(shelf, floated(at, "MSS", 300))
    page.goto(f"/game/{game}")
    turn_to(page, "sell")
    tap(page, '[id^="pick-SellShares~p1~MSS"]')
    tap(page, page.locator("#size-mss-20, #value-20").filter(visible=True).first)
    expect(page.locator("#deed")).to_contain_text("20%")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Jörg")  # he has most now, and directs it
    expect(page.locator(".question")).to_contain_text(
        "Its price is ƒ74, and ƒ61 if it redeems none."
    )
    tap(page, page.locator(".offer", has_text="Redeem").first)
    expect(page.locator("#deed")).to_contain_text("Redeem 20%")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Anneke")
    state = shelf.open(game).state
    assert (state.cash["MSS"], state.cash["p1"]) == (300 - 148, 1000 + 148)


@pytest.mark.one_size("tablet")
def test_a_director_lets_the_state_take_his_company(page: Page, shelf: Shelf) -> None:
    game = store(shelf, bought("3+", ("HIJSM", "p2", 82, ["3"])))
    page.goto(f"/game/{game}")
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".figures:visible")).to_contain_text("ƒ492")  # 60% that he would lose
    tap(page, page.locator(".offer", has_text="Nationalise").first)
    expect(page.locator("#deed")).to_contain_text("HIJSM")
    do(page, "#deed")
    state = shelf.open(game).state
    assert state.companies["HIJSM"].status == GONE
    assert state.board.tokens["B13.0"] == ("NS",)
