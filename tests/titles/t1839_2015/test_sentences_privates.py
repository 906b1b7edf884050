"""Sentences on privates that no other test goes through, both ways."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SellToken,
)
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.saved_trains import BuyMark
from companion.titles.t1839_2015.title_state import game_of, note
from tests.titles.t1839_2015 import test_rotterdam as rotterdam
from tests.titles.t1839_2015.game_start import built, turn
from tests.titles.t1839_2015.test_emergency import emergency
from tests.titles.t1839_2015.test_powers import nijmegen
from tests.titles.t1839_2015.test_trains import buy, next_of, sold_out


def test_a_private_that_a_company_bought_helps_at_once():
    at = turn("NCS", GEN="p2").token("G10.0", "NCS")
    before = at.do(BuyPrivateForCompany("NCS", "GEN", 100)).state.cash["NCS"]
    at.do(LayTile("NCS", "G10", "A425", 0))
    assert before - at.state.cash["NCS"] == 40


def test_ijr_upgrades_too_beside_the_turns_own_upgrade():
    at = built(turn("AMS", IJR="AMS"), "K16:57/0 L15:8/1").token("K16.0", "AMS")
    green = [LayTile("AMS", "L15", str(n), r, "IJR") for n in range(16, 32) for r in range(6)]
    at.do(next(filter(at.allowed, green)))
    assert at.state.cash["AMS"] == 1000
    own = [LayTile("AMS", "K16", tile, r) for tile in ("14", "15", "619") for r in range(6)]
    assert any(map(at.allowed, own))


def test_szk_is_for_two_hexes_and_its_company():
    at = nijmegen()
    assert "power.hexes" in at.refused(LayTile("NRS", "H17", "4", 2, "SZK"))
    assert at.allowed(LayTile("NRS", "I16", "57", 2, "SZK"))
    for stop in ("E14.0", "G14.0", "B19.0", "I4.0"):
        at.token(stop, "NRS")
    assert at.refused(LayTile("NRS", "I16", "57", 2, "SZK")) == {"token.none"}  # both or none
    at = built(turn("NRS", "token"), "N15:57/0 M16:9/0 L17:8/0").token("N15.0", "NRS")
    tries = [LayTile("NRS", "K16", tile, r, "SZK") for tile in ("5", "6", "57") for r in range(6)]
    joined = [lay for lay in tries if at.allowed(lay)]
    for lay in joined[:1]:
        at.do(lay)
        assert at.state.cash["NRS"] == 1000 - 80


@pytest.mark.parametrize("private", ["CO", "SWO"])
def test_a_cheaper_marker_is_one_all_the_same(private):
    at = turn("HIJSM", "token", **{private: "HIJSM"}).token("E10.0", "HIJSM")
    place = PlaceToken("HIJSM", "E10.0", private)
    assert at.allowed(place)
    at.turn(lays=(("F9", "yellow"), ("E8", "yellow")))
    assert at.refused(place) == {"token.two_tiles"}
    at.turn(lays=(), tokens=1)
    assert at.refused(place) == {"token.one"}


def test_a_sale_is_no_use_of_what_lets_trains_be_bought_early():
    at = emergency(cash=0).privates(NFW="NRS").operating("NRS", "track")
    note(Change(at.state), obsolete_privates=("NFW",))
    at.do(SellToken("NRS", "G10.0"), SellShares("p1", "SS", 20))
    assert at.state.privates["NFW"] == "NRS"
    at.cash(p1=150).do(BuyTrain("NRS", next_of(at, "3+"), 250))
    assert at.state.privates["NFW"] == "gone"
    assert (at.waiting(), list(at.trains_of("NRS"))) == ("track", ["3+"])


def test_connections_of_the_dijk_are_paid_to_nobody():
    at = turn("HIJSM", "trains", MES="p1", SWO="p2").token("E10.0", "HIJSM").tile("E8", "8", 2)
    judge.settle(at.trains("HIJSM", "3+").rules, Change(at.state))
    before = at.state.cash["p1"]
    assert "B13.0" not in game_of(at.state).joined_stops
    at.do(BuyPrivateForCompany("HIJSM", "SWO", 1))
    assert "B13.0" in game_of(at.state).joined_stops
    assert at.state.cash["p1"] == before
    assert "joining_paid" not in at.told()


def test_a_town_that_becomes_a_city_is_joined_once():
    at = built(turn("AMS", MES="p1", LOK="AMS"), "N15:57/2").token("N15.0", "AMS")
    judge.settle(at.rules, Change(at.state))
    before = at.state.cash["p1"]
    at.do(LayTile("AMS", "M14", "4", 2))
    assert at.state.cash["p1"] == before + 10
    at.operating("AMS").do(LayTile("AMS", "M14", "57", 2, "LOK"))
    assert at.state.cash["p1"] == before + 10
    assert "M14.0" in game_of(at.state).joined_stops


def test_a_mark_is_no_expense_for_the_director():
    at = rotterdam.turn("trains", treasury=100, cash=300).trains("ZHESM", "2").privates(BP="SS")
    at.do(Draw("ZHESM", 200))
    assert at.refused(BuyMark("ZHESM", "BP")) == {"mark.cash"}
    assert at.cash(ZHESM=200).allowed(BuyMark("ZHESM", "BP"))


def test_the_directors_money_is_counted_once():
    at = sold_out(rotterdam.turn("trains", cash=200), "3+").do(Draw("ZHESM", 150))
    assert "train.president" in at.refused(buy("ZHESM", at, "3+", 250))
    at.cash(p1=250).do(buy("ZHESM", at, "3+", 250))
    assert (at.state.cash["ZHESM"], at.state.cash["p1"]) == (0, 0)


def test_they_sell_for_what_the_company_can_pay_for_now_and_no_more():
    at = rotterdam.turn(cash=30).do(Draw("ZHESM", 150))  # a tile costs 80
    assert at.refused(SellShares("p1", "SS", 10)) == {"draw.cost"}
    assert at.offered("sell") == []
    at.do(Draw("ZHESM", 80))
    assert at.allowed(SellShares("p1", "SS", 10))
    at.operating("ZHESM", "run")
    assert at.refused(SellShares("p1", "SS", 10)) == {"draw.cost"}
    at = sold_out(rotterdam.turn("trains", cash=30).trains("ZHESM", "2"), "3+")
    at.do(Draw("ZHESM", 150))
    assert at.allowed(SellShares("p1", "SS", 10))


def test_a_price_that_they_have_sold_for_is_paid():
    at = rotterdam.turn(cash=30).do(Draw("ZHESM", 80))
    assert at.allowed(Pass("ZHESM"))
    at.do(SellShares("p1", "SS", 10))
    assert at.refused(Pass("ZHESM")) == {"draw.unpaid"}
    assert at.refused(Draw("ZHESM", 79)) == {"draw.less"}
    assert at.allowed(Draw("ZHESM", 90))
    at.do(rotterdam.RIVER)
    assert at.state.cash["p1"] == 30 + 72 - 80
    assert at.allowed(Pass("ZHESM"))


def test_a_player_who_can_sell_for_it_is_asked_before_a_marker_is_passed_over():
    at = rotterdam.turn(cash=0)
    at.do(Pass("ZHESM"))
    assert at.waiting() == "chance"
    at.do(Draw("ZHESM", 80))
    at.do(SellShares("p1", "SS", 10))
    assert at.waiting() == "token"
    at.do(SellShares("p1", "SS", 10), PlaceToken("ZHESM", "G10.0"))
    assert at.state.cash["p1"] == 2 * 72 - 80
