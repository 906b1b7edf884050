"""Positions in which two rules or more meet.

They are on the limit and directors, on pars, on privates that close and build, on homes and
markers.
"""

import pytest

from companion.rules.core.actions import (
    BuyShare,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.operating import tokens
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares.holdings import certificates_of
from companion.titles.t1839_2015.ketwich import Repar
from companion.titles.t1839_2015.stock import BuyBundle
from companion.titles.t1839_2015.title_state import note
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import entered, floated, stock_round, table, turn
from tests.titles.t1839_2015.test_closing import go_to_end, three
from tests.titles.t1839_2015.test_owners import all_pass_once
from tests.titles.t1839_2015.test_owners import back_to as until
from tests.titles.t1839_2015.test_privates import BYPASS, DIJK, lies
from tests.titles.t1839_2015.test_sentences_of_stock import certificates

AUCTIONED = ("LVG", "SHZ", "CO", "RWS", "SWO", "VVD", "BOR", "CM", "VER")


# --- the limit and directors


def test_two_who_are_over_the_limit_sell_each_in_their_turn():
    """A purchase takes the director's certificate from p1, who has one more certificate then.

    p3 is over without it.
    """
    at = stock_round(players=6, turn="p2")  # 11 certificates
    floated(at.started("NRS", 72, "p1", p1=30, p2=30), "NRS")
    floated(at.started("SS", 72, "p3", p3=60), "SS")
    certificates(certificates(at, "p1", 11), "p3", 12).do(BuyShare("p2", "NRS", "initial"))
    assert at.president("NRS") == "p2"
    until(at, "p3")
    assert at.refused(Pass("p3")) == {"pass.over"}
    at.do(SellShares("p3", "SS", 10), Pass("p3"))
    until(at, "p1")
    assert certificates_of(at.data, at.state, "p1") == 12
    assert at.refused(Pass("p1")) == {"pass.over"}
    assert at.do(SellShares("p1", "NRS", 10)).allowed(Pass("p1"))


def test_a_player_who_has_sold_all_that_they_may_goes_on_though_they_are_over():
    at = entered(stock_round(players=6).phase("Green"), "BEL", 67)
    floated(at.started("NRS", 72, "p2", p1=10, p2=40, p3=20), "NRS")
    certificates(at, "p1", 13)
    assert at.refused(BuyShare("p1", "BEL", "BEL", 4)) == {"buy.over"}
    at.do(SellShares("p1", "NRS", 10))
    assert certificates_of(at.data, at.state, "p1") == 12
    assert at.refused(StartCompany("p1", "SS", 67)) == {"buy.certificates"}
    assert at.allowed(BuyShare("p1", "BEL", "BEL", 4)) and at.allowed(Pass("p1"))


def test_a_director_who_is_over_sells_twice_where_the_first_sale_breaks_their_certificate():
    at = stock_round(players=6)
    floated(at.started("NRS", 72, "p1", p1=20, p2=20), "NRS")
    certificates(at, "p1", 12).do(SellShares("p1", "NRS", 10))
    assert at.president("NRS") == "p2"
    assert certificates_of(at.data, at.state, "p1") == 12  # one for two, and one sold
    assert at.refused(Pass("p1")) == {"pass.over"}
    at.do(SellShares("p1", "NRS", 10))
    assert certificates_of(at.data, at.state, "p1") == 11


@pytest.mark.parametrize(("privates", "allowed"), [(AUCTIONED, False), (AUCTIONED[1:], True)])
def test_the_owner_of_all_auctioned_privates_of_six_players_is_not_over_the_limit(
    privates, allowed
):
    at = stock_round(1, players=6).privates(**dict.fromkeys(privates, "p1"))
    at.phase("Green").started("SS", 101, "p1").phase("Yellow")  # with Rijkswaterstaat
    at.state.certificates["AMS_1"] = "p1"  # with Spoorwegwerken Oost
    assert certificates_of(at.data, at.state, "p1") == len(privates) + 2
    assert at.refused(StartCompany("p1", "NRS", 67)) == (set() if allowed else {"buy.certificates"})
    assert at.allowed(Pass("p1"))


def test_a_share_that_came_with_a_private_counts_for_the_directors_certificate():
    at = stock_round(1)
    at.state.certificates["AMS_1"] = "p2"
    until(at.do(StartCompany("p1", "AMS", 80)), "p2").do(BuyShare("p2", "AMS", "initial"))
    assert at.president("AMS") == "p1"  # 20% each
    until(until(at, "p1").do(Pass("p1")), "p2").do(BuyShare("p2", "AMS", "initial"))
    assert at.president("AMS") == "p2"
    assert (at.percent("AMS", "p1"), at.percent("AMS", "p2")) == (20, 30)


@pytest.mark.parametrize(
    ("held", "initial", "pooled", "allowed"),
    [(50, 10, 20, True), (50, 20, 10, False), (60, 0, 20, True), (60, 10, 10, False)],
)
def test_a_bundle_takes_of_the_ipo_below_sixty_percent_and_of_the_pool_beyond(
    held, initial, pooled, allowed
):
    at = floated(stock_round().started("NRS", 72, "p1", p1=held, pool=20), "NRS")
    assert at.refused(BuyBundle("p1", "NRS", initial, pooled)) == (
        set() if allowed else {"buy.holding"}
    )


# --- pars


def test_payments_of_yellow_privates_in_two_rounds_come_to_the_capital():
    at = stock_round(1)
    for paid in (30, 60):  # SLE 20 and IJR 10, before AMS has a par
        assert all_pass_once(at).state.cash["AMS"] == paid
    until(at, "p1").do(StartCompany("p1", "AMS", 67, 30))
    until(at, "p1").do(BuyBundle("p1", "AMS", 30, 0))
    assert at.state.cash["AMS"] == 60 + 670


def test_the_company_of_rijkswaterstaat_has_1010_and_another_par_of_the_phase_then():
    at = stock_round(1).phase("Green").started("SS", 101, "p1", p1=30).phase("Yellow")
    at.privates(KV="p1").do(BuyBundle("p1", "SS", 30, 0))
    assert at.state.cash["SS"] == 1010
    until(at, "p1")
    assert at.refused(Repar("p1", "SS", 89)) == {"start.par"}
    at.do(Repar("p1", "SS", 67))
    assert (at.state.cash["SS"], at.at("SS")) == (670, 67)


# --- privates that close and build


@pytest.mark.parametrize(
    ("part", "kind", "paid"),
    [(2, "stock", {"p1": 0, "p2": 0}), (1, "operating", {"p1": 50, "p2": 25})],
)
def test_the_first_7_plus_bought_abroad_closes_what_builds_at_the_next_moment(part, kind, paid):
    """At the stock round's start; or in the set's next round, when players have been paid."""
    at = entered(three(), "D", 72).privates(RWS="p1").cash(D=700).trains("SS", "5+")
    note(Change(at.state), director_company="NRS")
    before, operating = dict(at.state.cash), at.state.round
    done = ("AMS", "NRS")
    at.state.round = OperatingRound(2, part, 2, operating.companies, done, operating.turn)
    go_to_end(at, "SS")
    assert (at.state.phase, at.state.round.kind) == ("Brown", kind)
    assert lies(at, DIJK) and lies(at, BYPASS)
    assert {who: at.state.cash[who] - before[who] for who in paid} == paid


# --- homes and markers


def nws_of_rijkswaterstaat() -> Position:
    """NWS has a home in Emmen too, and operates for the first time; NRS comes to G16 by track."""
    at = table(rws="NWS", swo="AMS").close_privates().phase("Green").stock_round()
    at.started("NWS", 101, "p1", p1=60).started("NRS", 67, "p2", p2=60)
    floated(floated(at, "NRS"), "NWS", operated=False).cash(NRS=1000, NWS=1000)
    at.token("G14.0", "NRS").tile("G14", "57", 1).tile("G16", "LOO6", 4)
    return at


def test_with_emmen_alone_a_company_gives_up_its_other_home_which_others_may_mark():
    at = nws_of_rijkswaterstaat().operating("NRS", "token")
    assert at.refused(PlaceToken("NRS", "G16.0")) == {"token.unchosen"}
    at.operating("NWS").rules.begin_turn(Change(at.state), "NWS")
    at.do(PlaceToken("NWS", "D19.0"), Pass("NWS"))
    at.operating("NRS", "token").do(PlaceToken("NRS", "G16.0"))
    assert at.state.cash["NRS"] == 1000 - 30 * 2


def test_a_home_in_the_city_without_track_gets_the_other_part_of_the_next_tile():
    at = nws_of_rijkswaterstaat().operating("NWS")
    at.rules.begin_turn(Change(at.state), "NWS")
    at.do(PlaceToken("NWS", "G16.1"), Pass("NWS"))
    assert not at.state.board.reach(at.rules.access.of(at.rules, at.state, "NWS")).side_states
    at.do(LayTile("NWS", "G16", "E36", 0))
    found = at.state.board.reach(at.rules.access.of(at.rules, at.state, "NWS"))
    assert {edge for hex, edge in found.edges if hex == "G16"} == {0, 4}


def test_two_markers_on_a_hex_with_two_cities_change_places_so_that_the_layers_own_joins():
    at = turn("NRS").started("NWS", 67, "p2", p2=60).token("G16.0", "NWS").token("G16.1", "NRS")
    swapped = LayTile("NRS", "G16", "LOO6", 4, allotment=(("NWS", 1), ("NRS", 0)))
    assert at.refused(LayTile("NRS", "G16", "LOO6", 4)) == {"lay.not_reached"}
    assert "lay.no_place" in at.refused(LayTile("NRS", "G16", "LOO6", 4, allotment=(("NRS", 0),)))
    at.do(swapped)
    assert at.state.board.token_stops("NRS") == ("G16.0",)
    assert at.state.board.token_stops("NWS") == ("G16.1",)


def test_the_last_circle_of_a_home_opens_when_the_home_is_given_up():
    at = turn("NRS", "token").token("I12.0", "NRS").tile("I12", "U6", 0).tile("H13", "14", 0)
    assert at.allowed(PlaceToken("NRS", "H13.0"))
    at.started("SS", 67, "p2", p2=60).token("H13.0", "SS")
    assert at.refused(PlaceToken("NRS", "H13.0")) == {"token.reserved"}
    at.state.alter("NCS", homes=(("G10",),))  # it has placed Amsterdam alone
    assert at.allowed(PlaceToken("NRS", "H13.0"))


def test_two_exchange_markers_do_not_lie_on_a_hex_though_it_has_two_cities():
    at = turn("NRS", "token").started("NWS", 67, "p2", p2=60).tile("G16", "E36", 0)
    at.token("G16.0", "NWS").token("G16.1", "NRS")
    assert at.allowed(PlaceToken("NRS", "G16.1"))
    tokens.put_on_top(Change(at.state), "NWS", "G16.0")
    assert at.refused(PlaceToken("NRS", "G16.1")) == {"token.exchange_hex"}


def test_the_price_of_a_marker_counts_hexes_and_an_exchange_marker_is_on_one():
    at = turn("HIJSM", "token").token("B13.0", "HIJSM").token("E10.0", "HIJSM")
    tokens.put_on_top(Change(at.state), "HIJSM", "E10.0")
    at.state.alter("ZHESM", homes=())
    at.tile("F9", "8", 3).tile("G10", "A425", 0).tile("G8", "H6", 1)
    at.do(PlaceToken("HIJSM", "G8.0"))
    assert at.state.cash["HIJSM"] == 1000 - 30 * 3
