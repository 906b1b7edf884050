"""A stock round and an operating turn are played by ear: with a keyboard, and what is spoken.

The spoken strings are kept in ``tests/browser/spoken``. After a change of texts or screens,
``REMAKE=1 python -m pytest tests/browser/test_spoken.py`` writes them again; read the difference.
"""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Pass, SellShares
from companion.store.games.game_store import GameStore
from tests.browser.listener import Listener
from tests.browser.test_double_taps import dealing, settled
from tests.browser.test_operating_turn import pennsylvania
from tests.support.stored_games import store_position

KEPT = Path(__file__).with_name("spoken")


@pytest.fixture
def listener(tablet: Page) -> Listener:
    return Listener(tablet)


def compare(listener: Listener, file: str) -> None:
    """Compare what was said with the kept strings."""
    path, said = KEPT / file, "\n".join(listener.said) + "\n"
    if os.environ.get("REMAKE"):
        path.write_text(said, encoding="utf-8")
    assert said == path.read_text(encoding="utf-8")


def test_a_stock_round_is_played_by_ear(listener: Listener, store: GameStore) -> None:
    game = store_position(store, dealing())
    listener.open(f"/game/{game}")
    listener.read()
    listener.go("Skip to the screen")
    listener.press("Enter")
    listener.go("CPR Initial")
    listener.press("Enter")
    listener.go("Buy 10% CPR")
    listener.press("Enter")
    for _ in range(3):
        listener.go("Pass", back=True)
        listener.press("Enter")
    compare(listener, "stock_round.txt")
    assert store.open(game).state.round.id != "stock 2"


def test_an_operating_turn_is_played_by_ear(listener: Listener, store: GameStore) -> None:
    game = store_position(store, pennsylvania())
    listener.open(f"/game/{game}")
    listener.read()
    listener.go("Map as a list")
    listener.press("Enter")
    listener.go("Hex")
    listener.type("h14")
    listener.press("Enter")
    listener.read()
    listener.go("Tiles for H14")
    listener.press("Enter")
    listener.go("Tile 26")
    listener.press("Enter")
    listener.go("Lay 26 on H14")
    listener.press("Enter")
    listener.read("group Place a token")
    listener.press("Enter")
    listener.go("Place in Pittsburgh")
    listener.press("Enter")
    listener.read("group Run trains")
    listener.go("Draw")
    listener.press("Enter")
    listener.go("Stop")
    for stop in ("Pittsburgh", "Altoona"):
        listener.type(stop)
        listener.press("Enter")
    listener.go("Run for")
    listener.press("Enter")
    listener.read("group A better run")
    listener.go("Run it anyway, $10 less", back=True)
    listener.press("Enter")
    listener.read("group Dividend")
    listener.go("Withhold", back=True)
    listener.press("Enter")
    listener.go("Pay out", back=True)
    listener.press("Enter")
    listener.go("Pay out · 3 a share")
    listener.press("Enter")
    listener.read("group Buy trains")
    listener.go("Buy no train")
    listener.press("Enter")
    kinds = [row.action_json["type"] for row in store.rows(game) if row.action_json]
    assert kinds[:4] == ["lay_tile", "place_token", "run_trains", "dividend"]
    compare(listener, "operating_turn.txt")


def test_each_event_is_announced_once_and_in_order(listener: Listener, store: GameStore) -> None:
    game = store_position(store, dealing())
    listener.open(f"/game/{game}")
    for company in ("PRR", "NYC"):
        store.play(game, store.open(game).version, SellShares("p1", company, 10))
    expect(listener.page.locator("#event")).to_contain_text("sold 10% NYC")
    expect(listener.page.locator("#live p").nth(1)).to_contain_text("NYC")
    first, second = listener.take_announcements()
    assert "sold 10% PRR" in first and "sold 10% NYC" in second
    store.play(game, store.open(game).version, Pass("p1"))
    expect(listener.page.locator("#live p").nth(3)).to_contain_text("to act")
    passed, acts = listener.take_announcements()
    assert (passed, acts) == ("Anneke ended the turn.", "Jörg to act")


HELD = {  # by what has the focus, whether the map is on the screen
    "[id^='pick-']": False,
    ".matrix a": False,
    ".sections a": False,
    "[data-hex='H14']": True,
}


@pytest.mark.parametrize("where", HELD)
def test_focus_stays_when_another_device_acts(tablet: Page, store: GameStore, where: str) -> None:
    game = store_position(store, pennsylvania() if HELD[where] else dealing())
    tablet.goto(f"/game/{game}")
    settled(tablet)
    held = tablet.locator(where).last
    held.focus()
    told = "part => part.dataset.hex || part.getAttribute('href')"
    before = held.evaluate(told)
    store.play(
        game, store.open(game).version, Pass("PRR") if HELD[where] else SellShares("p1", "NYC", 10)
    )
    expect(tablet.locator("#event")).not_to_contain_text("has just begun")
    settled(tablet)
    assert before and tablet.evaluate(f"({told})(document.activeElement)") == before


def test_a_hex_of_the_list_leads_to_the_lay_that_a_tap_leads_to(
    tablet: Page, store: GameStore
) -> None:
    game = store_position(store, pennsylvania())
    tablet.goto(f"/game/{game}")
    settled(tablet)
    tablet.locator('[data-hex="H14"]').click()
    expect(tablet.locator("#deed")).to_contain_text("on H14")
    tapped = tablet.locator("#deed").inner_text()
    tablet.goto(f"/game/{game}/hexes?hex= h14")
    expect(tablet.locator("#hex")).to_contain_text("H14, yellow tile 9")
    expect(tablet.get_by_role("row", name="right H16")).to_contain_text("joined")
    tablet.locator("#hex-choices").click()
    expect(tablet.locator("#deed")).to_have_text(tapped, use_inner_text=True)
    tablet.goto(f"/game/{game}/hexes?hex=Z9")
    expect(tablet.get_by_role("alert").filter(has_text="no hex Z9")).to_be_visible()
    expect(tablet.get_by_role("link", name="H14", exact=True)).to_be_visible()
