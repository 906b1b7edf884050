"""Faults of the disk, and of a game, as every device sees them: over real HTTP."""

import json
import logging
import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import AbstractContextManager
from html import unescape
from pathlib import Path

import pytest

from companion.addresses_and_ports import take_port
from companion.exchange.files.import_store import store_file
from companion.exchange.games_18xx.export_file import BadFileError
from companion.rules.data.setup import Setup
from companion.serve_command import make_server
from companion.store.games.game_store import GameStore
from companion.web import create_app, error_pages
from tests.store.db.disk_faults import (
    cut_to_nothing,
    files_no_longer_than,
    flipped,
    held,
    moved_away,
)
from tests.support.clients import headers, make_host
from tests.support.game_stages import in_round, played
from tests.support.random_play import SETUP, actions


class Table:
    """A device at the table: it asks for pages and sends forms."""

    def __init__(self, address: str, headers: dict[str, str]) -> None:
        self.address = address
        self.headers = headers

    def get(self, path: str) -> tuple[int, str]:
        return self._ask(urllib.request.Request(self.address + path, None, self.headers))

    def post(self, path: str, **form: object) -> tuple[int, str]:
        body = urllib.parse.urlencode(form).encode()
        return self._ask(urllib.request.Request(self.address + path, body, self.headers))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str]:
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return answer.status, unescape(answer.read().decode())
        except urllib.error.HTTPError as refused:
            return refused.code, unescape(refused.read().decode())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[GameStore]:
    """A store with a game that has not begun, and one that has."""
    made = GameStore(file, patience=0.2)
    make_host(made)
    made.new_game(SETUP)
    made.import_game(SETUP, [action for action, _ in actions(SETUP, 45)])
    yield made
    made.close()


@pytest.fixture
def table(store: GameStore) -> Iterator[Table]:
    app = create_app({"STORE": store})
    port, sockets = take_port("127.0.0.1", 0)
    server = make_server(app, sockets)
    serving = threading.Thread(target=server.run, daemon=True)
    serving.start()
    yield Table(f"http://127.0.0.1:{port}", headers(store))
    server.close()
    serving.join(timeout=120)


def spoil(name: str, file: Path) -> AbstractContextManager[None]:
    return {
        "grown too long": lambda: files_no_longer_than(20_000),
        "held": lambda: held(file),
        "gone": lambda: moved_away(file),
        "empty": lambda: cut_to_nothing(file),
    }[name]()


SAYS = {
    "grown too long": "has an error in reading or writing",
    "held": "Another program is using",
    "gone": "file with the games is gone",
    "empty": "has wiped its contents",
}
BUY = {"type": "buy_private", "player": "p1", "private": "SV", "version": 1}


@pytest.mark.parametrize("name", SAYS)
def test_a_tap_that_cannot_be_stored_says_why_and_can_be_done_again(
    table: Table, store: GameStore, file: Path, name: str
) -> None:
    with spoil(name, file):
        status, page = table.post("/game/1/act", **BUY)
        assert status == 503
        assert SAYS[name] in page
        shown = re.sub(r"<template.*?</template>", "", page, flags=re.S)
        assert "stumbled" not in shown
    assert store.version(1) == 1
    assert table.post("/game/1/act", **BUY)[0] == 200  # the redirect was followed
    assert store.open(1).state.privates["SV"] == "p1"


@pytest.mark.parametrize("name", ["grown too long", "held"])
def test_readable_parts_are_shown_with_it(table: Table, file: Path, name: str) -> None:
    """The disk takes nothing, but the table is there, and what was entered."""
    with spoil(name, file):
        status, page = table.post("/game/1/act", **BUY)
        assert status == 503
        assert 'class="notice"' in page
        assert "Schuylkill Valley" in page
        assert table.get("/")[0] == table.get("/game/2/log")[0] == 200


@pytest.mark.parametrize("name", ["gone", "empty"])
def test_a_missing_list_is_never_shown_as_no_game_yet(table: Table, file: Path, name: str) -> None:
    with spoil(name, file):
        for path in ("/", "/game/1", "/game/2/log", "/game/1/version?v=1", "/game/2/report.pdf"):
            status, page = table.get(path)
            assert status == 503
            assert SAYS[name] in page
            assert "No game yet" not in page
        status, page = table.post("/new", title="1830", player="Ann")
        assert "No game yet" not in page
    assert table.get("/game/1")[0] == 200


def test_a_file_damaged_in_use_says_so(table: Table, store: GameStore, file: Path) -> None:
    store.database._engine.dispose()  # what was read before is forgotten, as it is with time
    with flipped(file):
        status, page = table.get("/")
        assert status == 503
        assert "is damaged" in page
        assert "put a backup in its place" in page


def test_a_new_game_and_an_import_that_cannot_be_stored_say_why(
    table: Table, store: GameStore, file: Path
) -> None:
    with files_no_longer_than(20_000):
        status, page = table.post("/new", title="1830", player="Ann")
        assert status in (422, 503)
        form = [("title", "1830"), *(("player", name) for name in ("Ann", "Bob", "Cleo"))]
        body = urllib.parse.urlencode(form).encode()
        status, page = table._ask(
            urllib.request.Request(table.address + "/new", body, table.headers)
        )
        assert status == 503
        assert "has an error in reading or writing" in page
    assert len(store.games()) == 2


def test_the_terminal_is_told_once(
    table: Table, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    error_pages._told.clear()
    with caplog.at_level(logging.ERROR), moved_away(file):
        for _ in range(4):
            table.get("/game/1/version?v=1")
    said = [record.getMessage() for record in caplog.records if "is gone" in record.getMessage()]
    assert len(said) == 1
    assert "or a backup of it back" in said[0]


# --- games that cannot be opened


def spoil_game(store: GameStore, game: int, sql: str, *values: object) -> None:
    """Something other has written into the row of a game."""
    with store.database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE game SET {sql} WHERE id = ?", (*values, game))
    store.memory.clear()


def spoil_row(store: GameStore, row: int, sql: str) -> None:
    """Something other has written into a row of game 2's log."""
    with store.database.write() as session:
        session.connection().exec_driver_sql(
            f"UPDATE log SET {sql} WHERE game = 2 AND number = ?", (row,)
        )
    store.memory.clear()


UNOPENABLE = {
    "of a title that is not here": (
        "title = '1899', setup = replace(setup, '\"1830\"', '\"1899\"')",
        "This companion does not have its title, 1899.",
    ),
    "with a set-up of nothing": ("setup = '{}'", "Its set-up is not valid data"),
    "with a set-up that is cut off": ("setup = substr(setup, 1, 40)", "Its set-up cannot be read"),
    "for too many players": (
        'setup = replace(setup, \'["Ann"\', \'["A","B","C","D","E","Ann"\')',
        "1830 is for 2 to 6 players",
    ),
    "with a number that is none": (
        "rules_version = 'x'",
        "row in the list of games cannot be read",
    ),
    "with a count below nothing": ("row_count = -5", "row in the list of games cannot be read"),
}


@pytest.mark.parametrize("name", UNOPENABLE)
def test_a_game_that_cannot_be_opened_takes_nothing_else_away(
    table: Table, store: GameStore, name: str
) -> None:
    sql, why = UNOPENABLE[name]
    spoil_game(store, 2, sql)
    status, home = table.get("/")
    assert status == 200
    assert 'href="/game/1"' in home
    assert 'href="/game/2"' in home
    for path in ("/game/2", "/game/2/log", "/game/2/map", "/game/2/report.pdf"):
        status, page = table.get(path)
        assert status == 409
        assert "This game cannot be opened" in page
        assert why in page
    assert table.post("/game/2/undo", version=46)[0] == 409
    assert table.get("/game/1")[0] == 200


@pytest.mark.parametrize("column", ["created_at", "changed_at"])
def test_a_moment_that_nobody_can_read_is_a_dash_in_the_list(
    table: Table, store: GameStore, column: str
) -> None:
    for game in (1, 2):
        spoil_game(store, game, f"{column} = '2026-13-48 nonsense'")
    status, home = table.get("/")
    assert status == 200
    assert 'href="/game/1"' in home
    assert 'href="/game/2"' in home
    assert "–" in home
    assert table.get("/game/2")[0] == 200


@pytest.mark.parametrize("sql", ["events = '[{'", "action = '{\"type\": '"])
def test_screens_of_an_unreadable_row_tell_it_and_all_else_goes_on(
    table: Table, store: GameStore, sql: str
) -> None:
    version = store.version(2)
    spoil_row(store, 22, sql)
    status, page = table.get("/game/2")
    assert status == 200  # how it stands is stored by itself
    status, page = table.post("/game/2/undo", version=version, depth=22)
    assert status == 409
    assert "A row of the log that leads there cannot be read" in page
    assert store.version(2) == version
    for path in ("/game/2/log", "/game/2/report.pdf"):
        status, page = table.get(path)
        assert status == 409
        assert "A row of its log or of its books cannot be read" in page
    assert table.post("/game/2/undo", version=version)[0] == 200
    assert store.version(2) == version + 1


def test_a_turn_goes_on_where_nobody_can_read_the_turn_before_it(
    table: Table, store: GameStore
) -> None:
    game = played(store, in_round("OR 2.1"), "steam-over-holland")
    assert table.get(f"/game/{game}")[0] == 200
    with store.database.write() as session:
        spoilt = session.connection().exec_driver_sql(
            "UPDATE log SET action = '{\"type\": ' WHERE game = ? AND round = 'operating'"
            " AND round_number = 1",
            (game,),
        )
        assert spoilt.rowcount > 0
    assert table.get(f"/game/{game}")[0] == 200


@pytest.mark.parametrize("sql", ["created_at = 'in the evening'", "action = '[]'", "deed = 'x'"])
def test_a_game_whose_last_row_nobody_can_read_says_so(
    table: Table, store: GameStore, sql: str
) -> None:
    spoil_row(store, 45, sql)
    status, page = table.get("/game/2")
    assert status == 409
    assert "A row of its log or of its books cannot be read" in page


@pytest.mark.parametrize(
    "sql",
    [
        "posting SET amount = 'x'",
        "posting SET account = x'ff'",
        "entry SET memo = x'ff'",
        "entry SET round_part = 'x'",
    ],
)
def test_books_that_nobody_can_read_say_so(table: Table, store: GameStore, sql: str) -> None:
    with store.database.write() as session:
        session.connection().exec_driver_sql(f"UPDATE {sql} WHERE game = 2 AND row = 9")
    status, page = table.get("/game/2/ledger")
    assert status == 409
    assert "A row of its log or of its books cannot be read" in page
    assert table.get("/game/2")[0] == 200


def test_a_game_whose_state_and_log_nobody_can_read_says_so(table: Table, store: GameStore) -> None:
    spoil_game(store, 2, "state = '{}'")
    with store.database.write() as session:
        connection = session.connection()
        connection.exec_driver_sql("UPDATE snapshot SET state = '{}' WHERE game = 2")
        connection.exec_driver_sql(
            'UPDATE log SET action = \'{"type": "Fly"}\' WHERE game = 2 AND number = 7'
        )
    status, page = table.get("/game/2")
    assert status == 409
    assert "cannot be replayed" in page


def test_it_can_be_saved_as_a_file_with_all_its_rows(table: Table, store: GameStore) -> None:
    spoil_game(store, 2, "setup = 'no JSON at all'")
    status, body = table.get("/games/2/file")
    assert status == 200
    rows = json.loads(body)
    assert rows["game"][0]["setup"] == "no JSON at all"
    assert rows["game"][0]["state"]["phase"] == "2"
    expected = [action for action, _ in actions(SETUP, 45)]
    assert [row["action"]["type"] for row in rows["log"][1:]] == [
        action.wire_name for action in expected
    ]
    assert rows["game"][0]["is_archived"] in (False, 0)
    lines = store.entries(2)
    assert len(rows["entry"]) == len(lines)
    assert [row["amount"] for row in rows["posting"]] == [
        posting.amount for line in lines for posting in line.postings
    ]
    assert rows["snapshot"]


def test_parts_left_by_damage_are_in_the_file_too(table: Table, store: GameStore) -> None:
    spoil_game(store, 2, "round = x'ff41', created_at = 'once', is_archived = 'perhaps'")
    status, body = table.get("/games/2/file")
    assert status == 200
    (row,) = json.loads(body)["game"]
    assert (row["round"], row["created_at"], row["is_archived"]) == ("\ufffdA", "once", "perhaps")


def test_its_file_is_taken_in_where_the_game_can_be_opened(table: Table, store: GameStore) -> None:
    whole = table.get("/games/2/file")[1].encode()
    spoil_game(store, 2, "setup = replace(setup, '\"1830\"', '\"1899\"')")
    body = table.get("/games/2/file")[1].encode()
    with pytest.raises(BadFileError, match="There is no title “1899”"):
        store_file(store, body)
    assert len(store.games()) == 2
    assert len(store.rows(store_file(store, whole).game)) == 46


def test_it_can_be_put_away_and_taken_back(table: Table, store: GameStore) -> None:
    spoil_game(store, 2, "setup = '{}'")
    assert 'class="earlier away"' not in table.get("/")[1]
    status, home = table.post("/games/2/archive", archived=1)
    assert status == 200
    apart = home.index('class="earlier away"')
    assert home.index('href="/game/1"') < apart < home.index('href="/game/2"')
    status, home = table.post("/games/2/archive", archived=0)
    assert 'class="earlier away"' not in home
    assert 'href="/game/2"' in home
    assert len(store.rows(1)) == 1


def test_ended_games_are_listed_with_their_winners_and_a_dash_where_nobody_knows(
    table: Table, store: GameStore
) -> None:
    setup = Setup("1830", ("Ann", "Bob", "Cleo"), {"bank": 3000}, 1)
    game = store.import_game(setup, [action for action, _ in actions(setup, 5000)])
    (winner,) = store.games()[0].winners
    assert f"{winner} won" in table.get("/")[1]
    spoil_game(store, game, "winners = NULL, setup = replace(setup, '\"1830\"', '\"1899\"')")
    home = table.get("/")[1]
    assert f"{winner} won" not in home
    assert '<span class="w">–</span>' in home
