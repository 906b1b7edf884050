"""A host uploads a title of data and begins a game of it."""

from pathlib import Path

from playwright.sync_api import Page, expect

from companion.store.games.game_store import GameStore
from tests.support.packs import pack_of


def test_a_host_uploads_a_title_and_plays_it(page: Page, store: GameStore, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.title.json", tmp_path / "good.title.json"
    bad.write_bytes(pack_of(("bank = 6000", "bank = -1")).raw)
    good.write_bytes(pack_of().raw)
    page.goto("/new")
    page.get_by_role("link", name="Add a title of your own").click()
    page.locator("#pack-file").set_input_files(bad)
    page.locator("#upload").click()
    expect(page.get_by_text("title.toml, line 9, bank: is -1")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.locator("#pack-file").set_input_files(good)
    page.locator("#upload").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("The random games were stopped.")).to_be_visible()
    page.get_by_role("link", name="Rules card").click()
    expect(page.get_by_role("heading", name="The game ends")).to_be_visible()
    page.get_by_label("Back to the new game").click()
    for number, name in enumerate(("Ann", "Bo"), start=1):
        page.get_by_label(f"Name at seat {number}").fill(name)
    expect(page.locator("[data-held]")).to_have_count(0)
    page.locator("#open").click()
    page.wait_for_url("**/game/1/seats")
    assert store.open(1).rules.data.name == "My title"
    page.goto("/game/1/map")
    expect(page.get_by_role("button", name="A2 Aldergate, city")).to_be_visible()
    page.goto("/packs")
    expect(page.get_by_text("in use by 1 game")).to_be_visible()
    expect(page.get_by_role("button", name="Delete")).to_have_count(0)
    page.get_by_role("button", name="Hide").click()
    expect(page.get_by_role("button", name="Show again")).to_be_visible()
