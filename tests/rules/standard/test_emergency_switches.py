"""Switches of required trains, each both ways: with 1830's data, changed."""

from dataclasses import replace
from typing import Any

import pytest

from companion.rules.core.actions import BuyTrain, DeclareBankruptcy, Pass, SellShares
from tests.support.positions import Position


def needing(
    cash: int = 200, shares: bool = True, sold_from: str = "start", **switches: Any
) -> Position:
    """Return a company with 50 and a route that needs a train, of a president with cash.

    They may also own 20% of another company, at 67. A 3 costs 180 and a 4 costs 300.
    """
    game = Position("1830", 3)
    stock = replace(game.data.stock, sold_from=sold_from)
    game.with_data(stock=stock, train_sale=replace(game.data.train_sale, **switches))
    game.close_privates().phase("4")
    game.started("B&O", 67, "p2", p2=30, **({"p1": 20} if shares else {})).floated("B&O")
    game.started("PRR", 67, "p1", p1=20).floated("PRR", 50)
    game.tile("H10", "57", 1).cash(p1=cash)
    for number in range(1, 4):
        game.state.move_train(f"4-{number}", "gone")
    game.state.move_train("3-0", "pool")
    return game.operating("PRR", "trains")


def test_a_president_helps_with_the_cheapest_train_of_the_bank() -> None:
    game = needing(cash=400)
    assert game.refused(BuyTrain("PRR", "4-0", 300)) == {"train.cheapest"}
    assert game.allowed(BuyTrain("PRR", "3-0", 180))


def test_a_president_helps_with_any_train_of_the_bank_by_a_switch() -> None:
    game = needing(cash=400, any_train=True)
    assert game.allowed(BuyTrain("PRR", "4-0", 300))
    assert game.allowed(BuyTrain("PRR", "3-0", 180))


def test_shares_are_sold_for_a_dearer_train_by_the_switch() -> None:
    sale = SellShares("p1", "B&O", 10)
    assert needing().refused(sale) == {"forced.not_short"}
    game = needing(any_train=True)
    assert sale in game.offered("sell")
    assert game.do(sale).refused(BuyTrain("PRR", "4-0", 300)) == set()


@pytest.mark.parametrize(
    ("sells_freely", "refusals"), [(False, {"forced.too_much"}), (True, set())]
)
def test_as_few_shares_are_sold_as_are_needed_or_as_many_as_they_like(
    sells_freely: bool, refusals: set[str]
) -> None:
    game = needing(cash=100, sells_freely=sells_freely)
    assert game.refused(SellShares("p1", "B&O", 20)) == refusals


@pytest.mark.parametrize("unpaid", ["bankrupt", "leaves", "no_train"])
def test_a_president_without_the_money_is_bankrupt_or_the_company_has_no_train(unpaid: str) -> None:
    game = needing(0, False, unpaid=unpaid)
    assert game.allowed(Pass("PRR")) is (unpaid == "no_train")
    assert game.allowed(DeclareBankruptcy("p1")) is (unpaid != "no_train")


def test_a_company_buys_its_train_where_the_president_can_pay() -> None:
    assert needing(unpaid="no_train").refused(Pass("PRR")) == {"train.needed"}


@pytest.mark.parametrize(
    ("sold_from", "before", "floated"),
    [
        ("start", set(), set()),
        ("float", {"sell.unfloated"}, set()),
        ("operation", {"sell.unoperated"}, {"sell.unoperated"}),
    ],
)
def test_shares_are_sold_for_a_train_from_the_same_moment_on_as_in_a_stock_round(
    sold_from: str, before: set[str], floated: set[str]
) -> None:
    game, sale = needing(100, sold_from=sold_from), SellShares("p1", "B&O", 10)
    assert game.refused(sale) == floated
    game.state.alter("B&O", status="started")
    assert game.refused(sale) == before
    assert game.allowed(DeclareBankruptcy("p1")) is bool(before)  # it does not count as a source
    game.state.alter("B&O", status="floated", has_operated=True)
    assert game.do(sale).state.cash["p1"] == 167
