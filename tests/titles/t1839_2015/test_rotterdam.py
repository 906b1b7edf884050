"""RB: the director pays for track, markers and trains, freely, and sells for it if need be."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyTrain,
    GiveUpPrivate,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
)
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.judge import judge
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.title_state import game_of
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import floated, stock_round
from tests.titles.t1839_2015.test_trains import buy, sold_out

RIVER = LayTile("ZHESM", "G8", "H6", 5)  # 80


def turn(step: str = "track", treasury: int = 0, cash: int = 300) -> Position:
    """ZHESM has the private; p1, who directs it, has so much, 20% of SS at 72, and LVG."""
    at = stock_round().started("ZHESM", 67, "p1", p1=40, p2=20).started("SS", 72, "p2", p1=20)
    floated(floated(at, "ZHESM"), "SS").token("G8.0", "ZHESM")
    at.privates(RB="ZHESM", LVG="p1").cash(ZHESM=treasury, p1=cash)
    return at.operating("ZHESM", step)


def test_they_pay_a_named_sum_for_track():
    at = turn()
    assert at.refused(RIVER) == {"lay.cost"}
    at.do(Draw("ZHESM", 80), RIVER)
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (0, 220)
    at = turn(treasury=100).do(Draw("ZHESM", 50), RIVER)  # also with money in the treasury
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (70, 250)


def test_no_more_than_the_cost_and_once():
    at = turn().do(Draw("ZHESM", 300), RIVER)
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (0, 220)
    assert game_of(at.state).director_payment == 0


def test_they_pay_for_markers():
    at = turn("token")
    place = PlaceToken("ZHESM", "G10.0")
    assert at.refused(place) == {"token.cost"}
    at.do(Draw("ZHESM", 80), place)  # 40, two hexes
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (0, 220)


def test_they_pay_for_trains_though_the_company_has_one_and_at_face_at_most_for_anothers():
    at = sold_out(turn("trains", treasury=10).trains("ZHESM", "2"), "3+")
    assert at.refused(buy("ZHESM", at, "3+", 250)) == {"train.cash"}
    at.do(Draw("ZHESM", 240), buy("ZHESM", at, "3+", 250))
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (0, 60)
    at = turn("trains", treasury=300).trains("ZHESM", "2").trains("SS", "2")
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    assert at.allowed(BuyTrain("ZHESM", train, 120))
    at.do(Draw("ZHESM", 50))
    assert at.refused(BuyTrain("ZHESM", train, 120)) == {"train.face"}
    assert at.allowed(BuyTrain("ZHESM", train, 100))


def test_they_may_sell_as_much_as_it_needs():
    at = turn(cash=30)
    assert at.refused(Draw("ZHESM", 30 + 2 * 72 + 2 * 67 + 35 + 1)) == {"draw.most"}
    assert at.refused(SellShares("p1", "SS", 10)) == {"turn.not_now"}
    at.do(Draw("ZHESM", 80))
    assert at.refused(RIVER) == {"lay.cost"}
    assert at.refused(SellShares("p1", "SS", 20)) == {"forced.too_much"}
    assert "forced.presidency" in at.refused(SellShares("p1", "ZHESM", 30))
    at.do(SellShares("p1", "SS", 10))
    assert at.refused(SellShares("p1", "SS", 10)) == {"forced.not_short"}
    at.do(RIVER)
    assert at.state.cash["p1"] == 30 + 72 - 80
    at = turn(cash=50).do(Draw("ZHESM", 80), GiveUpPrivate("p1", "LVG"), RIVER)
    assert at.state.cash["p1"] == 50 + 35 - 80


def test_it_is_asked_before_a_marker_that_the_treasury_does_not_pay_is_passed_over():
    at = turn()
    at.do(Pass("ZHESM"))
    assert at.waiting() == "chance"
    at.do(Draw("ZHESM", 80))
    assert at.waiting() == "token"
    at.do(PlaceToken("ZHESM", "G10.0"))
    assert at.state.cash["p1"] == 220


def test_it_is_the_companys_that_owns_it_at_any_moment_of_its_turn():
    at = turn().privates(RB="p1")
    assert at.refused(Draw("ZHESM", 80)) == {"draw.none"}
    for step in ("run", "trains"):
        assert turn(step).allowed(Draw("ZHESM", 80))
    assert at.refused(Draw("SS", 80)) == {"turn.not_yours"}


def test_sales_are_for_what_was_drawn_and_then_for_a_train_that_must_be_bought():
    at = sold_out(turn("trains", cash=30), "3+")  # 250, and nothing in the treasury
    at.do(Draw("ZHESM", 80))
    offered = [(sale.company, sale.percent) for sale in at.offered("sell")]
    assert sorted(offered) == [("SS", 10), ("ZHESM", 10)]  # 50 are lacking of the 80: one share
    at.do(SellShares("p1", "SS", 10))
    assert at.allowed(SellShares("p1", "ZHESM", 20)), "148 are lacking of the 250"
    assert all(at.allowed(sale) for sale in at.offered("sell"))


def sold(at: Position, amount: int) -> Position:
    """He is to pay so much, and has sold 10% of SS at 72 for it."""
    return at.do(Draw("ZHESM", amount), SellShares("p1", "SS", 10))


def test_money_of_a_sale_pays_only_needs_of_the_sale():
    full, half = (PlaceToken("ZHESM", "G10.0", by) for by in (None, "SWO"))  # 80 and 40
    at = sold(turn("token", cash=40).privates(SWO="ZHESM"), 80)
    assert at.refused(half) == {"draw.needless"}
    assert at.do(full).state.cash["p1"] == 40 + 72 - 80
    at = sold(turn("token", cash=39).privates(SWO="ZHESM"), 80)
    assert at.do(half).state.cash["p1"] == 39 + 72 - 40
    at = turn("token", cash=40).privates(SWO="ZHESM")
    assert at.do(Draw("ZHESM", 40), half).state.cash["p1"] == 0  # nothing was sold


def test_a_tile_that_needed_no_sale_is_not_lit():
    at = sold(turn(cash=80).privates(VVD="ZHESM"), 90)  # the tile as the first of a build by VVD
    assert at.refused(RIVER) == {"draw.needless"}
    assert at.rules.waiting(at.state).hexes(at.state) == []
    assert at.do(replace(RIVER, private="VVD")).state.cash["p1"] == 80 + 72 - 90
    at = sold(turn(cash=79).privates(VVD="ZHESM"), 90)
    assert at.rules.waiting(at.state).hexes(at.state) == ["G8"]
    assert at.do(RIVER).state.cash["p1"] == 79 + 72 - 80


@pytest.mark.parametrize(("cash", "against"), [(80, {"draw.needless"}), (79, set())])
def test_a_tile_with_its_marker_that_needed_no_sale_is_not_paid_with_it(cash, against):
    """By the SHZ they cost 80 together; the sale was for a tile by VVD."""
    at = sold(turn(cash=cash).privates(VVD="ZHESM", SHZ="ZHESM"), 90)
    lay = LayTile("ZHESM", "K16", "57", 0, "SHZ")
    assert at.refused(lay) == against
    assert (lay in at.offered("lay_power")) == (not against)


def test_a_train_of_another_costs_more_than_what_needed_no_sale():
    at = sold(turn("trains", treasury=150, cash=60).trains("ZHESM", "2").trains("SS", "2"), 100)
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    (offer,) = (o for o in judge.offers(at.rules, at.state) if o.kind == "buy_from")
    assert (offer.span.least, offer.span.most) == (61, 100)
    assert at.refused(BuyTrain("ZHESM", train, 60)) == {"train.least"}
    assert at.do(BuyTrain("ZHESM", train, 61)).state.cash["p1"] == 60 + 72 - 61


def test_it_costs_more_than_one_share_less_would_have_paid():
    """Two shares at 72 beside 10; with one of them it would be 82."""
    at = turn("trains", cash=10).trains("ZHESM", "2").trains("SS", "3+")
    at.do(Draw("ZHESM", 150), SellShares("p1", "SS", 20))
    (train,) = (t for t, card in at.state.trains.items() if card.place == "SS")
    assert at.refused(BuyTrain("ZHESM", train, 82)) == {"train.least"}
    assert at.do(BuyTrain("ZHESM", train, 83)).state.cash["p1"] == 10 + 144 - 83


def test_a_private_that_takes_off_needs_the_sale_too():
    at = sold(
        sold_out(turn("trains", cash=180).trains("ZHESM", "2"), "3+").privates(CM="ZHESM"), 250
    )
    assert at.refused(buy("ZHESM", at, "3+", 150)) == {"draw.needless"}
    at.do(buy("ZHESM", at, "3+", 250))
    assert at.state.cash["p1"] == 180 + 72 - 250


def test_purchases_at_any_time_hold_up_no_step_but_their_own():
    at = sold(turn(cash=40).trains("ZHESM", "2").privates(NFW="ZHESM"), 100)  # a 2 costs 100
    assert at.allowed(Pass("ZHESM"))
    at.operating("ZHESM", "trains")
    assert at.refused(Pass("ZHESM")) == {"draw.unpaid"}
    assert at.do(buy("ZHESM", at, "2", 100)).allowed(Pass("ZHESM"))


def test_the_ways_are_named_by_what_they_lead_to(shown):
    at = turn(cash=30)
    page = shown(at, do="draw_on_director", pick="director_pays~ZHESM", amount=80)
    assert "The director pays for what is next 80" in page
    at.do(Draw("ZHESM", 80))
    assert "Shares to sell ›" in shown(at)  # of two companies
    for certificate in at.data.companies["SS"].certificates:
        if at.state.certificates[certificate] == "p1":
            at.state.certificates[certificate] = "pool"
    assert "Sell 10% ZHESM ›" in shown(at)


@pytest.mark.parametrize("is_told", [False, True])
def test_a_turn_ends_though_they_have_less_than_the_sum_that_they_named(is_told):
    at = turn("trains", cash=0).trains("ZHESM", "2")
    at.state.map = TOLD if is_told else CHECKED
    at.do(Draw("ZHESM", 21), Pass("ZHESM"))
    assert at.state.round.companies_done == ("ZHESM",)
    assert game_of(at.state).director_payment == 0
