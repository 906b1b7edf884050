"""Tests of the clock's script: devices with clocks of their own show the same second."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.judge.agreed_end import StopGame
from companion.store.clock.settings import PRESETS
from companion.store.games.game_store import GameStore
from companion.store.people.halts import BREAK
from tests.browser.conftest import SIZES, Server
from tests.browser.screen_tour import Stop
from tests.browser.test_screen_sizes import SIZES as SCREENS
from tests.browser.test_screen_sizes import faults, sizes_of, too_pale
from tests.support.clients import make_host
from tests.support.game_stages import begun, may_run, played
from tests.support.stored_games import empty_file

BEGIN = datetime(2026, 5, 18, 19, tzinfo=UTC)
NOW = BEGIN + timedelta(seconds=95)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """The games of this test, at a moment of its own: it begins, and is then 95 seconds later."""
    times = [BEGIN]
    opened = GameStore(empty_file(tmp_path), time=lambda: times[-1])
    make_host(opened)
    game = begun(opened)
    view = opened.open(game)
    opened.clocks.set(game, view.version, PRESETS["usual"], view.rules, view.state)
    times.append(NOW)
    yield opened
    opened.close()


def open_device(browser: Browser, server: Server, size: str, off: timedelta) -> Page:
    """Open the game on a device whose own clock is wrong by so much."""
    context = browser.new_context(viewport=SIZES[size], base_url=server.address, bypass_csp=True)
    page = context.new_page()
    page.clock.install(time=NOW + off)
    page.clock.pause_at(NOW + off + timedelta(hours=1))
    page.goto("/game/1")
    return page


def test_devices_with_wrong_clocks_show_the_same_second(
    browser: Browser, server: Server, address: str
) -> None:
    """Each counts down by itself, from the instants that the server sent."""
    wrong = {"phone": timedelta(hours=-7, seconds=13), "tablet": timedelta(minutes=44)}
    pages = [open_device(browser, server, size, off) for size, off in wrong.items()]
    try:
        for page in pages:
            expect(page.locator(".clock .runs time")).to_have_text("8:25")
        for page in pages:
            page.clock.run_for(6500)
        for page in pages:
            expect(page.locator(".clock .runs time")).to_have_text("8:19")
            expect(page.locator(".clock .time:not(.runs) time").first).to_have_text("10:00")
            page.clock.run_for(500_000)
            expect(page.locator(".clock .runs time")).to_have_text("−0:01")
            expect(page.locator(".clock .used-up")).to_have_count(1)
    finally:
        for page in pages:
            page.context.close()


IN_SIGHT = """() => {
    const strip = document.querySelector(".clock .times").getBoundingClientRect();
    return [...document.querySelectorAll(".clock time")]
        .map(time => time.getBoundingClientRect())
        .filter(time => time.width && time.left >= strip.left && time.right <= strip.right).length;
}"""


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_phone_shows_the_time_of_each_of_three_players(
    phone: Page, address: str, language: str
) -> None:
    phone.context.add_cookies([{"name": "language", "value": language, "url": address}])
    phone.goto("/game/1")
    expect(phone.locator(".clock time")).to_have_count(3)
    assert phone.evaluate(IN_SIGHT) == 3


def test_a_table_with_a_clock_a_stop_and_an_absent_player_fits_and_can_be_read(
    browser: Browser, server: Server, store: GameStore, address: str
) -> None:
    """Also during a break. With a large text, one scrolls to the map.

    Each page is checked at a third of the sizes, in turn; with FULL at all.
    """
    game = played(store, may_run)
    view = store.open(game)
    store.clocks.set(game, view.version, PRESETS["usual"], view.rules, view.state)
    store.play(game, view.version, StopGame("stop_set"))
    store.away.leave(game, "p1", "p2")
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    page, found = context.new_page(), []
    for begins, halt in enumerate(("", BREAK)):
        if halt:
            store.halts.begin(game, halt)
        for number, place in enumerate(("", "/clock", "/apart/stop", "/shares"), begins):
            stop = Stop(f"/game/{game}{place}", "1830", "run", turn=not place, chosen=True)
            page.goto(stop.address)
            found += too_pale(page, number, stop)
            for size in sizes_of(number, replace(stop, turn=True, chosen=False)):
                text = SCREENS[size][2]
                found += faults(page, replace(stop, turn=stop.turn and text == 1), size)
    context.close()
    assert found == []
