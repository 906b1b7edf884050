"""A recorded game with a run that the other site allowed in its early days."""

import json

import pytest

from companion.exchange import BadFileError
from companion.exchange.files.import_store import store_file
from companion.store.games.game_store import GameStore
from tests.support.references import GAMES

pytestmark = pytest.mark.references
THROUGH_A_FULL_CITY = 367  # the action: a run from I4 by I2 to K4


def game() -> dict:
    return json.loads((GAMES / "titles" / "1889-314.json").read_text(encoding="utf-8"))


def test_a_run_through_a_full_city_is_entered_as_a_ruling():
    store = GameStore("sqlite://")
    rows = store.rows(store_file(store, json.dumps(game()).encode()).game)
    ruled = [row for row in rows if row.ruling]
    assert [row.ruling["waived"] for row in ruled] == [["run.blocked"]]
    assert ruled[0].ruling["why"] == "The recorded game was played this way."
    store.close()


def test_a_route_with_its_track_is_not_run_through_a_full_city():
    told = game()
    run = next(act for act in told["actions"] if act["id"] == THROUGH_A_FULL_CITY)
    run["routes"][0]["connections"] = [
        ["F1", "E2"],
        ["E2", "F3"],
        ["F3", "G4"],
        ["G4", "H3", "I2"],
    ]
    run["routes"][1]["connections"] = [["I4", "I2"], ["I2", "J3", "K4"]]
    store = GameStore("sqlite://")
    with pytest.raises(BadFileError) as refused:
        store_file(store, json.dumps(told).encode())
    assert "full" in str(refused.value)
    store.close()
