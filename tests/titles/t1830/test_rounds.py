"""Rounds, operating order and the end of the game: 1830 §16, §22, §25."""

import pytest

from companion.rules.actions import Dividend, Pass, SellShares
from companion.rules.operating import OperatingRound
from companion.rules.stock import StockRound
from tests.positions import Position


def two_companies() -> Position:
    game = Position("1830", 3).close_privates()
    game.started("PRR", 90, "p1", p1=60).floated("PRR", 500)
    return game.started("NYC", 100, "p2", p2=60).floated("NYC", 500)


def end_stock_round(game: Position) -> Position:
    game.stock_round(2, "p1", passes=2)
    return game.do(Pass("p1"))


def order(game: Position) -> list[str]:
    return game.rules.operating.order(game.state)


def test_dearest_company_operates_first():
    assert order(end_stock_round(two_companies())) == ["NYC", "PRR"]


def test_of_equal_prices_the_one_further_right_operates_first():
    game = two_companies().price("NYC", "0,5").price("PRR", "1,6")  # both 90
    assert order(end_stock_round(game)) == ["PRR", "NYC"]


def test_of_one_cell_the_top_of_the_stack_operates_first():
    game = two_companies().price("NYC", "1,6")  # PRR was there before
    assert order(end_stock_round(game)) == ["PRR", "NYC"]


def test_unfloated_company_does_not_operate():
    game = two_companies().started("CPR", 100, "p3", p3=20)
    assert order(end_stock_round(game)) == ["NYC", "PRR"]


def test_privates_pay_at_the_start_of_each_operating_round():
    game = two_companies().privates(SV="p1", CA="PRR", BO="p3")
    cash = dict(game.state.cash)
    end_stock_round(game)
    assert game.state.cash["p1"] == cash["p1"] + 5
    assert game.state.cash["PRR"] == cash["PRR"] + 25
    assert game.state.cash["p3"] == cash["p3"] + 30


@pytest.mark.parametrize(
    ("phase", "rounds"), [("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("D", 3)]
)
def test_operating_rounds_of_a_set_by_the_phase_at_its_start(phase, rounds):
    game = end_stock_round(two_companies().phase(phase))
    assert game.state.round.parts == rounds


def pass_turns(game: Position) -> Position:
    """Let both companies pass until their round is over."""
    part = game.state.round.part
    while isinstance(game.state.round, OperatingRound) and game.state.round.part == part:
        if game.state.finished:
            break
        game.do(Pass(game.state.round.turn.company))
    return game


def test_set_goes_on_with_its_next_round_and_then_the_stock_round():
    game = end_stock_round(two_companies().phase("3"))
    assert pass_turns(game).state.round.part == 2
    game.state.priority = "p3"
    pass_turns(game)
    assert isinstance(game.state.round, StockRound)
    assert game.state.round.number == 3
    assert game.rules.actor(game.state) == "p3"


def broke(game: Position) -> Position:
    """Move all but one dollar of the bank's money to p3."""
    game.cash(p3=game.state.cash["p3"] + game.state.cash["bank"] - 1)
    return game


def test_bank_that_breaks_in_an_operating_round_ends_the_game_with_its_set():
    game = two_companies().phase("3")
    game.operating("PRR", "dividend", parts=2, revenue=100)
    broke(game).do(Dividend("PRR", "pay"))
    assert "bank_broke" in game.told()
    assert game.state.cash["bank"] < 0  # owed, on account
    assert not game.state.finished
    pass_turns(game)
    assert not game.state.finished
    pass_turns(game)
    assert game.state.finished == "bank"
    assert game.waiting() == ""


def test_bank_that_breaks_in_a_stock_round_ends_the_game_after_the_whole_next_set():
    game = two_companies().phase("3").stock_round(2, "p1")
    broke(game).do(SellShares("p1", "PRR", 10), Pass("p1"), Pass("p2"), Pass("p3"), Pass("p1"))
    assert not game.state.finished
    pass_turns(game)
    assert not game.state.finished
    pass_turns(game)
    assert game.state.finished == "bank"


def test_worth_is_cash_shares_at_market_price_and_open_privates():
    game = two_companies().privates(SV="p1", CS="PRR").cash(p1=123)
    assert game.rules.worth(game.state, "p1") == 123 + 6 * 90 + 20


def test_companies_treasuries_and_trains_do_not_count():
    game = two_companies().trains("PRR", "2")
    worth = game.rules.worth(game.state, "p1")
    assert game.cash(PRR=5000).rules.worth(game.state, "p1") == worth
