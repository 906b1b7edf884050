"""A real server, and Chromium as a phone and as a tablet, with the games of each test.

A test of all titles runs for one of them, and at one size: the sizes alternate between its pages or
values. A test marked ``one_size`` runs at that size, and one marked ``both_sizes`` at both. FULL in
the environment runs all titles at both sizes.
"""

import asyncio
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page

from companion.addresses_and_ports import take_port
from companion.store.games.game_store import GameStore
from companion.titles import titles
from companion.web import create_app, server
from companion.web.access.identity import COOKIE, cookie_of
from companion.web.http.pubsub import PubSub
from companion.web.server import ServerApp
from tests.support.clients import HOST
from tests.support.stored_games import empty_store

SIZES = {"phone": {"width": 360, "height": 640}, "tablet": {"width": 1024, "height": 768}}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves the sample."""
    if os.environ.get("FULL"):
        return
    left = [item for item in items if not in_sample(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if in_sample(item)]


def in_sample(item: pytest.Item) -> bool:
    """Whether the sample has a test for this title at this size.

    It has one title, at one size. The steps of a test take turns at the sizes. The name of a test
    decides with which title and size it begins.
    """
    chosen = item.callspec.params if hasattr(item, "callspec") else {}
    if chosen.get("page") not in SIZES or item.get_closest_marker("both_sizes"):
        return True
    if one := item.get_closest_marker("one_size"):
        return chosen["page"] == one.args[0]
    marks = [mark.args for mark in item.iter_markers("parametrize")]
    if any(names == "page" for names, _ in marks):
        return True
    place = crc32(item.originalname.encode())
    for names, values in marks:
        one = chosen[names] if isinstance(names, str) else tuple(chosen[name] for name in names)
        index = list(values).index(one)
        if names == "title" and list(values) == list(titles()):
            if (place // 2 + index) % len(values):
                return False
            index = 0
        place += index
    return list(SIZES)[place % len(SIZES)] == chosen["page"]


class Server:
    """The companion's own server, at one address for the games of one test after the other.

    So the browser need not fetch and read styles and scripts again for each test.
    """

    def __init__(self) -> None:
        self._front: ServerApp | None = None
        self.host = ""  # the cookie of the machine that serves
        self._asking = 0
        self._changed = threading.Condition()
        self._loop: asyncio.AbstractEventLoop | None = None
        port, sockets = take_port("127.0.0.1", 0)
        self._server = server.Server(self, sockets)
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{port}"

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self._loop = asyncio.get_running_loop()
        front = self._front
        if front is None:  # nobody is there
            await send({"type": "http.response.start", "status": 503, "headers": []})
            await send({"type": "http.response.body", "body": b""})
            return
        scope = {**scope, "headers": self._as_host(scope["headers"])}
        with self._changed:
            self._asking += 1
        try:
            await front(scope, receive, send)
        finally:
            with self._changed:
                self._asking -= 1
                self._changed.notify_all()

    def _as_host(self, headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
        """A device without a secret is the machine that serves."""
        cookies = [value for name, value in headers if name == b"cookie"]
        if not any(f"{COOKIE}=".encode() in value for value in cookies):
            cookies.append(f"{COOKIE}={self.host}".encode())
        plain = [header for header in headers if header[0] != b"cookie"]
        return [*plain, (b"cookie", b"; ".join(cookies))]

    def page(self, says: str, cookie: str) -> bytes:
        """Return the page for a device that is turned away."""
        assert self._front
        return self._front.page(says, cookie)

    def end(self) -> None:
        """The streams end."""
        if self._front:
            self._front.end()

    @contextmanager
    def serving(self, store: GameStore) -> Iterator[str]:
        """Serves these games meanwhile, until all who asked are answered."""
        self._front = ServerApp(create_app({"STORE": store}))
        self.host = cookie_of(store.places, HOST)
        yield self.address
        front, self._front = self._front, None
        if self._loop:
            self._loop.call_soon_threadsafe(front.end)
        with self._changed:
            self._changed.wait_for(lambda: not self._asking, timeout=120)

    @property
    def hub(self) -> PubSub:
        """The listeners."""
        assert self._front
        return self._front.hub

    @contextmanager
    def silent(self) -> Iterator[None]:
        """It cannot be reached meanwhile: what is asked is not answered, and the streams end."""
        front, self._front = self._front, None
        assert front and self._loop
        self._loop.call_soon_threadsafe(front.end)
        yield
        self._front = ServerApp(front.app)

    def close(self) -> None:
        """It stops."""
        self._server.close()
        self._thread.join(timeout=120)


class Devices:
    """A phone and a tablet that go from one test to the next, because opening them takes long."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser = browser
        self._server = server
        self._open: dict[str, Page] = {}

    @contextmanager
    def lent(self, size: str) -> Iterator[Page]:
        """The device of that size, as if it were new; it is banker."""
        if size not in self._open:
            context = self._browser.new_context(
                bypass_csp=True,
                viewport=SIZES[size],
                base_url=self._server.address,
                has_touch=size == "phone",
            )
            self._open[size] = context.new_page()
        page = self._open[size]
        cookie = {"name": COOKIE, "value": self._server.host, "url": self._server.address}
        page.context.add_cookies([cookie])
        yield page
        try:
            self._clear(page, size)
        except Error:
            self._open.pop(size).context.close()

    def _clear(self, page: Page, size: str) -> None:
        """Nothing stays of a test: what was kept, how it was looked at, where the hand was."""
        for other in page.context.pages:
            if other != page:
                other.close()
        page.context.set_offline(False)
        page.context.clear_cookies()
        if page.url.startswith("http"):
            page.evaluate("localStorage.clear(), sessionStorage.clear()")
        page.goto("about:blank")
        # a script of the page that was left may have kept something after all
        storage = page.context.new_cdp_session(page)
        of_server = {"origin": self._server.address, "storageTypes": "local_storage"}
        storage.send("Storage.clearDataForOrigin", of_server)
        storage.detach()
        page.mouse.move(0, 0)
        page.emulate_media(color_scheme="null")
        page.set_viewport_size(SIZES[size])


@pytest.fixture(scope="session", name="server")
def one_server() -> Iterator[Server]:
    opened = Server()
    yield opened
    opened.close()


@pytest.fixture(scope="session", autouse=True)
def contexts_are_hosts(server: Server) -> Iterator[None]:
    """Every browser that a test opens at the server is the machine that serves."""
    plain = Browser.new_context

    def new_context(self: Browser, **how: Any) -> BrowserContext:
        context = plain(self, **how)
        if server.host and how.get("base_url"):
            cookie = {"name": COOKIE, "value": server.host, "url": server.address}
            context.add_cookies([cookie])
        return context

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Browser, "new_context", new_context)
        yield


@pytest.fixture(scope="session")
def devices(browser: Browser, server: Server) -> Devices:
    return Devices(browser, server)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    """The games of this test."""
    opened = empty_store(tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def address(server: Server, store: GameStore) -> Iterator[str]:
    """The address of the companion for this test."""
    with server.serving(store) as at:
        yield at


@pytest.fixture(params=SIZES)
def page(request: pytest.FixtureRequest, devices: Devices, address: str) -> Iterator[Page]:
    """A page at each size, with the address as its base. A fault in a script fails the test."""
    faults: list[str] = []

    def note(fault: Error) -> None:
        faults.append(str(fault))

    with devices.lent(request.param) as lent:
        lent.on("pageerror", note)
        yield lent
        lent.remove_listener("pageerror", note)
    assert faults == []


@pytest.fixture
def tablet(devices: Devices, address: str) -> Iterator[Page]:
    """A page on the tablet alone, which has a keyboard and a mouse."""
    with devices.lent("tablet") as lent:
        yield lent


@pytest.fixture
def phone(devices: Devices, address: str) -> Iterator[Page]:
    """A page on the phone alone, which feels fingers."""
    with devices.lent("phone") as lent:
        yield lent
