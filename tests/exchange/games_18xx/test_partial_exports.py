"""A game that ends anywhere is written as far as the place that is named, and read again there."""

from __future__ import annotations

import os
import random

import pytest

from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.divergence import are_alike
from companion.exchange.games_18xx.export_writer import file_of, write_game
from companion.rules.judge import judge
from tests.exchange.games_18xx.random_games import play_freely

FULL = bool(os.environ.get("FULL"))
SEEDS = range(10 if FULL else 2)
CUTS = 12 if FULL else 4


@pytest.mark.in_part(2)
@pytest.mark.parametrize("title", ["1828", "1830", "steam-over-holland"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_cut_at_any_row_is_read_again_as_far_as_is_said(title: str, seed: int) -> None:
    rules, rows = play_freely(title, seed, 250)
    whole = write_game(rules, rows)
    last = whole.stop.reached if whole.stop else len(rows)
    for cut in random.Random(seed).sample(range(1, len(rows) + 1), CUTS):
        written = write_game(rules, rows[:cut])
        reached = written.stop.reached if written.stop else cut
        assert reached == min(cut, last)
        read = [one.state for one in ExportedGame(read_export(file_of(written))).play()]
        there = read[-1] if read else judge.start(rules).state
        ours = rows[reached - 1].after if reached else judge.start(rules).state
        assert are_alike(ours, there), (cut, reached)
