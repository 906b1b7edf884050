"""Random games stay the same, action by action, when the code changes.

For each seed, ``tests/games/<title>.json`` holds the options of the game and its marks. Each mark
covers twenty actions: all actions, legal choices, entries and views up to it. A change that is
meant to change games rewrites the files and says so.

Usage: PYTHONPATH=. python tests/test_game_marks.py
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pytest

from companion.rules.judge import judge
from companion.titles import load, rules_for
from tests.support.plain_json import digest, entry_lines, plain_view, play_plainly
from tests.test_random_games import setup_for

FOLDER = Path(__file__).parent / "games"
GAMES = 200
SAMPLE = 3  # games of each title without FULL, at most
ACTIONS = 1000  # in these games together, unless the first has more
EVERY = 20
KEPT = sorted(path.stem for path in FOLDER.glob("*.json"))


Options = Mapping[str, Any]


def marks(title: str, seed: int, options: Options) -> list[str]:
    """Return the marks of a game, with the last one at its end."""
    rules = rules_for(replace(setup_for(title, seed), options=options))
    found, before = [], digest(plain_view(rules, judge.start(rules).state))
    number = 0
    for number, (line, legal, outcome) in enumerate(play_plainly(rules, seed), 1):
        view = plain_view(rules, outcome.state)
        before = digest([before, line, sorted(legal), view, entry_lines(outcome)])
        if number % EVERY == 0:
            found.append(before)
    return [*found, f"{number}:{before}"]


def first_difference(title: str, seed: int, options: Options, kept: list[str]) -> str:
    """Describe how a game differs from its kept marks.

    The text has the actions since the last equal mark, and the view.
    """
    rules = rules_for(replace(setup_for(title, seed), options=options))
    agreed = 0
    now = marks(title, seed, options)
    while agreed < min(len(now), len(kept)) and now[agreed] == kept[agreed]:
        agreed += 1
    lines: list[str] = []
    view: dict[str, Any] = {}
    for number, (line, legal, outcome) in enumerate(play_plainly(rules, seed), 1):
        if number > agreed * EVERY:
            lines.append(f"{number}: {line} (of {len(legal)})")
            view = plain_view(rules, outcome.state)
        if number == (agreed + 1) * EVERY:
            break
    return "\n".join([f"{title}, seed {seed}:", *lines, json.dumps(view, indent=1, default=list)])


def kept_games(title: str) -> dict[str, list[Any]]:
    """Return the options and kept marks of a title's games by seed."""
    games: dict[str, list[Any]] = json.loads((FOLDER / f"{title}.json").read_text())
    return games


def seeds(title: str) -> range:
    """Return the seeds to replay: the first games whose total length is within the limit."""
    if os.environ.get("FULL"):
        return range(GAMES)
    lengths = (int(found[-1].partition(":")[0]) for found in kept_games(title).values())
    return range(max(1, sum(total <= ACTIONS for total in accumulate(islice(lengths, SAMPLE)))))


@pytest.mark.parametrize("title", KEPT)
def test_as_many_games_are_kept_as_are_asked_for(title: str) -> None:
    assert set(kept_games(title)) == {str(seed) for seed in range(GAMES)}
    counts = {len(setup_for(title, seed).players) for seed in range(GAMES)}
    assert counts == set(load(title).data.cash)


@pytest.mark.parametrize(
    ("title", "seed"), [(title, seed) for title in KEPT for seed in seeds(title)]
)
def test_game_goes_as_it_went(title: str, seed: int) -> None:
    options, *kept = kept_games(title)[str(seed)]
    assert marks(title, seed, options) == kept, first_difference(title, seed, options, kept)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for slug in sys.argv[1:] or KEPT:
        body = {}
        for seed in range(GAMES):
            options = setup_for(slug, seed).options
            body[str(seed)] = [dict(options), *marks(slug, seed, options)]
        lines = [f" {json.dumps(seed)}: {json.dumps(found)}" for seed, found in body.items()]
        (FOLDER / f"{slug}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n")
        print(f"{slug}: {len(body)} games")
