"""A merger in 1828 by taps alone: announced, asked about in all four ways, and done."""

from playwright.sync_api import Page, expect

from companion.rules.offers import Offer
from companion.store.shelf import Shelf
from tests.stored import store
from tests.titles.t1828.mergers import before, stock_round


def act(page: Page, choice: str, deed: str) -> None:
    """Choose a row, and do what the button says."""
    page.locator(".offer", has_text=choice).first.click()
    expect(page.locator("#deed")).to_contain_text(deed)
    version = page.locator("[name=version]").first
    before = version.input_value()
    page.locator("#deed").click()
    expect(version).not_to_have_value(before)


def offers(shelf: Shelf, number: int) -> list[Offer]:
    """What may be done in a game now."""
    view = shelf.open(number)
    return view.rules.offers(view.state)


def test_a_merger_with_all_its_questions(page: Page, shelf: Shelf) -> None:
    game = stock_round().cash(p1=300, p2=300, p3=300, p4=300)
    game.started("NYC", 67, "p4", p4=30, p1=20, p2=20, p3=10).floated("NYC", 200)
    game.started("PRR", 71, "p4", p4=60, p1=10, p2=20).floated("PRR", 300)
    game.token("G23.0", "NYC").token("G23.1", "PRR")
    game.trains("NYC", "2", "2").trains("PRR", "2")
    number = store(shelf, before(game, "NYC", "PRR"))
    page.goto(f"/game/{number}?pick=MergeCompanies~p4~NYC~PRR")
    figures = page.locator("#figures")
    expect(figures).to_contain_text("$500")  # the money of both
    expect(page.locator("#deed")).to_be_in_viewport(ratio=1)
    page.locator("#deed").click()

    question = page.locator(".question")
    expect(question).to_contain_text("a marker in G23 Newark & New York")
    act(page, "NYC", "A blocking marker for that of NYC")
    expect(question).to_contain_text("Mia has an odd number of shares")
    act(page, "PRR", "Set a share of PRR aside")
    expect(question).to_contain_text("Anneke has an odd number of shares")
    act(page, "NYC", "Set a share of NYC aside")
    expect(question).to_contain_text("Mia has no share of NYC for the next pair")
    act(page, "Jörg", "Trade with Jörg")
    expect(question).to_contain_text("Jörg has no share of NYC for the next pair")
    act(page, "Daniël", "Trade with Daniël")  # the one that he has set aside
    singles = []
    while "single" in {offer.kind for offer in offers(shelf, number)}:
        singles.append(page.locator("#who").inner_text().rstrip(" 1234\n"))  # his number card
        act(page, "Pay for a share", "Pay for a share of the system")
    assert singles == ["Anneke", "Daniël", "Mia"]
    state = shelf.open(number).state
    assert state.own.systems == (("NYC", "PRR"),)
    assert state.companies["NYC"].charters == 2
    page.goto(f"/game/{number}/company/PRR")
    expect(page.locator("body")).to_contain_text("merged into NYC")
