"""Tests of the database: durability of commits, and files that cannot be used."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from companion.store.db.database import Database
from companion.store.db.faults import StoreError
from companion.store.games.game_store import GameStore
from tests.support.random_play import SETUP


def test_a_commit_is_on_disk_before_it_returns(tmp_path: Path) -> None:
    database = Database(tmp_path / "companion.sqlite")
    with database.write() as session:
        assert session.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert session.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert session.execute(text("PRAGMA foreign_keys")).scalar() == 1
    database.close()


def test_a_fault_inside_a_write_leaves_nothing_of_it(tmp_path: Path) -> None:
    database = Database(tmp_path / "companion.sqlite")
    with pytest.raises(ZeroDivisionError), database.write() as session:
        session.execute(text("INSERT INTO meta VALUES ('half', 'done')"))
        raise ZeroDivisionError
    with database.read() as session:
        assert session.execute(text("SELECT count(*) FROM meta")).scalar() == 0
    database.close()


def test_reading_goes_on_while_another_writes(tmp_path: Path) -> None:
    database = Database(tmp_path / "companion.sqlite")
    with database.write() as writing:
        writing.execute(text("INSERT INTO meta VALUES ('new', 'row')"))
        with database.read() as reading:
            assert reading.execute(text("SELECT count(*) FROM meta")).scalar() == 0
    with database.read() as reading:
        assert reading.execute(text("SELECT count(*) FROM meta")).scalar() == 1
    database.close()


def test_a_database_of_a_newer_companion_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    Database(file).close()
    with sqlite3.connect(file) as raw:
        raw.execute("UPDATE alembic_version SET version_num = '9099'")
    raw.close()
    before = file.read_bytes()
    with pytest.raises(StoreError, match=r"newer companion \(their tables have version 9099\)"):
        Database(file)
    assert file.read_bytes() == before


def test_the_folder_is_made_when_it_is_not_there(tmp_path: Path) -> None:
    store = GameStore(tmp_path / "a" / "b" / "companion.sqlite")
    assert store.open(store.new_game(SETUP)).version == 1
    store.close()


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    file.write_bytes(b"minutes of the railway society, " * 300)
    with pytest.raises(StoreError, match="is not a database, or its beginning is damaged"):
        Database(file)
    assert file.read_bytes() == b"minutes of the railway society, " * 300


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreError, match=r"cannot be made: \S+/file is a file"):
        Database(tmp_path / "file" / "companion.sqlite")
