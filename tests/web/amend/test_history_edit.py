"""The past is edited on the screens: a row of the log is changed, removed, or put in before it.

The consequences for the game are shown, and nothing is done before the edit is accepted.
"""

import pytest
from flask.testing import FlaskClient

from companion.rules.amend.correction_actions import CorrectCash
from companion.rules.core.actions import BuyShare, Dividend, LayTile, RunTrains, SellShares
from companion.rules.core.state import state_to_json
from companion.store.games.game_store import GameStore
from companion.store.history.drafts import REMOVE
from companion.store.history.records import CORRECTED, STANDING, LogRow
from companion.web import create_app
from tests.support.clients import guest, press
from tests.support.drafts import edit
from tests.support.game_stages import in_round, played, squeezed

GIFT = CorrectCash("bank", "p1", 7, reason="forgotten")


@pytest.fixture
def game(store: GameStore) -> int:
    """A game that has come to its ninth stock round."""
    return played(store, in_round("SR 9"))


def page_of(client: FlaskClient, game: int, screen: str = "") -> str:
    return client.get(f"/game/{game}{screen}").text


def standing(store: GameStore, game: int) -> list[LogRow]:
    return [row for row in store.rows(game) if row.status == STANDING]


def begin(client: FlaskClient, game: int, row: int, way: str) -> str:
    """Choose a way to mend a row; the screen after it."""
    page = page_of(client, game, f"/mend/{row}")
    return client.get(press(client, page, f"way-{way}").location).text


def test_a_forgotten_action_is_entered_at_its_moment_and_accepted(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    before = store.open(game)
    row = standing(store, game)[-20]
    assert f'id="mend-{before.head}"' in page_of(client, game, "/log")
    page = squeezed(begin(client, game, row.n, "insert"))
    assert f"Enter what was done before row {row.n}." in page
    then = store.past.at(game, row.n - 1).state
    asked = "/correct?kind=correct_cash&payer=bank&payee=p1&amount=7&reason=forgotten"
    page = page_of(client, game, asked)
    cash = then.cash["p1"]
    assert f"${cash}</span> → <b>${cash + 7}</b>" in squeezed(page).replace(",", "")
    answer = press(client, page, "deed")
    assert answer.location.endswith("/mending")
    page = page_of(client, game, "/mending")
    now = before.state.cash["p1"]
    assert f"${now}</span> → <b>${now + 7}</b>" in squeezed(page).replace(",", "")
    assert store.open(game).version == before.version
    answer = press(client, page, "accept", why="it was forgotten")
    assert answer.location.endswith("/log")
    assert store.open(game).state.cash["p1"] == now + 7
    log = page_of(client, game, f"/log?row={row.n}")
    assert "it was forgotten" in log and "replaced by a correction" in log
    assert 'id="draft"' not in page_of(client, game)
    player = guest(create_app({"STORE": store}), game, *store.open(game).rules.seats)
    assert 'id="undo"' not in page_of(player, game)  # the banker alone undoes it
    press(client, page_of(client, game, "/log"), "undo-correction")
    assert state_to_json(store.open(game).state) == state_to_json(before.state)


def test_a_payout_is_changed_and_its_consequences_are_told(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    row = next(r for r in standing(store, game)[100:] if isinstance(r.action, Dividend))
    assert isinstance(row.action, Dividend)
    begin(client, game, row.n, "change")
    other = {"pay": "withhold", "withhold": "pay"}[row.action.kind]
    view = store.drafts.of(game, 1)
    assert view is not None
    form = {
        "version": view.serial,
        "type": "dividend",
        "company": row.action.company,
        "kind": other,
    }
    answer = client.post(f"/game/{game}/act", data=form)
    assert answer.location.endswith("/mending")
    page = squeezed(page_of(client, game, "/mending"))
    assert "<del>" in page and "Changes" in page
    assert f"<ins><b>{row.action.company}</b>" in page and "&lt;b&gt;" not in page


def test_actions_that_no_longer_fit_are_left_out_or_ruled_before_it_is_accepted(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    row = refusing(store, game)
    page = begin(client, game, row, "remove")
    assert 'id="accept"' not in page and "no longer" in page
    press(client, page, "out-all")
    page = page_of(client, game, "/mending")
    assert "left out" in page and 'id="accept"' in page
    press(client, page, "accept", why="not hers")
    assert CORRECTED in {r.status for r in store.rows(game)}


def refusing(store: GameStore, game: int) -> int:
    """A row without which another does not fit."""
    for row in standing(store, game):
        deals = isinstance(row.action, (BuyShare, SellShares))
        if deals and store.edits.preview(edit(game, row.n, REMOVE)).replay.refused:
            return row.n
    raise AssertionError("everything fits")


def test_when_somebody_acts_meanwhile_it_is_worked_out_again(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    last = standing(store, game)[-1]
    page = begin(client, game, last.n, "remove")
    store.play(game, store.version(game), GIFT)
    answer = press(client, page, "accept", why="too late")
    assert answer.status_code == 409 and "worked out again" in answer.text
    assert not store.edits.of(game)
    press(client, page_of(client, game, "/mending"), "accept", why="in time")
    assert store.edits.of(game)


def test_it_is_left_and_nothing_was_done(client: FlaskClient, store: GameStore, game: int) -> None:
    version, last = store.version(game), standing(store, game)[-1]
    page = begin(client, game, last.n, "remove")
    elsewhere = squeezed(page_of(client, game))  # by Back, or on another page
    assert f"Row {last.n} will be removed." in elsewhere and 'id="to-history-edit"' in elsewhere
    press(client, page, "leave")
    assert store.version(game) == version
    assert "Nothing is being corrected" in page_of(client, game, "/mending")
    late = press(client, page, "accept", why="in another tab")
    assert late.status_code == 422 and "Nothing is being corrected" in late.text


def test_a_decision_about_no_row_is_none(client: FlaskClient, store: GameStore, game: int) -> None:
    begin(client, game, standing(store, game)[-1].n, "remove")
    before = squeezed(page_of(client, game, "/mending"))
    for n in ("", "abc", "-1", "²", "9" * 30):
        sent = {"n": n, "decision": "out"}
        assert client.post(f"/game/{game}/mending/decide", data=sent).status_code == 303
    after = squeezed(page_of(client, game, "/mending"))
    assert "Changes" in after and after.count("<li") == before.count("<li")


def test_only_the_banker_mends(client: FlaskClient, store: GameStore, game: int) -> None:
    player = guest(create_app({"STORE": store}), game, "p1")
    assert 'id="mend-' not in page_of(player, game, "/log")
    assert player.get(f"/game/{game}/mend/5").status_code == 403
    assert player.get(f"/game/{game}/mending").status_code == 403


def test_the_effects_of_a_tile_that_never_lay_there_are_told(
    client: FlaskClient, store: GameStore, game: int
) -> None:
    """A later run lacks the track, and says so with the rule; or its best run is offered."""
    rows = standing(store, game)
    first = next(r.n for r in rows if isinstance(r.action, RunTrains) and r.action.routes)
    lay = next(r.n for r in rows if r.n < first and isinstance(r.action, LayTile))
    page = squeezed(begin(client, game, lay, "remove"))
    assert "Later rows" in page
    assert f'id="later-{first}"' in page or 'class="reason"' in page
