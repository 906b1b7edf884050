"""Tests of the record of last answers beside the database, which reveals lost actions."""

import os
import shutil
import threading
from contextlib import closing
from pathlib import Path

import pytest

from companion.exchange.files.automatic_copies import Copies
from companion.rules.amend.correction_actions import CorrectCash
from companion.store.db import acknowledged_versions
from companion.store.db.acknowledged_versions import (
    DELETED,
    AcknowledgedVersion,
    AcknowledgedVersions,
)
from companion.store.db.faults import DiskError
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView
from tests.support.random_play import SETUP, anything
from tests.support.slow_disk import LateDisk
from tests.support.stored_games import empty_file


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return empty_file(tmp_path)


def test_each_answer_is_noted_before_it_is_given(file: Path) -> None:
    with closing(GameStore(file)) as store:
        view = store.open(store.new_game(SETUP))
        for _ in range(3):
            view = store.play(1, view.version, anything(view))
            assert acknowledged_versions.read(file)[1].version == view.version
        view = store.undo(1, view.version, 2)
        assert acknowledged_versions.read(file)[1] == AcknowledgedVersion(
            view.version, store.admin.audit(1).hash
        )
        store.counts.note(1, {"row": 1, "agrees": True}, "Ann")
        assert acknowledged_versions.read(file)[1] == AcknowledgedVersion(
            view.version, store.admin.audit(1).hash
        )
        assert store.admin.audit(1).holds


def test_each_answer_is_noted_on_disk_before_it_is_given(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Use a disk that writes only when somebody waits for it, outside of any request."""
    disk = LateDisk(monkeypatch)
    with closing(GameStore(file)) as store:

        def must_be_noted(view: GameView) -> GameView:
            assert disk.answers()[1] == AcknowledgedVersion(view.version, store.admin.audit(1).hash)
            return view

        view = must_be_noted(store.open(store.new_game(SETUP)))
        view = must_be_noted(store.play(1, view.version, anything(view)))
        view = must_be_noted(store.play(1, view.version, anything(view)))
        view = must_be_noted(store.undo(1, view.version, 2))
        view = must_be_noted(store.redo(1, view.version, 1))
        view = must_be_noted(
            store.play(1, view.version, CorrectCash("bank", "p1", 7, reason="lost"))
        )
        store.counts.note(1, {"row": 1, "agrees": True}, "Ann")
        must_be_noted(view)
        store.admin.delete(1)
        assert disk.answers()[1].version == DELETED


def test_one_sync_is_enough_for_what_waits_for_the_disk_together(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = LateDisk(monkeypatch)
    with closing(GameStore(file)) as store:
        with store.database.settle_last():
            for _ in range(3):
                view = store.open(store.new_game(SETUP))
                store.play(view.id, view.version, anything(view))
        assert {game: answer.version for game, answer in disk.answers().items()} == {
            1: 2,
            2: 2,
            3: 2,
        }
        # one write may have started with the first
        assert disk.done in (["on disk"], ["on disk"] * 2)


def test_a_database_that_is_ahead_is_no_alarm_and_one_that_is_behind_is(file: Path) -> None:
    note = acknowledged_versions.beside(file)
    with closing(GameStore(file)) as store:
        view = store.open(store.new_game(SETUP))
        view = store.play(1, view.version, anything(view))
        before = note.read_bytes()
        view = store.play(1, view.version, anything(view))
        after = note.read_bytes()
        note.write_bytes(before)
        assert store.admin.find_missed_answers() == {}
        assert store.admin.audit(1).holds
    older = file.read_bytes()
    with closing(GameStore(file)) as store:
        store.play(1, view.version, anything(view))
    file.write_bytes(older)  # an older copy replaces the file
    with closing(GameStore(file)) as store:
        assert list(store.admin.find_missed_answers()) == [1]
        assert [found.part for found in store.admin.audit(1).found] == ["answered"]
        note.write_bytes(after)
        assert store.admin.find_missed_answers() == {}


def test_a_game_that_was_deleted_or_put_back_is_no_alarm_nor_is_a_moved_folder(
    file: Path, tmp_path: Path
) -> None:
    with closing(GameStore(file)) as store:
        copies = Copies(store)
        view = store.open(store.new_game(SETUP))
        copies.write(1)
        store.play(1, view.version, anything(view))
        store.admin.delete(store.new_game(SETUP))
        copies.put_back(copies.list_of(1)[-1])
        assert store.admin.find_missed_answers() == {}
        assert store.admin.audit(1).holds
        assert acknowledged_versions.read(file)[2].version == DELETED
    moved = tmp_path / "elsewhere" / "other.sqlite"
    moved.parent.mkdir()
    shutil.copy(file, moved)
    shutil.copy(acknowledged_versions.beside(file), acknowledged_versions.beside(moved))
    with closing(GameStore(moved)) as store:
        assert store.admin.find_missed_answers() == {}
        assert store.admin.audit(1).holds


def test_no_version_goes_back_whoever_notes_it_last(tmp_path: Path) -> None:
    """Use one writer for each thread, as two processes do, in any order."""
    file = tmp_path / "companion.sqlite"

    def note(versions: range) -> None:
        mine = AcknowledgedVersions(file)
        for version in versions:
            mine.note(
                {
                    1: AcknowledgedVersion(version, f"h{version}"),
                    2: AcknowledgedVersion(version, "x"),
                }
            )
            mine.wait()

    hands = [threading.Thread(target=note, args=(range(start, 40, 2),)) for start in (1, 2)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    late = AcknowledgedVersions(file)
    late.note({1: AcknowledgedVersion(7, "h7")})
    late.wait()
    assert acknowledged_versions.read(file) == {
        1: AcknowledgedVersion(39, "h39"),
        2: AcknowledgedVersion(39, "x"),
    }
    assert acknowledged_versions.beside(file).stat().st_size == 2 * acknowledged_versions.LENGTH


def test_a_record_that_is_damaged_or_gone_is_written_again(file: Path) -> None:
    note = acknowledged_versions.beside(file)
    with closing(GameStore(file)) as store:
        view = store.open(store.new_game(SETUP))
        store.new_game(SETUP)
        note.unlink()
        view = store.play(1, view.version, anything(view))
        assert acknowledged_versions.read(file).keys() == {1, 2}
        note.write_bytes(b"x" * 100 + note.read_bytes()[100:])
        assert acknowledged_versions.read(file).keys() == {2}
        view = store.play(1, view.version, anything(view))
        assert acknowledged_versions.read(file)[1].version == view.version
    assert os.stat(note).st_mode & 0o077 == 0


@pytest.mark.parametrize("does", ["deleted", "replaced", "cut"])
def test_nothing_is_answered_while_what_was_written_last_is_not_what_was_opened(
    file: Path, does: str
) -> None:
    log = file.with_name("companion.sqlite-wal")
    with closing(GameStore(file)) as store:
        view = store.open(store.new_game(SETUP))
        body = log.read_bytes()
        if does == "cut":
            os.truncate(log, len(body) // 2)
        else:
            log.unlink()
            if does == "replaced":
                log.write_bytes(body)
        says = "was cut" if does == "cut" else "was deleted or replaced"
        with pytest.raises(DiskError, match=says) as fault:
            store.play(1, view.version, anything(view))
        assert "companion restore" in str(fault.value)
