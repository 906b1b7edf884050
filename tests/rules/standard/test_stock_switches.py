"""Switches of the stock round: the order of a turn, and one block of shares in it."""

from dataclasses import replace
from typing import Any

from companion.rules.core.actions import BuyShare, SellShares
from tests.support.positions import Position


def stock_round(**switches: Any) -> Position:
    """Return the turn of p1, who has shares of two companies, in a game with these switches."""
    game = Position("1830", 3)
    game.with_data(stock=replace(game.data.stock, **switches)).close_privates().cash(p1=500)
    game.started("B&O", 67, "p1", p1=40).floated("B&O")
    game.started("PRR", 67, "p2", p2=30, p1=20).floated("PRR")
    return game.stock_round(2, "p1")


BUY, SELL_FIRST, SELL_MORE = (
    BuyShare("p1", "PRR", "initial"),
    SellShares("p1", "B&O", 10),
    SellShares("p1", "B&O", 20),
)


def test_shares_are_sold_before_and_after_a_purchase():
    game = stock_round().do(SELL_FIRST, BUY, SELL_FIRST)
    assert game.rules.actor(game.state) == "p1"


def test_a_purchase_ends_the_turn_if_sales_come_first():
    game = stock_round(order="sell_buy").do(SELL_FIRST, SELL_FIRST, BUY)
    assert game.refused(SELL_FIRST) == {"turn.not_yours"}
    assert game.rules.actor(game.state) == "p2"
    game = stock_round(order="sell_buy").do(BUY)
    assert game.refused(SELL_FIRST) == {"turn.not_yours"}


def test_sales_all_before_or_all_after_the_purchase():
    either = {"order": "sell_buy_or_buy_sell"}
    game = stock_round(**either).do(BUY, SELL_FIRST, SELL_FIRST)
    assert game.refused(BUY) == {"buy.bought"}
    assert game.rules.actor(game.state) == "p1"
    game = stock_round(**either).do(SELL_FIRST, BUY)
    assert game.refused(SELL_FIRST) == {"turn.not_yours"}
    assert game.rules.actor(game.state) == "p2"


def test_a_house_rule_of_several_purchases_leaves_the_turn_open():
    game = Position("1830", 3, **{"buy.bought": True})
    assert "buy.bought" in game.rules.house
    stock = replace(game.data.stock, order="sell_buy")
    game.with_data(stock=stock).close_privates().cash(p1=500)
    game.started("PRR", 67, "p2", p2=30).floated("PRR").stock_round(2, "p1")
    game.do(BUY, BUY)
    assert game.percent("PRR", "p1") == 20


def test_shares_of_a_company_are_sold_once_in_a_turn():
    game = stock_round(one_block=True).do(SELL_FIRST)
    assert game.refused(SELL_FIRST) == {"sell.together"}
    assert game.allowed(SellShares("p1", "PRR", 10))
    assert stock_round(one_block=True).allowed(SELL_MORE)
    assert stock_round().do(SELL_FIRST).allowed(SELL_FIRST)
