"""Selling (§7.2), directors (§14.3.3) and redeeming (§7.4) in a stock round."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellHoldings, SellShares
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.judge import judge
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.share_sales import RedeemShares
from tests.titles.t1839.game_start import floated, priced, stock_round


def two_companies(operated=True):
    """ZHESM at 82 and NWS at 74, of p1 and p2."""
    at = stock_round()
    at.started("ZHESM", 82, "p1", p1=60).started("NWS", 74, "p2", p1=20, p2=40)
    floated(at, "ZHESM", operated=operated)
    return floated(at, "NWS", operated=operated)


# --- what a share fetches


def test_a_share_fetches_the_price_once_its_company_has_operated():
    at = two_companies()
    at.do(SellShares("p1", "ZHESM", 30))
    assert at.state.cash["p1"] == 1000 + 246
    assert at.at("ZHESM") == 61
    assert at.percent("ZHESM", "pool") == 30


def test_before_that_it_fetches_the_price_next_to_the_left():
    at = two_companies(operated=False)
    at.do(SellShares("p1", "ZHESM", 30))
    assert at.state.cash["p1"] == 1000 + 222
    assert at.at("ZHESM") == 61


def test_at_the_left_end_it_fetches_the_price_which_stays():
    for operated in (True, False):
        at = stock_round().started("L1", 20, "p1", p1=60)
        priced(floated(at, "L1", operated=operated), "L1", 10)
        at.do(SellShares("p1", "L1", 30))
        assert (at.state.cash["p1"], at.at("L1")) == (1030, 10)


def test_nothing_is_sold_in_the_first_stock_round():
    at = two_companies().stock_round(1)
    assert at.refused(SellShares("p1", "ZHESM", 10)) == {"sell.first_round"}
    assert at.refused(SellHoldings("p1", (("ZHESM", 10),))) == {"sell.first_round"}
    assert at.stock_round(2).allowed(SellShares("p1", "ZHESM", 10))


def test_nothing_is_sold_of_a_company_without_a_price_nor_more_than_one_has():
    at = two_companies()
    at.state.certificates["MSS_1"] = "p1"
    assert at.refused(SellShares("p1", "MSS", 10)) == {"sell.unpriced"}
    assert at.refused(SellShares("p1", "NWS", 30)) == {"sell.none"}
    assert at.allowed(SellShares("p1", "NWS", 20))


@pytest.mark.parametrize("percent", [5, 15, 0, -10])
def test_percents_are_tens(percent):
    at = two_companies()
    assert at.refused(SellShares("p1", "ZHESM", percent)) == {"sell.step"}
    assert at.refused(SellHoldings("p1", (("ZHESM", percent),))) == {"sell.step"}


# --- several companies in one sale


def test_one_sale_may_name_several_companies_which_fall_in_its_order():
    at = two_companies()
    priced(at, "NWS", 82)
    at.state.stacks["major:0,8"] = ("NWS", "ZHESM")
    at.do(SellHoldings("p1", (("NWS", 10), ("ZHESM", 10))))
    assert at.state.cash["p1"] == 1000 + 164
    assert at.state.stacks["major:0,7"] == ("NWS", "ZHESM")
    at = two_companies()
    priced(at, "NWS", 82)
    at.do(SellHoldings("p1", (("ZHESM", 10), ("NWS", 10))))
    assert at.state.stacks["major:0,7"] == ("ZHESM", "NWS")


def test_each_company_is_named_once():
    at = two_companies()
    twice = SellHoldings("p1", (("NWS", 10), ("NWS", 10)))
    assert at.refused(twice) == {"sell.each_once"}
    assert at.refused(SellHoldings("p1", ())) == {"sell.each_once"}
    assert at.refused(SellHoldings("p1", (("XYZ", 10),))) == {"unknown.named"}
    assert at.refused(SellHoldings("p2", (("NWS", 10),))) == {"turn.not_yours"}


def test_a_company_is_sold_once_before_the_deed_and_once_after_it():
    at = two_companies().do(SellShares("p1", "NWS", 10))
    assert at.refused(SellShares("p1", "NWS", 10)) == {"sell.once"}
    assert at.allowed(SellShares("p1", "ZHESM", 10))
    at = two_companies().started("MSS", 67, "p3", p3=20).do(SellShares("p1", "NWS", 10))
    at.do(BuyShare("p1", "MSS", "initial"))
    at.do(SellShares("p1", "ZHESM", 10))
    assert at.refused(SellShares("p1", "ZHESM", 10)) == {"sell.once"}
    assert at.allowed(SellShares("p1", "NWS", 10))


# --- directors


def test_a_director_s_certificate_passes_to_who_has_more_after_the_sale():
    at = two_companies()
    at.started("MSS", 74, "p1", p1=40, p2=30)
    at.do(SellShares("p1", "MSS", 20))
    assert (at.president("MSS"), at.percent("MSS", "p1")) == ("p2", 20)


def test_they_stay_director_where_another_has_as_much():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=20)
    at.do(SellShares("p1", "MSS", 20))
    assert at.president("MSS") == "p1"


def test_with_20_percent_only_they_sell_by_the_exchange_or_not_at_all():
    at = stock_round().started("MSS", 74, "p1", p1=20, p2=20)
    at.do(SellShares("p1", "MSS", 10))
    assert (at.president("MSS"), at.percent("MSS", "p1")) == ("p2", 10)
    at = stock_round().started("MSS", 74, "p1", p1=20, p2=10, p3=10)
    assert at.refused(SellShares("p1", "MSS", 10)) == {"sell.president"}


def test_the_next_by_the_cards_of_several_with_the_most_becomes_director():
    at = stock_round(cards="3 1 2").stock_round(2, "p1")  # C 1, A 2, B 3
    at.started("MSS", 74, "p1", p1=40, p2=20, p3=20)
    at.do(SellShares("p1", "MSS", 30))
    assert at.president("MSS") == "p2"
    at = stock_round(cards="3 1 2").stock_round(2, "p2")
    at.started("MSS", 74, "p2", p2=40, p1=20, p3=20)
    at.do(SellShares("p2", "MSS", 30))
    assert at.president("MSS") == "p3"


def test_a_player_who_buys_more_than_the_director_has_is_director_floated_or_not():
    at = stock_round().started("MSS", 74, "p2", p2=20, p1=20)
    at.do(BuyShare("p1", "MSS", "initial"))
    assert (at.president("MSS"), at.percent("MSS", "p1"), at.percent("MSS", "p2")) == ("p1", 30, 20)
    at = stock_round().started("MSS", 74, "p2", p2=20, p1=10)
    at.do(BuyShare("p1", "MSS", "initial"))
    assert at.president("MSS") == "p2"  # as much is not more


# --- redeeming what is sold


def redeeming(operated=True, cash=300):
    """p1 sells 20% of MSS at 74, so that p2 directs it."""
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", cash, operated=operated)
    return at.do(SellShares("p1", "MSS", 20))


def test_the_new_director_says_whether_their_company_redeems_all_of_it():
    at = redeeming()
    assert (at.waiting(), at.rules.actor(at.state)) == ("redeem", "p2")
    assert at.state.cash["p1"] == 1148
    assert at.at("MSS") == 74
    at.do(RedeemShares("MSS", 20))
    assert (at.state.cash["MSS"], at.percent("MSS", "MSS"), at.at("MSS")) == (152, 20, 74)
    assert at.rules.actor(at.state) == "p1"


def test_redeeming_costs_the_current_price_whatever_the_seller_got():
    at = redeeming(operated=False)
    assert at.state.cash["p1"] == 1000 + 134
    at.do(RedeemShares("MSS", 20))
    assert at.state.cash["MSS"] == 152


def test_if_it_does_not_redeem_the_price_falls():
    at = redeeming().do(Pass("MSS"))
    assert (at.at("MSS"), at.percent("MSS", "pool"), at.state.cash["MSS"]) == (61, 20, 300)


def test_it_redeems_all_or_nothing_and_is_asked_only_where_it_can_pay():
    at = redeeming()
    assert at.refused(RedeemShares("MSS", 10)) == {"redeem.all"}
    assert at.refused(RedeemShares("ZHESM", 20)) == {"turn.not_yours"}
    assert at.refused(SellShares("p1", "MSS", 10)) == {"turn.not_now"}
    assert at.refused(RedeemShares("MSS", 0)) == {"redeem.all", "sell.step"}
    assert at.refused(RedeemShares("MSS", 30)) == {"redeem.all", "redeem.pool"}
    at = redeeming(cash=148).cash(MSS=73)
    assert at.refused(RedeemShares("MSS", 10)) == {"redeem.all", "redeem.cash"}
    at = redeeming(cash=147)
    assert (at.waiting(), at.at("MSS")) == ("shares", 61)
    assert redeeming(cash=148).waiting() == "redeem"


def test_by_a_ruling_it_redeems_a_part_and_its_price_falls_for_the_rest():
    at = redeeming()
    at.state = judge.apply(at.rules, at.state, RedeemShares("MSS", 10), ALL_SOFT).state
    assert at.state.cash["MSS"] == 226
    assert (at.percent("MSS", "MSS"), at.percent("MSS", "pool")) == (10, 10)
    assert (at.waiting(), at.at("MSS")) == ("shares", 67)


def test_a_company_that_has_not_floated_redeems_nothing():
    at = stock_round().started("MSS", 74, "p1", p1=40)
    at.do(SellShares("p1", "MSS", 20))
    assert (at.waiting(), at.at("MSS")) == ("shares", 61)


def test_directors_are_asked_in_the_order_of_the_sale_and_then_prices_fall():
    at = two_companies().cash(ZHESM=500, NWS=500)
    at.do(SellHoldings("p1", (("NWS", 10), ("ZHESM", 20))))
    assert at.state.cash["p1"] == 1000 + 74 + 164
    assert [q.actor for q in at.state.questions] == ["NWS", "ZHESM"]
    at.do(Pass("NWS"))
    assert at.at("NWS") == 74
    at.do(RedeemShares("ZHESM", 20))
    assert (at.at("NWS"), at.at("ZHESM")) == (67, 82)
    assert at.state.title_state.price_falls == ()


@pytest.mark.parametrize(("treasury", "asked_again"), [(296, True), (295, False)])
def test_each_of_two_equal_sales_is_asked_about(treasury, asked_again):
    """§7.4: p1 sold 20% and, before anybody says whether MSS redeems that, leaves with as much."""
    at = stock_round(players=4).started("MSS", 74, "p2", p1=40, p2=40)
    floated(at, "MSS", treasury).do(SellShares("p1", "MSS", 20), Concede("p1"))
    assert [q.percent for q in at.state.questions] == [20, 20]
    at.do(RedeemShares("MSS", 20))
    assert (at.waiting() == "redeem") is asked_again
    if asked_again:
        at.do(Pass("MSS"))
    assert (at.at("MSS"), at.percent("MSS", "MSS"), at.percent("MSS", "pool")) == (61, 20, 20)
    assert at.state.title_state.price_falls == ()


def test_sold_shares_are_not_bought_in_the_round_even_after_redemption():
    at = redeeming().do(RedeemShares("MSS", 20))
    assert "buy.sold" in at.refused(BuyShare("p1", "MSS", "initial"))
    at.do(Pass("p1"))
    assert at.allowed(BuyShare("p2", "MSS", "initial"))


# --- redeeming as the turn's deed


def pooled(cash=130):
    """30% of MSS at 61 in the Bank Pool; p1 directs it."""
    at = stock_round().started("MSS", 67, "p1", p1=50, pool=30)
    floated(priced(at, "MSS", 61), "MSS", cash)
    return at


def test_a_director_redeems_as_many_as_the_treasury_pays_and_no_price_moves():
    at = pooled()
    assert at.allowed(RedeemShares("MSS", 10))
    assert at.refused(RedeemShares("MSS", 30)) == {"redeem.cash"}
    at.do(RedeemShares("MSS", 20))
    assert (at.state.cash["MSS"], at.percent("MSS", "MSS"), at.at("MSS")) == (8, 20, 61)


def test_it_is_the_turn_s_one_deed():
    at = pooled(cash=300).started("NWS", 67, "p2", p2=20).do(RedeemShares("MSS", 10))
    assert at.refused(RedeemShares("MSS", 10)) == {"buy.redeemed"}
    assert "buy.redeemed" in at.refused(BuyShare("p1", "NWS", "initial"))
    assert at.allowed(SellShares("p1", "MSS", 10))
    at = pooled(cash=300).started("NWS", 67, "p2", p2=20)
    at.do(BuyShare("p1", "NWS", "initial"))
    assert at.refused(RedeemShares("MSS", 10)) == {"buy.bought"}


def test_it_is_an_act_and_gives_the_card_back():
    at = pooled(cash=300).stock_round(cards=("p1",)).do(RedeemShares("MSS", 10), Pass("p1"))
    assert at.state.round.cards == ()


def test_shares_just_sold_are_redeemed_too_but_of_no_company_of_others():
    at = pooled(cash=300).do(SellShares("p1", "MSS", 10), Pass("MSS"))
    assert at.at("MSS") == 56
    at.do(RedeemShares("MSS", 40))
    assert at.percent("MSS", "MSS") == 40
    at = pooled().stock_round(2, "p2")
    assert at.refused(RedeemShares("MSS", 10)) == {"redeem.director"}
    at = pooled(cash=900)
    assert at.refused(RedeemShares("MSS", 40)) == {"redeem.pool"}
    assert at.refused(RedeemShares("MSS", 15)) == {"sell.step"}
    at.state.alter("MSS", status="started")
    assert at.refused(RedeemShares("MSS", 10)) == {"redeem.unfloated"}
