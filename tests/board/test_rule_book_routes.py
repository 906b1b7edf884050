"""The train route examples of the 1830 rule book, items 1 to 8, one by one."""

from __future__ import annotations

import pytest

from companion.board.company_access import Access
from companion.board.path_completion import join_stops
from companion.board.routes import Route, check_route, check_run
from companion.board.trains import Fares
from tests.board.example_map import FARES, HOME, STOPS, TRAINS, example_board, run, stop, way

LEGAL_2 = {"FE": 80, "FCBE": 80, "FIJ": 60}
LEGAL_3 = {
    "EFIJ": 90,
    "EBCFIJ": 90,
    "GCBEF": 100,
    "FED": 110,
    "FEH": 100,
    "FCBED": 110,
    "FCBEH": 100,
}
ILLEGAL_2 = [
    ("FCG", "reversal", "C"),
    ("FCBAD", "crossing", "B"),
    ("DE", "no_token", "D"),
    ("EH", "no_token", "E"),
    ("EBCG", "no_token", "E"),
]
ILLEGAL_3 = [
    ("FEBCF", "stop_twice", "F"),
    ("EFE", "stop_twice", "E"),
    ("EFE", "track_twice", "F"),
]
PAIRS_3 = [
    ("EFIJ", "FCBED", 200),
    ("EFIJ", "FCBEH", 190),
    ("GCBEF", "FIJ", 160),
    ("EBCFIJ", "DEF", 200),
    ("EBCFIJ", "HEF", 190),
    ("FCBED", "FEH", 210),
    ("FCBEH", "FED", 210),
]


@pytest.fixture(scope="module")
def board():
    return example_board()


def judged(board, *legs):
    trains, routes = run(*legs)
    return check_run(board, Access(HOME), trains, routes, FARES)


def places(faults):
    return {(fault.code, fault.hex) for fault in faults}


@pytest.mark.parametrize(("letters", "revenue"), LEGAL_2.items())
def test_item_1_one_2_train_may_run(board, letters, revenue):
    for direction in (letters, letters[::-1]):
        report = judged(board, ("2", direction))
        assert report.legal
        assert report.revenue == revenue


@pytest.mark.parametrize(("letters", "code", "at"), ILLEGAL_2)
def test_item_2_one_2_train_may_not_run(board, letters, code, at):
    report = judged(board, ("2", letters))
    assert places(report.all_faults) == {(code, way(at)[0].removesuffix(".0"))}


def test_item_2_a_route_does_not_change_track_at_an_overpass_and_come_back(board):
    codes = {fault.code for fault in judged(board, ("2", "FCBAB")).all_faults}
    assert "crossing" in codes


def test_items_3_and_4_two_or_three_2_trains_may_run_any_of_them_together(board):
    assert judged(board, ("2", "FE"), ("2", "FCBE")).revenue == 160
    for pair in (("FE", "FCBE"), ("FE", "FIJ"), ("FCBE", "FIJ")):
        assert judged(board, *(("2", letters) for letters in pair)).legal
    three = judged(board, ("2", "FE"), ("2", "FCBE"), ("2", "FIJ"))
    assert three.legal
    assert three.revenue == 220


@pytest.mark.parametrize(("letters", "revenue"), LEGAL_3.items())
def test_item_5_one_3_train_may_run(board, letters, revenue):
    report = judged(board, ("3", letters))
    assert report.legal
    assert report.revenue == revenue


@pytest.mark.parametrize("letters", LEGAL_3)
def test_a_2_train_is_too_short_for_three_stops(board, letters):
    assert [fault.code for fault in judged(board, ("2", letters)).all_faults] == ["too_long"]


@pytest.mark.parametrize(("letters", "code", "at"), ILLEGAL_3)
def test_item_6_one_3_train_may_not_run(board, letters, code, at):
    report = judged(board, ("3", letters))
    assert (code, way(at)[0].removesuffix(".0")) in places(report.all_faults)


@pytest.mark.parametrize(("one", "other", "revenue"), PAIRS_3)
def test_item_7_two_3_trains_may_run(board, one, other, revenue):
    report = judged(board, ("3", one), ("3", other))
    assert report.legal
    assert report.revenue == revenue


def test_item_8_two_trains_may_not_share_track(board):
    report = judged(board, ("3", "FED"), ("3", "FEH"))
    assert [route.faults for route in report.routes] == [(), ()]
    (fault,) = report.faults
    assert fault.code == "track_shared"
    assert {fault.hex, fault.other} == {way("F")[0].removesuffix(".0"), "E11"}


def test_a_route_does_not_pass_through_a_red_hex(board):
    found = places(judged(board, ("4", "FEDA")).all_faults)
    assert ("off_board_passed", "D12") in found


def test_a_route_does_not_begin_and_end_at_the_same_red_hex(board):
    straight = board.with_tile("E9", "9", 0)
    report = check_route(straight, Access(HOME), TRAINS["4"], Route("4-0", way("DABCFED")), FARES)
    assert places(report.faults) == {("stop_twice", "D12")}


def test_off_board_values_rise_with_the_brown_tiles(board):
    trains, routes = run(("3", "FED"))
    assert (
        check_run(board, Access(HOME), trains, routes, Fares(("yellow", "green", "brown"))).revenue
        == 130
    )


def test_the_routes_are_found_from_the_stops_tapped(board):
    for letters in (*LEGAL_2, *LEGAL_3):
        stops = [stop(letter) for letter in letters if letter in STOPS]
        joined = join_stops(board, Access(HOME), TRAINS["3"], stops)
        assert joined.faults == ()
        assert [node for node in joined.path if "." in node] == stops


def test_a_second_route_between_the_same_stops_takes_the_free_track(board):
    first = Route("2-0", way("FE"))
    joined = join_stops(board, Access(HOME), TRAINS["2"], [stop("F"), stop("E")], [first])
    assert joined.path == way("FCBE")
    assert joined.faults == ()


def test_when_no_free_track_is_left_the_shared_track_is_named(board):
    others = [Route("2-0", way("FE")), Route("2-1", way("FCBE"))]
    joined = join_stops(board, Access(HOME), TRAINS["2"], [stop("F"), stop("E")], others)
    assert {fault.code for fault in joined.faults} == {"track_shared"}
    assert joined.faults[0].train == "2-0"


def test_tapping_stops_that_only_a_reversal_joins_names_the_junction(board):
    joined = join_stops(board, Access(HOME), TRAINS["2"], [stop("G"), stop("F")])
    # G to F by the switch is a reversal; the way round by E is the one that is put in
    assert joined.path == way("GCBEF")
    assert [fault.code for fault in joined.faults] == ["too_long"]
    blocked = board.with_token(stop("E"), "PRR").with_token(stop("E"), "NYC")
    joined = join_stops(blocked, Access(HOME), TRAINS["2"], [stop("G"), stop("F")])
    assert joined.path is None
    assert places(joined.faults) == {("reversal", "F8")}
