"""One scale of the map in a task: it opens on the network and stays, whatever is tapped.

Each of several titles and steps is tried on a phone or on a tablet in turn; on both with FULL in
the environment.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.random_moments import Moment, moments
from tests.browser.test_double_taps import settled
from tests.support.stored_games import store_state

BOXES = "hexes => hexes.map(hex => hex.getBoundingClientRect().toJSON())"
SCALE = "document.querySelector('svg.map').getScreenCTM().a"
IN_SIGHT = """(() => {
    const { left, right, top, bottom } = document.querySelector("svg.map").getBoundingClientRect();
    const stops = [...document.querySelectorAll("svg.map [data-stop]")];
    return stops.map(stop => stop.getBoundingClientRect())
        .map(box => [box.x + box.width / 2, box.y + box.height / 2])
        .filter(([x, y]) => x >= left && x <= right && y >= top && y <= bottom).length;
})()"""


def first(title: str, step: str) -> Moment:
    return next(moment for moment in moments(title, after=100) if moment.step == step)


def open_at(page: Page, store: GameStore, title: str, step: str) -> int:
    moment = first(title, step)
    game = store_state(store, moment.rules, moment.state)
    page.goto(f"/game/{game}")
    settled(page)
    return game


@pytest.mark.parametrize("title", list(titles()))
def test_drawing_opens_on_the_network_and_keeps_its_scale(
    page: Page, store: GameStore, title: str
) -> None:
    open_at(page, store, title, "run")
    scale = page.evaluate(SCALE)
    page.locator("#draw").click()
    expect(page.locator("#cancel")).to_be_visible()
    settled(page)
    stops = page.locator("svg.map [data-stop]")
    offered = [stop.get_attribute("data-stop") for stop in stops.all()]
    assert len(offered) > 1
    assert page.evaluate(IN_SIGHT) == len(offered)
    for number, stop in enumerate(offered[:4], 1):
        assert page.evaluate(SCALE) == pytest.approx(scale, rel=0.001)
        page.locator("#stop-form [name=stop]").evaluate("(field, stop) => field.value = stop", stop)
        page.locator("#stop-form").evaluate("form => form.requestSubmit()")
        page.wait_for_url(f"**stop={stop}**")
        settled(page)
        assert page.evaluate(SCALE) == pytest.approx(scale, rel=0.001), number


@pytest.mark.parametrize("title", list(titles()))
@pytest.mark.parametrize("step", ["track", "token"])
def test_a_hex_that_is_chosen_keeps_the_scale_and_comes_into_sight(
    page: Page, store: GameStore, title: str, step: str
) -> None:
    game = open_at(page, store, title, step)
    scale = page.evaluate(SCALE)
    moment = first(title, step)
    for offer in judge.offers(moment.rules, moment.state):
        if offer.kind not in ("lay", "token") or not offer.allowed:
            continue
        at = offer.hexes[0].partition(".")[0]
        page.goto(f"/game/{game}?hex={at}")
        settled(page)
        assert page.evaluate(SCALE) == pytest.approx(scale, rel=0.001)
        hex = page.locator(f'[data-hex="{at}"]').bounding_box()
        frame = page.locator("svg.map").bounding_box()
        assert hex and frame
        assert frame["x"] <= hex["x"] and hex["x"] + hex["width"] <= frame["x"] + frame["width"]
        assert frame["y"] <= hex["y"] and hex["y"] + hex["height"] <= frame["y"] + frame["height"]


@pytest.mark.parametrize("title", list(titles()))
def test_the_page_of_the_map_opens_so_that_it_can_be_read(
    page: Page, store: GameStore, title: str
) -> None:
    game = open_at(page, store, title, "shares")
    page.goto(f"/game/{game}/map")
    settled(page)
    hexes = page.locator("svg.map [data-hex]")
    assert min(box["width"] for box in hexes.evaluate_all(BOXES)) >= 43  # as wide as a finger
    view = store.open(game)
    stand = map(view.state.board.token_stops, summary(view.rules, view.state).order)
    for stops in [stops for stops in stand if stops][:1]:  # where the first to operate has a token
        at = stops[0].partition(".")[0]
        expect(page.locator(f'[data-hex="{at}"]')).to_be_in_viewport(ratio=0.9)
    page.locator('[data-zoom="all"]').click()
    frame = page.locator("svg.map").bounding_box()
    assert frame
    boxes = hexes.evaluate_all(BOXES)
    assert min(box["left"] for box in boxes) >= frame["x"] - 1
    assert max(box["right"] for box in boxes) <= frame["x"] + frame["width"] + 1
