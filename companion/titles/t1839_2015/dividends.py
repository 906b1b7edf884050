"""Dividends (Pay or half-pay or withhold) and their effect on prices (Operating round)."""

from fractions import Fraction

from companion.rules.core.state import State
from companion.rules.data.printed_markets import Cell
from companion.rules.data.revenue_divisions import PAY, WITHHOLD, Division
from companion.rules.judge.rules import Rules
from companion.rules.operating.running import had_train
from companion.rules.shares import market
from companion.titles.t1839_2015.title_figures import figures

# The sum of each player is rounded up, and that of the pool down. The amount for a share is not
# rounded.
HALF = Division("half", keeps=Fraction(1, 2), players_up=True)
WAYS = (PAY, HALF, WITHHOLD)


def price_move(rules: Rules, state: State, company: str, shared: int) -> Cell:
    """Return the cell after a dividend, given as the total for all shares."""
    public = rules.kind(state, company).directed
    return (_public_cell if public else _foreign_cell)(rules, state, company, shared)


def _public_cell(rules: Rules, state: State, company: str, shared: int) -> Cell:
    """Return the cell of a public company after a dividend, given as the total for all shares.

    The price moves up if the total is at least the price, and further for multiples of it. Past the
    sill it moves at most one space, and only if the total is above the price. It moves down for
    less, and furthest for nothing without a train.
    """
    cell = market.started_cell(rules.data, state, company)
    own, price = figures(rules.data), cell.price
    if not shared:
        steps = -2 if had_train(state, company) else -3
    elif price >= own.sill:
        steps = (shared > price) - (shared < price)
    else:
        steps = sum(shared >= times * price for times in own.steps) or -1
    after = market.along(rules.data.chart, cell, steps)
    return rules.data.chart.pars[own.sill] if price < own.sill < after.price else after


def _foreign_cell(rules: Rules, state: State, company: str, shared: int) -> Cell:
    """Return the cell of a foreign company: up with a dividend, else down."""
    return market.cell_ahead(rules.data, state, company, 1 if shared else -1)
