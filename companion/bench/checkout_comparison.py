"""Comparison of this code with another checkout on the same recorded games.

Each side runs in its own process and is asked for one measurement at a time, in turn. So other load
on the machine affects both sides alike.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

from companion.bench.measurements import Figure, NotMeasuredError

HERE = Path(__file__).resolve().parents[2]
TURNS = 5  # measurements of each side; the best one counts
MOST = 1.05  # of the other's time

PROBE = Path(__file__).with_name("comparison_process.py")
OWN = {  # lines of ``bench`` that each checkout measures itself: what they measure, and the figure
    "action": ("a posted form with its screen", r"median of \d+"),
    "browser": ("tap to fresh screen in Chromium, p95", "p95"),
}
OWN_TURNS = 3  # measurements of each such line on each side


class Side:
    """A checkout, measured in its own process. Raises NotMeasuredError if that is impossible."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        self.checkout = checkout
        if not (checkout / "companion" / "bench").is_dir():
            raise NotMeasuredError(f"there is no companion in {checkout}")
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROBE.read_text(encoding="utf-8"), str(folder.resolve())],
            cwd=checkout,
            env=_environment(checkout),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> "Side":
        self.games: list[str] = json.loads(self._answer())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.communicate()

    def measure(self, what: str, game: str) -> float:
        """Return the seconds of a "replay" of the game, or the p95 of its "best-runs"."""
        assert self.process.stdin
        self.process.stdin.write(json.dumps((what, game)) + "\n")
        self.process.stdin.flush()
        return float(self._answer())

    def _answer(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        if not line:
            raise NotMeasuredError(
                f"the code in {self.checkout} stopped; what it says stands above"
            )
        return line


def against(checkout: Path, folder: Path) -> Iterator[Figure]:
    """Yield the ratios of this code's times to the other checkout's.

    There is one for every recorded game that both can read. There is one for a posted form with its
    screen, and one for a tap in a browser.
    """
    with ExitStack() as stack:
        sides = [stack.enter_context(Side(where, folder)) for where in (HERE, checkout)]
        for game in sides[0].games:
            if game not in sides[1].games:
                continue
            for what, words in (("replay", "replay"), ("best-runs", "best runs, p95")):
                yield from _compare(f"{game}, {words}", _best(sides, what, game))
    for line, (what, _) in OWN.items():
        turns = [
            [measure_line(line, where, folder) for where in (HERE, checkout)]
            for _ in range(OWN_TURNS)
        ]
        yield from _compare(what, map(min, zip(*turns, strict=True)))


def _compare(what: str, seconds: Iterable[float]) -> Iterator[Figure]:
    ours, theirs = seconds
    yield Figure(f"{what}: ours", 1000 * ours, "ms")
    yield Figure("theirs", 1000 * theirs, "ms")
    yield Figure("ratio", ours / theirs, "times", MOST)


def _environment(checkout: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(checkout.resolve())}


def measure_line(line: str, checkout: Path, folder: Path) -> float:
    """Return the seconds of a line in ``OWN``, by the checkout's own ``bench``.

    Raises NotMeasuredError if its output has none.
    """
    command = [sys.executable, "-m", "companion", "bench", "--only", line]
    told = subprocess.run(
        [*command, "--games", str(folder.resolve())],
        cwd=checkout,
        env=_environment(checkout),
        stdout=subprocess.PIPE,
        text=True,
    ).stdout
    found = re.search(rf"{OWN[line][1]} +([\d.e+]+) ms", told)
    if found is None:
        raise NotMeasuredError(f"the code in {checkout} does not measure {line}:\n{told}")
    return float(found[1]) / 1000


def _best(sides: Sequence[Side], what: str, game: str) -> list[float]:
    """Return the best time of each side, measured in turn."""
    rounds = [[side.measure(what, game) for side in sides] for _ in range(TURNS)]
    return [min(times) for times in zip(*rounds, strict=True)]
