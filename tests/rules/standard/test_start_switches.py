"""Tokens that lie on the map from the start, each both ways: with 1830's data, changed."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import Pass, PlaceToken
from companion.rules.data.companies import NeutralToken
from tests.support.positions import Position


@pytest.mark.parametrize("from_start", [True, False])
def test_a_home_token_from_the_start(from_start):
    game = Position("1830", 3)
    prr, *others = game.data.company_list
    game.with_data(company_list=(replace(prr, home_from_start=from_start), *others))
    assert ("PRR" in game.state.board.tokens["H12.0"]) is from_start
    assert game.state.companies["PRR"].tokens == 4 - from_start
    game.close_privates().started("B&O", 67, "p2", p2=60).floated("B&O", 500)
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500, home=False)
    game.operating("B&O", "track").do(Pass("B&O"))
    while game.state.round.operating.company == "B&O":
        game.do(Pass("B&O"))
    assert game.state.board.token_stops("PRR") == ("H12.0",)  # in either case
    assert game.state.companies["PRR"].tokens == 3


@pytest.mark.parametrize("lets_pass", [True, False])
def test_a_marker_that_lets_all_pass(lets_pass):
    game = Position("1830", 3)
    marker = NeutralToken("N", "Neutral", "N", "#888888", ("H10.0",), lets_pass)
    game.with_data(marker_list=(marker,)).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
    game.tile("H10", "57", 1).tile("H8", "9", 1).operating("PRR", "token")
    reached = game.state.board.reach(game.rules.access.of(game.rules, game.state, "PRR"))
    assert ("H8" in reached.hexes) is lets_pass
    assert game.refused(PlaceToken("PRR", "H10.0")) == {"token.full"}
