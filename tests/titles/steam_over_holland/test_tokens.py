"""Tokens: the home, what they cost, starting cities of others."""

import pytest

from companion.rules.core.actions import Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.rules.operating.homes import place_home
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import company, table


def ready(cash: int = 500, phase: str = "3", **privates: str) -> Position:
    """The NCS at Utrecht with track to Breda, home of the AR, and to Arnhem."""
    game = table(3).phase(phase).privates(**privates)
    company(game, "NCS", 100, "p1", cash=cash, p1=60)
    game.tile("H9", "15", 3).tile("I8", "9", 0).tile("J7", "57", 0)
    game.tile("H11", "9", 1).tile("H13", "57", 1)
    return game.operating("NCS", "token", lays=(("I8", "yellow"), ("H11", "yellow")))


def test_the_home_token_is_free_and_placed_when_the_company_first_operates():
    game = company(table(3), "NCS", 100, "p1", cash=0, home=False, p1=60)
    game.stock_round(2, "p1").do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.board.tokens["H9.0"] == ("NCS",)
    assert game.state.cash["NCS"] == 0


def test_the_home_token_is_the_token_of_that_turn():
    game = company(table(3), "NCS", 100, "p1", home=False, p1=60)
    game.stock_round(2, "p1").do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.round.turn.tokens == 1


def test_after_its_home_a_company_places_its_next_token_in_its_next_turn():
    game = company(table(3), "NCS", 100, "p1", home=False, p1=60)
    game.tile("H9", "57", 1).tile("H11", "9", 1).tile("H13", "57", 1).trains("NCS", "2")
    game.stock_round(2, "p1").do(Pass("p1"), Pass("p2"), Pass("p3"))
    while game.state.round.part == 1:
        assert game.waiting() != "token"
        game.do(judge.offers(game.rules, game.state)[-1].action)
    while game.waiting() != "token":
        game.do(Pass("NCS"))
    assert game.allowed(PlaceToken("NCS", "H13.0"))


@pytest.mark.parametrize(
    ("placed", "cost"), [((), 40), (("E14.0",), 100), (("E14.0", "B17.0"), 100)]
)
def test_the_second_token_costs_40_the_third_and_fourth_100(placed, cost):
    game = ready().tile("E14", "57", 0).tile("B17", "57", 0)
    for stop in placed:
        game.token(stop, "NCS")
    game.do(PlaceToken("NCS", "H13.0"))
    assert game.state.cash["NCS"] == 500 - cost


def test_there_is_no_fifth():
    game = ready().tile("E14", "57", 0).tile("B17", "57", 0).tile("B13", "57", 0)
    for stop in ("E14.0", "B17.0", "B13.0"):
        game.token(stop, "NCS")
    assert "token.none" in game.refused(PlaceToken("NCS", "H13.0"))


def test_one_token_a_turn():
    game = ready().turn(tokens=1)
    assert game.refused(PlaceToken("NCS", "H13.0")) == {"token.one"}


def test_a_token_is_paid():
    game = ready(cash=39)
    assert game.refused(PlaceToken("NCS", "H13.0")) == {"token.cost"}
    assert game.cash(NCS=40).allowed(PlaceToken("NCS", "H13.0"))


def test_the_city_is_reached():
    game = ready().tile("E14", "57", 0)
    assert "token.unreached" in game.refused(PlaceToken("NCS", "E14.0"))


def test_no_second_token_in_a_city():
    game = ready()
    assert "token.hex" in game.refused(PlaceToken("NCS", "H9.0"))
    game = company(table(3).phase("5"), "NRS", 100, "p1", p1=60).tile("F9", "SOH7", 0)
    game.operating("NRS", "token", lays=(("F9", "upgrade"),))
    assert "token.hex" in game.refused(PlaceToken("NRS", "F9.0"))


def test_a_starting_city_is_kept_until_it_has_a_second_circle_even_of_a_company_not_started():
    game = ready()
    assert game.refused(PlaceToken("NCS", "J7.0")) == {"token.reserved"}
    game.tile("J7", "15", 3)  # two circles
    game.do(PlaceToken("NCS", "J7.0"))
    place_home(Change(game.state), "AR", "J7.0")
    assert set(game.state.board.tokens["J7.0"]) == {"NCS", "AR"}


def test_the_last_circle_of_a_starting_city_stays_free_for_its_company():
    game = ready().tile("J7", "15", 3).token("J7.0", "OSM")
    assert game.refused(PlaceToken("NCS", "J7.0")) == {"token.reserved"}


def test_a_full_city_takes_none():
    game = ready()
    company(game, "AR", 65, "p2", p2=20)
    assert game.refused(PlaceToken("NCS", "J7.0")) == {"token.full"}


def test_one_private_pays_for_a_token_and_closes():
    game = ready(cash=0, RW="NCS")
    assert game.waiting() == "token"
    game.do(PlaceToken("NCS", "H13.0", "RW"))
    assert game.state.cash["NCS"] == 0
    assert game.state.privates["RW"] == "gone"
    assert game.state.board.tokens["H13.0"] == ("NCS",)


def test_it_pays_within_the_rules_of_tokens_and_for_its_owner():
    game = ready(RW="NCS")
    assert game.refused(PlaceToken("NCS", "J7.0", "RW")) == {"token.reserved"}
    assert game.refused(PlaceToken("NCS", "H13.0", "W")) == {"power.none"}
    game.privates(RW="p1")
    assert game.refused(PlaceToken("NCS", "H13.0", "RW")) == {"power.not_owned"}
    game.privates(RW="NCS").turn(tokens=1)
    assert game.refused(PlaceToken("NCS", "H13.0", "RW")) == {"token.one"}


def test_the_company_may_pay_itself_and_keep_the_private():
    game = ready(RW="NCS").do(PlaceToken("NCS", "H13.0"))
    assert game.state.cash["NCS"] == 460
    assert game.state.privates["RW"] == "NCS"


def test_every_offered_token_is_allowed_and_placing_is_voluntary():
    game = ready(RW="NCS")
    assert game.offered("token")
    assert all(game.allowed(action) for action in game.offered("token"))
    assert game.do(Pass("NCS")).waiting() != "token"
