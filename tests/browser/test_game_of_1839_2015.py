"""A whole short game of the fifth title.

It has the draws of a table, sums laid before the sale, a private taken for nothing, and the cards
dealt again. A private runs. There are an exchange marker, several shares at once, foreign companies
with shares in two sizes, a flood, and the report.

The taps are about the rules of this title alone. The store plays the rest between them, a game of
two from the folder of the title's tests.
"""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.bench.example_games import read_example
from companion.rules.core.actions import Action
from companion.rules.data.setup import Setup
from companion.rules.shares import holdings
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from companion.system_dependencies import pdf_problem
from tests.browser.tapping import do, tap
from tests.browser.test_game_of_1839 import PRINTED, turn_to

GAME = Path(__file__).parents[1] / "titles" / "t1839_2015" / "short.json"
# deeds of it that are done by taps
DEALT, RAN, ON_TOP, SEVERAL, ABROAD, SMALL, FLOODED = 6, 29, 50, 75, 190, 495, 610


@pytest.fixture(scope="module")
def played() -> tuple[Setup, list[Action]]:
    """The game that was played."""
    setup, actions = read_example(GAME)
    return setup, list(actions)


def meanwhile(page: Page, store: GameStore, actions: list[Action]) -> None:
    """Let the store play, and open the page again."""
    store.play(1, store.version(1), *actions)
    page.goto("/game/1")


def percent(view: GameView, company: str, seat: str) -> int:
    """Return a player's percents of a company."""
    return holdings.percent(view.rules.data, view.state, company, seat)


def pick(page: Page, choice: str, deed: str, button: str = "#deed") -> None:
    """Choose a row by its key, and do what the button says."""
    tap(page, f'[id="pick-{choice}"]')
    expect(page.locator("#deed")).to_contain_text(deed)
    do(page, button)


@pytest.mark.in_part(0)
@pytest.mark.both_sizes
def test_a_short_game_from_its_form_to_its_report(
    page: Page, store: GameStore, played: tuple[Setup, list[Action]]
) -> None:
    setup, actions = played
    begin(page, setup)
    lay_sums(page, store, actions)
    meanwhile(page, store, actions[DEALT + 2 : RAN])
    run_a_private(page, store)
    meanwhile(page, store, actions[RAN + 1 : ON_TOP])
    open_a_city(page, store)
    meanwhile(page, store, actions[ON_TOP + 1 : SEVERAL])
    buy_several(page, store)
    meanwhile(page, store, actions[SEVERAL + 1 : ABROAD])
    deal_abroad(page, store)
    meanwhile(page, store, actions[ABROAD + 3 : SMALL])
    pick(page, "buy_share~p1~D~D", "D", "#deed-and-stay")
    assert percent(store.open(1), "D", "p1") == 2
    meanwhile(page, store, actions[SMALL + 1 : FLOODED])
    flood(page, store)
    if not pdf_problem():
        there = "/game/1/report.pdf?chosen=1&with=rounds&with=privates"
        assert page.evaluate(PRINTED, there) == [200, "application/pdf", "%PDF"]


def begin(page: Page, setup: Setup) -> None:
    """Enter the draws of the table."""
    page.goto(f"/new?title={setup.title}")
    for seat, name in enumerate(setup.players, 1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    tap(page, "#settings > summary")
    for key, value in setup.options.items():
        field = page.locator(f'[name="option.{key}"]')
        if field.count():
            field.fill(str(value))
            continue
        for place, drawn in enumerate(str(value).split()):
            chosen = page.locator(f'[name="option.{key}.{place}"]')
            chosen.select_option(drawn.rpartition("=")[2])
    tap(page, "#open")
    tap(page, "#to-table")
    expect(page.locator("#who")).to_contain_text("Anneke")


def lay_sums(page: Page, store: GameStore, actions: list[Action]) -> None:
    """Two sums reach the face of a private; the cards are dealt again, so its taker changes."""
    pick(page, "lay_sum~p1~LVG~60", "Bid ƒ60 on Het Laantje van Van der Gaag")
    expect(page.locator("#who")).to_contain_text("Jörg")
    pick(page, "lay_sum~p2~LVG~40", "Bid ƒ40 on Het Laantje van Van der Gaag")
    meanwhile(page, store, actions[2:DEALT])
    page.locator("#written").fill("2 1")
    do(page, "#deed")
    expect(page.locator("#who")).to_contain_text("Jörg")
    expect(page.locator(".offer", has_text="must be taken")).to_have_count(1)
    pick(page, "buy_private~p2~LVG", "Buy Het Laantje van Van der Gaag")
    state = store.open(1).state
    assert (state.privates["LVG"], state.cash["p2"]) == ("p2", 1300)


def run_a_private(page: Page, store: GameStore) -> None:
    """Its owner is paid its run."""
    had = store.open(1).state.cash["p2"]
    expect(page.locator("main")).to_contain_text("owner Jörg")
    expect(page.locator("#deed")).to_contain_text("Run for")
    do(page, "#deed")
    assert store.open(1).state.cash["p2"] > had


def open_a_city(page: Page, store: GameStore) -> None:
    """A marker on top of an own one, which opens the city to all."""
    tap(page, "#stop-E10-0")
    expect(page.locator("#deed")).to_contain_text("Exchange marker in Hoorn")
    do(page, "#deed")
    assert store.open(1).state.board.top_stops("HIJSM") == ("E10.0",)


def buy_several(page: Page, store: GameStore) -> None:
    """A director buys two certificates at once."""
    had = percent(store.open(1), "SS", "p2")
    pick(page, "buy_bundle~p2~SS~20~0", "Buy IPO 20%")
    assert percent(store.open(1), "SS", "p2") == had + 20


def deal_abroad(page: Page, store: GameStore) -> None:
    """A foreign company operates by itself.

    4% of its shares are bought and 2% sold, and certificates are swapped for that.
    """
    do(page, "#pass")
    expect(page.locator(".by-themselves")).to_contain_text("OZ: ƒ")
    pick(page, "buy_share~p1~OZ~OZ~4", "OZ", "#deed-and-stay")
    turn_to(page, "sell")
    tap(page, '[id^="pick-sell_shares~p1~OZ"]')
    tap(page, page.locator("#size-oz-2, #value-2").filter(visible=True).first)
    expect(page.locator("#deed")).to_contain_text("2%")
    do(page, "#deed")
    expect(page.locator("#event")).to_contain_text("1 × 4% OZ from Anneke")


def flood(page: Page, store: GameStore) -> None:
    """A flood is a network with its list."""
    expect(page.locator(".runs")).to_contain_text("FLOOD")
    expect(page.locator(".flood").first).to_be_attached()
    do(page, "#deed")
    assert store.open(1).state.round.turn.revenue


WHOLE = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"


@pytest.mark.one_size("tablet")
def test_its_screens_on_a_tablet(
    page: Page, store: GameStore, played: tuple[Setup, list[Action]]
) -> None:
    setup, actions = played
    page.set_viewport_size({"width": 1024, "height": 768})  # whatever size is asked for
    for deed, seen in (
        (0, "#matrix"),
        (DEALT + 1, ".matrix .due"),
        (ON_TOP, "#stop-E10-0"),
        (SEVERAL, '[id="pick-buy_bundle~p2~SS~20~0"]'),
        (ABROAD + 1, '[id="pick-buy_share~p1~OZ~OZ~4"]'),
        (FLOODED, ".runs .run >> nth=0"),
    ):
        game = store.import_game(setup, actions[:deed])
        page.goto(f"/game/{game}")
        page.locator(seen).scroll_into_view_if_needed()
        expect(page.locator(seen)).to_be_in_viewport()
        assert page.evaluate(WHOLE) == [1024, 768]
        if page.locator("#matrix").count() and deed:
            expect(page.locator("#undo")).to_be_in_viewport(ratio=1)
