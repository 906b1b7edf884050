"""The stock round: selling, prices and ledges, starting, buying, presidents, limits, its end."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.rules.judge import judge
from companion.titles.steam_over_holland.stock import ActivateShare
from tests.titles.steam_over_holland.game_start import at_price, company, table

# --- the manual's example of falling prices


@pytest.fixture
def example():
    """Pete (p1) holds 60% of the AR, as president, and 30% of the OSM; the NCS stands at 125."""
    game = table(3)
    company(game, "NCS", 125, "p3", p3=20)
    company(game, "AR", 180, "p1", p1=60)
    company(game, "OSM", 210, "p2", p2=40, p1=30)
    return game.stock_round(2, "p1")


def test_a_president_sells_past_the_ledges(example):
    example.do(SellShares("p1", "AR", 30))
    assert example.at("AR") == 125
    assert example.state.stacks[example.state.companies["AR"].cell] == ("NCS", "AR")


def test_a_player_who_is_not_president_sells_no_further_than_the_ledge(example):
    example.do(SellShares("p1", "OSM", 30))
    assert example.at("OSM") == 160
    assert example.state.cash["p1"] == 400 + 3 * 210


def test_no_fall_from_directly_above_a_ledge_unless_the_president_sells(example):
    at_price(example, "OSM", 160)
    example.do(SellShares("p1", "OSM", 20))
    assert example.at("OSM") == 160
    example.stock_round(2, "p2").do(SellShares("p2", "OSM", 10))
    assert example.at("OSM") == 140


@pytest.mark.parametrize("price", [110, 160, 240, 330])
def test_the_four_ledges(price):
    game = company(table(3), "OSM", price, "p2", p2=40, p1=30).stock_round(2, "p1")
    game.do(SellShares("p1", "OSM", 30))
    assert game.at("OSM") == price


def test_the_price_does_not_fall_below_the_lowest():
    game = company(table(3), "AR", 55, "p1", p1=60).stock_round(2, "p1")
    game.do(SellShares("p1", "AR", 40))
    assert game.at("AR") == 50


# --- selling


def test_shares_of_several_companies_in_one_turn_and_then_a_purchase(example):
    example.do(SellShares("p1", "AR", 10), SellShares("p1", "OSM", 20))
    assert example.allowed(BuyShare("p1", "NCS", "NCS"))


def test_shares_of_one_company_are_sold_together(example):
    example.do(SellShares("p1", "AR", 10))
    assert example.refused(SellShares("p1", "AR", 10)) == {"sell.together"}
    example.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert example.allowed(SellShares("p1", "AR", 10))


def test_a_purchase_ends_the_turn_so_selling_comes_first(example):
    example.do(BuyShare("p1", "NCS", "NCS"))
    assert example.rules.actor(example.state) == "p2"
    assert example.refused(SellShares("p1", "AR", 10)) == {"turn.not_yours"}


def test_the_open_market_takes_half_of_a_company_at_most(example):
    example.state.certificates["OSM_1"] = "pool"  # one of p2's
    example.state.certificates["OSM_8"] = "pool"
    example.state.certificates["OSM_7"] = "pool"
    assert example.refused(SellShares("p1", "OSM", 30)) == {"sell.pool"}
    assert example.allowed(SellShares("p1", "OSM", 20))


def test_a_company_started_in_this_round_is_not_sold_in_it():
    game = company(table(3), "AR", 100, "p1", p1=60).phase("3").stock_round(2, "p1")
    game.do(StartCompany("p1", "NRS", 65), Pass("p2"), Pass("p3"))
    assert game.refused(SellShares("p1", "NRS", 10)) == {"sell.started"}
    game.stock_round(3, "p1")
    assert game.allowed(SellShares("p1", "NRS", 10))


def test_the_presidents_certificate_is_never_sold():
    game = company(table(3), "AR", 100, "p1", p1=40, p2=10).stock_round(2, "p1")
    assert game.refused(SellShares("p1", "AR", 30)) == {"sell.president"}
    assert game.allowed(SellShares("p1", "AR", 20))


# --- starting


@pytest.mark.parametrize(("phase", "percent"), [("2", 20), ("3", 30), ("4", 40), ("5", 50)])
def test_a_start_takes_as_many_shares_as_the_number_of_the_phase(phase, percent):
    game = table(3).phase(phase).cash(p1=600).stock_round(2, "p1")
    game.do(StartCompany("p1", "NCS", 75))
    assert game.percent("NCS", "p1") == percent
    assert game.president("NCS") == "p1"
    assert game.percent("NCS", "NCS") == 100 - percent
    assert game.state.cash["NCS"] == 75 * percent // 10
    assert game.state.cash["p1"] == 600 - 75 * percent // 10


def test_in_phase_6_all_that_a_player_may_hold_is_bought():
    game = table(3).phase("6").cash(p1=600).do(StartCompany("p1", "NCS", 100))
    assert game.percent("NCS", "p1") == 60


def test_the_starting_price_is_one_of_the_yellow_ones():
    game = table(3)
    for price in (65, 70, 75, 80, 90, 100):
        assert game.allowed(StartCompany("p1", "NCS", price))
    assert game.refused(StartCompany("p1", "NCS", 60)) == {"start.par"}
    assert game.refused(StartCompany("p1", "NCS", 110)) == {"start.par"}


def test_a_start_is_paid_in_full_and_a_company_starts_once():
    game = table(3).cash(p1=199)
    assert game.refused(StartCompany("p1", "NCS", 100)) == {"start.cash"}
    assert game.allowed(StartCompany("p1", "NCS", 90))
    company(game, "NCS", 65, "p2", p2=20)
    assert game.refused(StartCompany("p1", "NCS", 65)) == {"start.started"}


def test_the_token_goes_to_the_right_of_those_at_the_price():
    game = company(table(3), "AR", 75, "p2", p2=20).do(StartCompany("p1", "NCS", 75))
    assert game.state.stacks[game.state.companies["NCS"].cell] == ("AR", "NCS")


# --- buying


def test_shares_of_the_treasury_pay_the_company_and_those_of_the_market_the_bank(example):
    example.do(SellShares("p1", "OSM", 10))
    example.stock_round(2, "p3").cash(p3=1000)
    example.do(BuyShare("p3", "OSM", "OSM"))
    assert (example.state.cash["p3"], example.state.cash["OSM"]) == (1000 - 180, 500 + 180)
    example.stock_round(2, "p3").do(BuyShare("p3", "OSM", "pool"))
    assert (example.state.cash["p3"], example.state.cash["OSM"]) == (1000 - 360, 500 + 180)


def test_one_share_a_turn_at_the_current_price(example):
    example.cash(p1=124)
    assert example.refused(BuyShare("p1", "NCS", "NCS")) == {"buy.cash"}
    example.cash(p1=125).do(BuyShare("p1", "NCS", "NCS"))
    assert example.rules.actor(example.state) == "p2"


def test_nothing_is_bought_of_a_company_that_is_not_started(example):
    assert example.refused(BuyShare("p1", "NRS", "NRS")) == {"buy.not_started"}
    assert example.refused(BuyShare("p1", "NCS", "pool")) == {"buy.none"}
    assert example.refused(BuyShare("p1", "NCS", "AR")) == {"buy.none"}


def test_nobody_buys_beyond_60_percent(example):
    assert example.refused(BuyShare("p1", "AR", "AR")) == {"buy.holding"}
    example.stock_round(2, "p2").cash(p2=1000)
    assert example.allowed(BuyShare("p2", "OSM", "OSM"))


def test_shares_sold_in_this_round_are_not_bought_in_it(example):
    example.do(SellShares("p1", "OSM", 10))
    assert example.refused(BuyShare("p1", "OSM", "pool")) == {"buy.sold"}
    example.stock_round(3, "p1")
    assert example.allowed(BuyShare("p1", "OSM", "pool"))


# --- presidents


def test_a_player_who_buys_more_than_the_president_takes_over():
    game = company(table(3), "AR", 65, "p1", p1=20, p2=20).stock_round(2, "p2")
    game.do(BuyShare("p2", "AR", "AR"))
    assert game.president("AR") == "p2"
    assert game.percent("AR", "p1") == 20


def test_equal_shares_change_no_president():
    game = company(table(3), "AR", 65, "p1", p1=30, p2=20).stock_round(2, "p2")
    game.do(BuyShare("p2", "AR", "AR"))
    assert game.president("AR") == "p1"


def test_the_first_to_the_left_of_two_with_more_becomes_president():
    game = company(table(4), "AR", 65, "p2", p2=40, p1=30, p4=30).stock_round(2, "p2")
    game.do(SellShares("p2", "AR", 20))
    assert game.president("AR") == "p4"


# --- certificates


def full(players: int = 3):
    """p1 has 16 certificates of 16 among three players, one of them a private."""
    game = table(players).privates(KKI="p1").cash(p1=2000)
    for symbol in ("AR", "NCS", "NSM"):
        company(game, symbol, 65, "p1", p1=60)  # five certificates each
    company(game, "OSM", 65, "p2", p2=40)
    return game.stock_round(2, "p1")


def test_privates_count_against_the_limit():
    game = full()
    assert game.refused(BuyShare("p1", "OSM", "OSM")) == {"buy.certificates"}
    assert game.refused(StartCompany("p1", "NRS", 65)) == {"buy.certificates"}
    game.privates(KKI="gone")
    assert game.allowed(BuyShare("p1", "OSM", "OSM"))


def test_a_start_counts_all_its_certificates():
    game = full().privates(KKI="gone").phase("3")  # 15 of 16; a start in phase 3 brings two
    assert game.refused(StartCompany("p1", "NRS", 65)) == {"buy.certificates"}
    game.phase("2")
    assert game.allowed(StartCompany("p1", "NRS", 65))


def test_a_player_who_is_over_the_limit_has_to_sell():
    game = full()
    game.privates(RW="p1")
    assert game.refused(Pass("p1")) == {"pass.over"}
    assert "buy.over" in game.refused(BuyShare("p1", "OSM", "OSM"))
    game.do(SellShares("p1", "AR", 10))
    assert game.allowed(Pass("p1"))


def test_a_player_who_is_over_the_limit_sells_of_one_company_until_they_are_not():
    game = full().privates(RW="p1", W="p1")  # two too many
    game.do(SellShares("p1", "AR", 10))
    assert game.refused(Pass("p1")) == {"pass.over"}
    game.do(SellShares("p1", "AR", 10))
    assert game.allowed(Pass("p1"))
    assert game.refused(SellShares("p1", "AR", 10)) == {"sell.together"}


@pytest.mark.parametrize(("players", "limit"), [(2, 18), (3, 16), (4, 14), (5, 12)])
def test_certificate_limits(players, limit):
    assert table(players).data.certificate_limit[players] == limit


# --- turns and the end of the round


def test_passing_does_not_put_one_out(example):
    example.do(Pass("p1"), BuyShare("p2", "OSM", "OSM"), Pass("p3"))
    assert example.allowed(SellShares("p1", "AR", 10))


def test_the_round_ends_when_all_pass_and_the_start_card_goes_left(example):
    example.state.priority = "p2"
    example.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert example.state.priority == "p3"
    assert example.rules.round_rules(example.state).name(example.state) == "OR 2.1"


def test_a_sale_breaks_the_row_of_passes(example):
    example.do(Pass("p1"), SellShares("p2", "OSM", 10), Pass("p2"), Pass("p3"))
    assert example.waiting() == "shares"
    example.do(Pass("p1"), Pass("p2"))
    assert example.waiting() != "shares"


def test_a_turn_without_choices_passes_by_itself():
    game = table(3).cash(p2=100).stock_round(1, "p1")
    game.do(StartCompany("p1", "NCS", 100))
    assert game.rules.actor(game.state) == "p2"  # 100 buys one share
    game.cash(p3=90).do(Pass("p2"))
    assert game.rules.actor(game.state) == "p1"


# --- the share of the seventh private


def with_share(players: int = 3, **options: object):
    """p2 has bought the private with the share of the NRS."""
    game = table(players, **options).privates(KO="p2")
    game.state.certificates["NRS_1"] = "p2"
    return game.cash(p1=700, p2=700)


def test_the_bank_pays_the_nrs_for_the_share_when_it_is_started():
    game = with_share().do(StartCompany("p1", "NRS", 80))
    assert game.state.cash["NRS"] == 160 + 80
    assert game.state.cash["p1"] == 700 - 160
    assert game.percent("NRS", "NRS") == 70


def test_the_share_does_not_count_as_one_of_those_to_start_with():
    game = with_share().stock_round(1, "p2").do(StartCompany("p2", "NRS", 80))
    assert game.percent("NRS", "p2") == 30
    assert game.state.cash["NRS"] == 160 + 80


def test_without_the_private_there_is_no_subsidy():
    game = table(3).do(StartCompany("p1", "NRS", 80))
    assert game.state.cash["NRS"] == 160


def test_the_owner_of_the_share_may_not_start_the_nrs_in_phase_6():
    game = with_share().phase("6").privates(KO="gone").stock_round(4, "p2")
    start = StartCompany("p2", "NRS", 65)
    assert game.refused(start) == {"start.share"}
    (refusal,) = judge.refusals(game.rules, game.state, start)
    assert refusal.says == "Jörg has 10% of NRS and may not start it in phase 6."
    assert refusal.rule == "Steam over Holland, Notes on private companies"
    assert game.allowed(StartCompany("p2", "NCS", 65))
    game.phase("5")
    assert game.allowed(StartCompany("p2", "NRS", 65))


def test_others_may_start_it_in_phase_6():
    game = with_share().phase("6").privates(KO="gone").stock_round(4, "p1")
    game.do(StartCompany("p1", "NRS", 65))
    assert game.percent("NRS", "NRS") == 30


def test_the_share_cannot_be_sold_before_the_nrs_has_a_price():
    game = with_share().stock_round(2, "p2")
    assert game.refused(SellShares("p2", "NRS", 10)) == {"sell.unpriced"}


# --- the optional rule of the start card


def test_the_start_card_goes_to_the_first_who_passed():
    game = company(table(3, first_passer=True), "AR", 65, "p1", p1=40).cash(p1=500, p2=500)
    company(game, "NCS", 65, "p3", p3=40)
    game.state.priority = "p3"
    game.stock_round(2, "p1").do(Pass("p1"), BuyShare("p2", "AR", "AR"), Pass("p3"))
    game.do(Pass("p1"), Pass("p2"))
    assert game.state.priority == "p3"


def test_shares_of_a_start_lie_face_down_and_are_turned_up_one_a_turn():
    game = table(3, first_passer=True).phase("4").cash(p1=700, p2=200, p3=200)
    company(game, "AR", 100, "p2", p2=40)
    game.stock_round(3, "p1").do(StartCompany("p1", "NRS", 100))
    assert game.state.cash["p1"] == 300  # paid in advance
    game.do(Pass("p2"), Pass("p3"))
    for left in (2, 1):
        assert game.refused(Pass("p1")) == {"pass.face_down"}
        assert "buy.face_down" in game.refused(BuyShare("p1", "AR", "AR"))
        assert len(game.offered("activate")) == 1
        game.do(ActivateShare("p1", "NRS"))
        assert len(game.state.round.inactive_shares) == left - 1
        game.do(Pass("p2"), Pass("p3"))
    assert game.allowed(Pass("p1"))
    assert game.refused(ActivateShare("p1", "NRS")) == {"share.none_down"}


def test_with_shares_face_down_another_company_may_be_started():
    game = table(3, first_passer=True).phase("3").cash(p1=700)
    game.stock_round(3, "p1").do(StartCompany("p1", "NRS", 65))
    assert game.refused(ActivateShare("p1", "NRS")) == {"turn.not_yours"}
    game.do(Pass("p2"), Pass("p3"), StartCompany("p1", "NCS", 65))
    assert sorted(game.state.round.inactive_shares) == [("p1", "NCS"), ("p1", "NRS")]


def test_in_phase_2_no_share_lies_face_down():
    game = table(3, first_passer=True).do(StartCompany("p1", "NRS", 65))
    assert game.state.round.inactive_shares == ()
    game = table(3).phase("4").cash(p1=700).do(StartCompany("p1", "NRS", 65))
    assert game.state.round.inactive_shares == ()  # nor ever by the plain rules


def test_a_share_is_not_turned_up_by_one_who_has_to_sell_first():
    game = full().stock_round(4, "p1", inactive_shares=(("p1", "AR"),))
    assert game.allowed(ActivateShare("p1", "AR"))
    game.privates(RW="p1")
    assert game.refused(ActivateShare("p1", "AR")) == {"pass.over"}
    assert game.do(SellShares("p1", "NCS", 10)).allowed(ActivateShare("p1", "AR"))


def test_by_the_plain_rules_the_start_card_goes_left_whoever_passed_first():
    for first_passer, card in ((False, "p2"), (True, "p3")):
        game = company(table(3, first_passer=first_passer), "AR", 65, "p1", p1=40)
        game.cash(p1=500, p2=500, p3=500).stock_round(2, "p2")
        game.state.priority = "p1"
        game.do(BuyShare("p2", "AR", "AR"), Pass("p3"), Pass("p1"), Pass("p2"))
        assert game.state.priority == card


def test_the_share_of_the_private_lies_never_face_down():
    game = with_share(first_passer=True).phase("3").stock_round(3, "p2")
    game.do(StartCompany("p2", "NRS", 65))
    assert game.percent("NRS", "p2") == 40
    assert game.state.round.inactive_shares == (("p2", "NRS"),)
