"""Every screen is what the game is now, or says that it may not be: streams, waking, what stays."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from companion.rules.core.actions import Bid, BuyPrivate, Pass, SellShares
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from tests.browser.conftest import SIZES, Server
from tests.browser.test_double_taps import dealing, settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.positions import Position
from tests.support.stored_games import store_position

SETUP = Setup("1830", ("Anneke", "Jörg", "Daniël"))
HIDE = """hidden => {
    Object.defineProperty(document, "visibilityState", {
        configurable: true, get: () => hidden ? "hidden" : "visible",
    });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
NOTED = """() => {
    window.marks = [];
    new MutationObserver(() => window.marks.push("unconfirmed" in document.documentElement.dataset))
        .observe(document, { subtree: true, attributeFilter: ["data-unconfirmed"] });
}"""


# a stream that is slower than the answer to a form
SLOW = """() => {
    const Real = window.EventSource;
    window.EventSource = class extends Real {
        set onmessage(hear) {
            super.onmessage = event => setTimeout(() => {
                hear(event);
                document.documentElement.dataset.heard = event.data.split(" ")[0];
            }, 300);
        }
    };
}"""


@pytest.fixture
def device(browser: Browser, address: str) -> Iterator[BrowserContext]:
    """A phone of its own."""
    context = browser.new_context(
        viewport=SIZES["phone"], base_url=address, has_touch=True, bypass_csp=True
    )
    yield context
    context.close()


def streams(server: Server) -> int:
    """How many streams the companion has."""
    return server.hub.count


def soon(page: Page, ask: Callable[[], bool]) -> None:
    """Wait until it is so, as the page does what it does."""
    for _ in range(400):
        if ask():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it never was so")


def come_anew(store: GameStore, game: int, *pages: Page) -> None:
    """Change the mark of the game's company: the screens are fetched again, with no change."""
    mark = "document.getElementById('pulse').dataset.company"
    before = [page.evaluate(mark) for page in pages]
    store.admin.rename(game, "The long one")
    for page, old in zip(pages, before, strict=True):
        page.wait_for_function(f"old => {mark} !== old", arg=old)
        settled(page)


def hide(page: Page, hidden: bool) -> None:
    page.evaluate(HIDE, hidden)


def test_eight_tabs_of_a_device_hold_one_stream_and_all_follow(
    device: BrowserContext, server: Server, store: GameStore
) -> None:
    game = store.new_game(SETUP)
    tabs = [device.new_page() for _ in range(8)]
    for tab in tabs:
        tab.goto(f"/game/{game}")
    soon(tabs[0], lambda: streams(server) == 1)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    for tab in tabs:
        expect(tab.locator("#who")).to_contain_text("Jörg")
    soon(tabs[0], lambda: streams(server) == 1)  # that one has gone is noticed a little later


def test_a_hidden_tab_lets_its_stream_go_and_another_takes_it(
    device: BrowserContext, server: Server, store: GameStore
) -> None:
    game = store.new_game(SETUP)
    first, second = device.new_page(), device.new_page()
    for tab in (first, second):
        tab.goto(f"/game/{game}")
    soon(first, lambda: streams(server) == 1)
    hide(first, True)
    soon(second, lambda: streams(server) == 1)
    hide(second, True)
    soon(second, lambda: streams(server) == 0)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    hide(second, False)
    expect(second.locator("#who")).to_contain_text("Jörg")
    expect(first.locator("#who")).to_contain_text("Anneke")  # it is not looked at


def test_a_phone_that_wakes_does_nothing_until_its_screen_is_confirmed(
    device: BrowserContext, server: Server, store: GameStore
) -> None:
    """The stream is held back meanwhile: what is tapped is not sent, whatever it would do."""
    game = store.new_game(SETUP)
    page = device.new_page()
    page.goto(f"/game/{game}?pick=buy_private~p1~SV")
    soon(page, lambda: streams(server) == 1)
    settled(page)
    hide(page, True)
    soon(page, lambda: streams(server) == 0)
    held: list[Route] = []
    page.route("**/stream", lambda route: held.append(route))
    hide(page, False)
    says = page.locator("#unconfirmed")
    expect(says).to_have_text("Checking whether this is up to date.")
    page.locator("#deed").click()
    assert page.evaluate("document.querySelector('.htmx-request')") is None
    soon(page, lambda: bool(held))
    page.unroute("**/stream")
    expect(says).to_be_empty()
    assert store.version(game) == 1
    page.locator("#deed").click()
    expect(page.locator("#who")).to_contain_text("Jörg")


def test_back_to_a_screen_of_before_says_so_from_the_first_moment(
    device: BrowserContext, store: GameStore
) -> None:
    game = store.new_game(SETUP)
    page = device.new_page()
    page.add_init_script(f"({NOTED})()")
    page.goto(f"/game/{game}")
    page.goto("/new")
    store.play(game, 1, BuyPrivate("p1", "SV"))
    page.go_back()
    expect(page.locator("#who")).to_contain_text("Jörg")
    page.wait_for_function("window.marks.length > 1")
    assert page.evaluate("window.marks[0]") is True
    expect(page.locator("html")).not_to_have_attribute("data-unconfirmed", "")


def test_a_companion_that_is_silent_is_told_and_so_is_its_return(
    device: BrowserContext, server: Server, store: GameStore
) -> None:
    game = store.new_game(SETUP)
    page = device.new_page()
    page.goto(f"/game/{game}")
    soon(page, lambda: streams(server) == 1)
    with server.silent():
        expect(page.locator("#lost")).to_contain_text("Not connected since")
        expect(page.locator("html")).to_have_attribute("data-unconfirmed", "")
        store.play(game, 1, BuyPrivate("p1", "SV"))
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator("#lost")).to_have_count(0)
    expect(page.locator("html")).not_to_have_attribute("data-unconfirmed", "")


def test_text_being_typed_survives_anothers_deed(device: BrowserContext, store: GameStore) -> None:
    game = store.new_game(SETUP)
    page = device.new_page()
    page.goto(f"/game/{game}?pick=bid~p1~CA")
    settled(page)
    field = page.locator("#amount")
    field.fill("18")
    come_anew(store, game, page)
    field.press("End")
    field.press_sequentially("5")
    expect(field).to_have_value("185")
    expect(field).to_be_focused()
    expect(page.locator("#deed")).to_contain_text("$185")


def test_a_choice_that_is_still_possible_stays_and_one_that_is_not_says_why(
    device: BrowserContext, store: GameStore
) -> None:
    game = store_position(store, dealing())
    page = device.new_page()
    page.goto(f"/game/{game}?pick=sell_shares~p1~NYC")
    settled(page)
    chosen = page.locator("#screen").get_attribute("data-chosen")
    assert chosen
    store.play(game, store.version(game), SellShares("p1", "PRR", 10))
    expect(page.locator("#pulse")).to_have_attribute("data-version", "2")
    expect(page.locator("#screen")).to_have_attribute("data-chosen", chosen)
    expect(page.locator(".notice")).to_have_count(0)
    store.play(game, store.version(game), Pass("p1"))
    gone = page.locator(".notice")
    expect(gone).to_contain_text("The action you began here is no longer possible.")
    expect(gone).to_contain_text("no longer possible. Anneke ended the turn.")
    expect(page).to_have_url(re.compile(f"/game/{game}$"))


@pytest.mark.parametrize("begun", [False, True], ids=["nothing begun", "a hex chosen in the list"])
def test_a_tile_that_somebody_lays_is_no_loss_for_who_had_begun_nothing(
    device: BrowserContext, store: GameStore, begun: bool
) -> None:
    game = store_position(store, pennsylvania())
    page = device.new_page()
    page.set_viewport_size(SIZES["tablet"])
    page.goto(f"/game/{game}")
    settled(page)
    hexes = page.locator("#hex-list")
    if begun:
        hexes.select_option(index=1)
    view = store.open(game)
    lay = next(
        o.action for o in judge.offers(view.rules, view.state) if o.kind == "lay" and o.allowed
    )
    store.play(game, view.version, lay)
    expect(page.locator("#pulse")).to_have_attribute("data-version", str(view.version + 1))
    expect(hexes).to_have_count(0)
    expect(page.locator(".notice")).to_have_count(1 if begun else 0)


def test_a_word_why_stays_while_others_act_elsewhere(
    device: BrowserContext, store: GameStore
) -> None:
    """It is typed in the bar of deeds."""
    bought = Position("1830", 3).close_privates().cash(p1=800).started("PRR", 67, "p2", p2=20)
    game = store_position(store, bought.stock_round(2, purchases=("PRR",), has_acted=True))
    page = device.new_page()
    page.goto(f"/game/{game}/ruling?type=buy_share&player=p1&company=PRR&source=initial")
    settled(page)
    page.locator("#why").fill("we ag")
    come_anew(store, game, page)
    expect(page.locator("#why")).to_have_value("we ag")


def test_the_answer_to_a_form_is_not_fetched_again_before_the_stream_tells_of_it(
    device: BrowserContext, store: GameStore
) -> None:
    game = store.new_game(SETUP)
    page = device.new_page()
    page.add_init_script(f"({SLOW})()")
    page.goto(f"/game/{game}")
    settled(page)
    expect(page.locator("html[data-heard='1']")).to_have_count(1)
    fetched: list[str] = []
    page.on("request", lambda sent: fetched.append(f"{sent.method} {sent.url.rsplit('/', 1)[1]}"))
    page.locator("#pass").click()
    expect(page.locator("html[data-heard='2']")).to_have_count(1)
    assert fetched == ["POST act"]
    store.play(game, 2, Bid("p2", "CS", 45))
    expect(page.locator("#pulse")).to_have_attribute("data-version", "3")


def test_a_menu_that_is_open_stays_open(device: BrowserContext, store: GameStore) -> None:
    game = store.new_game(SETUP)
    page = device.new_page()
    page.goto(f"/game/{game}")
    page.locator("summary.more").click()
    store.play(game, 1, Bid("p1", "CS", 45))
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".status-bar details.menu")).to_have_attribute("open", "")


def test_parts_that_stay_the_same_are_not_drawn_again(
    device: BrowserContext, store: GameStore
) -> None:
    """The map, while a train is chosen: the very element stays."""
    game = store_position(store, pennsylvania("trains").turn(division="pay", revenue=30))
    page = device.new_page()
    page.set_viewport_size(SIZES["tablet"])
    page.goto(f"/game/{game}")
    settled(page)
    for part in ("turn-map", "screen"):
        page.evaluate("id => { document.getElementById(id).ours = true }", part)
    page.locator(".g-buy_from .offer").first.click()
    expect(page.locator("#deed")).to_contain_text("Buy a 3 from NYC")
    settled(page)
    assert page.evaluate("document.getElementById('turn-map').ours") is True
    assert page.evaluate("document.getElementById('screen').ours") is None
    come_anew(store, game, page)
    assert page.evaluate("document.getElementById('turn-map').ours") is True
    expect(page.locator("svg.map")).to_have_count(1)
