"""An independent telling of the order in which 18xx.games asks, over old and new files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.exchange.games_18xx.export_writer import file_of, write_game
from tests.exchange.games_18xx.random_games import play_freely
from tests.oracles.asking_order import find_refusal
from tests.support.references import GAMES

FULL = bool(os.environ.get("FULL"))
# The file, and the action that the site refused; of 8104 and 6114 its answer names none.
REFUSED = {
    "1828-d310": 202,
    "1828-r222": 187,
    "1828-rt-eager-4-1": 244,
    "1828-rt-late-4-26": 168,
    "conv-1830-8011": 183,
    "conv-steam-over-holland-8104": 5,
    "conv-steam-over-holland-8105": 10,
    "conv2-1830-8207": 62,
    "conv2-steam-over-holland-8303": 29,
    "steam-over-holland-2-6108": 3,
    "steam-over-holland-3-6105": 7,
    "steam-over-holland-4-6114": 226,
    "steam-over-holland-4-6118": 14,
    "steam-over-holland-4-6122": 16,
    "steam-over-holland-5-6119": 6,
    "steam-over-holland-x3": 44,
}
SEEDS = range(30 if FULL else 3)


def read(file: Path) -> dict[str, Any]:
    game: dict[str, Any] = json.loads(file.read_text())
    return game


@pytest.mark.references
@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_file_is_refused_at_the_same_action(name: str, references: Path) -> None:
    refusal = find_refusal(read(references / "conformance" / "exports" / f"{name}.json"))
    assert refusal is not None and refusal.id == REFUSED[name]


@pytest.mark.references
def test_no_recorded_game_is_refused(references: Path) -> None:
    files = [*GAMES.glob("*.json"), *(GAMES / "imports").glob("*.json")]
    assert len(files) > 10
    assert {file.name: find_refusal(read(file)) for file in files} == dict.fromkeys(
        file.name for file in files
    )


@pytest.mark.in_part(3)
@pytest.mark.parametrize("title", ["1828", "1830", "steam-over-holland"])
@pytest.mark.parametrize("seed", SEEDS)
def test_no_file_that_is_written_now_is_refused(title: str, seed: int) -> None:
    rules, rows = play_freely(title, seed, 250)
    file = json.loads(file_of(write_game(rules, rows)))
    assert len(file["actions"]) > 1
    assert find_refusal(file) is None


def test_a_turn_that_is_written_in_a_wrong_order_is_refused() -> None:
    """Each of two files differs from one that is taken by one action."""
    fields = {"entity": "PRR", "entity_type": "corporation"}
    turn = [
        {"id": 1, "type": "lay_tile", "hex": "H10", **fields},
        {"id": 2, "type": "place_token", **fields},
        {"id": 3, "type": "run_routes", **fields},
    ]
    late = [turn[0], turn[2] | {"id": 2}, turn[1] | {"id": 3}]
    assert find_refusal({"title": "1830", "actions": turn}) is None
    refusal = find_refusal({"title": "1830", "actions": late})
    assert refusal is not None and refusal.id == 3
