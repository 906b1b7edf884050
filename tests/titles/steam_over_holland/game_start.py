"""Moments of a game of Steam over Holland, set up by prices instead of cells."""

from typing import Any

from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL
from tests.support.positions import Position

PRICES = (
    50, 55, 60, 65, 70, 75, 80, 90, 100, 110,
    125, 140, 160, 180, 210, 240, 270, 300, 330, 360,
)  # fmt: skip


def table(players: int = 3, **options: Any) -> Position:
    """A game after the auction, in which nobody bought anything: p1 to act in the first round."""
    game = Position("steam-over-holland", players, **options).close_privates()
    return game.stock_round(1, "p1")


def company(
    game: Position,
    symbol: str,
    price: int = 65,
    president: str = "p1",
    cash: int = 500,
    home: bool = True,
    **percents: int,
) -> Position:
    """Start and float a company; what nobody holds lies in its treasury."""
    game.started(symbol, 65, president, **(percents or {president: 20}))
    left = holdings.percent(game.data, game.state, symbol, INITIAL)
    own = game.data.companies[symbol]
    for certificate in own.certificates:
        if game.state.certificates[certificate] == INITIAL:
            game.state.certificates[certificate] = symbol
    assert holdings.percent(game.data, game.state, symbol, symbol) >= left
    game.floated(symbol, cash, home)
    return at_price(game, symbol, price)


def at_price(game: Position, symbol: str, price: int) -> Position:
    """Move a company's token to a price, to the right of those there."""
    return game.price(symbol, f"0,{PRICES.index(price)}")
