"""Routes on the printed maps: each fault by itself, beside the nearest route without it."""

from __future__ import annotations

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lay_and_route_faults import SENTENCES
from companion.board.map import Hex, Map
from companion.board.routes import Route, check_route, check_run
from companion.board.tiles import Stop, Track
from companion.board.trains import Fares, StopCount, TrainKind
from tests.board.recorded_boards import T1830

YELLOW = Fares(("yellow",))
ANY = TrainKind("D")


@pytest.fixture(scope="module")
def prr():
    """PRR from Altoona to Pittsburgh in the west, and by a straight to Lancaster in the east."""
    return (
        Board(T1830.map())
        .with_token("H12.0", "PRR")
        .with_tile("H10", "57", 1)
        .with_tile("H14", "9", 1)
        .with_tile("H16", "57", 1)
    )


def faults(board, path, company="PRR", train=ANY):
    report = check_route(board, Access(company), train, Route("D-0", path), YELLOW)
    for fault in report.faults:
        assert fault.code in SENTENCES
        assert "None" not in fault.says
    return [(fault.code, fault.hex) for fault in report.faults]


def test_a_route_joins_two_stops(prr):
    assert faults(prr, ("H12.0", "H14", "H16.0")) == []
    assert faults(prr, ("H12.0",)) == [("too_short", "H12")]
    assert ("too_short", None) in faults(prr, ())


def test_a_route_begins_and_ends_at_stops(prr):
    assert ("wrong_end", "H14") in faults(prr, ("H10.0", "H12.0", "H14"))


def test_a_route_has_a_token_of_its_company(prr):
    assert faults(prr, ("H10.0", "H12.0"), "PRR") == []
    assert faults(prr, ("H10.0", "H12.0"), "NYC") == [("no_token", "H10")]


def test_a_route_follows_hexes_side_by_side(prr):
    assert faults(prr, ("H12.0", "H16.0")) == [("not_next", "H12")]


def test_a_route_follows_track(prr):
    assert faults(prr, ("H12.0", "G13", "H16.0")) != []
    assert faults(prr, ("H12.0", "H14", "I15.0")) == [("no_track", "H14"), ("no_track", "I15")]


def test_stops_and_hexes_that_are_not_there_are_named(prr):
    assert faults(prr, ("H12.0", "Z9", "H16.1")) == [
        ("no_such_hex", "Z9"),
        ("no_such_stop", "H16"),
    ]


def test_a_train_does_not_pass_a_city_without_stopping(prr):
    west = prr.with_tile("H8", "9", 1).with_tile("H6", "9", 1).with_tile("H4", "57", 1)
    assert faults(west, ("H12.0", "H10.0", "H8", "H6", "H4.0")) == []
    assert faults(west, ("H12.0", "H10", "H8", "H6", "H4.0")) == [("must_stop", "H10")]


def test_a_train_may_use_track_that_passes_a_city_by(prr):
    assert faults(prr, ("H10.0", "H12", "H14", "H16.0")) == [("no_token", "H10")]
    lancaster = prr.with_tile("H16", "14", 0).with_token("H16.0", "PRR")
    assert faults(lancaster, ("H10.0", "H12", "H14", "H16.0")) == []


def test_a_full_city_of_others_ends_a_route(prr):
    on = prr.with_tile("H16", "57", 1).with_tile("H18", "59", 1)
    path = ("H12.0", "H14", "H16.0", "H18.0")
    assert faults(on, path) == []
    blocked = on.with_token("H16.0", "B&O")
    assert faults(blocked, path) == [("blocked", "H16")]
    assert faults(blocked, path[:3]) == []


def test_both_new_yorks_may_be_on_one_route():
    board = (
        Board(T1830.map())
        .with_token("G19.0", "NYNH")
        .with_tile("G19", "54", 0)
        .with_tile("F18", "7", 5)
        .with_tile("G17", "2", 2)
    )
    path = ("G19.1", "F18", "G17.1", "G19.0")
    report = check_route(
        board, Access("NYNH"), TrainKind("3", (StopCount(3),)), Route("3-0", path), YELLOW
    )
    assert report.faults == ()
    assert [stop.value for stop in report.stops] == [60, 10, 60]
    assert faults(board, path[::-1], "NYNH") == []


def test_the_parts_of_one_red_location_are_not_both_on_a_route():
    board = Board(T1830.map())
    for hex, tile, rotation in (("B10", "57", 2), ("B12", "8", 0)):
        board = board.with_tile(hex, tile, rotation)
    board = board.with_token("B10.0", "PRR").with_tile("B10", "14", 2)
    found = faults(board, ("A9.0", "B10.0", "A11.0"))
    assert ("stop_twice", "A11") in found
    assert ("stop_twice", "A11") not in faults(board, ("A9.0", "B10.0"))


def test_track_that_only_ends_at_a_city_is_not_run_through():
    city = (Stop("city", (("", 20),), slots=1),)
    row = [
        Hex("A1", stops=city, tracks=(Track(4, "s0"),)),
        Hex("A3", stops=city, tracks=(Track(1, "s0", True), Track(4, "s0"))),
        Hex("A5", stops=city, tracks=(Track(1, "s0"),)),
    ]
    board = Board(Map(row)).with_token("A3.0", "PRR")
    assert faults(board, ("A1.0", "A3.0")) == []
    assert faults(board, ("A3.0", "A5.0")) == []
    assert faults(board, ("A1.0", "A3.0", "A5.0")) == [("terminal", "A3")]


def test_two_stops_of_one_tile_may_be_joined_by_track():
    stops = (Stop("city", (("", 20),), slots=1), Stop("town", (("", 10),)))
    board = Board(Map([Hex("A1", stops=stops, tracks=(Track("s0", "s1"),))]))
    board = board.with_token("A1.0", "PRR")
    report = check_route(board, Access("PRR"), ANY, Route("D-0", ("A1.0", "A1.1")), YELLOW)
    assert report.faults == ()
    assert report.revenue == 30
    apart = Board(Map([Hex("A1", stops=stops)])).with_token("A1.0", "PRR")
    assert faults(apart, ("A1.0", "A1.1")) == [("no_track", "A1")]


def test_a_train_runs_once_and_only_trains_there_are(prr):
    trains = {"2-0": TrainKind("2", (StopCount(2),))}
    one, other = Route("2-0", ("H10.0", "H12.0")), Route("2-0", ("H12.0", "H14", "H16.0"))
    assert check_run(prr, Access("PRR"), trains, [one], YELLOW).legal
    twice = check_run(prr, Access("PRR"), trains, [one, other], YELLOW)
    assert [fault.code for fault in twice.all_faults] == ["train_twice"]
    unknown = check_run(prr, Access("PRR"), trains, [Route("3-0", one.path)], YELLOW)
    assert [fault.code for fault in unknown.all_faults] == ["no_such_train"]
    assert not unknown.legal


def test_trains_may_meet_in_a_city_and_use_both_tracks_of_a_crossing(prr):
    trains = {"2-0": TrainKind("2", (StopCount(2),)), "2-1": TrainKind("2", (StopCount(2),))}
    routes = [Route("2-0", ("H10.0", "H12.0")), Route("2-1", ("H12.0", "H14", "H16.0"))]
    report = check_run(prr, Access("PRR"), trains, routes, YELLOW)
    assert report.legal
    assert report.revenue == 60


def test_two_branches_of_a_switch_share_the_track_they_join(prr):
    board = prr.with_tile("H14", "26", 1).with_tile("I15", "53", 2)
    # the switch on H14 leads from H12 to H16 and down to I13
    trains = {"D-0": ANY, "D-1": ANY}
    first = Route("D-0", ("H12.0", "H14", "H16.0"))
    second = Route("D-1", ("H12.0", "H14", "I13"))
    found = check_run(board, Access("PRR"), trains, [first, second], YELLOW).faults
    assert [(f.code, f.hex, f.other, f.train, f.text) for f in found] == [
        ("track_shared", "H12", "H14", "D-0", "D-1")
    ]
