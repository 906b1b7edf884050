"""Tests specific to PostgreSQL: lost connections, simultaneous starts, foreign tables."""

import threading
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, text
from sqlmodel import SQLModel

from companion.cli import main
from companion.rules.core.actions import Pass
from companion.store.db import migrations, postgres
from companion.store.db.database import Database
from companion.store.db.faults import DiskError, OldDatabaseError, StoreError
from companion.store.db.tables import Meta
from companion.store.games.game_store import GameStore
from companion.store.history.records import StaleVersionError
from tests.store.db.next_migration import NEXT, add_next
from tests.store.db.start_process import open_at_once
from tests.support.postgres import Own
from tests.support.random_play import SETUP, anything, plain, played


@pytest.fixture
def address(own_database: Own) -> str:
    """Return the address of a database with empty tables."""
    return own_database.empty()


@pytest.fixture
def bare(own_database: Own) -> str:
    """Return the address of a database without tables."""
    return own_database.bare()


def ask(address: str, question: str) -> object:
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        answer = connection.execute(text(question))
        found = answer.scalar() if answer.returns_rows else None
    engine.dispose()
    return found


def end_all_others(address: str) -> None:
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    ask(
        address,
        f"SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE {others}",
    )


# --- tables


def test_migrations_lead_to_the_very_tables_of_the_code(address: str) -> None:
    engine = create_engine(address)
    with engine.connect() as connection:
        assert migrations.version(connection) == migrations.HEAD
        found = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(found, SQLModel.metadata) == []
    engine.dispose()


def test_the_next_migration_changes_the_tables(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Migrate, then play the games on and undo past the migration."""
    store = GameStore(address)
    view, _ = played(store, 12)
    store.close()
    add_next(tmp_path, monkeypatch)
    store = GameStore(address)
    assert ask(address, "SELECT version_num FROM alembic_version") == NEXT
    assert ask(address, "SELECT mood FROM game") == "calm"
    again = store.open(view.id)
    assert plain(again.state) == plain(view.state)
    again = store.play(again.id, again.version, anything(again))
    assert store.undo(again.id, again.version, 5).undoable == 8
    store.close()


def test_a_copy_of_the_tables_is_made_before(
    bare: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = GameStore(bare)
    view, _ = played(store, 12)
    store.close()
    drop_copies(bare)
    add_next(tmp_path, monkeypatch)
    for _ in range(2):  # the second start finds nothing to change
        GameStore(bare).close()
        (copy,) = copies(bare)
    assert ask(bare, f"SELECT version_num FROM {copy}.alembic_version") != NEXT
    assert ask(bare, f"SELECT count(*) FROM {copy}.log") == 13
    assert ask(bare, f"SELECT version FROM {copy}.game") == view.version
    drop_copies(bare)


def copies(address: str) -> list[str]:
    """Return the schemas with copies."""
    names = "SELECT string_agg(nspname, ' ') FROM pg_namespace WHERE nspname LIKE"
    return str(ask(address, f"{names} 'companion_before_%'") or "").split()


def drop_copies(address: str) -> None:
    for copy in copies(address):
        ask(address, f"DROP SCHEMA {copy} CASCADE")


def test_changes_in_the_same_second_have_copies_of_their_own(bare: str) -> None:
    GameStore(bare).close()
    drop_copies(bare)
    with postgres.engine(bare, 5.0, str).begin() as connection:
        for _ in range(3):
            postgres.copy_before(connection, "9001")
    assert len(copies(bare)) == 3
    drop_copies(bare)


@pytest.mark.parametrize("begun", ["anew", "before the next migration"])
def test_one_of_several_programs_that_start_at_once_migrates(
    bare: str, tmp_path: Path, begun: str
) -> None:
    if begun == "anew":
        assert open_at_once(bare, 3) == ["0"] * 3
        assert ask(bare, "SELECT version_num FROM alembic_version") == migrations.HEAD
        return
    store = GameStore(bare)
    store.new_game(SETUP)
    store.close()
    assert open_at_once(bare, 3, tmp_path) == ["1"] * 3
    assert ask(bare, "SELECT version_num FROM alembic_version") == NEXT


def test_a_change_that_fails_leaves_the_tables_as_they_were(
    bare: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    GameStore(bare).close()
    drop_copies(bare)
    with monkeypatch.context() as patch:
        add_next(tmp_path, patch, more="raise ZeroDivisionError")
        with pytest.raises(ZeroDivisionError):
            Database(bare)
    assert copies(bare) == []
    assert ask(bare, "SELECT version_num FROM alembic_version") == migrations.HEAD
    GameStore(bare).close()


@pytest.mark.parametrize("made", ["1001", "0011", "0001", ""])
def test_tables_of_a_version_before_are_refused(bare: str, made: str) -> None:
    """Refuse tables with an old revision or none."""
    Database(bare).close()
    set_revision(bare, made)
    with pytest.raises(OldDatabaseError, match=r"made by a version before 1\.0"):
        GameStore(bare)
    with pytest.raises(OldDatabaseError, match=r"made by a version before 1\.0"):
        postgres.look_at(bare)
    assert revision(bare) == made


def set_revision(address: str, made: str) -> None:
    """Set the revision of the tables; an empty text removes it."""
    engine = create_engine(address)
    with engine.begin() as connection:
        if made:
            connection.execute(
                text("UPDATE alembic_version SET version_num = :made"), {"made": made}
            )
        else:
            connection.execute(text("DROP TABLE alembic_version"))
    engine.dispose()


def revision(address: str) -> str:
    """Return the revision of the tables."""
    if ask(address, "SELECT to_regclass('alembic_version')") is None:
        return ""
    return str(ask(address, "SELECT version_num FROM alembic_version"))


def test_tables_of_a_newer_companion_are_left_alone(bare: str) -> None:
    Database(bare).close()
    ask(bare, "UPDATE alembic_version SET version_num = '9099'")
    with pytest.raises(StoreError, match=r"newer companion \(their tables have version 9099\)"):
        Database(bare)
    assert ask(bare, "SELECT version_num FROM alembic_version") == "9099"


def test_a_number_that_was_named_is_not_given_again(address: str) -> None:
    store = GameStore(address)
    view, _ = played(store, 3)
    rows = store.admin.read_rows(view.id)
    assert (
        store.admin.take_in(rows, migrations.HEAD, trusted=True, number=view.id + 6) == view.id + 6
    )
    assert store.new_game(SETUP) == view.id + 7
    store.admin.delete(view.id + 7)
    assert (
        store.admin.take_in(rows, migrations.HEAD, trusted=True, number=view.id + 2) == view.id + 2
    )
    assert store.new_game(SETUP) == view.id + 8
    store.close()


# --- transactions


def test_a_commit_is_on_disk_before_it_returns(address: str) -> None:
    database = Database(address)
    with database.write() as session:
        assert session.execute(text("SHOW synchronous_commit")).scalar() == "on"
    database.close()


def test_a_joint_read_is_of_one_moment_and_changes_nothing(address: str) -> None:
    database = Database(address)
    count = text("SELECT count(*) FROM meta")
    with database.read() as reading:
        before = reading.execute(count).scalar()
        with database.write() as writing:
            writing.execute(text("INSERT INTO meta VALUES ('new', 'row')"))
        assert reading.execute(count).scalar() == before
    with database.read() as reading:
        assert reading.execute(count).scalar() == before + 1
    with (
        pytest.raises(DiskError, match="can be read but not written to"),
        database.read() as reading,
    ):
        reading.execute(text("DELETE FROM meta"))
    database.close()


def test_the_second_action_on_the_same_version_is_stale(address: str) -> None:
    """Let both find their version current and wait for the row of the game before they write."""
    store, other = GameStore(address), GameStore(address)
    view = store.open(store.new_game(SETUP))
    other.open(view.id)
    about_to_write = threading.Semaphore(0)

    def told(connection: object, cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("UPDATE game"):
            about_to_write.release()

    answers: list[object] = []

    def act(each: GameStore) -> None:
        event.listen(each.database._engine, "before_cursor_execute", told)
        try:
            answers.append(each.play(view.id, view.version, Pass("p1")).version)
        except StaleVersionError as stale:
            answers.append((StaleVersionError, stale.version))

    threads = [threading.Thread(target=act, args=(each,)) for each in (store, other)]
    engine = create_engine(address)
    with engine.begin() as holding:
        holding.execute(text("SELECT 1 FROM game FOR UPDATE"))
        for thread in threads:
            thread.start()
        for _ in threads:
            assert about_to_write.acquire(timeout=120)
    for thread in threads:
        thread.join()
    after = view.version + 1
    assert sorted(answers, key=str) == sorted([after, (StaleVersionError, after)], key=str)
    assert len(store.rows(view.id)) == 2
    for each in (store, other, engine):
        each.close() if isinstance(each, GameStore) else each.dispose()


def test_values_read_before_a_change_hold_when_it_is_made(address: str) -> None:
    """Count in several processes at once, too."""
    databases = [Database(address) for _ in range(3)]
    with databases[0].write() as session:
        session.add(Meta(key="count", value="0"))

    def count(database: Database) -> None:
        for _ in range(20):
            with database.write() as session:
                found = session.get_one(Meta, "count")
                found.value = str(int(found.value) + 1)

    threads = [threading.Thread(target=count, args=(each,)) for each in databases]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with databases[0].read() as session:
        assert session.get_one(Meta, "count").value == "60"
    for each in databases:
        each.close()


def test_a_game_is_played_while_another_transaction_is_at_work(address: str) -> None:
    store, database = GameStore(address, patience=0.5), Database(address)
    view = store.open(store.new_game(SETUP))
    with database.write():
        assert store.play(view.id, view.version, Pass("p1")).version == view.version + 1
        with pytest.raises(DiskError, match="has locked data"):
            store.admin.delete(view.id)
    store.admin.delete(view.id)
    store.close()
    database.close()


def test_deleting_a_game_waits_for_play_in_it(address: str) -> None:
    store, other = GameStore(address), GameStore(address, patience=0.5)
    view = store.open(store.new_game(SETUP))
    with store.database.write(alone=False) as session:
        session.execute(text("UPDATE game SET version = version + 1"))
        with pytest.raises(DiskError, match="has locked data"):
            other.admin.delete(view.id)
        with pytest.raises(DiskError, match="has locked data"):
            other.admin.put_back(view.id, other.admin.read_rows(view.id), migrations.HEAD)
    assert store.version(view.id) == view.version + 1
    store.close()
    other.close()


# --- faults


def test_a_request_that_waits_too_long_is_told_and_nothing_is_half_done(address: str) -> None:
    store = GameStore(address, patience=0.2)
    view = store.open(store.new_game(SETUP))
    engine = create_engine(address)
    with engine.begin() as holding:
        holding.execute(text("SELECT 1 FROM game FOR UPDATE"))
        with pytest.raises(DiskError, match="Another program has locked data"):
            store.play(view.id, view.version, Pass("p1"))
    assert store.play(view.id, view.version, Pass("p1")).version == view.version + 1
    store.close()
    engine.dispose()


@pytest.mark.parametrize("quiet", [0.0, 3600.0], ids=["long ago", "a moment ago"])
def test_when_the_server_was_started_again_play_goes_on_by_itself(
    address: str, monkeypatch: pytest.MonkeyPatch, quiet: float
) -> None:
    """Lose the connections after any idle time."""
    monkeypatch.setattr(postgres, "QUIET", quiet)
    store = GameStore(address)
    view = store.open(store.new_game(SETUP))
    end_all_others(address)
    assert store.play(view.id, view.version, Pass("p1")).version == view.version + 1
    store.close()


def test_a_connection_that_is_lost_inside_a_write_leaves_nothing_of_it(address: str) -> None:
    database = Database(address)
    with (
        pytest.raises(DiskError, match="The database with the games cannot be reached"),
        database.write() as session,
    ):
        session.execute(text("INSERT INTO meta VALUES ('half', 'done')"))
        end_all_others(address)
        session.execute(text("INSERT INTO meta VALUES ('whole', 'done')"))
    with database.read() as session:
        assert session.execute(text("SELECT count(*) FROM meta WHERE value = 'done'")).scalar() == 0
    database.close()


def test_a_database_that_may_only_be_read_is_told(address: str) -> None:
    store = GameStore(address)
    name = ask(address, "SELECT current_database()")
    try:
        ask(address, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        end_all_others(address)
        with pytest.raises(DiskError, match="can be read but not written to"):
            store.new_game(SETUP)
        assert store.games() == []
    finally:
        writes = "options=-c%20default_transaction_read_only=off"
        ask(f"{address}&{writes}", f"ALTER DATABASE {name} RESET default_transaction_read_only")
    store.close()


def test_an_unreachable_server_is_named_without_the_password(tmp_path: Path) -> None:
    away = f"postgresql+psycopg://club:sesame@/games?host={tmp_path}"
    with pytest.raises(DiskError, match="cannot be reached") as told:
        Database(away)
    assert f"{tmp_path}/games" in str(told.value)
    assert "sesame" not in str(told.value)


# --- commands


@pytest.fixture
def kept(address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Store a game where every command finds it."""
    monkeypatch.setenv("COMPANION_DATABASE_URL", address)
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    store = GameStore(address)
    store.new_game(SETUP)
    store.close()
    return address


def test_a_game_goes_out_and_comes_in_by_the_commands(
    kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    assert main.main(["export", "1", "-o", str(file)]) == 0
    assert main.main(["import", str(file)]) == 0
    assert "Stored as game 2." in capsys.readouterr().out
    assert main.main(["restore", str(file)]) == 0
    assert "Restored as game 3" in capsys.readouterr().out
    assert ask(kept, "SELECT count(*) FROM game") == 3
    assert main.main(["doctor"]) in (0, 1)
    told = capsys.readouterr().out
    assert "ok    Database: PostgreSQL " in told
    assert ", 3 games, " in told
    assert not (tmp_path / "data" / "companion.sqlite").exists()


@pytest.mark.parametrize(
    ("command", "instead"),
    [
        (["backup", "all.sqlite"], "pg_dump --format=custom --file=all.sqlite"),
        (["restore"], "psql or pg_restore"),
    ],
)
def test_commands_for_files_say_what_to_do_instead(
    kept: str, capsys: pytest.CaptureFixture[str], command: list[str], instead: str
) -> None:
    assert main.main(command) == 1
    told = capsys.readouterr().err
    assert told.startswith("The games are in PostgreSQL (")
    assert instead in told


@pytest.mark.parametrize("named", ["mysql://club:sesame@there/games", "games", "postgresql://h/d"])
def test_an_address_of_no_postgres_is_told_and_not_repeated(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], named: str
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", named)
    assert main.main(["export", "1", "-o", "nowhere.json"]) == 1
    told = capsys.readouterr().err
    assert told.startswith(
        "COMPANION_DATABASE_URL is not a PostgreSQL address. Write it as postgresql+"
    )
    assert "sesame" not in told
