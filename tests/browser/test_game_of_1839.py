"""A whole short game of the fourth title.

It has an auction in which prices fall until a private is free and has to be taken, and a company
started with one. The other player redeems shares. The State takes a company. A concession tells its
consequences before it is used. The report comes last.

The taps are about the rules of this title alone. The store plays the rest between them, a game of
two from the folder of the title's tests: all of it by taps would take minutes. The game is on a
phone or a tablet; on both with FULL in the environment.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.bench.example_games import read_example
from companion.rules.core.actions import Action, BuyPrivate, DiscountPrivate, Pass, SetPar
from companion.rules.core.state import UNSTARTED
from companion.store.games.game_store import GameStore
from companion.system_dependencies import pdf_problem
from tests.browser.tapping import do, tap
from tests.support.stored_games import store_position
from tests.titles.t1839.game_start import floated, stock_round

GAME = Path(__file__).parents[1] / "titles" / "t1839" / "bankruptcy.json"
SOLD, REDEEMED, TAKEN = 27, 77, 307  # deeds of it: the first after the auction, and two of p1's
UNTIL_FREE = (
    DiscountPrivate("p1", "HLVVDG"),
    DiscountPrivate("p2", "HLVVDG"),
    DiscountPrivate("p2", "HLVVDG"),
    DiscountPrivate("p1", "HLVVDG"),
    DiscountPrivate("p1", "CO"),
)
UNTIL_A_COMPANY = (
    DiscountPrivate("p1", "WCTS"),
    DiscountPrivate("p2", "AV"),
    BuyPrivate("p2", "DERTU"),
    DiscountPrivate("p1", "SRV"),
)
UNTIL_SOLD = (  # from here on all is where it is in that game
    BuyPrivate("p2", "CO"),
    SetPar("p2", "AMS", 67),
    DiscountPrivate("p2", "AV"),
    DiscountPrivate("p1", "KR"),
    DiscountPrivate("p1", "JJB"),
    BuyPrivate("p2", "KR"),
    BuyPrivate("p2", "JJB"),
    DiscountPrivate("p1", "WCTS"),
    BuyPrivate("p1", "AV"),
    DiscountPrivate("p2", "WCTS"),
    DiscountPrivate("p2", "WCTS"),
    DiscountPrivate("p1", "SRV"),
    DiscountPrivate("p1", "WCTS"),
    BuyPrivate("p2", "SRV"),
    DiscountPrivate("p2", "WCTS"),
    BuyPrivate("p1", "WCTS"),
)
COVERED = """(seat) => {
  const text = document.createRange();
  text.selectNodeContents(seat.querySelector(".cash"));
  const cash = text.getBoundingClientRect();
  const boxes = [...seat.querySelectorAll(".first")].map((card) => card.getBoundingClientRect());
  return boxes.filter((box) => box.right > cash.left && box.left < cash.right
    && box.bottom > cash.top && box.top < cash.bottom).length;
}"""
PRINTED = """async (there) => {
  let answer = await fetch(there);
  for (let again = 0; answer.status === 503 && again < 200; again++) {  // it is being printed
    await new Promise((soon) => setTimeout(soon, 300));
    answer = await fetch(there);
  }
  const body = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get("Content-Type");
  return [answer.status, type, new TextDecoder().decode(body.slice(0, 4))];
}"""


def turn_to(page: Page, tab: str) -> None:
    """Show a list of offers; on a tablet all are in sight."""
    if page.locator(f"#tab-{tab}").is_visible():
        tap(page, f"#tab-{tab}")


def deed(page: Page, kind: str, private: str, seat: str, tab: str) -> None:
    """Buy or discount a private."""
    turn_to(page, tab)
    tap(page, f'[id="pick-{kind}~{seat}~{private}"]')
    do(page, "#deed")


def meanwhile(page: Page, store: GameStore, *actions: Action) -> None:
    """Let the store play, and open the page again."""
    store.play(1, store.version(1), *actions)
    page.goto("/game/1")


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_a_short_game_from_its_form_to_its_report(page: Page, store: GameStore) -> None:
    _, actions = read_example(GAME)
    begin(page, store)
    sell_privates(page, store)
    meanwhile(page, store, *UNTIL_SOLD, *actions[SOLD : REDEEMED - 1])
    redeem(page, store)
    meanwhile(page, store, *actions[REDEEMED + 1 : TAKEN])
    nationalise(page, store)
    concede(page, store)
    if not pdf_problem():
        fetch_report(page)


def begin(page: Page, store: GameStore) -> None:
    """Enter the draws of the table."""
    page.goto("/new")
    tap(page, 'a[href="/new?title=1839"]')
    for seat, name in enumerate(("Anneke", "Jörg"), 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    tap(page, "#settings > summary")
    for place, drawn in enumerate(("AMS", "ZHESM", "NBDS")):
        page.locator(f'[name="option.pairing.{place}"]').select_option(drawn)
    page.get_by_label("The numbers of the seats").fill("1 2")
    tap(page, "#open")
    tap(page, "#to-table")
    expect(page.locator("#who")).to_contain_text("Anneke")
    assert store.open(1).state.order == ("p1", "p2")


def sell_privates(page: Page, store: GameStore) -> None:
    """Nothing is discounted before what is free is taken; a company begins with its private."""
    deed(page, "discount_private", "AB", "p1", "aside")
    meanwhile(page, store, *UNTIL_FREE)
    expect(page.locator("#who")).to_contain_text("Jörg")
    deed(page, "discount_private", "HLVVDG", "p2", "aside")
    deed(page, "buy_private", "LP", "p2", "do")
    expect(page.locator("#who")).to_contain_text("Anneke")
    turn_to(page, "aside")
    expect(page.locator("#tab-aside")).to_contain_text("0")
    deed(page, "buy_private", "HLVVDG", "p1", "do")
    assert store.open(1).state.cash["p1"] == 700
    meanwhile(page, store, *UNTIL_A_COMPANY)
    deed(page, "buy_private", "AB", "p1", "do")
    tap(page, page.locator(".offer", has_text="Par 74").filter(visible=True))
    do(page, "#deed")
    state = store.open(1).state
    assert (state.privates["AB"], state.companies["ZHESM"].par) == ("p1", 74)


def redeem(page: Page, store: GameStore) -> None:
    """Jörg sells of a company that Anneke directs, and she is asked."""
    cash = store.open(1).state.cash
    turn_to(page, "sell")
    tap(page, '[id^="pick-sell_shares~p2~ZHESM"]')
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Anneke")
    expect(page.locator(".question")).to_contain_text("10% of ZHESM were sold.")
    tap(page, page.locator(".offer", has_text="Redeem").first)
    expect(page.locator("#deed")).to_contain_text("Redeem 10%")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Jörg")
    after = store.open(1).state.cash
    assert after["p2"] - cash["p2"] == cash["ZHESM"] - after["ZHESM"] > 0


def nationalise(page: Page, store: GameStore) -> None:
    """A local goes to the State, and its markers stay."""
    own = [stop for stop, who in store.open(1).state.board.tokens.items() if "L3" in who]
    expect(page.locator("#who")).to_contain_text("Anneke")
    tap(page, '[id="pick-nationalise~L3"]')
    expect(page.locator("#deed")).to_contain_text("L3")
    do(page, "#deed")
    state = store.open(1).state
    assert state.companies["L3"].status == UNSTARTED
    assert own and all("NS" in state.board.tokens[stop] for stop in own)


def concede(page: Page, store: GameStore) -> None:
    """All that follows is told before; the other one has won."""
    page.goto("/game/1/apart/concede?pick=concede~p2")
    expect(page.locator("#follows")).to_contain_text("Jörg left the game.")
    do(page, "#deed")
    expect(page.locator("h1", has_text="Final standings")).to_be_visible()
    expect(page.locator("#screen")).to_contain_text("Anneke has won")
    assert store.open(1).state.end_reason == "alone"


def fetch_report(page: Page) -> None:
    """It is one link away; the server answers when it is printed."""
    link = page.locator('#screen a[href*="report.pdf"]').filter(visible=True).first
    assert page.evaluate(PRINTED, link.get_attribute("href")) == [200, "application/pdf", "%PDF"]


@pytest.mark.one_size("tablet")
def test_cards_of_both_colours_stand_clear_of_the_cash(page: Page, store: GameStore) -> None:
    game = store_position(store, stock_round(players=4).do(Pass("p1"), Pass("p2")))
    page.goto(f"/game/{game}{'' if page.viewport_size['width'] > 900 else '/shares'}")
    seats = page.locator(".matrix thead .seat, .seat-card").filter(visible=True)
    expect(seats).to_have_count(4)
    expect(seats.nth(1)).to_contain_text("1,000")
    assert [seats.nth(seat).evaluate(COVERED) for seat in range(4)] == [0, 0, 0, 0]
    assert [seats.nth(seat).locator(".taken").count() for seat in range(4)] == [1, 1, 0, 0]


@pytest.mark.one_size("tablet")
def test_the_other_player_redeems_what_is_sold(page: Page, store: GameStore) -> None:
    at = stock_round(players=2).started("MSS", 74, "p1", p1=40, p2=30)
    game = store_position(store, floated(at, "MSS", 300))
    page.goto(f"/game/{game}")
    turn_to(page, "sell")
    tap(page, '[id^="pick-sell_shares~p1~MSS"]')
    tap(page, page.locator("#size-mss-20, #value-20").filter(visible=True).first)
    expect(page.locator("#deed")).to_contain_text("20%")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Jörg")  # now they have most, and direct it
    expect(page.locator(".question")).to_contain_text(
        "Its price is ƒ74, or ƒ61 if it redeems none."
    )
    tap(page, page.locator(".offer", has_text="Redeem").first)
    expect(page.locator("#deed")).to_contain_text("Redeem 20%")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Anneke")
    state = store.open(game).state
    assert (state.cash["MSS"], state.cash["p1"]) == (300 - 148, 1000 + 148)
