"""Times in Chromium: from a tap to the fresh screen, and to the first full paint of a phone."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from companion.bench.bench_server import BenchServer, run_server
from companion.bench.measurements import Figure, NotMeasuredError, times
from companion.bench.recorded_games import Recorded
from companion.system_dependencies import find_chromium

TAPS = 60
LATE = 240  # actions before the end of the longest game: companies run on a full map
BETWEEN = 800  # ms from a fresh screen to the next tap; a screen ignores actions that come sooner
SIZES = ({"width": 360, "height": 640}, {"width": 1024, "height": 768})
# paths that the devices show, one each
SEEN = ("", "/map", "/shares", "/market", "/companies", "/log")

PAINTS = 9
SLOWER = 4  # times that a phone's processor is slower than this one

# When the largest part of the page was painted, in ms from its request.
LARGEST = """
() => new Promise((done) => {
  const painted = (list) => done(list.getEntries().at(-1).startTime);
  new PerformanceObserver(painted).observe({ type: "largest-contentful-paint", buffered: true });
})
"""

# Measures from the tap on an action until the resulting screen is painted.
CLOCK = """
window.taps = [];
let tapped = null;
const version = () => document.querySelector("[name=version]")?.value;
addEventListener("click", (event) => {
  if (event.target.closest("form button.act")) tapped = { at: event.timeStamp, was: version() };
}, true);
addEventListener("htmx:afterSettle", () => {
  if (!tapped || version() === tapped.was) return;
  const at = tapped.at;
  tapped = null;
  const painted = () => window.taps.push(performance.now() - at);
  requestAnimationFrame(() => requestAnimationFrame(painted));
});
"""

# Whether the screen is at rest: complete, heard of by the server, and with no action held up.
AT_REST = """
() => document.readyState === "complete" && !document.querySelector(
  ".htmx-swapping, .htmx-settling, html[data-unconfirmed], [data-held], #search, #rest.waits")
"""

# Marks the element to tap: the action or the pass, else a choice. Reports whether it acts.
CHOOSE = """
() => {
  const open = (found) =>
    found.getClientRects().length && !found.disabled && !found.closest("[inert], .refused");
  const all = (what) => [...document.querySelectorAll(what)].filter(open);
  const deeds = all("form[method=post] button.act").filter((b) => b.form.action.endsWith("/act"));
  const deed = deeds.find((b) => b.id === "deed") ?? deeds[0];
  const choices = all("a.act#deed, [id^=choose-], a.offer, .lists a, .panel a");
  const found = deed ?? choices.find((a) => !a.matches(".ruling"));
  document.querySelectorAll("[data-tap]").forEach((old) => old.removeAttribute("data-tap"));
  found?.setAttribute("data-tap", "");
  return [Boolean(deed), found ? found.textContent.trim() : ""];
}
"""


def taps(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure sixty actions on one device, in the last part of the longest game."""
    left = min(LATE, len(games[0].actions) // 2)
    with run_server([(games[0], left)]) as (server, (table,)), _chromium() as chromium:
        here = f"/game/{table.game}"
        pages = [_make_page(chromium, server, n) for n in range(len(SEEN))]
        for page, path in zip(pages, SEEN, strict=True):
            page.goto(f"http://127.0.0.1:{server.port}{here}{path}")
        seconds = [_tap(pages[0], n) for n in range(TAPS)]
        yield from times("tap to fresh screen", seconds, p95=150)


def paints(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure when a slow phone without a cache has painted the largest part of the table."""
    left = min(LATE, len(games[0].actions) // 2)
    with run_server([(games[0], left)]) as (server, (table,)), _chromium() as chromium:
        seconds = sorted(_paint(chromium, server, f"/game/{table.game}") for _ in range(PAINTS))
        what = f"largest paint on a phone {SLOWER} times slower, cold, median of {PAINTS}"
        yield Figure(what, seconds[PAINTS // 2], "s", 0.6)


@contextmanager
def _chromium() -> Iterator[Any]:
    """Start Chromium. Raises NotMeasuredError where there is none, or it fails."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise NotMeasuredError("Playwright is not here; make test installs it") from None
    with sync_playwright() as playwright:
        try:
            chromium = playwright.chromium.launch(
                executable_path=find_chromium(), args=["--no-sandbox"]
            )
        except Error as fault:
            raise NotMeasuredError(f"no Chromium here; make test installs it ({fault})") from None
        try:
            yield chromium
        except Error as fault:
            raise NotMeasuredError(f"Chromium: {fault}") from None
        finally:
            chromium.close()


def _paint(chromium: Any, server: BenchServer, path: str) -> float:
    """Open the table on a slow phone; return the seconds until its largest part was painted."""
    page = _make_page(chromium, server, 0)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(f"http://127.0.0.1:{server.port}{path}", wait_until="load")
    milliseconds = page.evaluate(LARGEST)
    page.context.close()
    return float(milliseconds) / 1000


def _make_page(chromium: Any, server: BenchServer, number: int) -> Any:
    """Return an empty page in its own browser context, as a separate device of the host."""
    context = chromium.new_context(
        bypass_csp=True, viewport=SIZES[number % 2], has_touch=number % 2 == 0
    )
    context.add_init_script(CLOCK)
    context.add_cookies([server.cookie(f"http://127.0.0.1:{server.port}")])
    return context.new_page()


def _tap(page: Any, number: int) -> float:
    """Make the choices for the next action, tap it, and return the seconds it took."""
    for _ in range(6):
        page.wait_for_timeout(BETWEEN)
        page.wait_for_function(AT_REST, timeout=15000)
        acts, words = page.evaluate(CHOOSE)
        if not words:
            break
        page.locator("[data-tap]").tap()
        if acts:
            page.wait_for_function("count => window.taps.length > count", arg=number, timeout=15000)
            return float(page.evaluate("window.taps.at(-1)")) / 1000
    raise NotMeasuredError(f"nothing to be done was found on the screen after {number} taps")
