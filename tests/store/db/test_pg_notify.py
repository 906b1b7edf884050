"""Tests of notifications between processes on one PostgreSQL, sent after the commit."""

import queue
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion.rules.core.actions import Pass
from companion.rules.core.refusals import RefusedError
from companion.store.db import migrations
from companion.store.db.pg_notify import Listener
from companion.store.games.game_store import GameStore
from companion.store.history.records import StaleVersionError
from tests.support.postgres import Own
from tests.support.random_play import SETUP
from tests.support.stored_games import empty_file

Heard = tuple[int, int | None] | str


@pytest.fixture
def address(own_database: Own) -> str:
    return own_database.empty()


@pytest.fixture
def acting(address: str) -> Iterator[GameStore]:
    """Yield the store of one process."""
    made = GameStore(address)
    yield made
    made.close()


@pytest.fixture
def heard(address: str) -> Iterator["queue.Queue[Heard]"]:
    """Yield the notifications that the store of another process receives."""
    found: queue.Queue[Heard] = queue.Queue()
    store = GameStore(address)
    with Listening(store, found):
        yield found
    store.close()


class Listening:
    def __init__(self, store: GameStore, found: "queue.Queue[Heard]") -> None:
        self._store, self._found = store, found

    def __enter__(self) -> Listener:
        made = self._store.database.listen(
            lambda *told: self._found.put(told), lambda: self._found.put("missed")
        )
        assert made is not None
        assert made.ready.wait(120)
        self._made = made
        return made

    def __exit__(self, *_: object) -> None:
        self._made.close()


def next_of(found: "queue.Queue[Heard]") -> Heard:
    return found.get(timeout=120)


def test_every_change_is_heard_with_the_version_it_led_to(
    acting: GameStore, heard: "queue.Queue[Heard]"
) -> None:
    game = acting.new_game(SETUP)
    changes: list[tuple[Callable[[], object], int | None]] = [
        (lambda: acting.play(game, 1, Pass("p1")), 2),
        (lambda: acting.undo(game, 2), 3),
        (lambda: acting.redo(game, 3), 4),
        (lambda: acting.admin.rename(game, "Friday"), None),
        (lambda: acting.admin.archive(game), None),
        (lambda: acting.admin.put_back(game, acting.admin.read_rows(game), migrations.HEAD), 5),
        (lambda: acting.admin.delete(game), None),
    ]
    for change, version in changes:
        change()
        assert next_of(heard) == (game, version)
    assert heard.empty()


def test_a_failed_change_is_not_heard(acting: GameStore, heard: "queue.Queue[Heard]") -> None:
    game = acting.new_game(SETUP)
    with pytest.raises(RefusedError):
        acting.play(game, 1, Pass("p2"))
    acting.play(game, 1, Pass("p1"))
    with pytest.raises(StaleVersionError):
        acting.play(game, 1, Pass("p1"))
    acting.play(game, 2, Pass("p2"))
    assert [next_of(heard), next_of(heard)] == [(game, 2), (game, 3)]
    assert heard.empty()


def test_a_process_that_hears_of_a_change_finds_it(
    address: str, acting: GameStore, heard: "queue.Queue[Heard]"
) -> None:
    other = GameStore(address)
    game = acting.new_game(SETUP)
    other.open(game)
    acting.play(game, 1, Pass("p1"))
    assert next_of(heard) == (game, 2)
    assert other.open(game).version == 2
    other.close()


def test_nobody_hears_himself(address: str, acting: GameStore) -> None:
    found: queue.Queue[Heard] = queue.Queue()
    other = GameStore(address)
    with Listening(acting, found):
        game = acting.new_game(SETUP)
        acting.play(game, 1, Pass("p1"))
        other.play(game, 2, Pass("p2"))
        assert next_of(found) == (game, 3)
    other.close()


def test_after_the_server_was_away_it_hears_again_and_knows_that_it_missed_something(
    address: str, acting: GameStore
) -> None:
    found: queue.Queue[Heard] = queue.Queue()
    other = GameStore(address)
    game = acting.new_game(SETUP)
    with Listening(other, found):
        engine = create_engine(address, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            ears = "application_name = 'companion, listening' AND datname = current_database()"
            ended = f"SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE {ears}"
            assert connection.execute(text(ended)).scalars().all() == [True]
        engine.dispose()
        assert next_of(found) == "missed"
        acting.play(game, 1, Pass("p1"))
        assert next_of(found) == (game, 2)
    other.close()


def test_in_a_file_there_is_nothing_to_hear(tmp_path: Path) -> None:
    store = GameStore(empty_file(tmp_path))
    assert store.database.listen(lambda *_: None, lambda: None) is None
    store.close()


def test_present_players_are_known_to_other_processes(address: str, acting: GameStore) -> None:
    found: queue.Queue[Heard] = queue.Queue()
    other = GameStore(address)
    listener = other.database.listen(
        lambda *_: None, lambda: None, lambda teller, game, there: found.put((game, there))
    )
    assert listener is not None and listener.ready.wait(120)
    assert acting.database.shared
    acting.database.tell_presence({3: {7, 5}, 4: ()})
    assert next_of(found) == (3, {5, 7})
    assert next_of(found) == (4, frozenset())
    listener.close()
    other.close()
