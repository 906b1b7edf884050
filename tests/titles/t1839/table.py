"""A table of 1839 at which nothing is drawn, and moments that several tests begin with."""

from typing import Any

from tests.positions import Position

PAIRING = "CO=NRS AB=HIJSM AV=MSS"


def table(players: int = 4, **options: Any) -> Position:
    """The cards are in the order of the seats."""
    cards = " ".join(str(seat + 1) for seat in range(players))
    return Position("1839", players, **{"pairing": PAIRING, "cards": cards, **options})
