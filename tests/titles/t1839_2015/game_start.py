"""A table at which nothing is drawn by the companion, and a stock round with companies in it."""

from typing import Any

from companion.rules.core.change import Change
from companion.rules.core.map_use import TOLD, ToldFacts
from companion.rules.shares import market
from companion.rules.stock.number_cards import CardRound
from companion.titles.t1839_2015.title_state import game_of, note
from tests.support.positions import Position

DRAWN = {
    "foreign_pars": "OZ=72 BEL=67 D=80",
    "privates": "VVD BOR CM VER",
    "rws": "SS",
    "swo": "AMS",
}


def table(players: int = 3, **options: Any) -> Position:
    """The cards are in the order of the seats."""
    cards = " ".join(str(seat + 1) for seat in range(players))
    return Position("1839-2015", players, **{**DRAWN, "cards": cards, **options})


def stock_round(number: int = 2, turn: str = "p1", players: int = 3) -> Position:
    """A stock round in which the auctioned privates are gone and everybody has 2,000."""
    at = table(players).close_privates()
    at.state.round = CardRound(number=number, turn=turn)
    return at.cash(**dict.fromkeys(at.rules.seats, 2000))


def floated(at: Position, company: str, operated: bool = True) -> Position:
    """Float a company that has a price; it has operated, unless told."""
    at.floated(company, home=False)
    if operated:
        note(Change(at.state), operated_companies=(*game_of(at.state).operated_companies, company))
    return at


def priced(at: Position, company: str, price: int) -> Position:
    """Move the company's price along the market."""
    return at.price(company, cell_at(at, price))


def cell_at(at: Position, price: int) -> str:
    """The id of the space with that price."""
    return next(cell.id for cell in at.data.chart.rows[0] if cell and cell.price == price)


def entered(at: Position, company: str, price: int) -> Position:
    """A foreign company is on the market."""
    market.start(Change(at.state), company, at.data.cells[cell_at(at, price)])
    return at


def turn(company: str, step: str = "track", phase: str = "Green", **privates: str) -> Position:
    """A company with 1,000 in its turn, directed by p1, which has operated before.

    It has no homes left, and the named owners have their privates.
    """
    at = stock_round().phase(phase).started(company, 67, "p1", p1=60)
    at.state.privates.update(privates)
    at.state.alter(company, homes=())
    return floated(at, company).cash(**{company: 1000}).operating(company, step)


def without_map(company: str, step: str = "track", phase: str = "Green", **owners: str) -> Position:
    """The same without the map. One marker of the company lies on it."""
    at = turn(company, step, phase, **owners)
    at.state.map, at.state.told = TOLD, ToldFacts(tokens={company: 1})
    at.state.alter(company, tokens=4)
    return at


def built(at: Position, tiles: str) -> Position:
    """Lay tiles by the numbers printed on them: "K8:B06 N15:57/1" with the turns as here."""
    numbers = {at.data.map.printed_number(number): number for number in at.data.tiles}
    for lay in tiles.split():
        hex, _, tile = lay.partition(":")
        number, _, rotation = tile.partition("/")
        at.tile(hex, numbers[number], int(rotation or 0))
    return at
