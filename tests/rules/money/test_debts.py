"""Tests of debts other than trains: payer, order of sources, amounts, and bankruptcy."""

import json

from companion.rules.core.actions import (
    BuyShare,
    DeclareBankruptcy,
    Pass,
    SellOwnShares,
    SellShares,
)
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.judge import judge
from companion.rules.money.debts import Debt
from companion.rules.operating.emergency_money import help_needed
from tests.rules.money.invented_debts import add_fees, owing
from tests.support.positions import Position

TOLL = Debt("toll", "p1", 100, "p1")
FEE = Debt("fee", "PRR", 460, "p1")


def stock_round(**cash: int) -> Position:
    """Return p2's turn in a stock round.

    p1 presides over PRR at 100, which holds 20% of itself, and holds NYC at 67.
    """
    game = Position("1830", 3).close_privates()
    add_fees(game.rules)
    game.started("PRR", 100, "p1", p1=40, p2=10, treasury=20).floated("PRR", 100)
    game.started("NYC", 67, "p2", p2=40, p1=40).floated("NYC", 0)
    return game.cash(**{"p1": 90, "p2": 500, "p3": 500} | cash).stock_round(2, "p2")


# --- a player's own debt


def test_a_debt_that_cash_covers_is_paid_at_once() -> None:
    game = owing(stock_round(p1=130), TOLL)
    assert (game.state.cash["p1"], game.state.questions) == (30, ())
    (told,) = game.events
    assert game.rules.words.tell(told) == "Anneke paid $100 for the toll."
    assert game.rules.actor(game.state) == "p2"


def test_the_lacking_sum_is_raised_by_a_sale_and_no_more_is_sold() -> None:
    game = owing(stock_round(p1=40), TOLL)
    assert (game.waiting(), game.rules.actor(game.state)) == ("debt", "p1")
    assert game.refused(SellShares("p1", "NYC", 20)) == {"forced.too_much"}
    assert game.refused(SellShares("p2", "NYC", 10)) == {"turn.not_yours"}
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert game.refused(Pass("p2")) == {"turn.not_now"}
    game.do(SellShares("p1", "NYC", 10))
    assert game.state.cash["p1"] == 40 + 67 - 100
    assert game.told() == ["sold_shares", "price", "paid_debt"]
    assert (game.waiting(), game.rules.actor(game.state)) == ("shares", "p2")


def test_presidencies_pass_but_that_of_a_company_that_owes_does_not() -> None:
    game = stock_round(p1=40)
    game.started("CPR", 67, "p1", p1=30, p2=30).floated("CPR", 0)
    assert owing(game, TOLL).allowed(SellShares("p1", "CPR", 10))
    game = stock_round(p1=0).cash(PRR=0).price("PRR", "3,6")
    game.state.certificates |= {c: "p2" for c, at in game.state.certificates.items() if at == "PRR"}
    owing(game, Debt("fee", "PRR", 90, "p1"))
    assert game.refused(SellShares("p1", "PRR", 20)) >= {"forced.presidency"}


# --- a company's debt, with its president's help


def test_sources_come_one_after_the_other() -> None:
    """Pay 100 from the treasury, 200 by own shares, the president's 90, and 70 by their sales."""
    game = owing(stock_round(), FEE)
    found = help_needed(game.rules, game.state)
    assert found is not None
    assert (found.treasury, found.own, found.adds, found.lacking) == (100, 200, 90, 70)
    assert not found.bankrupt
    assert game.refused(SellShares("p1", "NYC", 20)) == {"forced.treasury_first"}
    assert game.refused(SellOwnShares("PRR", 10)) == {"forced.treasury_first"}
    assert game.offered("sell") == []
    game.do(SellOwnShares("PRR", 20))
    assert (game.waiting(), game.state.cash["PRR"], game.at("PRR")) == ("debt", 300, 82)
    assert game.refused(SellShares("p1", "NYC", 30)) == {"forced.too_much"}
    game.do(SellShares("p1", "NYC", 20))
    assert (game.state.cash["PRR"], game.state.cash["p1"]) == (0, 90 + 134 - 160)
    assert game.waiting() == "shares"


def test_own_shares_come_before_the_presidents_cash_and_just_as_many_as_are_needed() -> None:
    game = owing(stock_round(p1=500), Debt("fee", "PRR", 150, "p1"))
    assert game.refused(SellOwnShares("PRR", 20)) == {"forced.treasury_too_much"}
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not_short"}
    game.do(SellOwnShares("PRR", 10))
    assert (game.state.cash["PRR"], game.state.cash["p1"]) == (50, 500)
    assert "paid_debt" in game.told()


def test_shares_sold_in_a_stock_round_are_not_bought_back_in_it() -> None:
    game = owing(stock_round(p1=40), TOLL).do(SellShares("p1", "NYC", 10))
    game.cash(p1=500).stock_round(2, "p1", sales=game.state.round.sales)
    assert game.refused(BuyShare("p1", "NYC", "pool")) == {"buy.sold"}


def without_own_shares(fee: int) -> Position:
    """Return a position in which PRR owes a fee and has nothing.

    p1 may sell 20% of it, 30% of CPR and 40% of NYC.
    """
    game = stock_round(p1=0).cash(PRR=0)
    own = [c for c, place in game.state.certificates.items() if place == "PRR"]
    game.state.certificates |= dict.fromkeys(own, "p3")
    game.started("CPR", 100, "p3", p3=30, p1=30).floated("CPR", 0)
    return owing(game, Debt("fee", "PRR", fee, "p1"))


def test_a_sale_after_which_the_rest_falls_short_names_one_that_does() -> None:
    most = 20 * 10 + 30 * 10 + 4 * 67
    assert without_own_shares(most).allowed(SellShares("p1", "CPR", 30))
    game = without_own_shares(most)
    (refusal,) = judge.refusals(game.rules, game.state, SellShares("p1", "CPR", 10))
    assert refusal.code == "forced.falls_short"
    assert (refusal.facts["company"], refusal.facts["percent"]) == ("CPR", 30)
    while game.waiting() == "debt":
        game.do(game.offered("sell")[0])
    assert game.told()[-1] == "paid_debt"
    assert without_own_shares(most + 1).offered("bankrupt")


# --- when it cannot be raised


def test_a_player_who_cannot_raise_it_gives_up_by_the_rules_of_the_title() -> None:
    game = owing(stock_round(), Debt("fee", "PRR", 5000, "p1"))
    found = help_needed(game.rules, game.state)
    assert found is not None and found.bankrupt and found.fails == "p1"
    game.do(DeclareBankruptcy("p1"))
    assert (game.state.cash["p1"], game.state.cash["PRR"]) == (0, 100)
    assert (game.told(), game.waiting()) == (["bankrupt"], "shares")


# --- in any round, one after the other, stored


def test_debts_wait_for_each_other_and_are_stored() -> None:
    game = owing(stock_round(p1=0), TOLL, Debt("fee", "PRR", 400, "p1"))
    sent = json.loads(json.dumps(state_to_json(game.state)))
    game.state = state_from_json(sent, game.data.map)
    assert [question.debt.kind for question in game.state.questions] == ["toll", "fee"]
    game.do(SellShares("p1", "NYC", 20))
    assert "paid_debt" in game.told() and game.waiting() == "debt"
    game.do(SellOwnShares("PRR", 20))
    while game.waiting() == "debt":
        game.do(game.offered("sell")[0])
    assert [game.state.cash[who] >= 0 for who in ("p1", "PRR")] == [True, True]
    assert game.waiting() == "shares"


def test_in_an_operating_round_the_turn_goes_on_where_it_was() -> None:
    game = stock_round(p1=40).operating("NYC")
    before = game.state.round
    owing(game, TOLL)
    assert game.rules.actor(game.state) == "p1"
    assert game.do(SellShares("p1", "NYC", 10)).state.round == before
