"""A train that floods: every place once that others leave it, and the best run beside it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.board.bestrun.benchmarks import dense_board
from companion.board.bestrun.best_run import best_run, has_route
from companion.board.bestrun.flood_train import FloodReach
from companion.board.bestrun.track_network import network
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.remaining_reach import remaining_stops
from companion.board.routes import Route, check_run
from companion.board.tiles import Stop, Track
from companion.board.trains import CENTRES, Bonus, Fares, StopCount, TrainKind
from tests.board.recorded_boards import T1830

RED, FARES = Access("Red"), Fares(("yellow",))
LEAST = StopCount(2, CENTRES)
FLOOD = TrainKind("Flood", least=LEAST, once=CENTRES, floods=True)
TWO = TrainKind("2", (StopCount(2, CENTRES),), LEAST, once=CENTRES)
DOUBLE = TrainKind(
    "2D+",
    least=LEAST,
    multiplier=2,
    multiplies=CENTRES,
    best=StopCount(2, frozenset({"city"})),
    once=CENTRES,
)


def hex(at, kind, value, *edges, slots=1, **more):
    stop = Stop(kind, (("", value),), slots if kind == "city" else 0, **more)
    return Hex(at, colour="gray", stops=(stop,), tracks=tuple(Track(e, "s0") for e in edges))


@pytest.fixture
def star() -> Board:
    """City B4, 40, with Red's token, and a way each to A3 10, A5 20 (a town), C3 30, C5 50."""
    hexes = (
        hex("B4", "city", 40, 0, 2, 3, 5),
        hex("A3", "city", 10, 5),
        hex("A5", "town", 20, 0),
        hex("C3", "city", 30, 3),
        hex("C5", "city", 50, 2),
    )
    return Board(Map(hexes)).with_token("B4.0", "Red")


def found(board, *kinds, access=RED, fares=FARES):
    """The best run, judged: revenue, and what each flood counts."""
    trains = {f"{kind.name}-{number}": kind for number, kind in enumerate(kinds)}
    best = best_run(board, access, trains, fares)
    report = check_run(board, access, trains, best.routes, fares)
    assert best.proved
    assert (report.all_faults, report.revenue) == ((), best.revenue)
    floods = [route.path for route in best.routes if trains[route.train].floods]
    return best.revenue, *({stop.partition(".")[0] for stop in path} for path in floods)


def run(board, trains, *routes, fares=FARES):
    paths = [Route(train, tuple(f"{at}.0" for at in path.split())) for train, path in routes]
    return check_run(board, RED, trains, paths, fares)


def test_it_counts_every_place_once(star):
    assert found(star, FLOOD) == (150, {"B4", "A3", "A5", "C3", "C5"})
    assert has_route(star, RED, [FLOOD])


def test_it_needs_as_many_places_as_a_route():
    board = Board(Map((hex("A1", "city", 20, 4), hex("A3", "offboard", 50, 1))))
    board = board.with_token("A1.0", "Red")
    assert found(board, FLOOD) == (0,)
    assert not has_route(board, RED, [FLOOD])
    assert found(board, replace(FLOOD, least=StopCount(2))) == (70, {"A1", "A3"})


def test_it_counts_full_cities_and_does_not_pass_them():
    row = (hex("A1", "city", 20, 4), hex("A3", "city", 30, 1, 4), hex("A5", "city", 40, 1))
    board = Board(Map(row)).with_token("A1.0", "Red").with_token("A3.0", "Blue")
    assert found(board, FLOOD) == (50, {"A1", "A3"})
    opened = board.with_top("A3.0", "Blue")
    assert found(opened, FLOOD) == (90, {"A1", "A3", "A5"})


def test_it_counts_an_off_board_of_several_hexes_once_and_both_of_a_region(star):
    row = dict(star.map.hexes)
    row["A3"] = hex("A3", "offboard", 10, 5, group="North")
    row["A5"] = hex("A5", "offboard", 10, 0, group="North")
    row["C3"] = hex("C3", "offboard", 30, 3, region="South")
    row["C5"] = hex("C5", "offboard", 50, 2, region="South")
    board = Board(Map(row.values())).with_token("B4.0", "Red")
    any_two = replace(FLOOD, least=StopCount(2))
    assert found(board, any_two) == (40 + 10 + 30 + 50, {"B4", "A3", "C3", "C5"})


def test_a_place_come_to_only_by_turning_back_is_not_counted():
    """A1 and A7 meet in a switch on A3 whose other side leads to A5 alone."""
    fork = Hex("A3", colour="gray", tracks=(Track(1, 4), Track(0, 4)))
    end = hex("B2", "city", 50, 3)
    board = Board(Map((hex("A1", "city", 20, 4), fork, hex("A5", "city", 30, 1), end)))
    assert found(board.with_token("A1.0", "Red"), FLOOD) == (50, {"A1", "A5"})
    assert found(board.with_token("A5.0", "Red"), FLOOD) == (100, {"A1", "A5", "B2"})


def test_an_off_board_that_follows_is_worth_its_greatest_place_or_other_off_board(star):
    row = dict(star.map.hexes)
    row["A3"] = hex("A3", "offboard", 0, 5, follows=True)
    board = Board(Map(row.values())).with_token("B4.0", "Red")
    assert found(board, FLOOD)[0] == 40 + 20 + 30 + 50 + 50
    row["C3"] = hex("C3", "offboard", 80, 3)
    board = Board(Map(row.values())).with_token("B4.0", "Red")
    assert found(board, FLOOD)[0] == 40 + 20 + 80 + 50 + 80


def test_a_bonus_for_every_stop_of_a_kind_is_its_too(star):
    post = Bonus("post", 10, kinds=CENTRES)
    end = Bonus("ferry", 100, "C5.0", where="end")
    assert found(star, FLOOD, fares=replace(FARES, bonuses=(post, end)))[0] == 150 + 50


def test_beside_another_train_it_counts_what_that_leaves(star):
    # the other doubles B4, C5 and the town; their track is taken, but B4 has more
    assert found(star, FLOOD, DOUBLE) == (2 * (40 + 50 + 20) + 10 + 30, {"B4", "A3", "C3"})
    # a train that doubles nothing earns no more than it takes away
    assert found(star, FLOOD, TWO)[0] == 150
    again = replace(FARES, again=frozenset({"B4.0"}))
    assert found(star, FLOOD, TWO, fares=again)[0] == 150 + 40


def test_the_best_run_leaves_the_flood_its_way():
    """The other train's best route alone would cut the flood off from all beyond C5."""
    hexes = (
        hex("B4", "city", 40, 3, 5, slots=2),
        hex("A5", "city", 30, 0),
        hex("C5", "town", 10, 2, 4, 5),
        hex("C7", "city", 50, 1),
        hex("D6", "city", 60, 2),
    )
    board = Board(Map(hexes)).with_token("B4.0", "Red")
    assert found(board, DOUBLE)[0] == 2 * (40 + 60 + 10)
    # beside a flood: twice B4 and A5, and the flood has C5, C7 and D6
    assert found(board, FLOOD, DOUBLE) == (2 * (40 + 30) + 10 + 50 + 60, {"B4", "C5", "C7", "D6"})


def test_a_second_flood_finds_nothing(star):
    assert found(star, FLOOD, FLOOD) == (150, {"B4", "A3", "A5", "C3", "C5"})
    everything = "B4 A3 A5 C3 C5"
    trains = {"0": FLOOD, "1": FLOOD}
    twice = run(star, trains, ("0", everything), ("1", everything))
    assert [fault.code for fault in twice.all_faults] == ["flood"]


def test_it_has_no_choice(star):
    trains = {"F": FLOOD, "2": TWO}
    assert run(star, trains, ("F", "B4 A3 A5 C3 C5")).revenue == 150
    assert run(star, trains, ("F", "C5 C3 A5 A3 B4")).legal
    for wrong in ("B4 A3", "B4 A3 A5 C3 C5 C5"):
        (fault,) = run(star, trains, ("F", wrong)).all_faults
        assert fault.code == "flood"
    assert fault.says == "Train Flood counts every place that it can reach: B4, A3, A5, C3, C5."
    beside = run(star, trains, ("2", "B4 C5"), ("F", "B4 A3 A5 C3"))
    assert (beside.legal, beside.revenue) == (True, 150)
    assert not run(star, trains, ("2", "B4 C5"), ("F", "B4 A3 A5 C3 C5")).legal
    (fault,) = run(star, trains, ("F", "")).all_faults
    assert fault.code == "too_short"
    assert run(star, trains, ("F", "Z9")).all_faults[0].code == "no_such_stop"


def test_a_city_whose_track_is_all_taken_is_not_counted():
    row = (hex("A1", "city", 20, 4), hex("A3", "city", 30, 1, 4), hex("A5", "city", 40, 1))
    board = Board(Map(row)).with_token("A1.0", "Red").with_token("A3.0", "Red")
    report = run(board, {"F": FLOOD, "2": TWO}, ("2", "A1 A3"), ("F", "A3 A5"))
    assert (report.legal, report.revenue) == (True, 90)
    assert not run(board, {"F": FLOOD, "2": TWO}, ("2", "A1 A3"), ("F", "A1 A3 A5")).legal


@pytest.mark.parametrize("seed", range(12))
def test_network_and_board_agree_on_what_is_reached(seed):
    board = dense_board(T1830.map(), seed, "Red", share=0.6)
    net = network(board, RED, 2)
    reached = {net.places[place].id for place in FloodReach(net).places_without(0)}
    assert reached == remaining_stops(board, RED, (), ())
    assert board.reach(RED).stops - reached <= set(board.own_stops(RED))
