"""Games that an older version of the rules began, played and saved."""

import json

import pytest

from companion.rules.actions import BuyPrivate, DeclareBankruptcy, Pass
from companion.rules.setup import Setup
from companion.rules.title import RULES_VERSION
from companion.titles import rules_for
from tests.exchange.before import read_game, write_game
from tests.positions import Position

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
    assert body["rules_version"] == RULES_VERSION
    file.write_text(json.dumps({**body, "rules_version": 1}), encoding="utf-8")
    setup, found, version = read_game(file)
    assert (found, version) == (actions, 1)
    assert setup.options["unsold_privates_pay"]
    assert setup.options["bank"] == 8000


@pytest.mark.parametrize(("version", "first"), [(1, "PRR"), (2, "NYC")])
def test_older_rules_operate_in_the_order_of_then(version, first):
    """Both at 67 in one column: the PRR, started first, stands in the lower row."""
    game = Position("1830").started("PRR", 67, "p1", p1=60).started("NYC", 67, "p2", p2=60)
    game.floated("PRR").floated("NYC").price("PRR", "7,6").price("NYC", "6,6")
    assert game.at("PRR") == game.at("NYC")
    rules = rules_for(game.rules.setup, version)
    assert rules.operating_order(game.state)[0] == first


@pytest.mark.parametrize(("version", "first"), [(1, "PRR"), (2, "NYC")])
def test_older_bankrupt_sells_in_the_order_of_then(version, first):
    game = Position("1830").close_privates().cash(p1=0).phase("5")
    game.started("B&O", 67, "p1", p1=20).floated("B&O", 0).tile("I17", "9", 1)
    game.started("PRR", 67, "p2", p2=20, p1=10).started("NYC", 100, "p2", p2=20, p1=10)
    game.operating("B&O", "trains")
    rules = rules_for(game.rules.setup, version)
    outcome = rules.apply(game.state, DeclareBankruptcy("p1"))
    sold = [e.facts["company"] for e in outcome.events if e.kind == "sold_shares"]
    assert sold == [first, *({"PRR", "NYC"} - {first})]
