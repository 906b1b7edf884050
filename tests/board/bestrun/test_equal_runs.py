"""Best runs with stacked tokens and loans, by all sets of regions, against trying everything.

A sample of the boards is tried; all 2,000 are with FULL in the environment.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from companion.board.bestrun import diagram_search
from companion.board.bestrun.best_run import best_run
from companion.board.bestrun.equal_runs import add_equal_runs, regions_of
from companion.board.bestrun.shared_search_data import SharedSearchData
from companion.board.routes import check_run
from tests.board.bestrun.region_boards import RUNNING, every_best, position
from tests.oracles.best_runs import COMPANY

SEEDS = range(2000 if os.environ.get("FULL") else 60)


def compare(seed):
    at = position(seed)
    asked = at.board, at.access, at.trains, at.fares
    ground = (
        SharedSearchData(at.board, at.access, len(at.trains)) if seed % 2 else None
    )  # shared by both
    best = best_run(*asked, ground=ground)
    best = add_equal_runs(*asked, best, ground=ground)
    for routes in (best.routes, *best.others):
        report = check_run(at.board, at.access, at.trains, routes, at.fares)
        assert report.all_faults == (), seed
        assert report.revenue == best.revenue, seed
    sets = [regions_of(at.board, routes) for routes in (best.routes, *best.others)]
    assert len(set(sets)) == len(sets), seed
    assert (best.revenue, set(sets), best.proved) == (*every_best(at), True), seed


@pytest.mark.parametrize("seed", SEEDS)
def test_no_run_earns_more_and_none_that_earns_as_much_comes_elsewhere(seed):
    compare(seed)


@pytest.mark.parametrize("large", [2, diagram_search._LARGE])
@pytest.mark.parametrize("seed", SEEDS[: len(SEEDS) // 4])
def test_a_rough_beginning_loses_none(seed, large, monkeypatch):
    for width in ("ROUGH", "_WIDE", "_FINER", "_POSITIONS", "_EASY"):
        monkeypatch.setattr(diagram_search, width, 2)
    monkeypatch.setattr(diagram_search, "_FREE", 0)
    monkeypatch.setattr(diagram_search, "_LARGE", large)
    compare(10_000 + seed)


def test_the_sample_holds_everything_there_is():
    seen = Counter()
    for seed in SEEDS:
        at = position(seed)
        best = best_run(at.board, at.access, at.trains, at.fares)
        report = check_run(at.board, at.access, at.trains, best.routes, at.fares)
        seen.update(kind.name for kind in at.trains.values())
        best = add_equal_runs(at.board, at.access, at.trains, at.fares, best)
        seen["several sets"] += bool(best.others)
        seen["4 trains"] += len(at.trains) == 4
        for route in report.routes:
            seen.update(name for name, _ in route.bonuses)
            for stop in route.stops:
                tops = at.board.stacked_tokens.get(stop.stop, ())
                seen["passed for nothing"] += bool(tops) and not stop.value
                seen["own on own"] += COMPANY in tops and stop.counted
                seen["follows"] += at.board.stop(stop.stop).follows and stop.value > 0
    names = {kind.name for kind in RUNNING} | {"Flood", "post", "more"}
    wanted = names | {"several sets", "4 trains", "passed for nothing", "own on own", "follows"}
    assert {what for what in wanted if not seen[what]} == set()
