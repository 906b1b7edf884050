"""The tables change by migrations: each after a copy of the file, by one process, or not at all."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text
from sqlmodel import Session, SQLModel

from companion.rules.rounds import RoundId
from companion.rules.words.rounds import round_words
from companion.store import migrations
from companion.store.database import Database
from companion.store.faults import DiskFault
from companion.store.records import CannotOpen
from companion.store.shelf import GameStore
from tests.store.moments import MOMENTS
from tests.store.spoiling import files_no_longer_than
from tests.store.starting import open_at_once
from tests.store.test_before_foundations import unpack
from tests.store.test_older_games import STORED


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file of before migrations."""
    file = tmp_path / "companion.sqlite"
    shutil.copy(STORED, file)
    return file


def copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob("companion-before-*"))


def version(file: Path) -> str | None:
    with closing(sqlite3.connect(file)) as raw:
        tables = {name for (name,) in raw.execute("SELECT name FROM sqlite_master")}
        if "alembic_version" not in tables:
            return None
        return str(raw.execute("SELECT version_num FROM alembic_version").fetchone()[0])


def everything(file: Path, table: str, but: tuple[str, ...] = ()) -> list[dict[str, object]]:
    """All rows of a table, without the columns named in ``but``."""
    with closing(sqlite3.connect(file)) as raw:
        raw.row_factory = sqlite3.Row
        rows = [dict(row) for row in raw.execute(f"SELECT * FROM {table} ORDER BY rowid")]
    return [{key: row[key] for key in row if key not in but} for row in rows]


def test_the_newest_version_is_the_end_of_one_line() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    scripts = ScriptDirectory.from_config(config)
    assert scripts.get_heads() == [migrations.HEAD]
    line = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(line)) == migrations.known()
    assert line[-1] == migrations.FIRST


@pytest.mark.parametrize("begun", ["anew", "before migrations"])
def test_migrations_lead_to_the_very_tables_of_the_code(tmp_path: Path, begun: str) -> None:
    file = tmp_path / "companion.sqlite"
    if begun != "anew":
        shutil.copy(STORED, file)
    Database(file).close()
    assert version(file) == migrations.HEAD
    engine = create_engine(f"sqlite:///{file}")
    with engine.connect() as connection:
        found = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(found, SQLModel.metadata) == []
    engine.dispose()


def test_nothing_that_was_stored_changes(old: Path) -> None:
    before = {table: everything(old, table) for table in ("game", "log", "entry", "posting")}
    GameStore(old).close()
    new = ("deeds", "winners", "away", "deed", "rules_version", "name")
    new += ("ruling", "reason", "stands_for")
    for table, rows in before.items():
        dropped = [{key: row[key] for key in row if key not in new} for row in rows]
        now = [by_names(row) for row in everything(old, table, new)]
        assert now == [with_events_read(row) for row in dropped]


def with_events_read(row: dict[str, object]) -> dict[str, object]:
    return {**row, "events": json.loads(str(row["events"]))} if "events" in row else row


def by_names(row: dict[str, object]) -> dict[str, object]:
    """A row with the names of rounds in it instead of their values, as it was told before."""
    row = with_events_read(row)
    if "round" in row:
        value = RoundId(row["round"], row.pop("round_number"), row.pop("round_part"))
        row["round"] = round_words(value)
    for event in row.get("events", ()):
        if event["kind"] == "round":
            event["facts"]["name"] = round_words(RoundId(*event["facts"].pop("round")))
    return row


def test_names_of_rounds_become_values(tmp_path: Path) -> None:
    """In the list, the log, the books, and in what the log tells; of a name nobody knows, too."""
    file = tmp_path / "companion.sqlite"
    unpack(file)
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("UPDATE entry SET round = 'MR 4' WHERE game = 2 AND n = 0 AND place = 1")
        raw.execute("UPDATE log SET events = 'no JSON: \"round\"' WHERE game = 3 AND n = 1")
        raw.commit()
    GameStore(file).close()
    with closing(sqlite3.connect(file)) as raw:
        values = "round, round_number, round_part"
        assert set(raw.execute(f"SELECT {values} FROM game WHERE id IN (1, 2, 4, 12)")) == {
            ("auction", 1, 0),
            ("auction", 2, 0),
            ("stock", 2, 0),
            ("operating", 2, 1),
        }
        odd = f"SELECT {values} FROM entry WHERE game = 2 AND n = 0 AND place = 1"
        assert list(raw.execute(odd)) == [("MR 4", 0, 0)]
        left = "SELECT events FROM log WHERE game = 3 AND n = 1"
        assert list(raw.execute(left)) == [('no JSON: "round"',)]
        kinds = raw.execute("SELECT DISTINCT round FROM log")
        assert {kind for (kind,) in kinds} == {"auction", "stock", "operating"}
    shelf = GameStore(file)
    told = [e for row in shelf.rows(12) for e in row.events if e.kind == "round"]
    assert [event.facts["round"] for event in told][:3] == [
        ("auction", 1, 0),
        ("stock", 1, 0),
        ("operating", 1, 1),
    ]
    rules = shelf.open(12).rules
    assert [rules.tell(event) for event in told][2] == "OR 1.1 begins."
    shelf.close()


def test_a_copy_of_the_file_is_made_before(old: Path) -> None:
    before = {table: everything(old, table) for table in ("meta", "game", "log", "snapshot")}
    GameStore(old).close()
    (copy,) = copies(old)
    assert copy.name.startswith(f"companion-before-{migrations.HEAD}-")
    assert version(copy) is None
    assert {table: everything(copy, table) for table in before} == before
    GameStore(old).close()
    assert copies(old) == [copy]  # none where nothing is to be changed


def test_a_copy_can_be_put_back(old: Path) -> None:
    """And is brought up to date again then."""
    shelf = GameStore(old)
    view = shelf.open(1)
    shelf.undo(1, view.version, 3)
    shelf.close()
    (copy,) = copies(old)
    shutil.move(copy, old)
    again = GameStore(old)
    assert again.open(1).head == view.head
    again.close()


def test_a_change_that_fails_leaves_the_file_as_it_was(old: Path) -> None:
    before = {table: everything(old, table) for table in ("meta", "game", "log")}

    def fail(session: Session) -> None:
        assert session.scalar(text("SELECT count(deeds) FROM game"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Database(old, on_upgrade=fail)
    assert version(old) is None
    assert {table: everything(old, table) for table in before} == before
    shelf = GameStore(old)
    assert len(shelf.games()) == len(MOMENTS)
    shelf.close()


def test_without_room_for_the_copy_nothing_is_changed(old: Path) -> None:
    before = old.read_bytes()
    with (
        files_no_longer_than(500_000),
        pytest.raises(DiskFault, match="does not read or write as it should"),
    ):
        GameStore(old)
    assert copies(old) == []
    assert version(old) is None
    assert everything(old, "game")
    assert len(old.read_bytes()) == len(before)
    shelf = GameStore(old)
    assert len(copies(old)) == 1
    shelf.close()


def test_of_programs_that_start_at_once_one_migrates(old: Path) -> None:
    assert open_at_once(old, 3) == [str(len(MOMENTS))] * 3
    assert len(copies(old)) == 1
    assert version(old) == migrations.HEAD


def test_programs_that_start_at_once_on_an_empty_folder_share_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games" / "companion.sqlite"
    assert open_at_once(file, 3) == ["0"] * 3
    assert version(file) == migrations.HEAD
    assert [each.name for each in file.parent.iterdir()] == ["companion.sqlite"]


def test_games_that_had_ended_have_their_winners_in_the_list(old: Path) -> None:
    shelf = GameStore(old)
    listed = {game.id: game for game in shelf.games()}
    for number, moment in enumerate(MOMENTS, start=1):
        view = shelf.open(number)
        worths = {seat: view.rules.worth(view.state, seat) for seat in view.rules.seats}
        richest = {seat for seat, worth in worths.items() if worth == max(worths.values())}
        expected = {view.rules.words.names[seat] for seat in richest}
        ended = moment.name in ("bank", "bankruptcy", "rounds")
        assert set(listed[number].winners) == (expected if ended else set())
    shelf.close()


def test_an_ended_game_that_cannot_be_opened_has_none_and_harms_nobody(old: Path) -> None:
    ended = {moment.name: number for number, moment in enumerate(MOMENTS, start=1)}
    with closing(sqlite3.connect(old)) as raw:
        raw.execute(
            "UPDATE game SET setup = replace(setup, '\"1830\"', '\"1869\"') WHERE id = ?",
            [ended["bank"]],
        )
        raw.commit()
    shelf = GameStore(old)
    listed = {game.id: game for game in shelf.games()}
    assert listed[ended["bank"]].winners == ()
    assert listed[ended["bankruptcy"]].winners
    with pytest.raises(CannotOpen, match="does not have its title, 1869"):
        shelf.open(ended["bank"])
    shelf.close()
