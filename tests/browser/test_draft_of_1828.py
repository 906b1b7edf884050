"""A game by the draft of 1828 by taps: six players, a price that falls, a merger, a trade-in.

The auction is held on a tablet. The others are for FULL in the environment, all at both sizes.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.browser.test_game_of_1828 import act, offers
from tests.support.positions import NAMES, Position
from tests.support.stored_games import store_position
from tests.titles.t1828.mergers import stock_round
from tests.titles.t1828.test_draft_trains import buying, sell_out


@pytest.mark.one_size("tablet")
def test_six_players_begin_and_a_price_falls(page: Page, store: GameStore) -> None:
    page.goto("/new")
    tap(page, page.get_by_role("link", name="1828"))
    tap(page, page.get_by_role("button", name="draft of January 2018"))
    for seat, name in enumerate(NAMES, 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    tap(page, "#settings > summary")
    page.get_by_label("The players in the order").fill(", ".join(NAMES))
    tap(page, "#open")
    tap(page, "#to-table")
    expect(page.locator("main")).to_contain_text("−5 if all pass")
    for name in NAMES:
        expect(page.locator("#who")).to_contain_text(name)
        do(page, "#pass")
    tap(page, '[id="pick-buy_private~p1~SVN"]')
    expect(page.locator("#deed")).to_contain_text("$15")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text(NAMES[1])
    state = store.open(1).state
    assert (state.privates["SVN"], state.cash["p1"]) == ("p1", 500 - 15)


def two_companies() -> Position:
    """NYC at 67 and PRR at 71, with markers of both in one hex; the IPO has two tenths of NYC."""
    game = stock_round(edition="draft").cash(p1=300, p2=300, p3=300, p4=300)
    game.started("NYC", 67, "p4", p4=30, p1=20, p2=20, p3=10).floated("NYC", 200)
    game.started("PRR", 71, "p4", p4=60, p1=10, p2=20).floated("PRR", 300)
    return game.token("G23.0", "NYC").token("G23.1", "PRR").trains("NYC", "2").trains("PRR", "3")


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_a_merger_asks_in_all_ways_and_makes_a_system_of_one_charter(
    page: Page, store: GameStore
) -> None:
    """The limit is 71 + 33, and the path from 71 has 77, 85, 91, 101, 108."""
    number = store_position(store, two_companies())
    page.goto(f"/game/{number}?pick=merge_companies~p4~NYC~PRR")
    expect(page.locator("#figures")).to_contain_text("$500")
    expect(page.locator("#deed")).to_be_in_viewport(ratio=1)
    do(page, "#deed")

    question = page.locator(".question")
    expect(question).to_contain_text("a marker in G23 Newark & New York")
    act(page, "NYC", "A blocking marker replaces one of NYC")
    expect(question).to_contain_text("Mia has an odd number of shares")
    act(page, "PRR", "Set a share of PRR aside")
    expect(question).to_contain_text("Mia has no share of NYC for the next pair")
    act(page, "Jörg", "Trade with Jörg")
    expect(question).to_contain_text("Anneke has an odd number of shares")
    act(page, "NYC", "Set a share of NYC aside")
    expect(question).to_contain_text("Jörg has no share of NYC for the next pair")
    act(page, "Anneke", "Trade with Anneke")  # the one that they have left out
    singles = []
    while "single" in {offer.kind for offer in offers(store, number)}:
        singles.append(page.locator("#who").inner_text().rstrip(" 1234\n"))  # their number card
        act(page, "Pay for a share", "Pay for a share of the system")
    assert singles == ["Anneke", "Daniël", "Mia"]

    state = store.open(number).state
    assert (state.companies["NYC"].charters, state.cash["NYC"]) == (1, 500)
    assert [state.cash[player] for player in ("p1", "p2", "p3", "p4")] == [270, 300, 270, 270]
    page.goto(f"/game/{number}/company/NYC")
    expect(page.locator("main")).to_contain_text("NYC + PRR")
    expect(page.locator("main")).not_to_contain_text("shell")


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_a_trade_in_is_one_choice_and_tells_what_it_brings(page: Page, store: GameStore) -> None:
    at = sell_out(buying("Brown", "3"), "4+D")
    number = store_position(store, at.operating("GT", "trains"))
    page.goto(f"/game/{number}")
    row = page.locator(".g-trade_in .offer")
    expect(row).to_contain_text("for a 3")
    expect(row).to_contain_text("phase Red · 3s rust · train limit 2")
    tap(page, row)
    expect(page.locator("#deed")).to_contain_text("Buy a 6, trading in a 3")
    expect(page.locator("#deed")).to_contain_text("$400")
    do(page, "#deed")
    assert store.open(number).state.phase == "Red"
