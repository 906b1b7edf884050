"""Games that were stored before a state said by types what it is: they stand, are undone and go on
as they did by the code that stored them; ``foundations.py`` tells how they were made.
"""

import json
import lzma
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.store.shelf import Shelf
from tests.plain import digest, plain_view
from tests.store.foundations import MOMENTS, marks_of, on_from

HERE = Path(__file__).parent
NUMBERS = {moment.name: number for number, moment in enumerate(MOMENTS, start=1)}
KEPT = [
    json.loads(line)
    for line in (HERE / "before_foundations.jsonl").read_text(encoding="ascii").splitlines()
]


def unpack(file: Path) -> None:
    """The database, as it was stored."""
    file.write_bytes(lzma.decompress((HERE / "before_foundations.sqlite.xz").read_bytes()))


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    unpack(tmp_path / "companion.sqlite")
    made = Shelf(tmp_path / "companion.sqlite")
    yield made
    made.close()


def test_all_games_are_kept_that_are_asked_about() -> None:
    assert [game["name"] for game in KEPT] == list(NUMBERS)


@pytest.mark.parametrize("name", NUMBERS)
def test_it_stands_as_it_stood_and_goes_on_as_it_went_on(shelf: Shelf, name: str) -> None:
    view, kept = shelf.open(NUMBERS[name]), KEPT[NUMBERS[name] - 1]
    assert marks_of(view.rules, view.state) == kept["head"]
    assert digest(on_from(view.rules, view.state, view.id)) == kept["on"]


@pytest.mark.parametrize("name", NUMBERS)
def test_it_is_undone_to_moments_before_the_change(shelf: Shelf, name: str) -> None:
    view, kept = shelf.open(NUMBERS[name]), KEPT[NUMBERS[name] - 1]
    rows = sorted(map(int, kept["rows"]))
    dice = Random(view.id)
    wanted = {*dice.sample(rows, min(5, len(rows))), *rows[:1], *rows[:-1][-1:]}
    for row in sorted(wanted - {view.head}, reverse=True):
        view = shelf.undo(view.id, view.version, view.undoable - row)
        assert digest(plain_view(view.rules, view.state)) == kept["rows"][str(row)]
    view = shelf.redo(view.id, view.version, view.redoable)
    assert marks_of(view.rules, view.state) == kept["head"]


def test_every_row_is_told_with_the_table_of_then(shelf: Shelf) -> None:
    for name, number in NUMBERS.items():
        rules = shelf.open(number).rules
        told = {str(row.n): digest(plain_view(rules, at)) for row, at in shelf.walk(number)}
        assert told == KEPT[number - 1]["rows"], name
