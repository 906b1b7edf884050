"""A company sells or buys its own shares; it buys privates."""

import pytest

from companion.rules.core.actions import BuyOwnShares, BuyPrivateForCompany, Pass, SellOwnShares
from tests.titles.steam_over_holland.game_start import at_price, company, table


@pytest.fixture
def nrs():
    """The manual's example: 60% in the treasury, 10% in the market, Pete (p1) 20%, Tom (p2) 10%."""
    game = company(table(3), "NRS", 100, "p1", cash=50, p1=20, p2=10, pool=10)
    return game.operating("NRS", "treasury", parts=2)


def test_no_more_is_sold_than_the_players_hold_together(nrs):
    assert nrs.refused(SellOwnShares("NRS", 40)) == {"treasury.players"}
    nrs.do(SellOwnShares("NRS", 30))
    assert nrs.state.cash["NRS"] == 50 + 300
    assert nrs.at("NRS") == 80  # two places down for three shares
    assert nrs.percent("NRS", "pool") == 40


def test_one_share_moves_no_price(nrs):
    assert nrs.do(SellOwnShares("NRS", 10)).at("NRS") == 100


def test_ledges_do_not_count_for_a_company(nrs):
    at_price(nrs, "NRS", 110).do(SellOwnShares("NRS", 30))
    assert nrs.at("NRS") == 90


def test_the_market_takes_half_at_most():
    game = company(table(3), "NRS", 100, "p1", p1=40, pool=30).operating("NRS", "treasury")
    assert game.refused(SellOwnShares("NRS", 30)) == {"treasury.full"}
    assert game.allowed(SellOwnShares("NRS", 20))


def test_a_company_sells_what_lies_in_its_treasury():
    game = company(table(3), "NRS", 100, "p1", p1=60, p2=30).operating("NRS", "treasury")
    assert game.refused(SellOwnShares("NRS", 20)) == {"treasury.none"}
    assert game.refused(SellOwnShares("NRS", 5)) == {"sell.step"}
    assert game.allowed(SellOwnShares("NRS", 10))


def test_shares_are_bought_back_from_the_market_for_the_price(nrs):
    nrs.cash(NRS=250)
    assert nrs.refused(BuyOwnShares("NRS", 20)) == {"treasury.market"}
    nrs.do(BuyOwnShares("NRS", 10))
    assert (nrs.state.cash["NRS"], nrs.percent("NRS", "NRS")) == (150, 70)
    assert nrs.at("NRS") == 100


def test_shares_bought_back_are_paid(nrs):
    assert nrs.refused(BuyOwnShares("NRS", 10)) == {"treasury.cash"}
    assert nrs.cash(NRS=100).allowed(BuyOwnShares("NRS", 10))


def test_once_in_a_turn_and_before_everything_else(nrs):
    nrs.do(SellOwnShares("NRS", 10))
    assert nrs.waiting() == "track"
    assert nrs.refused(SellOwnShares("NRS", 10)) == {"turn.not_now"}


def test_a_company_need_not_deal_in_its_shares(nrs):
    assert nrs.do(Pass("NRS")).waiting() == "track"


# --- privates


@pytest.fixture
def buying():
    game = table(3).phase("3").privates(KKI="p1", W="p2")
    company(game, "NRS", 100, "p1", cash=90, p1=40)
    return game.operating("NRS", "privates")


def test_privates_cost_1_to_their_printed_value(buying):
    assert buying.refused(BuyPrivateForCompany("NRS", "KKI", 0)) == {"private.range"}
    assert buying.refused(BuyPrivateForCompany("NRS", "KKI", 41)) == {"private.range"}
    assert buying.allowed(BuyPrivateForCompany("NRS", "KKI", 40))
    buying.do(BuyPrivateForCompany("NRS", "KKI", 1))
    assert buying.state.privates["KKI"] == "NRS"
    assert buying.state.cash["NRS"] == 89


def test_they_are_paid_from_the_treasury(buying):
    assert buying.refused(BuyPrivateForCompany("NRS", "W", 91)) == {"private.treasury"}
    assert buying.allowed(BuyPrivateForCompany("NRS", "W", 90))


def test_shares_of_other_players_too_and_several_in_a_turn(buying):
    buying.do(BuyPrivateForCompany("NRS", "KKI", 10), BuyPrivateForCompany("NRS", "W", 80))
    assert buying.waiting() == "track"


def test_companies_buy_privates_in_phases_3_and_4_only(buying):
    for phase, codes in (("2", {"private.phase"}), ("3", set()), ("4", set())):
        buying.state.phase = phase
        assert buying.refused(BuyPrivateForCompany("NRS", "KKI", 40)) == codes
    buying.state.phase = "5"
    assert "private.phase" in buying.refused(BuyPrivateForCompany("NRS", "KKI", 40))


def test_the_share_of_a_private_stays_with_its_player_when_a_company_buys_the_private(buying):
    buying.privates(KO="p2")
    buying.state.certificates["NRS_1"] = "p2"
    buying.do(BuyPrivateForCompany("NRS", "KO", 1))
    assert buying.state.privates["KO"] == "NRS"
    assert buying.state.certificates["NRS_1"] == "p2"


def test_not_from_another_company(buying):
    buying.privates(W="AR")
    assert buying.refused(BuyPrivateForCompany("NRS", "W", 50)) == {"private.not_player"}


def test_own_shares_come_before_privates_and_privates_before_track(buying):
    buying.operating("NRS", "treasury")
    assert buying.refused(BuyPrivateForCompany("NRS", "KKI", 40)) == {"turn.not_now"}
    buying.do(Pass("NRS"))
    assert buying.waiting() == "privates"
    assert buying.do(Pass("NRS")).waiting() == "track"


def test_the_bank_pays_their_income_to_the_company_that_owns_them():
    game = table(3).privates(KKI="NRS", RW="p2")
    company(game, "NRS", 100, "p1", cash=0, p1=40).stock_round(2, "p1")
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert game.state.cash["NRS"] == 10
    assert game.state.cash["p2"] == 420
