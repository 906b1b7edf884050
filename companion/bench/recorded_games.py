"""Benchmarks on the recorded games: replays, and the best-run search at every run."""

import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Protocol

from companion.bench.measurements import Figure
from companion.board.bestrun.benchmarks import RunProblem, bench_best_runs, late_questions
from companion.exchange.games_18xx.export_file import BadFileError, read_export
from companion.exchange.games_18xx.export_replay import ExportedGame
from companion.exchange.games_18xx.pass_matching import PlayedAction
from companion.rules.core.actions import Action, RunTrains
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import fares_of, find_best, kinds_of, report_run

DEADLINE = 5.0  # seconds for one best-run search


class CompleteGame(Protocol):
    """A complete game."""

    @property
    def file(self) -> Path:
        """Path of the file."""

    @property
    def setup(self) -> Setup:
        """Set-up of the game."""

    @property
    def actions(self) -> list[Action]:
        """Actions as a table enters them."""


@dataclass(frozen=True)
class Recorded:
    """A recorded game in a file."""

    file: Path

    @property
    def name(self) -> str:
        """Name of the game, from its file."""
        return self.file.stem

    def read(self) -> ExportedGame:
        """Return the game, read from its file and not yet played."""
        return ExportedGame(read_export(self.file))

    @cached_property
    def setup(self) -> Setup:
        """Set-up of the game."""
        return self.read().setup

    @cached_property
    def played(self) -> tuple[PlayedAction, ...]:
        """Steps of the game as replayed."""
        return tuple(self.read().play())

    @cached_property
    def actions(self) -> list[Action]:
        """Actions as a table enters them.

        A run below the best one carries the possible revenue, as on the screens.
        """
        rules = self.read().rules
        found: list[Action] = []
        for step in self.played:
            action = step.action
            if isinstance(action, RunTrains) and not chooses(rules, step.before, action.company):
                best = find_best(rules, step.before, action.company, DEADLINE)
                if report_run(rules, step.before, action).revenue < best.revenue:
                    action = replace(action, better_revenue=best.revenue, is_proved=best.proved)
            if action is not None:
                found.append(action)
        return found


def find_recorded_games(folder: Path) -> list[Recorded]:
    """Return a folder's games of supported titles, the longest first."""
    found = [Recorded(file) for file in sorted(folder.glob("*.json")) if _readable(file)]
    return sorted(found, key=lambda game: -game.file.stat().st_size)


def _readable(file: Path) -> bool:
    try:
        ExportedGame(read_export(file))
    except BadFileError:
        return False
    return True


def replays(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the seconds for each whole game (best of five) and for its actions.

    The last tenth of the actions is compared with the first. For each title, yield the time per
    action over all its games.
    """
    titles: dict[str, list[float]] = {}
    for game in games:
        bound = game.read().adapter.replay_seconds.get(game.name)
        best = min((_seconds(game) for _ in range(5)), key=sum)
        tenth = max(1, len(best) // 10)
        yield Figure(f"{game.name}, {len(best)} actions", sum(best), "s", bound)
        yield Figure("an action, median", 1000 * statistics.median(best), "ms")
        yield Figure("an action, maximum", 1000 * max(best), "ms")
        ratio = statistics.median(best[-tenth:]) / statistics.median(best[:tenth])
        yield Figure("median of the last tenth / of the first", ratio, "times")
        titles.setdefault(game.read().rules.data.name, []).extend(best)
    for title, seconds in titles.items():
        yield Figure(f"{title}, an action", 1e6 * statistics.fmean(seconds), "µs")


def _seconds(game: Recorded) -> list[float]:
    """Return the seconds of each action."""
    seconds: list[float] = []
    steps = game.read().play()
    while True:
        begin = time.perf_counter()
        if next(steps, None) is None:
            return seconds
        seconds.append(time.perf_counter() - begin)


def best_runs(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Compare the best-run search at every run with the run that was recorded."""
    for game in games:
        found = bench_best_runs(run_problems_of(game), DEADLINE)
        yield Figure(f"{game.name}, {found.count} searches, p95", 1000 * found.p95, "ms", 100)
        yield Figure("maximum", found.longest, "s", 1)
        yield Figure("best runs below what was run", found.short, "runs", 0)
        yield Figure("best runs not proved", found.count - found.proved, "runs", 0)
        yield Figure("best runs above what was run", found.beaten, "runs")


def late_boards(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the best-run search with every kind of train on late boards of the maps."""
    maps = {map.places: map for map in (game.read().rules.data.map for game in games)}
    found = bench_best_runs(late_questions(list(maps.values())), DEADLINE)
    yield Figure(f"{found.count} searches, p95", 1000 * found.p95, "ms", 100)
    yield Figure("maximum", found.longest, "s", 1)
    yield Figure("best runs not proved", found.count - found.proved, "runs", 0)


def chooses(rules: Rules, state: State, company: str) -> bool:
    """Return whether the company chooses routes freely, so that a lower run needs no note."""
    return rules.runs.free_routes(rules, state, company) is not None


def run_problems_of(game: Recorded) -> Iterator[RunProblem]:
    rules = game.read().rules
    for step in game.played:
        run = step.action
        if isinstance(run, RunTrains) and not chooses(rules, step.before, run.company):
            yield question(rules, step.before, run)


def question(rules: Rules, state: State, run: RunTrains) -> RunProblem:
    """Return a best-run question: the company about to run, and the revenue it recorded."""
    company = run.company
    return RunProblem(
        state.board,
        rules.access.of(rules, state, company),
        kinds_of(rules, state, company),
        fares_of(rules, state, company),
        report_run(rules, state, run).revenue,
    )
