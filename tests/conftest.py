"""What tests of every kind share: one Chromium for all that look at screens."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, sync_playwright

from companion.natives import find_chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium, or the one that playwright brought."""
    found = find_chromium()
    with sync_playwright() as playwright:
        try:
            opened = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error as fault:
            if found is None:
                pytest.skip(f"no Chromium here: make test installs it ({fault})")
            raise
        yield opened
        opened.close()
