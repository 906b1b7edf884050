"""A step that was passed over: who goes back to it stays there, whatever is tapped."""

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.rules.core.actions import Pass
from companion.store.games.game_store import GameStore
from tests.browser.tapping import do, tap
from tests.web.play.operating_panels.test_skipped_steps import next_turn, waits


def subject(page: Page) -> Locator:
    return page.locator("h1")


def go_back(page: Page, game: int, step: str) -> None:
    """Open the turn, and go back to the step that the screen passed over."""
    page.goto(f"/game/{game}")
    tap(page, page.locator(f'a[href$="step={step}"]').filter(visible=True).first)


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_a_city_tapped_on_the_map_is_chosen_and_taken(page: Page, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"))
    go_back(page, game, "token")
    expect(subject(page)).to_contain_text("Place a token")
    tap(page, '[data-stop="H16.0"]')
    expect(page.locator("#deed")).to_contain_text("Place in Lancaster")
    expect(subject(page)).to_contain_text("Place a token")
    do(page, "#deed")
    assert store.open(game).state.board.tokens["H16.0"] == ("PRR",)


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_a_hex_tapped_on_the_map_is_chosen_and_laid(page: Page, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"), Pass("PRR"), step="track")
    go_back(page, game, "track")
    expect(subject(page)).to_contain_text("Lay track")
    tap(page, '[data-hex="H14"]')
    expect(subject(page)).to_contain_text("Track on H14")
    expect(page.locator("#deed")).to_contain_text("on H14")
    do(page, "#deed")
    assert store.open(game).state.board.laid["H14"].tile != "9"
    assert waits(store, game) == "token"


def test_a_hex_of_the_list_is_chosen(tablet: Page, store: GameStore) -> None:
    game = next_turn(store, Pass("PRR"), Pass("PRR"), step="track")
    go_back(tablet, game, "track")
    tablet.locator("#hex-list").select_option("H14")
    tap(tablet, "#hex-show")
    expect(subject(tablet)).to_contain_text("Track on H14")
