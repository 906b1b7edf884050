"""The rules that only the third title has, by taps.

They are an auction with a contest, and a merger with all its questions. The railway of a private, a
system's shells and coal follow, and an end that all agree on.

The auction is held on a tablet, the merger on a phone; both on both with FULL in the environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.offers import Offer
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles.t1828.title_state import State1828
from tests.browser.tapping import do, tap
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1828.mergers import before, stock_round


def act(page: Page, choice: str, deed: str) -> None:
    """Choose a row, and do what the button says."""
    tap(page, page.locator(".offer", has_text=choice).first)
    expect(page.locator("#deed")).to_contain_text(deed)
    do(page, "#deed")


def offers(store: GameStore, number: int) -> list[Offer]:
    """Return the offers of a game now."""
    view = store.open(number)
    return judge.offers(view.rules, view.state)


@pytest.mark.one_size("tablet")
def test_an_auction_in_rows_with_a_contest(page: Page, store: GameStore) -> None:
    page.goto("/new")
    tap(page, page.get_by_role("link", name="1828"))
    for seat, name in enumerate(("Anneke", "Jörg", "Daniël"), 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    tap(page, "#settings > summary")
    page.get_by_label("The players in the order").fill("Jörg, Daniël, Anneke")
    tap(page, "#open")
    tap(page, "#to-table")
    who, amount = page.locator("#who"), page.locator("#amount")
    for player, sum in (("Jörg", "25"), ("Daniël", "30")):
        expect(who).to_contain_text(player)
        tap(page, page.locator('[id^="pick-bid"][id$="~StCT"]'))
        amount.fill(sum)
        expect(page.locator("#deed")).to_contain_text(f"${sum}")
        do(page, "#deed")
    expect(who).to_contain_text("Anneke")
    tap(page, '[id="pick-buy_private~p1~SVN"]')
    expect(page.locator("#deed")).to_contain_text("Buy Schuylkill Valley Navigation")
    do(page, "#deed")
    expect(who).to_contain_text("Jörg")  # the lower bidder of the contest
    expect(page.locator(".offer")).to_have_count(1)
    tap(page, ".offer")
    amount.fill("35")
    do(page, "#deed")
    expect(who).to_contain_text("Daniël")
    do(page, "#pass")
    expect(who).to_contain_text("Jörg")  # next after Anneke, who bought
    state = store.open(1).state
    assert (state.privates["SVN"], state.privates["StCT"]) == ("p1", "p2")
    assert state.cash["p2"] == 800 - 35


def two_companies() -> Position:
    """Two companies that may merge, with markers of both in one hex.

    A third company has track to the coalfields, where all coal lies. A player has the private that
    operates.
    """
    game = stock_round().privates(**{"C&P": "p1"}).cash(p1=300, p2=300, p3=300, p4=300)
    game.started("NYC", 67, "p4", p4=30, p1=20, p2=20, p3=10).floated("NYC", 200)
    game.started("PRR", 71, "p4", p4=60, p1=10, p2=20).floated("PRR", 300)
    game.started("C&O", 67, "p2", p2=60).floated("C&O", 500).price("C&O", "12,6")
    game.tile("K15", "57", 1).tile("K13", "4", 1)
    game.token("G23.0", "NYC").token("G23.1", "PRR")
    game.trains("NYC", "2", "2").trains("PRR", "2").trains("C&O", "2")
    game.state.title_state = State1828(coal_markers=("K11", "K11", "K11"))
    return before(game, "NYC", "PRR", "C&O")


def merge(page: Page, store: GameStore, number: int) -> None:
    """Announced, asked about in all four ways, and done."""
    page.goto(f"/game/{number}?pick=merge_companies~p4~NYC~PRR")
    figures = page.locator("#figures")
    expect(figures).to_contain_text("$500")  # the money of both
    expect(page.locator("#deed")).to_be_in_viewport(ratio=1)
    do(page, "#deed")

    question = page.locator(".question")
    expect(question).to_contain_text("a marker in G23 Newark & New York")
    act(page, "NYC", "A blocking marker replaces one of NYC")
    expect(question).to_contain_text("Mia has an odd number of shares")
    act(page, "PRR", "Set a share of PRR aside")
    expect(question).to_contain_text("Anneke has an odd number of shares")
    act(page, "NYC", "Set a share of NYC aside")
    expect(question).to_contain_text("Mia has no share of NYC for the next pair")
    act(page, "Jörg", "Trade with Jörg")
    expect(question).to_contain_text("Jörg has no share of NYC for the next pair")
    act(page, "Daniël", "Trade with Daniël")  # the one that they have set aside
    singles = []
    while "single" in {offer.kind for offer in offers(store, number)}:
        singles.append(page.locator("#who").inner_text().rstrip(" 1234\n"))  # their number card
        act(page, "Pay for a share", "Pay for a share of the system")
    assert singles == ["Anneke", "Daniël", "Mia"]


def go_on(page: Page, company: str, step: str) -> None:
    """Nothing more is done than has to be until the company comes to that step."""
    left = page.locator("#left")
    for _ in range(30):
        actor = page.locator("main").get_attribute("data-actor") or ""
        if actor.endswith(f" {company}") and left.get_attribute("data-keep-scroll") == step:
            return
        expect(page.locator("#search")).to_have_count(0)
        if page.locator("#choose-pay").count():
            tap(page, "#choose-pay")
            expect(page.locator("#choose-pay[aria-current]")).to_have_count(1)
        passing = page.locator("#pass")
        do(page, passing if passing.count() else page.locator("#deed"))
    raise AssertionError(f"{company} never came to {step}")


def lay(page: Page, hex: str, tile: str, rotation: int) -> None:
    """The hex is tapped, and the tile as it should lie."""
    page.locator(f'[data-hex="{hex}"]').press("Enter")
    tap(page, f"#tile-{tile}-{rotation}")
    expect(page.locator(f"#tile-{tile}-{rotation}.chosen")).to_be_visible()
    do(page, "#deed")


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_a_merger_and_what_follows_until_all_agree_who_has_won(
    page: Page, store: GameStore
) -> None:
    number = store_position(store, two_companies())
    merge(page, store, number)
    state = store.open(number).state
    assert state.title_state.systems == (("NYC", "PRR"),)
    assert state.companies["NYC"].charters == 2

    go_on(page, "C&P", "track")  # the private's railway: a tile, a route of two centres, halves
    expect(page.locator("main")).to_contain_text("owner Anneke")
    lay(page, "C17", "9", 1)
    expect(page.locator("#deed")).to_contain_text("$30")
    had = store.open(number).state.cash["p1"]
    do(page, "#deed")
    state = store.open(number).state
    assert (state.cash["p1"] - had, state.cash["C&P"]) == (15, 15)

    go_on(page, "NYC", "shells")  # a system's trains in their shells
    act(page, "Move a 2 to the shell PRR", "Move a 2 to the shell PRR")
    state = store.open(number).state
    assert sorted(card.charter for card in state.trains.values() if card.place == "NYC") == [
        0,
        1,
        1,
    ]

    go_on(page, "C&O", "track")
    tap(page, "#do-coal")
    tap(page, '[id^="pick-buy-coal"]')
    expect(page.locator("#deed")).to_contain_text("$120")
    do(page, "#deed")
    assert sorted(store.open(number).state.title_state.coal_markers) == ["C&O", "K11", "K11"]

    tap(page, ".menu summary")
    tap(page, page.get_by_role("link", name="Standings, report"))
    tap(page, page.get_by_role("link", name="All agree who has won"))
    tap(page, page.locator(".offer", has_text="Jörg"))
    expect(page.locator("#deed")).to_contain_text("Jörg has won")
    tap(page, "#deed")
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    expect(page.locator("main")).to_contain_text("all players agree who has won · Jörg has won")
    page.goto(f"/game/{number}/company/PRR")
    expect(page.locator("body")).to_contain_text("merged into NYC")
