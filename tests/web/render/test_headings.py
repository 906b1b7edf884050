"""Every page has one heading of the first order: its subject, and the place where a reader begins.

The first moment of each step is checked; each moment that offers something else with FULL in the
environment.
"""

import os

import pytest
from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from companion.titles import titles
from tests.browser.random_moments import moments
from tests.support.game_stages import begun, never, operating, played
from tests.support.stored_games import store_state
from tests.web.all_pages import addresses

STAGES = {"fresh": None, "operating": operating, "finished": never}


@pytest.mark.in_part(1)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("title", list(titles()))
def test_every_page_has_one_heading(
    client: FlaskClient, store: GameStore, title: str, stage: str
) -> None:
    until = STAGES[stage]
    game = played(store, until, title) if until else begun(store, title)
    looked_at = list(addresses(client, store, title, game))
    for address in looked_at:
        assert client.get(address).text.count("<h1") == 1, address
    assert len(looked_at) > 15


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_every_step_of_a_game_has_one_heading(
    client: FlaskClient, store: GameStore, title: str
) -> None:
    of_a_step = {moment.step: moment for moment in reversed(moments(title))}
    for moment in moments(title) if os.environ.get("FULL") else of_a_step.values():
        game = store_state(store, moment.rules, moment.state)
        assert client.get(f"/game/{game}").get_data(as_text=True).count("<h1") == 1, moment.step


def test_a_list_without_games_and_a_page_that_is_not_there_have_one_heading(
    client: FlaskClient,
) -> None:
    for address in ("/", "/game/7", "/nothing"):
        assert client.get(address).get_data(as_text=True).count("<h1") == 1, address
