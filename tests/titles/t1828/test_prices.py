"""How prices move on the stock market, and its top."""

import pytest

from companion.rules.core.actions import Pass, SellShares
from companion.rules.core.change import Change
from companion.rules.shares import market
from companion.titles.t1828 import prices
from companion.titles.t1828.title_state import game_of
from tests.titles.t1828.game_start import table


@pytest.fixture
def chart():
    return table().data.chart


def at(cell):
    return cell.row, cell.column


@pytest.mark.parametrize(
    ("start", "up", "down", "left", "right"),
    [
        ((5, 3), (4, 3), (6, 3), (5, 2), (5, 4)),
        ((0, 2), (0, 3), (1, 2), (0, 1), (0, 3)),  # 138: up goes right, to 147
        ((12, 8), (11, 8), (13, 8), (12, 7), (11, 8)),  # 79: right goes up, to 85
        ((17, 2), (16, 2), (17, 2), (17, 2), (17, 3)),  # 40: down and left stay
        ((13, 0), (12, 0), (13, 0), (13, 0), (13, 1)),
        ((15, 1), (14, 1), (15, 1), (15, 1), (15, 2)),
        ((9, 0), (8, 0), (10, 0), (10, 0), (9, 1)),  # left goes down at the start of a row
        ((0, 14), (0, 14), (1, 14), (0, 13), (0, 14)),  # 500: up and right stay
    ],
)
def test_moves_and_edges(chart, start, up, down, left, right):
    cell = chart.cell(*start)
    assert at(market.cell_above(chart, cell)) == up
    assert at(market.cell_below(chart, cell)) == down
    assert at(market.cell_to_left(chart, cell)) == left
    assert at(market.right(chart, cell)) == right


def sold_out(cell, **percents):
    """A floated company of which p1 is director, with its price at a cell, at the end of SR 2."""
    game = table(3).close_privates().started("IC", 67, "p1", **percents).floated("IC", 0)
    game.price("IC", cell)
    return game.stock_round(2, "p1")


def all_pass(game):
    return game.do(Pass("p1"), Pass("p2"), Pass("p3"))


@pytest.mark.parametrize(
    ("cell", "percents", "price"),
    [
        ("10,4", {"p1": 60, "p2": 40}, 76),  # 71 up once
        ("10,4", {"p1": 80, "p2": 20}, 81),  # its director has 80%
        ("11,0", {"p1": 60, "p2": 40}, 62),  # 54: once more for gray
        ("11,0", {"p1": 80, "p2": 20}, 66),
        ("11,0", {"p1": 70, "p2": 30}, 62),
        ("0,2", {"p1": 60, "p2": 40}, 147),
        ("10,4", {"p1": 60, "p2": 30, "pool": 10}, 71),
        ("10,4", {"p1": 60, "p2": 30}, 71),  # 10% in the IPO
        ("10,4", {"p1": 60, "p2": 30, "treasury": 10}, 76),  # a system's own share
    ],
)
def test_the_sold_out_rise_at_the_end_of_a_stock_round(cell, percents, price):
    game = all_pass(sold_out(cell, **percents))
    assert game.at("IC") == price


def test_one_that_is_not_floated_does_not_rise():
    game = table(3).close_privates().started("IC", 67, "p1", p1=60, p2=40)
    game.stock_round(2, "p1")
    assert all_pass(game).at("IC") == 67


def test_the_company_that_operates_first_rises_first():
    game = sold_out("10,4", p1=60, p2=40)
    game.started("MC", 71, "p2", p1=40, p2=60).floated("MC", 0).price("MC", "10,4")
    all_pass(game)
    assert game.state.stacks["9,4"] == ("IC", "MC")


def test_a_rise_to_500_ends_the_game_with_the_stock_round():
    game = all_pass(sold_out("0,13", p1=60, p2=40))
    assert game.state.end_reason == "market"
    assert game.at("IC") == 500


def test_one_that_stays_at_412_ends_nothing():
    game = all_pass(sold_out("0,13", p1=60, p2=30, pool=10))
    assert not game.state.end_reason
    assert not game_of(game.state).top_company


def test_a_sale_is_paid_at_the_old_price_and_brings_it_down_by_each_share():
    game = sold_out("5,3", p1=60, p2=40).cash(p2=0)
    game.state.round = type(game.state.round)(2, "p2")
    game.do(SellShares("p2", "IC", 30))
    assert game.state.cash["p2"] == 3 * 94
    assert game.at("IC") == 77
    assert game.percent("IC", "pool") == 30


def test_companies_sold_onto_one_cell_stand_in_the_order_sold():
    game = table(3).close_privates()
    for company in ("IC", "MC"):
        game.started(company, 67, "p1", p1=60, p2=40).floated(company, 0).price(company, "5,3")
    game.stock_round(2, "p2").do(SellShares("p2", "MC", 10), SellShares("p2", "IC", 10))
    assert game.state.stacks["6,3"] == ("MC", "IC")


def test_one_that_cannot_move_keeps_its_place():
    game = table(3).close_privates()
    for company in ("IC", "MC"):
        game.started(company, 67, "p1", p1=60, p2=40).floated(company, 0).price(company, "17,2")
    game.stock_round(2, "p2").do(SellShares("p2", "IC", 10))
    assert game.state.stacks["17,2"] == ("IC", "MC")


def test_a_price_sold_down_from_500_ends_the_game_all_the_same():
    game = sold_out("0,14", p1=60, p2=40)
    prices.note_top(Change(game.state), game.rules, "IC")
    game.do(SellShares("p1", "IC", 10), Pass("p1"), Pass("p2"), Pass("p3"), Pass("p1"))
    assert game.state.end_reason == "market"
    assert game.at("IC") == 443
