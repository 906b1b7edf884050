"""Damaged games: one check finds what is wrong, and the best of database and copies is saved."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import main
from companion.doctor import run_checks as doctor
from companion.exchange.files.automatic_copies import Copies
from companion.exchange.files.damage import alarms, find_damage
from companion.store.db import acknowledged_versions, data_dir
from companion.store.db.open_files import held_beside
from companion.store.db.salvage import salvage_file
from companion.store.games.game_store import GameStore
from companion.store.history.hash_journal import REPAIR
from companion.store.history.log_writer import Entered
from companion.store.history.records import LogRow
from companion.web import create_app
from companion.web.app_state import app_state
from tests.support.clients import make_host
from tests.support.random_play import SETUP, actions, anything, plain
from tests.support.stored_games import empty_store

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True)
class Whole:
    """A folder with a game as it was before damage: its state, its rows, and those of its copy."""

    folder: Path
    state: dict[str, Any]
    rows: Rows
    copied: int


def told(rows: list[LogRow]) -> Rows:
    return [(row.n, row.status, row.action_json, row.by, row.at) for row in rows]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    """Forty actions, some undone and done otherwise, a copy, and then some more of both."""
    folder = tmp_path_factory.mktemp("games")
    store = empty_store(folder)
    store.import_game(SETUP, [Entered(action, "Ann") for action, _ in actions(SETUP, 40)])
    view = store.open(1)
    view = store.undo(1, view.version, 3, "Bob")
    for _ in range(3):
        view = store.play(1, view.version, anything(view), by="Cleo")
    copied = view.undoable
    Copies(store).write(1)
    for _ in range(6):
        view = store.play(1, view.version, anything(view), by="Dan")
    view = store.undo(1, view.version, 2, "Bob")
    view = store.play(1, view.version, anything(view), by="Eve")
    view = store.undo(1, view.version, 1, "Bob")
    found = Whole(folder, plain(view.state), told(store.rows(1)), copied)
    store.close()
    return found


@pytest.fixture
def data(whole: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    shutil.copytree(whole.folder, folder)
    monkeypatch.setenv("COMPANION_DATA", str(folder))
    return folder


def change(*statements: str) -> None:
    with closing(sqlite3.connect(data_dir.database_file())) as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        for statement in statements:
            raw.execute(statement)
        raw.commit()


def now() -> tuple[dict[str, Any], Rows]:
    with closing(GameStore(data_dir.database_file())) as store:
        return plain(store.open(1).state), told(store.rows(1))


def links() -> list[str]:
    with closing(GameStore(data_dir.database_file())) as store:
        return [kind for kind, _ in store.edits.links(1)]


LAST = "(SELECT max(number) FROM journal)"
REPAIRED = {  # every action is still there
    "no JSON as state": ("UPDATE game SET state = 'zz'",),
    "cash in the state": ("UPDATE game SET state = json_set(state, '$.cash.p1', 7)",),
    "no JSON as set-up": ("UPDATE game SET setup = 'zz'",),
    "the game's own row": ("DELETE FROM game",),
    "the version of its rules": ("UPDATE game SET rules_version = 'x'",),
    "its counts": ("UPDATE game SET row_count = 3, head = 2, depth = 2",),
    "a posting": ("UPDATE posting SET amount = amount + 7 WHERE row = 0",),
    "the books": ("DELETE FROM posting", "DELETE FROM entry"),
    "snapshots": ("UPDATE snapshot SET state = '{}'",),
    "who": ("UPDATE log SET status = 'standing' WHERE status = 'dropped'",),
    "what a row tells": ("UPDATE log SET events = 'zz' WHERE number = 22",),
    "when": ("UPDATE log SET created_at = 'noon' WHERE number = 22",),
    "a link": ("DELETE FROM journal WHERE number = 10",),
    "what a link tells": ("UPDATE journal SET facts = 'zz' WHERE number = 10",),
    "the first link": ("UPDATE journal SET facts = 'zz' WHERE number = 0",),
    "the hash of a link": ("UPDATE journal SET hash = '00' WHERE number = 10",),
    "the hash of the last link": (f"UPDATE journal SET hash = '00' WHERE number = {LAST}",),
    "all links": ("DELETE FROM journal",),
    "state and a link": ("UPDATE game SET state = 'zz'", "DELETE FROM journal WHERE number = 30"),
    "own row and snapshots": ("DELETE FROM game", "DELETE FROM snapshot"),
    "a round that nobody can name": ("UPDATE log SET round = '{}' WHERE number = 20",),
    "a row that nobody wrote": (
        "CREATE TEMP TABLE more AS SELECT * FROM log WHERE number = 40",
        "UPDATE more SET number = 900",
        "INSERT INTO log SELECT * FROM more",
    ),
}


@pytest.mark.in_part(4)
@pytest.mark.parametrize("what", REPAIRED)
def test_if_every_action_is_there_all_is_put_right_and_the_journal_tells_it(
    whole: Whole, data: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without any copy. The audit, the doctor and restoring say alike that it is not whole."""
    shutil.rmtree(data / "copies")
    change(*REPAIRED[what])
    assert main(["audit", "1"]) == 1
    assert "companion restore" in capsys.readouterr().out
    wrong = [found for found in doctor(0) if found.name.startswith(("Game", "Database"))]
    assert [found.good for found in wrong if found.name == "Game 1"] == [False]
    assert "companion restore" in " ".join(found.says for found in wrong if not found.good)
    before = data_dir.database_file().read_bytes()
    assert main(["restore", "--dry-run"]) == 0
    dry = capsys.readouterr().out
    assert "Game 1 is not whole" in dry
    assert data_dir.database_file().read_bytes() == before
    assert main(["restore"]) == 0
    says = capsys.readouterr().out
    given = next(line for line in says.splitlines() if line.startswith("Game 1: "))
    assert given in dry
    state, rows = now()
    assert state == whole.state
    assert [row[:4] for row in rows] == [row[:4] for row in whole.rows]
    assert REPAIR in links()
    assert main(["audit", "1"]) == 0
    assert main(["restore"]) == 0
    assert "not damaged" in capsys.readouterr().out


LOST = {  # the copy has what the database has no more
    "an action changed": ('UPDATE log SET action = \'{"$type": "pass"}\' WHERE number = 20',),
    "an action of another": (
        "UPDATE log SET action = (SELECT action FROM log WHERE number = 21) WHERE number = 20",
    ),
    "no action": ("UPDATE log SET action = 'zz' WHERE number = 20",),
    "a row": ("DELETE FROM log WHERE number = 20",),
    "a row and its link": (
        "DELETE FROM log WHERE number = 20",
        "DELETE FROM journal WHERE number = 20",
    ),
    "a row and the game's": ("DELETE FROM log WHERE number = 20", "DELETE FROM game"),
    "an action and the journal": (
        "UPDATE log SET action = 'zz' WHERE number = 20",
        "DELETE FROM journal",
    ),
    "an action and the set-up": (
        "UPDATE log SET action = 'zz' WHERE number = 20",
        "UPDATE game SET setup = 'zz'",
    ),
    "many rows": ("DELETE FROM log WHERE number BETWEEN 5 AND 35 AND number % 3 = 1",),
}


@pytest.mark.parametrize("what", LOST)
def test_the_best_of_database_and_copy_is_taken_row_by_row(
    whole: Whole, data: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy is older than the end of the game, and the database is damaged before that."""
    change(*LOST[what])
    assert main(["restore"]) == 0
    assert now() == (whole.state, whole.rows)
    assert "are lost" not in capsys.readouterr().out
    assert main(["audit", "1"]) == 0


@pytest.mark.parametrize("what", ["an action changed", "no action", "a row"])
def test_without_a_copy_the_course_ends_before_what_is_lost(
    whole: Whole, data: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(data / "copies")
    change(*LOST[what])
    assert main(["restore", "--dry-run"]) == 1
    assert main(["restore"]) == 1
    assert "Game 1: 19 actions" in capsys.readouterr().out
    rows = now()[1]
    assert [row[2] for row in rows] == [row[2] for row in whole.rows[:20]]
    assert main(["audit", "1"]) == 0


def test_a_dropped_row_that_is_lost_costs_nothing_of_the_course(whole: Whole, data: Path) -> None:
    shutil.rmtree(data / "copies")
    change("DELETE FROM log WHERE number = (SELECT min(number) FROM log WHERE status = 'dropped')")
    assert main(["restore"]) == 0
    state, rows = now()
    assert state == whole.state
    standing = [row[2:] for row in whole.rows if row[1] == "standing"]
    assert [row[2:] for row in rows if row[1] == "standing"] == standing
    assert main(["audit", "1"]) == 0


def test_if_the_end_is_lost_the_copy_gives_as_much_as_it_has(whole: Whole, data: Path) -> None:
    """The rest is told to be lost; an undone branch does not come back in its place."""
    change("DELETE FROM log WHERE number > 30", "DELETE FROM journal WHERE number > 30")
    assert main(["restore"]) == 1
    rows = now()[1]
    standing = [row for row in rows if row[1] == "standing"]
    assert len(standing) - 1 == whole.copied
    assert standing == [row for row in whole.rows if row[1] == "standing"][: len(standing)]


def test_a_course_that_the_table_has_left_for_a_copy_does_not_come_back(data: Path) -> None:
    with closing(GameStore(data_dir.database_file())) as store:
        copies = Copies(store)
        copies.put_back(copies.list_of(1)[0])
        state, rows = plain(store.open(1).state), told(store.rows(1))
    change("UPDATE game SET state = 'zz'")
    assert main(["restore"]) == 0
    assert now() == (state, rows)


# --- what was answered and is gone


@pytest.fixture
def played_on(data: Path) -> Iterator[tuple[GameStore, Path]]:
    """A store on which three deeds are only in the log of SQLite."""
    store = GameStore(data_dir.database_file())
    store.database._held._connection.execute("PRAGMA wal_autocheckpoint = 0")  # type: ignore[union-attr]
    view = store.open(1)
    for _ in range(3):
        view = store.play(1, view.version, anything(view), by="Ann")
    yield store, data_dir.database_file()
    store.close()


def after_a_kill(file: Path, log: bytes | None) -> None:
    """The folder as a kill leaves it, with that in the place of SQLite's log."""
    kept = {each: each.read_bytes() for each in (file, acknowledged_versions.beside(file))}
    for each in file.parent.glob("companion.sqlite*"):
        each.unlink()
    for each, body in kept.items():
        each.write_bytes(body)
    if log is not None:
        file.with_name("companion.sqlite-wal").write_bytes(log)


CUTS: dict[str, Callable[[bytes], bytes | None]] = {
    "deleted": lambda log: None,
    "cut to nothing": lambda log: b"",
    "cut in the middle": lambda log: log[: len(log) // 2],
    "without its end": lambda log: log[:-5000],
}


@pytest.mark.parametrize("cut", CUTS)
def test_a_deed_that_was_answered_and_is_gone_after_a_kill_is_noticed(
    played_on: tuple[GameStore, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    cut: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """In a copy of the folder, as the kill has left it."""
    _, running = played_on
    other = tmp_path / "killed"
    shutil.copytree(running.parent, other)
    monkeypatch.setenv("COMPANION_DATA", str(other))
    file = data_dir.database_file()
    after_a_kill(file, CUTS[cut](file.with_name("companion.sqlite-wal").read_bytes()))
    assert main(["audit", "1"]) == 1
    assert "was confirmed up to its version" in capsys.readouterr().out
    assert [found.good for found in doctor(0) if found.name == "Game 1"] == [False]
    with closing(GameStore(file)) as store:
        app = create_app({"STORE": store})
        assert "was confirmed up to its version" in app.test_client().get("/").text
        view = store.open(1)
        store.play(1, view.version, anything(view))  # which hides nothing
        assert list(store.admin.find_missed_answers()) == [1]
    assert main(["restore"]) == 1
    assert "what was done last cannot be found" in capsys.readouterr().out
    assert main(["audit", "1"]) == 0
    assert main(["restore"]) == 0


UNREADABLE: dict[str, Callable[[Path], object]] = {
    "deleted": lambda note: note.unlink(),
    "another text": lambda note: note.write_text("Dear diary"),
    "cut in a record": lambda note: os.truncate(note, 40),
}


@pytest.mark.parametrize("damage", UNREADABLE.values(), ids=UNREADABLE)
def test_that_the_last_answers_cannot_be_read_is_said_as_nobody_knows_what_is_missing(
    played_on: tuple[GameStore, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    damage: Callable[[Path], object],
    capsys: pytest.CaptureFixture[str],
) -> None:
    """After a kill; the end of the database is gone too."""
    _, running = played_on
    other = tmp_path / "killed"
    shutil.copytree(running.parent, other)
    monkeypatch.setenv("COMPANION_DATA", str(other))
    file = data_dir.database_file()
    after_a_kill(file, None)
    whole = acknowledged_versions.beside(file).read_bytes()
    says = "last answers (companion.sqlite-answered) cannot be read"

    def told() -> set[bool]:
        main(["restore", "--dry-run"])
        with closing(GameStore(file)) as store:
            page = create_app({"STORE": store}).test_client().get("/").text
            terminal = "\n".join(alarms(store, []))
        bad = " ".join(found.says for found in doctor(0) if not found.good)
        return {says in each for each in (page, terminal, bad, capsys.readouterr().out)}

    assert told() == {False}
    damage(acknowledged_versions.beside(file))
    assert told() == {True}
    with closing(GameStore(file)) as store:
        view = store.open(1)
        store.play(1, view.version, anything(view))
    assert acknowledged_versions.beside(file).stat().st_size == len(whole)
    assert told() == {False}


def test_a_copy_that_has_what_is_gone_gives_it_back(
    played_on: tuple[GameStore, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, running = played_on
    Copies(store).write(1)
    state = plain(store.open(1).state)
    other = tmp_path / "killed"
    shutil.copytree(running.parent, other)
    monkeypatch.setenv("COMPANION_DATA", str(other))
    after_a_kill(data_dir.database_file(), None)
    assert main(["restore"]) == 0
    assert now()[0] == state
    assert main(["audit", "1"]) == 0


@pytest.mark.parametrize("name", ["companion.sqlite", "companion.sqlite-wal"])
def test_a_file_deleted_in_use_is_saved_beside_it_and_restored(
    data: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from companion.store.db.faults import DiskError

    file = data_dir.database_file()
    store = GameStore(file)
    view = store.open(1)
    view = store.play(1, view.version, anything(view), by="Ann")
    (data / name).unlink()
    with pytest.raises(DiskError, match="is saved as") as fault:
        store.play(1, view.version, anything(view))
    assert "companion restore" in str(fault.value)
    (saved,) = held_beside(file)
    rest = {each: each.read_bytes() for each in data.iterdir() if each.is_file()}
    store.close()
    for each in data.iterdir():  # as if it had been killed
        if each.is_file():
            each.unlink()
    for each, body in rest.items():
        if each.suffix != ".sqlite-shm" and each.name != "companion.sqlite-wal":
            each.write_bytes(body)
    assert saved.exists()
    assert main(["restore"]) == 0
    assert now()[0] == plain(view.state)
    assert main(["audit", "1"]) == 0
    assert held_beside(file) == []


# --- a file that has lost a part


def cut(file: Path, pages: int) -> None:
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    os.truncate(file, 4096 * pages)


@pytest.mark.parametrize(
    "statement",
    ["DELETE FROM alembic_version", "DROP TABLE alembic_version", "DROP TABLE device"],
)
def test_a_file_without_a_table_or_its_version_is_made_again(
    whole: Whole, data: Path, statement: str, capsys: pytest.CaptureFixture[str]
) -> None:
    change(statement)
    assert not next(found for found in doctor(0) if found.name == "Database").good
    assert main(["restore", "--dry-run"]) == 0
    assert "missing" in capsys.readouterr().out
    assert main(["restore"]) == 0
    assert now() == (whole.state, whole.rows)


def test_everything_before_the_cut_of_a_file_is_saved(
    whole: Whole, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(data / "copies")
    file = data_dir.database_file()
    cut(file, file.stat().st_size // 4096)  # what lies beside it is in it then
    there = len(salvage_file(file)[1][1]["log"])
    while len(salvage_file(file)[1][1]["log"]) > there * 3 // 4:  # a few pages at a time
        os.truncate(file, file.stat().st_size - 4 * 4096)
    assert main(["restore"]) == 1
    rows = now()[1]
    assert 0 < len(rows) < len(whole.rows)
    assert rows == whole.rows[: len(rows)]


def test_if_nothing_can_be_read_that_is_told_and_nobody_is_told_twice(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game of which nothing is left is looked for once. A loss is never taken for success."""
    cut(data_dir.database_file(), 1)
    for copy in (data / "copies").rglob("*.gz"):
        copy.write_bytes(copy.read_bytes()[:100])
    assert main(["restore", "--dry-run"]) == 1
    assert main(["restore"]) == 1
    assert "Game 1: nothing of it can be read" in capsys.readouterr().out
    assert main(["restore"]) == 0
    assert find_damage(data_dir.database_file()).is_whole


def test_if_not_even_a_game_can_be_named_that_is_a_loss(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cut(data_dir.database_file(), 1)
    shutil.rmtree(data / "copies")
    acknowledged_versions.beside(data_dir.database_file()).unlink()
    assert main(["restore", "--dry-run"]) == 1
    assert "No game can be read in it" in capsys.readouterr().out
    assert main(["restore"]) == 1


@pytest.mark.parametrize("kept", [True, False])
def test_restoring_says_whether_devices_seats_and_accounts_are_gone(
    data: Path, kept: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """They are lost if the file is rebuilt, and stay if only the game is repaired."""
    with closing(GameStore(data_dir.database_file())) as store:
        store.places.join(1, "a-phone", "other", "p1")
    if kept:
        change("UPDATE game SET state = 'zz'")
    else:
        cut(data_dir.database_file(), 1)
    for command in (["restore", "--dry-run"], ["restore"]):
        main(command)
        assert ("devices, seats and accounts are gone" in capsys.readouterr().out) is not kept
    with closing(GameStore(data_dir.database_file())) as store:
        assert bool(store.places.sitting(1).seats) is kept


# --- a database that is gone


def test_a_database_that_is_gone_is_noticed_before_anything_begins_again(
    whole: Whole, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data_dir.database_file().unlink()
    found = [each for each in doctor(0) if each.name == "Database"]
    assert not found[0].good
    assert "companion restore" in found[0].says
    app = create_app({})
    store: GameStore = app_state(app).store
    host = app.test_client()
    page = host.get("/").text
    assert "companion restore" in page
    assert "Restore these games now" in page
    other = store.new_game(SETUP)
    assert other > 1  # a number that may come back is not given again
    make_host(store)
    assert host.post("/gone/back").status_code == 303
    assert store.open(1).undoable == whole.copied
    assert "Restore these games now" not in host.get("/").text
    store.close()


def test_a_folder_without_any_game_is_no_loss(tmp_path: Path) -> None:
    assert find_damage(tmp_path / "companion.sqlite").is_whole
