"""Trains that a company discards or trades in lie in the pool, or leave the game."""

import pytest

from companion.rules.core.actions import BuyTrain, DiscardTrain
from companion.rules.data.switches import TrainSaleSwitches
from tests.support.positions import Position


def at_trains(leave: bool) -> Position:
    """MES of p1 in phase 6 with two trains."""
    game = Position("18nl", 4).with_data(train_sale=TrainSaleSwitches(discards_leave=leave))
    game.close_privates().phase("6").started("MES", 67, "p1", p1=60).floated("MES", 3000)
    return game.trains("AS", "6").trains("MES", "6", "5")


@pytest.mark.parametrize(("leave", "lies"), [(False, "pool"), (True, "gone")])
def test_a_train_given_in_trade(leave, lies):
    game = at_trains(leave).operating("MES", "trains").do(BuyTrain("MES", "D-0", 800, "6-1"))
    assert game.state.place_of("6-1") == lies
    game.operating("MES", "trains")
    assert ("6-1" in [offer.train for offer in game.offered("buy_train")]) is False


@pytest.mark.parametrize(("leave", "lies"), [(False, "pool"), (True, "gone")])
def test_a_train_over_the_limit(leave, lies):
    game = at_trains(leave).trains("MES", "6").operating("MES", "trains")
    assert game.waiting() == "discard"
    game.do(DiscardTrain("MES", "5-0"))
    assert game.state.place_of("5-0") == lies


@pytest.mark.parametrize("leave", [False, True])
def test_only_a_train_of_the_pool_is_sold_again(leave):
    game = at_trains(leave).trains("MES", "6").operating("MES", "trains")
    game.do(DiscardTrain("MES", "5-0")).started("AS", 67, "p2", p2=60).floated("AS", 3000)
    refused = game.operating("AS", "trains").refused(BuyTrain("AS", "5-0", 450))
    assert refused == ({"train.not_for_sale"} if leave else set())
