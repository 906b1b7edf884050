"""Makes the file of a game as rules of version 2 played it.

Run by hand with the code whose game is to be kept, never with newer code:

    PYTHONPATH=CHECKOUT python tests/store/before_order.py FILE.json.gz

``before_order.json.gz`` was made so, by the last code that drew both deals from one beginning.
"""

import gzip
import sys
from pathlib import Path

from companion import simulate, titles
from companion.exchange.own import file_of
from companion.rules.setup import Setup
from companion.store.shelf import Shelf

SETUP = Setup("1839-2015", ("Ann", "Bob", "Cleo"), {}, 1)
DEEDS = 60


def main(out: Path) -> None:
    shelf = Shelf("sqlite://")
    view = shelf.open(shelf.new_game(SETUP))
    for action, _ in simulate.play(titles.rules_for(SETUP), 1, DEEDS):
        view = shelf.play(view.id, view.version, action, by="Ann")
    out.write_bytes(gzip.compress(file_of(shelf.stored(view.id)), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
