"""Run trains: what each kind of train reaches and pays, Canada, Altoona, and the coalfields."""

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import Route, check_run
from companion.board.tiles import Stop, Track
from companion.board.trains import Fares
from companion.rules.core.actions import RunTrains
from companion.rules.operating.running import find_best, report_run
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated

YELLOW = Fares(("yellow",))
THROUGH = (Track(1, "s0"), Track(4, "s0"))


def city(value: int) -> Stop:
    return Stop("city", (("", value),), 1)


def row() -> Board:
    """City 30 with a marker of GT, town 10, town 10, city 40."""
    stops = (city(30), Stop("town", (("", 10),)), Stop("town", (("", 10),)), city(40))
    hexes = [
        Hex(f"B{2 * n + 2}", colour="gray", stops=(stop,), tracks=THROUGH)
        for n, stop in enumerate(stops)
    ]
    return Board(Map(hexes)).with_token("B2.0", "GT")


def earns(train: str, *path: str) -> int | str:
    """The revenue of a train on a route of that row; the fault of one that it may not run."""
    kind = Position("1828").data.trains[train].kind
    report = check_run(row(), Access("GT"), {"it": kind}, [Route("it", path)], YELLOW)
    return report.all_faults[0].code if report.all_faults else report.revenue


@pytest.mark.parametrize(
    ("train", "revenue"),
    [("D", 90), ("3+D", 180), ("8E", 70), ("5", 90), ("6", 90), ("3", "too_long")],
)
def test_kinds_of_trains_on_city_town_town_city(train, revenue):
    assert earns(train, "B2.0", "B4.0", "B6.0", "B8.0") == revenue


def test_a_town_is_a_centre_that_a_3d_doubles_and_an_8e_does_not_pay():
    assert earns("3+D", "B4.0", "B2.0") == 80
    assert earns("8E", "B4.0", "B2.0") == 30


def test_a_route_has_two_centres_and_a_city_with_an_own_marker():
    assert earns("2", "B2.0") != 30
    assert earns("2", "B6.0", "B8.0") == "no_token"


@pytest.mark.parametrize("train", ["2", "3", "5", "3+D", "8E", "D"])
def test_the_best_run_is_exact_and_proved(train):
    kind = Position("1828").data.trains[train].kind
    best = best_run(row(), Access("GT"), {"it": kind}, YELLOW)
    paths = [[f"B{n}.0" for n in range(a, b + 1, 2)] for a in (2, 4, 6) for b in range(a + 2, 9, 2)]
    earned = [earns(train, *path) for path in paths]
    assert best.proved
    assert best.revenue == max(value for value in earned if isinstance(value, int))


# --- on the map


def running(company: str, *trains: str) -> Position:
    return floated(company).trains(company, *trains).operating(company, "run")


def says(at: Position, company: str, *path: str) -> set[str]:
    train = next(t for t, card in at.state.trains.items() if card.place == company)
    return at.refused(RunTrains(company, ((train, path),)))


def earned(at: Position, company: str, *path: str) -> int:
    train = next(t for t, card in at.state.trains.items() if card.place == company)
    return report_run(at.rules, at.state, RunTrains(company, ((train, path),))).revenue


def test_canada_is_one_centre_with_three_connections():
    over = ("A15.0", "A13", "B14.0")
    at = running("OS&H", "3").tile("B14", "15", 2)
    assert says(at, "OS&H", *over) == set()
    assert says(at, "OS&H", "A15.0", "B14.0") == set()
    assert earned(at, "OS&H", *over) == 30 + 30
    assert says(at, "OS&H", *over, "A15.0") != set()
    assert find_best(at.rules, at.state, "OS&H").revenue == 60


def test_a_marker_in_canada_serves_every_connection():
    at = floated("OS&H")
    reach = at.state.board.reach(at.rules.access.of(at.rules, at.state, "OS&H"))
    assert {"B14", "B16"} <= reach.hexes


def test_altoona_may_be_passed_by():
    at = floated("PRR").started("NYC", 67, "p2", p2=60).floated("NYC")
    at.tile("H14", "4", 1).tile("H18", "9", 1).tile("H20", "57", 1).token("H20.0", "NYC")
    at.trains("NYC", "2").operating("NYC", "run")
    assert says(at, "NYC", "H14.0", "H16", "H18", "H20.0") == set()
    assert earned(at, "NYC", "H14.0", "H16", "H18", "H20.0") == 10 + 20


def test_no_run_to_or_through_the_coalfields_without_coal():
    at = running("C&O", "3").tile("K15", "57", 1).tile("K13", "4", 1)
    to = ("K15.0", "K13.0", "K11.0")
    assert says(at, "C&O", *to) != set()
    assert find_best(at.rules, at.state, "C&O").revenue == 30
    at.state.title_state = type(at.state.title_state)(coal_markers=("C&O", "K11", "K11"))
    assert says(at, "C&O", *to) == set()
    assert earned(at, "C&O", *to) == 20 + 10 + 30


def test_values_are_the_second_ones_from_brown_on():
    at = running("C&O", "5").tile("K15", "57", 1).tile("K13", "4", 1).phase("Brown")
    at.state.title_state = type(at.state.title_state)(coal_markers=("C&O", "K11", "K11"))
    assert earned(at, "C&O", "K15.0", "K13.0", "K11.0") == 20 + 10 + 60


def test_a_lesser_run_is_taken_when_the_table_keeps_to_it_and_the_log_says_so():
    at = running("C&O", "3").tile("K15", "57", 1).tile("K13", "4", 1).tile("K17", "9", 1)
    at.state.title_state = type(at.state.title_state)(coal_markers=("GT", "K11", "K11"))
    at.started("GT", 67, "p2", p2=60).floated("GT").operating("C&O", "run")
    train = next(t for t, card in at.state.trains.items() if card.place == "C&O")
    lesser = RunTrains("C&O", ((train, ("K15.0", "K13.0")),), better_revenue=60)
    assert find_best(at.rules, at.state, "C&O").revenue == 60
    at.do(lesser)
    assert "ran_less" in at.told()


def test_two_trains_of_a_company_may_both_end_in_canada_by_its_own_connections():
    at = floated("OS&H").trains("OS&H", "2", "2").tile("B14", "15", 2).operating("OS&H", "run")
    one, two = ("A15.0", "B14.0"), ("A15.0", "A13", "B14.0")
    assert at.allowed(RunTrains("OS&H", (("2-0", one), ("2-1", two))))
    assert at.refused(RunTrains("OS&H", (("2-0", one), ("2-1", one))))
    assert find_best(at.rules, at.state, "OS&H").revenue == 120


def test_off_boards_end_a_route():
    at = running("MC", "5")
    assert find_best(at.rules, at.state, "MC").revenue == 60 + 20 + 30
    assert says(at, "MC", "A7.0", "A5.0", "A3.0") == set()
