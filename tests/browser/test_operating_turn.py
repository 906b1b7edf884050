"""An operating turn driven by taps, on a phone and on a tablet: from the tile to the train."""

import re
from fractions import Fraction

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from companion.rules.core.actions import SellShares
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.judge.policies import DividendPolicy
from companion.store.games.game_store import GameStore
from companion.web.play import best_run_searches
from tests.browser.tapping import tap
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t18ms.test_privates_and_trains import must_buy


def pennsylvania(step: str = "track") -> Position:
    """PRR with track from Pittsburgh over Altoona to Lancaster, which is worth more."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20, p3=10).floated("PRR", 1000)
    position.started("NYC", 82, "p2", p2=60).floated("NYC", 300)
    position.phase("3").trains("PRR", "2").trains("NYC", "3", "3")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position.operating("PRR", step)


def open_turn(page: Page, store: GameStore, position: Position) -> int:
    game = store_position(store, position)
    page.goto(f"/game/{game}")
    return game


def deed(page: Page) -> Locator:
    return page.locator("#deed")


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_a_tile_is_tapped_turned_and_laid(page: Page, store: GameStore) -> None:
    game = open_turn(page, store, pennsylvania())
    tap(page, '[data-hex="H14"]')
    expect(page.locator(".picks .pick.chosen b")).to_have_text("18")
    turned = page.locator('[id^="tile-26-"]')
    assert turned.count() > 1
    second = turned.nth(1).get_attribute("id") or ""
    tap(page, turned.nth(1))
    expect(page.locator(".picks .chosen")).to_have_attribute("id", second)
    expect(deed(page)).to_contain_text("Lay 26 on H14")
    expect(deed(page)).to_contain_text("free")
    rotation = page.locator("input[name=rotation]").get_attribute("value")
    assert second == f"tile-26-{rotation}"
    tap(page, deed(page))
    expect(page.locator("#event")).to_contain_text("PRR laid 26 on H14.")
    laid = store.open(game).state.board.laid["H14"]
    assert (laid.tile, str(laid.rotation)) == ("26", rotation)


def test_the_last_of_two_taps_is_seen_whatever_is_answered_first(
    page: Page, store: GameStore
) -> None:
    open_turn(page, store, pennsylvania())
    tap(page, '[data-hex="H14"]')
    expect(page.locator(".picks .pick.chosen b")).to_have_text("18")
    held: list[Route] = []
    page.route("**tile=26*", lambda route: held.append(route) if not held else route.continue_())
    first, second = (page.locator('[id^="tile-18-"]').nth(n) for n in (0, 1))
    tap(page, page.locator('[id^="tile-26-"]').first)
    tap(page, second)
    expect(second).to_have_attribute("aria-current", "true")
    with page.expect_response("**tile=26*"):
        held[0].continue_()
    tap(page, first)
    expect(first).to_have_attribute("aria-current", "true")
    expect(deed(page)).to_contain_text("Lay 18 on H14")


def test_a_hex_where_nothing_fits_says_why(page: Page, store: GameStore) -> None:
    open_turn(page, store, pennsylvania())
    tap(page, '[data-hex="H12"]')
    expect(page.locator(".panel")).to_contain_text("Nothing fits on H12 Altoona.")
    expect(page.locator(".panel .why cite")).to_contain_text("1830 §18")
    expect(deed(page)).to_have_count(0)


def test_why_not_another_tile_is_answered(page: Page, store: GameStore) -> None:
    open_turn(page, store, pennsylvania())
    tap(page, '[data-hex="H14"]')
    tap(page, "#why-not")
    expect(page.locator(".whys cite").first).to_contain_text("1830 §")


def test_a_token_is_placed_in_a_lit_city(page: Page, store: GameStore) -> None:
    game = open_turn(page, store, pennsylvania("token"))
    tap(page, '[data-stop="H16.0"]')
    expect(deed(page)).to_contain_text("Place in Lancaster")
    expect(deed(page)).to_contain_text("$40")
    tap(page, deed(page))
    expect(page.locator("#draw")).to_be_visible()
    assert store.open(game).state.board.tokens["H16.0"] == ("PRR",)


def test_the_best_run_is_proposed_and_run(page: Page, store: GameStore) -> None:
    position = pennsylvania("run").tile("H16", "15", 4)
    game = open_turn(page, store, position)
    expect(page.locator(".panel .total")).to_contain_text("The best run")
    expect(page.locator(".panel .total b")).to_have_text("40")
    expect(page.locator("svg.map .run")).to_have_count(1)
    tap(page, deed(page))
    expect(page.locator(".choice")).to_be_visible()
    assert store.open(game).state.round.turn.revenue == 40


def test_a_search_that_takes_long_goes_on_beside_the_screen(
    page: Page, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        best_run_searches, "HERE", 0.0
    )  # the screen does not wait for the search at all
    open_turn(page, store, pennsylvania("run"))
    expect(page.locator(".panel .total")).to_contain_text("The best run")
    expect(deed(page)).to_contain_text("$30")


def test_runs_are_drawn_refused_challenged_and_run_all_the_same(
    page: Page, store: GameStore
) -> None:
    position = pennsylvania("run").tile("H16", "15", 4)
    game = open_turn(page, store, position)
    tap(page, "#draw")
    expect(deed(page)).to_have_count(0)
    tap(page, '[data-stop="H10.0"]')
    expect(page.locator(".hand.chosen")).to_contain_text("1 stop")
    tap(page, '[data-stop="H12.0"]')
    expect(page.locator(".panel .total b")).to_have_text("30")
    tap(page, '[data-stop="H16.0"]')  # a third stop is one too many for a 2
    expect(page.locator(".said .why")).to_contain_text("too many for the train")
    expect(page.locator(".said cite")).to_contain_text("1830 §20")
    expect(page.locator(".panel .total b")).to_have_text("30")
    tap(page, deed(page))
    expect(page.locator(".challenge")).to_contain_text("A run of $40 exists. This one")
    expect(deed(page)).to_contain_text("Take this run")
    expect(page.locator(".challenge cite")).to_have_text("1830 §20.3")
    expect(page.locator("#own")).to_have_text("Run it anyway, $10 less")
    tap(page, "#own")
    expect(page.locator(".choice")).to_be_visible()
    assert store.open(game).state.round.turn.revenue == 30


def test_a_challenge_is_taken_with_one_tap(page: Page, store: GameStore) -> None:
    game = open_turn(page, store, pennsylvania("run").tile("H16", "15", 4))
    tap(page, "#draw")
    tap(page, '[data-stop="H10.0"]')
    expect(page.locator(".hand.chosen")).to_contain_text("1 stop")
    tap(page, '[data-stop="H12.0"]')
    expect(deed(page)).to_contain_text("$30")
    tap(page, deed(page))
    tap(page, "#deed:has-text('Take this run')")
    expect(page.locator(".choice")).to_be_visible()
    assert store.open(game).state.round.turn.revenue == 40


def test_the_dividend_shows_both_ways_and_leaves_a_receipt(page: Page, store: GameStore) -> None:
    position = pennsylvania("run")
    game = open_turn(page, store, position)
    tap(page, deed(page))
    table = page.locator(".choice")
    expect(table.get_by_role("row", name="per share")).to_contain_text("3")
    expect(table.get_by_role("row", name="Anneke").first).to_contain_text("+18")
    expect(table.get_by_role("row", name="treasury")).to_contain_text("1,000 → 1,030")
    expect(table.get_by_role("row", name="share price")).to_contain_text("100 → 112")
    tap(page, "#choose-withhold")
    expect(deed(page)).to_contain_text("Withhold")
    tap(page, "#choose-pay")
    expect(deed(page)).to_contain_text("Pay out · 3 a share")
    expect(deed(page)).to_contain_text("$27")
    tap(page, deed(page))
    expect(page.locator(".g-buy_train")).to_be_visible()
    row = store.open(game).head
    page.goto(f"/game/{game}/receipt/{row}")
    expect(page.locator(".receipt h1")).to_have_text("PRR pays $3 a share")
    expect(page.locator(".receipt .pay tr", has_text="Anneke")).to_contain_text("6 × 3")
    expect(page.locator(".receipt .pay tr", has_text="Initial offering")).to_contain_text(
        "not paid"
    )
    expect(page.locator(".receipt .price")).to_contain_text("one to the right")
    expect(page.locator(".receipt .cells .to")).to_contain_text("112")


def test_three_ways_of_a_dividend_fit_side_by_side(
    page: Page, store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = pennsylvania("dividend").turn(revenue=1130, routes=(("2-0", ("H10.0", "H12.0")),))
    half = Division("half", Fraction(1, 2), players_up=True)
    monkeypatch.setattr(type(position.rules), "dividends", DividendPolicy((PAY, half, WITHHOLD)))
    open_turn(page, store, position)
    table = page.locator(".choice")
    tap(page, "#choose-half")
    expect(table.get_by_role("row", name="kept")).to_contain_text("565")
    expect(deed(page)).to_contain_text("Half pay · 56.5 a share")
    cut = """cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth)
        .map(cell => cell.innerText)"""
    assert table.locator("th, td").evaluate_all(cut) == []
    assert table.evaluate("table => table.getBoundingClientRect().right <= innerWidth")


def test_a_train_of_another_company_is_bought_at_an_agreed_price(
    page: Page, store: GameStore
) -> None:
    position = pennsylvania("trains").turn(division="pay", revenue=30)
    game = open_turn(page, store, position)
    tap(page, page.locator(".g-buy_from .offer").first)
    expect(deed(page)).to_contain_text("Buy a 3 from NYC")
    expect(page.locator("#amount")).to_have_value("180")
    for chip, value in (("+10", "190"), ("+50", "240"), ("face", "180"), ("all", "1000")):
        tap(page, page.get_by_role("button", name=chip, exact=True))
        expect(page.locator("#amount")).to_have_value(value)
    tap(page, page.get_by_role("button", name="min", exact=True))
    expect(page.locator("#amount")).to_have_value("0")
    page.locator("#amount").fill("240")
    expect(deed(page)).to_contain_text("$240")
    tap(page, deed(page))
    expect(page.locator(".toast")).to_contain_text("PRR bought a 3 for $240 from NYC.")
    state = store.open(game).state
    assert (state.cash["PRR"], state.cash["NYC"]) == (760, 540)


def forced_purchase() -> Position:
    """PRR has no train and too little money; so has its president, who holds NYC to sell."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 20)
    position.started("NYC", 82, "p2", p2=60, p1=30).floated("NYC", 300)
    position.phase("3").cash(p1=50).trains("NYC", "3")
    position.tile("H10", "57", 1)
    return position.operating("PRR", "trains", division="withhold")


def test_a_forced_purchase_is_worked_out_before_anything_is_done(
    page: Page, store: GameStore
) -> None:
    game = open_turn(page, store, forced_purchase())
    worked_out = page.locator(".help")
    expect(worked_out).to_contain_text("PRR has a route and must own a train.")
    expect(worked_out.get_by_role("row", name="the cheapest")).to_contain_text("180")
    expect(worked_out.get_by_role("row", name="treasury of PRR")).to_contain_text("−20")
    expect(worked_out.get_by_role("row", name="Anneke adds")).to_contain_text("−50")
    expect(worked_out.get_by_role("row", name="still missing")).to_contain_text("110")
    expect(page.locator("#pass")).to_have_count(0)
    expect(page.locator(".g-bankrupt")).to_have_count(0)  # Anneke can still pay
    assert store.open(game).head == 0
    tap(page, page.locator(".g-sell a.offer:has(.c-nyc)", has_text="20%"))
    expect(deed(page)).to_contain_text("Sell 20% NYC")
    tap(page, deed(page))
    expect(worked_out.get_by_role("row", name=re.compile("^missing"))).to_be_visible()
    tap(page, page.locator(".g-buy_train a.offer").first)
    expect(deed(page)).to_contain_text("Buy a 3")
    tap(page, deed(page))
    expect(page.locator(".help")).to_have_count(0)
    assert "3" in {
        t.rpartition("-")[0] for t, c in store.open(game).state.trains.items() if c.place == "PRR"
    }


LINES_OF_WORDS = """() => {
    const text = document.querySelector(".act.waits").firstChild;
    const words = document.createRange();
    return [...text.data.matchAll(/\\S+/g)].map(({ 0: word, index }) => {
        words.setStart(text, index);
        words.setEnd(text, index + word.length);
        return words.getClientRects().length;
    });
}"""


@pytest.mark.parametrize("width", [320, 360])
def test_no_word_breaks_beside_the_deed_that_ends_a_step(
    page: Page, store: GameStore, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 640})
    open_turn(page, store, pennsylvania())
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert set(page.evaluate(LINES_OF_WORDS)) == {1}


@pytest.mark.both_sizes
def test_the_purchase_is_brought_into_sight_after_the_last_sale(
    page: Page, store: GameStore
) -> None:
    position = forced_purchase()
    for symbol, type in (("B&O", "3"), ("C&O", "2"), ("ERIE", "2"), ("CPR", "2")):
        position.started(symbol, 82, "p3", p3=60, p1=30).floated(symbol, 0)
        position.trains(symbol, type)
    open_turn(page, store, position)
    tap(page, page.locator(".g-sell a.offer", has_text="20%").last)
    tap(page, deed(page))
    expect(page.locator(".g-buy_train a.offer").first).to_be_in_viewport(ratio=1)


@pytest.mark.one_size("phone")
def test_the_purchase_is_brought_into_sight_where_the_text_is_large(
    page: Page, store: GameStore
) -> None:
    position = must_buy(20, 10, GMO=10)
    position.do(*[SellShares("p1", "IC", 10)] * 4)
    open_turn(page, store, position)
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    tap(page, page.locator(".g-sell a.offer").last)
    tap(page, deed(page))
    expect(page.locator(".g-buy_train a.offer").first).to_be_in_viewport(ratio=0.9)


@pytest.mark.in_part(2)
@pytest.mark.both_sizes
@pytest.mark.parametrize("step", ["track", "token", "run", "trains"])
def test_no_step_scrolls_sideways(page: Page, store: GameStore, step: str) -> None:
    ran = {"division": "pay", "revenue": 30} if step == "trains" else {}
    open_turn(page, store, pennsylvania(step).turn(**ran))
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert page.viewport_size and wide <= page.viewport_size["width"]
