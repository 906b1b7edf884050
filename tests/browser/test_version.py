"""The foot of the home page says the version, on a phone and on a desktop."""

import pytest
from playwright.sync_api import Page, expect

from companion import __version__


@pytest.mark.one_size("phone")
@pytest.mark.parametrize("size", [(360, 640), (1440, 900)], ids=str)
@pytest.mark.parametrize(("language", "says"), [("en", "Version"), ("nl", "Versie")])
def test_the_foot_of_the_home_page_says_the_version(
    page: Page, size: tuple[int, int], language: str, says: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto("/")
    page.locator(f'button[name="language"][value="{language}"]').click()
    foot = page.locator("#version")
    expect(foot).to_have_text(f"{says} {__version__}")
    foot.scroll_into_view_if_needed()
    box = foot.bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= size[0]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    box = foot.bounding_box()
    bar = page.locator("#page > .bottom").bounding_box()
    assert box and bar
    assert box["y"] + box["height"] <= bar["y"] + 1  # above the bar with what can be done
