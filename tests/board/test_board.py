"""The board: tokens go along with their cities, and nothing changes a board that was there."""

from __future__ import annotations

import pytest

from companion.board.board import Board, PlacedTile
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.tiles import Stop, Track
from tests.board.recorded_boards import SOH, T1830
from tests.support.boards import without_tokens


@pytest.fixture(scope="module")
def east():
    return Board(T1830.map())


def test_a_lay_gives_a_new_board_and_leaves_the_old_one(east):
    board = east.with_tile("H10", "57", 7)
    assert board.laid == {"H10": PlacedTile("57", 1)}
    assert board.tile_at("H10").id == "57"
    assert board.tile_at("H10").exits == {1, 4}
    assert east.laid == {}
    assert east.tile_at("H10").id == ""
    assert east.tile_at("H10").exits == set()


def test_a_token_stays_in_its_city_when_the_tile_is_replaced(east):
    board = east.with_tile("H10", "57", 0).with_token("H10.0", "PRR").with_tile("H10", "14", 0)
    assert board.tokens["H10.0"] == ("PRR", None)
    assert board.with_token("H10.0", "C&O").tokens["H10.0"] == ("PRR", "C&O")
    second = east.with_tile("H10", "57", 0).with_tile("H10", "14", 0)
    second = second.with_token("H10.0", "NYC", slot=1).with_tile("H10", "63", 0)
    assert second.tokens["H10.0"] == (None, "NYC")


def test_tokens_follow_their_track_on_a_tile_with_two_cities(east):
    board = east.with_token("G19.0", "NYNH").with_tile("G19", "54", 0)
    # NYNH's city has the track to edge 3, which tile 54 gives its second city
    assert board.tokens["G19.1"] == ("NYNH",)
    assert board.tokens["G19.0"] == (None,)
    brown = board.with_tile("G19", "62", 0)
    assert brown.tokens["G19.1"] == ("NYNH", None)


def test_tokens_in_cities_without_track_keep_their_place(east):
    for stop in ("E11.0", "E11.1"):
        board = east.with_token(stop, "ERIE").with_tile("E11", "59", 0)
        assert board.token_stops("ERIE") == (stop,)
        assert board.tokens[stop] == ("ERIE",)


def test_two_cities_that_become_one_keep_both_tokens():
    board = Board(SOH.map()).with_token("F9.0", "NRS").with_token("F9.1", "HYSM")
    for tile in ("SOH1", "SOH6", "SOH7"):
        board = board.with_tile("F9", tile, 0)
    assert set(board.tokens["F9.0"]) == {"NRS", "HYSM"}


def test_a_full_city_takes_no_token(east):
    board = east.with_token("H12.0", "PRR")
    assert board.free_slot("H12.0") is None
    with pytest.raises(ValueError, match=r"H12\.0 has no free slot"):
        board.with_token("H12.0", "NYC")
    assert east.free_slot("H12.0") == 0
    assert east.free_slot("F10.0") is None  # a town


def test_tokens_are_taken_off(east):
    board = east.with_token("H12.0", "PRR").with_token("H10.0", "PRR").with_token("F6.0", "C&O")
    assert board.without_token("H10.0", "PRR").token_stops("PRR") == ("H12.0",)
    assert without_tokens(board, "PRR").token_stops("PRR") == ()
    assert without_tokens(board, "PRR").token_stops("C&O") == ("F6.0",)
    with pytest.raises(ValueError, match="no token"):
        board.without_token("H12.0", "NYC")


def test_a_city_blocks_when_every_slot_is_another_companys(east):
    board = east.with_tile("H10", "14", 0).with_token("H10.0", "PRR")
    assert not board.blocks("H10.0", Access("NYC"))
    full = board.with_token("H10.0", "C&O")
    assert full.blocks("H10.0", Access("NYC"))
    assert not full.blocks("H10.0", Access("PRR"))
    assert not full.blocks("F2.0", Access("NYC"))


def test_unknown_stops_and_hexes_are_key_errors(east):
    for stop in ("H12.1", "H12", "Z1.0", "H12.x"):
        with pytest.raises(KeyError):
            east.stop(stop)
    with pytest.raises(KeyError):
        east.with_tile("Z1", "57", 0)
    with pytest.raises(KeyError):
        east.with_tile("H10", "no such", 0)


def test_red_hexes_of_one_group_are_one_station(east):
    assert east.station("A9.0") == east.station("A11.0")
    assert east.station("I1.0") == east.station("J2.0")
    assert east.station("F2.0") != east.station("J2.0")


def test_a_stored_board_comes_back_as_it_was(east):
    board = east.with_tile("H10", "57", 0).with_tile("H10", "14", 0)
    board = board.with_token("H10.0", "NYC", slot=1).with_token("E11.1", "ERIE")
    again = Board.restore(east.map, board.laid, board.tokens)
    assert (again.laid, again.tokens) == (board.laid, board.tokens)
    assert again.reach(Access("NYC")).stops == board.reach(Access("NYC")).stops
    with pytest.raises(ValueError, match="H10"):
        Board.restore(east.map, {}, board.tokens)
    with pytest.raises(ValueError, match="no city is at F10"):
        Board.restore(east.map, {}, {"F10.0": ("PRR",)})


# the network


def test_the_network_begins_at_the_tokens(east):
    reach = east.with_token("H12.0", "PRR").reach(Access("PRR"))
    assert reach.stops == {"H12.0"}
    assert reach.edges == {("H12", 1), ("H10", 4), ("H12", 4), ("H14", 1)}
    assert reach.hexes == {"H10", "H12", "H14"}
    assert east.reach(Access("PRR")).stops == set()


def test_a_full_city_of_others_is_reached_but_not_passed(east):
    line = east.with_token("H12.0", "PRR").with_tile("H14", "9", 1).with_tile("H16", "57", 1)
    assert ("H18", 1) in line.reach(Access("PRR")).edges
    blocked = line.with_token("H16.0", "B&O")
    assert "H16.0" in blocked.reach(Access("PRR")).stops
    assert ("H18", 1) not in blocked.reach(Access("PRR")).edges
    two_slots = blocked.with_tile("H16", "14", 0)
    assert ("H18", 1) in two_slots.reach(Access("PRR")).edges


def test_a_red_hex_is_reached_but_not_passed(east):
    reach = east.with_token("F4.0", "C&O").with_tile("F4", "57", 1).reach(Access("C&O"))
    assert "F2.0" in reach.stops
    assert ("G3", 2) not in reach.edges  # though Chicago has an arrow to it


def small(tracks, **stops):
    """A row of hexes A1, A3 .. with this printed track, a city where stops says so."""
    hexes = []
    for i, track in enumerate(tracks):
        at = f"A{2 * i + 1}"
        city = (Stop("city", (("", 20),), slots=1),) if stops.get(at) else ()
        hexes.append(Hex(at, stops=city, tracks=tuple(Track(*t) for t in track)))
    hexes += [Hex("B2"), Hex("B4"), Hex("B6")]
    return Board(Map(hexes))


def test_a_route_does_not_come_back_over_its_own_track():
    # A1 city - A3 switch - A5 dead-end city; the switch's other branch goes from A5 to B4
    board = small([[(4, "s0")], [(1, 4), (4, 5)], [(1, "s0")]], A1=True, A5=True)
    reach = board.with_token("A1.0", "PRR").reach(Access("PRR"))
    assert reach.stops == {"A1.0", "A5.0"}
    assert ("B4", 2) not in reach.edges
    from_the_end = board.with_token("A5.0", "PRR").reach(Access("PRR"))
    assert ("B4", 2) in from_the_end.edges
    assert "A1.0" in from_the_end.stops


def test_track_that_only_ends_at_a_city_is_not_a_way_through():
    through = small([[(4, "s0")], [(1, "s0"), (4, "s0")], [(1, "s0")]], A1=1, A3=1, A5=1)
    assert through.with_token("A1.0", "PRR").reach(Access("PRR")).stops == {"A1.0", "A3.0", "A5.0"}
    ending = small([[(4, "s0")], [(1, "s0", True), (4, "s0")], [(1, "s0")]], A1=1, A3=1, A5=1)
    assert ending.with_token("A1.0", "PRR").reach(Access("PRR")).stops == {"A1.0", "A3.0"}
    assert ending.with_token("A5.0", "PRR").reach(Access("PRR")).stops == {"A3.0", "A5.0"}
    both = ending.with_token("A3.0", "PRR").reach(Access("PRR")).stops
    assert both == {"A1.0", "A3.0", "A5.0"}


def test_the_network_is_found_afresh_after_each_change(east):
    board = east.with_token("H12.0", "PRR").with_token("F6.0", "C&O")
    before = board.reach(Access("PRR"))
    elsewhere = board.with_tile("B22", "9", 1)
    assert elsewhere.reach(Access("PRR")) is before  # nothing the network touches has changed
    longer = board.with_tile("H14", "9", 1)
    assert ("H16", 1) in longer.reach(Access("PRR")).edges
    city = longer.with_tile("H16", "57", 1)
    assert city.reach(Access("PRR")).stops == {"H12.0", "H16.0"}
    assert city.with_token("H16.0", "C&O").reach(Access("C&O")).stops >= {"F6.0", "H12.0", "H16.0"}
    assert ("H18", 1) not in city.with_token("H16.0", "C&O").reach(Access("PRR")).edges
