"""A browser fetches the small fonts alone, unless a text has other letters."""

import pytest
from playwright.sync_api import Browser

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.conftest import Server

PAGES = ("", "/shares", "/market", "/map", "/companies", "/standings")


@pytest.mark.parametrize(
    ("name", "fetched"), [("Jörg", {"Companion"}), ("Łukasz", {"Companion", "FiraSans"})]
)
def test_published_fonts_are_fetched_only_for_other_letters(
    browser: Browser, server: Server, store: GameStore, name: str, fetched: set[str]
) -> None:
    title = next(iter(titles()))
    game = store.new_game(Setup(title, (name, "Mia", "Pieter"), seed=7))
    with server.serving(store) as address:
        context = browser.new_context(base_url=address)
        fonts: list[str] = []
        context.on("request", lambda sent: fonts.append(sent.url))
        page = context.new_page()
        for path in PAGES:
            page.goto(f"/game/{game}{path}")
            page.evaluate("document.fonts.ready")
        context.close()
    names = {address.rsplit("/")[-1] for address in fonts if address.endswith(".woff2")}
    assert {name.partition("Condensed")[0] for name in names} == fetched
