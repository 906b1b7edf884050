"""Phase Purple: companies without par leave play when the next stock round begins."""

import pytest

from companion.rules.core.change import Change
from companion.rules.core.state import GONE
from companion.rules.judge.worth import total_worth
from companion.titles.t1828.removed_companies import leave
from tests.titles.t1828.game_start import table


def begun(phase):
    """A stock round begins in a phase; IC is parred, p2 has the 10% of PRR."""
    game = table(3).close_privates().phase(phase)
    game.state.phase = "Yellow"
    game.started("IC", 67, "p1", p1=30)
    game.state.phase = phase
    game.state.certificates["PRR_1"] = "p2"
    change = Change(game.state.copy())
    leave(change, game.rules)
    game.state, game.events = change.state, tuple(change.events)
    game.rules.inventory.check(game.state)
    return game


def blocked(game):
    return {s for s, slots in game.state.board.tokens.items() if "blocked" in slots}


@pytest.mark.parametrize("phase", ["Yellow", "Brown", "Gray"])
def test_nobody_leaves_before(phase):
    game = begun(phase)
    assert not blocked(game)
    assert "left_play" not in game.told()


def test_blocking_markers_lie_in_all_their_home_circles():
    game = begun("Purple")
    homes = {stop for c in game.data.company_list for home in c.homes for stop in home}
    assert blocked(game) == homes - {"J6.0", "C15.0"}
    assert {"E15.0", "E15.1", "A15.0"} <= blocked(game)
    assert game.told().count("left_play") == 15


def test_they_are_out_of_the_game_and_their_shares_worth_nothing():
    game = begun("Purple")
    assert game.state.companies["PRR"].status == GONE
    assert game.percent("PRR", "p2") == 0
    assert total_worth(game.rules, game.state, "p2") == 800
    assert game.state.companies["IC"].started
    assert game.state.companies["C&P"].status != GONE


def test_it_happens_once():
    game = begun("Purple")
    change = Change(game.state.copy())
    leave(change, game.rules)
    assert not change.events
