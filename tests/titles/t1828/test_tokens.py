"""Place station marker: what it costs, where it may lie, and homes that are kept and placed."""

from companion.rules.core.actions import Pass, PlaceToken
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, system


def test_a_marker_costs_100_one_a_turn():
    at = floated("GT").tile("D6", "57", 1).operating("GT", "token")
    at.do(PlaceToken("GT", "D6.0"))
    assert at.state.cash["GT"] == 900
    assert at.waiting() != "token"


def test_a_system_pays_100_for_each_of_its_markers_too():
    at = system().tile("D6", "57", 1).operating("GT", "token")
    assert at.state.companies["GT"].tokens == 5
    at.do(PlaceToken("GT", "D6.0"))
    assert at.state.cash["GT"] == 900


def test_one_in_a_hex_and_none_without_track():
    at = floated("GT").tile("D6", "57", 1).operating("GT", "token")
    assert "token.hex" in at.refused(PlaceToken("GT", "D4.0"))
    assert at.refused(PlaceToken("GT", "H8.0")) == {"token.unreached"}


def test_a_home_circle_is_kept_until_it_is_placed():
    at = floated("NYC").phase("Green").tile("F22", "9", 0)
    at.tile("F24", "1", 3).tile("G23", "54", 0)
    at.operating("NYC", "token")
    assert "token.reserved" in at.refused(PlaceToken("NYC", "G23.1"))
    at.started("NYH", 67, "p2", p2=60).floated("NYH").operating("NYC", "token")
    assert "token.reserved" not in at.refused(PlaceToken("NYC", "G23.1"))


def test_only_the_second_city_of_new_york_is_kept():
    at = floated("NYC").operating("NYC", "token")
    assert at.refused(PlaceToken("NYC", "G23.0")) == {"token.unreached"}


def test_a_system_places_both_homes_at_its_first_turn_free():
    at = Position("1828", 4).close_privates()
    for company, player in (("IC", "p1"), ("PRR", "p2")):
        at.started(company, 67, player, **{player: 60}).floated(company, 500, home=False)
    homes = at.state.companies["IC"].homes + at.state.companies["PRR"].homes
    at.state.alter("IC", homes=homes, tokens=8, tokens_taken_over=4)
    at.state.alter("PRR", homes=(), tokens=0, tokens_taken_over=-4)
    at.started("B&O", 79, "p3", p3=60).floated("B&O").operating("B&O", "trains")
    at.do(Pass("B&O"))
    assert at.state.round.turn.company == "IC"
    assert set(at.state.board.token_stops("IC")) == {"J6.0", "H16.0"}
    assert at.state.cash["IC"] == 500
