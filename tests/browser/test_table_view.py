"""A table finds on the screen: whole names, the charter, the drawn run, depot and market."""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import trains_of
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.browser.test_double_taps import settled
from tests.support.run_cache import play

NAMES = ("Annekatrien", "Jörg", "Bartholomeüs", "Pieter-Jan", "Anna-Margaretha", "Zoë")
TITLES = [("1830", 4), ("1830", 6), ("steam-over-holland", 4), ("steam-over-holland", 5)]


def at(store: GameStore, title: str, seats: int, step: str, after: int = 0) -> None:
    """Game 1: the first moment after so many actions that waits for a step."""
    setup = Setup(title, NAMES[:seats], seed=seats)
    rules, actions = rules_for(setup), []
    for action, outcome in play(rules, seats):
        actions.append(action)
        if len(actions) >= after and waits(rules, outcome.state, step):
            break
    store.import_game(setup, actions)


def waits(rules: Rules, state: State, step: str) -> bool:
    waiting = rules.waiting(state)
    if waiting is None or waiting.name != step:
        return False
    return step != "run" or len(trains_of(state, state.round.turn.company)) > 1


# columns of a table whose head stands elsewhere than what is under it
APART = """table => [...table.tHead.rows[0].cells].filter((head, at) => {
    const under = table.tBodies[0].rows[0].cells[at];
    const [above, below] = [head, under ?? head].map(cell => cell.getBoundingClientRect().left);
    return Math.abs(above - below) > 1;
}).map(head => head.textContent.trim())"""


@pytest.mark.in_part(2)
@pytest.mark.parametrize(("title", "seats"), TITLES)
@pytest.mark.parametrize("step", ["auction", "shares"])
def test_every_name_stands_whole_over_its_column(
    page: Page, store: GameStore, title: str, seats: int, step: str
) -> None:
    at(store, title, seats, step, after=3)
    page.goto("/game/1" if page.viewport_size["width"] > 900 else "/game/1/shares")
    cut = page.evaluate(
        """[...document.querySelectorAll(".matrix .nm, .seat-card .who")]
        .filter(name => name.offsetWidth)
        .filter(name => name.scrollWidth > name.clientWidth + 1
            || name.scrollHeight > name.clientHeight + 3)
        .map(name => name.textContent)"""
    )
    assert cut == []
    table, offers = page.locator(".matrix").first, page.locator(".offers")
    if table.is_visible():
        assert table.evaluate(APART) == []
    if table.is_visible() and offers.count():
        left, right = table.bounding_box(), offers.bounding_box()
        assert left["x"] + left["width"] <= right["x"]


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_the_charter_stays_in_sight_beside_its_steps(
    page: Page, store: GameStore, title: str
) -> None:
    at(store, title, 4, "dividend", after=150)
    page.goto("/game/1")
    charter = page.locator(".charter header" if page.viewport_size["width"] > 900 else ".task")
    box = charter.bounding_box()
    strip = page.locator(".status-bar").bounding_box()
    assert box["y"] >= strip["y"] + strip["height"]


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_the_map_opens_on_the_whole_run(page: Page, store: GameStore, title: str) -> None:
    at(store, title, 4, "run", after=200)
    # on a busy machine the runs are not found while the screen is drawn, and come when it is open
    assert page.request.get("/game/1/search").ok
    page.goto("/game/1")
    page.locator("svg.map .run path, svg.map path.run").first.wait_for(state="attached")
    settled(page)
    inside = page.evaluate(
        """(() => {
            const map = document.querySelector("svg.map").getBoundingClientRect();
            return [...document.querySelectorAll("svg.map .run path, svg.map path.run")]
                .map(line => line.getBoundingClientRect())
                .map(line => line.left >= map.left - 1 && line.right <= map.right + 1
                    && line.top >= map.top - 1 && line.bottom <= map.bottom + 1);
        })()"""
    )
    assert inside
    assert all(inside)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_the_power_of_a_private_is_told_over_the_whole_width(
    page: Page, store: GameStore, title: str
) -> None:
    at(store, title, 4, "shares")
    page.goto("/game/1/privates")
    table = page.locator("table.told").bounding_box()
    told = page.locator("table.told td.note").first.bounding_box()
    assert told["width"] == pytest.approx(table["width"], abs=1)


LARGE = "document.documentElement.style.fontSize = '200%'"


@pytest.mark.in_part(1)
@pytest.mark.parametrize("step", ["auction", "shares"])
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_undo_stays_beside_a_choice_where_the_text_is_large(
    page: Page, store: GameStore, title: str, step: str
) -> None:
    at(store, title, 3, step, after=6)
    page.goto("/game/1")
    page.evaluate(LARGE)
    if not page.locator(".offer.chosen").count():  # the only one may be chosen already
        page.locator("a.offer:not(.refused)").filter(visible=True).first.click()
    expect(page.locator("#deed")).to_be_in_viewport(ratio=0.9)
    undo = page.locator("#undo").filter(visible=True)
    expect(undo).to_have_count(1)
    if page.viewport_size["width"] < 600:
        expect(undo).to_be_in_viewport(ratio=0.9)
    settled(page)
    before = store.open(1).undoable
    undo.click()
    settled(page)
    assert store.open(1).undoable == before - 1


TABLE = (".matrix", ".supply", ".market")


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_matrix_depot_privates_and_market_stay_in_sight(
    tablet: Page, store: GameStore, title: str
) -> None:
    at(store, title, 4, "shares", after=40)
    tablet.goto("/game/1")
    for part in TABLE:
        expect(tablet.locator(part)).to_be_in_viewport(ratio=0.99)
    rules, state = store.open(1).rules, store.open(1).state
    table = summary(rules, state)
    supply = tablet.locator(".supply").inner_text()
    for train in table.trains:
        assert (f"{train.price:,}" in supply) == (not train.gone and train.left != 0)
    for player in table.players:
        assert all(private in supply for private in player.privates)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_the_map_of_an_operating_turn_opens_over_the_table(
    tablet: Page, store: GameStore, title: str
) -> None:
    at(store, title, 4, "dividend", after=150)
    tablet.goto("/game/1")
    chart = tablet.locator("#turn-map")
    for part in TABLE:
        expect(tablet.locator(part)).to_be_in_viewport(ratio=0.99)
    expect(chart).to_be_hidden()
    tablet.keyboard.press("t")
    expect(chart).to_be_in_viewport(ratio=0.99)
    expect(tablet.locator(".matrix")).to_be_hidden()
    tablet.locator(".map-switch").click()
    expect(chart).to_be_hidden()
    tablet.set_viewport_size({"width": 1440, "height": 900})
    for part in (*TABLE, "#turn-map"):
        expect(tablet.locator(part)).to_be_in_viewport(ratio=0.99)


def test_the_map_is_open_where_track_is_laid(tablet: Page, store: GameStore) -> None:
    at(store, "1830", 4, "track", after=150)
    tablet.goto("/game/1")
    expect(tablet.locator("#turn-map")).to_be_in_viewport(ratio=0.99)
    tablet.keyboard.press("t")
    for part in TABLE:
        expect(tablet.locator(part)).to_be_in_viewport(ratio=0.99)


def test_numbers_of_tiles_are_shown_on_the_map_of_a_turn_when_they_are_wanted(
    tablet: Page, store: GameStore
) -> None:
    at(store, "1830", 4, "track", after=150)
    tablet.goto("/game/1")
    number = tablet.locator("#turn-map .no").first
    expect(number).to_be_hidden()
    settled(tablet)
    tablet.locator(".zoom label").click()
    expect(number).to_be_visible()
    tablet.locator("#pass").click()  # they stay for the next step
    settled(tablet)
    expect(number).to_be_visible()
    tablet.locator(".zoom label").click()
    expect(number).to_be_hidden()
