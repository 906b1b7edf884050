"""Cache of slow computations for one test run, shared by all its processes."""

import os
import pickle
import random
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from companion.bots.playing_styles import Manner, careless
from companion.bots.simulation import LIMIT, choose
from companion.rules.core.actions import Action
from companion.rules.judge import judge
from companion.rules.judge.judge import Outcome
from companion.rules.judge.rules import Rules

T = TypeVar("T")
FOLDER = "COMPANION_TEST_RUN"  # environment variable of the run, set for all its processes


def once(name: str, make: Callable[[], T]) -> T:
    """Return the cached value of this name, or compute it with ``make``."""
    kept: T | None = _read(name)
    if kept is None:
        _write(name, kept := make())
    return kept


def play(
    rules: Rules, seed: int, limit: int = LIMIT, manner: Manner = careless
) -> Iterator[tuple[Action, Outcome]]:
    """Play a random game like ``companion.bots.simulation.play``.

    Choices that an earlier call made for this game are repeated from the cache. Choosing an action
    takes five times as long as applying it.
    """
    name = f"{rules.setup} {seed} {manner.__module__}.{manner.__qualname__}"
    dice, state = random.Random(seed), judge.start(rules).state
    before, cast = _read(name) or ([], dice.getstate())
    dice.setstate(cast)
    actions: list[Action] = []
    try:
        while not state.end_reason and len(actions) < limit:
            known = len(actions) < len(before)
            action = before[len(actions)] if known else choose(rules, state, dice, manner)
            actions.append(action)
            outcome = judge.apply(rules, state, action)
            state = outcome.state
            yield action, outcome
    finally:
        if len(actions) > len(before):
            _write(name, (actions, dice.getstate()))


def _file(name: str) -> Path | None:
    """Return the path of a cached value; None outside a test run."""
    folder = os.environ.get(FOLDER)
    return Path(folder, sha256(name.encode()).hexdigest()) if folder else None


def _read(name: str) -> Any:
    file = _file(name)
    return pickle.loads(file.read_bytes()) if file and file.exists() else None


def _write(name: str, value: Any) -> None:
    """Write the value atomically, so that other processes read all of it or nothing."""
    file = _file(name)
    if file is None:
        return
    written = file.with_name(f"{file.name}.{os.getpid()}")
    written.write_bytes(pickle.dumps(value))
    written.replace(file)
