"""Makes a database of games as they were stored before they had journals.

Run by hand with the code whose games are to be kept, never with newer code:

    PYTHONPATH=CHECKOUT python tests/store/before_audit.py FOLDER

``before_audit.sqlite.xz`` was made so. Each game has rows that stand, that are undone and that were
dropped; the last one is over. Beside it, in ``before_audit.jsonl``, a line a game with what
lay on the table after each row that stands, as of :mod:`tests.plain`.
"""

import json
import lzma
import sys
from pathlib import Path
from random import Random

from companion import simulate, titles
from companion.rules.setup import Setup
from companion.store.shelf import GameStore
from tests.plain import digest, plain_view

PLAYERS = ("Ann", "Bob", "Cleo")
GAMES = (("1830", 60, 25), ("1828", 90, 12), ("steam-over-holland", 80, 12))


def store(shelf: GameStore, title: str, count: int, undone: int) -> int:
    """A game of so many actions, some of them taken back, others done, most of those taken back."""
    setup = Setup(title, PLAYERS, {}, 5)
    view = shelf.open(shelf.new_game(setup))
    for action, _ in simulate.play(titles.rules_for(setup), 5, count):
        view = shelf.play(view.id, view.version, action, by="Ann")
    view = shelf.undo(view.id, view.version, undone, "Bob")
    dice = Random(7)
    for _ in range(undone):
        action = simulate.choose(view.rules, view.state, dice)
        view = shelf.play(view.id, view.version, action, by="Cleo")
    return shelf.undo(view.id, view.version, undone - 5, "Bob").id


def over(shelf: GameStore) -> int:
    """A game that was played to its end."""
    setup = Setup("1830", PLAYERS, {"bank": 3000}, 3)
    actions = [action for action, _ in simulate.play(titles.rules_for(setup), 3)]
    return shelf.import_game(setup, actions)


def make(folder: Path) -> None:
    """All files into the folder."""
    file = folder / "before_audit.sqlite"
    shelf = GameStore(file)
    with (folder / "before_audit.jsonl").open("w", encoding="ascii") as beside:
        for game in [*(store(shelf, *asked) for asked in GAMES), over(shelf)]:
            rules = shelf.open(game).rules
            kept = {row.n: digest(plain_view(rules, at)) for row, at in shelf.past.walk(game)}
            print(json.dumps(kept, separators=(",", ":")), file=beside)
    shelf.close()
    (folder / "before_audit.sqlite.xz").write_bytes(lzma.compress(file.read_bytes(), preset=9))
    file.unlink()


if __name__ == "__main__":
    make(Path(sys.argv[1]))
