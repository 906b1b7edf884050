"""Switches of the end of the game, each both ways: with 1830's data, changed."""

from dataclasses import replace

import pytest

from companion.languages import speaking
from companion.rules.core.actions import Pass
from companion.rules.core.state import TrainCard
from companion.rules.data.switches import EndSwitches
from tests.support.positions import Position

LAST, BEFORE = "0,18", "0,17"


def ending(
    part: int = 1,
    bank: str = "after_set",
    price: str | None = None,
    last_train: str | None = None,
) -> Position:
    """Return an operating round of three with a company that has a train and no route."""
    game = Position("1830", 3)
    (chart,) = game.data.charts
    rows = [list(row) for row in chart.rows]
    last = rows[0][-1]
    assert last is not None
    rows[0][-1] = replace(last, kinds=frozenset(("end",)))
    goal = replace(chart, rows=tuple(map(tuple, rows)))
    game.with_data(charts=(goal,), ends=EndSwitches(bank, price, last_train)).close_privates()
    game.started("PRR", 67, "p1", p1=60, p2=40).floated("PRR", 10).trains("PRR", "2")
    game.operating("PRR", "trains", parts=3, part=part)
    return game


def is_over_after(game: Position) -> str:
    """Return the reason for which the game is over once the round is."""
    while game.state.round.kind == "operating" and not game.state.end_reason:
        part = game.state.round.part
        game.do(Pass(game.state.round.operating.company))
        if game.state.round.part != part:
            break
    return game.state.end_reason


@pytest.mark.parametrize(
    ("bank", "part", "reason"),
    [
        ("after_set", 1, ""),
        ("after_set", 3, "bank"),
        ("after_operating_round", 1, "bank"),
        ("after_round", 1, "bank"),
    ],
)
def test_a_broken_bank_ends_the_game(bank, part, reason):
    game = ending(part, bank)
    game.state.is_bank_broken = True
    assert is_over_after(game) == reason


def test_a_bank_that_is_not_broken_ends_nothing():
    assert is_over_after(ending(1, "after_operating_round")) == ""


@pytest.mark.parametrize(
    ("price", "cell", "reason"),
    [
        ("after_operating_round", LAST, "price"),
        ("after_operating_round", BEFORE, ""),
        ("after_set", LAST, ""),
        (None, LAST, ""),
    ],
)
def test_a_price_at_the_end_of_the_market_ends_the_game(price, cell, reason):
    assert is_over_after(ending(1, price=price).price("PRR", cell)) == reason


@pytest.mark.parametrize(
    ("bank", "price", "reason"),
    [
        ("after_set", "after_operating_round", "price"),
        ("after_operating_round", "after_set", "bank"),
        ("after_set", "after_set", ""),
    ],
)
def test_the_earliest_of_several_ends_counts(bank, price, reason):
    game = ending(1, bank, price).price("PRR", LAST)
    game.state.is_bank_broken = True
    assert is_over_after(game) == reason


def test_a_price_ends_the_game_at_once():
    game = ending(1, price="at_once").price("PRR", LAST)
    assert game.do(Pass("PRR")).state.end_reason == "price"


def test_a_price_that_has_been_there_ends_the_game_although_it_falls():
    game = ending(1, price="after_operating_round").price("PRR", LAST)
    game.started("B&O", 67, "p2", p2=60).floated("B&O").operating("PRR", "trains", parts=3)
    game.do(Pass("PRR")).price("PRR", BEFORE)
    assert game.state.round.operating.company == "B&O"
    assert is_over_after(game) == "price"


@pytest.mark.parametrize(("when", "reason"), [("after_round", "price"), ("after_set", "")])
def test_a_price_that_rises_at_the_end_of_a_stock_round(when, reason):
    game = ending(1, price=when).price("PRR", "1,18")
    game.started("B&O", 67, "p2", p2=60).stock_round(3, "p1")
    game.do(*(Pass(player) for player in ("p1", "p2", "p3")))
    assert game.state.end_reason == reason


def test_after_a_stock_round_a_price_ends_the_game_with_the_next_operating_round():
    game = ending(1, price="after_operating_round").price("PRR", "1,18")
    game.started("B&O", 67, "p2", p2=60).stock_round(3, "p1")
    game.do(*(Pass(player) for player in ("p1", "p2", "p3")))
    assert (game.state.end_reason, game.state.round.part) == ("", 1)
    assert is_over_after(game) == "price"


def test_a_broken_bank_ends_the_game_at_once():
    game = ending(1, "at_once")
    game.state.is_bank_broken = True
    assert game.do(Pass("PRR")).state.end_reason == "bank"
    assert game.told()[-1] == "game_ended"


@pytest.mark.parametrize(
    ("language", "sentences", "line"),
    [
        (
            "en",
            "The game is over. The bank has run out of money.",
            "the game is over – the bank has run out of money",
        ),
        (
            "nl",
            "Het spel is afgelopen. Het geld van de bank is op.",
            "het spel is afgelopen – het geld van de bank is op",
        ),
    ],
)
def test_the_end_and_its_reason_are_two_sentences_or_one_short_line(language, sentences, line):
    game = ending(1, "at_once")
    game.state.is_bank_broken = True
    game.do(Pass("PRR"))
    with speaking(language):
        assert game.rules.words.tell(game.events[-1]) == sentences
        assert game.rules.words.clause(game.events[-1]) == line


@pytest.mark.parametrize(
    ("last_train", "left", "reason"),
    [
        ("at_once", 0, "trains"),
        ("after_operating_round", 0, "trains"),
        ("after_set", 0, ""),
        ("at_once", 1, ""),
        (None, 0, ""),
    ],
)
def test_the_last_train_of_the_bank_ends_the_game(last_train, left, reason):
    game = ending(1, last_train=last_train)
    lying = [train for train, card in game.state.trains.items() if card.place == "depot"]
    for train in lying[: len(lying) - left]:
        game.state.trains[train] = TrainCard("gone")
    assert is_over_after(game) == reason
