"""The small map: framed, in nobody's way, and not there where it would be of no use."""

import re

from playwright.sync_api import Browser, Page, expect

from companion.store.games.game_store import GameStore
from tests.support.game_stages import begun

COVERED = """what => {
  const small = document.querySelector(what);
  if (getComputedStyle(small).visibility === "hidden") return 0;
  const box = small.getBoundingClientRect(), svg = document.querySelector("svg.map");
  const onScreen = svg.getScreenCTM(), m = 40 * onScreen.a;  // a stop's value is as near as that
  let count = 0;
  for (const line of svg.querySelectorAll(".case path, path.case"))
    for (let at = 0; at <= line.getTotalLength(); at += 6) {
      const p = line.getPointAtLength(at).matrixTransform(onScreen);
      const across = p.x > box.left - m && p.x < box.right + m;
      count += across && p.y > box.top - m && p.y < box.bottom + m;
    }
  return count;
}"""

COVERED_AT = f"""([what, corner]) => {{
  document.querySelector(what).dataset.at = corner;
  return ({COVERED})(what);
}}"""

# a run from the middle of the map to the middle of what it covers; how much of it is covered then
DRAW_RUN = """(covered) => {
  const svg = document.querySelector("svg.map"), box = svg.viewBox.baseVal;
  const on = document.querySelector(covered).getBoundingClientRect();
  const middle = new DOMPoint(on.x + on.width / 2, on.y + on.height / 2);
  const to = middle.matrixTransform(svg.getScreenCTM().inverse());
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", `M${box.x + box.width / 2} ${box.y + box.height / 2}L${to.x} ${to.y}`);
  line.setAttribute("class", "case");
  svg.append(line);
  document.querySelector("figure[data-map]").keptClear = null;
  document.dispatchEvent(new CustomEvent("fresh"));
  return (COVERED)(covered);
}""".replace("COVERED", COVERED)


def test_the_small_map_lies_over_no_run(tablet: Page, store: GameStore) -> None:
    tablet.goto(f"/game/{begun(store)}/map")
    small = tablet.locator(".overview")
    tablet.locator("[data-zoom=in]").click()
    expect(small).to_be_visible()
    expect(small).to_have_attribute("data-at", "right bottom")
    tablet.evaluate(DRAW_RUN, ".overview")
    expect(small).to_have_attribute("data-at", re.compile("top|away"))
    assert tablet.evaluate(COVERED, ".overview") == 0
    # Moved and measured in one call: the map places it again soon after a click.
    assert tablet.evaluate(COVERED_AT, [".overview", "right bottom"]) > 0


def test_the_buttons_lie_over_no_run_and_keep_their_corner_within_a_task(
    tablet: Page, store: GameStore
) -> None:
    game = begun(store)
    tablet.goto(f"/game/{game}/map")
    buttons = tablet.locator(".zoom")
    expect(buttons).to_have_attribute("data-at", "left bottom")
    assert tablet.evaluate(DRAW_RUN, ".zoom") > 0  # the same task: they stay
    expect(buttons).to_have_attribute("data-at", "left bottom")
    tablet.locator("figure[data-map]").evaluate("figure => (figure.dataset.task = 'another')")
    tablet.evaluate(DRAW_RUN, ".zoom")
    expect(buttons).to_have_attribute("data-at", "left top")
    assert tablet.evaluate(COVERED, ".zoom") == 0


def test_the_small_map_frames_what_is_seen(tablet: Page, store: GameStore) -> None:
    tablet.goto(f"/game/{begun(store)}/map")
    tablet.locator("[data-zoom='in']").click()
    frame = tablet.locator(".overview .view")
    expect(frame).to_be_visible()
    expect(frame).to_have_css("stroke-width", "18px")


def test_without_javascript_there_are_no_buttons_that_do_nothing(
    browser: Browser, address: str, store: GameStore
) -> None:
    plain = browser.new_page(bypass_csp=True, java_script_enabled=False)
    plain.goto(f"{address}/game/{begun(store)}/map")
    expect(plain.locator(".map")).to_be_visible()
    expect(plain.locator(".zoom")).to_be_hidden()
    expect(plain.locator(".overview")).to_be_hidden()
    plain.close()
