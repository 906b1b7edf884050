"""Prices on the stock market: falls and rises ("Stock market"), and the top."""

from collections.abc import Mapping

from companion.languages import format_text, gettext
from companion.rules.core.change import Change
from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.judge.rules import Rules
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.shares.price_rules import pars_of_phase
from companion.rules.stock.auction import AuctionRound
from companion.titles.t1828.title_figures import figures
from companion.titles.t1828.title_state import game_of, note

GRAY, TOP = "grey", "end"  # kinds of space


def cell_of(rules: Rules, state: State, company: str) -> Cell:
    """Return the cell of a company that has a price."""
    return market.started_cell(rules.data, state, company)


def is_gray(rules: Rules, state: State, company: str) -> bool:
    """Does the company's price stand in gray?"""
    cell = market.cell_of(rules.data, state, company)
    return cell is not None and GRAY in cell.kinds


def pars(rules: Rules, state: State, company: str) -> Mapping[int, Cell]:
    """Return the pars of the phase, or those of a company whose par comes with a private."""
    kinds = figures(rules).pars_with_private
    if not kinds or state.round.kind != AuctionRound.kind:
        return pars_of_phase(rules, state, company)
    return {par: cell for par, cell in rules.data.chart.pars.items() if cell.kinds & kinds}


def price_after_sale(rules: Rules, state: State, company: str, percent: int) -> Cell:
    """Return the cell after a sale: one step down for each share."""
    shares = rules.kind(state, company).shares(percent)
    return market.cell_below(rules.data.chart, cell_of(rules, state, company), shares)


def price_after_round(rules: Rules, state: State, company: str) -> Cell:
    """Return the cell of a company at the end of a stock round.

    The price rises if the company is sold out. It rises again if the director has enough shares,
    and again if it began in gray.
    """
    cell, parts = cell_of(rules, state, company), holdings.shares(rules.data, state, company)
    if parts.get(INITIAL) or parts.get(POOL):
        return cell
    director = holdings.president(rules.data, state, company)
    return raise_price(rules, cell, parts.get(director or "", 0) >= figures(rules).rises_more_at)


def moves(rules: Rules, state: State, company: str) -> list[tuple[str, Cell]]:
    """Return the events that move a company's price, each with the new cell ("Stock market")."""
    chart, cell = rules.data.chart, cell_of(rules, state, company)
    many, unit = figures(rules).rises_more_at, rules.kind(state, company).unit
    return [
        (gettext("with a dividend"), market.right(chart, cell)),
        (gettext("without one"), market.cell_to_left(chart, cell)),
        (
            format_text("for each {percent}% that is sold", percent=unit),
            market.cell_below(chart, cell),
        ),
        (gettext("sold out at the end of a stock round"), raise_price(rules, cell, False)),
        (
            format_text("and its director holds {percent}%", percent=many),
            raise_price(rules, cell, True),
        ),
    ]


def raise_price(rules: Rules, cell: Cell, many: bool) -> Cell:
    """Return the cell of a sold-out company.

    ``many`` tells whether its director has enough shares.
    """
    for _ in range(1 + many + (GRAY in cell.kinds)):
        cell = market.cell_above(rules.data.chart, cell)
    return cell


def rise(change: Change, rules: Rules) -> None:
    """Raise the prices at the end of a stock round, in operating order."""
    for company in rules.operating_order(change.state):
        market.move(change, rules.data, company, price_after_round(rules, change.state, company))
        note_top(change, rules, company)


def note_top(change: Change, rules: Rules, company: str) -> None:
    """Note a price that has reached the top.

    It ends the game with the round, even if the price falls before.
    """
    if TOP in cell_of(rules, change.state, company).kinds and not game_of(change.state).top_company:
        note(change, top_company=company)
        change.tell("top_reached", company=company)
