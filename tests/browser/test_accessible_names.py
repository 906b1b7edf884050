"""Names of controls hold their visible labels (WCAG 2.5.3).

Each of several titles is checked on a phone or on a tablet in turn; on both with FULL in the
environment.
"""

from typing import Any

import pytest
from playwright.sync_api import Page

from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.random_moments import moments
from tests.browser.test_double_taps import settled
from tests.support.game_stages import operating, played
from tests.support.stored_games import store_state

PAGES = (
    "",
    "shares",
    "market",
    "map",
    "companies",
    "player/p1",
    "privates",
    "trains",
    "tiles",
    "ledger",
    "log",
    "standings",
    "readings",
    "keys",
)

# what is seen of a control: its text that is drawn, and that is not only for ears; its name: what
# was named, or its text that is not only for eyes. A text without letter or digit is a picture.
NAMES = """() => {
    const bare = text => text.replace(/[^\\p{L}\\p{N}]+/gu, " ").trim().toLowerCase();
    const texts = (part, leaves) => {
        const walk = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
        const found = [];
        while (walk.nextNode()) {
            const around = walk.currentNode.parentElement;
            if (around.closest("svg, option") || leaves(around)) continue;
            found.push(walk.currentNode.data);
        }
        return bare(found.join(" "));
    };
    const drawn = part => part.checkVisibility({ visibilityProperty: true });
    const controls = "a[href], button, summary, input:not([type=hidden]), select, textarea";
    return [...document.querySelectorAll(controls)].filter(drawn).map(part => {
        const label = part.labels?.[0];
        const seen = label || part;
        const visible = texts(seen, one => !drawn(one) || one.closest(".visually-hidden"));
        const named = part.getAttribute("aria-label");
        const name = named !== null ? bare(named)
            : texts(seen, one => !drawn(one) || one.closest("[aria-hidden=true]"));
        const picture = part.querySelector("svg[aria-label], img[alt]");
        return [part.outerHTML.slice(0, 140), visible, name || (picture ? "picture" : "")];
    }).filter(([, visible, name]) => !name || !name.includes(visible));
}"""


def wrong(page: Page, address: str) -> list[Any]:
    """Controls of a page whose names are others than their labels."""
    page.goto(address)
    return list(page.evaluate(NAMES))


@pytest.mark.parametrize("title", list(titles()))
def test_names_are_their_labels_on_every_page(page: Page, store: GameStore, title: str) -> None:
    game = played(store, operating, title)
    symbol = next(iter(store.open(game).rules.data.companies))
    pages = [f"/game/{game}/{where}" for where in (*PAGES, f"company/{symbol}")]
    found = {at: wrong(page, at) for at in ("/", "/new", f"/readings/{title}", *pages)}
    assert {at: faults for at, faults in found.items() if faults} == {}


@pytest.mark.parametrize("title", list(titles()))
def test_names_are_their_labels_at_every_step(page: Page, store: GameStore, title: str) -> None:
    found, seen = {}, set()
    for moment in moments(title):
        if moment.step in seen:
            continue
        seen.add(moment.step)
        game = store_state(store, moment.rules, moment.state)
        found[moment.step] = wrong(page, f"/game/{game}")
        pick = page.locator("a.offer:not(.refused), a.pick:not(.refused)").filter(visible=True)
        if pick.count():
            pick.first.click()
            settled(page)
            found[f"{moment.step}, chosen"] = page.evaluate(NAMES)
    assert {at: faults for at, faults in found.items() if faults} == {}
