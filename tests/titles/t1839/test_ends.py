"""How the game ends, and what everybody scores (§10)."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import Pass, SellShares
from companion.rules.core.change import Change
from companion.rules.explain.summary import summary
from companion.rules.judge import judge
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.worth import total_worth
from companion.rules.operating.operating_round import OperatingRound
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.title_state import game_of, note
from tests.titles.t1839.game_start import floated, priced, stock_round, table


def test_cash_shares_and_privates_at_face_are_scored():
    at = stock_round().cash(p1=412).started("MSS", 82, "p1", p1=40)
    priced(at, "MSS", 126)
    assert total_worth(at.rules, at.state, "p1") == 916
    at.privates(WCTS="p1", RH="p1")
    assert total_worth(at.rules, at.state, "p1") == 916 + 240


def test_treasuries_and_shares_without_a_price_count_for_nothing():
    at = stock_round().started("MSS", 82, "p1", p1=20)
    floated(at, "MSS", 5000)
    at.state.certificates.update({"NWS_1": "p1", "NWS_2": "p1"})
    assert total_worth(at.rules, at.state, "p1") == 1164


def test_equal_scores_share_the_place():
    at = stock_round().cash(p1=700, p2=900, p3=900)
    assert [row.place for row in summary(at.rules, at.state).standings] == [1, 1, 3]


# --- agreement


def test_all_may_agree_who_has_won_at_any_time():
    for at in (table(), stock_round()):
        at.do(AgreeWinner("p3"))
        assert at.state.end_reason == "agreed"
        assert at.rules.ends.winner(at.rules, at.state) == "p3"


def test_also_while_somebody_is_asked_something():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20))
    assert at.waiting() == "redeem"
    assert at.refused(Pass("p1")) == {"turn.not_yours"}
    assert at.allowed(RedeemShares("MSS", 20))
    assert at.do(AgreeWinner("p1")).state.end_reason == "agreed"


def test_a_player_who_has_left_has_not_won():
    at = stock_round()
    at.state.order = ("p1", "p3")
    assert at.refused(AgreeWinner("p2")) == {"agree.left"}
    assert at.allowed(AgreeWinner("p3"))


def test_anyone_who_is_agreed_on_has_won_whatever_the_sums():
    at = stock_round().cash(p1=5000).do(AgreeWinner("p2"))
    assert summary(at.rules, at.state).winner == at.rules.words.names["p2"]


# --- the last set


def passed(at):
    for seat in at.rules.seats:
        at.do(Pass(seat))
    return at


def test_the_first_whole_set_in_purple_is_the_last():
    at = stock_round().phase("Purple")
    passed(at)
    assert at.state.end_reason == "purple"


def test_a_set_that_had_begun_before_does_not_count():
    at = stock_round().phase("Purple")
    at.state.round = OperatingRound(2, 3, 3)
    judge.settle(at.rules, change := Change(at.state))
    assert not change.state.end_reason
    assert change.state.round.number == 3
    note(change, last_set=2)
    change.state.round = OperatingRound(2, 3, 3)
    judge.settle(at.rules, change)
    assert change.state.end_reason == "purple"


@pytest.mark.parametrize(("price", "after"), [(254, 202), (227, 227)])
def test_once_a_price_is_300_in_a_stock_round_no_other_moves(price, after):
    """Players have all of MSS, which moves first, and of NWS at 202."""
    at = stock_round().started("MSS", 67, "p1", p1=100).started("NWS", 67, "p2", p2=100)
    priced(priced(floated(floated(at, "MSS"), "NWS"), "MSS", price), "NWS", 202)
    passed(at)
    assert (at.state.end_reason == "market") == (price == 254)
    assert at.at("NWS") == after


def test_300_by_a_dividend_ends_the_game_with_that_operating_round():
    at = stock_round()
    at.state.round = OperatingRound(2, 1, 3)
    at.state.title_state = replace(game_of(at.state), top_company="MSS")
    judge.settle(at.rules, change := Change(at.state))
    assert change.state.end_reason == "market"
