"""The board as one company sees it: tokens and borders it may pass, stops that count."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.bestrun.best_run import best_run, has_route
from companion.board.bestrun.track_network import network
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.lays import faults, lays
from companion.board.map import Border, Hex, Map
from companion.board.path_completion import join_stops
from companion.board.routes import Route, check_route
from companion.board.tiles import Stop, Track
from companion.board.trains import Fares, TrainKind

RED = Access("Red")
NOBODY = "State"
ANY = TrainKind("D")
NO_FARES = Fares(())


def city(at, *edges, value=20, slots=1, **more):
    tracks = tuple(Track(edge, "s0") for edge in edges)
    stop = Stop("city", (("", value),), slots)
    return Hex(at, colour="gray", stops=(stop,), tracks=tracks, **more)


def off_board(at, edge, value=30):
    return Hex(
        at, colour="red", stops=(Stop("offboard", (("", value),)),), tracks=(Track(edge, "s0"),)
    )


@pytest.fixture
def line() -> Board:
    """Four cities in a row, A1 A3 A5 A7, and an off-board at the end; Red's token lies in A1."""
    row = (city("A1", 4), city("A3", 1, 4), city("A5", 1, 4), city("A7", 1, 4), off_board("A9", 1))
    return Board(Map(row)).with_token("A1.0", "Red")


def find_reach_and_revenue(board, access, kind=ANY, path=None):
    """Return the answers of the board: stops reached, places of the network, best run."""
    best = best_run(board, access, {"t": kind}, NO_FARES)
    assert best.proved
    assert has_route(board, access, [kind]) is bool(best.routes)
    for route in best.routes:
        report = check_route(board, access, kind, route, NO_FARES)
        assert (report.faults, report.revenue) == ((), best.revenue)
    places = {place.id for place in network(board, access).places}
    return board.reach(access).stops, places, best.revenue


def codes(board, access, path):
    report = check_route(board, access, ANY, Route("t", path), NO_FARES)
    return [(fault.code, fault.hex) for fault in report.faults]


def stops(*columns):
    return {f"A{column}.0" for column in columns}


WHOLE = ("A1.0", "A3.0", "A5.0", "A7.0", "A9.0")


def test_an_access_is_a_value_that_caches_can_hang_on():
    assert Access("Red", passes=frozenset({NOBODY})) == Access("Red", frozenset([NOBODY]))
    assert len({RED, Access("Red"), Access("Blue"), replace(RED, barriers=False)}) == 3


def test_by_default_everything_is_open_but_full_cities(line):
    assert find_reach_and_revenue(line, RED) == (stops(1, 3, 5, 7, 9), stops(1, 3, 5, 7, 9), 110)
    full = line.with_token("A5.0", "Blue")
    assert find_reach_and_revenue(full, RED) == (stops(1, 3, 5), stops(1, 3, 5), 60)
    assert codes(full, RED, WHOLE) == [("blocked", "A5")]
    assert codes(full, RED, WHOLE[:3]) == []


def test_a_token_of_nobody_stops_only_those_it_is_meant_to_stop(line):
    board = line.with_token("A5.0", NOBODY)
    assert find_reach_and_revenue(board, RED)[2] == 60
    local = replace(RED, passes=frozenset({NOBODY}))
    assert find_reach_and_revenue(board, local) == (stops(1, 3, 5, 7, 9), stops(1, 3, 5, 7, 9), 110)
    assert codes(board, local, WHOLE) == []
    assert codes(line.with_token("A5.0", "Blue"), local, WHOLE) == [("blocked", "A5")]


def test_one_circle_that_lets_pass_is_enough():
    row = (city("A1", 4), city("A3", 1, 4, slots=2), city("A5", 1))
    board = Board(Map(row)).with_token("A1.0", "Red").with_token("A3.0", "Blue")
    full = board.with_token("A3.0", NOBODY)
    assert not board.blocks("A3.0", RED)
    assert full.blocks("A3.0", RED)
    assert not full.blocks("A3.0", replace(RED, passes=frozenset({NOBODY})))


def test_an_own_token_that_does_not_count_now_is_as_anothers(line):
    board = line.with_token("A5.0", "Red")
    without = replace(RED, ignored=frozenset({"A5.0"}))
    assert find_reach_and_revenue(board, RED)[2] == 110
    assert find_reach_and_revenue(board, without) == (stops(1, 3, 5), stops(1, 3, 5), 60)
    assert codes(board, without, ("A5.0", "A7.0")) == [("no_token", "A5")]
    nothing = replace(RED, ignored=frozenset({"A1.0", "A5.0"}))
    assert find_reach_and_revenue(board, nothing) == (set(), set(), 0)


def test_a_closed_hex_is_neither_come_to_nor_passed(line):
    """Here a city that only those may enter who have paid for it."""
    without = replace(RED, closed=frozenset({"A5"}))
    assert find_reach_and_revenue(line, without) == (stops(1, 3), stops(1, 3), 40)
    assert codes(line, without, WHOLE) == [("closed", "A5")]
    assert ("A3", 4) not in line.reach(without).edges
    assert find_reach_and_revenue(line, replace(RED, closed=frozenset({"A5.0"})))[0] == stops(1, 3)
    home = replace(RED, closed=frozenset({"A1"}))
    assert find_reach_and_revenue(line, home) == (set(), set(), 0)  # not even where its token lies


def test_a_closed_stop_leaves_the_track_beside_it_open():
    both = Hex(
        "A3",
        colour="gray",
        stops=(Stop("city", (("", 50),), 1),),
        tracks=(Track(1, "s0"), Track("s0", 4), Track(1, 4)),
    )
    board = Board(Map((city("A1", 4), both, city("A5", 1)))).with_token("A1.0", "Red")
    closed = replace(RED, closed=frozenset({"A3.0"}))
    assert find_reach_and_revenue(board, RED)[2] == 90
    assert find_reach_and_revenue(board, closed) == (stops(1, 5), stops(1, 5), 40)
    assert codes(board, closed, ("A1.0", "A3", "A5.0")) == []
    assert codes(board, closed, ("A1.0", "A3.0", "A5.0")) == [("closed", "A3")]


def test_off_boards_may_be_closed_to_a_company(line):
    local = replace(RED, off_boards=False)
    assert find_reach_and_revenue(line, local) == (stops(1, 3, 5, 7), stops(1, 3, 5, 7), 80)
    assert codes(line, local, WHOLE) == [("closed", "A9")]
    assert codes(line, local, WHOLE[:4]) == []


@pytest.fixture
def border() -> Board:
    """A1 and A3 joined by track over a barrier, which A1 names; then A5."""
    barrier = (Border(4, "barrier"),)
    row = (city("A1", 4, borders=barrier), city("A3", 1, 4), city("A5", 1))
    return Board(Map(row))


@pytest.mark.parametrize("home", ["A1.0", "A3.0"])
def test_no_route_crosses_a_barrier_that_is_closed(border, home):
    board = border.with_token(home, "Red")
    before = replace(RED, barriers=False)
    assert find_reach_and_revenue(board, RED) == (stops(1, 3, 5), stops(1, 3, 5), 60)
    here, earns = (stops(1), 0) if home == "A1.0" else (stops(3, 5), 40)
    assert find_reach_and_revenue(board, before)[::2] == (here, earns)
    assert codes(board, before, ("A1.0", "A3.0", "A5.0")) == [("barred", "A1")]


def test_a_lay_makes_no_new_connection_over_a_closed_barrier_but_may_end_there():
    row = (
        Hex("A1", stops=(Stop("city", (("", 0),), 1),)),
        Hex("A3", borders=(Border(4, "barrier"),)),
        Hex("A5"),
    )
    board = Board(Map(row)).with_token("A1.0", "Red").with_tile("A1", "57", 1)
    before = replace(RED, barriers=False)
    assert faults(board, "A3", "9", 1, before) == []
    joined = board.with_tile("A5", "9", 1)
    (fault,) = faults(joined, "A3", "9", 1, before)
    assert (fault.code, fault.edge, fault.other) == ("barrier", 4, "A5")
    assert faults(joined, "A3", "9", 1, RED) == []
    assert ("9", 1) not in lays(joined, "A3", ["9"], before)
    assert ("9", 1) in lays(joined, "A3", ["9"], RED)


def test_a_closed_barrier_does_not_stop_the_track_that_a_lay_has_to_join(border):
    row = (border.map.hexes["A1"], border.map.hexes["A3"], Hex("A5"))
    board = Board(Map(row)).with_token("A1.0", "Red")
    before = replace(RED, barriers=False)
    assert "A3.0" not in board.reach(before).stops
    joining = {f.code for f in faults(board, "A5", "8", 1, before)}
    assert joining == {f.code for f in faults(board, "A5", "8", 1, RED)} == {"off_board"}
    assert "not_reached" in {f.code for f in faults(board, "A5", "8", 2, before)}


def test_a_lay_that_needs_no_network_still_minds_barriers():
    row = (Hex("A1", borders=(Border(4, "barrier"),)), Hex("A3"))
    board = Board(Map(row)).with_tile("A3", "9", 1)
    before = replace(RED, barriers=False)
    assert "not_reached" in {f.code for f in faults(board, "A1", "9", 1, RED)}
    assert "not_reached" not in {f.code for f in faults(board, "A1", "9", 1, RED, joined=False)}
    assert "barrier" in {f.code for f in faults(board, "A1", "9", 1, before, joined=False)}


def test_a_token_on_top_of_another_opens_a_full_city_to_all_others(line):
    full = line.with_token("A5.0", "Blue")
    board = full.with_top("A5.0", "Blue")
    assert full.blocks("A5.0", RED)
    assert board.full("A5.0", RED) and not board.blocks("A5.0", RED)
    assert board.reach(RED).stops == stops(1, 3, 5, 7, 9)
    assert codes(board, RED, WHOLE) == []


def test_a_route_may_need_no_token(line):
    roaming = replace(Access("Mine"), anywhere=True)
    board = line.with_token("A5.0", "Blue")
    assert codes(board, Access("Mine"), ("A1.0", "A3.0")) == [("no_token", "A1")]
    assert codes(board, roaming, ("A3.0", "A5.0")) == []
    assert codes(board, roaming, ("A3.0", "A5.0", "A7.0")) == [("blocked", "A5")]
    assert best_run(board, roaming, {"t": ANY}, NO_FARES).revenue == 70


def test_one_access_is_not_answered_from_the_cache_of_another(line):
    board = line.with_token("A5.0", NOBODY)
    local = replace(RED, passes=frozenset({NOBODY}))
    assert board.reach(RED).stops != board.reach(local).stops
    further = board.with_token("A7.0", "Blue")
    assert further.reach(RED) is board.reach(RED)  # it does not come so far
    assert further.reach(local).stops == stops(1, 3, 5, 7)


def test_a_path_is_not_led_through_what_blocks(line):
    board = line.with_token("A5.0", NOBODY)
    assert join_stops(board, RED, ANY, ["A1.0", "A7.0"]).path is None
    local = replace(RED, passes=frozenset({NOBODY}))
    assert join_stops(board, local, ANY, ["A1.0", "A7.0"]).path == WHOLE[:4]
