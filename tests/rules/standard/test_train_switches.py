"""Switches of trains, each both ways: with 1830's data, changed."""

from dataclasses import replace

from companion.rules.core.actions import BuyTrain
from tests.support.positions import Position


def buying(bank_trains: str, *trains: str) -> Position:
    """Return a game in which the PRR buys trains, with so many from the bank in a turn."""
    game = Position("1830", 3)
    game.with_data(phases=tuple(replace(p, bank_trains=bank_trains) for p in game.data.phases))
    game.close_privates().started("PRR", 67, "p1", p1=60).floated("PRR", 3000)
    return game.trains("PRR", *trains).operating("PRR", "trains")


# --- the number of trains from the bank in a turn


def test_one_train_from_the_bank_in_a_turn():
    game = buying("one").do(BuyTrain("PRR", "2-0", 80))
    assert game.waiting() != "trains"  # nothing else is for sale
    game = buying("one").started("B&O", 67, "p2", p2=60).floated("B&O").trains("B&O", "2")
    game.do(BuyTrain("PRR", "2-1", 80))
    assert game.refused(BuyTrain("PRR", "2-2", 80)) == {"train.one_from_bank"}
    game.do(BuyTrain("PRR", "2-0", 80))  # that of another company


def test_a_train_of_the_pool_is_one_from_the_bank():
    game = buying("one").started("B&O", 67, "p2", p2=60).floated("B&O").trains("B&O", "2")
    game.state.move_train("2-5", "pool")
    game.do(BuyTrain("PRR", "2-5", 80))
    assert game.refused(BuyTrain("PRR", "2-1", 80)) == {"train.one_from_bank"}


def test_any_number_of_trains_from_the_bank():
    game = buying("any").do(BuyTrain("PRR", "2-0", 80))
    assert game.allowed(BuyTrain("PRR", "2-1", 80))


def test_one_train_of_each_type_from_the_bank():
    game = buying("one_of_each_type")
    for number in range(1, 6):
        game.state.move_train(f"2-{number}", "gone")
    game.state.move_train("2-1", "pool")
    game.do(BuyTrain("PRR", "2-0", 80))
    assert game.refused(BuyTrain("PRR", "2-1", 80)) == {"train.one_of_type"}
    game.do(BuyTrain("PRR", "3-0", 180))
    assert game.waiting() != "trains"
