"""The page of a concession: it shows all that it would do, before anything is done (§9)."""

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.positions import NAMES
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.t1839.operating_positions import company, moment


def test_all_that_would_follow_is_shown_before_it_is_done(
    client: FlaskClient, store: GameStore
) -> None:
    at = company(moment(), "AMS", 67, 100)
    company(at, "HIJSM", 67, 100, director="p2", p2=40, p1=20)
    game = store_position(store, at)
    there = f"/game/{game}/apart/concede"
    assert f'href="{there}"' in client.get(f"/game/{game}/standings").text
    page = client.get(there).text
    assert 'id="deed"' not in page and 'id="follows"' not in page
    shown = text_of(client.get(f"{there}?pick=concede~p1").text)
    for line in (
        f"{NAMES[0]} conceded.",
        "AMS was nationalised.",
        f"{NAMES[0]} sold 20% HIJSM for",
        "Trains left the supply: 2, 3, 4+, R4+1, PR2+, 4.",
    ):
        assert line in shown, line
    assert store.open(game).state.order == at.state.order  # nothing is done yet
