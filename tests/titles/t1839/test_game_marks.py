"""Random games of 1839 stay as they were.

``games.json`` holds marks of them as ``tests/games`` does of others. A small sample is played; all
of them are with FULL in the environment.

A change that is meant to change games writes the marks again and says so:

    PYTHONPATH=. python tests/titles/t1839/test_game_marks.py
"""

import json
import os
from pathlib import Path

import pytest

from tests.test_game_marks import first_difference, marks

FILE = Path(__file__).parent / "games.json"
KEPT = json.loads(FILE.read_text(encoding="utf-8"))
SEEDS = sorted(map(int, KEPT))


@pytest.mark.parametrize("seed", SEEDS if os.environ.get("FULL") else SEEDS[:1])
def test_game_goes_as_it_went(seed):
    options, *kept = KEPT[str(seed)]
    assert marks("1839", seed, options) == kept, first_difference("1839", seed, options, kept)


if __name__ == "__main__":
    games = {seed: [options := KEPT[str(seed)][0], *marks("1839", seed, options)] for seed in SEEDS}
    lines = [f' "{seed}": {json.dumps(found)}' for seed, found in games.items()]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    print(f"1839: {len(games)} games")
