"""The best run with trains of the draft, against trying everything on small boards.

A fixed sample of boards; 600 with FULL set in the environment.
"""

import os
import random
from collections.abc import Iterable

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.routes import check_run
from companion.board.trains import TrainKind
from companion.titles import load
from tests.oracles.best_runs import exhaustive, position

DRAFT = load("1828").edition_data({"edition": "draft"})
SEEDS = range(600 if os.environ.get("FULL") else 30)
OWN = ("4+D", "8")  # the trains that no other edition has


def trains_at(seed: int, names: Iterable[str]) -> dict[str, TrainKind]:
    """One of the draft's own trains, and others beside it."""
    dice = random.Random(seed)
    types = [OWN[seed % 2], *dice.choices([*OWN, "3", "5", "6", "D"], k=2)]
    return {name: DRAFT.trains[type].kind for name, type in zip(names, types, strict=False)}


@pytest.mark.parametrize("seed", SEEDS)
def test_no_run_earns_more(seed: int) -> None:
    at = position(seed)
    trains = trains_at(seed, at.trains)
    best = best_run(at.board, at.access, trains, at.fares)
    report = check_run(at.board, at.access, trains, best.routes, at.fares)
    assert (report.all_faults, report.revenue) == ((), best.revenue)
    assert (exhaustive(at.board, at.access, trains, at.fares), True) == (best.revenue, best.proved)
