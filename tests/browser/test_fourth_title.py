"""What the fourth title has and others have not, by taps: an auction in which prices fall until one
is free, a company started with a private, and a concession that tells before what follows from it.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.store.shelf import Shelf
from tests.browser.hands import do, tap


def deed(page: Page, kind: str, private: str, seat: str, tab: str) -> None:
    """Buy or discount a private."""
    tap(page, f"#tab-{tab}")
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
    tap(page, "#tab-aside")  # nothing is discounted before what is free is taken
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
