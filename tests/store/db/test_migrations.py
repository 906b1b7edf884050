"""Tests of migrations: after a copy of the file, by one process, completely or not at all."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlmodel import SQLModel

from companion.cli.main import main
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import file_of
from companion.store.db import migrations
from companion.store.db.database import Database
from companion.store.db.faults import DiskError, OldDatabaseError, WrongDatabaseError
from companion.store.games.game_store import GameStore
from tests.store.db.disk_faults import files_no_longer_than
from tests.store.db.next_migration import NAME, NEXT, add_next
from tests.store.db.start_process import open_at_once
from tests.support.random_play import SETUP, actions, anything, plain
from tests.support.stored_games import empty_file

TABLES = ("meta", "game", "log", "entry", "posting", "snapshot", "journal")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Create a file of the current version with a game."""
    (tmp_path / "games").mkdir()
    made = empty_file(tmp_path / "games")
    store = GameStore(made)
    store.import_game(SETUP, [action for action, _ in actions(SETUP, 30)])
    store.close()
    return made


def copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob("companion-before-*"))


def version(file: Path) -> str:
    with closing(sqlite3.connect(file)) as raw:
        return str(raw.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def everything(file: Path) -> dict[str, list[dict[str, object]]]:
    """Return all rows of the tables."""
    with closing(sqlite3.connect(file)) as raw:
        raw.row_factory = sqlite3.Row
        return {
            table: [dict(row) for row in raw.execute(f"SELECT * FROM {table} ORDER BY rowid")]
            for table in TABLES
        }


def test_the_newest_version_is_the_end_of_one_line() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [migrations.HEAD]
    line = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(line)) == migrations.known()


def test_migrations_lead_to_the_very_tables_of_the_code(tmp_path: Path) -> None:
    file = tmp_path / "companion.sqlite"
    Database(file).close()
    assert version(file) == migrations.HEAD
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(found, SQLModel.metadata) == []
    engine.dispose()


# --- the next migration


def test_it_changes_the_tables_and_nothing_else(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(file)
    add_next(tmp_path, monkeypatch)
    GameStore(file).close()
    assert version(file) == NEXT
    before["game"] = [{**row, "name": NAME, "mood": "calm"} for row in before["game"]]
    assert everything(file) == before


def test_games_are_played_on_and_undone_past_it(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(file)
    before = store.open(1)
    store.close()
    add_next(tmp_path, monkeypatch)
    store = GameStore(file)
    view = store.open(1)
    assert plain(view.state) == plain(before.state)
    view = store.play(1, view.version, anything(view))
    assert store.undo(1, view.version, 11).undoable == 20
    store.close()


def test_a_copy_of_the_file_is_made_before(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(file)
    add_next(tmp_path, monkeypatch)
    GameStore(file).close()
    (copy,) = copies(file)
    assert copy.name.startswith(f"companion-before-{NEXT}-")
    assert version(copy) != NEXT
    assert everything(copy) == before
    GameStore(file).close()
    assert copies(file) == [copy]  # no second copy without changes


def test_a_copy_can_be_put_back(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Restore the copy; it is migrated again."""
    add_next(tmp_path, monkeypatch)
    store = GameStore(file)
    view = store.open(1)
    store.undo(1, view.version, 3)
    store.close()
    (copy,) = copies(file)
    shutil.move(copy, file)
    again = GameStore(file)
    assert again.open(1).head == view.head
    again.close()


def test_a_change_that_fails_leaves_the_file_as_it_was(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(file)
    with monkeypatch.context() as patch:
        add_next(tmp_path, patch, more="raise ZeroDivisionError")
        with pytest.raises(ZeroDivisionError):
            Database(file)
    assert version(file) == migrations.HEAD
    assert everything(file) == before
    GameStore(file).close()


def test_without_room_for_the_copy_nothing_is_changed(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = everything(file)
    head = migrations.HEAD
    add_next(tmp_path, monkeypatch)
    with (
        files_no_longer_than(file.stat().st_size // 2),
        pytest.raises(DiskError, match="has an error in reading or writing"),
    ):
        GameStore(file)
    assert copies(file) == []
    assert version(file) == head
    assert everything(file) == before
    GameStore(file).close()
    assert len(copies(file)) == 1


def test_one_of_several_programs_that_start_at_once_migrates(file: Path, tmp_path: Path) -> None:
    assert open_at_once(file, 3, tmp_path) == ["1"] * 3
    assert len(copies(file)) == 1
    assert version(file) == NEXT


def test_programs_that_start_at_once_on_an_empty_folder_share_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games" / "companion.sqlite"
    assert open_at_once(file, 3) == ["0"] * 3
    assert version(file) == migrations.HEAD
    assert [each.name for each in file.parent.iterdir()] == ["companion.sqlite"]


def test_a_file_of_the_tables_before_it_comes_in(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Import a file with tables before the migration; its rows are migrated like a database."""
    store = GameStore(file)
    before, body = store.open(1), file_of(store.admin.read_rows(1))
    store.close()
    add_next(tmp_path, monkeypatch)
    store = GameStore(tmp_path / "next.sqlite")
    game = store_file(store, body).game
    assert plain(store.open(game).state) == plain(before.state)
    assert [listed.name for listed in store.games() if listed.id == game] == [NAME]
    store.close()


# --- versions before 1.0, and later ones


@pytest.fixture(params=["0001", "0011", "1001", "without a version"])
def old(request: pytest.FixtureRequest, file: Path) -> Path:
    """Create a file as a version before 1.0 left it."""
    later = (
        "journal",
        "device",
        "place",
        "table_settings",
        "seat",
        "draft",
        "proposal",
        "handled_form",
    )
    with closing(sqlite3.connect(file)) as raw:
        if request.param == "without a version":
            for table in ("alembic_version", *later, "account", "login", "hosting"):
                raw.execute(f"DROP TABLE {table}")
            raw.execute("PRAGMA application_id = 0")
        else:
            raw.execute("UPDATE alembic_version SET version_num = ?", [request.param])
        raw.commit()
        raw.execute("PRAGMA journal_mode = DELETE")
    return file


def content(file: Path) -> dict[str, bytes]:
    """Return all files in the folder of a file."""
    return {each.name: each.read_bytes() for each in file.parent.iterdir() if each.is_file()}


def test_a_database_of_a_version_before_is_refused(old: Path) -> None:
    before = content(old)
    with pytest.raises(OldDatabaseError, match=r"made by a version before 1\.0") as fault:
        GameStore(old)
    assert str(old) in str(fault.value)
    assert content(old) == before


@pytest.mark.parametrize(
    ("command", "status"),
    [
        (["doctor"], 1),
        (["restore"], 1),
        (["restore", "--dry-run"], 1),
        (["audit", "1"], 1),
        (["export", "1", "-o", "game.json"], 1),
        (["backup", "copy.sqlite"], 1),
        (["report", "1", "-o", "report.pdf"], 1),
        (["import", "game.json"], 1),
    ],
)
def test_every_command_refuses_it(
    old: Path,
    command: list[str],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(old.parent))
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_bytes(b'{"title": "1830", "players": [], "actions": []}')
    before = content(old)
    assert main(command) == status
    told = capsys.readouterr()
    assert "made by a version before 1.0" in told.out + told.err
    assert content(old) == before


def test_as_a_backup_it_is_refused(
    old: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "here"))
    before = content(old)
    assert main(["restore", str(old)]) == 1
    assert "made by a version before 1.0" in capsys.readouterr().err
    assert content(old) == before
    assert not (tmp_path / "here" / "companion.sqlite").exists()


def test_a_database_of_the_next_version_is_refused(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        add_next(tmp_path, patch)
        GameStore(file).close()
    before = content(file)
    with pytest.raises(WrongDatabaseError, match=f"newer companion.* have version {NEXT}"):
        GameStore(file)
    assert content(file) == before
