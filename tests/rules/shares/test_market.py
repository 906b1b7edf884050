"""Tests of the market: prices follow its arrows, and companies operate in order of price."""

from dataclasses import replace

import pytest

from companion.rules.core.change import Change
from companion.rules.data.printed_markets import Cell
from companion.rules.shares import market
from tests.support.positions import Position


def grid(row: int, column: int) -> Cell:
    """Return a cell of a market with rows and columns."""
    cell = Position("1830").data.chart.cell(row, column)
    assert cell is not None
    return cell


def at(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column


@pytest.mark.parametrize(
    ("start", "end"),
    [((3, 4), (3, 5)), ((0, 18), (0, 18)), ((1, 18), (0, 18)), ((7, 7), (6, 7))],
)
def test_right_goes_up_at_the_end_of_a_row(start: tuple[int, int], end: tuple[int, int]) -> None:
    chart = Position("1830").data.chart
    assert at(market.right(chart, grid(*start))) == end


@pytest.mark.parametrize(
    ("start", "end"), [((3, 4), (3, 3)), ((0, 0), (1, 0)), ((7, 0), (7, 0)), ((8, 1), (8, 1))]
)
def test_left_goes_down_at_the_start_of_a_row(start: tuple[int, int], end: tuple[int, int]) -> None:
    chart = Position("1830").data.chart
    assert at(market.cell_to_left(chart, grid(*start))) == end


def test_up_and_down_stop_at_the_edges() -> None:
    chart = Position("1830").data.chart
    assert at(market.cell_above(chart, grid(0, 6))) == (0, 6)
    assert at(market.cell_above(chart, grid(1, 6))) == (0, 6)
    assert at(market.cell_below(chart, grid(0, 6), 3)) == (3, 6)
    assert at(market.cell_below(chart, grid(0, 6), 99)) == (10, 6)


def test_a_market_of_one_row_ends_at_its_ends_and_at_a_ledge() -> None:
    chart = Position("steam-over-holland").data.chart
    row = [cell for cell in chart.rows[0] if cell]
    assert market.along(chart, row[0], -1) == row[0]
    assert market.along(chart, row[-1], 2) == row[-1]
    assert market.along(chart, row[3], 2) == row[5]
    above = next(cell for cell in row if cell.price in chart.ledges)
    assert market.along(chart, above, -1, ledges=True) == above
    assert market.along(chart, above, -1) == row[above.column - 1]


def test_the_dearest_operates_first_then_who_came_first() -> None:
    position = Position("1830").close_privates()
    for company, par in (("PRR", 82), ("NYC", 100), ("CPR", 82)):
        position.started(company, par, "p1", p1=20).floated(company, home=False)
    order = position.rules.operating_order(position.state)
    assert order == ["NYC", "PRR", "CPR"]


def test_at_one_price_further_right_and_above_comes_first() -> None:
    position = Position("1830").close_privates()
    for company, cell in (("PRR", "7,6"), ("NYC", "6,5"), ("CPR", "1,3"), ("B&O", "5,6")):
        position.started(company, 100, "p1", p1=20).floated(company, home=False)
        position.price(company, cell)
    prices = [position.at(company) for company in ("PRR", "NYC", "CPR", "B&O")]
    assert prices == [67, 63, 70, 67]
    order = position.rules.operating_order(position.state)
    assert order == ["CPR", "B&O", "PRR", "NYC"]


def test_a_company_that_moves_into_a_cell_comes_under_those_there() -> None:
    position = Position("1830").close_privates()
    position.started("PRR", 100, "p1", p1=20).started("NYC", 90, "p1", p1=20)
    change = Change(position.state)
    chart = position.data.chart
    market.move(change, position.data, "NYC", chart.pars[100])
    assert position.state.stacks[chart.pars[100].id] == ("PRR", "NYC")
    assert [event.facts["after"] for event in change.events] == [100]


def test_a_price_that_does_not_move_is_not_told() -> None:
    position = Position("1830").close_privates().started("PRR", 100, "p1", p1=20)
    change = Change(position.state)
    market.move(change, position.data, "PRR", position.data.chart.pars[100])
    assert change.events == []


def test_a_company_taken_off_the_market_has_no_price() -> None:
    position = Position("1830").close_privates().started("PRR", 100, "p1", p1=20)
    market.remove(Change(position.state), "PRR")
    assert market.price(position.data, position.state, "PRR") is None
    assert not any("PRR" in stack for stack in position.state.stacks.values())


def test_up_from_the_top_row_goes_right_where_the_chart_says_so() -> None:
    plain = Position("1830").data.chart
    chart = replace(plain, top_goes_right=True)
    assert at(market.cell_above(plain, grid(0, 4))) == (0, 4)
    assert at(market.cell_above(chart, grid(0, 4))) == (0, 5)
    assert at(market.cell_above(chart, grid(3, 4))) == (2, 4)
    assert at(market.cell_above(chart, grid(0, 18))) == (0, 18)  # the highest price stays
    assert at(market.right(chart, grid(0, 18))) == (0, 18)
