"""Trains that leave the game at the end of a set of operating rounds: with 1830's data, changed."""

from dataclasses import replace

from companion.rules.core.actions import DiscardTrain, Pass
from companion.rules.data.switches import OpeningSwitches
from tests.support.positions import Position


def ending(part: int = 1, parts: int = 1, exported: tuple[str, ...] = ("2", "3")) -> Position:
    """Return a game in which one turn is left of an operating round."""
    game = Position("1830", 3)
    game.with_data(train_sale=replace(game.data.train_sale, exported=exported))
    game.close_privates().started("PRR", 67, "p1", p1=60).floated("PRR", 1000)
    return game.trains("PRR", "2").operating("PRR", "trains", parts=parts, part=part)


def left(game: Position, type: str) -> int:
    """Return how many trains of a type lie with the bank."""
    return sum(
        card.place == "depot" and train.startswith(f"{type}-")
        for train, card in game.state.trains.items()
    )


def test_the_next_train_leaves_the_game_at_the_end_of_a_set():
    game = ending()
    before = left(game, "2")
    game.do(Pass("PRR"))
    assert left(game, "2") == before - 1
    assert "exported_train" in game.told()
    assert game.state.round.kind == "stock"


def test_no_train_leaves_before_the_end_of_the_set():
    game = ending(part=1, parts=2)
    before = left(game, "2")
    game.do(Pass("PRR"))
    assert left(game, "2") == before


def test_its_first_train_begins_a_type():
    game = ending()
    for train, card in list(game.state.trains.items()):
        if train.startswith("2-") and card.place == "depot":
            game.state.move_train(train, "gone")
    game.do(Pass("PRR"))
    assert game.state.phase == "3"
    assert left(game, "3") == 4


def test_a_train_of_another_type_stays():
    game = ending(exported=("3",))
    before = left(game, "2")
    game.do(Pass("PRR"))
    assert left(game, "2") == before
    assert "exported_train" not in game.told()


def test_companies_discard_before_the_stock_round():
    game = ending(exported=("4",)).trains("PRR", "3", "3", "3", "3")  # beside the 2, which rusts
    for train, card in list(game.state.trains.items()):
        if train[0] in "23" and card.place == "depot":
            game.state.move_train(train, "gone")
    game.state.move_train("2-0", "gone")
    game.trains("PRR")  # four of them in phase 3
    game.state.phase = "3"
    game.do(Pass("PRR"))
    assert game.state.phase == "4"
    assert game.waiting() == "discard"
    game.do(DiscardTrain("PRR", "3-3"))
    assert game.waiting() == "shares"


def test_a_train_leaves_when_privates_pay_in_the_auction():
    game = Position("1830", 3)
    game.with_data(
        train_sale=replace(game.data.train_sale, exported=("2",)), opening=OpeningSwitches()
    )
    game.privates(SV="p1")
    before = left(game, "2")
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert left(game, "2") == before - 1
    assert game.state.cash["p1"] > game.state.cash["p2"]
