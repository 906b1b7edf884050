"""Paths from stops tapped on the map and from other programs' chains of hexes."""

from __future__ import annotations

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.path_completion import join_stops, links, path_from_hexes, paths_through
from companion.board.routes import Route
from companion.board.trains import StopCount, TrainKind
from tests.board.recorded_boards import T1830

ANY = TrainKind("D")


@pytest.fixture(scope="module")
def board():
    """PRR from Pittsburgh over Altoona to Lancaster and Philadelphia's two cities."""
    board = Board(T1830.map()).with_token("H12.0", "PRR")
    for hex, tile, rotation in (
        ("H10", "57", 1),
        ("H14", "9", 1),
        ("H16", "57", 1),
        ("H18", "59", 1),
    ):
        board = board.with_tile(hex, tile, rotation)
    return board


def codes(joined):
    return [(fault.code, fault.hex) for fault in joined.faults]


def test_links_lead_to_the_next_stops_only(board):
    assert {(link.stop, link.between) for link in links(board, "H12.0")} == {
        ("H10.0", ()),
        ("H16.0", ("H14",)),
    }
    assert {link.stop for link in links(board, "H10.0")} == {"H12.0", "H16.0"}
    assert links(board, "A19.0") == ()


def test_links_lead_away_from_red_hexes(board):
    west = board.with_tile("F4", "57", 1)
    assert [link.stop for link in links(west, "F2.0")] == ["F4.0"]


def test_tapped_stops_become_a_path(board):
    joined = join_stops(board, Access("PRR"), ANY, ["H10.0", "H12.0", "H16.0"])
    assert joined.path == ("H10.0", "H12.0", "H14", "H16.0")
    assert joined.faults == ()


def test_stops_between_the_tapped_ones_are_put_in(board):
    joined = join_stops(board, Access("PRR"), ANY, ["H12.0", "H18.0"])
    assert joined.path == ("H12.0", "H14", "H16.0", "H18.0")
    assert joined.faults == ()


def test_a_path_that_the_train_may_not_run_comes_with_its_faults(board):
    joined = join_stops(
        board, Access("PRR"), TrainKind("2", (StopCount(2),)), ["H10.0", "H12.0", "H16.0"]
    )
    assert joined.path is not None
    assert codes(joined) == [("too_long", "H16")]


def test_full_cities_are_not_put_in_but_may_be_tapped(board):
    blocked = board.with_token("H16.0", "B&O")
    assert codes(join_stops(blocked, Access("PRR"), ANY, ["H12.0", "H18.0"])) == [
        ("no_link", "H18")
    ]
    tapped = join_stops(blocked, Access("PRR"), ANY, ["H12.0", "H16.0", "H18.0"])
    assert codes(tapped) == [("blocked", "H16")]


def test_parts_that_cannot_be_joined_are_named(board):
    joined = join_stops(board, Access("PRR"), ANY, ["H12.0", "F6.0"])
    assert joined.path is None
    assert codes(joined) == [("no_link", "F6")]
    assert joined.faults[0].says == "No track leads from H12 to F6."
    assert codes(join_stops(board, Access("PRR"), ANY, ["H12.0", "Z1.0"])) == [
        ("no_such_stop", "Z1")
    ]
    twice = join_stops(board, Access("PRR"), ANY, ["H12.0", "H10.0", "H12.0"])
    assert codes(twice) == [("stop_twice", "H12")]
    assert codes(join_stops(board, Access("PRR"), ANY, ["H12.0"])) == [("too_short", "H12")]
    assert ("too_short", None) in codes(join_stops(board, Access("PRR"), ANY, []))


def test_track_another_train_uses_is_left_to_it(board):
    first = Route("D-0", ("H10.0", "H12.0"))
    joined = join_stops(board, Access("PRR"), ANY, ["H10.0", "H16.0"], [first], "D-1")
    assert [(f.code, f.train, f.text) for f in joined.faults if f.code == "track_shared"] == [
        ("track_shared", "D-0", "D-1")
    ]


def test_recorded_chains_are_put_in_order_whatever_their_direction(board):
    way = ("H10.0", "H12.0", "H14", "H16.0", "H18.0")
    chains = [["H10", "H12"], ["H12", "H14", "H16"], ["H16", "H18"]]
    for given in (
        chains,
        chains[::-1],
        [chains[1], chains[0], chains[2]],
        [c[::-1] for c in chains],
    ):
        joined = path_from_hexes(board, given)
        assert joined.faults == ()
        assert joined.path in (way, way[::-1])


def test_a_recorded_chain_may_pass_a_city_by(board):
    joined = path_from_hexes(board, [["H10", "H12", "H14", "H16"]])
    assert joined.path == ("H10.0", "H12", "H14", "H16.0")


def test_the_hexes_of_a_recorded_chain_may_be_in_any_order(board):
    for chain in (["H16", "H12", "H14"], ["H14", "H12", "H16"], ["H14", "H16", "H12"]):
        assert path_from_hexes(board, [chain]).path in (
            ("H12.0", "H14", "H16.0"),
            ("H16.0", "H14", "H12.0"),
        )


def test_a_recorded_route_may_name_its_stops_only(board):
    way = ("H10.0", "H12.0", "H14", "H16.0")
    assert list(paths_through(board, ["H10", "H12", "H16"])) == [way]
    assert list(paths_through(board, ["H10", "H12", "H14", "H16"])) == [way]
    assert list(paths_through(board, ["H12", "H18"])) == []
    assert list(paths_through(board, ["H12"])) == list(paths_through(board, ["Z9", "H12"])) == []


def test_a_first_stretch_of_a_recorded_route_may_be_listed_backwards(board):
    way = ("H10.0", "H12.0", "H14", "H16.0")
    assert list(paths_through(board, ["H12", "H10", "H12", "H16"])) == [way]
    assert list(paths_through(board, ["H12", "H10", "H16"])) == []


def test_nodes_tell_which_stop_of_a_hex_is_meant():
    board = Board(T1830.map())
    chain = [["E11", "D10"]]  # neither has track: only the nodes can tell
    assert path_from_hexes(board, chain, ["E11-1", "D10-1"]).path == ("E11.1", "D10.1")
    assert path_from_hexes(board, chain, ["E11-0", "D10-1"]).path == ("E11.0", "D10.1")


def test_recorded_routes_without_track_come_with_their_fault(board):
    joined = path_from_hexes(board, [["H12", "G13", "F12", "E11"]])
    assert {fault.code for fault in joined.faults} == {"no_track"}
    assert codes(path_from_hexes(board, [["H12", "Z9"]])) == [("no_such_hex", "Z9")]
    assert codes(path_from_hexes(board, [["H12", "H14"]])) == [("no_such_stop", "H14")]
    assert codes(path_from_hexes(board, [])) == [("too_short", None)]
    apart = path_from_hexes(board, [["H10", "H12"], ["F4", "F2"]])
    assert apart.path is None
    assert [fault.code for fault in apart.faults] == ["no_link"]
