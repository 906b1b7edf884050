"""Every page and every step at small, flat, upright and large sizes, and with a larger text.

Daylight and dark are checked too (``test_contrast.py``).

Every second of the first screens of turns is checked in a third of the sizes. Every tenth of their
choices and of the pages to read is checked in one of them. A device that waits is checked in a
third of them. The message that the companion cannot be reached is checked in each step of one
title. They take turns, and the languages too: English, Dutch, and one whose texts are 40% longer.
FULL checks everything in all sizes and each language.
"""

import os
import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.store.games.game_store import GameStore
from companion.system_dependencies import find_chromium
from companion.titles import titles
from companion.web import create_app
from companion.web.access.identity import COOKIE, cookie_of
from tests.browser.screen_tour import ACTIONS, Stop, away, course, store_moment, tour
from tests.browser.test_contrast import too_pale
from tests.browser.test_double_taps import settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.positions import Position
from tests.support.pseudo_locale import LONGER, longer_texts
from tests.support.stored_games import store_position, store_state
from tests.web.play.test_last_chances import asking

FAULTS = (Path(__file__).parent / "layout_faults.js").read_text()
DRAWN = "new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))"
SIZES = {  # name: width, height, size of the text
    "small phone": (320, 568, 1),
    "phone": (360, 640, 1),
    "phone on its side": (640, 360, 1),
    "tablet upright": (768, 1024, 1),
    "larger tablet upright": (820, 1180, 1),
    "tablet": (1024, 768, 1),
    "desktop": (1440, 900, 1),
    "phone with large text": (360, 640, 2),
    "tablet with large text": (1024, 768, 2),
}
LANGUAGES = ("en", "nl", LONGER)
EACH_LANGUAGE = LANGUAGES if os.environ.get("FULL") else ("mixed",)
ON_MAP = ("track", "token", "run", "home")
IN_LISTS = ("auction", "shares")


def has_many(title: str) -> bool:
    """Has a title more rows of companies, or of privates, than a screen has room for?"""
    return title in titles() and len(titles()[title].data.company_list) > 12


def faults(page: Page, stop: Stop, size: str, language: str = "en") -> list[str]:
    """Return the faults of a page at a size, with their places.

    In a language of longer texts a turn need not be on a tablet without scrolling.
    """
    width, height, text = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("text => document.documentElement.style.fontSize = `${100 * text}%`", text)
    page.evaluate(DRAWN)  # the page's end follows the height of the bars
    step = stop.step.removeprefix("early ")
    wanted = {
        "map": step in ON_MAP and stop.turn and "?do=" not in stop.address,
        "rows": 2 if step in IN_LISTS and stop.turn and not stop.chosen else 0,
        "whole": step in IN_LISTS and stop.turn and size == "tablet" and not has_many(stop.title),
    }
    if language == LONGER:
        wanted |= {"rows": 0, "whole": False}
    found = page.evaluate(FAULTS, wanted)
    return [f"{stop}, {size}, {language}: {what}: {words}" for what, words in found]


def sample(stops: list[Stop]) -> list[Stop]:
    """The stops of a tour that are looked at."""
    if os.environ.get("FULL"):
        return stops
    first = [stop for stop in stops if stop.turn and not stop.chosen]
    others = [stop for stop in stops if stop not in first]
    return [stop for stop in stops if stop in first[::2] or stop in others[::10]]


def sizes_of(number: int, stop: Stop) -> list[str]:
    """The sizes at which a stop of the tour is looked at."""
    if os.environ.get("FULL"):
        return list(SIZES)
    apart = 3 if stop.turn and not stop.chosen else len(SIZES)
    return list(SIZES)[number % apart :: apart]


def looked_at(browser: Browser, address: str, stops: list[Stop], spoken: str) -> list[str]:
    """All that is wrong with these pages in a language, at any size and by any light.

    If it is mixed, the pages take turns at all languages.
    """
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    page = context.new_page()
    found = []
    for number, stop in enumerate(sample(stops)):
        language = LANGUAGES[number % 3] if spoken == "mixed" else spoken
        context.add_cookies([{"name": "language", "value": language, "url": address}])
        with longer_texts():
            page.goto(stop.address)
            assert page.evaluate("document.documentElement.lang") == language
            found += too_pale(page, number, stop)
            for size in sizes_of(number, stop):
                if language != LONGER or "large text" not in size:
                    found += faults(page, stop, size, language)
    context.close()
    return found


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_the_screens_of_a_device_that_waits_fit_and_can_be_read(
    browser: Browser, store: GameStore, address: str, title: str
) -> None:
    moments, rules, _ = course(title)
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    page, found = context.new_page(), []
    for number, step in enumerate(("early auction", "shares", "run")):
        state = dict(moments)[step]
        game = store_state(store, rules, state)
        acting = summary(rules, state).acting
        seat = rules.seats[2] if acting != rules.seats[2] else rules.seats[1]  # a long name
        store.places.join(game, "waits", "other", seat)
        cookie = cookie_of(store.places, "waits")
        context.add_cookies([{"name": COOKIE, "value": cookie, "url": address}])
        stop = Stop(f"/game/{game}", title, step)
        page.goto(stop.address)
        expect(page.locator("main.own")).to_be_visible()
        found += too_pale(page, number, stop)
        for size in sizes_of(number, replace(stop, turn=True)):
            found += faults(page, stop, size)
    context.close()
    assert found == []


@pytest.mark.parametrize("language", ["en", "nl"])
def test_a_phone_on_turn_shows_the_whole_amount_of_a_full_bank(
    browser: Browser, store: GameStore, address: str, language: str
) -> None:
    moments, rules, _ = course("18nl")
    state = dict(moments)["auction"]
    game = store_state(store, rules, state)
    store.places.join(game, "acts", "android", summary(rules, state).acting)
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    cookies = {COOKIE: cookie_of(store.places, "acts"), "language": language}
    context.add_cookies(
        [{"name": name, "value": value, "url": address} for name, value in cookies.items()]
    )
    page = context.new_page()
    page.goto(f"/game/{game}")
    expect(page.locator(".status-bar .call")).to_be_visible()
    found = faults(page, Stop(f"/game/{game}", "18nl", "auction", turn=True), "phone", language)
    context.close()
    assert found == []


def test_a_tablet_shows_a_whole_auction_of_privates_with_long_texts(
    browser: Browser, store: GameStore, address: str
) -> None:
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    context.add_cookies([{"name": "language", "value": "nl", "url": address}])
    page, found = context.new_page(), []
    for title in ("18chesapeake", "1882", "1889", "18nl"):
        game = store_moment(store, title, "early auction")
        stop = Stop(f"/game/{game}", title, "early auction", turn=True)
        page.goto(stop.address)
        found += faults(page, stop, "tablet", "nl")
    context.close()
    assert found == []


@pytest.mark.parametrize(
    ("title", "step", "choice", "sizes"),
    [
        ("1889", "shares", "", ("phone", "tablet upright")),  # five values beside a price
        ("1836jr30", "early auction", "?pick=bid~p2~CFL&tab=do", ("small phone",)),  # a long word
        ("18al", "chance", "?pick=sell_private~p2~p1~SNAR&tab=aside", ("tablet",)),  # a long text
        ("1830", "trains", "/log", ("phone", "phone with large text")),  # a long last event
    ],
)
def test_long_texts_and_rows_of_values_fit(
    browser: Browser,
    store: GameStore,
    address: str,
    title: str,
    step: str,
    choice: str,
    sizes: tuple[str, ...],
) -> None:
    moments, rules, actions = course(title)
    if choice == "/log":
        game = store.import_game(rules.setup, actions[:ACTIONS])
    else:
        game = store_state(store, rules, dict(moments)[step])
    context = browser.new_context(bypass_csp=True, base_url=address, reduced_motion="reduce")
    context.add_cookies([{"name": "language", "value": "nl", "url": address}])
    page = context.new_page()
    stop = Stop(f"/game/{game}{choice}", title, step, turn=choice != "/log", chosen="?" in choice)
    page.goto(stop.address)
    found = [fault for size in sizes for fault in faults(page, stop, size, "nl")]
    context.close()
    assert found == []


@pytest.mark.in_part(1)
@pytest.mark.parametrize("language", EACH_LANGUAGE)
@pytest.mark.parametrize("title", list(titles()))
def test_every_screen_of_a_title_fits_and_can_be_read(
    browser: Browser, store: GameStore, address: str, title: str, language: str
) -> None:
    client = create_app({"STORE": store}).test_client()
    stops = list(tour(store, client, title))
    assert {stop.step for stop in stops} >= {"auction", "shares", "track", "run", "dividend", "end"}
    assert looked_at(browser, address, stops, language) == []


@pytest.mark.parametrize("language", EACH_LANGUAGE)
def test_every_page_away_from_games_fits_and_can_be_read(
    browser: Browser, store: GameStore, address: str, language: str
) -> None:
    client = create_app({"STORE": store}).test_client()
    assert looked_at(browser, address, away(store, client), language) == []


def fits(page: Page, game: int, step: str) -> list[str]:
    """Return the faults of the page that is shown, at all sizes."""
    stop = Stop(f"/game/{game}", "", step, turn=True, chosen=True)
    return [fault for size in SIZES for fault in faults(page, stop, size)]


def test_a_refusal_with_a_long_place_in_the_book_fits(tablet: Page, store: GameStore) -> None:
    game = store.new_game(Setup("steam-over-holland", ("Anneke", "Jörg", "Mia")))
    tablet.goto(f"/game/{game}")
    tablet.locator('[id^="pick-bid"]').first.click()
    settled(tablet)
    tablet.locator("#amount").fill("0")
    settled(tablet)
    tablet.locator("#deed").click()
    expect(tablet.locator(".notice cite")).to_contain_text("Distribution of private companies")
    assert fits(tablet, game, "auction") == []


def test_the_decisions_of_a_rich_company_fit(tablet: Page, store: GameStore) -> None:
    game = store_position(store, pennsylvania("dividend").turn(revenue=30))
    tablet.goto(f"/game/{game}?choice=withhold")
    expect(tablet.locator(".choice tbody")).to_contain_text("1,030")
    assert fits(tablet, game, "dividend") == []


def test_a_question_with_two_other_answers_fits(tablet: Page, store: GameStore) -> None:
    game = store_position(store, asking())
    tablet.goto(f"/game/{game}")
    expect(tablet.locator("#decline")).to_be_visible()
    assert fits(tablet, game, "") == []


def test_the_long_name_of_a_home_fits(tablet: Page, store: GameStore) -> None:
    game = store_moment(store, "18nl", "shares")
    tablet.goto(f"/game/{game}/company/ZHE")
    expect(tablet.locator(".facts")).to_contain_text("G2 's-Gravenzande & Delft")
    assert fits(tablet, game, "") == []


def test_the_button_that_places_a_token_in_a_city_with_a_long_name_fits(
    tablet: Page, store: GameStore
) -> None:
    position = Position("18chesapeake", 3).close_privates()
    position.started("N&W", 80, "p1", p1=60).floated("N&W", 800).tile("D12", "57", 1)
    position.tile("C13", "57", 1)
    game = store_position(store, position.operating("N&W", "token"))
    tablet.goto(f"/game/{game}?stop=D12.0")
    expect(tablet.locator("#deed")).to_have_text(re.compile(r"Place in Charlott\u00ad?esville"))
    assert fits(tablet, game, "token") == []


STEPS = ("auction", "shares", "track", "dividend")
EACH = [(title, step) for title in titles() for step in STEPS]


@pytest.mark.in_part(1)
@pytest.mark.parametrize(
    ("title", "step"), EACH if os.environ.get("FULL") else list(zip(cycle(titles()), STEPS))
)
def test_that_the_companion_cannot_be_reached_is_told_within_the_screen(
    tablet: Page, store: GameStore, title: str, step: str
) -> None:
    game = store_moment(store, title, step)
    tablet.goto(f"/game/{game}")
    settled(tablet)
    deed = tablet.locator("#pass, #deed").filter(visible=True)
    if not deed.count():  # nothing may be passed, and nothing is chosen yet
        tablet.locator(".offer:not(.refused)").filter(visible=True).first.click()
        expect(deed.first).to_be_visible()
        settled(tablet)
    tablet.context.set_offline(True)
    deed.first.click()
    expect(tablet.locator("#lost")).to_be_visible()
    assert fits(tablet, game, step if step in ON_MAP else "") == []


REACH = """link => {
    link.scrollIntoView({ block: "nearest" });
    const { left, right, top, bottom } = link.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left >= 0 && right <= innerWidth && bottom <= innerHeight + 1 && link.contains(over);
}"""


def test_every_entry_of_the_menu_is_within_reach(tablet: Page, store: GameStore) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Mia")))
    tablet.goto(f"/game/{game}")
    tablet.locator(".menu summary").click()
    for width, height, text in SIZES.values():
        tablet.set_viewport_size({"width": width, "height": height})
        tablet.evaluate("text => document.documentElement.style.fontSize = `${100 * text}%`", text)
        for link in tablet.locator(".menu nav a").filter(visible=True).all():
            assert link.evaluate(REACH), (width, height, text, link.inner_text())


def test_the_browsers_own_text_setting_counts(browser: Browser, address: str) -> None:
    """Sizes are told in letters: who sets a larger text gets it, and a layout for it."""
    larger = browser.browser_type.launch(
        executable_path=find_chromium(),
        args=["--no-sandbox", "--blink-settings=defaultFontSize=32"],
    )
    page = larger.new_page(
        bypass_csp=True, base_url=address, viewport={"width": 1024, "height": 768}
    )
    page.goto("/new")
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    assert page.evaluate("getComputedStyle(document.querySelector('.status-bar')).height") == "88px"
    larger.close()
