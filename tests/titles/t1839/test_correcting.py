"""Corrections at a table of 1839, where players leave and the State takes companies over."""

import pytest

from companion.rules.actions import BuyShare
from companion.rules.corrections import CorrectCash, CorrectToken, CorrectTurn
from companion.titles.t1839.leaving import Concede
from companion.titles.t1839.selling import RedeemShares
from tests.titles.t1839.moments import company, moment
from tests.titles.t1839.table import floated, stock_round

WHY = {"reason": "it was so"}


@pytest.fixture(scope="module")
def taken_over():
    """Daniël has left, and the State has taken AMS over; Jörg directs MSS."""
    at = company(moment(phase="Blue"), "AMS", 67, 100, director="p3", p3=60)
    company(at, "MSS", 67, 500, director="p2", p2=60)
    return at.stock_round(2).do(Concede("p3"))


@pytest.mark.parametrize("payee", ["p3", "AMS", "L1"])
def test_who_has_left_and_a_company_that_is_gone_get_no_money(taken_over, payee):
    assert taken_over.refused(CorrectCash("bank", payee, 50, **WHY)) == {"correct.place"}
    assert taken_over.allowed(CorrectCash("bank", "MSS", 50, **WHY))


@pytest.mark.parametrize("owner", ["AMS", "L1"])
def test_a_company_that_is_not_started_has_no_markers(taken_over, owner):
    assert taken_over.refused(CorrectToken(owner, None, "D19.0", **WHY)) == {"correct.unstarted"}
    assert taken_over.allowed(CorrectToken("MSS", None, "D19.0", **WHY))


def test_who_gets_the_turn_has_redeemed_nothing_in_it():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=20)
    floated(at, "MSS", 500)
    at.state.certificates["MSS_8"] = "pool"
    at.do(RedeemShares("MSS", 10), CorrectTurn("p2", **WHY))
    assert at.allowed(BuyShare("p2", "MSS", "initial"))
