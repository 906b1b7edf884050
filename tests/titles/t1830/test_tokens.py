"""Tokens, 1830 §19."""

import pytest

from companion.board.company_access import Access
from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.operating.operating_round import OperatingRound
from tests.support.positions import Position


def operating(company: str = "PRR", cash: int = 1000, home: bool = True, **options) -> Position:
    """PRR with track from Altoona to Lancaster and Pittsburgh, at its token step."""
    game = Position("1830", 3, **options).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash, home)
    game.tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)
    return game.operating(company, "token")


def test_first_token_costs_40_and_the_others_100():
    game = operating().do(PlaceToken("PRR", "H16.0"))
    assert game.state.cash["PRR"] == 960
    game.operating("PRR", "token").do(PlaceToken("PRR", "H10.0"))
    assert game.state.cash["PRR"] == 860


def test_token_needs_money():
    game = operating(cash=39)
    assert game.refused(PlaceToken("PRR", "H16.0")) == {"token.cost"}
    assert game.cash(PRR=40).allowed(PlaceToken("PRR", "H16.0"))


def test_one_token_a_turn():
    game = operating().do(PlaceToken("PRR", "H16.0"))
    game.operating("PRR", "token", tokens=1)
    assert game.refused(PlaceToken("PRR", "H10.0")) == {"token.one"}


def test_token_goes_where_the_company_can_reach():
    game = operating().tile("H4", "57", 1)
    assert game.refused(PlaceToken("PRR", "H4.0")) == {"token.unreached"}


def test_city_full_of_others_tokens_is_reached_and_not_passed():
    game = operating().tile("H8", "9", 1).tile("H6", "9", 1).tile("H4", "57", 1)
    assert game.allowed(PlaceToken("PRR", "H4.0"))
    game.token("H10.0", "NYC")
    assert game.refused(PlaceToken("PRR", "H10.0")) == {"token.full"}
    assert game.refused(PlaceToken("PRR", "H4.0")) == {"token.unreached"}


def test_free_circle_beside_another_token_keeps_the_way_open():
    game = operating().tile("H8", "9", 1).tile("H6", "9", 1).tile("H4", "57", 1)
    game.tile("H10", "14", 0).token("H10.0", "NYC")
    assert game.allowed(PlaceToken("PRR", "H4.0"))


def test_company_has_one_token_in_a_hex():
    game = operating().tile("H16", "14", 1).token("H16.0", "PRR")
    assert "token.hex" in game.refused(PlaceToken("PRR", "H16.0"))


def test_company_runs_out_of_tokens():
    game = operating("NYNH").token("H16.0", "NYNH")
    assert "token.none" in game.refused(PlaceToken("NYNH", "H10.0"))


def new_haven() -> Position:
    """NYNH with track from New York to Albany, home of the NYC, that has not begun."""
    game = Position("1830", 3).close_privates()
    game.started("NYNH", 67, "p1", p1=60).floated("NYNH", 500)
    game.tile("F20", "69", 4).tile("E19", "57", 2)
    return game.operating("NYNH", "token")


def test_only_circle_of_anothers_home_is_kept_for_it():
    game = new_haven()
    assert game.refused(PlaceToken("NYNH", "E19.0")) == {"token.reserved"}


def test_second_circle_of_anothers_home_is_free():
    game = new_haven().phase("3").tile("E19", "14", 2)
    assert game.allowed(PlaceToken("NYNH", "E19.0"))
    game.do(PlaceToken("NYNH", "E19.0"))
    game.started("NYC", 67, "p3", p3=60).floated("NYC", 500)
    assert set(game.state.board.tokens["E19.0"]) == {"NYNH", "NYC"}


def test_strict_reading_keeps_every_circle_of_anothers_home_city():
    game = Position("1830", 3, strict_home_tokens=True).close_privates()
    game.started("NYNH", 67, "p1", p1=60).floated("NYNH", 500)
    game.tile("F20", "69", 4).tile("E19", "14", 2).phase("3").operating("NYNH", "token")
    assert game.refused(PlaceToken("NYNH", "E19.0")) == {"token.foreign_home"}
    assert game.waiting() != "token" or PlaceToken("NYNH", "E19.0") not in game.offered("token")


def test_home_token_is_placed_free_of_charge_at_the_first_turn():
    game = Position("1830", 3).close_privates().started("PRR", 67, "p1", p1=60)
    game.floated("PRR", 670, home=False).stock_round(2, "p1", passes=2)
    game.do(Pass("p1"))
    assert game.state.board.token_stops("PRR") == ("H12.0",)
    assert game.state.cash["PRR"] == 670


def erie(**options) -> Position:
    """ERIE at its first turn, led by p1; nothing lies on its hex."""
    game = Position("1830", 3, **options).close_privates().started("ERIE", 67, "p1", p1=60)
    game.phase("3").floated("ERIE", 670, home=False).stock_round(2, "p1", passes=2)
    return game.do(Pass("p1"))


def eries_turn(game: Position) -> Position:
    """ERIE's turn in a later round."""
    change = Change(game.state)
    change.state.round = OperatingRound(3, 1, 1, ("ERIE",))
    judge.settle(game.rules, change)
    game.state = change.state
    return game


def test_eries_president_names_one_of_the_two_cities_at_its_first_turn():
    game = erie()
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p1")
    assert game.refused(LayTile("ERIE", "E11", "59", 3)) == {"turn.not_now"}
    assert game.offered("home") == [PlaceToken("ERIE", "E11.0"), PlaceToken("ERIE", "E11.1")]
    assert game.refused(PlaceToken("ERIE", "H12.0")) == {"token.home", "token.reserved"}
    game.do(PlaceToken("ERIE", "E11.1"))
    assert game.state.board.token_stops("ERIE") == ("E11.1",)
    assert game.waiting() == "track"
    assert game.state.cash["ERIE"] == 670


def test_erie_need_not_lay_a_tile_at_home():
    game = erie().do(PlaceToken("ERIE", "E11.0"), Pass("ERIE"))
    assert game.state.board.token_stops("ERIE") == ("E11.0",)


@pytest.mark.parametrize("city", ["E11.0", "E11.1"])
def test_nobody_uses_eries_hex_before_erie_has_chosen(city):
    game = Position("1830", 3).close_privates().phase("3")
    game.started("C&O", 67, "p1", p1=60).floated("C&O", 1000)
    game.tile("E11", "59", 0).operating("C&O", "token")
    assert "token.unchosen" in game.refused(PlaceToken("C&O", city))
    game.started("ERIE", 67, "p2", p2=60).floated("ERIE")  # it chooses the first
    assert game.state.board.token_stops("ERIE") == ("E11.0",)
    expected = {"token.unreached"} | ({"token.full"} if city == "E11.0" else set())
    assert game.refused(PlaceToken("C&O", city)) == expected


def test_step_in_which_no_token_can_be_placed_is_not_waited_for():
    game = Position("1830", 3).close_privates().started("PRR", 67, "p1", p1=60)
    game.floated("PRR", 500).operating("PRR").do(LayTile("PRR", "H14", "9", 1))
    assert game.waiting() != "token"
    game.operating("PRR").do(LayTile("PRR", "H16", "57", 1))
    assert game.waiting() == "token"


def test_strict_reading_leaves_other_cities_free():
    game = operating(strict_home_tokens=True)
    assert game.allowed(PlaceToken("PRR", "H16.0"))
    assert PlaceToken("PRR", "H16.0") in game.offered("token")


def test_token_step_of_a_turn_may_be_passed():
    game = operating().do(Pass("PRR"))
    assert game.state.cash["PRR"] == 1000
    assert game.state.board.token_stops("PRR") == ("H12.0",)
    assert game.rules.words.tell(game.events[0]) == "PRR placed no token."


def test_token_is_not_for_towns_and_empty_hexes():
    game = operating()
    assert game.refused(PlaceToken("PRR", "H14.0")) == {"token.city"}
    assert game.refused(PlaceToken("PRR", "D4.0")) == {"token.city"}


def to_buffalo(game: Position) -> Position:
    """PRR with track from a token in Pittsburgh to the south-east of Dunkirk & Buffalo."""
    game.started("PRR", 100, "p3", p3=60).floated("PRR", 1000)
    game.tile("H10", "57", 0).tile("G11", "9", 0).tile("F12", "8", 0).token("H10.0", "PRR")
    return game.operating("PRR")


def first_tile(game: Position) -> LayTile:
    """A first tile on E11 that the PRR may lay."""
    lays = (LayTile("PRR", "E11", "59", rotation) for rotation in range(6))
    return next(lay for lay in lays if game.allowed(lay))


def test_other_company_that_reaches_eries_hex_waits_until_erie_has_chosen():
    game = to_buffalo(Position("1830", 3).close_privates().phase("3"))
    game.do(first_tile(game))
    assert game.waiting() != "home"  # ERIE has not begun: there is nothing to say yet
    there = next(s for s in game.state.board.reach(Access("PRR")).stops if s.startswith("E11"))
    game.operating("PRR", "token")
    assert game.refused(PlaceToken("PRR", there)) == {"token.unchosen"}
    assert not [a for a in game.offered("token") if a.stop.startswith("E11")]
    game.started("ERIE", 67, "p1", p1=60).floated("ERIE", home=False)
    other = {"E11.0": "E11.1", "E11.1": "E11.0"}[there]
    game.token(other, "ERIE").state.alter("ERIE", homes=())
    assert game.allowed(PlaceToken("PRR", there))


def test_strict_reading_keeps_both_cities_of_eries_hex():
    game = to_buffalo(Position("1830", 3, strict_home_tokens=True).close_privates().phase("3"))
    game.do(first_tile(game)).started("ERIE", 67, "p1", p1=60).floated("ERIE")
    game.operating("PRR", "token")
    for city in ("E11.0", "E11.1"):
        assert "token.foreign_home" in game.refused(PlaceToken("PRR", city))


def test_strict_reading_keeps_of_new_york_only_the_city_of_the_new_haven():
    for strict, codes in ((True, {"token.foreign_home"}), (False, set())):
        game = Position("1830", 3, strict_home_tokens=strict).close_privates().phase("5")
        game.started("PRR", 67, "p1", p1=60).floated("PRR", 500)
        game.started("NYNH", 67, "p2", p2=60).floated("NYNH")
        game.tile("G19", "54", 0).tile("G19", "62", 0)
        (home,) = game.state.board.token_stops("NYNH")
        other = {"G19.0": "G19.1", "G19.1": "G19.0"}[home]
        game.operating("PRR", "token")
        always = {"token.unreached"}
        assert game.refused(PlaceToken("PRR", home)) - always == codes  # its second circle
        assert game.refused(PlaceToken("PRR", other)) - always == set()


def test_erie_is_asked_at_its_first_turn_where_a_tile_lies_already():
    game = Position("1830", 3).close_privates().phase("3")
    game.started("ERIE", 67, "p1", p1=60).floated("ERIE", 670, home=False)
    game.tile("E11", "59", 0).stock_round(2, "p1", passes=2).do(Pass("p1"))
    assert game.waiting() == "home"
    game.do(PlaceToken("ERIE", "E11.1"))
    assert game.waiting() == "track"
    assert game.state.board.token_stops("ERIE") == ("E11.1",)


def test_erie_says_with_its_own_tile_which_of_the_cities_is_its():
    game = erie().do(PlaceToken("ERIE", "E11.0"), LayTile("ERIE", "E11", "59", 3))
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p1")
    game.do(PlaceToken("ERIE", "E11.1"))
    assert game.state.board.token_stops("ERIE") == ("E11.1",)
    assert game.waiting() != "home"


def test_layer_of_the_first_tile_says_which_of_its_cities_is_eries():
    game = erie().do(PlaceToken("ERIE", "E11.0"), Pass("ERIE"))
    to_buffalo(game).do(first_tile(game))
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p3")  # the PRR's president
    assert "home_city" in game.told()
    assert game.refused(Pass("PRR")) == {"turn.not_now"}
    reached = game.state.board.reach(Access("PRR")).stops
    (near,) = {"E11.0", "E11.1"} & set(reached)
    (far,) = {"E11.0", "E11.1"} - {near}
    assert {a.stop for a in game.offered("home")} == {near, far}
    game.do(PlaceToken("ERIE", far))
    assert game.waiting() == "token"  # the PRR goes on, and ERIE cannot take the city it reached
    assert game.state.board.token_stops("ERIE") == (far,)
    assert game.allowed(PlaceToken("PRR", near))


def test_eries_city_is_not_chosen_again_at_its_next_turn():
    game = erie().do(PlaceToken("ERIE", "E11.0"), Pass("ERIE"))
    to_buffalo(game).do(first_tile(game))
    (city,) = game.offered("home")[:1]
    eries_turn(game.do(city))
    assert game.waiting() == "track"
    assert game.state.board.token_stops("ERIE") == (city.stop,)


def test_by_the_other_reading_eries_city_is_chosen_with_the_first_tile():
    game = erie(home_when_laid=True)
    assert game.waiting() == "track"
    assert game.state.board.token_stops("ERIE") != ()
    game.do(LayTile("ERIE", "E11", "59", 3))
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p1")
    game.do(PlaceToken("ERIE", "E11.1"))
    assert game.state.board.token_stops("ERIE") == ("E11.1",)
