"""A table of 1839 at which nothing is drawn, and moments that several tests begin with."""

from typing import Any

from companion.rules.core.change import Change
from companion.titles.t1839.title_state import game_of, note
from tests.support.positions import Position

PAIRING = "CO=NRS AB=HIJSM AV=MSS"


def table(players: int = 4, **options: Any) -> Position:
    """The cards are in the order of the seats."""
    cards = " ".join(str(seat + 1) for seat in range(players))
    return Position("1839", players, **{"pairing": PAIRING, "cards": cards, **options})


def stock_round(number: int = 2, turn: str = "p1", players: int = 3, **options: Any) -> Position:
    """A stock round in which privates are gone and everybody has 1,000."""
    at = table(players, **options).close_privates().stock_round(number, turn)
    return at.cash(**dict.fromkeys(at.rules.seats, 1000))


def floated(at: Position, company: str, cash: int = 0, operated: bool = True) -> Position:
    """Float a company that has a price; it has operated, unless told."""
    at.floated(company, cash, home=False)
    if operated:
        note(Change(at.state), operated_companies=(*game_of(at.state).operated_companies, company))
    return at


def priced(at: Position, company: str, price: int) -> Position:
    """Move the company's price along its market."""
    chart = at.data.markets[at.rules.kind(at.state, company).market]
    cell = next(cell for cell in chart.rows[0] if cell and cell.price == price)
    return at.price(company, cell.id)
