"""The record board: the published revenues, or more, by runs that are checked independently."""

import os

import pytest

from companion.bench.record_board import GRID_TRAINS, RecordRun, grid_problem, record_runs
from companion.board.bestrun.best_run import best_run
from companion.board.routes import Route, check_run, node_hex
from tests.oracles import record_board as oracle

RUNS = {run.name: run for run in record_runs()}
PUBLISHED = {name: run for name, run in RUNS.items() if run.published}
TRIED_OUT = list(PUBLISHED) if os.environ.get("FULL") else list(PUBLISHED)[:1]


@pytest.mark.in_part(4)
@pytest.mark.parametrize("name", RUNS)
def test_every_run_is_proved_and_stands_up_to_an_independent_check(name: str) -> None:
    run = RUNS[name]
    routes, earned = search(run)
    assert earned == run.problem.entered
    paths = {route.train: [node_hex(node) for node in route.path] for route in routes}
    assert oracle.judge(run.problem.access.company, paths) == earned


def search(run: RecordRun) -> tuple[tuple[Route, ...], int]:
    """Return the best run and its revenue, which must be proved."""
    asked = run.problem
    best = best_run(asked.board, asked.access, asked.trains, asked.fares)
    report = check_run(asked.board, asked.access, asked.trains, best.routes, asked.fares)
    assert best.proved and report.legal and report.revenue == best.revenue
    return best.routes, best.revenue


@pytest.mark.parametrize("trains", [*GRID_TRAINS, ("5", "6", "7", "8", "D", "5+5E")])
def test_a_search_without_any_time_still_finds_a_run(trains: tuple[str, ...]) -> None:
    for side in (5, 9):
        asked = grid_problem(side, trains)
        best = best_run(asked.board, asked.access, asked.trains, asked.fares, deadline=0)
        report = check_run(asked.board, asked.access, asked.trains, best.routes, asked.fares)
        assert report.legal and report.revenue >= best.revenue > 0


@pytest.mark.parametrize("name", TRIED_OUT)
def test_all_combinations_of_all_routes_earn_no_more(name: str) -> None:
    company, _, trains = name.partition(" ")
    assert oracle.best(company, trains.split(", ")) == RUNS[name].problem.entered


def test_no_revenue_is_below_the_published_one() -> None:
    more = {
        name: run.problem.entered - run.published[0]
        for name, run in PUBLISHED.items()
        if run.published
    }
    assert more == {"GW 5, 8": 0, "C&O 6, 8": 0, "CNR 5, 5+5E": 20}


def test_the_route_that_the_published_search_missed_is_legal() -> None:
    path = ["F18", "E17", "F16", "F14", "G13", "H12", "I11", "J12", "J10", "K9", "L10", "L12"]
    assert oracle.judge("CNR", {"5": path}) == 370


@pytest.mark.parametrize(
    ("company", "path", "is_route"),
    [
        ("GW", "E15 E17", True),
        ("GW", "E15 E17 F18", False),  # Hamilton is full
        ("C&O", "E15 E17 F18", True),
        ("CNR", "F18 E17 F16 G15", True),
        ("CNR", "F18 F16 G15", False),  # no track
        ("CNR", "F18 E17 F16 G15 I15", False),  # not side by side
        ("CNR", "J12 J10 K9 L10 L12", False),  # no token
        ("GW", "J12 J10 K9 L10 L12", True),
        ("GW", "J12 J10 K9", False),  # no stop at its end
    ],
)
def test_the_independent_check_knows_what_is_a_route(
    company: str, path: str, is_route: bool
) -> None:
    assert oracle.is_way(company, path.split()) == is_route
