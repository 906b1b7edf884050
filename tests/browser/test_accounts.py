"""Money only on the screens: taps, the size of targets, and what stays in sight."""

import pytest
from playwright.sync_api import Page

from companion.rules.accounts.account_actions import AccountShares
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles.accounts_pack import AccountsSetup
from tests.browser.tapping import do, tap
from tests.browser.test_screen_sizes import DRAWN, FAULTS

SYMBOLS = ("PRR", "NYC", "B&O", "C&O", "Erie", "CPR", "NNH", "BM")
COLOURS = ("green", "black", "blue", "lightblue", "gold", "red", "orange", "brown")
TABLE = AccountsSetup("$", 12000, 600, tuple(zip(SYMBOLS, COLOURS, strict=True)))
NAMES = ("Anneke", "Bram", "Cato", "Daniël")


@pytest.fixture
def game(store: GameStore) -> int:
    """A game of four players and eight companies; Anneke has half of one."""
    title = store.packs.add(TABLE.pack())
    game = store.new_game(Setup(title.slug, NAMES))
    store.play(game, 1, AccountShares("PRR", "initial", "p1", 50, 0), by="banker")
    return game


@pytest.mark.both_sizes
def test_a_payment_takes_four_taps_and_a_dividend_four(
    page: Page, store: GameStore, game: int
) -> None:
    page.goto(f"/game/{game}")
    tap(page, "label:has(#payer-p1)")
    tap(page, "label:has(#payee-prr)")
    tap(page, ".amount .value:has-text('+100')")
    do(page, "#deed")
    state = store.open(game).state
    assert (state.cash["p1"], state.cash["PRR"]) == (500, 100)
    tap(page, "#tab-account_dividend")
    tap(page, "label:has(#company-prr)")
    tap(page, ".amount .value:has-text('+50')")
    do(page, "#kind-pay")
    assert store.open(game).state.cash["p1"] == 525


FORMS = ("account_payment", "account_dividend", "account_shares")


@pytest.mark.both_sizes
@pytest.mark.parametrize("form", FORMS)
def test_nothing_is_cut_off_and_every_target_is_large(page: Page, game: int, form: str) -> None:
    page.goto(f"/game/{game}?do={form}")
    assert page.evaluate(FAULTS, {"map": False, "rows": 0, "whole": False}) == []
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.one_size("phone")
@pytest.mark.parametrize("size", [(320, 568, 1), (360, 640, 2), (640, 360, 1)], ids=str)
@pytest.mark.parametrize("form", FORMS)
def test_the_forms_fit_in_dutch_with_a_large_text_and_on_a_phone_on_its_side(
    page: Page, address: str, game: int, form: str, size: tuple[int, int, int]
) -> None:
    page.context.add_cookies([{"name": "language", "value": "nl", "url": address}])
    page.goto(f"/game/{game}?do={form}")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(f"document.documentElement.style.fontSize = '{size[2]}00%'")
    page.evaluate(DRAWN)
    assert page.evaluate(FAULTS, {"map": False, "rows": 0, "whole": False}) == []
