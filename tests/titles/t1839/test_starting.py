"""How a company begins (§7.5, §13.1): pars, homes, reservations, floating, and a local's fee."""

import pytest

from companion.rules.core.actions import (
    BuyShare,
    DeclareBankruptcy,
    NameHome,
    SellHoldings,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.judge import judge
from companion.titles.t1839 import company_start
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.phases import convert
from companion.titles.t1839.title_state import note
from tests.titles.t1839.game_start import floated, priced, stock_round


def local(*homes, par=31, company="L1", **percents):
    """A local of p1 with these homes, in a stock round."""
    at = stock_round().started(company, par, "p1", **{"p1": 20, **percents})
    at.state.alter(company, homes=tuple((home,) for home in homes))
    return at


# --- pars


def test_a_director_s_certificate_costs_twice_the_par_to_the_bank():
    at = stock_round().do(StartCompany("p1", "MSS", 74))
    assert (at.state.cash["p1"], at.state.cash["MSS"]) == (852, 0)
    assert (at.percent("MSS", "p1"), at.at("MSS"), at.president("MSS")) == (20, 74, "p1")
    assert stock_round().cash(p1=147).refused(StartCompany("p1", "MSS", 74)) == {"start.cash"}


def test_each_kind_has_the_pars_of_its_market():
    at = stock_round()
    assert at.refused(StartCompany("p1", "MSS", 46)) == {"start.par"}
    assert at.refused(StartCompany("p1", "L1", 67)) == {"start.par"}
    assert at.refused(StartCompany("p1", "L1", 25)) == {"start.par"}
    assert at.allowed(StartCompany("p1", "L1", 46))


@pytest.mark.parametrize(
    ("phase", "pars"), [("Dark Green", {67, 74, 82}), ("Blue", {67, 74}), ("Light Brown", {67})]
)
def test_pars_end_with_their_phases(phase, pars):
    at = stock_round().phase(phase)
    assert {par for par in (67, 74, 82) if at.allowed(StartCompany("p1", "MSS", par))} == pars


def test_not_at_a_price_that_two_others_have_now():
    at = stock_round().started("L1", 31, "p2", p2=20).started("L2", 31, "p3", p3=20)
    assert at.refused(StartCompany("p1", "L3", 31)) == {"start.par"}
    assert at.allowed(StartCompany("p1", "L3", 20))
    priced(at, "L2", 25)
    assert at.allowed(StartCompany("p1", "L3", 31))


def test_the_marker_lies_under_those_already_there():
    at = stock_round().started("NWS", 74, "p2", p2=20).do(StartCompany("p1", "MSS", 74))
    assert at.state.stacks["major:0,7"] == ("NWS", "MSS")


def test_a_major_that_was_nationalised_never_comes_back():
    at = stock_round()
    at.state.alter("MSS", status="gone")
    assert at.refused(StartCompany("p1", "MSS", 74)) == {"start.gone"}
    offers = [o.action.company for o in judge.offers(at.rules, at.state) if o.kind == "start"]
    assert "MSS" not in offers and "NWS" in offers


def test_a_player_who_nationalised_a_company_starts_none_in_the_next_stock_round():
    at = stock_round()
    note(Change(at.state), nationalisers=("p1",))
    assert at.refused(StartCompany("p1", "MSS", 74)) == {"start.nationalised"}
    at.started("NWS", 74, "p2", p2=20)
    assert at.allowed(BuyShare("p1", "NWS", "initial"))
    assert at.stock_round(2, "p2").allowed(StartCompany("p2", "MSS", 74))
    at = stock_round().started("NWS", 74, "p2", p2=20)
    at.state.certificates["NWS_0"] = "initial"
    note(Change(at.state), nationalisers=("p1",))
    assert at.refused(BuyShare("p1", "NWS", "initial", 20)) == {"start.nationalised"}


# --- homes


def test_a_player_who_starts_a_local_names_two_homes():
    at = stock_round().do(StartCompany("p1", "L1", 31))
    assert (at.waiting(), at.rules.actor(at.state)) == ("name_home", "p1")
    at.do(NameHome("L1", "I8"), NameHome("L1", "G14"))
    assert at.state.companies["L1"].homes == (("I8",), ("G14",))
    assert at.waiting() == "shares"


def naming(*named):
    at = stock_round().do(StartCompany("p1", "L1", 31))
    return at.do(*(NameHome("L1", home) for home in named))


def test_the_two_are_different():
    assert naming("I8").refused(NameHome("L1", "I8")) == {"token.home_twice"}
    assert naming("I8").refused(NameHome("L1", "I8.0")) == {"token.home_twice"}
    assert naming("I8").allowed(NameHome("L1", "G14"))


def test_one_of_them_at_most_has_two_cities_or_is_big():
    assert naming("G16").refused(NameHome("L1", "K12")) == {"token.home_big"}
    assert naming("G10").refused(NameHome("L1", "G18")) == {"token.home_big"}
    assert naming("G18").refused(NameHome("L1", "G10")) == {"token.home_big"}
    assert naming("G18").allowed(NameHome("L1", "I8"))


def test_each_has_a_place_that_no_reservation_needs():
    at = naming()
    assert at.refused(NameHome("L1", "H5")) == {"token.home_full"}  # ZHESM's
    assert at.refused(NameHome("L1", "I12")) == {"token.home_full"}  # NRS'
    assert at.refused(NameHome("L1", "A14")) == {"unknown.id"}  # no city
    assert at.allowed(NameHome("L1", "G10"))  # one of two cities is NCS'
    at.do(NameHome("L1", "G10"), NameHome("L1", "I8"))
    at.stock_round(2, "p2").do(StartCompany("p2", "L2", 31))
    assert at.refused(NameHome("L2", "G10")) == {"token.home_full"}
    assert at.refused(NameHome("L2", "I8")) == {"token.home_full"}


def test_a_government_marker_makes_room_for_a_home():
    at = naming()
    at.state.board = at.state.board.with_token("I8.0", "NS")
    assert at.allowed(NameHome("L1", "I8"))
    at.state.board = at.state.board.with_other_owner("I8.0", "NS", "AMS")
    assert at.refused(NameHome("L1", "I8")) == {"token.home_full"}


def test_one_of_arnhem_and_venlo_may_be_named_as_long_as_the_other_is_possible():
    at = naming()
    assert at.allowed(NameHome("L1", "I16"))
    at.do(NameHome("L1", "I16"))
    assert at.refused(NameHome("L1", "K16")) == {"token.home_full"}
    at = naming()
    at.state.board = at.state.board.with_token("K16.0", "NWS")
    assert at.refused(NameHome("L1", "I16")) == {"token.home_full"}


def test_nobody_starts_a_local_where_no_two_hexes_are_left():
    at = stock_round()
    for stop, slots in at.state.board.tokens.items():
        if stop.partition(".")[0] not in ("I8", "G14"):
            for _ in slots:
                at.state.board = at.state.board.with_token(stop, "AMS")
    assert at.allowed(StartCompany("p1", "L1", 31))
    at.state.board = at.state.board.with_token("G14.0", "AMS")
    assert at.refused(StartCompany("p1", "L1", 31)) == {"start.homes"}
    assert at.allowed(StartCompany("p1", "MSS", 74))


def test_a_home_that_leaves_none_for_the_other_is_not_named():
    """Two big cities and a small one are left: one of the two homes is the small one."""
    at = stock_round().do(StartCompany("p1", "L1", 31))
    for stop in at.state.board.tokens:
        if stop.partition(".")[0] not in ("J7", "G18", "K6"):
            while None in at.state.board.tokens[stop]:
                at.state.board = at.state.board.with_token(stop, "AMS")
    assert at.allowed(NameHome("L1", "J7"))
    at.state.board = at.state.board.with_token("K6.0", "AMS")
    assert at.refused(NameHome("L1", "J7")) == {"token.home_last"}


# --- floating


def test_a_company_floats_with_ten_times_its_price_when_40_percent_is_left_in_the_ipo():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=10)
    priced(at, "MSS", 82).do(BuyShare("p1", "MSS", "initial"))
    assert at.state.companies["MSS"].floated
    assert at.state.cash["MSS"] == 820


def test_with_half_of_it_sold_it_does_not_float():
    at = stock_round().started("MSS", 74, "p1", p1=40).do(BuyShare("p1", "MSS", "initial"))
    assert not at.state.companies["MSS"].floated
    assert at.state.cash["MSS"] == 0


def floating(*homes, par=46):
    """A local of which 60% will be sold with the next share of p1."""
    return local(*homes, par=par, p1=40, p2=10)


def test_a_local_pays_for_its_homes_at_once():
    """Amsterdam (40) and Gouda (20), of which twice the sum."""
    at = floating("G10", "I8").do(BuyShare("p1", "L1", "initial"))
    assert at.state.cash["L1"] == 460 - 120


def test_if_nothing_is_printed_the_tile_to_come_counts():
    at = floating("I8", "I12", par=31).do(BuyShare("p1", "L1", "initial"))
    assert at.state.cash["L1"] == 310 - 100


@pytest.mark.parametrize(
    ("home", "value"),
    [("I8", 20), ("I12", 30), ("K12", 30), ("B17", 30), ("B19", 20), ("K8", 30), ("G10", 40)],
)
def test_the_value_of_a_home_before_its_first_tile(home, value):
    at = stock_round()
    assert company_start.home_value(at.rules, at.state, home) == value


def test_a_local_whose_homes_are_named_last_pays_for_them_then():
    """40% came for a private, and its owner left before they named the homes.

    60% is sold with the director's certificate.
    """
    at = stock_round().started("L1", 31, "p3", p3=20, pool=40)
    at.state.certificates["L1_0"] = "initial"
    priced(at, "L1", 25).do(BuyShare("p1", "L1", "initial", 20))
    assert not at.state.companies["L1"].floated
    at.do(NameHome("L1", "I8"), NameHome("L1", "I16"))
    assert at.state.companies["L1"].floated
    assert at.state.cash["L1"] == 250 - 2 * (20 + 20)


def test_a_local_that_became_a_major_before_its_homes_were_named_has_them_named_then():
    """§17.10, §7.5: its starter left before they named them, and dark red made it a major."""
    at = stock_round(players=4).do(StartCompany("p1", "L1", 46), Concede("p1"))
    priced(at, "L1", 46)
    convert(Change(at.state), at.rules)
    at.stock_round(3, "p2").do(BuyShare("p2", "L1", "initial", 20))
    assert (at.state.companies["L1"].kind, at.at("L1"), at.waiting()) == ("major", 43, "name_home")
    at.do(NameHome("L1", "I8"), NameHome("L1", "G10"))
    assert at.state.companies["L1"].homes == (("I8",), ("G10",))
    for _ in range(4):
        at.stock_round(3, "p2").do(BuyShare("p2", "L1", "initial"))
    assert at.state.cash["L1"] == 430  # a major pays no fee


@pytest.mark.parametrize(("number", "may_sell"), [(1, False), (2, True)])
def test_nothing_is_sold_for_it_in_the_first_stock_round(number, may_sell):
    """§7.2, §8.4.1: the starter of L1 at 20 has left, and its price is 10.

    It has 100 for a fee of 120; p2 has no money, but 20% of MSS.
    """
    at = local("G10", "I8", par=20, p1=30, p2=20).started("MSS", 67, "p3", p3=20, p2=20)
    at.stock_round(number).do(Concede("p1"))
    at.cash(p2=0).stock_round(number, "p3").do(BuyShare("p3", "L1", "initial"))
    assert (at.at("L1"), at.state.cash["L1"], at.waiting()) == (10, 100, "debt")
    sales = SellShares("p2", "MSS", 10), SellHoldings("p2", (("MSS", 10),))
    assert [at.allowed(sale) for sale in sales] == [may_sell, may_sell]
    assert at.allowed(DeclareBankruptcy("p2")) is not may_sell
    if not may_sell:
        assert at.refused(sales[0]) == at.refused(sales[1]) == {"sell.first_round"}
        assert at.do(DeclareBankruptcy("p2")).state.end_reason == "alone"


def test_the_director_adds_what_the_local_lacks():
    """Amsterdam with A990 (100) and a brown city (40), at price 16: the fee is 280."""
    at = floating("G10", "I8", par=20)
    at.tile("G10", "A425", 0).tile("G10", "A61", 0).tile("G10", "A990", 0)
    at.tile("I8", "57", 0).tile("I8", "14", 0).tile("I8", "611", 0)
    priced(at, "L1", 16).do(BuyShare("p1", "L1", "initial"))
    assert at.state.cash["L1"] == 0
    assert at.state.cash["p1"] == 1000 - 16 - 120


def test_they_sell_shares_for_it_and_that_is_no_act_of_theirs():
    """p2 floats the local of p1, who lacks 60 of the 120; the card of p1 stays."""
    at = local("G10", "I8", par=20, p1=20, p2=30)
    at.tile("G10", "A425", 0).tile("G10", "A61", 0).tile("G10", "A990", 0)
    at.tile("I8", "57", 0).tile("I8", "14", 0).tile("I8", "611", 0)
    priced(at, "L1", 16).started("MSS", 67, "p3", p3=40, p1=30)
    floated(at, "MSS").cash(p1=60).stock_round(2, "p2", cards=("p1",))
    at.state.certificates.update({"L1_1": "p1", "L1_2": "p3"})
    at.state.certificates.update({c: "p1" for c in ("L1_3", "L1_4")})
    at.do(BuyShare("p2", "L1", "initial"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("debt", "p1")
    assert at.refused(SellShares("p1", "MSS", 20)) == {"forced.too_much"}
    assert at.refused(SellShares("p2", "L1", 10)) == {"turn.not_yours"}
    at.do(SellShares("p1", "MSS", 10))
    assert (at.state.cash["L1"], at.state.cash["p1"]) == (0, 60 + 67 - 120)
    assert at.state.round.cards == ("p1",)
    assert at.rules.actor(at.state) == "p2"
    assert at.state.round.sales == (("p1", "MSS"),)
