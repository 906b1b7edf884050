"""An edit of the past in Chromium: a payout is changed 20 actions later, accepted, and undone.

A draft shows itself on its own device alone.
"""

import pytest
from playwright.sync_api import Page, expect

from companion.rules.core.actions import Dividend
from companion.rules.core.state import state_to_json
from companion.store.games.game_store import GameStore
from companion.store.history.records import CORRECTED, STANDING
from tests.browser.tapping import do, tap
from tests.support.game_stages import in_round, played


@pytest.mark.one_size("phone")
def test_a_payout_is_mended_20_actions_later(page: Page, store: GameStore) -> None:
    game = played(store, in_round("SR 10"))
    before = store.open(game)
    standing = [row for row in store.rows(game) if row.status == STANDING]
    row = next(r for r in reversed(standing[:-20]) if isinstance(r.action, Dividend))
    assert isinstance(row.action, Dividend)
    other = {"pay": "withhold", "withhold": "pay"}[row.action.kind]
    page.goto(f"/game/{game}/mend/{row.n}")
    tap(page, "#way-change")
    expect(page.locator("#draft")).to_contain_text(str(row.n))
    expect(page.locator(".status-bar.draft")).to_have_count(1)
    tap(page, f"#choose-{other}")
    expect(page.locator(f"#choose-{other}[aria-current]")).to_have_count(1)
    tap(page, "#deed")
    expect(page.locator("#changes")).to_be_visible()
    assert store.version(game) == before.version
    if page.locator("#out-all").count():
        tap(page, "#out-all")
        expect(page.locator("#out-all")).to_have_count(0)
    page.locator("#why").fill("it was the other")
    tap(page, "#accept")
    expect(page.locator("#undo-correction")).to_be_visible()
    assert {r.status for r in store.rows(game) if row.n <= r.n <= before.head} == {CORRECTED}
    (told,) = store.edits.of(game)
    assert (told["row"], told["why"]) == (row.n, "it was the other")
    do(page, "#undo-correction")
    expect(page.locator("#undo-correction")).to_have_count(0)
    assert state_to_json(store.open(game).state) == state_to_json(before.state)


@pytest.mark.one_size("tablet")
def test_a_tried_deed_is_thrown_away(page: Page, store: GameStore) -> None:
    game = played(store, in_round("SR 10"))
    version = store.version(game)
    page.goto(f"/game/{game}/shares")
    tap(page, ".menu summary")
    tap(page, "#what-if")
    expect(page.locator("#draft")).to_be_visible()
    asked = "kind=correct_cash&payer=bank&payee=p1&amount=7&reason=a%20gift"
    page.goto(f"/game/{game}/correct?{asked}")
    tap(page, "#deed")
    expect(page.locator("#apply-draft")).to_be_visible()
    page.reload()
    expect(page.locator("#apply-draft")).to_be_visible()
    tap(page, "#discard-draft")
    expect(page.locator("#draft")).to_have_count(0)
    assert store.version(game) == version
