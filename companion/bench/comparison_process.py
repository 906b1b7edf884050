"""Measurements that ``against`` makes in another checkout, in a separate process.

This source runs with that checkout's ``companion``, whose modules may have other names. So
functions and classes are looked up by name, in whatever module defines them.
"""

import importlib
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def find(*names: str) -> Any:
    """Find a class or function of the checkout by one of its names, the newest name first.

    Raises LookupError if there is none.
    """
    for name in names:
        defined = re.compile(rf"^(class|def) {name}\b", re.MULTILINE)
        for file in sorted(Path("companion").rglob("*.py")):
            if defined.search(file.read_text(encoding="utf-8")):
                return getattr(importlib.import_module(".".join(file.with_suffix("").parts)), name)
    raise LookupError(f"nothing is called {' or '.join(names)}")


def replay(game: Any) -> float:
    """Return the seconds of processor time for replaying a whole game."""
    exported = game.read() if hasattr(game, "read") else game.fresh()
    begin = time.process_time()
    for _ in exported.play():
        pass
    return time.process_time() - begin


def search(game: Any) -> float:
    """Return the p95 of the best-run searches in a game, in seconds."""
    measured = find("bench_best_runs")(find("run_problems_of", "_questions")(game), 5.0)
    return float(measured.p95)


def main(folder: str) -> None:
    """Print the names of the games in the folder, then answer each request line of the input."""
    games = {game.name: game for game in find("find_recorded_games", "recorded")(Path(folder))}
    measures: dict[str, Callable[[Any], float]] = {"replay": replay, "best-runs": search}
    print(json.dumps(sorted(games)), flush=True)
    for line in sys.stdin:
        what, name = json.loads(line)
        print(measures[what](games[name]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
