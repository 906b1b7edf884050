"""Shares, limits and presidents: 1830 §4, §8-§15, §23.1 and the M&H of table 1."""

import pytest

from companion.rules.core.actions import (
    BuyShare,
    ExchangePrivate,
    Pass,
    SellPrivate,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import STARTED
from companion.rules.judge import judge
from companion.rules.shares import holdings
from companion.rules.stock.share_trading import StockRound, certificate_count
from tests.support.positions import Position


@pytest.fixture
def game() -> Position:
    """Three players; B&O floated with p1 president (60), p2 20, p3 20; p1 to act in SR 2."""
    game = Position("1830", 3).close_privates().cash(p1=1000, p2=1000, p3=1000)
    game.started("B&O", 100, "p1", p1=60, p2=20, p3=20).floated("B&O", 1000)
    return game.stock_round(2, "p1")


# --- turns


def test_sell_buy_sell_in_any_order_in_one_turn(game):
    game.do(SellShares("p1", "B&O", 10), StartCompany("p1", "PRR", 67))
    game.do(SellShares("p1", "B&O", 10), Pass("p1"))
    assert game.rules.actor(game.state) == "p2"
    assert game.percent("B&O", "pool") == 20


def test_one_certificate_a_turn(game):
    game.do(StartCompany("p1", "PRR", 67))
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.bought"}
    assert game.refused(StartCompany("p1", "NYC", 67)) == {"buy.bought"}


def test_turn_ends_by_itself_when_nothing_is_left_to_do():
    game = Position("1830", 3).close_privates().stock_round(2, "p1")
    game.do(StartCompany("p1", "PRR", 67))  # its certificate could not be sold
    assert game.rules.actor(game.state) == "p2"


def test_no_buying_back_what_one_sold_in_the_round(game):
    game.do(SellShares("p1", "B&O", 10))
    assert game.refused(BuyShare("p1", "B&O", "pool")) == {"buy.sold"}
    game.do(Pass("p1"))
    assert game.allowed(BuyShare("p2", "B&O", "pool"))
    game.stock_round(3, "p1")
    assert game.allowed(BuyShare("p1", "B&O", "pool"))


def test_one_who_passed_may_act_again_while_the_round_goes_on(game):
    game.do(Pass("p1"), StartCompany("p2", "PRR", 67))
    game.do(Pass("p2"), Pass("p3"))
    assert game.rules.actor(game.state) == "p1"
    assert game.allowed(StartCompany("p1", "NYC", 67))


def test_round_ends_when_all_pass_in_a_row_and_priority_goes_left_of_the_last_to_act(game):
    game.do(Pass("p1"), SellShares("p2", "B&O", 10), Pass("p2"), Pass("p3"), Pass("p1"))
    assert game.waiting() == "shares"
    game.do(Pass("p2"))
    assert game.state.priority == "p3"
    assert type(game.state.round).__name__ == "OperatingRound"


def test_priority_stays_when_nobody_acted(game):
    game.state.priority = "p2"
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.priority == "p2"


# --- buying


def test_shares_of_the_initial_offering_cost_par_and_those_of_the_pool_the_market_price(game):
    game.started("PRR", 67, "p2", p2=20).price("PRR", "5,7")
    game.do(SellShares("p1", "B&O", 10))
    assert game.at("B&O") == 90
    game.do(BuyShare("p1", "PRR", "initial"))
    assert game.state.cash["p1"] == 1000 + 100 - 67
    game.stock_round(2, "p2").do(BuyShare("p2", "B&O", "pool"))
    assert game.state.cash["p2"] == 1000 - 90


def test_presidents_certificate_comes_first(game):
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.not_started"}
    game.do(StartCompany("p1", "PRR", 76))
    assert game.state.cash["p1"] == 1000 - 152
    assert game.president("PRR") == "p1"
    assert game.state.companies["PRR"].cell == "3,6"


def test_par_is_one_of_the_six_prices_and_a_company_starts_once(game):
    assert game.refused(StartCompany("p1", "PRR", 70)) == {"start.par"}
    assert game.refused(StartCompany("p1", "B&O", 67)) == {"start.started"}
    game.cash(p1=199)
    assert game.refused(StartCompany("p1", "PRR", 100)) == {"start.cash"}
    assert game.allowed(StartCompany("p1", "PRR", 90))


def test_nobody_buys_what_they_cannot_pay(game):
    game.started("PRR", 67, "p2", p2=20).cash(p1=66)
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.cash"}
    game.cash(p1=67)
    assert game.allowed(BuyShare("p1", "PRR", "initial"))


def test_an_empty_pool_sells_nothing(game):
    game.stock_round(2, "p2")
    assert game.refused(BuyShare("p2", "B&O", "pool")) == {"buy.none"}
    assert game.refused(BuyShare("p2", "B&O", "PRR")) == {"buy.none"}


def test_sixty_percent_is_the_most_of_one_company():
    game = Position("1830", 3).close_privates().cash(p1=1000)
    game.started("PRR", 67, "p1", p1=50).stock_round(2, "p1")
    assert game.allowed(BuyShare("p1", "PRR", "initial"))
    game = Position("1830", 3).close_privates().cash(p1=1000)
    game.started("PRR", 67, "p1", p1=60).stock_round(2, "p1")
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.holding"}
    game.price("PRR", "5,1")  # orange: no holding limit
    assert game.allowed(BuyShare("p1", "PRR", "initial"))


def full_house(**options: bool) -> Position:
    """Two certificates short of nothing: p1 holds 20 of 20 certificates among three players."""
    game = Position("1830", 3, **options).cash(p1=2000, p2=2000)
    game.privates(SV="p1", CS="p1").close_privates()
    game.state.certificates["NYC_0"] = "initial"
    game.started("PRR", 100, "p1", p1=60)  # 5 certificates
    game.started("B&O", 100, "p1", p1=60)  # 5
    game.started("C&O", 100, "p1", p1=60)  # 5
    game.started("B&M", 100, "p2", p2=40, p1=30)  # 3
    return game.stock_round(2, "p1")


def test_certificate_limit_counts_shares_and_privates():
    game = full_house()
    assert game.refused(StartCompany("p1", "NYC", 67)) == {"buy.certificates"}
    assert game.refused(BuyShare("p1", "B&M", "initial")) == {"buy.certificates"}
    game.privates(SV="gone")
    assert game.allowed(StartCompany("p1", "NYC", 67))


def takes_over(percent: int) -> Position:
    """p1 holds as many certificates as allowed, two of the NYNH among them, which p2 leads."""
    game = full_house().privates(SV="gone", CS="gone").cash(p1=1000)
    assert certificate_count(game.rules, game.state, "p1") == 18
    game.started("NYNH", 67, "p2", p2=percent, p1=20)
    return game.stock_round(2, "p1")


def test_share_that_brings_the_presidency_is_allowed_at_the_certificate_limit():
    game = takes_over(20)
    held = certificate_count(game.rules, game.state, "p1")
    assert held == holdings.certificate_limit(
        game.rules.data, game.state, len(game.rules.seats), "p2"
    )
    game.do(BuyShare("p1", "NYNH", "initial"))
    assert game.president("NYNH") == "p1"
    assert certificate_count(game.rules, game.state, "p1") == held  # two were given for one


def test_share_that_does_not_bring_it_is_not():
    assert takes_over(30).refused(BuyShare("p1", "NYNH", "initial")) == {"buy.certificates"}


def test_yellow_zone_does_not_count_against_the_limit():
    game = full_house().price("PRR", "0,0")
    assert game.allowed(StartCompany("p1", "NYC", 67))


def test_brown_shares_may_be_bought_several_in_one_turn_from_the_pool():
    game = Position("1830", 3).close_privates().cash(p1=1000)
    game.started("PRR", 67, "p2", p2=50, pool=40).price("PRR", "7,1").stock_round(2, "p1")
    game.do(BuyShare("p1", "PRR", "pool"), BuyShare("p1", "PRR", "pool"))
    assert game.percent("PRR", "p1") == 20
    game.do(StartCompany("p1", "NYC", 67))
    assert game.allowed(BuyShare("p1", "PRR", "pool"))


def test_brown_shares_of_the_initial_offering_only_with_the_option():
    for option in (False, True):
        game = Position("1830", 3, multiple_brown_from_ipo=option).close_privates()
        game.started("PRR", 67, "p2", p2=50).price("PRR", "7,1").stock_round(2, "p1")
        game.do(BuyShare("p1", "PRR", "initial"))
        if game.rules.actor(game.state) != "p1":
            assert not option
        elif option:
            assert game.allowed(BuyShare("p1", "PRR", "initial"))
        else:
            assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.bought"}


def test_orange_shares_one_a_turn():
    game = Position("1830", 3).close_privates().cash(p1=1000)
    game.started("PRR", 67, "p2", p2=50, pool=40).price("PRR", "5,1").stock_round(2, "p1")
    game.do(BuyShare("p1", "PRR", "pool"))
    assert "buy.bought" in game.refused(BuyShare("p1", "PRR", "pool"))


def test_one_over_their_limit_sells_before_anything_else():
    game = full_house().privates(DH="p1")
    assert game.refused(Pass("p1")) == {"pass.over"}
    assert "buy.over" in game.refused(BuyShare("p1", "B&M", "initial"))
    game.do(SellShares("p1", "PRR", 10))
    assert game.allowed(Pass("p1"))


def test_one_over_sixty_percent_outside_the_zone_sells():
    game = Position("1830", 3).close_privates()
    game.started("PRR", 100, "p1", p1=70).stock_round(2, "p1")
    assert game.refused(Pass("p1")) == {"pass.over"}
    game.price("PRR", "5,1")
    assert game.allowed(Pass("p1"))


# --- selling


def test_rule_book_example_two_shares_of_100_bring_200_and_the_price_falls_two_rows():
    game = Position("1830", 3).close_privates()
    game.started("CPR", 100, "p2", p2=40, p1=20).stock_round(2, "p1")
    cash = game.state.cash["p1"]
    game.do(SellShares("p1", "CPR", 20))
    assert game.state.cash["p1"] == cash + 200
    assert game.at("CPR") == 82


def test_price_falls_no_further_than_the_bottom_of_its_column(game):
    game.price("B&O", "10,6")
    game.do(SellShares("p1", "B&O", 30))
    assert game.state.companies["B&O"].cell == "10,6"


def test_pool_takes_no_more_than_half(game):
    assert game.refused(SellShares("p1", "B&O", 60)) >= {"sell.pool"}
    game.do(SellShares("p1", "B&O", 40), Pass("p1"), SellShares("p2", "B&O", 10))
    assert game.refused(SellShares("p2", "B&O", 10)) == {"sell.pool"}


def test_nobody_sells_shares_that_they_do_not_own(game):
    assert game.refused(SellShares("p2", "B&O", 10)) == {"turn.not_yours"}
    game.stock_round(2, "p2")
    assert game.refused(SellShares("p2", "B&O", 30)) == {"sell.none"}
    assert game.refused(SellShares("p2", "B&O", 15)) == {"sell.step"}
    assert game.refused(SellShares("p2", "B&O", 0)) == {"sell.step"}


def test_presidents_certificate_is_not_sold():
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=20, p2=10, p3=10).stock_round(2, "p1")
    assert game.refused(SellShares("p1", "PRR", 10)) == {"sell.president"}
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=20, p2=20).stock_round(2, "p1")
    game.do(SellShares("p1", "PRR", 20))
    assert game.president("PRR") == "p2"
    assert game.percent("PRR", "p2") == 20
    assert game.percent("PRR", "pool") == 20


def test_president_changes_when_somebody_has_more_and_not_when_they_have_as_much():
    game = Position("1830", 3).close_privates().cash(p2=500)
    game.started("NYC", 90, "p1", p1=30, p2=20).stock_round(2, "p2")
    game.do(BuyShare("p2", "NYC", "initial"))
    assert game.president("NYC") == "p1"
    game.stock_round(3, "p2").do(BuyShare("p2", "NYC", "initial"))
    assert game.president("NYC") == "p2"
    assert (game.percent("NYC", "p1"), game.percent("NYC", "p2")) == (30, 40)
    held = [c for c, owner in game.state.certificates.items() if owner == "p1" and c[:3] == "NYC"]
    assert len(held) == 3  # two ordinary certificates for the president's


def test_tie_among_successors_goes_to_the_first_left_of_the_president():
    for president, expected in (("p1", "p2"), ("p3", "p1")):
        game = Position("1830", 3).close_privates()
        others = {seat: 20 for seat in ("p1", "p2", "p3") if seat != president}
        game.started("PRR", 67, president, **{president: 30}, **others)
        game.stock_round(2, president).do(SellShares(president, "PRR", 20))
        assert game.president("PRR") == expected


def test_ex_president_over_their_limit_after_the_exchange_counts_one_more():
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=30, p2=30).stock_round(2, "p2").cash(p2=500)
    game.do(BuyShare("p2", "PRR", "initial"))
    held = [c for c, owner in game.state.certificates.items() if owner == "p1"]
    assert len(held) == 3


# --- floating and the end of the round


def half_sold(**options) -> Position:
    """50% of the PRR is sold at par 90; p1 is on turn and may buy."""
    game = Position("1830", 3, **options).close_privates().cash(p1=1000, p2=0, p3=0)
    return game.started("PRR", 90, "p1", p1=30, p2=20).stock_round(2, "p1")


def test_company_floats_at_sixty_percent_and_gets_its_capital_when_it_begins():
    game = half_sold().do(BuyShare("p1", "PRR", "initial"))
    assert "formed" in game.told()
    assert (game.state.companies["PRR"].floated, game.state.cash["PRR"]) == (True, 0)
    bank = game.state.cash["bank"]
    while isinstance(game.state.round, StockRound):
        game.do(Pass(game.rules.actor(game.state)))
    assert "received_capital" in game.told()
    assert game.state.cash["PRR"] == 900  # ten times par
    assert game.state.cash["bank"] == bank - 900


def test_by_the_other_reading_capital_is_paid_at_the_float():
    game = half_sold(capital_at_float=True).do(BuyShare("p1", "PRR", "initial"))
    assert "floated" in game.told()
    assert game.state.cash["PRR"] == 900
    while isinstance(game.state.round, StockRound):
        game.do(Pass(game.rules.actor(game.state)))
    assert game.state.cash["PRR"] == 900


def test_capital_is_paid_once():
    game = half_sold().do(BuyShare("p1", "PRR", "initial"))
    for number in (2, 3):
        game.stock_round(number, "p1", passes=2).do(Pass("p1"))
        assert game.state.cash["PRR"] == 900


def test_capital_that_older_rules_paid_at_the_float_is_not_paid_again():
    game = half_sold().floated("PRR", 900, home=False).stock_round(2, "p1", passes=2)
    assert game.do(Pass("p1")).state.cash["PRR"] == 900


def test_bank_does_not_break_by_capital_before_the_company_begins():
    """600 in the bank: the float asks for nothing yet, the beginning for 900."""
    game = half_sold().floated("PRR", home=False)
    game.state.alter("PRR", status=STARTED)
    game.cash(p3=game.state.cash["bank"] - 600)
    game.do(BuyShare("p1", "PRR", "initial"))
    assert not game.state.is_bank_broken
    game.stock_round(2, "p1", passes=2).do(Pass("p1"))
    assert game.state.is_bank_broken


def test_shares_sold_to_the_pool_count_as_sold_for_floating():
    game = Position("1830", 3).close_privates().cash(p2=1000)
    game.started("PRR", 90, "p1", p1=20, p2=20, pool=10).stock_round(2, "p2")
    game.do(BuyShare("p2", "PRR", "initial"))
    assert game.state.companies["PRR"].floated


def test_unfloated_company_is_below_sixty_percent():
    game = Position("1830", 3).close_privates().cash(p1=1000)
    game.started("PRR", 90, "p1", p1=20, p2=20).stock_round(2, "p1")
    game.do(BuyShare("p1", "PRR", "initial"))
    assert not game.state.companies["PRR"].floated
    assert game.state.cash["PRR"] == 0


def test_sold_out_company_rises_at_the_end_of_the_round(game):
    game.price("B&O", "2,6")
    game.started("PRR", 67, "p1", p1=60)
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.companies["B&O"].cell == "1,6"
    assert game.state.companies["PRR"].cell == "5,6"


def test_sold_out_company_at_the_top_stays(game):
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.companies["B&O"].cell == "0,6"


def test_token_that_arrives_goes_under_those_already_there(game):
    game.started("PRR", 90, "p2", p2=20)
    game.do(SellShares("p1", "B&O", 10))
    assert game.state.stacks["1,6"] == ("PRR", "B&O")


# --- privates


def test_privates_change_hands_in_the_turn_of_buyer_or_seller():
    game = Position("1830", 3).privates(SV="p2").close_privates().stock_round(2, "p1")
    assert game.allowed(SellPrivate("p2", "p1", "SV", 1))
    assert game.refused(SellPrivate("p2", "p3", "SV", 1)) == {"trade.turn"}
    assert game.refused(SellPrivate("p3", "p1", "SV", 1)) == {"trade.not_yours"}
    assert game.refused(SellPrivate("p2", "p1", "SV", 801)) == {"trade.cash"}
    assert "trade.self" in game.refused(SellPrivate("p2", "p2", "SV", 1))
    game.do(SellPrivate("p2", "p1", "SV", 333))
    assert game.state.privates["SV"] == "p1"
    assert game.state.cash["p2"] == 1133


def test_privates_do_not_change_hands_in_the_first_round():
    game = Position("1830", 3).privates(SV="p2").close_privates().stock_round(1, "p1")
    assert game.refused(SellPrivate("p2", "p1", "SV", 1)) == {"trade.first_round"}


def with_mh(turn: str = "p1") -> Position:
    game = Position("1830", 3).privates(MH="p1").close_privates()
    return game.started("NYC", 67, "p2", p2=20).stock_round(2, turn)


@pytest.mark.parametrize("turn", ["p1", "p2", "p3"])
def test_mohawk_and_hudson_is_exchanged_in_ones_own_turn_or_between_others(turn):
    game = with_mh(turn)
    game.do(ExchangePrivate("p1", "MH", "initial"))
    assert game.percent("NYC", "p1") == 10
    assert game.state.privates["MH"] == "gone"


def test_mohawk_and_hudson_waits_while_another_has_begun_their_turn():
    game = with_mh("p2").started("PRR", 67, "p3", p3=20, p2=20)
    game.do(SellShares("p2", "PRR", 10))
    assert game.refused(ExchangePrivate("p1", "MH", "initial")) == {"exchange.between"}


def test_mohawk_and_hudson_may_be_exchanged_before_the_nyc_is_started():
    game = Position("1830", 3).privates(MH="p1").close_privates().stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "MH", "initial"))
    assert game.percent("NYC", "p1") == 10
    assert game.refused(SellShares("p1", "NYC", 10)) == {"sell.unpriced"}


def test_mohawk_and_hudson_is_exchanged_by_its_owner_for_a_share_that_is_there():
    assert with_mh().refused(ExchangePrivate("p2", "MH", "initial")) == {"exchange.not_yours"}
    assert with_mh().refused(ExchangePrivate("p1", "MH", "pool")) == {"buy.none"}
    game = Position("1830", 3).privates(SV="p1").close_privates().stock_round(2, "p1")
    assert game.refused(ExchangePrivate("p1", "SV", "initial")) == {"exchange.power"}


def test_exchanged_share_counts_for_floating():
    game = Position("1830", 3).privates(MH="p1").close_privates()
    game.started("NYC", 67, "p2", p2=50).stock_round(2, "p1")
    game.do(ExchangePrivate("p1", "MH", "initial"))
    assert game.state.companies["NYC"].floated


def test_share_exchanged_for_the_mohawk_and_hudson_may_come_from_the_pool():
    game = Position("1830", 3).privates(MH="p1").close_privates()
    game.started("NYC", 67, "p2", p2=20, pool=10).stock_round(2, "p1")
    assert len(game.offered("exchange")) == 2
    game.do(ExchangePrivate("p1", "MH", "pool"))
    assert game.percent("NYC", "pool") == 0


def test_mohawk_and_hudson_is_exchanged_within_sixty_percent():
    for held, allowed in ((50, True), (60, False)):
        game = Position("1830", 3).privates(MH="p1").close_privates()
        game.started("NYC", 67, "p1", p1=held).stock_round(2, "p1")
        swap = ExchangePrivate("p1", "MH", "initial")
        assert game.refused(swap) == (set() if allowed else {"buy.holding"})


def test_exchange_of_one_certificate_for_another_keeps_the_number():
    game = full_house().privates(CS="gone", MH="p1")  # 20 of 20
    game.started("NYC", 67, "p2", p2=20)
    assert game.allowed(ExchangePrivate("p1", "MH", "initial"))
    game.privates(DH="p1")
    assert game.refused(ExchangePrivate("p1", "MH", "initial")) == {"buy.certificates"}


def test_by_another_reading_the_exchange_is_allowed_over_the_certificate_limit_too():
    game = full_house(exchange_any_time=True).privates(CS="gone", MH="p1", DH="p1")
    game.started("NYC", 67, "p2", p2=20)
    assert game.allowed(ExchangePrivate("p1", "MH", "initial"))


def test_exchange_may_bring_the_presidency():
    game = Position("1830", 3).privates(MH="p1").close_privates()
    game.started("NYC", 67, "p2", p2=20, p1=20).stock_round(2, "p3")
    game.do(ExchangePrivate("p1", "MH", "initial"))
    assert game.president("NYC") == "p1"


def test_exchange_in_ones_own_turn_counts_as_acting_and_not_as_buying():
    game = with_mh("p1").do(ExchangePrivate("p1", "MH", "initial"))
    assert game.rules.actor(game.state) == "p1"
    assert game.allowed(StartCompany("p1", "PRR", 67))
    game = with_mh("p3")
    game.state.priority = "p3"
    game.do(ExchangePrivate("p1", "MH", "initial"), Pass("p3"), Pass("p1"), Pass("p2"))
    assert game.state.priority == "p3"  # nobody did anything in their own turn


def test_private_sales_are_offered_to_seller_and_buyer_after_the_first_round():
    game = Position("1830", 3).privates(SV="p1", CS="p2").close_privates()
    game.stock_round(2, "p1")
    pairs = {(sale.private, sale.seller, sale.buyer) for sale in game.offered("trade")}
    assert pairs == {("SV", "p1", "p2"), ("SV", "p1", "p3"), ("CS", "p2", "p1")}
    assert game.stock_round(1, "p1").offered("trade") == []


def test_private_is_sold_at_any_price_the_buyer_can_pay():
    game = Position("1830", 3).privates(BO="p1").close_privates().stock_round(2, "p1")
    for price in (0, 1, 800):
        assert game.allowed(SellPrivate("p1", "p2", "BO", price))
    assert game.refused(SellPrivate("p1", "p2", "BO", -1)) == {"unknown.sum"}


def test_buyer_of_a_private_keeps_to_their_certificate_limit():
    game = full_house().privates(DH="p2").stock_round(2, "p2")
    assert game.refused(SellPrivate("p2", "p1", "DH", 1)) == {"buy.certificates"}
    assert game.privates(SV="gone").allowed(SellPrivate("p2", "p1", "DH", 1))


def test_private_of_a_company_is_not_sold():
    game = Position("1830", 3).privates(SV="PRR").close_privates().stock_round(2, "p1")
    assert game.refused(SellPrivate("p1", "p2", "SV", 20)) == {"trade.not_yours"}
    assert game.offered("trade") == []


def test_owner_of_a_private_is_asked_though_no_share_is_to_be_had():
    game = Position("1830", 3).privates(SV="p1").close_privates().cash(p1=0, p2=0, p3=100)
    game.stock_round(2, "p1")
    judge.settle(game.rules, change := Change(game.state))
    game.state = change.state
    assert game.state.round.turn == "p1"
    assert game.allowed(SellPrivate("p1", "p3", "SV", 100))


def test_a_player_over_the_limit_sells_only_certificates_that_count():
    """The yellow shares could be sold, the president's certificates could not: p1 may pass."""
    game = Position("1830", 6).close_privates()
    for company in ("PRR", "NYC", "CPR", "C&O", "ERIE", "NYNH"):
        game.started(company, 67, "p1", p1=20)
    game.privates(SV="p1", CS="p1", DH="p1", MH="p1", CA="p1", BO="p1")  # 12 of 11
    game.started("B&M", 67, "p2", p2=20, p1=10).price("B&M", "4,3").stock_round(2, "p1")
    assert game.data.chart.cells["4,3"].price == 55
    assert game.allowed(Pass("p1"))
    assert "buy.certificates" in game.refused(BuyShare("p1", "PRR", "initial"))
    game.price("B&M", "5,6")  # 13 of 11, and this one counts
    assert game.refused(Pass("p1")) == {"pass.over"}
    assert "buy.over" in game.refused(BuyShare("p1", "B&M", "initial"))


def test_brown_shares_know_no_limits():
    game = full_house().price("B&M", "7,1")
    assert game.allowed(BuyShare("p1", "B&M", "initial"))
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=60, pool=40).price("PRR", "7,1").stock_round(2, "p1")
    game.do(*[BuyShare("p1", "PRR", "pool")] * 4)
    assert game.percent("PRR", "p1") == 100


def test_orange_shares_do_not_count():
    game = full_house().price("PRR", "5,1")
    assert game.allowed(StartCompany("p1", "NYC", 67))


def test_same_share_may_be_sold_in_two_sales_of_one_turn_at_falling_prices(game):
    game.do(SellShares("p1", "B&O", 10), SellShares("p1", "B&O", 10))
    assert game.state.cash["p1"] == 1000 + 100 + 90


def test_unfloated_company_falls_by_sales_only():
    game = Position("1830", 3).close_privates()
    game.started("PRR", 100, "p1", p1=30, p2=10).stock_round(2, "p2")
    assert game.do(SellShares("p2", "PRR", 10)).at("PRR") == 90


def test_a_player_who_has_sold_of_the_nyc_in_the_round_buys_none_and_may_exchange():
    game = Position("1830", 3).privates(MH="p1").close_privates()
    game.started("NYC", 67, "p2", p2=40, p1=20).stock_round(2, "p1")
    game.do(SellShares("p1", "NYC", 10))
    assert "buy.sold" in game.refused(BuyShare("p1", "NYC", "initial"))
    assert game.allowed(ExchangePrivate("p1", "MH", "initial"))


def test_brown_shares_sold_in_the_round_are_not_bought_again():
    game = Position("1830", 3).close_privates()
    game.started("NYC", 67, "p2", p2=40, p1=20, pool=20).price("NYC", "7,1")
    game.stock_round(2, "p1").do(SellShares("p1", "NYC", 10))
    assert game.refused(BuyShare("p1", "NYC", "pool")) == {"buy.sold"}
    assert game.allowed(SellShares("p1", "NYC", 10))
    game.do(Pass("p1"))
    assert game.allowed(BuyShare("p2", "NYC", "pool"))
