"""Virginia Coalfields: who comes to them, how coal is got, and the tunnel."""

from companion.rules.core.actions import LayTile, PlaceToken
from companion.rules.explain.summary import summary
from companion.titles.t1828.coal import BuyCoal
from companion.web.play.operating_panels.operating_map import find_blocked_hexes
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated, system


def at_richmond() -> Position:
    """C&O at home in Richmond, which has a tile towards the tunnel."""
    at = floated("C&O")
    at.tile("K15", "57", 1)
    return at.operating("C&O")


def through_the_tunnel() -> Position:
    """The same with the tunnel built; its coal lies on the coalfields."""
    at = at_richmond().tile("K13", "4", 1)
    at.state.title_state = type(at.state.title_state)(coal_markers=("K11", "K11", "K11"))
    return at


def test_coal_is_bought_at_any_time_of_the_turn_with_a_track_to_it():
    at = through_the_tunnel()
    for step in ("track", "run", "trains"):
        assert at.operating("C&O", step).allowed(BuyCoal("C&O"))
    at.do(BuyCoal("C&O"))
    assert at.state.cash["C&O"] == 880
    assert sorted(at.state.title_state.coal_markers) == ["C&O", "K11", "K11"]


def test_not_without_a_track_money_or_a_marker_and_one_each():
    at = at_richmond()
    assert at.refused(BuyCoal("C&O")) == {"coal.unreached"}
    at = through_the_tunnel().cash(C_and_O=119)
    assert at.refused(BuyCoal("C&O")) == {"coal.cost"}
    at.cash(C_and_O=500).do(BuyCoal("C&O"))
    assert at.refused(BuyCoal("C&O")) == {"coal.one"}
    at = through_the_tunnel()
    at.state.title_state = type(at.state.title_state)(coal_markers=("GT", "IC", "MP"))
    assert "coal.none" in at.refused(BuyCoal("C&O"))


def test_nothing_is_laid_beyond_the_coalfields_without_coal():
    at = through_the_tunnel()
    beyond = LayTile("C&O", "J10", "9", 2)
    assert at.refused(beyond) == {"lay.not_reached"}
    at.do(BuyCoal("C&O"))
    assert at.allowed(beyond)


def test_no_marker_is_placed_on_the_coalfields_nor_beyond_them_without_coal():
    at = through_the_tunnel().tile("J10", "9", 2).tile("I9", "9", 2).tile("H8", "57", 2)
    at.operating("C&O", "token")
    assert at.refused(PlaceToken("C&O", "H8.0")) == {"token.unreached"}
    assert "token.coalfield" in at.refused(PlaceToken("C&O", "K11.0"))
    at.do(BuyCoal("C&O"))
    assert at.refused(PlaceToken("C&O", "K11.0")) == {"token.coalfield"}
    assert at.allowed(PlaceToken("C&O", "H8.0"))


def test_the_tunnel_takes_tile_4_along_its_line_for_120_and_gives_its_coal():
    at = at_richmond()
    assert "lay.stub" in at.refused(LayTile("C&O", "K13", "58", 4))
    assert "lay.stub" in at.refused(LayTile("C&O", "K13", "4", 0))
    at.do(LayTile("C&O", "K13", "4", 1))
    assert at.state.cash["C&O"] == 880
    assert at.state.title_state.coal_markers == ("K11", "K11", "C&O")


def test_the_tunnels_coal_goes_on_sale_if_its_builder_has_coal():
    at = at_richmond()
    at.state.title_state = type(at.state.title_state)(coal_markers=("C&O", "K11", "K13"))
    at.do(LayTile("C&O", "K13", "4", 1))
    assert at.state.title_state.coal_markers == ("C&O", "K11", "K11")


def test_the_map_says_where_coal_lies_and_a_companys_page_whether_it_has_some():
    at = through_the_tunnel()
    assert at.rules.table.hex_marks(at.rules, at.state) == {"K11": "coal 3"}
    at.do(BuyCoal("C&O"))
    assert at.rules.table.hex_marks(at.rules, at.state) == {"K11": "coal 2"}
    (row,) = (row for row in summary(at.rules, at.state).companies if row.symbol == "C&O")
    assert row.besides == ("coal",)
    assert find_blocked_hexes(at.rules, at.state)["K11"] == "coal 2"


def test_a_system_is_told_with_both_its_companies_and_both_its_homes():
    at = system("GT", "IC")
    rows = {row.symbol: row for row in summary(at.rules, at.state).companies}
    assert (rows["GT"].parts, rows["GT"].homes) == (("GT", "IC"), ("D4", "J6"))
    assert (rows["IC"].into, rows["IC"].gone) == ("GT", True)
    assert rows["PRR"].parts == ("PRR",)
