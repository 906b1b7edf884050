"""Switches of trains, each both ways: with 1830's data, changed."""

from dataclasses import replace

from companion.rules.core.actions import BuyTrain, Dividend, RunTrains
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


# --- obsolete trains


def obsolete(is_obsolete: bool = True) -> Position:
    """Return a game in which the PRR, with a 4, is about to begin the phase that rusts it."""
    game = Position("1830", 3)
    types = [replace(t, obsolete=is_obsolete and t.name == "4") for t in game.data.train_types]
    game.with_data(train_types=tuple(types)).close_privates().phase("6")
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000)
    game.started("B&O", 67, "p2", p2=60).floated("B&O", 3000).tile("H12", "57", 1)
    return game.trains("PRR", "4").trains("B&O", "4", "6")


def test_obsolete_trains_stay_for_one_more_run():
    game = obsolete().tile("H10", "57", 1).operating("PRR", "trains")
    game.do(BuyTrain("PRR", "D-0", 1100))
    places = {train: game.state.place_of(train) for train in ("4-0", "4-1")}
    assert places == {"4-0": "PRR", "4-1": "B&O"}
    game.operating("PRR", "run")
    game.do(RunTrains("PRR", (("4-0", ("H10.0", "H12.0")),)))
    assert game.state.place_of("4-0") == "PRR"
    game.do(Dividend("PRR", "withhold"))
    assert game.state.place_of("4-0") == "gone"
    assert game.state.place_of("4-1") == "B&O"  # before its own turn


def test_trains_that_are_not_obsolete_rust_at_once():
    game = obsolete(False).operating("PRR", "trains").do(BuyTrain("PRR", "D-0", 1100))
    assert game.state.place_of("4-0") == game.state.place_of("4-1") == "gone"


def test_obsolete_trains_of_the_pool_leave_at_once():
    game = obsolete()
    game.state.move_train("4-1", "pool")
    game.operating("PRR", "trains").do(BuyTrain("PRR", "D-0", 1100))
    assert game.state.place_of("4-1") == "gone"


def test_an_obsolete_train_is_not_sold():
    game = obsolete().operating("PRR", "trains")
    assert game.allowed(BuyTrain("PRR", "4-1", 1))
    game.do(BuyTrain("PRR", "D-0", 1100))
    assert game.refused(BuyTrain("PRR", "4-1", 1)) == {"train.not_for_sale"}


def test_an_obsolete_train_does_not_count():
    game = obsolete().operating("PRR", "trains").do(BuyTrain("PRR", "D-0", 1100))
    game.cash(PRR=3000).do(BuyTrain("PRR", "D-1", 1100))  # its third train
    assert game.refused(BuyTrain("PRR", "D-2", 1100)) == {"train.limit"}
    assert not game.state.questions  # and it gives none up
