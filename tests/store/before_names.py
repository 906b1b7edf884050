"""Makes a database of games as they were stored before a game could be given a name.

Run by hand with the code whose games are to be kept, never with newer code:

    PYTHONPATH=CHECKOUT python tests/store/before_names.py FOLDER

``before_names.sqlite.xz`` was made so. Beside it lies what the same code wrote of the first game:
its rows, as a game that could not be opened offered them, and the set-up with the actions alone, as
simulated games were written; and, in ``before_names.jsonl``, a line a game with what lay on
the table after each row that stands, as of :mod:`tests.plain`.
"""

import gzip
import json
import lzma
import random
import sys
from pathlib import Path

from companion import simulate, titles
from companion.exchange.own import write_game
from companion.rules.setup import Setup
from companion.store.shelf import GameStore
from tests.plain import digest, plain_view

PLAYERS = ("Ann", "Bob", "Cleo", "Dirk")
GAMES = (("1830", 60, 25), ("steam-over-holland", 90, 12))


def store(shelf: GameStore, title: str, count: int, undone: int) -> int:
    """A game of so many actions, some of them taken back, others done, most of those taken back."""
    setup = Setup(title, PLAYERS, {}, 5)
    view = shelf.open(shelf.new_game(setup))
    for action, _ in simulate.play(titles.rules_for(setup), 5, count):
        view = shelf.play(view.id, view.version, action, by="Ann")
    view = shelf.undo(view.id, view.version, undone, "Bob")
    dice = random.Random(7)
    for _ in range(undone):
        action = simulate.choose(view.rules, view.state, dice)
        view = shelf.play(view.id, view.version, action, by="Cleo")
    return shelf.undo(view.id, view.version, undone - 5, "Bob").id


def make(folder: Path) -> None:
    """All files into the folder."""
    file = folder / "before_names.sqlite"
    shelf = GameStore(file)
    with (folder / "before_names.jsonl").open("w", encoding="ascii") as beside:
        for title, count, undone in GAMES:
            game = store(shelf, title, count, undone)
            rules = shelf.open(game).rules
            kept = {row.n: digest(plain_view(rules, at)) for row, at in shelf.past.walk(game)}
            print(json.dumps(kept, separators=(",", ":")), file=beside)
    rows = json.dumps(shelf.archive.stored(1), ensure_ascii=False, indent=1).encode()
    (folder / "before_names_rows.json.gz").write_bytes(gzip.compress(rows, 9, mtime=0))
    view = shelf.open(1)
    actions = [row.action for row in shelf.rows(1) if row.status == "standing" and row.action]
    write_game(folder / "before_names_game.json", view.setup, actions)
    shelf.close()
    (folder / "before_names.sqlite.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
    file.unlink()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
