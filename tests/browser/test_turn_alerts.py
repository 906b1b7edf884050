"""A device is called when the game begins to wait for it: once, by what its browser can."""

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from companion.addresses_and_ports import lan_address, take_port
from companion.rules.core.actions import Bid, BuyPrivate
from companion.rules.data.setup import Setup
from companion.serve_command import make_server
from companion.store.games.game_store import GameStore
from companion.tls_certificate import certificate
from companion.web import create_app
from companion.web.access.identity import COOKIE, cookie_of
from tests.browser.conftest import SIZES
from tests.browser.test_live_updates import come_anew, hide

SETUP = Setup("1830", ("Anneke", "Jörg", "Daniël"))
# what a device would let one feel and hear
FELT = """() => {
    window.felt = [];
    Navigator.prototype.vibrate = (pattern) => felt.push("felt " + pattern);
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (at) { felt.push("heard"); start.call(this, at); };
}"""
LOCKS = """() => {
    window.locks = [];
    const request = WakeLock.prototype.request;
    WakeLock.prototype.request = async function (kind) {
        const lock = await request.call(this, kind);
        locks.push("held");
        lock.addEventListener("release", () => locks.push("released"));
        return lock;
    };
}"""
CALLED = ["heard", "heard", "felt 200,100,200"]


@pytest.fixture
def phone(browser: Browser, address: str, store: GameStore) -> Iterator[BrowserContext]:
    """Jörg's phone."""
    context = browser.new_context(viewport=SIZES["phone"], base_url=address, bypass_csp=True)
    context.add_cookies([{"name": COOKIE, "value": known(store), "url": address}])
    context.add_init_script(f"({FELT})()")
    yield context
    context.close()


def known(store: GameStore) -> str:
    return cookie_of(store.places, "phone")


def seated(store: GameStore) -> int:
    game = store.new_game(SETUP)
    store.places.join(game, "phone", "android", "p2")
    return game


def leading(page: Page) -> None:
    """It has the stream, and has noted what it is called for."""
    page.wait_for_function("'leads' in document.documentElement.dataset && localStorage.length")


def felt(page: Page) -> list[str]:
    return list(page.evaluate("felt"))


def test_a_device_is_called_when_its_own_turn_begins_and_once(
    phone: BrowserContext, store: GameStore
) -> None:
    """In one of its tabs; and not again while the turn goes on."""
    game = seated(store)
    first, second = phone.new_page(), phone.new_page()
    for tab in (first, second):
        tab.goto(f"/game/{game}")
        tab.locator("h1").click()  # a tap makes sound ready
    leading(first)
    expect(first.locator(".call")).to_have_count(0)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    for tab in (first, second):
        expect(tab.locator(".call")).to_have_text("Your turn")
        expect(tab).to_have_title("● Your turn – Jörg · the sale of privates – 1830")
    first.wait_for_function("felt.length >= 3")
    come_anew(store, game, first, second)  # and the turn is the same
    assert (felt(first), felt(second)) == (CALLED, [])
    store.play(game, 2, Bid("p2", "DH", 75))
    expect(first).to_have_title("Jörg – 1830")
    expect(first.locator(".call")).to_have_count(0)
    store.undo(game, 3)
    first.wait_for_function("felt.length >= 6")
    assert (felt(first), felt(second)) == (CALLED * 2, [])


def test_the_tap_that_takes_the_seat_makes_sound_ready(
    phone: BrowserContext, store: GameStore
) -> None:
    """The table comes into the page that was tapped, and Back leads to the seats again."""
    game = store.new_game(SETUP)
    page = phone.new_page()
    page.goto(f"/join/{store.places.sitting(game).code}")
    page.evaluate("window.same = true")
    page.locator("#take-p2").click()
    expect(page).to_have_url(re.compile(f"/game/{game}$"))
    expect(page.locator(".status-bar .plate")).to_have_text("Auction")
    expect(page.locator("body")).to_have_class("game")
    leading(page)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    page.wait_for_function("felt.length >= 3 && same")
    assert felt(page) == CALLED
    page.locator('[id="pick-buy_private~p2~CS"]').click()
    page.locator("#deed").click()
    expect(page.locator(".whose-turn")).to_contain_text("Daniël")
    page.go_back()
    expect(page.locator("#take-p1")).to_be_visible()


def test_an_alert_that_a_device_does_not_want_stays_off(
    phone: BrowserContext, store: GameStore
) -> None:
    game = seated(store)
    page = phone.new_page()
    page.goto(f"/game/{game}/device")
    for way in ("title", "mark", "sound", "vibration"):
        box = page.locator(f"#call-{way}")
        expect(box).to_be_checked()
        box.uncheck()
        expect(page.locator(f"output[for=call-{way}]")).to_have_text("off")
    page.reload()
    expect(page.locator("#call-sound")).not_to_be_checked()
    other = phone.new_page()
    other.goto(f"/game/{game}/device")
    expect(other.locator("#call-vibration")).not_to_be_checked()
    page.locator("#call-vibration").check()
    expect(other.locator("#call-vibration")).to_be_checked()
    expect(other.locator("output[for=call-vibration]")).to_have_text("on")
    other.close()
    leading(page)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    page.wait_for_function("felt.length")
    assert felt(page) == CALLED[2:]
    expect(page.locator(".call")).to_be_hidden()
    expect(page).to_have_title("This device – 1830")


def test_a_device_without_a_seat_is_not_called(phone: BrowserContext, store: GameStore) -> None:
    """The banker's tablet, on which the banker enters everything."""
    game = store.new_game(SETUP)
    store.places.join(game, "phone", "android")
    place = store.places.sitting(game).guests[0].device
    store.places.let_bank(game, place, True)
    store.places.set_players_enter(game, False)
    page = phone.new_page()
    page.goto(f"/game/{game}")
    expect(page.locator("#who")).to_contain_text("Anneke")
    store.play(game, 1, BuyPrivate("p1", "SV"))
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".call")).to_have_count(0)
    assert felt(page) == []


def test_a_tab_that_is_not_looked_at_hears_of_its_turn_a_little_later(
    phone: BrowserContext, store: GameStore
) -> None:
    game = seated(store)
    page = phone.new_page()
    page.clock.install()
    page.goto(f"/game/{game}")
    leading(page)
    hide(page, True)
    store.play(game, 1, BuyPrivate("p1", "SV"))
    page.clock.run_for(10_000)
    expect(page).to_have_title("● Your turn – Jörg · the sale of privates – 1830")


@contextmanager
def serving(store: GameStore, file: Path | None) -> Iterator[int]:
    """To the whole network, on this port; with a certificate over https."""
    port, sockets = take_port("", 0)
    server = make_server(create_app({"STORE": store}), sockets, file)
    running = threading.Thread(target=server.run, daemon=True)
    running.start()
    yield port
    server.close()
    running.join(timeout=30)


def test_screens_stay_awake_over_https_and_over_http_are_told_why_not(
    browser: Browser, store: GameStore, tmp_path: Path
) -> None:
    """From another computer: to this one's own browsers http is as good."""
    game = seated(store)
    at = lan_address() or "0.0.0.0"
    file = certificate(tmp_path, at)
    for scheme, says in (("http", "not over http"), ("https", "on")):
        with serving(store, file if scheme == "https" else None) as port:
            here = f"{scheme}://{at}:{port}"
            context = browser.new_context(ignore_https_errors=True, bypass_csp=True)
            context.add_cookies([{"name": COOKIE, "value": known(store), "url": here}])
            page = context.new_page()
            page.goto(f"{here}/game/{game}/device")
            expect(page.locator("output[for=call-awake]")).to_contain_text(says)
            expect(page.locator("#call-awake")).to_be_checked(checked=scheme == "https")
            if scheme == "https":
                awakened(context, store, game)
            context.close()


def awakened(context: BrowserContext, store: GameStore, game: int) -> None:
    """While it is Jörg's turn, no longer, where the device grants it."""
    page = context.pages[0]
    says = page.locator("output[for=call-awake]")
    context.grant_permissions([])  # and none but these
    store.play(game, 1, BuyPrivate("p1", "SV"))
    expect(says).to_contain_text("on, but this device refuses it now")
    store.undo(game, 2)
    context.grant_permissions(["screen-wake-lock"])
    context.add_init_script(f"({LOCKS})()")
    page.reload()
    store.redo(game, 3)
    page.wait_for_function("locks.join() === 'held'")
    expect(says).to_have_text("on")
    store.undo(game, 4)
    page.wait_for_function("locks.join() === 'held,released'")
