"""A choice that was begun: Back cancels it and stays in the game, a reload keeps it.

Each of several steps is tried on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Pass
from companion.store.games.game_store import GameStore
from tests.browser.tapping import tap
from tests.browser.test_double_taps import dealing, settled
from tests.browser.test_operating_turn import deed, open_turn, pennsylvania
from tests.support.positions import Position
from tests.support.stored_games import store_position

Choose = Callable[[Page], None]


def tile(page: Page) -> None:
    tap(page, '[data-hex="H14"]')
    for way in (0, 1):
        tile = page.locator('[id^="tile-26-"]').nth(way)
        tap(page, tile)
        expect(tile).to_have_attribute("aria-current", "true")
    expect(deed(page)).to_contain_text("Lay 26 on H14")


def token(page: Page) -> None:
    tap(page, '[data-stop="H16.0"]')
    expect(deed(page)).to_contain_text("Place in Lancaster")


def runs(page: Page) -> None:
    tap(page, "#draw")
    tap(page, '[data-stop="H10.0"]')
    expect(page.locator(".hand.chosen")).to_contain_text("1 stop")
    tap(page, '[data-stop="H12.0"]')
    expect(page.locator(".panel .total b")).to_have_text("30")


def dividend(page: Page) -> None:
    tap(page, "#choose-withhold")
    expect(deed(page)).to_contain_text("Withhold")


def train(page: Page) -> None:
    tap(page, page.locator(".g-buy_from .offer").first)
    expect(deed(page)).to_contain_text("Buy a 3 from NYC")
    page.locator("#amount").fill("240")
    expect(deed(page)).to_contain_text("$240")


def share(page: Page) -> None:
    tap(page, page.locator("a.offer:not(.refused)", has_text="CPR").first)
    expect(deed(page)).to_contain_text("CPR")


STEPS: dict[str, tuple[Callable[[], Position], Choose]] = {
    "track": (lambda: pennsylvania("track"), tile),
    "token": (lambda: pennsylvania("token"), token),
    "run": (lambda: pennsylvania("run"), runs),
    "dividend": (lambda: pennsylvania("dividend").turn(revenue=30), dividend),
    "trains": (lambda: pennsylvania("trains").turn(division="pay", revenue=30), train),
    "shares": (dealing, share),
}


def begin(page: Page, store: GameStore, step: str) -> tuple[int, list[str]]:
    """A choice begun in a game that was opened from the list of games; the deeds before it."""
    position, choose = STEPS[step]
    game = store_position(store, position())
    page.goto("/")
    page.goto(f"/game/{game}")
    expect(page.locator("#search")).to_have_count(0)  # on a busy machine the run is searched for
    settled(page)
    before = deeds(page)
    choose(page)
    return game, before


DEEDS = """[...document.querySelectorAll(".deeds .act, .action-bar .act")].map(
    deed => [deed.textContent.replace(/\\s+/g, " ").trim(), deed.href || "",
        ...(deed.form ? new FormData(deed.form) : [])].join(" "))"""


def deeds(page: Page) -> list[str]:
    """The deeds of the bar as they stand: their words and what they send, with what was typed."""
    found: list[str] = page.evaluate(DEEDS)
    return found


def wait_for_deeds(page: Page, wanted: list[str]) -> None:
    """Wait until the bar has these deeds."""
    same = f"wanted => JSON.stringify({DEEDS}) === JSON.stringify(wanted)"
    page.wait_for_function(same, arg=wanted, polling=50)


def is_back_at(page: Page, game: int, before: list[str]) -> None:
    """The turn as it was before anything was chosen."""
    expect(page.locator("#cancel")).to_have_count(0)
    page.wait_for_function("!document.querySelector('.htmx-request')")
    expect(page.locator("#held-up")).to_be_empty()
    wait_for_deeds(page, before)
    expect(page).to_have_url(re.compile(f"/game/{game}$"))


@pytest.mark.in_part(2)
@pytest.mark.parametrize("step", STEPS)
def test_back_cancels_what_was_begun_and_stays_in_the_game(
    page: Page, store: GameStore, step: str
) -> None:
    game, before = begin(page, store, step)
    assert deeds(page) != before
    page.go_back()
    is_back_at(page, game, before)
    assert store.open(game).head == 0
    page.go_back()
    expect(page.locator("body.home")).to_be_visible()


@pytest.mark.in_part(2)
@pytest.mark.parametrize("step", STEPS)
def test_a_choice_survives_a_reload_and_back_still_cancels_it(
    page: Page, store: GameStore, step: str
) -> None:
    game, before = begin(page, store, step)
    settled(page)
    chosen = deeds(page)
    page.reload()
    wait_for_deeds(page, chosen)
    page.go_back()
    is_back_at(page, game, before)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("step", ["track", "trains", "shares"])
def test_back_does_not_lead_into_what_was_done(page: Page, store: GameStore, step: str) -> None:
    game, _ = begin(page, store, step)
    expect(page.locator("[data-held]")).to_have_count(0)
    tap(page, deed(page))
    expect(page.locator("#event")).not_to_contain_text("just begun")
    assert store.open(game).head > 0
    settled(page)
    page.go_back()
    expect(page.locator("body.home")).to_be_visible()


def test_back_does_not_lead_into_what_was_cancelled(page: Page, store: GameStore) -> None:
    game, before = begin(page, store, "track")
    tap(page, "#cancel")
    is_back_at(page, game, before)
    page.go_back()
    expect(page.locator("body.home")).to_be_visible()


def test_back_from_a_choice_found_under_its_own_address_stays_in_the_game(
    page: Page, store: GameStore
) -> None:
    game = store_position(store, pennsylvania())
    page.goto("/")
    page.goto(f"/game/{game}?hex=H14")
    expect(page.locator("#cancel")).to_be_visible()
    page.go_back()
    expect(page.locator("#cancel")).to_have_count(0)
    expect(page).to_have_url(re.compile(f"/game/{game}$"))


def test_a_choice_that_was_begun_is_nobody_elses(page: Page, store: GameStore) -> None:
    game, _ = begin(page, store, "shares")
    store.play(game, store.open(game).version, Pass("p1"))
    expect(page.locator("#screen")).to_have_attribute("data-actor", "p2")
    page.wait_for_url(f"**/game/{game}")
    expect(page.locator(".offer.chosen")).to_have_count(0)
    page.go_back()
    expect(page.locator("body.home")).to_be_visible()


@pytest.mark.in_part(3)
@pytest.mark.both_sizes
@pytest.mark.parametrize("step", ["track", "token", "run", "dividend", "trains"])
def test_undo_cancel_holdings_and_map_are_within_reach_in_the_middle_of_a_choice(
    page: Page, store: GameStore, step: str
) -> None:
    begin(page, store, step)
    expect(page.locator("#cancel")).to_be_in_viewport()
    for there in ("shares", "map"):
        links = page.locator(f'a[href$="/{there}"], .sections [aria-current]')
        expect(links.filter(visible=True).first).to_be_in_viewport()


def test_a_better_run_may_be_left_alone(page: Page, store: GameStore) -> None:
    open_turn(page, store, pennsylvania("run").tile("H16", "15", 4))
    runs(page)
    tap(page, deed(page))
    expect(page.locator("#own")).to_be_visible()
    tap(page, "#redraw")
    expect(page.locator("#own")).to_have_count(0)
    expect(page.locator(".panel .total b")).to_have_text("30")
    tap(page, deed(page))
    expect(page.locator("#own")).to_be_visible()
    tap(page, "#cancel")
    expect(page.locator("#draw")).to_be_visible()


@pytest.mark.one_size("phone")
def test_back_to_a_form_that_was_refused_asks_for_it_and_sends_nothing_again(
    page: Page, store: GameStore
) -> None:
    page.goto("/new?title=1830")
    for seat, name in enumerate(("Ann", "Ann"), start=1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    tap(page, "#open")
    expect(page.locator(".notice")).to_contain_text("a different name")
    page.get_by_label("Name at seat 2").fill("Bo")
    tap(page, "#open")
    page.wait_for_url("**/game/1/seats")
    page.go_back()
    expect(page.get_by_label("Name at seat 1")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/new\?title=1830$"))
    assert len(store.games()) == 1
