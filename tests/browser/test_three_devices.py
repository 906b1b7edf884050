"""Three devices at one table: the banker's tablet and two phones, against a server of their own.

They play an auction and an operating turn against each other, and what happens to phones and
servers at a table happens to them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect

from companion.bench.bench_server import BenchServer
from companion.rules.data.setup import Setup
from tests.browser.conftest import SIZES
from tests.browser.tapping import tap
from tests.browser.test_double_taps import settled
from tests.browser.test_live_updates import soon
from tests.browser.test_operating_turn import pennsylvania
from tests.support.stored_games import empty_store, store_position

NAMES = ("Anneke", "Jörg", "Daniël")


class Served:
    """A server over a folder of games, which can fall and rise again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.store = empty_store(folder)  # also while it is served
        self.server = BenchServer(folder)
        self.address = f"http://localhost:{self.server.port}"

    def cut(self) -> None:
        """The power is gone."""
        self.server.process.kill()
        self.server.process.wait()

    def begin_again(self) -> None:
        """It is there again, at the same address."""
        self.server = BenchServer(self._folder, ["--port", str(self.server.port)])

    def close(self) -> None:
        self.server.stop()
        self.store.close()


class Table(Served):
    """A server and the devices at it."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        super().__init__(folder)
        self._browser = browser
        self._open: list[BrowserContext] = []
        self._faults: list[str] = []

    def device(self, size: str = "phone") -> Page:
        """A device that has never been here."""
        context = self._browser.new_context(
            viewport=SIZES[size], base_url=self.address, has_touch=size == "phone", bypass_csp=True
        )
        self._open.append(context)
        page = context.new_page()
        page.on("pageerror", lambda fault: self._faults.append(str(fault)))
        return page

    def tablet(self) -> Page:
        """The machine that serves."""
        page = self.device("tablet")
        page.context.add_cookies([self.server.cookie(self.address)])
        return page

    def clear(self) -> list[str]:
        """The devices are gone; what faults their scripts had."""
        while self._open:
            self._open.pop().close()
        return self._faults


@pytest.fixture(scope="module")
def served(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """To begin a server takes longer than to play."""
    opened = Table(browser, tmp_path_factory.mktemp("table"))
    yield opened
    opened.close()


@pytest.fixture
def table(served: Table) -> Iterator[Table]:
    yield served
    assert served.clear() == []


def seat_devices(table: Table, game: int, first: str, other: str) -> tuple[Page, Page, Page]:
    """Return the banker's tablet and two phones, which come in by its code and take these seats.

    The second phone taps the seat of the first when it is already taken.
    """
    tablet, one, two = table.tablet(), table.device(), table.device()
    tablet.goto(f"/game/{game}/seats")
    code = tablet.locator(".invite .code").inner_text()
    for phone in (one, two):
        phone.goto(f"/join/{code}")
    tap(one, f"#take-{first}")
    expect(one.locator("#pulse")).to_be_attached()
    tap(two, f"#take-{first}")
    expect(two.locator(".notice")).to_have_text("Somebody else has that seat.")
    expect(two.locator(".taken")).to_have_count(1)
    tap(two, f"#take-{other}")
    expect(two.locator("#pulse")).to_be_attached()
    tablet.goto(f"/game/{game}")
    return tablet, one, two


def choose(page: Page, where: str, deed: str) -> Locator:
    """Choose an offer; the button that does it."""
    tap(page, where)
    button = page.locator("#deed")
    expect(button).to_contain_text(deed)
    return button


def do(page: Page, button: str | Locator) -> None:
    """Tap what changes the game, and wait for the screen that comes of it."""
    settled(page)
    version = page.locator("#pulse").get_attribute("data-version") or ""
    tap(page, button)
    expect(page.locator("#pulse")).not_to_have_attribute("data-version", version)


def pick(row: str) -> str:
    return f'[id="pick-{row}"]'


def all_see(devices: tuple[Page, ...], event: str) -> None:
    """All see it; devices that did not do it have tapped nothing."""
    for page in devices:
        line = page.locator("#event, .events li:first-child").filter(visible=True).first
        expect(line).to_contain_text(event)


@contextmanager
def on_its_way(phone: Page, button: Locator) -> Iterator[None]:
    """The tapped deed is sent, and arrives after all that happens meanwhile."""
    held: list[Route] = []
    settled(phone)
    phone.route("**/act", lambda route: held.append(route))
    tap(phone, button)
    soon(phone, lambda: bool(held))
    yield
    held[0].continue_()
    phone.unroute("**/act")


def test_an_auction_between_a_tablet_and_two_phones(table: Table) -> None:
    game = table.store.new_game(Setup("1830", NAMES))
    devices = tablet, joerg, daniel = seat_devices(table, game, "p2", "p3")
    expect(joerg.locator(".whose-turn h1")).to_contain_text("Anneke")
    do(tablet, choose(tablet, pick("bid~p1~CS"), "$45"))
    all_see(devices, "Anneke bid $45")
    tap(joerg, pick("bid~p2~CS"))
    joerg.locator("#amount").fill("55")
    expect(joerg.locator("#deed")).to_contain_text("$55")
    do(joerg, "#deed")
    all_see(devices, "Jörg bid $55")
    do(daniel, choose(daniel, pick("buy_private~p3~SV"), "Buy Schuylkill Valley"))
    expect(tablet.locator("#who")).to_contain_text("Anneke")  # whose bid is the lower one
    do(tablet, "#pass")
    assert table.store.open(game).state.privates["CS"] == "p2"
    do(tablet, choose(tablet, pick("buy_private~p1~DH"), "Buy Delaware & Hudson"))

    # Jörg taps after the banker has entered a deed for them
    with on_its_way(joerg, choose(joerg, pick("buy_private~p2~MH"), "Buy Mohawk & Hudson")):
        do(tablet, "#pass")
        all_see((tablet, daniel), "Jörg passed")
    expect(joerg.locator(".notice")).to_contain_text("The game has moved on. Jörg passed")
    expect(joerg.locator(".whose-turn h1")).to_contain_text("Daniël")

    # Daniël's phone is offline, and the banker plays for them
    daniel.context.set_offline(True)
    expect(daniel.locator("html")).to_have_attribute("data-unconfirmed", "")
    do(tablet, choose(tablet, pick("buy_private~p3~MH"), "Buy Mohawk & Hudson"))
    do(tablet, choose(tablet, pick("buy_private~p1~CA"), "Buy Camden & Amboy"))
    all_see((tablet, joerg), "Anneke bought")
    daniel.context.set_offline(False)
    expect(daniel.locator(".whose-turn h1")).to_contain_text("Jörg")
    expect(daniel.locator("html")).not_to_have_attribute("data-unconfirmed", "")

    do(joerg, choose(joerg, pick("buy_private~p2~BO"), "Buy Baltimore & Ohio"))
    do(joerg, choose(joerg, pick("set_par~p2~B&O~100"), "Start B&O at 100"))
    for page in devices:
        expect(page.locator(".status-bar .plate")).to_have_text("SR 1")
    by = [row.by for row in table.store.rows(game) if row.by]
    assert by == [
        *("banker", "p2", "p3", "banker", "banker", "banker", "banker", "banker", "p2", "p2")
    ]


def test_three_phones_make_their_first_bid_after_at_most_twelve_taps(table: Table) -> None:
    """From the first page of the computer; names are typed besides."""
    taps = 0

    def hit(page: Page, where: str | Locator) -> None:
        nonlocal taps
        taps += 1
        tap(page, where)

    tablet = table.tablet()
    tablet.goto("/")
    hit(tablet, tablet.get_by_role("link", name="New game"))
    hit(tablet, tablet.locator(".titles .title").filter(has_text="1830"))
    for field, name in zip(tablet.locator("[name=player]").all()[:3], NAMES, strict=True):
        field.fill(name)
    hit(tablet, "#open")
    code = tablet.locator(".invite .code").inner_text()
    phones = [table.device() for _ in NAMES]
    for number, phone in enumerate(phones, 1):
        phone.goto(f"/join/{code}")  # the camera reads it
        hit(phone, f"#take-p{number}")
    expect(tablet.locator("#taken")).to_contain_text("3 of 3")
    hit(tablet, "#to-table")
    first = phones[0]
    hit(first, pick("bid~p1~CS"))
    hit(first, "#deed")
    all_see((tablet, *phones), f"{NAMES[0]} bid $45")
    assert taps <= 12


@pytest.mark.in_part(0)
def test_an_operating_turn_with_a_train_that_two_agree_to(table: Table) -> None:
    game = store_position(table.store, pennsylvania())  # Anneke directs the PRR, Jörg the NYC
    devices = tablet, anneke, joerg = seat_devices(table, game, "p1", "p2")
    tap(anneke, '[data-hex="H14"]')
    do(anneke, choose(anneke, "[id^='tile-26-']", "Lay 26 on H14"))
    all_see(devices, "PRR laid 26 on H14")
    expect(joerg.locator(".whose-turn h1")).to_contain_text("Anneke, PRR")

    # the power goes, and comes again: nobody taps anything
    table.cut()
    for page in devices:
        expect(page.locator("#lost")).to_contain_text("Not connected since")
    table.begin_again()
    for page in devices:
        expect(page.locator("#lost")).to_have_count(0)
        expect(page.locator("html")).not_to_have_attribute("data-unconfirmed", "")

    do(anneke, "#pass")  # no token
    expect(anneke.locator("#deed")).to_contain_text("$30")
    do(anneke, "#deed")
    do(anneke, choose(anneke, "#choose-pay", "Pay out"))
    all_see(devices, "PRR paid")

    # a train of the NYC: Jörg declines, then agrees
    for answer in ("decline", "agree"):
        tap(anneke, ".g-buy_from .offer >> nth=0")
        anneke.locator("#amount").fill("50")
        expect(anneke.locator("#deed")).to_contain_text("Ask Jörg")
        tap(anneke, "#deed")
        expect(anneke.locator(".proposal")).to_contain_text("Waiting for Jörg")
        expect(joerg.locator(".proposal")).to_contain_text("Anneke proposes")
        tap(joerg, f"[id^={answer}-]")
        if answer == "decline":
            expect(anneke.locator(".proposal")).to_contain_text("Jörg declines:")
            tap(anneke, "[id^=drop-]")
        for page in devices:
            expect(page.locator(".proposal")).to_have_count(0)
    all_see(devices, "PRR bought a 3 for $50 from NYC.")

    # Anneke's battery is nearly empty: her seat goes to Jörg's phone while she taps once more
    with on_its_way(anneke, anneke.locator("#pass")):
        seats = tablet.context.new_page()
        seats.goto(f"/game/{game}/seats")
        form = seats.locator(".hand-on")
        form.locator("[name=seat]").select_option(label="Anneke")
        device = form.locator("[name=device] option", has_text="Jörg").get_attribute("value")
        form.locator("[name=device]").select_option(value=device)
        tap(seats, "#hand-on")
        expect(joerg.locator("#pass")).to_be_visible()
    expect(anneke.locator(".notice")).to_contain_text("Only Anneke may do that.")
    expect(anneke.locator("#pass")).to_have_count(0)
    do(joerg, "#pass")
    all_see(devices, "PRR bought no more trains.")
    assert table.store.rows(game)[-1].by == "p1"


def test_privates_on_a_device_that_waits_begin_where_their_heading_does(table: Table) -> None:
    game = table.store.new_game(Setup("1830", NAMES))
    _, _, waits = seat_devices(table, game, "p1", "p2")
    lefts = """() => {
        const range = document.createRange();
        return [".on-sale caption", ".on-sale thead th", ".on-sale .on-offer th"].map(part => {
            range.selectNodeContents(document.querySelector(part));
            return Math.round(range.getBoundingClientRect().left);
        });
    }"""
    for size in SIZES.values():
        waits.set_viewport_size(size)
        expect(waits.locator(".on-sale .on-offer")).to_be_visible()
        assert len(set(waits.evaluate(lefts))) == 1
        inside = "row => getComputedStyle(row).boxShadow.includes('inset')"
        assert not waits.locator(".on-sale .on-offer").evaluate(inside)
