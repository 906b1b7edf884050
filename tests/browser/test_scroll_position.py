"""One scroll contract on every page: a new actor begins at the top, the same stays in place.

Each of several titles, steps and pages is tried on a phone or on a tablet in turn; on both with
FULL in the environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Action, Pass
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.random_moments import moments
from tests.browser.screen_tour import store_moment
from tests.browser.test_double_taps import dealing, settled
from tests.support.game_stages import in_round, played
from tests.support.stored_games import store_position, store_state

PAGES = (
    "shares",
    "market",
    "map",
    "companies",
    "company/PRR",
    "player/p1",
    "privates",
    "trains",
    "ledger",
    "log",
    "standings",
    "readings",
)
PASSING = {"1839-2015": 6}  # games in whose second stock round a pass gives the turn to another
SMALL = {"width": 360, "height": 400}  # where every page is longer than the screen
LONGER = "document.documentElement.scrollHeight - innerHeight"
READ = """() => {
    const strip = document.querySelector(".status-bar").offsetHeight;
    const rows = [...document.querySelectorAll("#screen li[id], #screen tr[id]")];
    const row = rows.find(row => row.getBoundingClientRect().top >= strip);
    return row ? [row.id, row.getBoundingClientRect().top] : null;
}"""
LIST_END = """Math.min(...[".deeds", ".bottom"].map(part =>
    document.querySelector(part)?.getBoundingClientRect().top || innerHeight),
    matchMedia("(min-width: 960px)").matches
        ? document.querySelector(".lists").getBoundingClientRect().bottom : innerHeight)"""
TOPS = "rows => rows.map(row => [row.id, row.getBoundingClientRect().top])"
TOP = "id => document.getElementById(id).getBoundingClientRect().top"


def meanwhile(page: Page, store: GameStore, game: int, action: Action | None = None) -> None:
    """Somebody else does something, and the page shows it."""
    view = store.open(game)
    done = action or Pass(view.rules.actor(view.state))
    version = store.play(game, view.version, done).version
    pulse = page.locator(f'#pulse[hx-get$="v={version}"]')
    expect(pulse).to_have_count(1)
    settled(page)


@pytest.mark.in_part(2)
@pytest.mark.parametrize("where", PAGES)
def test_a_page_that_is_read_stays_where_it_is_read(
    page: Page, store: GameStore, where: str
) -> None:
    game = played(store, in_round("SR 4"))
    page.set_viewport_size(SMALL)
    page.goto(f"/game/{game}/{where}")
    settled(page)
    place, row = page.evaluate(f"() => [scrollTo(0, 260), scrollY, ({READ})()].slice(1)")
    assert place > 0 or where in ("map", "market")
    meanwhile(page, store, game)
    if where in ("ledger", "log"):
        assert row
    if row:
        assert page.evaluate(TOP, row[0]) == pytest.approx(row[1], abs=1)
    else:
        assert page.evaluate("scrollY") == min(place, page.evaluate(LONGER))


def test_the_newest_comes_into_sight_of_who_reads_from_the_top(
    page: Page, store: GameStore
) -> None:
    game = played(store, in_round("SR 4"))
    page.goto(f"/game/{game}/log")
    settled(page)
    meanwhile(page, store, game)
    assert page.evaluate("scrollY") == 0
    expect(page.locator(f"#row-{store.open(game).head}")).to_be_in_viewport()


@pytest.mark.parametrize("title", list(titles()))
def test_after_a_deed_the_next_player_stands_at_the_top(
    page: Page, store: GameStore, title: str
) -> None:
    game = played(store, in_round("SR 2"), title, PASSING.get(title, 5))
    page.set_viewport_size(SMALL if page.viewport_size["width"] < 600 else page.viewport_size)
    page.goto(f"/game/{game}")
    settled(page)
    before = page.locator("#who").inner_text()
    page.evaluate("scrollTo(0, 999)")
    page.locator("#pass").click()
    expect(page.locator("#who")).not_to_have_text(before)
    settled(page)
    strip, name = page.locator(".status-bar").bounding_box(), page.locator("#who").bounding_box()
    assert page.evaluate("scrollY") == 0
    assert name["y"] >= strip["y"] + strip["height"]


@pytest.mark.parametrize("title", list(titles()))
def test_after_a_choice_that_came_to_nothing_the_next_player_stands_at_the_top(
    page: Page, store: GameStore, title: str
) -> None:
    game = played(store, in_round("SR 2"), title, PASSING.get(title, 5))
    page.set_viewport_size(SMALL)
    page.goto(f"/game/{game}")
    settled(page)
    before = page.locator("#who").inner_text()
    page.evaluate("scrollTo(0, 60)")
    page.locator(".offers .offer").filter(visible=True).first.evaluate("offer => offer.click()")
    expect(page.locator(".offer.chosen")).to_have_count(1)
    settled(page)
    page.locator("#pass").click()
    expect(page.locator("#who")).not_to_have_text(before)
    page.wait_for_function("history.state.under.length === 0")  # the choice's entry is gone
    page.evaluate("new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    assert page.evaluate("scrollY") == 0


def test_a_player_who_goes_on_after_a_deed_stays_at_the_same_place(
    page: Page, store: GameStore
) -> None:
    game = store_position(store, dealing())
    page.set_viewport_size(SMALL)
    page.goto(f"/game/{game}?pick=sell_shares~p1~NYC")
    settled(page)
    place = page.evaluate("scrollTo(0, 60), scrollY")
    assert place > 0
    page.locator("#deed").evaluate("deed => deed.click()")  # without bringing it into view
    expect(page.locator("#event, .events").filter(visible=True)).to_contain_text("sold")
    settled(page)
    assert page.evaluate("scrollY") == pytest.approx(place, abs=1)  # half pixels are rounded again


def rows(page: Page) -> dict[str, float]:
    """The places of the offers."""
    found = page.locator(".offers .offer, .panel .offer[id]").filter(visible=True)
    return dict(
        found.evaluate_all("all => all.map(row => [row.id, row.getBoundingClientRect().top])")
    )


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", list(titles()))
@pytest.mark.parametrize("step", ["auction", "shares"])
def test_the_list_stands_still_when_a_row_is_picked(
    page: Page, store: GameStore, title: str, step: str
) -> None:
    moment = next(moment for moment in moments(title) if moment.step == step)
    game = store_state(store, moment.rules, moment.state)
    page.goto(f"/game/{game}")
    settled(page)
    for key in rows(page):
        row = page.locator(f'[id="{key}"]')
        row.scroll_into_view_if_needed()
        before = rows(page)
        row.click()
        expect(row).to_have_attribute("aria-current", "true")
        settled(page)
        after = rows(page)
        moved = {round(before[one] - after[one]) for one in after}
        # what the choice asks takes room from the list: its row stands just above that
        if moved != {0}:
            end = page.evaluate(LIST_END)
            bottom = row.evaluate("row => row.getBoundingClientRect().bottom")
            assert len(moved) == 1, key
            assert bottom == pytest.approx(end, abs=2), key


def test_a_long_list_of_an_operating_turn_stands_still_when_its_last_row_is_picked(
    page: Page, store: GameStore
) -> None:
    game = store_moment(store, "1830", "trains")
    page.goto(f"/game/{game}")
    settled(page)
    row = page.locator(".g-sell .offer").last
    row.scroll_into_view_if_needed()
    before = rows(page)
    row.click()
    expect(row).to_have_attribute("aria-current", "true")
    settled(page)
    assert rows(page) == before
    page.reload()
    settled(page)
    expect(row).to_be_in_viewport(ratio=0.95)


SCREENS = ("", "/shares", "/market", "/map", "/companies", "/trains", "/privates", "/standings")


@pytest.mark.parametrize("title", list(titles()))
def test_no_page_that_fits_scrolls_by_a_few_pixels(
    page: Page, store: GameStore, title: str
) -> None:
    looked_at = set()
    for moment in moments(title):
        if moment.step in looked_at:
            continue
        looked_at.add(moment.step)
        game = store_state(store, moment.rules, moment.state)
        for screen in SCREENS if len(looked_at) == 1 else SCREENS[:1]:
            page.goto(f"/game/{game}{screen}")
            longer = page.evaluate(LONGER)
            assert longer == 0 or longer > 8, (moment.step, screen)
            if page.locator(".operating").count():
                assert longer == 0, moment.step
