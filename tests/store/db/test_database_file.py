"""Tests of the database file: foreign files are refused, damaged ones never count as new."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import SQLModel

from companion.store.db.database import Database
from companion.store.db.database_file import APPLICATION_ID, TABLES
from companion.store.db.faults import DiskError, StoreError, WrongDatabaseError
from companion.store.games.game_store import GameStore
from tests.support.random_play import SETUP, actions
from tests.support.stored_games import empty_file


def mark(file: Path) -> int:
    return int.from_bytes(file.read_bytes()[68:72], "big")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Create a file with a game of 45 actions."""
    found = tmp_path / "companion.sqlite"
    store = GameStore(found)
    store.import_game(SETUP, [action for action, _ in actions(SETUP, 45)])
    store.close()
    return found


def test_a_new_file_carries_the_mark(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    Database(file).close()
    assert mark(file) == APPLICATION_ID
    assert [each.name for each in tmp_path.iterdir()] == ["companion.sqlite"]


def test_a_file_whose_tables_are_all_in_its_log_still_is_known(tmp_path: Path) -> None:
    """Build the file that a crash right after the first start leaves."""
    (tmp_path / "before" / "new").mkdir(parents=True)
    before = tmp_path / "before" / "companion.sqlite"
    new = empty_file(tmp_path / "before" / "new")
    with closing(sqlite3.connect(before)) as writing, closing(sqlite3.connect(new)) as old:
        writing.execute("PRAGMA journal_mode = WAL")
        writing.execute("PRAGMA wal_autocheckpoint = 0")
        for (sql,) in old.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL"):
            writing.execute(sql)
        (made,) = old.execute("SELECT version_num FROM alembic_version")
        writing.execute("INSERT INTO alembic_version VALUES (?)", made)
        writing.commit()
        for ending in ("", "-wal"):
            shutil.copy(f"{before}{ending}", tmp_path / f"companion.sqlite{ending}")
    file = tmp_path / "companion.sqlite"
    assert b"posting" not in file.read_bytes()
    store = GameStore(file)
    assert store.games() == []
    store.close()
    assert mark(file) == APPLICATION_ID


def sql(*statements: str) -> Callable[[Path], None]:
    def make(file: Path) -> None:
        with closing(sqlite3.connect(file)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()

    return make


OTHERS = {
    "with tables of its own": sql("CREATE TABLE moz_places (url)"),
    "without any table": sql("CREATE TABLE gone (a)", "DROP TABLE gone"),
    "with a log": sql(
        "PRAGMA journal_mode = WAL", "CREATE TABLE game (id)", "CREATE TABLE log (n)"
    ),
    "with a mark of its own": sql("PRAGMA application_id = 1196444487", "CREATE TABLE game (id)"),
}


@pytest.mark.parametrize("name", OTHERS)
def test_any_other_database_is_refused_and_left_untouched(tmp_path: Path, name: str) -> None:
    file = tmp_path / "companion.sqlite"
    OTHERS[name](file)
    before = file.read_bytes()
    with pytest.raises(WrongDatabaseError, match=r"another program.s database .* left as it is"):
        GameStore(file)
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["companion.sqlite"]


def test_another_database_that_is_in_use_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    with closing(sqlite3.connect(file)) as using:
        using.execute("PRAGMA journal_mode = WAL")
        using.execute("CREATE TABLE moz_places (url)")
        using.commit()
        before = file.read_bytes()
        with pytest.raises(WrongDatabaseError, match="another program's database"):
            GameStore(file)
        assert file.read_bytes() == before
        assert using.execute("SELECT count(*) FROM moz_places").fetchone() == (0,)


def test_a_file_cut_to_nothing_is_no_new_one(file: Path) -> None:
    file.write_bytes(b"")
    with pytest.raises(
        WrongDatabaseError, match="is empty: something has wiped its contents"
    ) as told:
        GameStore(file)
    assert "put a backup in its place" in str(told.value)
    assert file.read_bytes() == b""


@pytest.mark.parametrize("part", [0.3, 0.5, 0.9])
def test_a_file_cut_short_is_damaged(file: Path, part: float) -> None:
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * part)])
    with pytest.raises(DiskError, match="is damaged") as told:
        GameStore(file)
    assert "put a backup in its place" in str(told.value)


@pytest.mark.parametrize("page", [1, 2, 3, 5, 8])
def test_flipped_bytes_in_the_structure_are_noticed(file: Path, page: int) -> None:
    flipped = bytearray(file.read_bytes())
    at = page * 4096
    flipped[at : at + 64] = bytes(255 - byte for byte in flipped[at : at + 64])
    file.write_bytes(flipped)
    with pytest.raises(DiskError, match="is damaged"):
        GameStore(file)
    assert file.read_bytes() == flipped


def test_a_damaged_beginning_is_no_database(file: Path) -> None:
    file.write_bytes(bytes(100) + file.read_bytes()[100:])
    with pytest.raises(WrongDatabaseError, match="or its beginning is damaged"):
        GameStore(file)


def test_lost_tables_are_noticed(file: Path) -> None:
    sql("DROP TABLE posting")(file)
    with pytest.raises(DiskError, match=r"is damaged \(tables are missing\)"):
        GameStore(file)


def test_a_log_without_its_file_is_no_reason_to_begin_again(file: Path) -> None:
    file.with_name("companion.sqlite-wal").write_bytes(b"the last actions")
    moved = file.rename(file.with_name("moved.sqlite"))
    with pytest.raises(WrongDatabaseError, match=r"next to companion\.sqlite-wal"):
        GameStore(file)
    assert not file.exists()
    assert moved.exists()


def test_the_newest_copy_beside_a_damaged_file_is_named(file: Path, tmp_path: Path) -> None:
    for name in ("companion-before-0002-20250101-100000.sqlite", "games-of-1999.sqlite"):
        shutil.copy(file, tmp_path / name)
    file.write_bytes(b"")
    with pytest.raises(StoreError, match="next to it is companion-before-0002-20250101-100000"):
        GameStore(file)


def test_the_tables_are_named_by_which_a_whole_file_is_known() -> None:
    assert set(SQLModel.metadata.tables) == TABLES


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM alembic_version", "the version of its tables is missing"),
        ("DROP TABLE alembic_version", "the version of its tables is missing"),
        ("DROP TABLE device", "tables are missing"),
        ("DROP TABLE journal", "tables are missing"),
    ],
)
def test_a_file_that_has_lost_a_table_or_its_version_is_damaged(
    file: Path, statement: str, says: str
) -> None:
    with closing(sqlite3.connect(file)) as raw:
        raw.execute(statement)
        raw.commit()
    before = file.read_bytes()
    with pytest.raises(DiskError, match=says):
        GameStore(file)
    assert file.read_bytes() == before


def test_a_column_that_is_gone_while_the_companion_runs_is_damage(file: Path) -> None:
    with closing(GameStore(file)) as store:
        with closing(sqlite3.connect(file)) as raw:
            raw.execute("ALTER TABLE game RENAME COLUMN end_reason TO finisher")
        with pytest.raises(DiskError, match="no such column"):
            store.games()
