"""Tests of the bank's advances: entered with a reason, balanced, and owed until repaid."""

import json
from typing import Any

import pytest

from companion.ledger.entries import BANK
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import BuyShare, Pass, action_to_json
from companion.rules.core.refusals import RefusedError
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER, PLAYER, ActionRight, may_enter, parties
from companion.rules.judge.worth import total_worth
from companion.rules.money.bank_advances import AdvanceMoney, RepayAdvance
from tests.support.positions import Position

WHY = "the till was short"


def table(**options: Any) -> Position:
    game = Position("1830", 3, **options).close_privates().cash(p1=20)
    return game.started("PRR", 67, "p2", p2=60).floated("PRR", 100).stock_round(2)


def advance(to: str = "p1", amount: int = 50) -> AdvanceMoney:
    return AdvanceMoney(to, amount, reason=WHY)


def test_the_bank_advances_what_is_lacking_and_it_is_owed():
    game = table()
    share, bank = BuyShare("p1", "PRR", "initial"), game.state.cash[BANK]
    worth = total_worth(game.rules, game.state, "p1")
    assert game.refused(share) == {"buy.cash"}
    outcome = judge.apply(game.rules, game.state, advance())
    (entry,) = outcome.entries
    assert [(p.account, p.amount) for p in entry.postings] == [(BANK, -50), ("p1", 50)]
    assert game.rules.words.tell(outcome.events[0]) == (
        "‡ The bank advanced $50 to Anneke, who owes it (the till was short)."
    )
    game.do(advance())
    assert (game.state.cash[BANK], game.state.advances) == (bank - 50, {"p1": 50})
    assert total_worth(game.rules, game.state, "p1") == worth
    assert game.do(share).percent("PRR", "p1") == 10


def test_debts_are_shown_with_balances_and_worth():
    game = table().do(advance()).do(advance("PRR", 30))
    shown = summary(game.rules, game.state)
    assert shown.player("p1").owed == 50
    assert shown.company("PRR").owed == 30
    anneke = next(row for row in shown.standings if row.id == "p1")
    assert (anneke.owed, anneke.cash, anneke.privates) == (50, 70, 0)
    assert anneke.worth == anneke.cash + anneke.shares - anneke.owed


def test_an_advance_paid_back_is_owed_no_more():
    game = table().do(advance()).do(RepayAdvance("p1", 20))
    assert (game.state.advances, game.state.cash["p1"]) == ({"p1": 30}, 50)
    game.do(RepayAdvance("p1", 30))
    assert (game.state.advances, game.state.cash["p1"]) == ({}, 20)


def test_an_advance_comes_at_any_moment_and_is_nobodys_turn():
    game = table().cash(p1=100)
    game.do(advance("p3"))
    assert game.rules.actor(game.state) == "p1"
    before = game.rules.waiting(game.state)
    game.operating("PRR", "token").do(advance("PRR"))
    assert game.state.advances == {"p3": 50, "PRR": 50}
    assert before is not game.rules.waiting(game.state)


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (advance(amount=0), "correct.nothing"),
        (advance(amount=-5), "unknown.sum"),
        (advance("NYC"), "advance.whom"),
        (advance(BANK), "advance.whom"),
        (advance("nobody"), "unknown.id"),
        (advance(amount=99999), "advance.bank"),
        (RepayAdvance("p1", 5), "advance.owed"),
        (RepayAdvance("p2", 0), "correct.nothing"),
    ],
)
def test_impossible_advances_and_repayments(action: Any, code: str) -> None:
    game = table()
    found = judge.refusals(game.rules, game.state, action)
    assert {reason.code for reason in found} == {code}
    assert not any(reason.may_rule for reason in found)


def test_nobody_pays_back_more_than_they_owe_or_have():
    game = table().do(advance())
    assert game.refused(RepayAdvance("p1", 51)) == {"advance.owed"}
    game.cash(p1=10)
    assert game.refused(RepayAdvance("p1", 50)) == {"advance.cash"}
    assert game.refused(RepayAdvance("p1", 10)) == set()


def test_when_the_game_is_over_nothing_is_advanced():
    game = table()
    game.state.end_reason = "bank"
    assert game.refused(advance()) == {"turn.over"}


def test_an_advance_never_breaks_the_bank():
    game = table()
    bank = game.state.cash[BANK]
    assert game.refused(advance(amount=bank)) == {"advance.bank"}
    assert not game.do(advance(amount=bank - 1)).state.is_bank_broken


def test_the_banker_enters_an_advance_and_who_owes_it_pays_it_back():
    game = table()
    found = parties(game.rules, game.state, advance())
    assert may_enter(BANKER, (), found) is ActionRight.ENTER
    assert may_enter(PLAYER, ("p1",), found) is ActionRight.NOTHING
    back = parties(game.rules, game.state, RepayAdvance("p1", 5))
    assert may_enter(PLAYER, ("p1",), back) is ActionRight.ENTER
    assert may_enter(PLAYER, ("p2",), back) is ActionRight.NOTHING
    company = parties(game.rules, game.state, RepayAdvance("PRR", 5))
    assert may_enter(PLAYER, ("p2",), company) is ActionRight.ENTER  # for the company's president


def test_debts_survive_json():
    game = table().do(advance())
    again = state_from_json(json.loads(json.dumps(state_to_json(game.state))), game.data.map)
    assert again.advances == {"p1": 50}
    assert read_action(json.loads(json.dumps(action_to_json(advance())))) == advance()
    with pytest.raises(BadActionError, match="reason"):
        read_action({"type": "advance_money", "payee": "p1", "amount": 5})


def test_a_turn_goes_on_after_an_advance_as_before():
    game = table().cash(p1=100).do(advance("p1", 5))
    assert game.rules.actor(game.state) == "p1"
    game.do(Pass("p1"))
    with pytest.raises(RefusedError):
        judge.apply(game.rules, game.state, Pass("p1"))
