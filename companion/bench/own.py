"""Example games: the bench of titles without recorded games.

An example has a set-up and actions: {"title": ..., "players": [...], "options": {...}, "seed": ...,
"actions": [...]}. Late moments of games of simulated players are measured too.
"""

import json
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from companion.bench import pages
from companion.bench.figures import Figure, NotMeasured
from companion.bench.games import DEADLINE, Recorded, chooses, question
from companion.board.bestrun.measure import Question, bench_best_runs
from companion.bots.simulation import NAMES, play
from companion.bots.weights import careful
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, RunTrains
from companion.rules.data.setup import Setup
from companion.rules.judge.judge import Rules
from companion.titles import Title, rules_for, titles

KEPT = Path(__file__).resolve().parents[2] / "tests" / "titles"
FILES = "*/example.json"
SIMULATED = 20  # games
LATE = 2 / 3  # of a game; later it is late
TIMES = 5  # a replay is timed so often


@dataclass(frozen=True)
class Own:
    """One of our own games."""

    file: Path

    @property
    def name(self) -> str:
        """What it is called: its title."""
        return self.setup.title

    @cached_property
    def game(self) -> tuple[Setup, list[Action]]:
        """The set-up and the actions in it."""
        return read_example(self.file)

    @property
    def setup(self) -> Setup:
        """Its set-up."""
        return self.game[0]

    @property
    def actions(self) -> list[Action]:
        """Its actions."""
        return self.game[1]


def read_example(file: Path) -> tuple[Setup, list[Action]]:
    """Read the set-up and the actions of an example."""
    told = json.loads(file.read_text(encoding="utf-8"))
    setup = Setup(told["title"], tuple(told["players"]), told["options"], told["seed"])
    rules_for(setup)  # the title's own actions are known once its rules are loaded
    return setup, [read_action(action) for action in told["actions"]]


def own_games() -> list[Own]:
    """The games beside the project. Raises NotMeasured where there are none."""
    found = [Own(file) for file in sorted(KEPT.glob(FILES))]
    if not found:
        raise NotMeasured(f"there are no games in {KEPT}")
    return found


def replays(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """An action of each game, and its last tenth against the first."""
    for game in own_games():
        best = min((_seconds(game) for _ in range(TIMES)), key=sum)
        tenth = max(1, len(best) // 10)
        yield Figure(f"{game.name}, {len(best)} actions, median", _ms(best), "ms", 1)
        ratio = sum(best[-tenth:]) / sum(best[:tenth])
        yield Figure("the last tenth / the first", ratio, "times", 2)


def _ms(seconds: Sequence[float]) -> float:
    return 1000 * statistics.median(seconds)


def _seconds(game: Own) -> list[float]:
    """The seconds of each action."""
    rules = rules_for(game.setup)
    state = rules.start().state
    seconds = []
    for action in game.actions:
        begin = time.perf_counter()
        state = rules.apply(state, action).state
        seconds.append(time.perf_counter() - begin)
    return seconds


def best_runs(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """The search at every run of each game, and at the late ones of simulated games."""
    for game in own_games():
        rules = rules_for(game.setup)
        yield from _searched(f"{game.name}, its game", _questions(rules, game.actions, 0))
    for slug, title in titles().items():
        if title.module("exchange") is None:
            yield from _searched(f"{slug}, late simulated games", _late(title))


def _searched(what: str, questions: Iterator[Question]) -> Iterator[Figure]:
    """The searches; of those with a flood beside other trains one in ten may be unproved."""
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


def _floods_beside(asked: Question) -> bool:
    """Does one of several trains flood?"""
    return len(asked.trains) > 1 and any(kind.floods for kind in asked.trains.values())


def _late(title: Title) -> Iterator[Question]:
    """The late runs of simulated games, of each number of players in turn."""
    counts = sorted(title.data.cash)
    for seed in range(SIMULATED):
        setup = Setup(title.data.slug, NAMES[: counts[seed % len(counts)]], {}, seed)
        rules = rules_for(setup)
        actions = [action for action, _ in play(rules, seed, manner=careful)]
        yield from _questions(rules, actions, LATE)


def _questions(rules: Rules, actions: Sequence[Action], after: float) -> Iterator[Question]:
    """The runs after so large a part of a game, but those of who runs as he likes."""
    state = rules.start().state
    for number, action in enumerate(actions):
        late = number >= after * len(actions)
        if late and isinstance(action, RunTrains) and not chooses(rules, state, action.company):
            yield question(rules, state, action)
        state = rules.apply(state, action).state


def action(recorded: Sequence[Recorded]) -> Iterator[Figure]:
    """The last actions of each game, from a phone."""
    for game in own_games():
        yield from pages.last_actions(game, f"{game.name}, an action to its fresh screen")
