"""The map under the hand: taps, drags, wheel, keys, minimap. In a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from companion.board.board import Board
from companion.drawing import Look, Marks, company_css, draw_map, draw_minimap

STATIC = Path(__file__).parents[2] / "static"
LOCAL = "http://companion.test/"  # never left the browser: storage needs an origin
SHEETS = ("design-tokens.css", "components.css", "map.css")


@pytest.fixture(scope="module")
def browser_page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 700, "height": 600}, has_touch=True)
    page.route(f"{LOCAL}**", lambda route: route.fulfill(body="", content_type="text/html"))
    yield page
    page.close()


@pytest.fixture
def page(browser_page: Page, board: Board, look: Look) -> Page:
    marks = Marks(lit=["H14", "I13"], stops=["H16.0"])
    drawn = draw_map(board, look, marks=marks, view=["H12", "H14", "H16"])
    css = "".join((STATIC / "css" / "shared" / name).read_text() for name in SHEETS)
    browser_page.goto(LOCAL)
    browser_page.evaluate("sessionStorage.clear()")
    browser_page.set_content(
        f"""<!doctype html><style>{css}{company_css(look.companies.values())}</style>
        <figure data-map id="map" data-form="hex-form" style="width:700px;height:600px;margin:0">
        {drawn}{draw_minimap(board)}
        <div class="zoom"><button data-zoom="in">+</button><button data-zoom="all">all</button>
        </div></figure>
        <form id="hex-form"><input name="hex"><input name="stop"></form>
        <script>var sent = [], first = document.getElementById("map").outerHTML;
        document.getElementById("hex-form").addEventListener("submit", event => {{
          event.preventDefault();
          sent.push(event.target.elements.hex.value + "/" + event.target.elements.stop.value);
        }});</script>"""
    )
    browser_page.add_script_tag(content=(STATIC / "js" / "shared" / "map.js").read_text())
    return browser_page


def view(page: Page) -> list[float]:
    return [float(v) for v in (page.get_attribute("svg.map", "viewBox") or "").split()]


def middle_of(page: Page, selector: str) -> tuple[float, float]:
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_tap_on_a_hex_sends_the_form_with_it(page: Page) -> None:
    page.mouse.click(*middle_of(page, '[data-hex="G15"]'))
    assert page.evaluate("sent") == ["G15/"]


def test_a_tap_on_a_hex_goes_through_track_and_names(page: Page) -> None:
    page.mouse.click(*middle_of(page, '[data-hex="H12"]'))
    assert page.evaluate("sent") == ["H12/"]


def test_a_tap_on_a_lit_stop_sends_the_stop(page: Page) -> None:
    page.mouse.click(*middle_of(page, '[data-stop="H16.0"]'))
    assert page.evaluate("sent") == ["/H16.0"]


def test_a_drag_moves_the_map_and_is_no_tap(page: Page) -> None:
    before = view(page)
    x, y = middle_of(page, '[data-hex="G15"]')
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    after = view(page)
    assert after[0] < before[0] and after[1] < before[1] and after[2] == before[2]
    assert page.evaluate("sent") == []


def test_the_wheel_zooms_around_the_pointer(page: Page) -> None:
    at = middle_of(page, '[data-hex="H14"]')
    before = view(page)
    page.mouse.move(*at)
    page.mouse.wheel(0, -200)
    page.wait_for_function(
        "w => parseFloat(document.querySelector('svg.map').getAttribute('viewBox')"
        ".split(' ')[2]) < w - 1",
        arg=before[2],
    )
    assert middle_of(page, '[data-hex="H14"]') == pytest.approx(at, abs=2)


def test_buttons_zoom_and_show_the_whole_map(page: Page, board: Board) -> None:
    before = view(page)
    page.click('[data-zoom="in"]')
    assert view(page)[2] == pytest.approx(before[2] / 1.5, abs=0.5)
    page.click('[data-zoom="all"]')
    x, y, width, height = view(page)
    whole = [float(v) for v in (page.get_attribute("svg.map", "data-whole") or "").split()]
    assert x <= whole[0] + 0.2 and x + width >= whole[0] + whole[2] - 0.2
    assert y <= whole[1] + 0.2 and y + height >= whole[1] + whole[3] - 0.2


def test_the_map_never_leaves_its_frame(page: Page) -> None:
    page.mouse.move(300, 300)
    page.mouse.down()
    page.mouse.move(300 + 5000, 300 + 5000, steps=3)
    page.mouse.up()
    whole = [float(v) for v in (page.get_attribute("svg.map", "data-whole") or "").split()]
    assert view(page)[0] >= whole[0] - 0.2


def test_arrows_walk_from_hex_to_hex_and_enter_chooses(page: Page) -> None:
    page.locator('[data-hex="H14"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.hex") == "H16"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.dataset.hex") in ("G15", "G17")
    assert page.locator("svg.map .at").count() == 1
    page.keyboard.press("Enter")
    assert len(page.evaluate("sent")) == 1


def test_only_hexes_that_may_be_chosen_are_in_the_tab_order(page: Page) -> None:
    assert page.locator('[data-hex][tabindex="0"]').count() == 2
    assert page.get_attribute('[data-hex="H14"]', "role") == "button"
    assert page.get_by_role("button", name="H14", exact=False).count() >= 1


def test_a_tap_on_the_small_map_goes_there(page: Page) -> None:
    x, y = middle_of(page, "svg.overview")
    page.mouse.click(x - 60, y)
    assert view(page)[0] < 200


def test_the_place_is_kept_when_the_map_is_sent_again(page: Page) -> None:
    page.click('[data-zoom="in"]')
    before = view(page)
    page.evaluate(
        """() => { document.getElementById("map").outerHTML = first;
        document.dispatchEvent(new CustomEvent("fresh")); }"""
    )
    assert view(page) == pytest.approx(before, abs=0.2)


class Fingers:
    """Fingers on the screen, by the browser's own protocol."""

    def __init__(self, page: Page) -> None:
        self.session = page.context.new_cdp_session(page)

    def __call__(self, kind: str, points: list[tuple[float, float]]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def test_a_finger_taps_the_nearer_of_two_stops(page: Page) -> None:
    page.touchscreen.tap(*middle_of(page, '[data-stop="H16.0"]'))
    assert page.evaluate("sent") == ["/H16.0"]


def test_a_finger_drags_the_map_all_the_way(page: Page) -> None:
    before = view(page)
    fingers = Fingers(page)
    fingers("touchStart", [(300, 300)])
    for step in range(1, 8):
        fingers("touchMove", [(300 + 10 * step, 300)])
    fingers("touchEnd", [])
    assert view(page)[0] == pytest.approx(before[0] - 70 * before[2] / 700, abs=1)
    assert page.evaluate("sent") == []


def test_two_fingers_zoom(page: Page) -> None:
    before = view(page)
    fingers = Fingers(page)
    fingers("touchStart", [(300, 300), (400, 300)])
    for step in range(1, 6):
        fingers("touchMove", [(300 - 5 * step, 300), (400 + 5 * step, 300)])
    fingers("touchEnd", [])
    assert view(page)[2] == pytest.approx(before[2] * 100 / 150, rel=0.05)
