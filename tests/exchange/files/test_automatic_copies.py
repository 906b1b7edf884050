"""Copies of a game: one a round, the newest kept, whole or not there, and the way back."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.exchange.files import automatic_copies
from companion.exchange.files.automatic_copies import KEPT, Copier, Copies, read_copy
from companion.exchange.games_18xx.export_file import BadFileError
from companion.store.games.game_store import GameStore
from companion.store.history.records import NoGameError
from tests.store.db.disk_faults import files_no_longer_than
from tests.support.random_play import SETUP, actions, anything, plain
from tests.support.stored_games import empty_store

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    made = empty_store(tmp_path)
    yield made
    made.close()


@pytest.fixture
def copies(store: GameStore) -> Copies:
    return Copies(store)


def test_after_each_round_there_is_a_copy_and_after_nothing_else(
    store: GameStore, copies: Copies
) -> None:
    """And after the end of the game."""
    named: list[int] = []
    copier = Copier(copies, pause=0)
    rounds = 0
    view = store.open(store.new_game(SETUP))
    for action, _ in actions(SETUP, 75):
        before = view.state.round.id
        store.on_round = named.append
        view = store.play(view.id, view.version, action, by="Ann")
        assert len(named) == rounds + (view.state.round.id != before)
        if len(named) > rounds:
            rounds += 1
            copier.copy(view.id)
            copier.close()
            copier = Copier(copies, pause=0)
            (newest, *_) = copies.list_of(view.id)
            assert newest.head.round == view.state.round.id
            assert newest.head.actions == view.undoable
    assert rounds >= 2
    assert len(copies.list_of(view.id)) == rounds
    assert copies.games() == [view.id]


def test_the_newest_copies_of_each_game_are_kept(store: GameStore, copies: Copies) -> None:
    view = store.open(store.new_game(SETUP))
    other = store.new_game(SETUP)
    copies.write(other)
    for action, _ in actions(SETUP, KEPT + 3):
        copies.write(view.id)
        view = store.play(view.id, view.version, action)
    found = copies.list_of(view.id)
    assert [copy.head.actions for copy in found] == list(range(KEPT + 2, 2, -1))
    assert len(copies.list_of(other)) == 1


def test_a_game_goes_on_from_a_copy_beside_the_other(store: GameStore, copies: Copies) -> None:
    view = store.open(store.import_game(SETUP, [a for a, _ in actions(SETUP, 20)]))
    copies.write(view.id)
    on = store.play(view.id, view.version, anything(view))
    beside = store.open(copies.open_as_new_game(copies.list_of(view.id)[0]))
    assert beside.id != view.id
    assert plain(beside.state) == plain(view.state)
    assert beside.version == view.version
    assert plain(store.open(view.id).state) == plain(on.state)


def test_a_game_that_is_put_back_loses_nothing(store: GameStore, copies: Copies) -> None:
    """How it stood is a copy then, and comes back in the same way."""
    view = store.open(store.import_game(SETUP, [a for a, _ in actions(SETUP, 20)]))
    copies.write(view.id)
    on = store.play(view.id, view.version, anything(view), by="Ann")
    copies.put_back(copies.list_of(view.id)[0])
    assert plain(store.open(view.id).state) == plain(view.state)
    newest = next(copy for copy in copies.list_of(view.id) if copy.head.actions == 21)
    copies.put_back(newest)
    assert plain(store.open(view.id).state) == plain(on.state)
    assert store.rows(view.id)[-1].by == "Ann"


def test_without_room_for_what_stands_now_nothing_is_put_back(
    store: GameStore, copies: Copies
) -> None:
    view = store.open(store.import_game(SETUP, [a for a, _ in actions(SETUP, 20)]))
    copies.write(view.id)
    on = store.play(view.id, view.version, anything(view))
    (copy,) = copies.list_of(view.id)
    with files_no_longer_than(1000), pytest.raises(OSError, match="File too large"):
        copies.put_back(copy)
    assert store.open(view.id).version == on.version
    assert copies.list_of(view.id) == [copy]
    assert len(list(copy.file.parent.iterdir())) == 1  # nothing half


@pytest.mark.parametrize("name", ["../game-2/x", "20250101-000000-1", "", ".", "x" * 300])
def test_no_other_file_is_a_copy(store: GameStore, copies: Copies, name: str) -> None:
    game = store.new_game(SETUP)
    file = copies.write(game)
    for other in ("notes.json.gz", "20250101-000000-1.json", ".20250102-000000-2.json.gz"):
        (file.parent / other).write_bytes(file.read_bytes())
    assert len(copies.list_of(game)) == 1
    with pytest.raises(NoGameError):
        copies.find(game, name)


def test_a_copy_that_is_damaged_is_listed_or_not_but_never_taken(
    store: GameStore, copies: Copies
) -> None:
    game = store.new_game(SETUP)
    file = copies.write(game)
    whole = file.read_bytes()
    for cut in (0, 10, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:cut])
        assert len(copies.list_of(game)) <= 1
        with pytest.raises(BadFileError):
            read_copy(file)


def test_copies_of_a_deleted_game_are_gone(store: GameStore, copies: Copies) -> None:
    game = store.new_game(SETUP)
    copies.write(game)
    copies.forget(game)
    assert copies.games() == []
    copies.forget(game)


def test_a_copy_that_cannot_be_written_holds_up_nobody(
    store: GameStore, copies: Copies, caplog: pytest.LogCaptureFixture
) -> None:
    copies.folder.write_text("in the way")
    game = store.new_game(SETUP)
    copier = Copier(copies, pause=0)
    copier.copy(99)  # deleted meanwhile: nothing to say
    copier.copy(game)
    copier.close()
    (record,) = caplog.records
    assert record.getMessage().startswith(f"No copy of game {game} was written: ")


def test_a_copy_named_when_the_server_ends_is_still_written(
    store: GameStore, copies: Copies
) -> None:
    games = [store.new_game(SETUP) for _ in range(3)]
    copier = Copier(copies, pause=3600)
    for game in (*games, games[0]):
        copier.copy(game)
    copier.close()
    assert copies.games() == games
    assert len(copies.list_of(games[0])) == 1


KILLED = """
import os, signal, sys
from pathlib import Path
from companion.exchange.files import automatic_copies as copies
from companion.store.games.game_store import GameStore

store = GameStore(Path(sys.argv[1]))
lines = copies.lines
def stopping(rows):
    for n, line in enumerate(lines(rows)):
        if n == 6:
            os.kill(os.getpid(), signal.SIGKILL)
        yield line
copies.lines = stopping
copies.Copies(store).write(1)
"""


def test_killed_in_the_middle_there_is_no_half_copy(
    store: GameStore, copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = store.open(store.import_game(SETUP, [a for a, _ in actions(SETUP, 20)]))
    first = copies.write(view.id)
    store.play(view.id, view.version, anything(view))
    done = subprocess.run([sys.executable, "-c", KILLED, str(store.where)], cwd=ROOT, check=False)
    assert done.returncode == -signal.SIGKILL
    assert [copy.file for copy in copies.list_of(view.id)] == [first]
    (half,) = first.parent.glob(".*.part")
    copies.write(view.id)
    assert half.exists()  # it might be another companion's that is at it
    os.utime(half, (0, 0))
    monkeypatch.setattr(automatic_copies, "KEPT", 1)
    copies.write(view.id)
    assert not half.exists()
    assert len(list(first.parent.iterdir())) == 1
