"""Benchmarks of titles without recorded games, on example games.

An example has a set-up and actions: {"title": ..., "players": [...], "options": {...}, "seed": ...,
"actions": [...]}. Late moments of simulated games are measured too.
"""

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.bench import single_table
from companion.bench.measurements import Figure, NotMeasuredError
from companion.bench.recorded_games import DEADLINE, Recorded, chooses, question
from companion.board.bestrun.benchmarks import RunProblem, bench_best_runs
from companion.bots.playing_styles import careful
from companion.bots.simulation import NAMES, play
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, RunTrains
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import Title, rules_for, titles

KEPT = Path(__file__).resolve().parents[2] / "tests" / "titles"
FILES = "*/example.json"
SIMULATED = 20  # simulated games
LATE = 2 / 3  # share of a game after which it is late
TIMES = 5  # replays of each game; the best one counts


class Own(NamedTuple):
    """An example game in a file: its set-up and its actions."""

    file: Path
    setup: Setup
    actions: list[Action]

    @property
    def name(self) -> str:
        """Name of the game: its title."""
        return self.setup.title


def read_example(file: Path) -> tuple[Setup, list[Action]]:
    """Read the set-up and the actions of an example."""
    told = json.loads(file.read_text(encoding="utf-8"))
    setup = Setup(told["title"], tuple(told["players"]), told["options"], told["seed"])
    rules_for(setup)  # loads the title's rules, which register its own actions
    return setup, [read_action(action) for action in told["actions"]]


def own_games() -> list[Own]:
    """Return the example games beside the project. Raises NotMeasuredError if there are none."""
    found = [Own(file, *read_example(file)) for file in sorted(KEPT.glob(FILES))]
    if not found:
        raise NotMeasuredError(f"there are no games in {KEPT}")
    return found


def replays(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the median time of an action, and its last tenth compared with the first."""
    for game in own_games():
        best = min((_seconds(game) for _ in range(TIMES)), key=sum)
        tenth = max(1, len(best) // 10)
        yield Figure(f"{game.name}, {len(best)} actions, median", _ms(best), "ms", 1)
        ratio = sum(best[-tenth:]) / sum(best[:tenth])
        yield Figure("the last tenth / the first", ratio, "times", 2)


def _ms(seconds: Sequence[float]) -> float:
    return 1000 * statistics.median(seconds)


def _seconds(game: Own) -> list[float]:
    """Return the seconds of each action."""
    rules = rules_for(game.setup)
    state = judge.start(rules).state
    seconds = []
    for action in game.actions:
        begin = time.perf_counter()
        state = judge.apply(rules, state, action).state
        seconds.append(time.perf_counter() - begin)
    return seconds


def best_runs(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the search at every run of each example, and at late runs of simulated games."""
    for game in own_games():
        rules = rules_for(game.setup)
        yield from _measure_searches(f"{game.name}, its game", _questions(rules, game.actions, 0))
    for slug, title in titles().items():
        if title.adapter is None:
            yield from _measure_searches(f"{slug}, late simulated games", _late_questions(title))


def _measure_searches(what: str, questions: Iterator[RunProblem]) -> Iterator[Figure]:
    """Yield the figures of these searches.

    One in ten of those with a flood beside other trains may be unproved.
    """
    every = list(questions)
    found = bench_best_runs(every, DEADLINE)
    yield Figure(f"{what}, {found.count} searches, p95", 1000 * found.p95, "ms", 100)
    yield Figure("maximum", found.longest, "s", 1)
    yield Figure("best runs below what was run", found.short, "runs", 0)
    beside, unproved = (sum(map(_floods_beside, some)) for some in (every, found.unproved))
    yield Figure("best runs not proved", len(found.unproved) - unproved, "runs", 0)
    if beside:
        what = f"floods beside trains, {beside} searches, not proved"
        yield Figure(what, unproved, "runs", beside // 10)


def _floods_beside(asked: RunProblem) -> bool:
    """Return whether one of several trains is a flood."""
    return len(asked.trains) > 1 and any(kind.floods for kind in asked.trains.values())


def _late_questions(title: Title) -> Iterator[RunProblem]:
    """Yield the late runs of simulated games, with each number of players in turn."""
    counts = sorted(title.data.cash)
    for seed in range(SIMULATED):
        setup = Setup(title.data.slug, NAMES[: counts[seed % len(counts)]], {}, seed)
        rules = rules_for(setup)
        actions = [action for action, _ in play(rules, seed, manner=careful)]
        yield from _questions(rules, actions, LATE)


def _questions(rules: Rules, actions: Sequence[Action], after: float) -> Iterator[RunProblem]:
    """Yield the runs after this share of a game, except those with freely chosen routes."""
    state = judge.start(rules).state
    for number, action in enumerate(actions):
        late = number >= after * len(actions)
        if late and isinstance(action, RunTrains) and not chooses(rules, state, action.company):
            yield question(rules, state, action)
        state = judge.apply(rules, state, action).state


def action(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """Measure the last actions of each example, entered from a device."""
    for game in own_games():
        yield from single_table.last_actions(game, f"{game.name}, an action to its fresh screen")
