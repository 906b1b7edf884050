"""Nothing is armed that buys, sells or places, and Undo lies where nothing else lay."""

import os
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Bid, Dividend, Pass, PlaceToken
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.operating.operating_round import awaited_step
from companion.store.games.game_store import GameStore
from companion.titles import rules_for
from tests.browser.screen_tour import NAMES, SEEDS
from tests.browser.tapping import do, tap
from tests.browser.test_double_taps import dealing, middle, overlap, settled, sold, touch
from tests.browser.test_operating_turn import open_turn, pennsylvania
from tests.support.game_stages import begun
from tests.support.run_cache import play as play_game
from tests.support.stored_games import store_position, store_state
from tests.web.play.operating_panels.test_skipped_steps import do as play
from tests.web.play.operating_panels.test_skipped_steps import next_turn, run

Begin = Callable[[GameStore], tuple[int, str]]
BOXES = """selector => [...document.querySelectorAll(selector)]
    .map(one => one.getBoundingClientRect().toJSON()).filter(box => box.width)"""


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_second_train_is_not_armed_by_the_purchase_of_the_first(
    page: Page, store: GameStore
) -> None:
    game = open_turn(page, store, pennsylvania("trains").turn(division="pay", revenue=30))
    expect(page.locator("#deed")).to_have_count(0)
    tap(page, ".g-buy_train .offer")
    expect(page.locator("#deed")).to_contain_text("Buy a 3")
    do(page, "#deed")
    assert "3-2" in [t for t, c in store.open(game).state.trains.items() if c.place == "PRR"]
    expect(page.locator(".g-buy_train .offer").first).to_be_visible()
    expect(page.locator("#deed")).to_have_count(0)


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_the_only_token_is_placed_by_one_tap_of_a_plain_button(
    page: Page, store: GameStore
) -> None:
    page.goto(f"/game/{(game := next_turn(store, PlaceToken('PRR', 'H16.0')))}")
    expect(page.locator(".cities .offer:not(.refused)")).to_have_count(1)
    expect(page.locator("#deed")).to_have_count(0)
    expect(page.locator("#one-tap")).to_contain_text("Place in Pittsburgh $100")
    do(page, "#one-tap")
    assert "PRR" in store.open(game).state.board.tokens["H10.0"]


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_the_only_train_is_bought_by_one_tap_and_then_no_other(
    page: Page, store: GameStore
) -> None:
    game = open_turn(page, store, pennsylvania("trains").turn(division="pay", revenue=30))
    expect(page.locator("#one-tap")).to_contain_text("Buy a 3 $180")
    do(page, "#one-tap")
    assert store.open(game).state.cash["PRR"] == 1000 - 180
    expect(page.locator(".g-buy_train .offer").first).to_be_visible()
    expect(page.locator("#deed, #one-tap")).to_have_count(0)


@pytest.mark.one_size("phone")
def test_a_second_tap_on_a_city_leaves_it_chosen(page: Page, store: GameStore) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(f"/game/{next_turn(store, PlaceToken('PRR', 'H16.0'))}")
    city = page.locator(".cities .offer")
    settled(page)
    place = middle(city)
    tap(page, city)
    expect(city).to_have_attribute("aria-current", "true")
    settled(page)
    assert middle(city) == pytest.approx(place, abs=2)


def late_turns(title: str, count: int) -> list[State]:
    """The beginnings of the last turns of companies in a game."""
    rules = rules_for(Setup(title, NAMES, seed=SEEDS[title]))
    found: dict[object, State] = {}
    for _, outcome in play_game(rules, SEEDS[title]):
        turn = outcome.state.round.operating
        if awaited_step(rules, outcome.state) and turn:
            found.setdefault((outcome.state.round.id, turn.company), outcome.state)
    return list(found.values())[-count:]


FILLED = ".act:not(.plain, .waits)"
TURNS = 10 if os.environ.get("FULL") else 4  # of companies
HARMLESS = {"pass", "run_trains", "dividend"}


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
@pytest.mark.parametrize("title", ["1830", "steam-over-holland"])
def test_an_impatient_thumb_passes_runs_and_pays_and_does_nothing_else(
    page: Page, store: GameStore, title: str
) -> None:
    rules, seen = rules_for(Setup(title, NAMES, seed=SEEDS[title])), set[str]()
    for state in late_turns(title, TURNS):
        game = store_state(store, rules, state)
        page.goto(f"/game/{game}")
        for _ in range(6):
            settled(page)
            if not page.locator(FILLED).count():
                if not page.locator("#pass").count():
                    break  # a decision that nobody takes by accident
                tap(page, "#pass")
                continue
            x, y = middle(page.locator(FILLED).first)
            touch(page, x, y)
            settled(page)
            touch(page, x, y)  # at the same place, whatever is there now
        seen |= {str((row.action_json or {}).get("type")) for row in store.rows(game)[1:]}
    assert HARMLESS >= seen > {"pass"}


def to_token(store: GameStore) -> tuple[int, str]:
    """Undo is there, and a city may be chosen."""
    return next_turn(store, PlaceToken("PRR", "H16.0")), ".cities .offer:not(.refused)"


def to_trains(store: GameStore) -> tuple[int, str]:
    game = next_turn(store, Pass("PRR"))
    play(store, game, Pass("PRR"))
    play(store, game, run(store, game), Dividend("PRR", "pay"))
    return game, ".g-buy_train .offer"


def to_shares(store: GameStore) -> tuple[int, str]:
    game = store_position(store, dealing())
    sold(store, game, "PRR")
    return game, '[id="pick-buy_share~p1~CPR~initial"]'


def to_bids(store: GameStore) -> tuple[int, str]:
    game = begun(store)
    play(store, game, Bid("p1", "MH", 115))
    return game, '[id="pick-bid~p2~CA"]'


@pytest.mark.in_part(2)
@pytest.mark.one_size("phone")
@pytest.mark.parametrize("begin", [to_token, to_trains, to_shares])
@pytest.mark.parametrize("size", [(360, 640), (320, 568), (390, 844)], ids=str)
def test_undo_never_lies_where_the_foot_of_the_phone_lay(
    page: Page, store: GameStore, begin: Begin, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    game, choice = begin(store)
    page.goto(f"/game/{game}")
    expect(page.locator("#undo")).to_be_visible()
    settled(page)
    foot = page.evaluate(BOXES, ".bottom-navigation a")
    assert len(foot) == 5
    tap(page, page.locator(choice).first)
    expect(page.locator("#deed")).to_be_visible()
    settled(page)
    for box in page.evaluate(BOXES, "#undo, #redo, form .act"):
        assert not any(overlap(box, link) for link in foot)
    assert page.evaluate(BOXES, ".bottom-navigation a") == foot


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_undo_has_one_place_and_no_deed_lies_there(page: Page, store: GameStore) -> None:
    places, deeds = [], []
    for begin in (to_token, to_trains, to_shares, to_bids):
        game, choice = begin(store)
        for address in ("", "/log", "/companies"):
            page.goto(f"/game/{game}{address}")
            settled(page)
            places += page.evaluate(BOXES, "#undo")
        page.goto(f"/game/{game}")
        tap(page, page.locator(choice).first)
        settled(page)
        places += page.evaluate(BOXES, "#undo")
        deeds += page.evaluate(BOXES, ".act, .value, .stay, #pass, #decline, #rest-of-turn")
    first, *others = places
    assert len(others) > 12 and all(other == pytest.approx(first, abs=1) for other in others)
    assert not any(overlap(first, deed) for deed in deeds)
