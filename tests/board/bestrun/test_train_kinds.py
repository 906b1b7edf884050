"""The best run with every kind of train, stop and access, against trying everything.

A fixed sample of boards; all 2,000 with FULL set in the environment.
"""

from __future__ import annotations

import os
from collections import Counter

import pytest

from companion.board.bestrun import diagram_search
from companion.board.bestrun.best_run import best_run, has_route
from companion.board.routes import Route, check_route, check_run
from tests.oracles.best_runs import (
    FLOOD,
    KINDS,
    SHARING,
    exhaustive,
    flooded,
    one_of_each,
    position,
    ways,
)

SEEDS = range(2000 if os.environ.get("FULL") else 80)


def compare(seed):
    """The best run found, judged, and proved to be what everything tried comes to."""
    at = position(seed)
    best = best_run(at.board, at.access, at.trains, at.fares)
    report = check_run(at.board, at.access, at.trains, best.routes, at.fares)
    assert report.all_faults == (), seed
    assert report.revenue == best.revenue, seed
    everything = exhaustive(at.board, at.access, at.trains, at.fares)
    assert (best.revenue, best.proved) == (everything, True), seed


@pytest.mark.parametrize("seed", SEEDS)
def test_no_run_on_a_small_board_earns_more(seed):
    compare(seed)


@pytest.mark.parametrize(("free", "large"), [(0, 2), (300, 2), (40, diagram_search._LARGE)])
@pytest.mark.parametrize("seed", SEEDS[: len(SEEDS) // 3])
def test_a_rough_beginning_does_not_spoil_the_proof(seed, free, large, monkeypatch):
    """The first diagrams are often incomplete on large networks; here they are so on small ones."""
    for width in ("ROUGH", "_WIDE", "_FINER", "_POSITIONS", "_EASY"):
        monkeypatch.setattr(diagram_search, width, 2)
    monkeypatch.setattr(diagram_search, "_FREE", free)
    monkeypatch.setattr(diagram_search, "_LARGE", large)
    compare(10_000 + seed)


@pytest.mark.parametrize("seed", sorted({*SEEDS[: len(SEEDS) // 3], 404}))  # 404: two floods apart
def test_has_route_when_and_only_when_there_is_one(seed):
    at = position(20_000 + seed)
    paths = list(ways(at.board))
    for kind in set(at.trains.values()):
        if kind.floods:
            met = flooded(at.board, at.access, kind, paths, frozenset())
            legal = bool(one_of_each(at.board, kind, "t", at.fares, met))
        else:
            legal = any(
                not check_route(at.board, at.access, kind, Route("t", path), at.fares).faults
                for path in paths
            )
        assert has_route(at.board, at.access, [kind]) is legal


def test_the_sample_holds_everything_there_is():
    seen = Counter()
    for seed in SEEDS:
        at = position(seed)
        routes = best_run(at.board, at.access, at.trains, at.fares).routes
        report = check_run(at.board, at.access, at.trains, routes, at.fares)
        seen.update({kind.name for kind in at.trains.values()})
        seen["several trains"] += len(routes) > 1
        for route in report.routes:
            seen["a stop left to another train"] += any(stop.by for stop in route.stops)
            seen["not among the best"] += any(
                not stop.counted and not stop.by for stop in route.stops
            )
            seen["an off-board that follows"] += any(
                stop.value and at.board.stop(stop.stop).follows for stop in route.stops
            )
            seen["passed for nothing"] += any(
                stop.stop in at.board.stacked_tokens and not stop.value for stop in route.stops
            )
            seen["bonus"] += bool(route.bonuses)
            seen["a flood beside others"] += at.trains[route.train].floods and len(routes) > 1
    wanted = {kind.name for kind in (*KINDS, *SHARING, FLOOD)} | {
        "several trains",
        "a stop left to another train",
        "not among the best",
        "an off-board that follows",
        "passed for nothing",
        "bonus",
        "a flood beside others",
    }
    assert {what for what in wanted if not seen[what]} == set()
