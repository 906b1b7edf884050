"""Tests of crashes between and during writes: acknowledged actions stay, others leave no trace.

They use a few moments, and more with FULL in the environment.
"""

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from tests.support.random_play import SETUP, actions, plain

ROOT = Path(__file__).resolve().parents[3]
FULL = bool(os.environ.get("FULL"))


def enter(file: Path, game: int, *more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.store.db.entry_process", str(file), str(game), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def check_whole(file: Path, game: int) -> int:
    """Return the game's version, after checking that nothing is stored in part."""
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    store = GameStore(file)
    view = store.open(game)
    rows = store.rows(game)
    assert view.version == len(rows)
    expected = [action for action, _ in actions(SETUP, len(rows) - 1)]
    assert [row.action for row in rows[1:]] == expected
    state = judge.start(view.rules).state
    entries = list(judge.start(view.rules).entries)
    for action in expected:
        outcome = judge.apply(view.rules, state, action)
        state = outcome.state
        entries += outcome.entries
    assert plain(view.state) == plain(state)
    assert [(e.memo, e.postings) for e in store.entries(game)] == [
        (e.memo, e.postings) for e in entries
    ]
    store.close()
    return view.version


@pytest.mark.parametrize("answers", [1, 2, 7, 19, 20, 21, 38] if FULL else [1, 20, 38])
def test_killed_between_answers_every_answer_is_kept(tmp_path: Path, answers: int) -> None:
    file = tmp_path / "companion.sqlite"
    store = GameStore(file)
    game = store.new_game(SETUP)
    store.close()
    with enter(file, game) as program:
        assert program.stdout is not None
        told = 0
        for _ in range(answers):
            told = int(program.stdout.readline())
        os.kill(program.pid, signal.SIGKILL)
        rest = program.stdout.read().split()
        told = int(rest[-1]) if rest else told
    # one more action may be on disk without a response
    assert check_whole(file, game) in (told, told + 1)


@pytest.mark.parametrize("version", [2, 5, 21, 22] if FULL else [2, 21])
def test_killed_inside_a_write_nothing_of_it_is_there(tmp_path: Path, version: int) -> None:
    file = tmp_path / "companion.sqlite"
    store = GameStore(file)
    game = store.new_game(SETUP)
    store.close()
    with enter(file, game, str(version)) as program:
        out, _ = program.communicate(timeout=300)
    assert program.returncode == -signal.SIGKILL
    assert out.split() == [str(n) for n in range(2, version)]
    assert check_whole(file, game) == version - 1


def test_after_a_crash_the_game_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    store = GameStore(file)
    game = store.new_game(SETUP)
    store.close()
    for version in ("4", "9"):
        with enter(file, game, version) as program:
            program.communicate(timeout=300)
    assert check_whole(file, game) == 8


@pytest.mark.both_databases
def test_killed_again_and_again_while_devices_act_nothing_is_lost_or_half_done(
    place: Path | str,
) -> None:
    kills = 200 if FULL else 3
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.db.crash_process", str(place), str(kills), "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = int(done.stdout.split()[2])
    assert answers > kills
