"""The usual rules of prices: pars, the price of a sale, and the move at a dividend."""

from collections.abc import Mapping
from typing import Protocol

from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.switches import (
    LEFT_OF_PRESIDENT,
    LEFT_PER_SALE,
    LEFT_PER_SHARE,
    NO_FALL,
    ROW_OF_PRESIDENT,
    ROW_PER_SHARE,
    STAYS,
)
from companion.rules.data.title_data import TitleData
from companion.rules.shares import holdings, market


class HasTitleData(Protocol):
    """The part of a game's rules that the defaults use."""

    data: TitleData


def pars_of_phase(rules: HasTitleData, state: State, company: str) -> Mapping[int, Cell]:
    """Return the par prices of the company's market and phase that have room, highest first."""
    chart, now = market.market_of(rules.data, state, company), rules.data.phase(state.phase).pars
    if chart.par_room is None and now >= chart.par_kinds:
        return chart.pars
    room = chart.par_room
    return {
        par: cell
        for par, cell in chart.pars.items()
        if cell.kinds & now and (room is None or len(state.stacks.get(cell.id, ())) < room)
    }


def market_price(rules: HasTitleData, state: State, company: str) -> int:
    """Return the price of a share on the market; 0 before the company is started."""
    return market.price(rules.data, state, company) or 0


def move_by_dividend(rules: HasTitleData, state: State, company: str, shared: int) -> Cell:
    """Return the cell to the right (or up) for a dividend, to the left (or down) without one.

    Switches say whether a dividend must come to the price, or to multiples of it, and whether the
    price stays without one.
    """
    cell, switches = market.started_cell(rules.data, state, company), rules.data.dividends
    chart = market.market_of(rules.data, state, company)
    if not shared:
        turn = state.round.operating
        kept = switches.withheld if turn and turn.revenue else switches.not_run
        return cell if kept == STAYS else market.cell_to_left(chart, cell)
    if not switches.multiples:
        return market.right(chart, cell)
    counted = shared - switches.above
    steps = sum(counted >= times * cell.price for times in switches.multiples)
    stays = switches.stays_from and shared * 100 >= switches.stays_from * cell.price
    return market.along(chart, cell, steps or (0 if stays else -switches.less_falls))


def fall_by_sale(
    rules: HasTitleData, state: State, player: str, company: str, percent: int
) -> Cell:
    """Return the cell to which the price moves when the player sells so much of the company.

    A ledge stops the fall to the left for each share, unless the seller is the president.
    """
    cell, fall = market.started_cell(rules.data, state, company), rules.data.stock.sale_fall
    chart = market.market_of(rules.data, state, company)
    shares = rules.data.kinds[state.companies[company].kind].shares(percent)
    presides = holdings.president(rules.data, state, company) == player
    if fall == LEFT_PER_SHARE:
        return market.along(chart, cell, -shares, ledges=not presides)
    if fall == NO_FALL or (fall in (LEFT_OF_PRESIDENT, ROW_OF_PRESIDENT) and not presides):
        return cell
    if fall in (LEFT_OF_PRESIDENT, LEFT_PER_SALE):
        return market.cell_to_left(chart, cell)
    return market.cell_below(chart, cell, shares if fall == ROW_PER_SHARE else 1)
