"""Why not another tile: each with its reason, and a sentence of its own where there is none."""

from flask.testing import FlaskClient

from companion.store.games.game_store import GameStore
from tests.support.positions import Position
from tests.support.stored_games import store_position


def test_if_every_tile_fits_the_answer_has_a_line_to_itself(
    client: FlaskClient, store: GameStore
) -> None:
    turn = Position("1830", 3).close_privates()
    turn.started("PRR", 100, "p1", p1=60).floated("PRR", 1000).operating("PRR", "track")
    game = store_position(store, turn)
    every = {hex: client.get(f"/game/{game}?hex={hex}&why=1").text for hex in ("H10", "H14", "G13")}
    full = [page for page in every.values() if "Every tile for this hex is shown above." in page]
    assert full
    for page in full:
        assert '<p class="hint">Every tile for this hex' in page
        assert "<li>" not in page.partition('class="whys"')[2].partition("</ul>")[0]
