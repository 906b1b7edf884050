"""One tap, one deed: a second, impatient tap does not do what came up under it.

Every second deed of every fourth moment is tapped, at one size of screen, in one title. FULL taps
all deeds of all titles at all sizes.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import cycle
from typing import Any, NamedTuple

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, Locator, Page, Route, expect

from companion.rules.core.actions import Action, Pass, SellShares
from companion.rules.core.state import state_to_json
from companion.rules.data.lay_allowance import NEW
from companion.rules.data.setup import Setup
from companion.rules.operating.operating_round import OperatingRound
from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app
from companion.web.access.identity import COOKIE
from tests.browser.conftest import SIZES, Server
from tests.browser.random_moments import Deed, deeds, moments
from tests.support.positions import Position
from tests.support.stored_games import store_position, store_state

SOON = (50, 100, 150, 200, 240)  # milliseconds after the first tap
HELD_UP = "Nothing was done, because the screen had just changed."
AHEAD = 60  # seconds that a page's clock goes on before it is stopped
ABREAST = 4  # pages that wait at the same time
FULL = bool(os.environ.get("FULL"))
APART, EVERY = (1, 1) if FULL else (4, 2)  # of so many moments and deeds one is taken
LEAST = 15 if FULL else 2  # deeds that are tapped
EVERYWHERE = [(title, size) for title in titles() for size in SIZES]
SAMPLE = list(zip(titles(), cycle(SIZES)))[1:3]  # two titles, and each size


def middle(deed: Locator) -> tuple[float, float]:
    """The point at which a hand taps it."""
    deed.scroll_into_view_if_needed()
    box = deed.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@contextmanager
def stopped(page: Page) -> Iterator[None]:
    """Stop the page's own clock meanwhile, however long the machine takes.

    The clock goes on a little before, so that nothing is held up any more.
    """
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + AHEAD)
    page.wait_for_function(CONFIRMED, polling=30)
    try:
        yield
    finally:
        page.clock.resume()


def touch_twice(page: Page, x: float, y: float, wait: int) -> None:
    """Tap twice at one place, with these milliseconds between the taps by the page's clock.

    If they are far apart, the second tap follows the answer to the first, as at a table.
    """
    with stopped(page):
        touch(page, x, y)
        if wait > 100:
            page.wait_for_function(ANSWERED, polling=30)
        page.clock.run_for(wait)
        touch(page, x, y)


def touch(page: Page, x: float, y: float) -> None:
    """A finger on a phone, a pointer on a tablet: wherever, whatever is there."""
    if page.viewport_size and page.viewport_size["width"] < 600:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)


# after so long a silence a screen is sure of itself only when it has heard of the game again
CONFIRMED = "() => !('unconfirmed' in document.documentElement.dataset)"
ANSWERED = "() => !document.querySelector('.htmx-request')"


def settled(page: Page) -> None:
    """Wait until the page is loaded, all scripts are ready, and no deed is on its way or held up.

    A tap sends its deed at once. The deed is held up until its answer comes.
    """
    unfinished = ".htmx-request, .htmx-swapping, .htmx-settling, [data-held]"
    loaded = "document.readyState === 'complete'"
    nothing = f"() => {loaded} && !document.querySelector('{unfinished}')"
    page.wait_for_function(nothing, polling=30)  # asking at every frame would have all frames drawn


# The row "the rest as usual" is left out: it buys, sells, places and lays nothing.
DEEDS = """() => [...document.querySelectorAll(
        'form[method="post"] button:not([type="button"], #rest-of-turn)')]
    .filter(deed => deed.checkVisibility({ visibilityProperty: true }))  // a closed menu has places
    .map(deed => [deed.matches(".act:not(.plain)"), deed.textContent.trim().replace(/\\s+/g, " "),
        deed.getBoundingClientRect().toJSON()])
    .filter(([filled, words, box]) => box.width)"""


def places(page: Page) -> tuple[list[Any], list[Any]]:
    """The places of the filled and of the plain deeds."""
    found = page.evaluate(DEEDS)
    return [deed for deed in found if deed[0]], [deed for deed in found if not deed[0]]


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return wide > 1 and high > 1


@dataclass(frozen=True)
class Tapped:
    """A deed that is tapped twice in one game, and done once in another at the same moment."""

    page: Page
    deed: Deed
    mark: tuple[str, str, str]
    wait: int
    twice: int
    once: Deed
    again: int

    def tap(self) -> None:
        """Both taps."""
        touch_twice(self.page, *middle(self.button), self.wait)

    @property
    def button(self) -> Locator:
        """The button to tap."""
        return self.page.locator(f'[id="{self.deed.button}"]')


class Buttons(NamedTuple):
    """All filled and plain buttons that stood on the pages, each with its place."""

    filled: list[Any]
    plain: list[Any]

    def look(self, page: Page) -> None:
        for side, more in zip(self, places(page), strict=True):
            side += more

    def crossings(self) -> set[tuple[str, str]]:
        """The pairs of a filled and a plain button that stood at one place."""
        return {
            (words, other)
            for _, words, box in self.filled
            for _, other, its in self.plain
            if overlap(box, its)
        }


def tap_all(abreast: list[Tapped], client: FlaskClient, store: GameStore, buttons: Buttons) -> None:
    """Tap on all pages at once; each page waits on its own until nothing is held up."""
    for one in abreast:
        settled(one.page)
        buttons.look(one.page)
        one.tap()
    for one in abreast:
        settled(one.page)
        answer = client.post(one.once.to, data=dict(one.once.fields))
        assert answer.status_code == 303, one.mark
        done, wanted = store.open(one.twice), store.open(one.again)
        after = (*one.mark, f"tapped again after {one.wait} ms")
        assert done.version == wanted.version, after
        assert state_to_json(done.state) == state_to_json(wanted.state), one.mark
        buttons.look(one.page)
    abreast.clear()


@pytest.mark.in_part(1)
@pytest.mark.parametrize(("title", "size"), EVERYWHERE if FULL else SAMPLE)
def test_a_second_tap_on_any_deed_does_no_second_deed(
    browser: Browser, address: str, store: GameStore, title: str, size: str
) -> None:
    client = create_app({"STORE": store}).test_client()
    devices = [
        browser.new_context(
            bypass_csp=True, viewport=SIZES[size], base_url=address, has_touch=size == "phone"
        )
        for _ in range(ABREAST)
    ]
    for device in devices:
        device.clock.install()
    pages = [device.new_page() for device in devices]
    soon, seen = cycle(SOON), set()
    met: dict[tuple[str, str, str], int] = {}
    buttons = Buttons([], [])
    abreast: list[Tapped] = []
    for moment in moments(title)[::APART]:
        looked_at = store_state(store, moment.rules, moment.state)
        for deed in list(deeds(client, looked_at)):
            mark = (moment.step, deed.kind, deed.button)
            if mark in seen or met.setdefault(mark, len(met)) % EVERY:
                continue
            twice, once = (store_state(store, moment.rules, moment.state) for _ in range(2))
            page = pages[len(abreast)]
            page.goto(deed.moved(looked_at, twice).address)
            alone = deed.moved(looked_at, once)
            one = Tapped(page, deed, mark, next(soon), twice, alone, once)
            if not one.button.is_visible():
                continue  # it stands on the other size of screen
            seen.add(mark)
            abreast.append(one)
            if len(abreast) == ABREAST:
                tap_all(abreast, client, store, buttons)
    tap_all(abreast, client, store, buttons)
    assert len(seen) > LEAST
    for device in devices:
        device.close()
    assert buttons.crossings() == set(), "a plain deed stands where a filled one stood"


def twice(page: Page, button: str, wait: int = 200) -> None:
    """Two taps at one place."""
    settled(page)
    touch_twice(page, *middle(page.locator(button).filter(visible=True).first), wait)
    settled(page)


def dealing() -> Position:
    """The stock turn of p1, who may sell two companies and buy a third's shares."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p2", p2=20, p1=10).started("NYC", 82, "p2", p2=40, p1=30)
    position.started("CPR", 67, "p3", p3=20)
    return position.cash(p1=500).stock_round(2, "p1")


def sold(store: GameStore, game: int, *companies: str) -> None:
    """p1 sells 10% of each, from another device."""
    for company in companies:
        store.play(game, store.open(game).version, SellShares("p1", company, 10))


@pytest.fixture(scope="module")
def pages_with_clock(browser: Browser, server: Server) -> Iterator[dict[str, Page]]:
    """Pages with a clock that can be stopped, by size; opening them takes as long as a test."""
    opened: dict[str, Page] = {}
    yield opened
    for page in opened.values():
        page.context.close()


@pytest.fixture(params=SIZES)
def page(
    request: pytest.FixtureRequest,
    browser: Browser,
    server: Server,
    pages_with_clock: dict[str, Page],
    address: str,
) -> Iterator[Page]:
    """A page at each size, with a clock that can be stopped."""
    size = request.param
    if size not in pages_with_clock:
        context = browser.new_context(
            bypass_csp=True, viewport=SIZES[size], base_url=address, has_touch=size == "phone"
        )
        context.clock.install()
        pages_with_clock[size] = context.new_page()
    found = pages_with_clock[size]
    cookie = {"name": COOKIE, "value": server.host, "url": server.address}
    found.context.add_cookies([cookie])
    yield found
    found.unroute_all()
    found.evaluate("localStorage.clear(), sessionStorage.clear()")
    found.goto("about:blank")


@pytest.mark.parametrize("button", ["#undo", "#redo"])
def test_a_second_tap_undoes_and_redoes_nothing_more(
    page: Page, store: GameStore, button: str
) -> None:
    game = store_position(store, dealing())
    sold(store, game, "PRR", "NYC")
    if "redo" in button:
        store.undo(game, store.open(game).version, 2)
    page.goto(f"/game/{game}")
    twice(page, button)
    assert store.open(game).undoable == 1


def test_a_second_tap_in_the_log_undoes_nothing_more(page: Page, store: GameStore) -> None:
    game = store_position(store, dealing())
    sold(store, game, "PRR", "NYC")
    page.goto(f"/game/{game}/log")
    twice(page, ".logrows button")
    assert store.open(game).undoable == 1


def test_opening_a_game_twice_opens_one_and_does_nothing_in_it(
    page: Page, store: GameStore
) -> None:
    page.goto("/new")
    for seat in (1, 2, 3):
        page.get_by_label(f"Name at seat {seat}").fill(f"Player {seat}")
    twice(page, "#open")
    assert [(game.id, game.actions) for game in store.games()] == [(1, 0)]


def test_a_key_held_down_does_one_deed(page: Page, store: GameStore) -> None:
    game = store_position(store, dealing())
    page.goto(f"/game/{game}")
    settled(page)
    page.locator("#pass").focus()
    page.keyboard.down("Enter")
    for _ in range(25):  # as a keyboard repeats a key that is held, for longer than the hold
        page.clock.run_for(40)
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    settled(page)
    assert store.open(game).head == 1


def test_a_deed_is_not_done_while_another_choice_is_on_its_way(
    page: Page, store: GameStore
) -> None:
    game = store_position(store, dealing())
    page.goto(f"/game/{game}?pick=buy_share~p1~CPR~initial")
    settled(page)
    asked: list[Route] = []
    page.route("**/game/*?pick=start_company*", lambda route: asked.append(route))
    page.locator('[id^="pick-start_company"]').filter(visible=True).first.click()
    page.locator("#deed").click()
    expect(page.locator("#held-up")).to_have_text(HELD_UP)
    asked[0].continue_()
    expect(page.locator("#deed")).to_contain_text("Start")
    settled(page)
    assert store.open(game).head == 0


@pytest.mark.one_size("phone")
def test_a_deed_that_comes_up_over_other_rows_is_held_up(page: Page, store: GameStore) -> None:
    """The bar of deeds comes up with the choice where the text is larger."""
    game = store_position(store, dealing())
    for choice in ("?pick=buy_share~p1~CPR~initial", ""):
        page.goto(f"/game/{game}{choice}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        settled(page)
        if choice:
            over = middle(page.locator("#deed"))
    row = middle(page.locator('[id="pick-buy_share~p1~CPR~initial"]'))
    with stopped(page):
        touch(page, *row)
        page.wait_for_function(ANSWERED, polling=30)
        page.clock.run_for(200)
        touch(page, *over)
        expect(page.locator("#held-up")).to_have_text(HELD_UP)
    assert store.open(game).head == 0


def test_a_deed_held_up_says_so_and_loses_nothing(page: Page, store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    page.goto(f"/game/{game}?pick=bid~p1~CA")
    settled(page)
    page.locator("#amount").fill("180")
    page.locator("#deed").click(no_wait_after=True)
    expect(page.locator("#who")).to_contain_text("Jörg")
    settled(page)
    with stopped(page):
        page.goto(f"/game/{game}?pick=bid~p2~CA")
        page.locator("#amount").fill("195")
        page.locator("#amount").press("Enter")  # the page has only just been opened
        expect(page.locator("#held-up")).to_have_text(HELD_UP)
        expect(page.locator("#amount")).to_have_value("195")
        assert store.open(game).head == 1
    settled(page)
    page.locator("#amount").press("Enter")
    expect(page.locator("#who")).to_contain_text("Daniël")
    assert store.open(game).head == 2


# the notes over the bar, each of which goes after two seconds
NOTES = """() => {
    window.notes = [];
    const note = document.getElementById("held-up");
    const push = () => window.notes.push(note.textContent);
    new MutationObserver(push).observe(note, { childList: true });
}"""


def test_a_tap_of_before_that_is_heard_late_is_held_up_all_the_same(
    tablet: Page, store: GameStore
) -> None:
    """A busy device hears of a tap when the deed is no longer held up that it fell on."""
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    page = tablet  # its clock tells when a tap was
    page.goto(f"/game/{game}?pick=bid~p1~CA")
    settled(page)
    x, y = middle(page.locator("#deed"))
    wire = page.context.new_cdp_session(page)

    def click(when: float) -> None:
        for kind in ("mousePressed", "mouseReleased"):
            sent = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            wire.send("Input.dispatchMouseEvent", {**sent, "timestamp": when})

    page.evaluate(NOTES)
    click(page.evaluate("(performance.timeOrigin + 1) / 1000"))
    page.wait_for_function("notes[0] === 'Nothing was done, because the screen had just changed.'")
    assert store.open(game).head == 0
    click(page.evaluate("Date.now() / 1000"))
    expect(page.locator("#who")).to_contain_text("Jörg")
    assert store.open(game).head == 1


WATCH = """() => {
    window.held = [];
    new MutationObserver(changes => {
        const deeds = changes.map(change => change.target);
        window.held.push(...deeds.filter(deed => deed.dataset.held === "").map(deed => deed.id));
    }).observe(document.body, { subtree: true, attributeFilter: ["data-held"] });
}"""


def held(page: Page, store: GameStore, game: int, action: Action) -> set[str]:
    """The deeds that are held up when somebody else does that."""
    page.evaluate(WATCH)
    store.play(game, store.open(game).version, action)
    page.wait_for_function("window.held.length")
    settled(page)
    return set(page.evaluate("window.held"))


def test_a_new_button_after_anothers_change_is_held_up_and_an_old_one_is_not(
    page: Page, store: GameStore
) -> None:
    game = store_position(store, dealing())
    sold(store, game, "PRR")
    page.goto(f"/game/{game}?pick=buy_share~p1~CPR~initial")
    expect(page.locator("#deed")).to_contain_text("Buy 10% CPR")
    settled(page)
    found = held(page, store, game, SellShares("p1", "NYC", 10))
    assert not {"deed", "pass"} & found  # they stand where they stood, for the same player
    assert "undo" in found  # it would take back something else
    assert "pass" in held(page, store, game, Pass("p1"))  # it would pass for somebody else


def test_a_second_tap_on_a_usual_cost_lays_no_second_tile(page: Page, store: GameStore) -> None:
    position = Position("steam-over-holland", 3, without_map=True).close_privates()
    company = next(iter(position.data.companies))
    position.started(company, 100, "p1", p1=60).floated(company, 500)
    game = store_position(store, position.operating(company, "track"))
    page.goto(f"/game/{game}")
    settled(page)
    costs = page.locator('[id^="tell-tell-track"]')
    touch_twice(page, *middle(costs.first), 150)
    settled(page)
    assert store.open(game).state.playing(OperatingRound).turn.lays == (("", NEW),)
    assert costs.count()  # the turn has a second lay


UNDER = """([x, y]) => document.elementFromPoint(x, y).closest(".offer").id"""


@pytest.mark.one_size("phone")
def test_a_second_tap_on_a_company_to_start_chooses_no_price(page: Page, store: GameStore) -> None:
    """The prices come up over the rows of the list."""
    game = store_position(store, dealing())
    page.goto(f"/game/{game}?pick=start_company~p1~B%26M")
    settled(page)
    usual = page.locator("#deed").inner_text()
    place = middle(page.locator("#value-82"))
    page.goto(f"/game/{game}")
    settled(page)
    assert page.evaluate(UNDER, place).startswith("pick-start_company")
    touch_twice(page, *place, 200)
    settled(page)
    assert "at 82" not in usual
    expect(page.locator("#deed")).not_to_contain_text("at 82")
    expect(page.locator("#deed")).to_contain_text("at 67")


def test_a_second_tap_on_a_purchase_opens_no_menu_of_passes(page: Page, store: GameStore) -> None:
    game = store_position(store, dealing())
    page.goto(f"/game/{game}?pick=buy_share~p1~CPR~initial")
    settled(page)
    twice(page, "#deed")
    assert store.open(game).head > 0
    expect(page.locator("details.program[open]")).to_have_count(0)


def test_a_second_tap_on_the_rest_of_a_turn_leaves_the_next_company_its_own(
    page: Page, store: GameStore
) -> None:
    position = Position("1830", 3).close_privates()
    for company, player in (("PRR", "p1"), ("NYC", "p2")):
        position.started(company, 100, player, **{player: 60}).floated(company, 1000)
        position.trains(company, "2")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    position.tile("E17", "57", 1)
    game = store_position(store, position.operating("PRR", "track"))
    page.goto(f"/game/{game}")
    expect(page.locator("#rest-of-turn")).to_be_visible()
    twice(page, "#rest-of-turn")
    view = store.open(game)
    assert view.head > 0
    turn = view.state.playing(OperatingRound).turn
    assert (turn.company, turn.revenue, turn.lays) == ("NYC", None, ())
    expect(page.locator("#rest-of-turn")).to_be_visible()


@pytest.mark.both_sizes
def test_a_second_tap_on_a_train_of_another_company_raises_no_price(
    page: Page, store: GameStore
) -> None:
    """The numbers to add come up over the rows of the trains."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60).floated("PRR", 1000).trains("PRR", "2")
    for company, player in (("NYC", "p2"), ("CPR", "p3"), ("B&O", "p2"), ("C&O", "p3")):
        position.started(company, 82, player, **{player: 60}).floated(company, 300)
        position.trains(company, "2")
    position.tile("H10", "57", 1).operating("PRR", "trains").turn(division="pay", revenue=30)
    game = store_position(store, position)
    for company in ("NYC", "CPR", "B&O", "C&O"):
        page.goto(f"/game/{game}")
        settled(page)
        row = page.locator('[id^="pick-buy-train"]', has_text=company)
        touch_twice(page, *middle(row), 400)
        settled(page)
        assert page.locator("#amount").input_value() == "80"
