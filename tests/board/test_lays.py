"""Laying tiles: every reason a tile does not fit, beside the nearest one that does."""

from __future__ import annotations

import pytest

from companion.board.board import Board
from companion.board.border_crossings import BorderCrossing, crossings
from companion.board.company_access import Access
from companion.board.lay_and_route_faults import SENTENCES
from companion.board.lays import faults, keeps_track, lays
from companion.board.map import Hex, Map
from companion.board.tiles import Tile, Track
from tests.board.recorded_boards import SOH, T1830


@pytest.fixture(scope="module")
def east():
    return Board(T1830.map())


@pytest.fixture(scope="module")
def holland():
    return Board(SOH.map())


def codes(board, hex, tile, rotation, company=None):
    return [fault.code for fault in faults(board, hex, tile, rotation, company and Access(company))]


def test_hexes_and_tiles_that_do_not_exist_are_named(east):
    assert codes(east, "Z9", "57", 0) == ["no_such_hex"]
    assert codes(east, "H10", "SOH99", 0) == ["no_such_tile"]


@pytest.mark.parametrize("hex", ["H12", "A11", "A17"])
def test_no_tile_is_laid_on_grey_or_red(east, hex):
    assert codes(east, hex, "57", 0) == ["fixed"]
    assert lays(east, hex, east.map.tiles) == []


def test_no_tile_is_laid_on_water(holland):
    assert codes(holland, "E10", "9", 0) == ["fixed"]


def test_colours_come_in_order(east):
    assert "colour" in codes(east, "H10", "14", 0)
    yellow = east.with_tile("H10", "57", 0)
    assert codes(east, "H10", "57", 0) == []
    assert codes(yellow, "H10", "14", 0) == []
    assert "colour" in codes(yellow, "H10", "63", 0)
    assert codes(yellow.with_tile("H10", "14", 0), "H10", "63", 0) == []
    assert "colour" in codes(yellow, "H10", "6", 0)


def test_a_hex_printed_yellow_waits_for_green(east):
    assert "colour" in codes(east, "E11", "1", 0)
    assert codes(east, "E11", "59", 2) == []


def test_tiles_with_letters_lie_only_on_hexes_with_the_same_letters(east):
    assert "label" in codes(east, "I15", "14", 0)
    assert codes(east, "I15", "53", 0) == []
    yellow = east.with_tile("H10", "57", 0)
    assert "label" in codes(yellow, "H10", "53", 1)
    assert "label" in codes(east, "E11", "54", 0)
    assert codes(east, "G19", "54", 0) == []


def test_only_amsterdams_tiles_lie_on_amsterdam(holland):
    assert codes(holland, "F9", "SOH1", 0) == []
    assert "label" in codes(holland, "F9", "57", 0)
    assert "label" in codes(holland, "H9", "SOH1", 0)


def test_a_tile_shows_the_stops_of_its_hex(east):
    assert codes(east, "H10", "9", 1) == ["stops"]
    assert codes(east, "H8", "57", 1) == ["stops"]
    assert codes(east, "H8", "9", 1) == []
    assert codes(east, "G7", "4", 0) == ["stops"]
    assert codes(east, "G7", "55", 2) == []
    assert codes(east, "F10", "57", 0) == ["stops"]


def test_the_same_tile_in_the_same_way_is_no_lay(east):
    laid = east.with_tile("H8", "9", 1)
    assert codes(laid, "H8", "9", 1) == ["same"]
    assert codes(laid, "H8", "9", 4) == ["same"]
    assert codes(laid, "H8", "9", 2) == ["colour", "track_lost"]


def test_an_upgrade_keeps_all_old_track(east):
    laid = east.with_tile("H8", "9", 1)
    assert codes(laid, "H8", "23", 1) == []
    assert codes(laid, "H8", "23", 2) == ["track_lost"]


def test_an_upgrade_keeps_track_and_city_together(east):
    oo = east.with_tile("E11", "59", 0)  # a city at edge 0, another at edge 2
    assert codes(oo, "E11", "67", 0) == []
    assert codes(oo, "E11", "64", 0) == ["track_lost"]  # both edges lead to one city there
    assert "track_lost" in codes(oo, "E11", "67", 1)


def test_new_york_keeps_its_two_cities_apart(east):
    for rotation in range(6):
        legal = codes(east, "G19", "54", rotation) == []
        # the printed tracks, edges 3 and 0, come to lie in different cities
        cities = [
            {edge for edge, _ in exits}
            for exits in east.with_tile("G19", "54", rotation).shape("G19").stop_exits
        ]
        apart = sorted(len(c & {0, 3}) for c in cities) == [1, 1]
        assert not legal or apart
    assert {r for t, r in lays(east, "G19", ["54"])} == {0}


def test_a_green_amsterdam_keeps_two_cities_and_a_brown_one_joins_them(holland):
    yellow = holland.with_tile("F9", "SOH1", 0)
    green = yellow.with_tile("F9", "SOH6", 0)
    assert lays(yellow, "F9", ["SOH6"]) == [("SOH6", 0)]
    assert lays(green, "F9", ["SOH7"]) == [("SOH7", 0)]


def test_a_small_citys_fork_keeps_its_yellow_track(holland):
    town = holland.with_tile("G14", "4", 2)  # from edge 2 to edge 5
    assert codes(town, "G14", "981", 0) == []
    assert codes(town, "G14", "981", 3) == []
    assert codes(town, "G14", "981", 1) == ["track_lost"]
    assert "SOH4" not in {tile for tile, _ in lays(town, "G14", holland.map.tiles)}


def test_track_does_not_leave_the_map(east):
    assert [(f.code, f.edge) for f in faults(east, "G3", "9", 1)] == [("off_board", 1)]
    assert codes(east, "G3", "9", 0) == []


def test_track_does_not_run_into_the_blank_side_of_grey_but_may_meet_its_track(east):
    (fault,) = faults(east, "F8", "9", 1)
    assert (fault.code, fault.edge, fault.other) == ("blank_side", 1, "F6")
    assert codes(east, "G7", "69", 5) == []  # edges 2 and 5: F6 has track at its lower right
    assert codes(east, "G5", "8", 1) == []


def test_track_meets_red_only_at_its_arrows(east, holland):
    assert codes(east, "G3", "8", 0) == []  # to Chicago's arrow
    assert codes(east, "J12", "8", 5) == []  # to the Deep South's
    assert "blank_side" in codes(holland, "D7", "9", 1) + codes(holland, "I14", "9", 4)
    assert codes(holland, "D7", "8", 3) == []


def test_track_meets_water_only_at_the_ferry(holland):
    assert codes(holland, "E8", "9", 0) == []  # to Enkhuizen's quay
    assert codes(holland, "E8", "8", 2) == ["blank_side"]
    assert codes(holland, "C12", "8", 4) == []  # to where the ferry lands
    assert codes(holland, "D13", "9", 1) == ["blank_side"]


def test_track_does_not_cross_an_impassable_border(east):
    (fault,) = faults(east, "B16", "6", 5)
    assert (fault.code, fault.edge, fault.other) == ("impassable", 5, "C17")
    assert codes(east, "B16", "57", 1) == []
    assert "impassable" in codes(east, "C17", "9", 2)  # from the other side too


def test_a_tile_meets_the_stubs_of_its_hex():
    hexes = [Hex("B2", stubs=(0,)), Hex("C1"), Hex("A3"), Hex("B4"), Hex("A1"), Hex("C3")]
    board = Board(Map([*hexes, Hex("B0")]))
    assert codes(board, "B2", "9", 1) == ["stub"]
    assert codes(board, "B2", "9", 0) == []


def test_every_fault_is_said_in_a_sentence(east):
    laid = east.with_tile("H8", "9", 1)
    found = [
        *faults(laid, "H8", "23", 2),
        *faults(laid, "H12", "57", 0),
        *faults(laid, "F8", "9", 1),
        *faults(laid, "I15", "14", 0, Access("PRR")),
    ]
    assert found
    for fault in found:
        assert fault.code in SENTENCES
        assert fault.says.endswith(".")
        assert "None" not in fault.says


# joining the network


def test_a_company_lays_its_first_tile_on_its_home(holland):
    board = holland.with_token("H9.0", "NCS")
    assert codes(board, "H9", "57", 0, "NCS") == []
    assert codes(board, "H11", "9", 1, "NCS") == ["not_reached"]
    layable = {h for h in board.map.hexes if lays(board, h, board.map.tiles, Access("NCS"))}
    assert layable == {"H9"}


def test_a_new_tile_meets_the_network_with_one_track_end(east):
    board = east.with_token("H12.0", "PRR")
    assert codes(board, "H14", "9", 1, "PRR") == []
    assert codes(board, "H14", "8", 1, "PRR") == []
    assert codes(board, "H14", "9", 0, "PRR") == ["not_reached"]
    assert codes(board, "H16", "57", 1, "PRR") == ["not_reached"]
    assert codes(board, "H14", "9", 1, "NYC") == ["not_reached"]


def test_one_end_of_two_separate_tracks_is_enough(east):
    board = east.with_token("G19.0", "NYNH")
    assert codes(board, "F20", "69", 4, "NYNH") == []
    reached = {edge for hex, edge in board.reach(Access("NYNH")).edges if hex == "F20"}
    assert reached == {0}


def test_an_upgrade_shows_reached_track(east):
    board = east.with_tile("H14", "9", 1).with_token("H12.0", "PRR")
    far = board.with_tile("E13", "9", 1)
    assert codes(far, "H14", "24", 1, "PRR") == []
    assert codes(far, "E13", "24", 1, "PRR") == ["not_reached"]


def test_an_upgrade_may_be_reached_by_its_new_track_alone(east):
    joined = east.with_tile("G15", "9", 2).with_tile("H14", "8", 1).with_token("H12.0", "PRR")
    assert ("G15", 0) in joined.reach(Access("PRR")).edges
    assert codes(joined, "G15", "23", 2, "PRR") == []
    assert codes(joined, "G15", "26", 2, "PRR") == ["not_reached"]


def test_track_beyond_a_blocked_city_is_not_reached(east):
    board = (
        east.with_token("H12.0", "PRR")
        .with_tile("H14", "9", 1)
        .with_tile("H16", "57", 1)
        .with_token("H16.0", "B&O")
    )
    assert codes(board, "H18", "59", 1, "PRR") == ["not_reached"]
    assert codes(board, "H16", "14", 0, "PRR") == []  # the city itself is
    open_city = board.with_tile("H16", "14", 0)
    assert codes(open_city, "H18", "59", 1, "PRR") == []


@pytest.mark.parametrize("title", [T1830, SOH], ids=["1830", "soh"])
def test_every_lay_offered_is_without_fault_and_no_other_is(title):
    map = title.map()
    company, home = next(iter(title.homes.items()))
    board = Board(map).with_token(home, company)
    for _ in range(12):
        hex, (tile, rotation) = next(
            (hex, lay)
            for hex in sorted(map.hexes, key=lambda h: (h in board.laid, h))
            for lay in lays(board, hex, map.tiles, Access(company))
        )
        looks = {
            board.with_tile(hex, t, r).tile_at(hex).exits for t, r in lays(board, hex, map.tiles)
        }
        for number in map.tiles:
            for turn in range(6):
                found = faults(board, hex, number, turn, Access(company))
                if (number, turn) in lays(board, hex, map.tiles, Access(company)):
                    assert found == []
                elif not found:  # then it looks like one that is offered
                    assert board.with_tile(hex, number, turn).tile_at(hex).exits in looks
        board = board.with_tile(hex, tile, rotation)


# rivers


def test_a_river_is_paid_by_who_completes_the_connection(holland):
    assert crossings(holland, "E14", "57", 0) == ()
    west = holland.with_tile("F13", "8", 1)  # edge 3 to E14, across the river
    assert crossings(west, "E14", "57", 0) == (BorderCrossing(0, "F13", "water", 50),)
    assert crossings(west, "E14", "57", 1) == ()


def test_each_connection_across_costs_and_an_old_one_not_again(holland):
    board = holland.with_tile("H15", "9", 1)
    assert [c.other for c in crossings(board, "H13", "57", 1)] == ["H15"]
    yellow = board.with_tile("H13", "57", 1)
    assert crossings(yellow, "H13", "14", 1) == ()
    south = yellow.with_tile("I14", "9", 2)
    assert [(c.other, c.cost) for c in crossings(south, "H13", "14", 1)] == [("I14", 50)]


def test_a_border_without_price_costs_nothing(holland):
    assert holland.map.border("J13", 4).cost == 0
    assert crossings(holland, "J13", "9", 1) == ()


def test_a_junction_keeps_what_led_from_edge_to_edge():
    plain = Tile("T1", "yellow", (), (Track(0, 3),))
    junction = Tile("T2", "green", (), (Track(0, "j"), Track(3, "j"), Track(1, "j")))
    more = Tile("T3", "brown", (), (*junction.tracks, Track(4, "j")))
    bridge = Tile("T4", "brown", (), (Track(0, 3), Track(1, 4)))
    assert keeps_track(plain, junction)
    assert not keeps_track(plain, junction.rotate(1))
    assert keeps_track(junction, more)
    assert not keeps_track(junction, bridge)  # 0 and 1 are no longer joined
