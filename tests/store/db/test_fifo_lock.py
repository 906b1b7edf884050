"""Tests of the write lock: one writer at a time, in order of arrival."""

import threading
import time
from pathlib import Path

from companion.rules.core.actions import Pass
from companion.rules.data.setup import Setup
from companion.store.db.fifo_lock import FifoLock
from companion.store.games.game_store import GameStore


def queue_up(turns: FifoLock, do: list[threading.Thread]) -> None:
    """Start the threads one by one, each after the previous one waits for its turn."""
    for place, each in enumerate(do, start=1):
        each.start()
        while turns.waiting < place:
            time.sleep(0.001)


def test_the_first_to_come_is_served_first() -> None:
    turns, served = FifoLock(), []

    def take(number: int) -> None:
        with turns:
            served.append(number)

    with turns:
        waiting = [threading.Thread(target=take, args=(number,)) for number in range(20)]
        queue_up(turns, waiting)
        assert served == []
    for each in waiting:
        each.join(120)
    assert served == list(range(20))


def test_nobody_overtakes_who_waits() -> None:
    """A thread that has just had its turn goes to the end of the queue."""
    turns, served = FifoLock(), []

    def take(name: str, times: int) -> None:
        for _ in range(times):
            with turns:
                served.append(name)

    with turns:
        greedy = threading.Thread(target=take, args=("greedy", 3))
        others = [threading.Thread(target=take, args=(name, 1)) for name in "abc"]
        queue_up(turns, [greedy, *others])
    for each in (greedy, *others):
        each.join(120)
    assert served[:4] == ["greedy", "a", "b", "c"]


def test_a_fault_hands_the_turn_on() -> None:
    turns = FifoLock()
    for _ in range(2):
        try:
            with turns:
                raise ValueError
        except ValueError:
            pass
    with turns:
        assert turns.waiting == 0


def test_tables_write_in_the_order_in_which_they_act(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "companion.sqlite")
    games = [store.new_game(Setup("1830", ("Ann", "Bo"))) for _ in range(8)]
    for game in games:
        store.open(game)
    turns = store.database._turns
    with turns:
        tables = [threading.Thread(target=store.play, args=(game, 1, Pass("p1"))) for game in games]
        queue_up(turns, tables)
    for each in tables:
        each.join(120)
    assert [listed.id for listed in store.games()] == list(reversed(games))
    store.close()
