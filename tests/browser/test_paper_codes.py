"""Codes of a rebuild sheet: a picture of the screen or the printed page brings a game back."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.exchange.files.paper_file import join_parts, pack_stored, read_part
from companion.exchange.files.photographs import find_codes
from companion.reporting.browser_page import make_page
from companion.reporting.report_html import sheet_html
from companion.rules.core.state import state_to_json
from companion.store.games.game_store import GameStore
from tests.support.game_stages import operating, played


@pytest.mark.in_part(2)
def test_pictures_of_the_screen_bring_the_game_back(
    phone: Page, store: GameStore, tmp_path: Path
) -> None:
    game = played(store, operating)
    phone.goto(f"/game/{game}/rebuild")
    codes = phone.locator("#log-codes svg").all()
    for number, code in enumerate(codes):
        code.screenshot(path=tmp_path / f"{number}.png")
    phone.goto("/")
    phone.locator("#from-paper").click()
    phone.locator("#photographs").set_input_files(
        [tmp_path / f"{n}.png" for n, _ in enumerate(codes)]
    )
    phone.locator("#read-codes").click()
    expect(phone).to_have_url(f"/game/{game + 1}")
    one, other = store.open(game), store.open(game + 1)
    assert state_to_json(one.state) == state_to_json(other.state)


@pytest.mark.in_part(2)
def test_a_picture_of_the_printed_page_has_all_codes(
    tablet: Page, store: GameStore, tmp_path: Path
) -> None:
    game = played(store, operating)
    view, packed = store.open(game), pack_stored(store, game)
    page = make_page(sheet_html(view.rules, view.state, "a4", packed), "no PDF")
    (tmp_path / "sheet.html").write_bytes(page)
    tablet.goto((tmp_path / "sheet.html").as_uri())
    seen = tablet.locator(".codes").screenshot()
    found = [part for code in find_codes(seen) if (part := read_part(code))]
    assert join_parts(found) == packed
