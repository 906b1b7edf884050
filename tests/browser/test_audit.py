"""The audit as a table lives it, in Chromium.

A wrong payout is found by its receipt and mended 20 actions later. The table is counted, the game
checked and saved, and opened in another store.
"""

from itertools import islice
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from companion.rules.amend.physical_count import holders
from companion.rules.core.actions import BuyShare, Dividend
from companion.rules.core.state import state_to_json
from companion.rules.data.setup import Setup
from companion.store.games.game_store import GameStore
from companion.store.history.records import CORRECTED, STANDING
from companion.titles import rules_for
from tests.browser.conftest import Server
from tests.browser.tapping import tap
from tests.support.game_stages import NAMES
from tests.support.run_cache import play
from tests.support.stored_games import empty_store

SETUP = Setup("1830", NAMES, seed=7)
PAYOUT, LATER = 246, 20  # the row of the payout, and how many came after it
# Had PRR paid, its price had not fallen to where a player buys as many shares as they like in
# a turn; these two purchases, after another in the same turn, lived on that.
RULED, LEFT_OUT = 253, 254
WHY = "the notes lay on the table"
PATIENCE = 120_000  # milliseconds: the self-check is made by a process that has to begin first


@pytest.fixture
def game(store: GameStore) -> int:
    """A game in which PRR withheld, as it was entered."""
    played = islice(play(rules_for(SETUP), SETUP.seed), PAYOUT + LATER)
    made = store.import_game(SETUP, [action for action, _ in played])
    actions = {row.n: row.action for row in store.rows(made)}
    assert actions[PAYOUT] == Dividend("PRR", "withhold")
    assert actions[RULED] == actions[LEFT_OUT] == BuyShare("p1", "PRR", "pool")
    return made


@pytest.mark.in_part(1)
@pytest.mark.both_sizes
def test_a_wrong_payout_is_found_mended_counted_checked_and_the_same_elsewhere(
    page: Page, store: GameStore, game: int, tmp_path: Path
) -> None:
    page.set_default_timeout(PATIENCE)
    find(page, game)
    mend(page, store, game)
    count(page, store, game)
    check(page, store, game)
    saved = save(page, tmp_path)
    (tmp_path / "elsewhere").mkdir()
    there, other = empty_store(tmp_path / "elsewhere"), Server()
    try:
        with other.serving(there) as address:
            take_in(page, address, saved, there)
        same(store, game, there)
    finally:
        other.close()
        there.close()


def find(page: Page, game: int) -> None:
    """From the company's books to the entry, its receipt, and its line in the log."""
    page.goto(f"/game/{game}/ledger")
    page.locator("#account").select_option("PRR")
    expect(page.locator(".bookings-head .balance").first).to_be_visible()
    round = page.locator("h2.chapter a", has_text="OR 4.3")
    if round.get_attribute("aria-expanded") == "false":
        tap(page, round)
    entry = page.locator(f"[id^=moves-{PAYOUT}-]")
    tap(page, entry.locator("summary"))
    tap(page, entry.get_by_role("link", name="Receipt"))
    expect(page.locator(".receipt h1")).to_contain_text("PRR withholds")
    tap(page, page.get_by_role("link", name="In the log"))
    expect(page.locator(f"#row-{PAYOUT}.asked")).to_be_in_viewport()


def mend(page: Page, store: GameStore, game: int) -> None:
    """It was paid; of what does not fit then, one purchase is allowed and the other left out."""
    before = store.version(game)
    tap(page, f"#mend-{PAYOUT}")
    tap(page, "#way-change")
    tap(page, "#choose-pay")
    expect(page.locator("#choose-pay[aria-current]")).to_have_count(1)
    tap(page, "#deed")
    expect(page.locator(".said ins")).to_contain_text("PRR paid")
    refused = page.locator(".later .refused")
    expect(refused).to_have_count(2)
    expect(refused.first.locator("del")).to_have_text(
        "Anneke bought 10% PRR for $30 from the pool."
    )
    expect(refused.first).to_contain_text("Anneke has bought in this turn already")
    expect(page.locator("#accept")).to_have_count(0)
    tap(page, f"#rule-{RULED}")
    expect(page.locator(f"#later-{RULED}.ruled")).to_be_visible()
    tap(page, f"#out-{LEFT_OUT}")
    expect(page.locator(f"#later-{LEFT_OUT}.out")).to_be_visible()
    assert store.version(game) == before
    page.locator("#why").fill(WHY)
    tap(page, "#accept")
    expect(page.locator("#undo-correction")).to_be_visible()
    expect(page.locator(".ruled")).to_contain_text(f"The table allowed it: {WHY}")
    rows = store.rows(game)
    new = rows[1 + PAYOUT + LATER :]
    assert {row.status for row in rows[PAYOUT : new[0].n]} == {CORRECTED}
    assert {row.status for row in new} == {STANDING}
    assert new[0].action == Dividend("PRR", "pay")
    later = [n for n in range(PAYOUT + 1, PAYOUT + LATER + 1) if n != LEFT_OUT]
    assert [row.stands_for for row in new[1:]] == later
    assert [row.stands_for for row in new if row.ruling] == [RULED]


def count(page: Page, store: GameStore, game: int) -> None:
    """Everybody's money, and Anneke's certificates, are as the mended books have them."""
    page.goto(f"/game/{game}/log")
    tap(page, page.locator(".page-tabs").get_by_role("link", name="Count"))
    page.wait_for_url("**/count")
    view = store.open(game)
    for holder in holders(view.rules, view.state):
        page.locator(f"[name='cash-{holder.id}']").fill(str(holder.cash))
    anneke = page.locator("section", has=page.locator("[name=cash-p1]"))
    tap(page, anneke.locator("summary"))
    for tick in anneke.get_by_role("checkbox").all():
        tap(page, tick)
    lost_on_its_way(page)
    tap(page, "#compare")
    told = page.locator("#last-count")
    expect(told).to_contain_text("all that was counted agrees")
    expect(told).to_contain_text("Certificates and trains: Anneke.")
    (noted,) = store.counts.of(game)
    assert (noted.facts["agrees"], noted.facts["things"]) == (True, ["p1"])


def lost_on_its_way(page: Page) -> None:
    """The first attempt to send is lost: all that was typed and ticked stays."""
    typed = page.locator("[name=cash-p1]").input_value()
    sent = "**/count"
    page.route(sent, lambda on: on.abort() if on.request.method == "POST" else on.continue_())
    with page.expect_event("requestfailed"):
        tap(page, "#compare")
    page.unroute(sent)
    expect(page.locator("[name=cash-p1]")).to_have_value(typed)
    expect(page.locator("#looked-p1")).to_be_checked()


def check(page: Page, store: GameStore, game: int) -> None:
    """All of it holds, and the ruling is told."""
    to_menu(page, "This game")
    tap(page, "#audit")
    expect(page.locator("#verdict.holds")).to_contain_text("Everything agrees", timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("1 row was ruled")
    expect(page.locator("#hash")).to_have_text(store.admin.audit(game).hash)
    tap(page, page.locator(".status-bar .back"))


def save(page: Page, folder: Path) -> Path:
    """The game as a file."""
    with page.expect_download() as saved:
        tap(page, "#save")
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    return file


def take_in(page: Page, address: str, file: Path, there: GameStore) -> None:
    """Another companion takes it in and finds the same."""
    size, browser = page.viewport_size, page.context.browser
    assert size and browser
    context = browser.new_context(viewport=size, has_touch=size["width"] < 600)
    try:
        other = context.new_page()
        other.set_default_timeout(PATIENCE)
        other.goto(address)
        other.get_by_label("import a game").set_input_files(file)
        tap(other, "#import")
        expect(other.locator(".status-bar .plate")).to_have_text("SR 5")
        other.goto(f"{address}/games/1/audit")
        expect(other.locator("#verdict.holds")).to_contain_text("Everything agrees")
        expect(other.locator("#hash")).to_have_text(there.admin.audit(1).hash)
    finally:
        context.close()


def same(store: GameStore, game: int, there: GameStore) -> None:
    """State, log, books and journal."""
    here, other = store.open(game), there.open(1)
    assert state_to_json(here.state) == state_to_json(other.state)
    assert store.rows(game) == there.rows(1)
    ours, theirs = store.admin.read_rows(game), there.admin.read_rows(1)
    for table in ("log", "entry", "posting", "journal"):
        assert ours[table] and ours[table] == theirs[table], table
    assert there.counts.of(1) == store.counts.of(game)


def to_menu(page: Page, entry: str) -> None:
    """Open an entry of the game's menu."""
    tap(page, page.locator(".menu summary"))
    tap(page, page.locator(".menu").get_by_role("link", name=entry))
    page.wait_for_url("**/games/*")
