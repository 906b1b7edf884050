"""Simulated players of 1839 of 2015: companies keep what their next train costs, and help out."""

import random
from collections import Counter

import pytest

from companion.bots.playing_styles import careless, usual
from companion.bots.simulation import choose
from companion.rules.core.actions import BuyShare, BuyTrain, Dividend, StartCompany
from tests.titles.t1839_2015.game_start import floated, stock_round, turn


def chosen(at, manner=usual):
    """The choices in that many throws of dice."""
    dice = random.Random(1)
    return Counter(choose(at.rules, at.state, dice, manner) for _ in range(60))


@pytest.mark.parametrize(("cash", "usually"), [(0, "withhold"), (800, "pay")])
def test_revenue_is_kept_for_the_next_train_as_long_as_it_lacks(cash, usually):
    at = turn("NRS", "dividend", "Blue").trains("NRS", "3+").cash(NRS=cash)
    at.turn(revenue=40)
    assert chosen(at)[Dividend("NRS", usually)] > 30


@pytest.mark.parametrize("spare", [True, False])
def test_a_company_without_a_train_gets_one_that_another_can_spare(spare):
    at = turn("NRS", "trains", "Green").started("AMS", 67, "p2", p2=60)
    floated(at, "AMS").trains("AMS", *["3+", "3+"][: 1 + spare]).cash(NRS=50)
    bought = [action for action in chosen(at).elements() if isinstance(action, BuyTrain)]
    assert (sum(at.state.place_of(buy.train) == "AMS" for buy in bought) > 30) == spare


def test_no_more_companies_are_started_than_are_floated_soon():
    at = stock_round().started("NRS", 67, "p2", p2=30).started("AMS", 67, "p3", p3=30)
    begun = {manner: chosen(at, manner) for manner in (usual, careless)}
    starts = {
        manner.__name__: sum(n for a, n in found.items() if isinstance(a, StartCompany))
        for manner, found in begun.items()
    }
    assert starts["usual"] < 10 < starts["careless"]


@pytest.mark.parametrize(("cash", "buys"), [(200, False), (2000, True)])
def test_a_director_keeps_their_cash_for_a_train_that_their_company_lacks(cash, buys):
    at = floated(stock_round().phase("Green").started("NRS", 67, "p1", p1=60), "NRS")
    at.started("AMS", 67, "p2", p2=60).cash(p1=cash, NRS=0)
    bought = sum(n for a, n in chosen(at).items() if isinstance(a, BuyShare))
    assert (bought > 5) == buys
