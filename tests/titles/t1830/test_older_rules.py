"""Games that an older version of the rules began, played and saved."""

import json

from companion.exchange.own import read_game, write_game
from companion.rules.actions import BuyPrivate, Pass
from companion.rules.setup import Setup
from companion.titles import rules_for

SETUP = Setup("1830", ("Anneke", "Jörg", "Daniël"), {"bank": 8000})


def test_older_version_is_judged_by_its_readings():
    assert not rules_for(SETUP).options["capital_at_float"]
    older = rules_for(SETUP, 1)
    assert older.options["capital_at_float"]
    assert older.options["bank"] == 8000


def test_readings_that_a_game_names_itself_stay():
    named = Setup("1830", SETUP.players, {"unsold_privates_pay": False})
    assert not rules_for(named, 1).options["unsold_privates_pay"]


def test_file_of_an_older_version_is_read_as_it_was_played(tmp_path):
    """All have passed on the C&SL: then the sale went on with the next player, p2."""
    actions = [BuyPrivate("p1", "SV"), Pass("p2"), Pass("p3"), Pass("p1"), BuyPrivate("p2", "CS")]
    file = tmp_path / "game.json"
    write_game(file, SETUP, actions)
    body = json.loads(file.read_text(encoding="utf-8"))
    assert body["rules_version"] == 2
    file.write_text(json.dumps({**body, "rules_version": 1}), encoding="utf-8")
    setup, found = read_game(file)
    assert found == actions
    assert setup.options["unsold_privates_pay"]
    assert setup.options["bank"] == 8000
