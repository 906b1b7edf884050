"""Small things that an eye stumbles over: what is hidden, cut through, too narrow or covered.

A rule for several titles, steps or sizes is checked with one or two of them; with FULL with all.
"""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.core.actions import BuyPrivateForCompany
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles import rules_for, titles
from tests.browser.screen_tour import course, store_moment
from tests.browser.test_double_taps import dealing, overlap, settled, sold
from tests.browser.test_screen_sizes import DRAWN, FAULTS
from tests.support.positions import Position
from tests.support.run_cache import play
from tests.support.stored_games import store_position, store_state
from tests.titles.t1839.game_start import floated, stock_round
from tests.titles.t1839_2015.game_start import without_map

SMALL, PHONE, FLAT = (320, 568), (360, 640), (640, 360)
UPRIGHT, TABLET, DESKTOP = (768, 1024), (1024, 768), (1440, 900)
LOOKED_AT = {"map": False, "rows": 0, "whole": False}
# offers that are whole in the list, above its end and above the bars
WHOLE = """() => {
    const low = [...document.querySelectorAll(".deeds, .bottom, .offers .lists")]
        .filter(part => part.offsetHeight && !part.matches(".lists"))
        .map(part => part.getBoundingClientRect().top);
    const list = document.querySelector(".lists");
    const clips = getComputedStyle(list).overflowY !== "visible";
    const end = Math.min(...low, innerHeight, clips ? list.getBoundingClientRect().bottom : 9999);
    return [...document.querySelectorAll(".lists .offer")].filter(row => row.offsetHeight)
        .map(row => [row.id, row.getBoundingClientRect().bottom <= end + 1]);
}"""
LONG = """() => {
    const words = document.querySelector("#event .what");
    const more = words.appendChild(document.createElement("p"));
    more.className = "then";
    more.textContent = "NYNH 90 → 82 · ".repeat(14);
}"""
CUT = """() => {
    const edge = document.querySelector("#event .what").getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(document.querySelector("#event .what"));
    return [...range.getClientRects()].filter(line => line.height > 1
        && line.top < edge.bottom - 3 && line.bottom > edge.bottom + 3).length;
}"""


@pytest.fixture
def eye(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose size a test sets."""
    page = browser.new_page(bypass_csp=True, base_url=address, reduced_motion="reduce")
    yield page
    page.close()


def resize(page: Page, size: tuple[int, int]) -> None:
    """Set the page's size, and wait for what follows from it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(DRAWN)


def faults(page: Page, *sizes: tuple[int, int]) -> list[str]:
    """Return the faults of the page at these sizes."""
    found = []
    for size in sizes:
        resize(page, size)
        found += [f"{size}: {what}: {words}" for what, words in page.evaluate(FAULTS, LOOKED_AT)]
    return found


@pytest.mark.in_part(1)
@pytest.mark.parametrize(("title", "size"), [("1830", TABLET), ("1830", DESKTOP), ("18nl", TABLET)])
def test_no_offer_of_a_stock_round_is_hidden_beside_free_room(
    eye: Page, store: GameStore, title: str, size: tuple[int, int]
) -> None:
    resize(eye, size)
    eye.goto(f"/game/{store_moment(store, title, 'early shares')}")
    rows = eye.evaluate(WHOLE)
    assert len(rows) > 8
    assert [row for row, whole in rows if not whole] == []


def test_prices_and_a_reason_have_a_place_of_their_own_in_the_bar_of_deeds(
    eye: Page, store: GameStore
) -> None:
    """Six prices, or a reason with its ruling, are higher than the last event beside the bar."""
    resize(eye, PHONE)
    eye.goto(f"/game/{store_moment(store, '18nl', 'early shares')}")
    eye.locator(".offer:not(.refused)").filter(visible=True).last.click()
    expect(eye.locator("#value-67")).to_be_visible()
    assert faults(eye, SMALL, PHONE) == []
    eye.goto(f"/game/{store_moment(store, '18nl', 'shares')}?tab=sell")
    eye.locator(".offer.refused").filter(visible=True).last.click()
    expect(eye.locator("#deeds .reason")).to_be_visible()
    assert faults(eye, SMALL, PHONE) == []


def test_a_stock_round_over_a_low_market_is_whole_on_a_tablet(eye: Page, store: GameStore) -> None:
    resize(eye, TABLET)
    for title in ("18al", "18tn"):
        eye.goto(f"/game/{store_moment(store, title, 'early shares')}")
        assert eye.evaluate("document.documentElement.scrollHeight <= innerHeight"), title


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE])
def test_all_offers_of_an_auction_are_in_sight_on_a_phone(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Bartholomeüs", "Pieter-Jan")))
    resize(eye, size)
    eye.goto(f"/game/{game}")
    assert [whole for _, whole in eye.evaluate(WHOLE)][:5] == [True] * 5


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE, FLAT])
def test_each_line_of_the_event_bar_is_whole(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store_position(store, Position("1830", 3).stock_round())
    resize(eye, size)
    eye.goto(f"/game/{game}")
    settled(eye)
    before = eye.locator("#event").bounding_box()
    eye.evaluate(LONG)
    assert eye.evaluate(CUT) == 0
    after = eye.locator("#event").bounding_box()
    assert after["height"] <= before["height"] + 8


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE, TABLET])
@pytest.mark.parametrize("text", ["100%", "200%"])
def test_the_form_of_a_new_game_is_whole_with_all_options_of_each_title(
    eye: Page, size: tuple[int, int], text: str
) -> None:
    """The forms of every fourth title; with FULL of all."""
    resize(eye, size)
    for title in list(titles())[:: 1 if os.environ.get("FULL") else 4]:
        eye.goto(f"/new?title={title}")
        eye.evaluate("text => document.documentElement.style.fontSize = text", text)
        eye.evaluate("document.querySelectorAll('details').forEach(part => part.open = true)")
        assert faults(eye, size) == [], title


WORDS = [
    ("steam-over-holland", "early shares", TABLET),
    ("steam-over-holland", "early shares", DESKTOP),
    ("1839-2015", "dividend", SMALL),
    ("1839-2015", "dividend", FLAT),
    ("1828", "track", TABLET),
    ("1839", "early auction", TABLET),
    ("1839", "name_home", TABLET),
]


@pytest.mark.in_part(1)
@pytest.mark.parametrize(("title", "step", "size"), WORDS)
def test_words_are_whole(
    eye: Page, store: GameStore, title: str, step: str, size: tuple[int, int]
) -> None:
    eye.goto(f"/game/{store_moment(store, title, step)}")
    assert faults(eye, size) == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE, FLAT])
def test_half_a_company_to_sell_is_on_the_screen(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    position = Position("1830", 3).started("PRR", 100, "p1", p1=60, p2=20).floated("PRR", 500)
    game = store_position(store, position.stock_round())
    resize(eye, size)
    eye.goto(f"/game/{game}?tab=sell")
    half = eye.locator("#size-prr-50")
    expect(half).to_be_visible()
    box = half.bounding_box()
    assert box["x"] + box["width"] <= size[0]
    assert half.evaluate(
        "half => half.contains(document.elementFromPoint(half.getBoundingClientRect().x + 9,"
        " half.getBoundingClientRect().y + 9))"
    )


@pytest.mark.in_part(1)
@pytest.mark.parametrize(
    ("title", "size"), [("1828", PHONE), ("1839-2015", TABLET), ("1839-2015", DESKTOP)]
)
def test_coordinates_of_a_map_are_whole(
    eye: Page, store: GameStore, title: str, size: tuple[int, int]
) -> None:
    resize(eye, size)
    eye.goto(f"/game/{store_moment(store, title, 'track')}")
    settled(eye)
    assert [fault for fault in faults(eye, size) if "coordinate" in fault] == []


def test_coordinates_of_a_map_stay_whole_when_its_frame_gets_another_height(
    eye: Page, store: GameStore
) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, '18nl', 'track')}")
    settled(eye)
    assert [fault for fault in faults(eye, (1024, 1171), TABLET) if "coordinate" in fault] == []


BESIDE_UNDO = """() => {
    const undo = document.querySelector("#undo").getBoundingClientRect();
    const edge = document.querySelector(".in-corner ol").getBoundingClientRect().right;
    return [...document.querySelectorAll(".in-corner li")].map(row => row.getBoundingClientRect())
        .filter(row => row.left < edge - 1)
        .map(row => Math.max(undo.left - row.right, undo.top - row.bottom));
}"""


@pytest.mark.parametrize("size", [TABLET, DESKTOP])
def test_the_last_events_lie_over_undo_or_beside_it(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    setup = Setup("1830", ("Anneke", "Jörg", "Mia"), seed=4)
    rules, actions = rules_for(setup), []
    for action, outcome in play(rules, 4):
        actions.append(action)
        step = rules.waiting(outcome.state)
        if len(actions) > 60 and step and step.name == "shares":
            break
    game = store.import_game(setup, actions)
    resize(eye, size)
    eye.goto(f"/game/{game}")
    apart = eye.evaluate(BESIDE_UNDO)
    assert apart
    assert min(apart) >= 0


@pytest.mark.parametrize("size", [DESKTOP, (1920, 1080)])
def test_the_last_events_of_a_sale_have_wide_lines_where_there_is_room(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store_moment(store, "18al", "auction")
    resize(eye, size)
    eye.goto(f"/game/{game}")
    expect(eye.locator(".tellings > div")).to_have_count(5)
    assert eye.locator(".sale-lower .events").bounding_box()["width"] >= 360


FROM_PRICE = """row => {
    const price = document.createRange();
    price.selectNodeContents(row.querySelector(".sum"));
    const first = row.querySelector(".sizes .value").getBoundingClientRect();
    return first.left - price.getBoundingClientRect().right;
}"""


@pytest.mark.parametrize("size", [PHONE, UPRIGHT])
def test_five_sizes_of_a_sale_lie_apart_from_the_price(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    game = store_moment(store, "18al", "shares")
    resize(eye, size)
    eye.goto(f"/game/{game}")
    row = eye.locator(".g-sell .sized:has(.value:nth-child(5))")
    expect(row).to_be_visible()
    assert row.evaluate(FROM_PRICE) >= 3


def test_a_tablet_upright_shows_nine_companies_and_what_players_are_worth(
    eye: Page, store: GameStore
) -> None:
    game = store_moment(store, "18nl", "shares")
    resize(eye, UPRIGHT)
    eye.goto(f"/game/{game}")
    box = eye.locator(".turn .matrix-box")
    expect(box.locator("tbody tr")).to_have_count(9)
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight")


BARS_AND_UNDO = """() => [".action-bar", "#undo"].map(name =>
    [...document.querySelectorAll(name)].filter(box => box.offsetHeight)
        .map(box => box.getBoundingClientRect().toJSON()))"""


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_undo_never_lies_where_a_deed_of_another_turn_lies(
    eye: Page, store: GameStore, title: str
) -> None:
    moments, rules, _ = course(title)
    games = []
    for step in ("early auction", "auction", "early shares", "shares"):
        state = dict(moments)[step]
        offer = next(offer for offer in judge.offers(rules, state) if offer.allowed)
        games.append(store_state(store, rules, state))
        store.play(games[-1], store.open(games[-1]).version, offer.action)
    for size in (TABLET, DESKTOP):
        resize(eye, size)
        bars, undos = [], []
        for game in games:
            eye.goto(f"/game/{game}")
            for side, more in zip((bars, undos), eye.evaluate(BARS_AND_UNDO), strict=True):
                side += more
        assert bars and undos
        assert [(bar, undo) for bar in bars for undo in undos if overlap(bar, undo)] == []


def test_on_a_small_phone_the_last_event_is_above_the_deeds_while_nothing_can_be_sent(
    eye: Page, store: GameStore
) -> None:
    resize(eye, SMALL)
    eye.goto(f"/game/{store_moment(store, '1828', 'track')}")
    settled(eye)
    eye.context.set_offline(True)
    eye.locator("#pass").click()
    expect(eye.locator("#lost")).to_be_visible()
    assert [fault for fault in faults(eye, SMALL) if "bar" in fault] == []


def test_two_rows_of_an_auction_are_in_sight_on_a_phone_with_a_larger_text(
    eye: Page, store: GameStore
) -> None:
    resize(eye, PHONE)
    eye.goto(f"/game/{store_moment(store, '1839-2015', 'early auction')}")
    eye.evaluate("document.documentElement.style.fontSize = '200%'")
    eye.evaluate(DRAWN)
    assert eye.evaluate(FAULTS, {**LOOKED_AT, "rows": 2}) == []


def test_a_small_phone_with_a_larger_text_shows_the_bank_and_all_prices_of_a_start(
    eye: Page, store: GameStore
) -> None:
    """The par step has the longest name of a round and a long sum; a start has six prices."""
    for step, choice in (("set_par", ""), ("early shares", '[id^="pick-start_company"]')):
        resize(eye, SMALL)
        eye.goto(f"/game/{store_moment(store, '1830', step)}")
        if choice:
            eye.locator(choice).filter(visible=True).first.click()
            expect(eye.locator("#deed")).to_be_visible()
        eye.evaluate("document.documentElement.style.fontSize = '200%'")
        assert faults(eye, SMALL, PHONE) == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [UPRIGHT, TABLET])
def test_no_bar_goes_through_the_number_of_certificates(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    eye.goto(f"/game/{store_moment(store, '1830', 'shares')}")
    assert [fault for fault in faults(eye, size) if "bar" in fault] == []


def test_no_token_stands_on_a_price_where_many_stand_together(eye: Page, store: GameStore) -> None:
    position = Position("1830", 3)
    cells = {"PRR": "0,0", "NYC": "0,0", "CPR": "0,0", "B&O": "0,3", "C&O": "0,3", "ERIE": "0,3"}
    for company in (*cells, "NYNH", "B&M"):
        position.started(company, 100, "p1", p1=20, p2=10).floated(company, 100)
    for company, cell in (cells | {"NYNH": "0,12", "B&M": "0,13"}).items():
        position.price(company, cell)
    eye.goto(f"/game/{store_position(store, position.stock_round())}")
    assert [fault for fault in faults(eye, TABLET) if "token" in fault] == []


def test_the_band_over_a_what_if_leaves_the_screen_to_it(eye: Page, store: GameStore) -> None:
    position = Position("1830", 3).started("PRR", 100, "p1", p1=60).floated("PRR", 500)
    resize(eye, PHONE)
    eye.goto(f"/game/{store_position(store, position.stock_round())}")
    settled(eye)
    eye.locator(".menu summary").click()
    eye.locator("#what-if").click()
    band = eye.locator("#draft")
    expect(band).to_be_visible()
    settled(eye)
    eye.locator("#pass").click()
    expect(eye.locator("#apply-draft")).to_be_visible()
    for size, most in ((SMALL, 100), (PHONE, 100), (FLAT, 56), (TABLET, 56)):
        resize(eye, size)
        settled(eye)  # a wider screen requests what a narrow one leaves out
        assert band.bounding_box()["height"] <= most
        assert eye.evaluate("document.documentElement.scrollWidth") == size[0]


LONG_NAMES = ("Maximiliaan-Alexander", "Wolfeschlegelsteinhausen", "Bartholomeüs vander Berg")
# the middle of each line of an element's words is that element's, and covered by nothing
UNCOVERED = """element => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].every(line => {
        const [x, y] = [line.x + line.width / 2, line.y + line.height / 2];
        return element.contains(document.elementFromPoint(x, y));
    });
}"""
LARGER = "document.documentElement.style.fontSize = '150%'"


def test_a_long_name_is_parted_between_letters_that_find_room_and_leaves_the_cash(
    eye: Page, store: GameStore
) -> None:
    eye.goto(f"/game/{store.new_game(Setup('1830', LONG_NAMES))}")
    eye.locator("#pass").click()
    expect(eye.locator(".seat h1")).to_have_text("Wolfesch\u00adlegelste\u00adinhausen")
    settled(eye)
    assert [fault for fault in faults(eye, TABLET, DESKTOP) if "broken" in fault] == []
    for size in (TABLET, SMALL):
        resize(eye, size)
        assert eye.locator(".seat:has(h1) .sum").evaluate(UNCOVERED)
        right = eye.locator(".seat:has(h1)").evaluate("seat => seat.getBoundingClientRect().right")
        box = eye.locator(".seat:has(h1) .sum").bounding_box()
        assert box["x"] + box["width"] <= right


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE])
@pytest.mark.parametrize("text", ["100%", "150%"])
def test_standings_of_long_names_are_within_their_sheet(
    eye: Page, store: GameStore, size: tuple[int, int], text: str
) -> None:
    eye.goto(f"/game/{store.new_game(Setup('1830', LONG_NAMES))}/standings")
    resize(eye, size)
    beyond = """text => {
        document.documentElement.style.fontSize = text;
        const sheet = document.querySelector(".sheet:has(.standings)");
        const side = parseFloat(getComputedStyle(sheet).paddingRight);
        const end = sheet.getBoundingClientRect().right - side;
        return [...sheet.querySelectorAll("td, th")]
            .filter(cell => cell.getBoundingClientRect().right > end + 1)
            .map(cell => cell.textContent.trim());
    }"""
    assert eye.evaluate(beyond, text) == []


def test_companies_with_long_names_of_presidents_show_their_cash(
    eye: Page, store: GameStore
) -> None:
    position = Position("1830", 3)
    position.rules = rules_for(Setup("1830", LONG_NAMES))
    position.started("NYNH", 100, "p2", p2=60).floated("NYNH", 633)
    resize(eye, SMALL)
    eye.goto(f"/game/{store_position(store, position.stock_round())}/companies")
    cash = eye.locator(".charter .cash").first
    expect(cash).to_be_visible()
    assert cash.evaluate("cash => cash.getBoundingClientRect().right <= innerWidth - 8")


def test_on_a_phone_on_its_side_the_last_event_takes_no_height_from_what_is_read(
    eye: Page, store: GameStore
) -> None:
    for size in (FLAT, (812, 375)):
        resize(eye, size)
        eye.goto(f"/game/{store_moment(store, '1830', 'shares')}/readings")
        settled(eye)
        over = "!!document.elementFromPoint(innerWidth / 2, innerHeight - 4).closest('.bottom')"
        assert not eye.evaluate(over)


def test_on_a_phone_on_its_side_a_question_is_whole(eye: Page, store: GameStore) -> None:
    resize(eye, FLAT)
    eye.goto(f"/game/{store_moment(store, '1830', 'chance')}")
    settled(eye)
    for sentence in eye.locator(".question p").all():
        assert sentence.evaluate(UNCOVERED)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [PHONE, (480, 640)])
@pytest.mark.parametrize("step", ["run", "dividend"])
def test_with_a_larger_text_a_deed_is_over_the_foot_and_rows_have_their_names(
    eye: Page, store: GameStore, size: tuple[int, int], step: str
) -> None:
    resize(eye, size)
    eye.goto(f"/game/{store_moment(store, '1828', step)}")
    eye.evaluate(LARGER)
    eye.evaluate(DRAWN)
    settled(eye)
    expect(eye.locator("#deed")).to_be_visible()
    covered = """deed => {
        const foot = document.querySelector(".bottom-navigation").getBoundingClientRect();
        return deed.getBoundingClientRect().bottom > foot.top + 1;
    }"""
    assert not eye.locator("#deed").evaluate(covered)
    if step == "dividend":
        assert eye.locator(".choice tbody th").first.evaluate(UNCOVERED)


# rows of the dividend's table whose words the fixed foot would cut through
CUT_ROWS = """() => {
    const foot = document.querySelector(".choice tfoot th");
    const lip = parseFloat(getComputedStyle(foot, "::before").height) || 0;
    const edge = foot.getBoundingClientRect().top;
    const range = document.createRange();
    return [...document.querySelectorAll(".choice tbody tr")].filter(row => {
        range.selectNodeContents(row.cells[0]);
        const words = range.getBoundingClientRect();
        return words.top < edge - lip - 1 && words.bottom > edge - lip + 1;
    }).map(row => row.textContent.trim());
}"""
UNDER_THE_FOOT = """() => {
    const edge = document.querySelector(".choice tfoot th").getBoundingClientRect().bottom;
    return [...document.querySelectorAll(".choice tbody tr")].filter(row => {
        const { x, top } = row.getBoundingClientRect();
        return top > edge - 1 && row.contains(document.elementFromPoint(x + 30, top + 8));
    }).map(row => row.textContent.trim());
}"""


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1828", "1839-2015", "steam-over-holland"])
def test_the_fixed_foot_of_a_dividend_cuts_through_no_row(
    eye: Page, store: GameStore, title: str
) -> None:
    eye.goto(f"/game/{store_moment(store, title, 'dividend')}")
    settled(eye)
    for size in (SMALL, PHONE, FLAT, UPRIGHT, TABLET, DESKTOP):
        resize(eye, size)
        assert (size, eye.evaluate(CUT_ROWS)) == (size, [])
        assert (size, eye.evaluate(UNDER_THE_FOOT)) == (size, [])


# how much of a line of a name stands on the other side of the edge that clips it
ACROSS = """() => Math.max(...[...document.querySelectorAll(".matrix thead .nm")].map(name => {
    const edge = name.getBoundingClientRect().bottom;
    const range = document.createRange();
    range.selectNodeContents(name);
    return Math.max(0, ...[...range.getClientRects()].filter(line => line.width > 1)
        .map(line => Math.min(line.bottom - edge, edge - line.top)));
}))"""


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [(768, 1024), TABLET, DESKTOP])
def test_nothing_shows_of_a_third_line_under_long_names_in_the_share_table(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    names = (*LONG_NAMES, "Donaudampfschiffahrtsges")
    position = Position("1830", 4)
    position.rules = rules_for(Setup("1830", names))
    resize(eye, size)
    eye.goto(f"/game/{store_position(store, position.stock_round())}")
    assert eye.evaluate(ACROSS) <= 1  # the browser rounds how high letters are
    eye.evaluate(LARGER)
    assert eye.evaluate(ACROSS) <= 1


@pytest.mark.in_part(1)
@pytest.mark.parametrize("size", [SMALL, PHONE, (480, 800)])
@pytest.mark.parametrize("step", ["track", "token"])
def test_with_a_larger_text_a_step_can_be_passed_without_scrolling(
    eye: Page, store: GameStore, step: str, size: tuple[int, int]
) -> None:
    resize(eye, size)
    eye.goto(f"/game/{store_moment(store, '1828', step)}")
    eye.evaluate(LARGER)
    eye.evaluate(DRAWN)
    settled(eye)
    within = """pass => {
        const { top, bottom } = pass.getBoundingClientRect();
        const foot = document.querySelector(".bottom-navigation").getBoundingClientRect();
        return top > 0 && bottom <= foot.top + 1;
    }"""
    assert eye.locator("#pass").evaluate(within)
    for words in eye.locator("#pass, .waits").all():
        assert words.evaluate("box => box.scrollHeight <= box.clientHeight")
        assert words.evaluate(UNCOVERED)


def test_the_owner_of_a_train_leaves_room_for_its_price(eye: Page, store: GameStore) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, '1839-2015', 'trains')}")
    settled(eye)
    overlap = """row => {
        const range = document.createRange();
        range.selectNodeContents(row.querySelector(".what"));
        const price = row.querySelector(".sum").getBoundingClientRect();
        return range.getBoundingClientRect().right - price.left;
    }"""
    rows = eye.locator(".group .offer:has(.train):has(.sum)").all()
    assert len(rows) > 1
    for row in rows:
        assert row.evaluate(overlap) < 0


@pytest.mark.in_part(1)
@pytest.mark.parametrize("step", ["early auction", "early shares", "shares"])
@pytest.mark.parametrize("title", ["1839-2015", "18nl"])
def test_all_of_a_turn_with_many_rows_is_on_a_tablet(
    eye: Page, store: GameStore, title: str, step: str
) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, title, step)}")
    settled(eye)
    assert eye.evaluate("document.documentElement.scrollHeight") == TABLET[1]
    lists = eye.locator(".rows:has([data-key])").all()
    assert lists
    for rows in lists:
        chips = rows.locator(".offer .chip").all()
        assert len({chip.bounding_box()["x"] for chip in chips}) == 1  # with a key and without


def test_each_shell_of_a_system_without_money_has_one_way_to_an_advance(
    eye: Page, store: GameStore
) -> None:
    eye.goto(f"/game/{store_moment(store, '1828', 'trains')}")
    eye.evaluate("document.documentElement.style.fontSize = '200%'")
    assert eye.locator(".g-buy_train a.ruling").count() == 1
    assert faults(eye, PHONE) == []


# numbers of cards whose circle touches the name or the cash of their seat
TOUCHED = """() => [...document.querySelectorAll(".matrix thead .first")].filter(number => {
    const circle = number.getBoundingClientRect();
    const seat = number.closest(".seat");
    const range = document.createRange();
    range.selectNodeContents(seat.querySelector(".nm").lastChild);
    const cash = document.createRange();
    cash.selectNodeContents(seat.querySelector(".cash"));
    return [...range.getClientRects(), ...cash.getClientRects()].some(words =>
        Math.min(words.right, circle.right) - Math.max(words.left, circle.left) > 0
        && Math.min(words.bottom - 3, circle.bottom) - Math.max(words.top + 3, circle.top) > 0);
}).map(number => number.textContent)"""


@pytest.mark.in_part(2)
@pytest.mark.parametrize("step", ["early auction", "early shares", "shares"])
@pytest.mark.parametrize("title", ["1828", "1839-2015"])
def test_the_number_of_a_card_touches_neither_name_nor_cash(
    eye: Page, store: GameStore, title: str, step: str
) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, title, step)}")
    assert eye.locator(".matrix thead .first").count() > 3
    assert eye.evaluate(TOUCHED) == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1828", "1839", "1839-2015"])
def test_holdings_in_many_companies_are_whole_beside_an_operating_turn(
    eye: Page, store: GameStore, title: str
) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, title, 'dividend')}")
    expect(eye.locator(".matrix tfoot tr").last).to_be_in_viewport(ratio=0.99)
    box = eye.locator(".matrix-box")
    assert box.evaluate("box => box.scrollHeight <= box.clientHeight")
    rows = summary(store.open(1).rules, store.open(1).state).companies
    symbols = {row.symbol for row in rows if row.in_shares}
    assert set(box.locator(".chip").all_inner_texts()) == symbols
    small = """parts => parts.filter(part => part.textContent.trim())
        .map(part => getComputedStyle(part).fontSize).filter(size => parseFloat(size) < 12)"""
    assert eye.locator(".matrix :is(td, th, span, b)").evaluate_all(small) == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_shares_on_a_charter_are_told_beside_the_pool_on_a_tablet(
    eye: Page, store: GameStore, address: str, language: str
) -> None:
    cookie = {"name": "language", "value": language, "url": address}
    eye.context.add_cookies([cookie])
    eye.goto(f"/game/{store_position(store, without_map('NBDS', 'track'))}")
    expect(eye.locator("td.off .own-part").first).to_be_visible()
    assert faults(eye, TABLET) == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_repeats_stand_whole_beside_undo_and_a_purchase_that_keeps_the_turn(
    eye: Page, store: GameStore, address: str, language: str
) -> None:
    game = store_position(store, dealing())
    sold(store, game, "PRR")
    eye.context.add_cookies([{"name": "language", "value": language, "url": address}])
    eye.goto(f"/game/{game}?pick=buy_share~p1~CPR~initial")
    expect(eye.locator("#again-1")).to_be_visible()
    expect(eye.locator("#deed-and-stay")).to_be_visible()
    for size in (SMALL, PHONE, (390, 844)):
        assert faults(eye, size) == []
    resize(eye, PHONE)
    eye.evaluate("document.documentElement.style.fontSize = '200%'")
    eye.evaluate(DRAWN)
    expect(eye.locator("#again-1")).to_be_in_viewport(ratio=0.99)
    expect(eye.locator("#deed-and-stay")).to_be_in_viewport(ratio=0.99)


def test_the_name_of_a_private_that_is_bought_in_is_whole_at_its_step(
    eye: Page, store: GameStore
) -> None:
    position = Position("18chesapeake", 3).close_privates().privates(**{"B&S": "p1"})
    position.started("SRR", 80, "p1", p1=60).floated("SRR", 800).phase("3")
    game = store_position(store, position.operating("SRR", "track"))
    store.play(game, 1, BuyPrivateForCompany("SRR", "B&S", 40))
    eye.goto(f"/game/{game}")
    expect(eye.locator(".step-bar .todo .note").last).to_contain_text("Susquehanna Railroad")
    assert faults(eye, TABLET) == []


@pytest.mark.parametrize("size", [PHONE, TABLET, DESKTOP])
def test_a_row_of_buybacks_says_so_beside_its_sizes(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    at = stock_round().started("MSS", 74, "p1", p1=40)
    floated(at, "MSS", 500)
    for share in range(4, 9):
        at.state.certificates[f"MSS_{share}"] = "pool"
    resize(eye, size)
    eye.goto(f"/game/{store_position(store, at)}?tab=do")
    expect(eye.locator("#size-mss-40")).to_be_visible()
    expect(eye.locator('[id="pick-redeem_shares~MSS"] .what')).to_be_visible()
    assert faults(eye, size) == []


def test_a_long_word_of_a_stop_is_parted_beside_its_revenue(eye: Page, store: GameStore) -> None:
    position = Position("18chesapeake", 3).close_privates().trains("N&W", "2", "2")
    position.started("N&W", 80, "p1", p1=60).floated("N&W", 800).tile("D12", "57", 1)
    position.tile("C13", "57", 1)
    eye.goto(f"/game/{store_position(store, position.operating('N&W', 'run'))}")
    expect(eye.locator(".runs").first).to_contain_text("Charlott\u00adesville")


@pytest.mark.parametrize("size", [DESKTOP, (1920, 1080)])
def test_the_strip_of_a_large_screen_has_the_whole_name_of_who_acts(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    resize(eye, size)
    eye.goto(f"/game/{store_moment(store, '1830', 'track')}")
    name = eye.locator(".acting-player b")
    expect(name).to_have_text("Bartholomeüs")
    assert name.evaluate("name => name.scrollWidth <= name.clientWidth")


def test_four_sizes_of_a_sale_stand_in_a_line_of_a_phone_on_its_side(
    eye: Page, store: GameStore
) -> None:
    position = Position("1830", 3).started("PRR", 67, "p2", p2=20, p1=40).floated("PRR", 500)
    resize(eye, FLAT)
    eye.goto(f"/game/{store_position(store, position.stock_round())}?tab=sell")
    tops = eye.locator("#size-prr-10, #size-prr-40").evaluate_all(
        "sizes => sizes.map(size => size.getBoundingClientRect().top)"
    )
    assert len(tops) == 2
    assert tops[0] == tops[1]


def test_the_sizes_of_a_first_sale_stand_clear_of_the_line_over_them(
    eye: Page, store: GameStore
) -> None:
    position = Position("1830", 3).started("PRR", 67, "p2", p2=20, p1=20).floated("PRR", 500)
    resize(eye, DESKTOP)
    eye.goto(f"/game/{store_position(store, position.stock_round())}")
    head = eye.locator(".g-sell h2").bounding_box()
    size = eye.locator("#size-prr-10").bounding_box()
    assert size["y"] >= head["y"] + head["height"] + 2


def test_the_arrow_of_a_link_stays_beside_its_last_word(eye: Page, store: GameStore) -> None:
    resize(eye, TABLET)
    eye.goto(f"/game/{store_moment(store, '1839', 'shares')}")
    tops = eye.locator("#together").evaluate("""link => {
        const words = link.firstChild, range = document.createRange();
        const end = words.data.trimEnd().length;
        return [end - 1, end - 3].map(at => {
            range.setStart(words, at), range.setEnd(words, at + 1);
            return range.getBoundingClientRect().top;
        });
    }""")
    assert tops[0] == tops[1]


def test_beside_shares_on_a_charter_each_seat_of_a_large_screen_has_its_name_and_cash(
    eye: Page, store: GameStore
) -> None:
    at = without_map("NBDS", "track").cash(p1=2038, p2=2038, p3=2038)
    resize(eye, DESKTOP)
    eye.goto(f"/game/{store_position(store, at)}")
    expect(eye.locator("td.off .own-part").first).to_be_visible()
    heights = eye.locator(".matrix .nm:not(.long)").evaluate_all(
        "names => names.map(name => name.getBoundingClientRect().height)"
    )
    assert len(heights) > 1
    assert max(heights) < 25  # one line
    assert eye.evaluate(TOUCHED) == []


@pytest.mark.parametrize("size", [TABLET, DESKTOP, (1920, 1080)])
def test_the_last_events_under_a_market_of_one_row_end_with_the_screen(
    eye: Page, store: GameStore, size: tuple[int, int]
) -> None:
    _, rules, actions = course("steam-over-holland")
    state = judge.start(rules).state
    for number, action in enumerate(actions, start=1):
        state = judge.apply(rules, state, action).state
        step = rules.waiting(state)
        if number > 20 and step and step.name == "shares":
            break
    game = store.import_game(rules.setup, actions[:number])
    resize(eye, size)
    eye.goto(f"/game/{game}")
    assert eye.evaluate("document.documentElement.scrollHeight <= innerHeight")
    expect(eye.locator(".events li").first).to_be_in_viewport(ratio=0.99)
    assert faults(eye, size) == []
