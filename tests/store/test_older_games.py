"""Games that older code has stored go on: opened in just these moments, played on, taken back.

``before_mends.sqlite`` is what the last code before rules version 2 wrote, with what lay on the
table after each row beside it; ``moments.py`` tells how it was made.
"""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import simulate
from companion.store.records import GameView
from companion.store.shelf import Shelf
from tests.store.moments import MOMENTS, digest

HERE = Path(__file__).parent
STORED = HERE / "before_mends.sqlite"
NAMES = {moment.name: number for number, moment in enumerate(MOMENTS, start=1)}
ENDED = ("bank", "bankruptcy", "rounds")
RUNNING = tuple(name for name in NAMES if name not in ENDED)


def tables_of(name: str) -> dict[int, str]:
    """What lay on the table after each row that stood: row -> digest."""
    line = (HERE / "before_mends.jsonl").read_text(encoding="ascii").splitlines()[NAMES[name] - 1]
    return {int(row): what for row, what in json.loads(line).items()}


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    file = tmp_path / "companion.sqlite"
    shutil.copy(STORED, file)
    made = Shelf(file)
    yield made
    made.close()


def play_on(shelf: Shelf, view: GameView, count: int) -> GameView:
    """So many actions more, or to the end of the game."""
    dice = Random(view.id)
    for _ in range(count):
        if view.state.finished:
            break
        action = simulate.choose(view.rules, view.state, dice)
        view = shelf.play(view.id, view.version, action, by="Ann")
    return view


@pytest.mark.parametrize("name", NAMES)
def test_it_opens_as_it_stood(shelf: Shelf, name: str) -> None:
    view = shelf.open(NAMES[name])
    assert digest(view.state) == tables_of(name)[view.head]
    assert view.state.finished == (name if name in ENDED else "")


@pytest.mark.parametrize("name", RUNNING)
def test_it_is_played_on_and_taken_back_to_where_it_stood(shelf: Shelf, name: str) -> None:
    before = shelf.open(NAMES[name])
    view = play_on(shelf, before, 60)
    done = view.undoable - before.undoable
    assert done == 60 or view.state.finished
    view = shelf.undo(view.id, view.version, done)
    assert view.head == before.head
    assert digest(view.state) == digest(before.state)
    assert shelf.redo(view.id, view.version, done).undoable == view.undoable + done
