"""Our own file: what comes of it is the same game, or nothing, and a sentence says why."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import main
from companion.exchange.files.import_store import store_file
from companion.exchange.files.own_file import (
    FORMAT,
    MOST_BYTES,
    decompress,
    file_of,
    is_own,
    read_head,
)
from companion.exchange.games_18xx.export_file import BadFileError
from companion.rules.core.rounds import RoundId
from companion.store.db import data_dir
from companion.store.db.migrations import HEAD
from companion.store.games.game_store import GameStore
from tests.support.random_play import SETUP, actions, plain
from tests.support.stored_games import empty_store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[GameStore]:
    made = empty_store(tmp_path)
    made.import_game(SETUP, [action for action, _ in actions(SETUP, 30)])
    made.admin.rename(1, "Jörg’s")
    yield made
    made.close()


@pytest.fixture
def body(store: GameStore) -> bytes:
    return file_of(store.admin.read_rows(1))


@pytest.mark.parametrize("packed", [False, True])
def test_it_is_read_as_it_is_and_compressed(store: GameStore, body: bytes, packed: bool) -> None:
    assert is_own(body)
    game = store_file(store, gzip.compress(body) if packed else body).game
    assert plain(store.open(game).state) == plain(store.open(1).state)
    assert store.rows(game) == store.rows(1)


def test_its_first_line_says_what_is_in_it(body: bytes, tmp_path: Path) -> None:
    for name, data in (("a.json", body), ("a.json.gz", gzip.compress(body))):
        (tmp_path / name).write_bytes(data)
        head = read_head(tmp_path / name)
        assert (head.title, head.name, head.players) == ("1830", "Jörg’s", SETUP.players)
        assert (head.round, head.actions) == (RoundId("stock", 2, 0), 30)


@pytest.mark.parametrize(
    "data", [b"", b"{}", b"[]\n", b'{"format": "companion game"', b"\x1f\x8b\x08", b"x" * 30_000]
)
def test_a_file_without_such_a_line_has_no_head(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    with pytest.raises(BadFileError):
        read_head(tmp_path / "file")


def refused(store: GameStore, data: bytes) -> str:
    before = len(store.games())
    with pytest.raises(BadFileError) as caught:
        store_file(store, data)
    assert len(store.games()) == before
    return str(caught.value)


@pytest.mark.parametrize("part", range(1, 20))
def test_cut_off_anywhere_nothing_is_stored(store: GameStore, body: bytes, part: int) -> None:
    assert refused(store, body[: len(body) * part // 20])


@pytest.mark.parametrize("part", range(20))
def test_with_any_letter_changed_nothing_is_stored(
    store: GameStore, body: bytes, part: int
) -> None:
    at = 150 + (len(body) - 200) * part // 20
    changed = bytearray(body)
    changed[at] ^= 1
    assert refused(store, bytes(changed))


def test_a_compressed_file_that_is_cut_off_or_damaged_is_refused(
    store: GameStore, body: bytes
) -> None:
    packed = gzip.compress(body)
    damaged = bytearray(packed)
    damaged[len(damaged) // 2] ^= 255
    for data in (packed[:-4], packed[: len(packed) // 2], bytes(damaged), packed[:12]):
        assert "cannot be unpacked" in refused(store, data)


def test_a_file_that_would_fill_the_memory_when_unpacked_is_refused(store: GameStore) -> None:
    bomb = gzip.compress(b" " * (MOST_BYTES + 100))
    assert len(bomb) < 100_000
    assert "too large" in refused(store, bomb)
    assert len(decompress(gzip.compress(b"x" * 1000))) == 1000


def test_a_file_of_a_newer_companion_says_so(store: GameStore, body: bytes) -> None:
    newer = body.replace(b'"version": 1', b'"version": 3', 1)
    assert "newer companion" in refused(store, newer)
    assert "Update the companion" in refused(store, newer)
    rows = store.admin.read_rows(1)
    assert "newer" in refused(store, file_of(rows, tables="9999"))
    rows["log"][3]["rules_version"] = 99
    assert "newer" in refused(store, file_of(rows))


OLD = (
    {"format": "companion game", "rules_version": 3, "title": "1830", "actions": []},
    {"format": "companion game", "version": 1, "title": "1830", "actions": []},
    {"format": "companion game", "version": 2, "tables": "0011", "log": []},
    {"format": "companion rows", "tables": "0004", "log": []},
)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("old", OLD)
def test_a_file_of_a_version_before_is_refused(
    store: GameStore, tmp_path: Path, old: dict[str, object], packed: bool
) -> None:
    body = f'{json.dumps(old)[:-1]},\n"more": 0}}'.encode()
    file = tmp_path / "old.json"
    file.write_bytes(gzip.compress(body) if packed else body)
    before = file.read_bytes()
    assert "made by a version before 1.0" in refused(store, before)
    with pytest.raises(BadFileError, match=r"made by a version before 1\.0"):
        read_head(file)
    assert file.read_bytes() == before


def test_a_file_of_tables_of_a_version_before_is_refused(store: GameStore) -> None:
    old = file_of(store.admin.read_rows(1), tables="1001")
    assert "made by a version before 1.0" in refused(store, old)


@pytest.mark.parametrize("version", [0, -1, "2", 2.0, None, True, [2]])
def test_a_version_that_is_none_is_refused(store: GameStore, version: object) -> None:
    assert refused(store, json.dumps({"format": FORMAT, "version": version}).encode())


@pytest.mark.parametrize("inside", ["[" * 900 + "]" * 900, '{"a":' * 80 + "1" + "}" * 80])
def test_a_deeply_nested_file_is_refused(store: GameStore, inside: str) -> None:
    data = f'{{"format": "{FORMAT}", "version": 1, "tables": "{HEAD}", "log": {inside}}}'
    assert "not a game" in refused(store, data.encode())


def test_a_log_that_is_longer_than_any_game_is_refused(store: GameStore) -> None:
    rows = store.admin.read_rows(1)
    rows["log"] = [{}] * 7000
    assert "no game is that long" in refused(store, file_of(rows))


# --- at the command line


def test_a_game_goes_out_and_in_by_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "game.json"
    here.mkdir()
    store = empty_store(here)
    store.import_game(SETUP, [action for action, _ in actions(SETUP, 12)])
    expected = store.rows(1)
    store.close()
    monkeypatch.setenv("COMPANION_DATA", str(here))
    assert main(["export", "1", "-o", str(file)]) == 0
    assert main(["export", "2", "-o", str(tmp_path / "none")]) == 1
    assert "There is no game 2" in capsys.readouterr().err
    assert main(["export", "1", "-o", str(tmp_path / "no" / "game.json")]) == 1
    assert "cannot be written: No such file" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_DATA", str(there))
    assert main(["export", "1", "-o", str(file)]) == 1
    assert "no game has been stored yet" in capsys.readouterr().err
    assert main(["import", str(file)]) == 0
    assert capsys.readouterr().out == "Stored as game 1.\n"
    store = GameStore(data_dir.database_file())
    assert store.rows(1) == expected
    store.close()
    file.write_bytes(file.read_bytes()[:-300])
    assert main(["import", str(file)]) == 1
    assert main(["import", str(tmp_path / "nowhere.json")]) == 1
    told = capsys.readouterr().err.splitlines()
    assert all(line.startswith("Nothing was stored. ") for line in told)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.json", "here", "there"]


def test_simulated_games_are_written_as_such_files(
    store: GameStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "out.json"
    assert main(["simulate", "1830", "--players", "2", "-o", str(file)]) == 0
    view = store.open(store_file(store, file.read_bytes()).game)
    assert view.state.end_reason
    assert f"{view.undoable} actions" in capsys.readouterr().out
