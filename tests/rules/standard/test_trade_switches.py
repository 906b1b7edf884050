"""Privates that players trade, by the switches: with 1830's data, changed."""

from dataclasses import replace

from companion.rules.core.actions import BuyShare, Pass, SellPrivate, SellShares
from tests.support.positions import Position


def trading(is_purchase: bool = True, first: int = 1, number: int = 1) -> Position:
    """Return p1's turn of a stock round, with a private of p2."""
    game = Position("1830", 3)
    stock = replace(game.data.stock, first_trades=first, trade_is_purchase=is_purchase)
    game.with_data(stock=stock).privates(SV="p2").close_privates()
    return game.started("PRR", 67, "p3", p3=20).stock_round(number, "p1")


def test_a_private_is_the_purchase_of_the_buyers_turn():
    game = trading(number=2).started("B&O", 67, "p1", p1=40).do(SellPrivate("p2", "p1", "SV", 1))
    assert game.state.privates["SV"] == "p1"
    assert "buy.bought" in game.refused(BuyShare("p1", "PRR", "initial"))
    game = trading(number=2).started("B&O", 67, "p1", p1=40).do(BuyShare("p1", "PRR", "initial"))
    assert game.refused(SellPrivate("p2", "p1", "SV", 1)) == {"buy.bought"}


def test_sales_are_all_before_or_all_after_a_private_that_is_the_purchase():
    game = Position("18al", 4).privates(TR="p2").close_privates()
    game.started("WRA", 70, "p1", p1=60).stock_round(2, "p1").do(SellShares("p1", "WRA", 10))
    assert game.do(SellPrivate("p2", "p1", "TR", 1)).rules.actor(game.state) == "p2"
    game = Position("18al", 4).privates(TR="p2").close_privates()
    game.started("WRA", 70, "p1", p1=60).stock_round(2, "p1").do(SellPrivate("p2", "p1", "TR", 1))
    game.do(SellShares("p1", "WRA", 10))
    assert game.allowed(SellShares("p1", "WRA", 10))


def test_a_private_that_is_a_purchase_costs_something():
    assert trading().refused(SellPrivate("p2", "p1", "SV", 0)) == {"trade.least"}
    assert trading(False).allowed(SellPrivate("p2", "p1", "SV", 0))


def test_only_the_buyer_on_turn_makes_that_purchase():
    assert trading().refused(SellPrivate("p2", "p3", "SV", 5)) == {"trade.buyer"}
    game = trading().do(Pass("p1"))
    assert game.refused(SellPrivate("p2", "p1", "SV", 5)) == {"trade.buyer"}
    assert trading(False).do(Pass("p1")).allowed(SellPrivate("p2", "p1", "SV", 5))


def test_trades_that_are_no_purchase_leave_the_purchase():
    game = trading(False).do(SellPrivate("p2", "p1", "SV", 5))
    assert game.allowed(BuyShare("p1", "PRR", "initial"))


def test_the_first_stock_round_with_trades():
    assert trading(first=2).refused(SellPrivate("p2", "p1", "SV", 5)) == {"trade.first_round"}
    assert trading(first=2, number=2).allowed(SellPrivate("p2", "p1", "SV", 5))
