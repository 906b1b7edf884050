"""A short game of 1830 from its seating to the first dividends, as two people play it.

Parts that do not depend on the size of the screen are done on a phone or on a tablet; on both with
FULL in the environment. FULL does each action on the screen. Otherwise repeated actions are done
there once.
"""

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.exchange.files.import_store import file_of_played
from companion.rules.core.actions import Action, Bid, BuyPrivate, BuyShare, Pass, SetPar
from companion.rules.data.setup import Setup
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.system_dependencies import pdf_problem
from tests.browser.tapping import do, tap
from tests.browser.test_double_taps import settled
from tests.support.site_games import site_file

FULL = bool(os.environ.get("FULL"))


def pattern(text: str) -> re.Pattern[str]:
    """A sentence in which … stands for the name of a private."""
    return re.compile(re.escape(text).replace("…", "[^$]+"))


def said(page: Page, text: str) -> None:
    """The last event, which every screen shows."""
    line = page.locator("#event, .events li:first-child").filter(visible=True).first
    expect(line).to_contain_text(pattern(text))


def choose(page: Page, row: str, deed: str, event: str) -> None:
    """Choose an offer, do the deed that the button names, read what happened."""
    tab = page.locator(f"#{'tab-sell' if row.startswith('sell_shares') else 'tab-do'}")
    if tab.is_visible():
        tap(page, tab)
    tap(page, f'[id="pick-{row}"]')
    expect(page.locator("#deed")).to_contain_text(deed)
    tap(page, "#deed")
    said(page, event)


def seat_players(page: Page) -> None:
    """Names are typed, and Jörg is moved to the first seat with the arrow keys."""
    page.goto("/")
    expect(page.get_by_role("heading", name="No game yet")).to_be_visible()
    tap(page, page.get_by_role("link", name="New game"))
    with page.expect_navigation():  # until its scripts are there
        tap(page, page.get_by_role("link", name="1830"))
    page.get_by_label("Name at seat 1").fill("Jörg")
    page.get_by_label("Name at seat 2").fill("Anneke")
    page.locator("ol[data-seats] li:nth-child(1) [data-move]").focus()
    page.keyboard.press("ArrowDown")
    expect(page.locator("ol[data-seats] li:nth-child(1) input")).to_have_value("Anneke")
    tap(page, "#open")
    tap(page, "#to-table")
    expect(page.locator(".status-bar .plate")).to_have_text("Auction")
    expect(page.locator("#who")).to_contain_text("Anneke")


def open_game(page: Page, store: GameStore) -> None:
    """Open the game as it is after :func:`seat_players`."""
    game = store.new_game(Setup("1830", ("Anneke", "Jörg")))
    page.goto(f"/game/{game}")


def sell_privates(page: Page) -> None:
    """Anneke bids on the DH; the others go at their price; Jörg names the par of the B&O."""
    tap(page, '[id="pick-bid~p1~DH"]')
    tap(page, page.get_by_role("button", name="+10"))
    expect(page.locator("#deed")).to_contain_text("$85")
    tap(page, "#deed")
    said(page, "Anneke bid $85 on ….")
    choose(page, "buy_private~p2~SV", "Buy Schuylkill Valley", "Jörg bought … for $20.")
    choose(page, "buy_private~p1~CS", "Buy Champlain & St. Lawrence", "Anneke bought … for $40.")
    choose(page, "buy_private~p2~MH", "Buy Mohawk & Hudson", "Jörg bought … for $110.")
    choose(page, "buy_private~p1~CA", "Buy Camden & Amboy", "Anneke bought … for $160.")
    choose(page, "buy_private~p2~BO", "Buy Baltimore & Ohio", "Jörg bought … for $220.")
    choose(page, "set_par~p2~B&O~100", "Start B&O at 100", "Jörg started B&O at $100.")
    expect(page.locator(".status-bar .plate")).to_have_text("SR 1")


def meanwhile(page: Page, store: GameStore, *actions: Action) -> None:
    """Let the store play, and open the page again."""
    store.play(1, store.version(1), *actions)
    page.goto("/game/1")


def buy_shares(page: Page, store: GameStore) -> None:
    """Anneke starts the PRR and Jörg goes on with the B&O, until both are floated."""
    tap(page, '[id="pick-start_company~p1~PRR"]')
    tap(page, "#value-67")
    expect(page.locator("#deed")).to_contain_text("Start PRR at 67")
    expect(page.locator("#deed")).to_contain_text("$134")
    tap(page, "#deed")
    said(page, "Anneke started PRR at $67.")
    for _ in range(3 if FULL else 1):
        bought = "Jörg bought 10% B&O for $100"
        choose(page, "buy_share~p2~B&O~initial", "Buy 10% B&O", bought)
        bought = "Anneke bought 10% PRR for $67"
        choose(page, "buy_share~p1~PRR~initial", "Buy 10% PRR", bought)
    if not FULL:
        both = BuyShare("p2", "B&O", "initial"), BuyShare("p1", "PRR", "initial")
        meanwhile(page, store, *both, *both)
    choose(page, "buy_share~p2~B&O~initial", "Buy 10% B&O", "Jörg bought 10% B&O for $100")


def told(store: GameStore) -> str:
    """Return the words of the last row of the log."""
    row = store.open(1).tail[-1]
    return " ".join(store.open(1).rules.words.tell(event) for event in row.events)


def stands(store: GameStore) -> tuple[str, str, str]:
    """The round, the step that waits, and the company whose turn it is."""
    table = summary(store.open(1).rules, store.open(1).state)
    return table.round, table.step, table.operating or ""


def pass_until(page: Page, store: GameStore, plate: str, step: str, company: str) -> None:
    """Nothing is done until that step of the company's turn in that round."""
    if not FULL:
        pass_until_round(page, store, plate)
    for _ in range(24):
        now = stands(store)
        left = page.locator("#left")  # an operating turn passes over steps that need no tap
        if left.count():
            now = (now[0], left.get_attribute("data-keep-scroll") or "", now[2])
        if now == (plate, step, company):
            expect(page.locator(".status-bar .plate")).to_have_text(plate)
            return
        do(page, page.locator("#pass, .passing .plain").first)
    raise AssertionError(f"{plate} {company} {step} never came")


def pass_until_round(page: Page, store: GameStore, plate: str) -> None:
    """Let the store pass until that round begins."""
    if stands(store)[0] == plate:
        return
    while stands(store)[0] != plate:
        view = store.open(1)
        offered = [offer.action for offer in judge.offers(view.rules, view.state) if offer.allowed]
        store.play(1, view.version, next(each for each in offered if isinstance(each, Pass)))
    page.goto("/game/1")


def run_the_first_trains(page: Page, store: GameStore) -> None:
    """The PRR lays track to Pittsburgh and buys a train; in the next round it runs and pays."""
    pass_until(page, store, "OR 1.1", "track", "PRR")
    tap(page, '[data-hex="H10"]')
    expect(page.locator("#deed")).to_contain_text("on H10")
    do(page, "#deed")
    assert "PRR laid 57 on H10" in told(store)
    pass_until(page, store, "OR 1.1", "trains", "PRR")
    tap(page, page.locator(".g-buy_train a.offer").first)
    expect(page.locator("#deed")).to_contain_text("$80")
    do(page, "#deed")
    assert "PRR bought a 2 for $80" in told(store)
    pass_until(page, store, "OR 2.1", "run", "PRR")
    expect(page.locator("#deed")).to_contain_text("$30")
    do(page, "#deed")
    tap(page, "#choose-pay")
    expect(page.locator("#deed")).to_contain_text("Pay out · 3 a share")
    do(page, "#deed")
    assert "PRR paid $3 a share." in told(store)


def take_back_and_redo(page: Page, store: GameStore) -> None:
    """Undo beside the last event, several at once in the log, and redo of all."""
    view = store.open(1)
    cash = dict(view.state.cash)
    tap(page, page.locator("#undo").filter(visible=True).first)
    expect(page.locator("#choose-pay")).to_be_visible()
    page.goto("/game/1/log")
    expect(page.locator(".logrows .branch summary")).to_have_text("1 undone")
    tap(page, ".logrows .branch summary")
    expect(page.locator(".logrows .undone .said").first).to_contain_text("PRR paid $3 a share.")
    tap(page, page.get_by_role("button", name=re.compile(r"and the 2 after it")))
    # the passes of steps that were passed over are undone with the run that they were done with
    expect(page.locator(".logrows .undone")).to_have_count(6)
    tap(page, "#redo-all")
    expect(page.locator(".logrows .undone")).to_have_count(0)
    assert store.open(1).state.cash == cash


@pytest.mark.one_size("tablet")
def test_two_people_play_to_the_first_dividends(page: Page, store: GameStore) -> None:
    seat_players(page)
    sell_privates(page)
    buy_shares(page, store)
    run_the_first_trains(page, store)
    take_back_and_redo(page, store)
    state = store.open(1).state
    assert sum(state.cash.values()) == 0
    assert state.place_of("2-0") == "PRR"


AUCTION = [  # as in sell_privates
    Bid("p1", "DH", 85),
    BuyPrivate("p2", "SV"),
    BuyPrivate("p1", "CS"),
    BuyPrivate("p2", "MH"),
    BuyPrivate("p1", "CA"),
    BuyPrivate("p2", "BO"),
    SetPar("p2", "B&O", 100),
]


@pytest.mark.one_size("tablet")
def test_a_game_is_imported_from_a_file(page: Page, store: GameStore, tmp_path: Path) -> None:
    setup = Setup("1830", ("Anneke", "Jörg"))
    view = store.open(store.import_game(setup, AUCTION))
    file = tmp_path / "evening.json"
    file.write_bytes(file_of_played(setup, AUCTION))
    page.goto("/")
    page.get_by_label("import a game").set_input_files(file)
    tap(page, "#import")
    expect(page.locator(".status-bar .plate")).to_have_text("SR 1")
    assert store.open(2).state.cash == view.state.cash


def test_an_export_of_the_web_site_opens_in_all_screens(page: Page) -> None:
    data = site_file("1830", 2)
    page.goto("/")
    page.get_by_label("import a game").set_input_files(
        {"name": "game.json", "mimeType": "application/json", "buffer": data}
    )
    tap(page, "#import")
    tap(page, "#go-on")  # after what there is to know about the game
    expect(page.get_by_role("heading", name="Final standings")).to_be_visible()
    for screen in ("shares", "market", "map", "companies", "privates", "trains", "ledger", "log"):
        page.goto(f"/game/1/{screen}")
        expect(page.locator("main#screen")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert page.viewport_size and wide <= page.viewport_size["width"], screen


@pytest.mark.in_part(0)
@pytest.mark.one_size("phone")
def test_the_report_is_on_the_page_of_standings(page: Page, store: GameStore) -> None:
    if problem := pdf_problem():
        pytest.skip(problem)
    open_game(page, store)
    tap(page, page.locator(".menu summary"))
    tap(page, page.locator(".menu").get_by_role("link", name="Standings, report"))
    for paper in ("a4", "letter"):
        link = page.locator(f"#report-{paper}")
        answer = page.request.get(link.get_attribute("href") or "", timeout=120_000)
        assert answer.status == 200
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.body().startswith(b"%PDF")


@pytest.mark.one_size("phone")
def test_a_second_device_follows_by_itself(page: Page, store: GameStore) -> None:
    open_game(page, store)
    other = page.context.new_page()
    other.goto("/game/1/privates")
    choose(page, "buy_private~p1~SV", "Buy Schuylkill Valley", "Anneke bought … for $20.")
    told_there = pattern("Anneke bought … for $20.")
    expect(other.locator("#event")).to_contain_text(told_there)


@pytest.mark.one_size("tablet")
def test_a_stale_screen_is_not_applied_twice(page: Page, store: GameStore) -> None:
    open_game(page, store)
    tap(page, '[id="pick-buy_private~p1~SV"]')
    expect(page.locator("#deed")).to_contain_text("Buy Schuylkill Valley")
    page.evaluate("document.getElementById('pulse').remove()")  # or it would show what comes
    other = page.context.new_page()
    other.goto("/game/1?pick=bid~p1~DH")
    other.locator("#deed").click()
    expect(other.locator("#who")).to_contain_text("Jörg")
    tap(page, "#deed")
    expect(page.locator(".notice")).to_contain_text("The game has moved on. Anneke bid")
    assert store.open(1).head == 1


@pytest.mark.one_size("tablet")
def test_the_keyboard_alone_makes_a_bid(page: Page, store: GameStore) -> None:
    open_game(page, store)
    settled(page)
    page.locator('[id="pick-bid~p1~CA"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('[id="pick-bid~p1~CA"]')).to_be_focused()
    page.locator("#amount").fill("170")
    expect(page.locator("#deed")).to_contain_text("$170")
    page.locator("#amount").press("Enter")
    said(page, "Anneke bid $170 on ….")


@pytest.mark.one_size("phone")
def test_a_seat_is_dragged_by_its_grip_and_moved_up_by_a_tap(page: Page) -> None:
    page.goto("/new")
    for seat, name in enumerate(("Ann", "Bo", "Cleo"), start=1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    grips = page.locator("[data-move]")
    grips.nth(0).scroll_into_view_if_needed()
    start, end = grips.nth(0).bounding_box(), grips.nth(2).bounding_box()
    assert start and end
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 40, steps=8)
    page.mouse.up()
    seats = page.locator("ol[data-seats] input")
    for n, name in enumerate(("Bo", "Cleo", "Ann")):
        expect(seats.nth(n)).to_have_value(name)
    tap(page, page.locator("[data-move]").nth(1))
    for n, name in enumerate(("Cleo", "Bo", "Ann")):
        expect(seats.nth(n)).to_have_value(name)
    tap(page, page.get_by_role("button", name="Shuffle"))
    assert sorted(seats.nth(n).input_value() for n in range(3)) == ["Ann", "Bo", "Cleo"]


@pytest.mark.one_size("phone")
def test_a_lost_connection_is_told_and_found_again(page: Page, store: GameStore) -> None:
    open_game(page, store)
    page.context.set_offline(True)
    expect(page.locator("#lost")).to_contain_text("Not connected since")
    page.context.set_offline(False)
    expect(page.locator("#lost")).to_have_count(0)
    expect(page.locator("#who")).to_contain_text("Anneke")


def test_however_much_was_chosen_back_cancels_it_and_then_leaves_the_game(page: Page) -> None:
    seat_players(page)
    tap(page, '[id="pick-bid~p1~DH"]')
    expect(page.locator("#deed")).to_be_visible()
    tap(page, '[id="pick-bid~p1~CA"]')
    expect(page.locator("#deed")).to_contain_text("Camden & Amboy")
    page.go_back()
    expect(page.locator("#deed")).to_have_count(0)
    expect(page.locator('[id="pick-bid~p1~DH"]')).to_be_visible()
    page.go_back()  # a new game begins at its seats
    expect(page.get_by_role("region", name="Join")).to_be_visible()


@pytest.mark.one_size("tablet")
def test_the_table_works_without_javascript(page: Page, store: GameStore, address: str) -> None:
    assert page.context.browser
    context = page.context.browser.new_context(
        bypass_csp=True,
        java_script_enabled=False,
        base_url=address,
        viewport=page.viewport_size,
    )
    plain = context.new_page()
    plain.goto("/new?title=1830")
    plain.get_by_label("Name at seat 1").fill("Anneke")
    plain.get_by_label("Name at seat 2").fill("Jörg")
    plain.locator("#open").click()
    plain.locator("#to-table").click()
    plain.locator('[id="pick-bid~p1~DH"]').click()
    plain.locator("#amount").fill("85")
    plain.locator("#deed").click()
    expect(plain.locator("#who")).to_contain_text("Jörg")
    assert "Anneke bid $85 on" in told(store)
    plain.locator("#undo").filter(visible=True).first.click()
    expect(plain.locator("#who")).to_contain_text("Anneke")
    plain.goto("/game/1/ledger")
    plain.locator("#account").select_option("p2")
    plain.locator("#filter").click()
    expect(plain.locator(".bookings > li")).to_have_count(1)
    context.close()


@pytest.mark.one_size("tablet")
def test_the_screens_follow_the_device_into_the_dark(page: Page) -> None:
    page.goto("/")
    ground = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("body")).not_to_have_css("background-color", light)
