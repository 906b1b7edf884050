"""A hand on the screens: it taps what it sees, as soon as that stands still."""

from playwright.sync_api import Error, Locator, Page, expect

# before a page is loaded, and while htmx settles what it has put in, the scripts do not know of it,
# nor hold deeds up; and a screen that is not sure does nothing
STILL = """() => document.readyState === "complete"
    && !document.querySelector(".htmx-swapping, .htmx-settling, html[data-unconfirmed]")"""

FREE = ":not([data-held])"

# why a screen may have done nothing
SAYS = """() => ({
  unsure: document.documentElement.hasAttribute("data-unconfirmed"),
  heldUp: document.getElementById("held-up")?.textContent,
  held: [...document.querySelectorAll("[data-held]")].map((deed) => deed.textContent.trim()),
  busy: document.querySelectorAll("[aria-busy]").length,
  said: document.querySelector("#event, .notices")?.textContent.trim(),
  at: [location.href, performance.now()],
})"""


def tap(page: Page, where: str | Locator) -> None:
    """A finger on a phone, a pointer elsewhere. It waits while what it taps is held up."""
    page.wait_for_function(STILL, polling=30)
    found = (page.locator(where) if isinstance(where, str) else where).and_(page.locator(FREE))
    if page.viewport_size and page.viewport_size["width"] < 600:
        try:
            found.tap()
            return
        except Error as without:
            if "does not support tap" not in str(without):
                raise
    found.click()


def do(page: Page, where: str | Locator) -> None:
    """Tap what changes the game, and wait for the fresh screen."""
    expect(page.locator("#search")).to_have_count(0)  # a search draws the screen again
    version = page.locator("[name=version]").first
    before = version.input_value()
    tap(page, where)
    try:
        expect(version).not_to_have_value(before)
    except AssertionError as missed:
        raise AssertionError(f"{missed}\nthe screen: {page.evaluate(SAYS)}") from None
