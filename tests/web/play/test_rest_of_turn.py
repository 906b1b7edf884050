"""The rest of a turn in one tap: told before, done as told, undone as one."""

import re

import pytest
from flask.testing import FlaskClient

from companion.rules.core.actions import RunTrains
from companion.store.games.game_store import GameStore
from tests.support.clients import form, guest, press
from tests.support.game_stages import begun, may_run, played, squeezed

BUTTON = "rest-of-turn"


def at_the_track(store: GameStore) -> tuple[int, str]:
    """Return a game at the beginning of a turn, and the company that operates."""
    game = played(store, may_run)
    turn = store.open(game).state.round.operating
    assert turn is not None
    return game, turn.company


def page_of(client: FlaskClient, game: int) -> str:
    """Return the screen of the game."""
    return client.get(f"/game/{game}").text


def test_that_one_tap_ends_the_turn_as_the_row_said(client: FlaskClient, store: GameStore) -> None:
    game, company = at_the_track(store)
    page = page_of(client, game)
    told = re.search(r"The rest as usual</b> –([^<]*)<?", page)
    assert told
    says = squeezed(told[1]).strip()
    run = re.search(r"run \$(\d+) \(best\)", says)
    assert run
    assert says.endswith(" · end.")
    before = store.open(game)
    assert press(client, page, BUTTON).status_code == 303
    after = store.open(game)
    turn = after.state.round.operating
    assert turn is None or turn.company != company
    rows = [row for row in store.rows(game) if row.n > before.head]
    assert len({row.deed for row in rows}) == 1
    assert len(rows) > 2
    assert any(isinstance(row.action, RunTrains) for row in rows)
    ran = [event for row in rows for event in row.events if event.kind == "ran"]
    assert [event.facts["revenue"] for event in ran] == [int(run[1])]


def test_that_undo_takes_all_of_it_back(client: FlaskClient, store: GameStore) -> None:
    game, _ = at_the_track(store)
    before = store.open(game).state
    press(client, page_of(client, game), BUTTON)
    press(client, page_of(client, game), "undo")
    assert store.open(game).state == before


def test_that_in_a_what_if_it_is_only_tried(client: FlaskClient, store: GameStore) -> None:
    game, _ = at_the_track(store)
    before = store.open(game)
    press(client, page_of(client, game), "what-if")
    answer = press(client, page_of(client, game), BUTTON)
    assert answer.status_code == 303
    assert "1 action tried." in squeezed(page_of(client, game))
    assert store.open(game) == before


def test_that_a_second_tap_of_the_same_row_does_nothing(
    client: FlaskClient, store: GameStore
) -> None:
    game, _ = at_the_track(store)
    page = page_of(client, game)
    press(client, page, BUTTON)
    version = store.version(game)
    press(client, page, BUTTON)
    assert store.version(game) == version


def test_that_another_rest_than_the_one_told_is_not_done(
    client: FlaskClient, store: GameStore
) -> None:
    game, _ = at_the_track(store)
    version = store.version(game)
    answer = press(client, page_of(client, game), BUTTON, mark="00000000")
    assert answer.status_code == 409
    assert "The rest of the turn has changed. Check it again." in answer.text
    assert store.version(game) == version


def test_that_only_the_president_and_the_banker_have_the_row(
    client: FlaskClient, store: GameStore
) -> None:
    game, company = at_the_track(store)
    view = store.open(game)
    president = view.rules.decider(view.state, company)
    other = next(seat for seat in view.rules.seats if seat != president)
    address, sent = form(page_of(client, game), BUTTON)
    outsider = guest(client.application, game, other, secret="another")
    assert f'id="{BUTTON}"' not in page_of(outsider, game)
    assert outsider.post(address, data=sent).status_code in (400, 403)
    assert store.version(game) == view.version
    own = guest(client.application, game, president, secret="the president")
    assert press(own, page_of(own, game), BUTTON).status_code == 303
    assert store.version(game) == view.version + 1


@pytest.mark.parametrize("version", ["", "x", "1" * 12])
def test_that_a_form_without_a_version_gets_a_sentence(
    client: FlaskClient, store: GameStore, version: str
) -> None:
    game, _ = at_the_track(store)
    answer = press(client, page_of(client, game), BUTTON, version=version)
    assert answer.status_code == 400
    assert "load the page again" in squeezed(answer.text)


def test_that_there_is_no_row_in_an_auction(client: FlaskClient, store: GameStore) -> None:
    game = begun(store)
    assert f'id="{BUTTON}"' not in page_of(client, game)
    answer = client.post(f"/game/{game}/rest", data={"version": "1", "mark": ""})
    assert answer.status_code == 409
    assert store.version(game) == 1
