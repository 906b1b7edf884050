"""Corrections at a table of 1839, where players leave and the State takes companies over."""

import pytest

from companion.rules.amend.correction_actions import (
    CorrectCash,
    CorrectMap,
    CorrectToken,
    CorrectTrain,
    CorrectTurn,
)
from companion.rules.core.actions import BuyPrivate, BuyShare, DiscountPrivate, Pass
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.trains import AssignTrain
from tests.titles.t1839.game_start import floated, stock_round
from tests.titles.t1839.operating_positions import company, moment
from tests.titles.t1839.test_auction import left
from tests.titles.t1839.test_trains import closing

WHY = {"reason": "it was so"}


@pytest.fixture(scope="module")
def taken_over():
    """Daniël has left, and the State has taken AMS over; Jörg directs MSS."""
    at = company(moment(phase="Blue"), "AMS", 67, 100, director="p3", p3=60)
    company(at, "MSS", 67, 500, director="p2", p2=60)
    return at.stock_round(2).do(Concede("p3"))


@pytest.mark.parametrize("payee", ["p3", "AMS", "L1"])
def test_a_player_who_has_left_and_a_company_that_is_gone_get_no_money(taken_over, payee):
    assert taken_over.refused(CorrectCash("bank", payee, 50, **WHY)) == {"correct.place"}
    assert taken_over.allowed(CorrectCash("bank", "MSS", 50, **WHY))


@pytest.mark.parametrize("owner", ["AMS", "L1"])
def test_a_company_that_is_not_started_has_no_markers(taken_over, owner):
    assert taken_over.refused(CorrectToken(owner, None, "D19.0", **WHY)) == {"correct.unstarted"}
    assert taken_over.allowed(CorrectToken("MSS", None, "D19.0", **WHY))


def test_a_player_who_gets_the_turn_has_redeemed_nothing_in_it():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=20)
    floated(at, "MSS", 500)
    at.state.certificates["MSS_8"] = "pool"
    at.do(RedeemShares("MSS", 10), CorrectTurn("p2", **WHY))
    assert at.allowed(BuyShare("p2", "MSS", "initial"))


def test_a_player_who_gets_the_turn_of_the_auction_takes_privates_at_nothing():
    at = left("LP", "KR", discounts=("LP",) * 4).do(DiscountPrivate("p1", "LP"))
    assert at.allowed(DiscountPrivate("p1", "KR"))
    at.do(CorrectTurn("p2", **WHY))
    assert at.refused(DiscountPrivate("p2", "KR")) == {"private.free_first"}
    assert at.do(BuyPrivate("p2", "LP")).allowed(DiscountPrivate("p2", "KR"))


def test_a_player_who_gets_the_turn_of_the_auction_buys_where_they_alone_can():
    at = left("AV", p1=100, p2=300, p3=100)
    assert at.allowed(DiscountPrivate("p1", "AV"))
    at.do(CorrectTurn("p2", **WHY))
    assert at.refused(DiscountPrivate("p2", "AV")) == {"discount.only_buyer"}
    assert at.allowed(BuyPrivate("p2", "AV"))


def test_the_r4_that_a_private_has_become_goes_back_to_a_player():
    at = company(closing("R4"), "HIJSM", director="p3")
    (train,) = [t for t, card in at.state.trains.items() if card.place == "p2"]
    another, other_type = CorrectTrain("R4-0", "p1", **WHY), CorrectTrain("R5-0", "p2", **WHY)
    assert at.refused(another) == {"correct.place"}  # of two one is a company's
    at.do(AssignTrain("p2", "HIJSM", train))
    assert at.refused(other_type) == {"correct.place"}
    at.do(CorrectTrain(train, "p2", **WHY))
    assert at.allowed(AssignTrain("p2", "AMS", train))


def test_before_it_has_become_one_no_player_has_an_r4():
    at = moment(phase="Blue").privates(DERTU="p1")
    assert at.refused(CorrectTrain("R4-2", "p1", **WHY)) == {"correct.place"}


def operating():
    """AMS begins its turn. Its first step is over by itself, as this is not its first turn."""
    at = company(company(moment(), "AMS", cash=300), "HIJSM", cash=300, director="p3")
    at.trains("AMS", "2").trains("HIJSM", "2").operating("AMS", "first_train")
    judge.settle(at.rules, change := Change(at.state))
    at.state = change.state
    return at


def test_a_company_that_has_done_nothing_in_its_turn_operates_after_another():
    at = operating().do(CorrectTurn("HIJSM", **WHY))
    assert at.state.round.companies_done == ()
    at = operating().do(Pass("AMS"), CorrectTurn("HIJSM", **WHY))
    assert at.state.round.companies_done == ("AMS",)


def test_the_map_is_left_and_taken_up_at_the_beginning_of_a_turn():
    at = operating()
    assert at.do(CorrectMap("told", **WHY)).waiting() == "told_track"
    assert at.do(CorrectMap("checked", **WHY)).waiting() == "track"
    assert at.do(Pass("AMS")).refused(CorrectMap("told", **WHY)) == {"correct.map"}
