"""The best run with junctions of plain track, compared with trying everything.

The middle of a junction is no piece of track. Any number of trains may pass it, each over legs of
its own.
"""

from __future__ import annotations

import os

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.board import Board
from companion.board.company_access import Access
from companion.board.map import Hex, Map
from companion.board.routes import Route, check_run
from companion.board.tiles import Stop, Track, catalogue
from companion.board.trains import Fares, TrainKind
from tests.board.bestrun.test_train_kinds import compare
from tests.oracles import best_runs

JUNCTIONS = ("80", "81", "82", "83", "544", "545", "546")
SEEDS = range(40_000, 40_000 + (2000 if os.environ.get("FULL") else 20))
LINE, FARES = TrainKind("D"), Fares(())


@pytest.mark.parametrize("seed", SEEDS)
def test_no_run_on_a_small_board_with_junctions_earns_more(seed, monkeypatch):
    monkeypatch.setattr(best_runs, "PLAIN", (*best_runs.PLAIN, *JUNCTIONS))
    compare(seed)


@pytest.fixture
def crossing() -> Board:
    """Four cities around a junction of four legs: A3, A5 above, C3, C5 below; Red is in two."""

    def city(at: str, edge: int, value: int) -> Hex:
        stops = (Stop("city", (("", value),), 1),)
        return Hex(at, colour="gray", stops=stops, tracks=(Track(edge, "s0"),))

    middle = catalogue()["544"]  # 0, 1, 3 and 4
    around = [city("C3", 3, 10), city("B2", 4, 20), city("A5", 0, 30), city("B6", 1, 40)]
    hexes = [*around, Hex("B4", colour="gray", tracks=middle.tracks)]
    return Board(Map(hexes)).with_token("B2.0", "Red").with_token("B6.0", "Red")


def test_two_trains_pass_one_middle(crossing):
    red = Access("Red")
    found = best_run(crossing, red, {"a": LINE, "b": LINE}, FARES)
    assert (found.revenue, found.proved) == (100, True)
    routes = [Route("a", ("C3.0", "B4", "B2.0")), Route("b", ("A5.0", "B4", "B6.0"))]
    assert check_run(crossing, red, {"a": LINE, "b": LINE}, routes, FARES).legal


def test_but_no_leg_twice(crossing):
    red = Access("Red")
    routes = [Route("a", ("C3.0", "B4", "B2.0")), Route("b", ("A5.0", "B4", "B2.0"))]
    report = check_run(crossing, red, {"a": LINE, "b": LINE}, routes, FARES)
    assert {fault.code for fault in report.all_faults} == {"track_shared"}
