"""Games that were stored before a game could have a name, in the database and in files: they stand,
go on, and come in from files as they were; ``before_names.py`` tells how they were made.
"""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion import simulate
from companion.exchange.own import file_of
from companion.exchange.storing import store_file
from companion.rules.change import Event
from companion.rules.rules import Rules
from companion.rules.state import State
from companion.store.records import LogRow
from companion.store.shelf import GameStore
from tests.plain import digest, plain_view
from tests.stored import brought_up, empty_shelf

HERE = Path(__file__).parent
KEPT = [
    json.loads(line)
    for line in (HERE / "before_names.jsonl").read_text(encoding="ascii").splitlines()
]


def mark(rules: Rules, state: State) -> str:
    return digest(plain_view(rules, state))


def told(shelf: GameStore, game: int) -> list[LogRow]:
    """The rows with the kinds of what came of them: later code tells more of the same."""
    return [
        replace(row, events=tuple(Event(event.kind, {}) for event in row.events))
        for row in shelf.rows(game)
    ]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[GameStore]:
    file = tmp_path / "companion.sqlite"
    file.write_bytes(brought_up(HERE / "before_names.sqlite.xz"))
    made = GameStore(file)
    yield made
    made.close()


@pytest.mark.parametrize("game", range(1, len(KEPT) + 1))
def test_it_stands_is_played_on_and_undone_past_the_change(shelf: GameStore, game: int) -> None:
    rules = shelf.open(game).rules
    kept = KEPT[game - 1]
    assert {str(row.n): mark(rules, at) for row, at in shelf.past.walk(game)} == kept
    view, dice = shelf.open(game), Random(game)
    for _ in range(10):
        view = shelf.play(game, view.version, simulate.choose(rules, view.state, dice), by="Ann")
    for row in sorted(map(int, kept), reverse=True)[:20:5]:
        deed = next(each.deed for each in shelf.rows(game) if each.n == row)
        view = shelf.undo(game, view.version, view.undoable - deed)
        assert mark(rules, view.state) == kept[str(row)]
    assert shelf.games()[0].name == ""


@pytest.mark.parametrize("game", range(1, len(KEPT) + 1))
def test_it_goes_out_and_comes_in_elsewhere(shelf: GameStore, game: int, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    there = empty_shelf(tmp_path / "elsewhere")
    taken = store_file(there, file_of(shelf.archive.stored(game))).game
    rules = there.open(taken).rules
    assert {str(row.n): mark(rules, at) for row, at in there.past.walk(taken)} == KEPT[game - 1]
    assert told(there, taken) == told(shelf, game)
    assert there.open(taken).version == shelf.version(game)
    there.close()


def test_the_rows_that_were_saved_then_come_in_as_the_same_game(shelf: GameStore) -> None:
    data = gzip.decompress((HERE / "before_names_rows.json.gz").read_bytes())
    taken = store_file(shelf, data).game
    assert told(shelf, taken) == told(shelf, 1)
    assert shelf.version(taken) == shelf.version(1)
    assert shelf.open(taken).redoable == shelf.open(1).redoable == 20


def test_the_file_that_was_written_then_comes_in_with_what_stood(shelf: GameStore) -> None:
    taken = store_file(shelf, (HERE / "before_names_game.json").read_bytes()).game
    view, before = shelf.open(taken), shelf.open(1)
    assert plain_view(view.rules, view.state) == plain_view(before.rules, before.state)
    assert view.undoable == before.undoable
