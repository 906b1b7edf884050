"""A real server with its own data folder, and Chromium as a phone and as a tablet."""

import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
import waitress
from playwright.sync_api import Browser, Page, expect

from companion.store.shelf import Shelf
from companion.web import create_app
from tests.stored import empty_shelf

SIZES = {"phone": {"width": 360, "height": 640}, "tablet": {"width": 1024, "height": 768}}
expect.set_options(timeout=20_000)  # for a machine that is busy with other things


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    """The games of this test."""
    opened = empty_shelf(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def address(shelf: Shelf) -> Iterator[str]:
    """Where the companion is served for this test."""
    app = create_app({"SHELF": shelf})
    server = waitress.create_server(app, host="127.0.0.1", port=0, threads=4)
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.effective_port}"
    # in the server's own thread, between two polls; which may have come before the pull itself
    with suppress(OSError):
        server.trigger.pull_trigger(server.close)
    serving.join(timeout=5)


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    """A page at each size, with the address as its base. A fault in a script fails the test."""
    size = SIZES[request.param]
    context = browser.new_context(
        viewport=size, base_url=address, has_touch=request.param == "phone"
    )
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda fault: faults.append(str(fault)))
    yield opened
    context.close()
    assert faults == []
