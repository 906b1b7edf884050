"""Bonuses for pairs of stops: the best run is proved, also on boards with ports.

The oracle tries every train that may have a bonus, and every combination of routes.
"""

import os
import random
from dataclasses import replace

import pytest

from companion.board.bestrun.best_run import best_run
from companion.board.bestrun.shared_train_bonus import lendings
from companion.board.company_access import Access
from companion.board.routes import check_run
from companion.board.tiles import BY_TOKENS, HALF
from companion.board.trains import CENTRES, Bonus, LentBenefit, StopCount, TrainKind
from tests.oracles.best_runs import COMPANY, FARES, exhaustive, random_board, with_ports

SEEDS = range(300 if os.environ.get("FULL") else 14)
KINDS = (
    TrainKind("3", (StopCount(3),)),
    TrainKind("4", (StopCount(4),)),
    TrainKind("3 of 2", (StopCount(3),), least=StopCount(2, CENTRES)),
)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_best_run_with_bonuses_for_pairs_is_proved(seed: int) -> None:
    dice = random.Random(seed)
    board = random_board(dice, 7)
    if seed % 2:
        board = with_ports(dice, board, BY_TOKENS, HALF)
    stops = sorted(board.stops())
    pairs = [dice.sample(stops, 2) for _ in range(2)]
    lent = tuple(
        LentBenefit(f"Pair {n}", Bonus(f"Pair {n}", 10 * dice.randint(1, 6), one, others=(other,)))
        for n, (one, other) in enumerate(pairs)
    )
    fares = replace(FARES, lent=lent)
    trains = {f"{n}": dice.choice(KINDS[:2] if seed % 2 else KINDS) for n in range(2)}
    access = Access(COMPANY)
    best = best_run(board, access, trains, fares)
    most = max(exhaustive(board, access, own, pay) for own, pay in lendings(trains, fares))
    assert best.proved and best.revenue == most
    report = check_run(board, access, trains, best.routes, fares)
    assert report.legal and report.revenue == most
