"""Moments of 1839 in which companies operate."""

from typing import Any

from companion.rules.core.change import Change
from companion.titles.t1839.title_state import game_of, note
from tests.support.positions import Position
from tests.titles.t1839.game_start import table

HOMES = {
    "AMS": ("L17.0", "N15.0"),
    "HIJSM": ("B13.0", "G8.0"),
    "MSS": ("B19.0", "K12.1"),
    "NBDS": ("K8.0", "L13.0"),
    "NCS": ("G10.1", "H13.0"),
    "NRS": ("I12.0", "I16.0"),
    "NWS": ("G16.1", "F19.0"),
    "ZHESM": ("E10.0", "H5.0"),
}
DIRECTOR = "p1"


def moment(players: int = 4, phase: str = "Light Yellow", **options: Any) -> Position:
    """No privates, the second stock round, a phase."""
    at = table(players, **options).close_privates().stock_round(2)
    return at.phase(phase) if phase != "Light Yellow" else at


def company(
    at: Position,
    symbol: str,
    par: int = 67,
    cash: int = 0,
    homes: tuple[str, ...] = (),
    operated: bool = True,
    director: str = DIRECTOR,
    **percents: int,
) -> Position:
    """A company that floats, with its markers on the map; it has ended a turn unless said."""
    at.started(symbol, par, director, **(percents or {director: 60}))
    at.floated(symbol, cash, home=False)
    if operated:
        for stop in homes or HOMES.get(symbol, ()):
            at.token(stop, symbol)
        at.state.alter(symbol, homes=(), has_operated=True)
        note(Change(at.state), operated_companies=(*game_of(at.state).operated_companies, symbol))
    elif homes:
        at.state.alter(symbol, homes=tuple((home,) for home in homes))
    return at


def without_homes(at: Position, *symbols: str) -> Position:
    """Companies that need no places any more."""
    for symbol in symbols:
        at.state.alter(symbol, homes=())
    return at


def at_price(at: Position, symbol: str, price: int) -> Position:
    """Move a company on its market."""
    market = at.data.markets[at.rules.kind(at.state, symbol).market]
    return at.price(symbol, next(c.id for c in market.cells.values() if c.price == price))


def turn(at: Position, symbol: str, step: str = "track", **more: Any) -> Position:
    """The turn of a company, at a step."""
    return at.operating(symbol, step, **more)
