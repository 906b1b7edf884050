"""Rounds, operating order and the end of the game: 1830 §16, §22, §25."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    ExchangePrivate,
    LayTile,
    Pass,
    SellShares,
)
from companion.rules.core.state import TrainCard
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.stock.share_trading import StockRound
from tests.support.positions import Position


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


def test_the_one_further_right_of_equal_prices_operates_first():
    game = two_companies().price("NYC", "0,5").price("PRR", "1,6")  # both 90
    assert order(end_stock_round(game)) == ["PRR", "NYC"]


def test_the_top_of_the_stack_of_a_cell_operates_first():
    game = two_companies().price("NYC", "1,6")  # PRR was there before
    assert order(end_stock_round(game)) == ["PRR", "NYC"]


def three_at_67() -> Position:
    """Three companies at 67 in one column, in rows 5, 6 and 7."""
    game = two_companies().started("CPR", 100, "p3", p3=60).floated("CPR", 500)
    return game.price("CPR", "7,6").price("PRR", "6,6").price("NYC", "5,6")


def test_the_upper_row_of_equal_prices_in_a_column_operates_first():
    game = three_at_67()
    assert {game.at(company) for company in ("PRR", "NYC", "CPR")} == {67}
    assert order(end_stock_round(game)) == ["NYC", "PRR", "CPR"]
    game = three_at_67().price("CPR", "5,6").price("NYC", "7,6")
    assert order(end_stock_round(game)) == ["CPR", "PRR", "NYC"]


def test_a_company_of_another_row_does_not_slip_between_two_of_one_cell():
    game = three_at_67().price("CPR", "5,6")  # under the NYC; the PRR a row lower
    assert order(end_stock_round(game)) == ["NYC", "CPR", "PRR"]


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
        if game.state.end_reason:
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
    assert not game.state.end_reason
    pass_turns(game)
    assert not game.state.end_reason
    pass_turns(game)
    assert game.state.end_reason == "bank"
    assert game.waiting() == ""


def test_bank_that_breaks_in_a_stock_round_ends_the_game_after_the_whole_next_set():
    game = two_companies().phase("3").stock_round(2, "p1")
    broke(game).do(SellShares("p1", "PRR", 10), Pass("p1"), Pass("p2"), Pass("p3"), Pass("p1"))
    assert not game.state.end_reason
    pass_turns(game)
    assert not game.state.end_reason
    pass_turns(game)
    assert game.state.end_reason == "bank"


def test_worth_is_cash_shares_at_market_price_and_open_privates():
    game = two_companies().privates(SV="p1", CS="PRR").cash(p1=123)
    assert total_worth(game.rules, game.state, "p1") == 123 + 6 * 90 + 20


def test_companies_treasuries_and_trains_do_not_count():
    game = two_companies().trains("PRR", "2")
    worth = total_worth(game.rules, game.state, "p1")
    assert total_worth(game.cash(PRR=5000).rules, game.state, "p1") == worth


@pytest.mark.parametrize(("left", "breaks"), [(0, True), (1, False)])
def test_bank_breaks_when_its_last_dollar_is_gone(left, breaks):
    game = two_companies().operating("PRR", "dividend", revenue=100)
    game.cash(p3=game.state.cash["p3"] + game.state.cash["bank"] - 60 - left)
    game.do(Dividend("PRR", "pay"))
    assert game.state.cash["bank"] == left
    assert (game.state.is_bank_broken) == breaks


def test_first_3_train_brings_its_second_round_only_with_the_next_set():
    game = two_companies()
    for train in list(game.state.trains):
        if train.startswith("2-"):
            game.state.trains[train] = TrainCard("gone")
    game.operating("PRR", "trains", parts=1).do(BuyTrain("PRR", "3-0", 180), Pass("PRR"))
    assert game.state.round.parts == 1
    assert end_stock_round(game).state.round.parts == 2


def test_price_that_falls_in_a_round_changes_the_order_of_those_to_come():
    """p1 has to sell NYC for a train of the PRR: the CPR goes before the NYC then."""
    game = Position("1830", 3).close_privates().phase("3").cash(p1=0)
    game.started("PRR", 100, "p1", p1=60).floated("PRR", 0).price("PRR", "0,7")
    game.started("NYC", 100, "p2", p2=40, p1=30).floated("NYC", 0)
    game.started("CPR", 90, "p3", p3=60).floated("CPR", 0)
    game.tile("H14", "9", 1).tile("H16", "57", 1).operating("PRR", "trains")
    assert order(game) == ["PRR", "NYC", "CPR"]
    game.do(SellShares("p1", "NYC", 20))
    assert order(game) == ["PRR", "CPR", "NYC"]


def test_bankruptcy_ends_the_round_for_those_to_come():
    game = two_companies().tile("H14", "9", 1).tile("H16", "57", 1).cash(p1=0, PRR=0)
    for train in list(game.state.trains):
        if train[0] in "234":
            game.state.trains[train] = TrainCard("gone")
    game.phase("5").operating("PRR", "trains").do(DeclareBankruptcy("p1"))
    assert game.state.end_reason == "bankruptcy"
    assert game.waiting() == ""
    assert judge.offers(game.rules, game.state) == []


# --- the Mohawk & Hudson between turns of operating rounds


def with_mh(step: str = "track", **turn) -> Position:
    game = Position("1830", 3).privates(MH="p3", CS="PRR", SV="p1").close_privates().phase("3")
    game.started("PRR", 90, "p1", p1=60).floated("PRR", 500)
    game.started("NYC", 100, "p2", p2=50)
    return game.operating("PRR", step, **turn)


SWAP = ExchangePrivate("p3", "MH", "initial")


def test_mohawk_and_hudson_is_exchanged_between_turns_of_an_operating_round():
    game = with_mh()
    assert SWAP in game.offered("exchange")
    game.do(SWAP)
    assert game.percent("NYC", "p3") == 10
    assert game.rules.actor(game.state) == "p1"


@pytest.mark.parametrize(
    "deed",
    [
        LayTile("PRR", "H14", "9", 1),
        LayTile("PRR", "B20", "58", 2, "CS"),
        BuyPrivateForCompany("PRR", "SV", 20),
        Pass("PRR"),
    ],
)
def test_mohawk_and_hudson_waits_while_a_company_is_at_its_turn(deed):
    game = with_mh().do(deed)
    assert game.state.round.turn.company == "PRR"
    assert game.refused(SWAP) == {"exchange.between"}
    assert SWAP not in game.offered("exchange")


def test_company_floated_in_a_round_operates_from_the_next_one():
    game = with_mh().do(SWAP)
    assert game.state.cash["NYC"] == 0
    assert order(game) == ["PRR"]
    assert order(end_stock_round(game)) == ["NYC", "PRR"]
    assert game.state.cash["NYC"] == 1000


def test_nothing_is_offered_twice():
    game = with_mh("privates")
    assert game.waiting() == "privates"
    offers = [(offer.kind, offer.action) for offer in judge.offers(game.rules, game.state)]
    assert len(offers) == len(set(offers))


def test_shares_are_not_traded_in_operating_rounds():
    game = with_mh()
    assert game.refused(SellShares("p1", "PRR", 10)) == {"turn.not_now"}
    assert game.stock_round(2, "p1").allowed(SellShares("p1", "PRR", 10))
