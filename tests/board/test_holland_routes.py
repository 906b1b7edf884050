"""The route examples of the Steam over Holland manual: NCS and NRS around Amsterdam."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.routes import Route, check_run
from companion.board.trains import Bonus, Fares, StopCount, TrainKind
from tests.board.recorded_boards import SOH

LAID = {
    "F9": ("SOH6", 0),
    "G8": ("8", 1),
    "G6": ("58", 4),
    "H5": ("57", 0),
    "G10": ("8", 2),
    "G12": ("58", 5),
    "H13": ("15", 0),
    "H11": ("9", 1),
    "H9": ("14", 0),
    "I8": ("9", 0),
    "J7": ("57", 0),
}
UTRECHT_ARNHEM_AMSTERDAM = ("H9.0", "H11", "H13.0", "G12.0", "G10", "F9.0")
BREDA_UTRECHT = ("J7.0", "I8", "H9.0")
FARES = Fares(("yellow", "green"))


@pytest.fixture(scope="module")
def board():
    board = Board(SOH.map())
    for hex, (tile, rotation) in LAID.items():
        board = board.with_tile(hex, tile, rotation)
    return board.with_token("H9.0", "NCS").with_token("F9.0", "NRS")


def judged(board, company, *legs):
    trains = {f"{name}-{i}": SOH.trains[name] for i, (name, _) in enumerate(legs)}
    routes = [Route(f"{name}-{i}", path) for i, (name, path) in enumerate(legs)]
    return check_run(board, Access(company), trains, routes, FARES)


def codes(report):
    return [(fault.code, fault.hex) for fault in report.all_faults]


def test_ncs_runs_two_3_trains(board):
    report = judged(board, "NCS", ("3", UTRECHT_ARNHEM_AMSTERDAM), ("3", BREDA_UTRECHT))
    assert report.legal
    assert [route.revenue for route in report.routes] == [110, 50]


def test_ncs_does_not_run_to_amsterdam_twice(board):
    report = judged(board, "NCS", ("3", UTRECHT_ARNHEM_AMSTERDAM), ("3", UTRECHT_ARNHEM_AMSTERDAM))
    assert {fault.code for fault in report.all_faults} == {"track_shared"}


def test_ncs_is_blocked_in_amsterdam(board):
    to_the_hague = (*UTRECHT_ARNHEM_AMSTERDAM, "G8", "G6.0", "H5.0")
    assert codes(judged(board, "NCS", ("4", to_the_hague))) == [("blocked", "F9")]


def test_ncs_does_not_run_in_and_out_of_amsterdam_over_the_same_track(board):
    back = (*UTRECHT_ARNHEM_AMSTERDAM, "G10", "G12.0", "H13.0")
    found = {fault.code for fault in judged(board, "NCS", ("5", back)).all_faults}
    assert {"track_twice", "stop_twice", "blocked"} <= found


def test_nrs_runs_a_5_train_through_amsterdam(board):
    path = ("H5.0", "G6.0", "G8", "F9.0", *UTRECHT_ARNHEM_AMSTERDAM[-2::-1], "I8", "J7.0")
    report = judged(board, "NRS", ("5", path))
    assert report.legal
    assert report.revenue == 160


def test_towns_do_not_count_against_the_length_but_pay(board):
    report = judged(board, "NCS", ("3", UTRECHT_ARNHEM_AMSTERDAM))
    assert ("G12.0", "Amersfoort", 10, True) in [
        (s.stop, s.name, s.value, s.counted) for s in report.routes[0].stops
    ]


def test_a_route_does_not_end_at_a_town(board):
    assert codes(judged(board, "NCS", ("3", UTRECHT_ARNHEM_AMSTERDAM[:4]))) == [
        ("wrong_end", "G12")
    ]


def test_a_3e_counts_no_towns_and_doubles(board):
    report = judged(board, "NCS", ("3E", UTRECHT_ARNHEM_AMSTERDAM))
    assert report.legal
    assert report.revenue == 200


def test_amsterdams_two_cities_are_two_stations_until_the_brown_tile(board):
    other = TrainKind("5", (StopCount(5),))
    split = board.with_tile("F9", "SOH6", 3)
    ring = ("F9.0", "F9.1")
    assert split.station(ring[0]) != split.station(ring[1])
    joined = board.with_tile("F9", "SOH7", 0)
    assert joined.tokens["F9.0"] == ("NRS", None)
    assert "F9.1" not in joined.tokens
    report = check_run(joined, Access("NCS"), {"5": other}, [Route("5", ring)], FARES)
    assert "no_such_stop" in [fault.code for fault in report.all_faults]


@pytest.mark.parametrize(
    ("where", "stop", "earned"),
    [
        ("anywhere", "G12.0", 120),
        ("end", "G12.0", 110),
        ("end", "F9.0", 120),
        ("anywhere", "J7.0", 110),
    ],
)
def test_a_bonus_is_earned_where_it_lies(board, where, stop, earned):
    trains = {"3-0": SOH.trains["3"]}
    routes = [Route("3-0", UTRECHT_ARNHEM_AMSTERDAM)]
    bonus = Bonus("ferry", 10, stop, where)
    report = check_run(board, Access("NCS"), trains, routes, replace(FARES, bonuses=(bonus,)))
    assert report.revenue == earned


def test_a_forked_small_city_is_one_station(board):
    forked = board.with_tile("G12", "981", 3)
    assert forked.station("G12.0") == forked.station("G12.1")
    assert len(set(forked.stops())) == len(set(board.stops())) + 1
