"""Passing in advance: two taps beside Pass, one on the waiting screen, one to cancel it."""

import pytest
from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.rules.stock.test_programmed_actions import table
from tests.support.stored_games import store_position

LAST_OFFER_IS_SEEN = """() => {
    const lists = document.querySelector(".lists");
    lists.scrollTop = lists.scrollHeight;
    scrollTo(0, document.documentElement.scrollHeight);
    const bottoms = [...lists.querySelectorAll(".offer")].map(
        (offer) => offer.getBoundingClientRect().bottom,
    );
    const over = document.querySelector(".program[open] .rows").getBoundingClientRect();
    return Math.max(...bottoms) <= over.top + 1;
}"""


@pytest.mark.both_sizes
def test_the_banker_passes_in_advance_for_who_is_on_turn(page: Page, store: GameStore) -> None:
    game = store_position(store, table("p1"))
    page.goto(f"/game/{game}")
    tap(page, "details.program summary")
    expect(page.locator("#program-p1-until-sale")).to_be_in_viewport(ratio=1)
    do(page, "#program-p1-until-round-ends")
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".programs")).to_contain_text("Anneke passes until the round ends")
    expect(page.locator("#program-p2-until-sale")).to_be_hidden()  # the next list is closed
    tap(page, "#cancel-program-p1:not([data-held])")
    expect(page.locator(".programs")).to_have_count(0)
    assert store.programs.of(game).kept == []


@pytest.mark.both_sizes
def test_all_offers_can_be_seen_over_the_open_list(page: Page, store: GameStore) -> None:
    game = store_position(store, table("p1"))
    page.goto(f"/game/{game}")
    tap(page, "details.program summary")
    page.wait_for_function(LAST_OFFER_IS_SEEN)


@pytest.mark.both_sizes
def test_a_share_is_bought_again_by_one_more_tap(page: Page, store: GameStore) -> None:
    game = store_position(store, table("p1"))
    page.goto(f"/game/{game}")
    tap(page, ".g-do .offer >> nth=0")
    tap(page, "#again-2")
    expect(page.locator("#deed")).to_contain_text("2× again")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".programs")).to_contain_text("at most 2 more")
    for _ in range(3):
        do(page, "#pass")
    expect(page.locator(".programs")).to_contain_text("at most 1 more")
    assert [row.is_programmed for row in store.rows(game)].count(True) == 2
