"""A disk that fails while the table plays: the tap says why, and what was entered stays."""

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from tests.store.db.disk_faults import moved_away


def test_a_tap_on_a_disk_that_is_gone_says_so_and_works_when_it_is_back(
    page: Page, store: GameStore, tmp_path: Path
) -> None:
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    page.goto(f"/game/{game}")
    page.locator('[id="pick-bid~p1~DH"]').click()
    page.get_by_role("button", name="+10").click()
    deed, told = page.locator("#deed"), page.locator("#lost")
    expect(deed).to_contain_text("$85")
    with moved_away(tmp_path / "companion.sqlite"):
        deed.click()
        expect(told).to_contain_text("file with the games is gone")
        expect(told).to_contain_text("or a backup of it back")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert store.version(game) == 1
    expect(deed).to_contain_text("$85")
    deed.click()
    expect(
        page.locator("#event, .events li:first-child").filter(visible=True).first
    ).to_contain_text("Anneke bid $85")
    expect(told).to_have_count(0)
    assert store.version(game) == 2
