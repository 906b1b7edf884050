"""Games that were stored before a state said by types what it is: they stand and are undone to the
very table of then, and go on; ``foundations.py`` tells how they were made.

Every second game is played on and undone; all of them with FULL in the environment.
"""

import json
import lzma
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import simulate
from companion.store.records import GameView
from companion.store.shelf import GameStore
from tests.plain import digest, plain_view
from tests.store.foundations import MOMENTS, marks_of
from tests.stored import brought_up

HERE = Path(__file__).parent
NUMBERS = {moment.name: number for number, moment in enumerate(MOMENTS, start=1)}
SAMPLE = list(NUMBERS) if os.environ.get("FULL") else list(NUMBERS)[::2]
KEPT = [
    json.loads(line)
    for line in (HERE / "before_foundations.jsonl").read_text(encoding="ascii").splitlines()
]


def unpack(file: Path) -> None:
    """The database, as it was stored."""
    file.write_bytes(lzma.decompress((HERE / "before_foundations.sqlite.xz").read_bytes()))


def stands(view: GameView, kept: dict[str, Any]) -> bool:
    """Does the same lie on the table as then, and may the same be done? (What an option allows was
    mended since, and so was what may be bought after a president's sale.)
    """
    if view.rules.options.get("any_time") or kept["name"] == "second: helper":
        return digest(plain_view(view.rules, view.state)) == kept["rows"][str(view.head)]
    return marks_of(view.rules, view.state) == kept["head"]


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[GameStore]:
    file = tmp_path / "companion.sqlite"
    file.write_bytes(brought_up(HERE / "before_foundations.sqlite.xz"))
    made = GameStore(file)
    yield made
    made.close()


def test_all_games_are_kept_that_are_asked_about() -> None:
    assert [game["name"] for game in KEPT] == list(NUMBERS)


@pytest.mark.parametrize("name", SAMPLE)
def test_it_stands_as_it_stood_and_is_played_on_and_taken_back(shelf: GameStore, name: str) -> None:
    before, kept = shelf.open(NUMBERS[name]), KEPT[NUMBERS[name] - 1]
    assert stands(before, kept)
    view, dice = before, Random(before.id)
    for _ in range(25):
        if view.state.finished:
            break
        action = simulate.choose(view.rules, view.state, dice)
        view = shelf.play(view.id, view.version, action, by="Ann")
    assert shelf.archive.audit(view.id).found == ()
    if view.undoable > before.undoable:
        view = shelf.undo(view.id, view.version, view.undoable - before.undoable)
    assert plain_view(view.rules, view.state) == plain_view(before.rules, before.state)
    assert stands(view, kept)


@pytest.mark.parametrize("name", SAMPLE)
def test_it_is_undone_to_moments_before_the_change(shelf: GameStore, name: str) -> None:
    view, kept = shelf.open(NUMBERS[name]), KEPT[NUMBERS[name] - 1]
    rows = sorted(map(int, kept["rows"]))
    dice = Random(view.id)
    wanted = {*dice.sample(rows, min(5, len(rows))), *rows[:1], *rows[:-1][-1:]}
    for row in sorted(wanted - {view.head}, reverse=True):
        view = shelf.undo(view.id, view.version, view.undoable - row)
        assert digest(plain_view(view.rules, view.state)) == kept["rows"][str(row)]
    view = shelf.redo(view.id, view.version, view.redoable)
    assert stands(view, kept)


def test_every_row_is_told_with_the_table_of_then(shelf: GameStore) -> None:
    for name, number in NUMBERS.items():
        rules = shelf.open(number).rules
        told = {str(row.n): digest(plain_view(rules, at)) for row, at in shelf.past.walk(number)}
        assert told == KEPT[number - 1]["rows"], name
