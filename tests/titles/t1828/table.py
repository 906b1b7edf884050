"""A table of 1828 at which nothing is drawn: for tests."""

from typing import Any

from companion.making.t1828.drawn import DISCARDED
from tests.positions import NAMES, Position

DEAREST = ("CPR", "GT", "IC", "MC", "MP", "NKP", "NW", "OS&H")


def table(players: int = 3, row: str = "", **options: Any) -> Position:
    """The number cards are in the order of the seats; of the $250 privates those in ``row`` are in
    the game, or the first as printed.
    """
    kept = row.split() or DEAREST[: len(DEAREST) - DISCARDED[players]]
    drawn = {
        "discarded": " ".join(symbol for symbol in DEAREST if symbol not in kept),
        "row": " ".join(kept),
        "order": ", ".join(NAMES[:players]),
    }
    return Position("1828", players, **{**drawn, **options})
