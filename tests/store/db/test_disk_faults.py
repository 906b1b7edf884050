"""Tests of disk faults: a clear message, no losses and no partial writes."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path

import pytest

from companion.store.db.faults import DiskError, StoreError
from companion.store.games.game_store import GameStore
from tests.store.db.disk_faults import (
    as_somebody,
    cut_to_nothing,
    files_no_longer_than,
    flipped,
    held,
    moved_away,
    no_more_pages,
)
from tests.support.random_play import SETUP, actions, anything, plain


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder that any user may enter."""
    made = Path(tempfile.mkdtemp(prefix="companion-"))
    made.chmod(0o755)
    yield made
    for each in (made, *made.rglob("*")):
        each.chmod(0o755)
    shutil.rmtree(made)


@pytest.fixture
def file(folder: Path) -> Path:
    return folder / "companion.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[GameStore]:
    """Yield a store with one unfinished game and a short lock timeout."""
    made = GameStore(file, patience=0.2)
    made.import_game(SETUP, [action for action, _ in actions(SETUP, 45)])
    yield made
    made.close()


FAULTS: dict[str, tuple[Callable[[GameStore, Path], AbstractContextManager[None]], str]] = {
    "no file may grow": (lambda store, file: files_no_longer_than(20_000), "or was it removed?"),
    "another writes": (lambda store, file: held(file), "Another program is using"),
    "the file is gone": (lambda store, file: moved_away(file), "file with the games is gone"),
    "it was cut to nothing": (lambda store, file: cut_to_nothing(file), "has wiped its contents"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_an_action_that_cannot_be_stored_is_told_and_can_be_repeated(
    store: GameStore, file: Path, name: str
) -> None:
    spoil, says = FAULTS[name]
    view = store.open(1)
    before = plain(view.state)
    action = anything(view)
    with spoil(store, file):
        for attempt in (
            lambda: store.play(1, view.version, action),
            lambda: store.undo(1, view.version, 30),
            lambda: store.new_game(SETUP),
        ):
            with pytest.raises(StoreError) as told:
                attempt()
            assert says in str(told.value)
            assert str(file.parent) in str(told.value)
    again = store.open(1)
    assert (again.version, plain(again.state)) == (view.version, before)
    assert [game.id for game in store.games()] == [1]
    assert len(store.rows(1)) == 46
    after = store.play(1, view.version, action)
    assert after.version == view.version + 1
    assert store.undo(1, after.version).head == view.head


def test_a_game_for_which_there_are_no_pages_is_told(store: GameStore) -> None:
    done = [action for action, _ in actions(SETUP, 45, seed=2)]
    with no_more_pages(store), pytest.raises(DiskError, match=r"disk is full\. Make room on"):
        store.import_game(SETUP, done)
    assert [game.id for game in store.games()] == [1]
    assert store.open(store.import_game(SETUP, done)).undoable == 45


def test_a_tap_that_waits_for_another_program_is_done_when_that_lets_go(
    store: GameStore, file: Path
) -> None:
    view = store.open(1)
    with held(file), pytest.raises(DiskError, match="Another program is using"):
        store.play(1, view.version, anything(view))
    assert store.games()[0].actions == 45
    assert store.play(1, view.version, anything(view)).undoable == 46


def test_a_file_that_is_damaged_in_use_is_told(store: GameStore, file: Path) -> None:
    game = store.new_game(SETUP)
    store.close()
    other = GameStore(file)
    other.database._engine.dispose()  # drop cached pages, as happens over time
    with flipped(file):
        with pytest.raises(StoreError, match="is damaged") as told:
            other.open(game)
        assert "put a backup in its place" in str(told.value)
        with pytest.raises(StoreError, match="is damaged"):
            other.games()
    other.close()
    with closing(GameStore(file)) as again:  # restart, as the message advises
        assert again.open(game).version == 1


def test_another_file_in_its_place_is_told(store: GameStore, file: Path) -> None:
    """Restore a backup under a running companion, whose open connections would not see it."""
    backup = file.with_name("backup")
    shutil.copy(file, backup)
    view = store.open(1)
    os.replace(backup, file)
    with pytest.raises(DiskError, match="was replaced while the companion was running"):
        store.play(1, view.version, anything(view))
    with pytest.raises(DiskError, match="Stop the companion and start it again"):
        store.games()


# --- read-only


def begin(file: Path) -> str:
    """Open the file and create a game; return the fault's message, if any."""
    try:
        with closing(GameStore(file)) as store:
            store.new_game(SETUP)
    except StoreError as fault:
        return str(fault)
    return "begun"


def test_a_file_that_may_not_be_written_is_told_at_the_start(store: GameStore, file: Path) -> None:
    store.close()
    file.chmod(0o444)
    said = as_somebody(lambda folder: begin(folder / "companion.sqlite"), file.parent)
    assert "games cannot be written: their file, its folder or its disk is read-only" in said
    file.chmod(0o644)
    assert as_somebody(lambda folder: begin(folder / "companion.sqlite"), file.parent) == "begun"


def test_a_folder_that_may_not_be_written_is_told_at_the_start(
    store: GameStore, file: Path
) -> None:
    store.close()
    before = sorted(file.parent.iterdir())
    file.parent.chmod(0o555)
    said = as_somebody(lambda folder: begin(folder / "companion.sqlite"), file.parent)
    assert "set another folder with COMPANION_DATA" in said
    assert sorted(file.parent.iterdir()) == before


def test_a_folder_that_may_not_be_written_gets_no_first_game(folder: Path) -> None:
    folder.chmod(0o555)
    said = as_somebody(lambda folder: begin(folder / "companion.sqlite"), folder)
    assert "set another folder with COMPANION_DATA" in said
    assert list(folder.iterdir()) == []


def test_a_file_that_may_not_be_read_is_told(store: GameStore, file: Path) -> None:
    store.close()
    file.chmod(0)
    said = as_somebody(lambda folder: begin(folder / "companion.sqlite"), file.parent)
    assert "read-only" in said or "cannot be opened" in said
    assert file.stat().st_size > 0


# --- a full disk


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=720k", "tmpfs", str(folder)],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_fills_up_is_told_and_nothing_is_lost(folder: Path) -> None:
    with small_disk(folder):
        file = folder / "companion.sqlite"
        with closing(GameStore(file)) as store:
            view = store.open(store.new_game(SETUP))
            (folder / "films").write_bytes(bytes(100_000))
            with pytest.raises(DiskError, match="full"):
                for action, _ in actions(SETUP, 500):
                    view = store.play(view.id, view.version, action)
            stood = store.open(view.id)
            assert (stood.version, plain(stood.state)) == (view.version, plain(view.state))
            assert view.undoable > 5
        with closing(GameStore(file)) as again:
            assert plain(again.open(view.id).state) == plain(view.state)
            (folder / "films").unlink()
            assert again.play(view.id, view.version, anything(view)).undoable == view.undoable + 1


def test_a_full_disk_gets_no_first_file_that_is_half_made(folder: Path) -> None:
    with small_disk(folder):
        films = folder / "films"
        with films.open("wb", buffering=0) as filling, pytest.raises(OSError, match="No space"):
            while True:
                filling.write(bytes(4096))
        with pytest.raises(StoreError, match="full"):
            GameStore(folder / "companion.sqlite")
        assert [each.name for each in folder.iterdir()] == ["films"]
        films.unlink()
        with closing(GameStore(folder / "companion.sqlite")) as store:
            assert store.games() == []
