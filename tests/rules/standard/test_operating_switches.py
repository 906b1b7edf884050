"""Switches of operating rounds: when home tokens are placed."""

from dataclasses import replace

from companion.rules.core.change import Change
from tests.support.positions import Position


def begin(**switches: str) -> Position:
    """Return a game at the start of an operating round, with two companies floated."""
    game = Position("1830", 3)
    game.with_data(operating=replace(game.data.operating, **switches)).close_privates()
    game.started("PRR", 100, "p1", p1=60).floated("PRR", 1000, home=False)
    game.started("B&O", 67, "p2", p2=60).floated("B&O", 670, home=False)
    change = Change(game.stock_round(1).state)
    game.rules.after_stock_round(change)
    game.state = change.state
    return game


def test_a_company_places_its_home_token_at_its_first_turn():
    game = begin()
    assert not game.state.board.token_stops("B&O")
    assert game.state.companies["B&O"].homes


def test_all_floated_companies_place_their_home_tokens_at_the_start_of_the_round():
    game = begin(home_placed="at_round_start")
    assert game.state.board.token_stops("PRR") == ("H12.0",)
    assert game.state.board.token_stops("B&O") == ("I15.0",)
    assert not game.state.board.token_stops("NYC")  # it is not floated
