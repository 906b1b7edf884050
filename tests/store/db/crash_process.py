"""Helper program of test_crash: devices act at several tables while their process is killed.

Usage: python -m tests.store.db.crash_process PLACE KILLS SEED

The process is killed at random moments, and all data are checked after each kill. The last line of
the output has the result. Child processes act and check; the main process opens no game itself.
"""

import json
import os
import random
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NoReturn

from sqlalchemy import text

from companion.bots import simulation
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.store.games.game_store import GameStore
from companion.store.history.records import STANDING, LogRow, NothingToUndoError, StaleVersionError
from tests.support.random_play import plain

TABLES, DEVICES = 3, 2  # devices at each table
LONGEST = 40  # actions of a game before its table starts another
MOST = 12  # responses before a kill, at most
SOON = 0.004  # seconds between a response and the kill, at most

Answers = list[dict[str, Any]]


def act(place: Path | str, out: int, seed: int) -> None:
    """Let all devices act until they are killed, and report each response."""
    store = GameStore(place)
    games = [game.id for game in store.games()][:TABLES]
    hands = [
        threading.Thread(target=device, args=(store, game, random.Random(seed * 100 + hand), out))
        for hand, game in enumerate(games * DEVICES)
    ]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()


def device(store: GameStore, game: int, dice: random.Random, out: int) -> None:
    """Act, undo and redo in a loop, while other devices at the table do the same."""
    while True:
        view = store.open(game)
        told: dict[str, Any] = {"game": game}
        try:
            if view.undoable >= LONGEST or view.state.end_reason or dice.random() < 0.1:
                after = store.undo(game, view.version, min(view.undoable, dice.choice((1, 2, 30))))
            elif dice.random() < 0.1:
                after = store.redo(game, view.version)
            else:
                action = simulation.choose(view.rules, view.state, dice)
                after = store.play(game, view.version, action, by=str(dice.random()))
                told |= {"n": after.head, "by": after.tail[-1].by}
        except (StaleVersionError, NothingToUndoError):
            continue
        os.write(out, (json.dumps(told | {"version": after.version}) + "\n").encode())


def look(place: Path | str, answers: Answers) -> None:
    """Check that everything acknowledged is stored and nothing is stored in part."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(place)) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert database.execute("PRAGMA foreign_key_check").fetchall() == []
    store = GameStore(place)
    # end the transactions that the killed process left at the server
    if isinstance(place, str):
        with store.database.read() as session:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            ends = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {others}"
            session.execute(text(ends))
    for listed in store.games():
        rows = store.rows(listed.id)
        mine = [answer for answer in answers if answer["game"] == listed.id]
        for answer in mine:
            if "n" in answer:
                assert rows[answer["n"]].by == answer["by"], answer
        view = store.open(listed.id)
        newest = max((answer["version"] for answer in mine), default=0)
        assert newest <= view.version <= newest + DEVICES or not mine, (newest, view.version)
        look_at(store, listed.id, rows)
    store.close()


def look_at(store: GameStore, game: int, rows: list[LogRow]) -> None:
    """Check that the game's state and books are those of its rows."""
    view = store.open(game)
    assert [row.n for row in rows] == list(range(len(rows)))
    outcome = judge.start(view.rules)
    state, entries = outcome.state, list(outcome.entries)
    for row in rows[1 : view.head + 1]:
        if row.status == STANDING:
            assert row.action is not None
            outcome = judge.apply(view.rules, state, row.action)
            state = outcome.state
            entries += outcome.entries
    assert plain(view.state) == plain(state)
    books = [(line.memo, line.postings) for line in store.entries(game)]
    assert books == [(entry.memo, entry.postings) for entry in entries]


def apart(work: Callable[[], None]) -> int:
    """Run the work in a child process and return its process id."""
    number = os.fork()
    if number:
        return number
    _do(work)


def _do(work: Callable[[], None]) -> NoReturn:
    status = 1
    try:
        work()
        status = 0
    finally:
        if status:
            sys.excepthook(*sys.exc_info())  # type: ignore[arg-type]
        os._exit(status)


def kill_once(place: Path | str, dice: random.Random) -> Answers:
    """Let the devices act, kill them and check; return the acknowledged actions."""
    into, out = os.pipe()
    seed = dice.randrange(10**6)
    acting = apart(lambda: act(place, out, seed))
    os.close(out)
    with os.fdopen(into) as told:
        answers = [json.loads(told.readline()) for _ in range(dice.randrange(MOST))]
        until = time.perf_counter() + dice.uniform(0, SOON)
        while time.perf_counter() < until:
            pass
        os.kill(acting, signal.SIGKILL)
        assert os.waitpid(acting, 0)[1] == signal.SIGKILL
        answers += [json.loads(line) for line in told if line.endswith("\n")]
    looking = apart(lambda: look(place, answers))
    assert os.waitpid(looking, 0)[1] == 0, f"after {answers[-1:]}"
    return answers


def begin(place: Path | str) -> None:
    """Create a game for each table."""
    store = GameStore(place)
    for number in range(TABLES):
        store.new_game(Setup("1830", ("Ann", "Bob", "Cleo"), {}, number))
    store.close()


def main(where: str, kills: int, seed: int) -> None:
    """Kill the process ``kills`` times. Raises an exception if a check fails."""
    place = where if "://" in where else Path(where)
    dice = random.Random(seed)
    assert os.waitpid(apart(lambda: begin(place)), 0)[1] == 0
    answered = sum(len(kill_once(place, dice)) for _ in range(kills))
    print(f"{kills} kills, {answered} answers, nothing lost, nothing half done")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
