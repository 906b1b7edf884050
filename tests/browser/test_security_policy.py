"""The pages' policy: the browser enforces it, and nothing of ours goes against it.

All other tests go round it, because it also forbids the questions of a test to a page. Every sixth
page is opened; all are with FULL in the environment.
"""

import os
import re

from playwright.sync_api import Browser, ConsoleMessage, expect

from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app
from tests.browser.screen_tour import away, tour

INLINE = """() => {
    const script = document.createElement("script");
    script.textContent = "1";
    document.head.append(script);
}"""
WORDS = re.compile("Content.Security.Policy", re.IGNORECASE)


def test_nothing_on_any_page_goes_against_the_policy(
    browser: Browser, address: str, store: GameStore
) -> None:
    client = create_app({"STORE": store}).test_client()
    page = browser.new_page(base_url=address)
    against: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if WORDS.search(message.text):
            against.append(f"{page.url}: {message.text}")

    page.on("console", note)
    title = next(iter(titles()))
    stops = [*tour(store, client, title), *away(store, client)]
    stops = stops if os.environ.get("FULL") else stops[::6]
    for stop in stops:
        page.goto(stop.address)
    game = store.new_game(Setup("1830", ("Anneke", "Jörg", "Daniël")))
    page.goto(f"/game/{game}")
    page.locator('[id="pick-bid~p1~DH"]').click()
    page.get_by_role("button", name="+10").click()
    page.locator("#deed").click()
    expect(page.locator("#who")).to_contain_text("Jörg")
    store.undo(game, store.version(game))
    expect(page.locator("#who")).to_contain_text("Anneke")  # by the stream
    assert against == []
    with page.expect_console_message(lambda message: bool(WORDS.search(message.text))):
        page.evaluate(INLINE)
    assert len(against) == 1  # what goes against it is heard
    page.close()
