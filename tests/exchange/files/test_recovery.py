"""After damage to a database or its loss, a table has backups, copies, and all that can be read."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.exchange.files.automatic_copies import Copies
from companion.store.db import data_dir
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import Entered
from companion.store.history.records import GameView
from tests.support.random_play import SETUP, actions, anything, plain
from tests.support.stored_games import empty_store

PAGE = 4096
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path))
    return tmp_path


@pytest.fixture(scope="module")
def three_games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database of games: of 60 actions, of 25, some undone, and of 45, named and put away."""
    folder = tmp_path_factory.mktemp("games")
    store = empty_store(folder)
    done = [Entered(action, "Ann") for action, _ in actions(SETUP, 60)]
    store.import_game(SETUP, done)
    view = store.open(store.import_game(SETUP, done[:25]))
    view = store.undo(2, view.version, 6, "Bob")
    view = store.play(2, view.version, anything(view), by="Cleo")
    store.undo(2, view.version, 1, "Bob")
    store.import_game(SETUP, done[:45])
    store.admin.rename(3, "Friday")
    store.admin.archive(3)
    store.close()
    file = folder / "companion.sqlite"
    with closing(sqlite3.connect(file)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()


@pytest.fixture
def database(data: Path, three_games: bytes) -> Path:
    """The file of the three games."""
    data_dir.database_file().write_bytes(three_games)
    return data_dir.database_file()


def copy_games(*games: int) -> list[Path]:
    store = GameStore(data_dir.database_file())
    made = [Copies(store).write(game) for game in games]
    store.close()
    with closing(sqlite3.connect(data_dir.database_file())) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return made


def views() -> dict[int, GameView]:
    store = GameStore(data_dir.database_file())
    found = {game.id: store.open(game.id) for game in store.games()}
    for game in found:
        store.rows(game), store.entries(game)
    store.close()
    return found


def states(found: dict[int, GameView]) -> dict[int, dict[str, object]]:
    return {game: plain(view.state) for game, view in found.items()}


def pages_of(file: Path, table: str) -> list[int]:
    """The pages of the file with rows of that table on them, in order."""
    with closing(sqlite3.connect(file)) as raw:
        root = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [table]).fetchone()
    data, found, waiting = file.read_bytes(), [], [root[0]]
    while waiting:
        number = waiting.pop(0)
        start = (number - 1) * PAGE
        if data[start] == 13:  # a leaf
            found.append(number)
        elif data[start] == 5:
            cells = int.from_bytes(data[start + 3 : start + 5], "big")
            for cell in range(cells):
                at = int.from_bytes(data[start + 12 + 2 * cell : start + 14 + 2 * cell], "big")
                waiting.append(int.from_bytes(data[start + at : start + at + 4], "big"))
            waiting.append(int.from_bytes(data[start + 8 : start + 12], "big"))
    return found


def overwrite(file: Path, pages: list[int]) -> None:
    with file.open("rb+") as opened:
        for number in pages:
            opened.seek((number - 1) * PAGE)
            opened.write(b"\xff" * PAGE)


def kept(data: Path, what: str) -> list[Path]:
    return sorted(data.glob(f"companion-{what}-*.sqlite"))


def test_games_that_are_whole_are_left_alone_and_copies_are_listed(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy,) = copy_games(2)
    before = database.read_bytes()
    assert main(["restore"]) == 0
    told = capsys.readouterr().out
    assert "not damaged; nothing was changed" in told
    assert str(copy) in told
    assert "19 actions" in told
    assert database.read_bytes() == before


@pytest.mark.parametrize("table", ["entry", "posting", "snapshot"])
def test_books_and_snapshots_that_were_lost_are_worked_out_by_the_log(
    database: Path, table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    before = views()
    store = GameStore(database)
    books = {game: store.entries(game) for game in before}
    store.close()
    overwrite(database, pages_of(database, table))
    damaged = database.read_bytes()
    assert main(["restore"]) == 0
    after = views()
    assert states(after) == states(before)
    assert {game: view.redoable for game, view in after.items()} == {1: 0, 2: 1, 3: 0}
    store = GameStore(database)
    assert {game: store.entries(game) for game in before} == books
    listed = {game.id: game for game in store.games()}
    store.close()
    assert (listed[3].name, listed[3].is_archived) == ("Friday", True)
    (old,) = kept(database.parent, "damaged")
    assert old.read_bytes() == damaged
    told = capsys.readouterr().out
    assert "Game 1: 60 actions." in told
    assert str(old) in told


def test_a_lost_end_of_the_log_is_taken_from_the_copy_and_the_rest_from_the_log(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The copy is older than the damaged game: together they are the game."""
    before = views()
    copy_games(1, 2, 3)
    store = GameStore(database)
    for game in (1, 2, 3):
        view = store.open(game)
        before[game] = store.play(game, view.version, anything(view), by="Ann")
    store.close()
    with closing(sqlite3.connect(database)) as raw:
        raw.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    overwrite(database, pages_of(database, "log")[2:5])
    assert main(["restore"]) == 0
    assert states(views()) == states(before)
    assert "are lost" not in capsys.readouterr().out


def test_without_a_copy_a_game_is_saved_up_to_the_first_row_that_is_lost(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = views()
    overwrite(database, pages_of(database, "log")[2:3])
    assert main(["restore"]) == 1
    told = capsys.readouterr().out
    after = views()
    (hurt,) = [
        game for game in after if "are lost" in told.split(f"Game {game}: ")[1].split("\n")[0]
    ]
    stands = after[hurt].undoable
    assert 0 < stands < before[hurt].undoable
    done = list(actions(SETUP, stands))
    assert plain(after[hurt].state) == plain(done[-1][1])
    assert after[hurt].version > before[hurt].version
    assert all(states(after)[g] == states(before)[g] for g in before if g != hurt)


def test_the_list_of_games_is_lost(database: Path) -> None:
    """The journals tell the set-ups, also of the game that has no copy."""
    before = views()
    copy_games(1, 2)
    overwrite(database, pages_of(database, "game"))
    assert main(["restore"]) == 0
    after = views()
    assert states(after) == states(before)
    assert all(after[game].version > before[game].version for game in after)


def spoil_nothing_left(file: Path) -> None:
    file.write_bytes(b"minutes, " * 900)


def spoil_head(file: Path) -> None:
    overwrite(file, [1])


def spoil_gone(file: Path) -> None:
    file.unlink()


def spoil_empty(file: Path) -> None:
    file.write_bytes(b"")


@pytest.mark.parametrize("spoil", [spoil_nothing_left, spoil_head, spoil_gone, spoil_empty])
def test_if_nothing_can_be_read_there_are_the_copies(
    database: Path, spoil: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    before = views()
    copy_games(1, 3)
    spoil(database)
    assert main(["restore"]) == 1
    assert states(views()) == {game: states(before)[game] for game in (1, 3)}
    assert "Game 3: 45 actions from its newest copy." in capsys.readouterr().out
    assert main(["restore"]) == 0  # and now all is well


def test_a_copy_that_is_damaged_too_is_passed_over_for_an_older_one(database: Path) -> None:
    (older,) = copy_games(1)
    store = GameStore(database)
    view = store.open(1)
    store.play(1, view.version, anything(view))
    store.close()
    (newer,) = copy_games(1)
    body = newer.read_bytes()
    newer.write_bytes(body[: len(body) // 2])
    assert older != newer
    database.unlink()
    assert main(["restore"]) == 1
    assert views()[1].undoable == 60


@pytest.mark.parametrize("place_of_fault", range(1, 9))
def test_wherever_the_fault_is_something_is_saved_and_no_book_is_wrong(
    database: Path, place_of_fault: int
) -> None:
    """The files' pages in eight parts, each destroyed in turn; the copies are whole."""
    before = views()
    copy_games(1, 2, 3)
    count = database.stat().st_size // PAGE
    overwrite(database, list(range(2, count + 1))[place_of_fault - 1 :: 8])
    main(["restore"])
    assert states(views()) == states(before)


# --- backups


def test_a_backup_is_made_while_games_are_played_and_put_back(
    database: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The backup has all that was answered before it began, and no half of a deed."""
    backup, playing, stop = data / "all.sqlite", threading.Event(), threading.Event()
    store = GameStore(database)

    def play() -> None:
        view = store.open(2)
        while not stop.is_set():
            view = store.play(2, view.version, anything(view), by="Ann")
            view = store.undo(2, view.version)
            playing.set()

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    try:
        assert playing.wait(30)
        least = store.version(2)
        assert main(["backup", str(backup)]) == 0
    finally:
        stop.set()
        thread.join()
    most = store.version(2)
    before = states({1: store.open(1), 3: store.open(3)})
    store.admin.delete(1)
    store.close()
    assert "3 games" in capsys.readouterr().out
    assert main(["restore", str(backup)]) == 0
    after = views()
    assert {game: state for game, state in states(after).items() if game != 2} == before
    assert least <= after[2].version <= most
    (old,) = kept(data, "before-restore")
    with closing(sqlite3.connect(old)) as raw:
        assert raw.execute("SELECT id FROM game ORDER BY id").fetchall() == [(2,), (3,)]
    assert backup.exists()


def test_an_older_backup_is_replaced_and_anything_else_is_not(
    database: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    backup, other = data / "all.sqlite", data / "letter.txt"
    assert main(["backup", str(backup)]) == 0
    assert main(["backup", str(backup)]) == 0
    other.write_text("Dear Ann")
    assert main(["backup", str(other)]) == 1
    assert other.read_text() == "Dear Ann"
    assert main(["backup", str(database)]) == 1
    assert main(["backup", str(data / "nowhere" / "all.sqlite")]) == 1
    told = capsys.readouterr().err
    assert "is no backup of games" in told
    assert "is where the games are" in told
    assert f"{data / 'nowhere' / 'all.sqlite'} cannot be written" in told
    assert sorted(each.name for each in data.iterdir() if each.is_file()) == [
        "all.sqlite",
        "companion.sqlite",
        "letter.txt",
    ]


@pytest.mark.parametrize("body", [b"SQLite format 3\x00" + b"x" * 500, b"{}", b"", b"\x1f\x8bxx"])
def test_a_file_that_is_no_backup_and_no_copy_restores_nothing(
    database: Path, data: Path, body: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    before = database.read_bytes()
    (data / "file").write_bytes(body)
    assert main(["restore", str(data / "file")]) == 1
    assert capsys.readouterr().err.strip().endswith((".", "new."))
    assert database.read_bytes() == before


def test_nothing_is_restored_under_a_companion_that_runs(database: Path, data: Path) -> None:
    assert main(["backup", str(data / "all.sqlite")]) == 0
    before = {each.name for each in data.iterdir()}
    store = GameStore(database)
    store.games()
    command = [sys.executable, "-m", "companion", "restore", str(data / "all.sqlite")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    store.close()
    assert done.returncode == 1
    assert done.stderr == "A companion runs on these games. Stop it first.\n"
    assert {each.name for each in data.iterdir()} == before


def test_a_copy_comes_back_beside_what_is_there(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy,) = copy_games(2)
    before = states(views())
    assert main(["restore", str(copy)]) == 0
    assert "Restored as game 4" in capsys.readouterr().out
    assert states(views()) == {**before, 4: before[2]}
