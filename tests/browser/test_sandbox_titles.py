"""1846 and 1870 are set up in a browser by somebody who has only their fact sheets."""

import os
import re

import pytest
from playwright.sync_api import Page, expect

from companion.titles import find
from companion.titles.made_title import usual_tables
from companion.web.library.title_form import write_form
from tests.support.sandbox_titles import Fields, t1846, t1870
from tests.web.library.test_sandbox_titles import line_of_1846, market_of_1870

pytestmark = [
    pytest.mark.references,
    pytest.mark.skipif(not os.environ.get("FULL"), reason="two long walks: only with FULL"),
]
MOST = 250  # taps
SECONDS = 15 * 60
PER_TAP, PER_LETTER = 1.5, 0.25  # seconds of somebody who reads a sheet and types
LISTS = r"(trains|phases|companies|privates|kinds|cash|certificate_limit)\."


class Hand:
    """A hand that fills in the form, and counts its taps and letters."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps, self.letters = 0, 0

    def tap(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.taps += 1

    def fill(self, key: str, text: str) -> None:
        """Bring one field to this text, unless it has it."""
        field = self.page.locator(f'[name="{key}"]')
        if not field.count():
            name = key.partition(".")[0]
            self.tap(f'[name="more"][value="{name}"]')
            self.page.wait_for_load_state()
            expect(field).to_have_count(1)
        if not field.is_visible():
            self.tap(f'details:has([name="{key}"]) > summary')
        if field.get_attribute("type") == "checkbox":
            if field.is_checked() != bool(text):
                field.click()
                self.taps += 1
        elif field.input_value() != text:
            if field.evaluate("one => one.tagName") == "SELECT":
                field.select_option(text)
                self.taps += 2
            elif field.get_attribute("type") == "color":
                field.fill(text)
                self.taps += 2
            else:
                field.fill(text)
                self.taps += 1
                self.letters += len(text) if "\n" not in text else 2  # else it is pasted


def find_changes(fields: Fields) -> Fields:
    """Return the texts that differ from those of an empty form, and what is to be cleared."""
    usual = write_form(usual_tables()).to_dict()
    empty = {key: "" for key, text in usual.items() if re.match(LISTS, key) and text}
    every = {**empty, **fields}.items()
    return {key: text for key, text in every if usual.get(key, "") != text or not text}


def set_up(page: Page, fields: Fields) -> Hand:
    hand = Hand(page)
    page.goto("/new")
    link = '.other-title[href="/new/title"]'
    if not page.locator(link).is_visible():
        hand.tap(f"details:has({link}) > summary")
    hand.tap(link)
    hand.tap("#begin-new")
    for key, text in find_changes(fields).items():
        hand.fill(key, text)
    expect(page.locator("#title-card .fault-line")).to_have_count(0)
    hand.tap("#save")
    page.wait_for_url("**/new?title=*")
    title = find(page.url.partition("title=")[2].replace("%7E", "~"))
    assert title and title.name == fields["name"]
    return hand


@pytest.mark.one_size("tablet")
@pytest.mark.parametrize("name", ["1846", "1870"])
def test_a_title_is_set_up_in_250_taps_and_15_minutes(page: Page, name: str) -> None:
    fields = t1846(line_of_1846()) if name == "1846" else t1870(market_of_1870())
    hand = set_up(page, fields)
    seconds = hand.taps * PER_TAP + hand.letters * PER_LETTER
    print(name, hand.taps, hand.letters, seconds / 60)
    assert hand.taps <= MOST
    assert seconds <= SECONDS
