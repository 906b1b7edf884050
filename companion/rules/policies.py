"""Policies: the points by subject at which titles differ, each with the usual answer as default.

A title's rules give an object for each subject in which it differs: ``dividends =
DividendPolicy(ways=...)``. Plain parameters say it where they can. A function says the rest: its
first argument is the rules of the game. The shared rules ask ``rules.dividends`` and the like.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.rules import market
from companion.rules.charts import Cell
from companion.rules.data import TitleData
from companion.rules.divisions import PAY, WITHHOLD, Way
from companion.rules.state import State


class Game(Protocol):
    """The part of a game's rules that the defaults read."""

    data: TitleData


# --- the market


def pars_of_phase(rules: Game, state: State, company: str) -> Mapping[int, Cell]:
    """The par prices of the company's market and of the phase that have room, dearest first."""
    chart, now = market.market_of(rules.data, state, company), rules.data.phase(state.phase).pars
    if chart.par_room is None and now >= chart.par_kinds:
        return chart.pars
    room = chart.par_room
    return {
        par: cell
        for par, cell in chart.pars.items()
        if cell.kinds & now and (room is None or len(state.stacks.get(cell.id, ())) < room)
    }


def market_price(rules: Game, state: State, company: str) -> int:
    """The price of a share on the market; 0 before the company is started."""
    return market.price(rules.data, state, company) or 0


@dataclass(frozen=True, slots=True)
class MarketPolicy:
    """Prices of shares.

    ``pars`` gives the prices at which a company may be started now, with their cells.
    ``sale_price`` gives the price of a share that is sold to the pool.
    """

    pars: Callable[[Any, State, str], Mapping[int, Cell]] = pars_of_phase
    sale_price: Callable[[Any, State, str], int] = market_price


# --- dividends


def right_or_left(rules: Game, state: State, company: str, shared: int) -> Cell:
    """One cell right (or up) for a dividend, one left (or down) without."""
    cell = market.cell_of(rules.data, state, company)
    assert cell is not None
    chart = market.market_of(rules.data, state, company)
    return market.right(chart, cell) if shared else market.left(chart, cell)


@dataclass(frozen=True, slots=True)
class DividendPolicy:
    """How revenue is divided, and how it moves the price.

    ``ways`` are all ways to divide revenue, the usual one first. ``price_move`` gives the cell of
    the price after a dividend; its last argument is the sum shared out over all shares, 0 for none.
    Kinds of company say whether shares in the pool pay (``Kind.pool_pays``).
    """

    ways: tuple[Way, ...] = (PAY, WITHHOLD)
    price_move: Callable[[Any, State, str, int], Cell] = right_or_left
