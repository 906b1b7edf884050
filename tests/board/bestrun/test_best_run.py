"""The best run: rule book's table, everything tried on small boards, recorded games, deadlines."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from companion.board.bestrun import best_run as bestrun
from companion.board.bestrun import diagram_search
from companion.board.bestrun.benchmarks import (
    RunProblem,
    bench_best_runs,
    dense_board,
    late_board,
    late_questions,
    late_trains,
)
from companion.board.bestrun.best_run import best_run, has_route
from companion.board.bestrun.deadline import Clock, OutOfTimeError
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import Route, check_route, check_run
from companion.board.tiles import BY_TOKENS, HALF, Stop, Track
from companion.board.trains import Bonus, Fares, StopCount, TrainKind
from tests.board import example_map
from tests.board.recorded_boards import (
    BIG,
    EIGHTEEN_THIRTY,
    RECORDED,
    STEAM_OVER_HOLLAND,
    T1830,
    moments,
)
from tests.oracles import best_runs

LATE = Fares(("yellow", "green", "brown"))


def checked(board, company, trains, fares, deadline=None):
    """The best run, after the other judge of routes has agreed to it."""
    best = best_run(board, Access(company), trains, fares, deadline)
    report = check_run(board, Access(company), trains, best.routes, fares)
    assert report.all_faults == ()
    assert report.revenue == best.revenue
    return best


# the rule book's table "Grootste winsten"


@pytest.mark.parametrize(
    ("trains", "revenue"),
    [
        ("2", 80),
        ("22", 160),
        ("222", 220),
        ("223", 250),
        ("233", 270),
        ("33", 210),
        ("34", 220),
        ("3", 110),
    ],
)
def test_greatest_profits_of_the_rule_book(trains, revenue):
    kinds = {f"{name}-{i}": example_map.TRAINS[name] for i, name in enumerate(trains)}
    best = checked(example_map.example_board(), example_map.HOME, kinds, example_map.FARES)
    assert (best.revenue, best.proved) == (revenue, True)


# everything tried


def random_position(seed):
    dice = random.Random(seed)
    board = best_runs.random_board(dice, dice.randint(5, 12))
    kinds = dice.choices(best_runs.OLD_KINDS, k=dice.randint(1, 4))
    if dice.random() < 0.3:
        kinds = kinds[:1] * len(kinds)
    trains = {f"{kind.name}-{i}": kind for i, kind in enumerate(kinds)}
    stops = list(board.stops())
    bonuses = tuple(
        Bonus("B", 20, dice.choice(stops), dice.choice(("anywhere", "end")), dice.random() < 0.5)
        for _ in range(dice.randint(0, 2))
    )
    return board, trains, replace(best_runs.FARES, bonuses=bonuses)


@pytest.mark.parametrize("seed", range(80))
def test_no_run_on_a_small_board_earns_more(seed):
    board, trains, fares = random_position(seed)
    best = checked(board, best_runs.COMPANY, trains, fares)
    everything = best_runs.exhaustive(board, Access(best_runs.COMPANY), trains, fares)
    assert (best.revenue, best.proved) == (everything, True)


@pytest.mark.parametrize("seed", range(100, 140))
def test_a_rough_beginning_does_not_spoil_the_proof(seed, monkeypatch):
    """The first diagrams are not complete on large networks; here they are so on small ones."""
    for width in ("ROUGH", "_WIDE", "_FINER", "_POSITIONS", "_LARGE"):
        monkeypatch.setattr(diagram_search, width, 2)
    board, trains, fares = random_position(seed)
    best = checked(board, best_runs.COMPANY, trains, fares)
    everything = best_runs.exhaustive(board, Access(best_runs.COMPANY), trains, fares)
    assert (best.revenue, best.proved) == (everything, True)


PORT_KINDS = (*best_runs.OLD_KINDS, *(kind for kind in best_runs.KINDS if kind.best is None))


def port_position(seed):
    """A board with ports, and more trains and tokens than elsewhere, so that they matter."""
    dice = random.Random(seed)
    board = best_runs.random_board(dice, dice.randint(7, 12))
    ports = ((BY_TOKENS,), (HALF,), (BY_TOKENS, HALF))[seed % 3]
    board = best_runs.with_ports(dice, board, *ports)
    for stop in list(board.stops()):
        free = board.stop(stop).slots and None in board.tokens[stop]
        if free and best_runs.COMPANY not in board.tokens[stop] and dice.random() < 0.4:
            board = board.with_token(stop, best_runs.COMPANY)
    kinds = dice.choices(PORT_KINDS, k=dice.choice((1, 1, 2, 2, 3)))
    if dice.random() < 0.3:
        kinds = kinds[:1] * len(kinds)
    trains = {f"{kind.name}-{i}": kind for i, kind in enumerate(kinds)}
    where, stop = dice.choice(("anywhere", "end", "value")), dice.choice(list(board.stops()))
    bonuses = (Bonus("B", 20, stop, where, dice.random() < 0.5),) if dice.random() < 0.3 else ()
    return board, trains, replace(best_runs.FARES, bonuses=bonuses)


@pytest.mark.parametrize("seed", range(400, 490))
def test_no_run_to_ports_on_a_small_board_earns_more(seed):
    board, trains, fares = port_position(seed)
    best = checked(board, best_runs.COMPANY, trains, fares)
    everything = best_runs.exhaustive(board, Access(best_runs.COMPANY), trains, fares)
    assert (best.revenue, best.proved) == (everything, True)


def test_some_of_the_best_runs_go_to_ports():
    ports = 0
    for seed in range(400, 490):
        board, trains, fares = port_position(seed)
        best = best_run(board, Access(best_runs.COMPANY), trains, fares)
        ports += any(board.map.ports.intersection(route.path) for route in best.routes)
    assert ports > 30


@pytest.mark.parametrize("seed", range(500, 530))
def test_a_rough_beginning_does_not_spoil_the_proof_beside_ports(seed, monkeypatch):
    for width in ("ROUGH", "_WIDE", "_FINER", "_POSITIONS", "_LARGE"):
        monkeypatch.setattr(diagram_search, width, 2)
    board, trains, fares = port_position(seed)
    best = checked(board, best_runs.COMPANY, trains, fares)
    everything = best_runs.exhaustive(board, Access(best_runs.COMPANY), trains, fares)
    assert (best.revenue, best.proved) == (everything, True)


@pytest.mark.parametrize("seed", range(600, 640))
def test_has_route_beside_ports_when_and_only_when_there_is_one(seed):
    board, trains, _ = port_position(seed)
    access = Access(best_runs.COMPANY)
    routes = [Route("t", way) for way in best_runs.ways(board)]
    for kind in set(trains.values()):
        reports = (check_route(board, access, kind, route, best_runs.FARES) for route in routes)
        assert has_route(board, access, [kind]) is any(not report.faults for report in reports)


@pytest.mark.parametrize("seed", range(200, 240))
def test_has_route_when_and_only_when_there_is_one(seed):
    board, trains, _ = random_position(seed)
    ways = list(best_runs.ways(board))
    for kind in set(trains.values()):
        legal = any(
            not check_route(
                board, Access(best_runs.COMPANY), kind, Route("t", way), best_runs.FARES
            ).faults
            for way in ways
        )
        assert has_route(board, Access(best_runs.COMPANY), [kind]) is legal


# recorded games


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_recorded_runs_are_never_better_than_the_best(game):
    title = RECORDED[game]
    held: dict[str, list[str]] = {}
    seen = 0
    for moment in moments(game):
        if moment.line["type"] == "run_routes":
            company = moment.action["entity"]
            trains = {f"{name}-{i}": title.trains[name] for i, name in enumerate(held[company])}
            fares = Fares(title.colours(moment.phase), moment.bonuses)
            best = checked(moment.board, company, trains, fares)
            entered = sum(route["revenue"] for route in moment.line["routes"])
            assert best.proved
            assert best.revenue >= entered, moment.line["id"]
            assert best.revenue == 0 or has_route(
                moment.board, Access(company), list(trains.values())
            )
            seen += 1
        changed = moment.line.get("changed") or moment.line.get("state") or {}
        for company, what in (changed.get("companies") or {}).items():
            held[company] = what.get("trains", held.get(company, []))
    assert seen > 20


# single rules


def row(*hexes: Hex) -> Board:
    return Board(Map(hexes))


def city(at, *edges, value=20, slots=1, **more):
    tracks = tuple(Track(edge, "s0") for edge in edges)
    return Hex(
        at, colour="gray", stops=(Stop("city", (("", value),), slots),), tracks=tracks, **more
    )


def town(at, *edges, value=10):
    tracks = tuple(Track(edge, "s0") for edge in edges)
    return Hex(at, colour="gray", stops=(Stop("town", (("", value),)),), tracks=tracks)


def off_board(at, edge, value=30, group=None, terminal=False):
    stop = Stop("offboard", (("", value),), group=group)
    return Hex(at, colour="red", stops=(stop,), tracks=(Track(edge, "s0", terminal),))


TWO, THREE, DIESEL = EIGHTEEN_THIRTY["2"], EIGHTEEN_THIRTY["3"], EIGHTEEN_THIRTY["D"]


def one_train(board, kind, company="PRR", bonuses=()):
    return checked(board, company, {"t": kind}, replace(LATE, bonuses=tuple(bonuses)))


def test_a_company_without_a_token_runs_nothing():
    board = row(city("A1", 4), city("A3", 1))
    best = one_train(board, DIESEL)
    assert (best.routes, best.revenue, best.proved) == ((), 0, True)
    assert not has_route(board, Access("PRR"), [DIESEL])


def test_a_company_without_trains_runs_nothing():
    board = row(city("A1", 4), city("A3", 1)).with_token("A1.0", "PRR")
    best = best_run(board, Access("PRR"), {}, LATE)
    assert (best.routes, best.revenue, best.proved) == ((), 0, True)
    assert not has_route(board, Access("PRR"), [])


def test_a_single_stop_is_no_route():
    board = row(city("A1", 4), Hex("A3", colour="gray", tracks=(Track(1, 4),)))
    board = board.with_token("A1.0", "PRR")
    assert one_train(board, DIESEL).revenue == 0
    assert not has_route(board, Access("PRR"), [DIESEL])


def test_a_train_ends_at_a_city_full_of_others_tokens_and_runs_through_its_own():
    board = row(city("A1", 4), city("A3", 1, 4), city("A5", 1)).with_token("A1.0", "PRR")
    assert one_train(board, DIESEL).revenue == 60
    assert one_train(board.with_token("A3.0", "NYC"), DIESEL).revenue == 40
    assert one_train(board.with_token("A3.0", "PRR"), DIESEL).revenue == 60


def test_an_off_board_is_an_end_and_its_parts_are_one_place():
    board = row(
        off_board("A1", 4, group="West"), city("A3", 1, 4), off_board("A5", 1, 40, group="West")
    ).with_token("A3.0", "PRR")
    best = one_train(board, DIESEL)
    assert best.revenue == 60
    apart = row(off_board("A1", 4), city("A3", 1, 4), off_board("A5", 1, 40))
    assert one_train(apart.with_token("A3.0", "PRR"), DIESEL).revenue == 90


def test_terminal_track_ends_a_route():
    tracks = (Track(1, "s0", True), Track(4, "s0", True))
    middle = Hex("A3", colour="gray", stops=(Stop("city", (("", 30),), 1),), tracks=tracks)
    board = row(city("A1", 4), middle, city("A5", 1)).with_token("A1.0", "PRR")
    assert one_train(board, DIESEL).revenue == 50


def test_the_two_stops_of_one_hex_joined_by_track_are_two_stops():
    twin = (Stop("city", (("", 30),), 1), Stop("city", (("", 30),), 1))
    tracks = (Track(1, "s0"), Track("s0", "s1"))
    board = row(city("A1", 4), Hex("A3", colour="gray", stops=twin, tracks=tracks))
    board = board.with_token("A1.0", "PRR")
    best = one_train(board, DIESEL)
    assert best.routes[0].path in (("A1.0", "A3.0", "A3.1"), ("A3.1", "A3.0", "A1.0"))


def test_trains_share_a_station_but_no_track():
    board = row(city("A1", 4), city("A3", 1, 4), city("A5", 1)).with_token("A3.0", "PRR")
    trains = {"2-0": TWO, "2-1": TWO, "2-2": TWO}
    best = checked(board, "PRR", trains, LATE)
    assert best.revenue == 80
    assert len(best.routes) == 2


def test_towns_that_do_not_count_are_passed_and_paid_but_no_ends():
    board = row(city("A1", 4), town("A3", 1, 4), town("A5", 1, 4), city("A7", 1, 4), town("A9", 1))
    board = board.with_token("A1.0", "NRS")
    assert one_train(board, STEAM_OVER_HOLLAND["2"], "NRS").revenue == 60
    assert one_train(board, STEAM_OVER_HOLLAND["3E"], "NRS").revenue == 80
    short = row(city("A1", 4), town("A3", 1)).with_token("A1.0", "NRS")
    assert not has_route(short, Access("NRS"), [STEAM_OVER_HOLLAND["6"]])
    assert has_route(short, Access("NRS"), [TrainKind("2", (StopCount(2),))])


def test_a_bonus_can_make_another_route_the_best():
    board = row(off_board("A1", 4), city("A3", 1, 4), off_board("A5", 1, 40))
    board = board.with_token("A3.0", "NRS")
    ferry = Bonus("ferry", 20, "A1.0", where="end")
    assert one_train(board, TWO, "NRS").revenue == 60
    best = one_train(board, TWO, "NRS", bonuses=[ferry])
    assert best.revenue == 70
    twice = TrainKind("2E", (StopCount(2),), ends=BIG, multiplier=2)
    assert one_train(board, twice, "NRS", bonuses=[ferry]).revenue == 120


def test_values_follow_the_colours_reached():
    stop = Stop("offboard", (("yellow", 30), ("brown", 60)))
    red = Hex("A1", colour="red", stops=(stop,), tracks=(Track(4, "s0"),))
    board = row(red, city("A3", 1)).with_token("A3.0", "PRR")
    for colours, revenue in ((("yellow", "green"), 50), (LATE.colours, 80)):
        assert checked(board, "PRR", {"t": TWO}, Fares(colours)).revenue == revenue


# deadlines


class Looks(Clock):
    """A clock whose time is over when it has been looked at so many times, however fast it goes."""

    def __init__(self, left: int) -> None:
        super().__init__(None)
        self.left = left

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise OutOfTimeError


def test_a_deadline_gives_a_legal_run_and_claims_no_proof(monkeypatch):
    monkeypatch.setattr(bestrun, "Clock", lambda until: Looks(1000))
    board = dense_board(T1830.map(), 1, "PRR", share=1.0)
    trains = {f"D-{i}": DIESEL for i in range(4)}
    best = checked(board, "PRR", trains, LATE, deadline=1.0)
    assert best.revenue > 0
    assert not best.proved


def test_no_time_at_all_claims_no_proof():
    board = dense_board(T1830.map(), 3, "PRR")
    best = checked(board, "PRR", {"D-0": DIESEL, "D-1": DIESEL}, LATE, deadline=0.0)
    assert not best.proved


def test_a_deadline_that_is_not_reached_changes_nothing():
    board = dense_board(T1830.map(), 3, "PRR")
    trains = {"D-0": DIESEL, "5-0": EIGHTEEN_THIRTY["5"]}
    free, bound = (checked(board, "PRR", trains, LATE, deadline=d) for d in (None, 60.0))
    assert free.proved and bound.proved
    assert free.revenue == bound.revenue


def test_the_bench_counts_what_it_measures():
    board = row(city("A1", 4), city("A3", 1)).with_token("A1.0", "PRR")
    asked = [
        RunProblem(board, Access("PRR"), {"t": TWO}, LATE, entered=entered)
        for entered in (30, 40, 50)
    ]
    figures = bench_best_runs(asked)
    assert (figures.count, figures.proved, figures.beaten, figures.short) == (3, 3, 1, 1)
    assert 0 < figures.median <= figures.longest


def test_late_boards_are_laid_by_the_rules_and_the_same_each_time():
    board, company = late_board(T1830.map(), 4)
    again, _ = late_board(T1830.map(), 4)
    assert (board.laid, board.tokens) == (again.laid, again.tokens)
    assert len(board.laid) > 30
    grown = Board(board.map)
    for hex, lay in board.laid.items():
        assert lay.tile in board.map.tiles
        grown = grown.with_tile(hex, lay.tile, lay.rotation)
    assert len(board.reach(Access(company)).stops) > 5


def test_late_questions_ask_for_every_kind_of_train():
    asked = list(late_questions([T1830.map()], boards=1))
    assert len(asked) == len(late_trains())
    kinds = {kind for question in asked for kind in question.trains.values()}
    assert any(kind.floods for kind in kinds)
    assert any(kind.best for kind in kinds)
    assert any(len(kind.limits) > 1 for kind in kinds)
    assert {bool(kind.once) for kind in kinds} == {True, False}
    figures = bench_best_runs(asked[-3:])
    assert (figures.count, figures.proved) == (3, 3)
