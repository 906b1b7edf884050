"""Tests of several kinds of companies in one game: shares, limits, prices, capital, changes."""

import pytest

from companion.ledger.entries import BANK, LedgerError
from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.judge.worth import total_worth
from companion.rules.shares import company_kinds, holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import share_trading
from tests.rules.small_title import Small


def abroad() -> Small:
    """Return a game with the foreign company at 67, partly held by p1 and p2."""
    game = Small()
    market.start(Change(game.state), "F", game.rules.market.pars(game.rules, game.state, "F")[67])
    change, own = Change(game.state), game.data.companies["F"]
    holdings.take(change, own, INITIAL, "p1", 14)
    holdings.take(change, own, INITIAL, "p2", 12)
    return game.stock_round(turn="p1")


# --- shares and prices


def test_a_price_is_that_of_one_share_of_the_kind() -> None:
    game = Small().stock_round(turn="p1")
    game.do(StartCompany("p1", "M1", 67))
    assert game.state.cash["p1"] == 1500 - 2 * 67
    game.stock_round(turn="p2").do(StartCompany("p2", "LA", 31))
    assert game.state.cash["p2"] == 1500 - 4 * 31


def test_one_share_is_bought_unless_more_is_said_and_paid_by_its_percent() -> None:
    game = abroad()
    game.do(BuyShare("p1", "F", INITIAL))
    assert (game.percent("F", "p1"), game.state.cash["p1"]) == (16, 1500 - 67)
    game.stock_round(turn="p2").do(BuyShare("p2", "F", INITIAL, 4))
    assert (game.percent("F", "p2"), game.state.cash["p2"]) == (16, 1500 - 134)


def test_a_purchase_is_a_whole_number_of_certificates_that_are_there() -> None:
    game = abroad()
    assert game.refused(BuyShare("p1", "F", INITIAL, 3)) == {"sell.step"}
    assert game.refused(BuyShare("p1", "F", INITIAL, -2)) == {"sell.step"}
    assert game.refused(BuyShare("p1", "F", POOL, 2)) == {"buy.none"}
    assert game.refused(BuyShare("p1", "F", INITIAL, 98)) >= {"buy.none"}
    assert game.refused(BuyShare("p1", "F", INITIAL, 6)) == {"buy.bought"}  # two at once


def test_each_size_of_certificate_is_offered() -> None:
    game = abroad()
    bought = [a for a in game.offered("buy") if a.company == "F"]
    assert bought == [BuyShare("p1", "F", INITIAL), BuyShare("p1", "F", INITIAL, 4)]


def test_a_sale_fetches_what_the_title_says() -> None:
    game = abroad()
    game.do(SellShares("p1", "F", 6))
    assert game.state.cash["p1"] == 1500 + 3 * 61
    game = Small().started("M1", 67, "p1", p1=40).stock_round(turn="p1")
    game.do(SellShares("p1", "M1", 20))
    assert game.state.cash["p1"] == 1500 + 2 * 67


def test_worth_counts_shares_of_each_kind() -> None:
    game = abroad()
    assert total_worth(game.rules, game.state, "p1") == 1500 + 7 * 67
    game.started("LA", 20, "p1", p1=25)
    assert total_worth(game.rules, game.state, "p1") == 1500 + 7 * 67 + 5 * 20


# --- limits


def test_one_kind_is_held_to_a_limit_and_another_is_not() -> None:
    game = Small().started("M1", 67, "p1", p1=60).started("LA", 20, "p1", p1=60)
    game.stock_round(turn="p1")
    assert game.refused(BuyShare("p1", "M1", INITIAL)) == {"buy.holding"}
    holdings.take(Change(game.state), game.data.companies["LA"], INITIAL, "LA", 40)
    assert game.allowed(BuyShare("p1", "LA", "LA"))
    assert share_trading.holding_limit(game.rules, game.state, "LA") is None


def test_a_zone_of_the_market_frees_of_the_limit() -> None:
    game = Small().started("M1", 67, "p1", p1=60).price("M1", "upper:0,0").stock_round(turn="p1")
    assert game.allowed(BuyShare("p1", "M1", INITIAL))


def test_the_pool_takes_any_number_of_a_kind_without_a_limit() -> None:
    game = Small().started("M1", 67, "p1", p1=30, pool=40).started("LA", 20, "p1", p1=30, pool=60)
    game.stock_round(turn="p1")
    assert game.refused(SellShares("p1", "LA", 10)) == set()
    game = Small().started("M1", 67, "p1", p1=40, pool=40).stock_round(turn="p1")
    assert game.refused(SellShares("p1", "M1", 20)) == {"sell.pool"}


def test_without_a_certificate_limit_nobody_is_over_one() -> None:
    game = Small()
    for company in ("LA", "LB", "LC"):
        game.started(company, 20 if company != "LC" else 31, "p1", p1=100)
    game.stock_round(turn="p1")
    assert share_trading.certificate_count(game.rules, game.state, "p1") == 3 * 17
    assert (
        holdings.certificate_limit(game.rules.data, game.state, len(game.rules.seats), "p1") is None
    )
    assert not share_trading.is_over(game.rules, game.state, "p1")
    assert game.allowed(StartCompany("p1", "M1", 67))


def test_certificates_of_a_kind_may_not_count() -> None:
    game = abroad()
    assert share_trading.certificate_count(game.rules, game.state, "p1") == 0


# --- presidents


def test_nobody_starts_or_presides_over_a_company_without_a_president() -> None:
    game = Small().stock_round(turn="p1")
    assert game.refused(StartCompany("p1", "F", 67)) == {"start.par"}
    assert not any(a.company == "F" for a in game.offered("start"))
    game = abroad()
    assert holdings.president(game.data, game.state, "F") is None
    assert game.refused(SellShares("p1", "F", 14)) == set()
    game.do(SellShares("p1", "F", 14))
    assert game.percent("F", POOL) == 14


# --- floating and capital


def test_a_kind_floats_at_its_own_percent_and_the_bank_pays_all_shares_at_par() -> None:
    game = Small().started("M1", 74, "p1", p1=50).stock_round(turn="p1")
    game.do(BuyShare("p1", "M1", INITIAL))
    assert game.state.companies["M1"].floated
    assert game.state.cash["M1"] == 740
    assert "floated" in game.told()


def test_a_buyer_of_shares_of_another_kind_pays_the_company() -> None:
    game = Small().stock_round(turn="p1")
    game.do(StartCompany("p1", "LA", 20))
    assert game.state.cash["LA"] == 4 * 20
    holdings.take(Change(game.state), game.data.companies["LA"], INITIAL, "LA", 80)
    bank = game.state.cash[BANK]
    game.stock_round(turn="p2").do(BuyShare("p2", "LA", "LA"))
    assert game.state.cash["LA"] == 5 * 20
    assert game.state.companies["LA"].floated
    assert game.state.cash[BANK] == bank  # it gets no other capital


# --- change of kind


def test_from_then_on_all_is_that_of_the_other_kind() -> None:
    game = Small().started("LA", 46, "p1", p1=85).stock_round(turn="p1")
    assert not share_trading.is_over(game.rules, game.state, "p1")
    change = Change(game.state)
    company_kinds.become(change, game.data, "LA", "grown")
    market.move(change, game.data, "LA", game.data.cells["upper:0,1"])
    assert game.at("LA") == 43
    assert market.market_of(game.data, game.state, "LA").name == "upper"
    assert share_trading.is_over(game.rules, game.state, "p1")
    assert game.refused(Pass("p1")) == {"pass.over"}
    game.rules.inventory.check(game.state)


def test_certificates_have_to_be_as_good_in_the_other_kind() -> None:
    game = Small()
    for other in ("major", "foreign"):
        with pytest.raises(ValueError, match=f"none of a company of kind {other}"):
            company_kinds.become(Change(game.state), game.data, "LA", other)


# --- markets


def test_par_prices_are_those_of_the_kind_s_market_and_of_the_phase() -> None:
    game = Small()
    assert list(game.rules.market.pars(game.rules, game.state, "M1")) == [82, 74, 67]
    assert list(game.rules.market.pars(game.rules, game.state, "LA")) == [46, 31, 20]
    game.state.phase = "late"
    assert list(game.rules.market.pars(game.rules, game.state, "M1")) == [74, 67]
    game.stock_round(turn="p1")
    assert game.refused(StartCompany("p1", "M1", 82)) == {"start.par"}
    assert game.allowed(StartCompany("p1", "M1", 74))
    game.state.phase = "last"
    assert not game.rules.market.pars(game.rules, game.state, "M1")
    assert not game.offered("start")


def test_a_par_price_is_full_when_as_many_stand_there_as_the_market_has_room_for() -> None:
    game = Small().started("LA", 31, "p1", p1=20)
    assert 31 in game.rules.market.pars(game.rules, game.state, "LC")
    game.started("LB", 31, "p1", p1=20).stock_round(turn="p1")
    assert list(game.rules.market.pars(game.rules, game.state, "LC")) == [46, 20]
    assert game.refused(StartCompany("p1", "LC", 31)) == {"start.par"}
    game.price("LA", "lower:0,4")
    assert game.allowed(StartCompany("p1", "LC", 31))


def test_companies_operate_market_by_market() -> None:
    game = Small()
    for company, par in (("LA", 46), ("M1", 67), ("LB", 20), ("M2", 82)):
        game.started(company, par, "p1", p1=20).floated(company, home=False)
    game.price("LA", "lower:0,9").price("M1", "upper:0,0")
    assert [game.at(c) for c in ("LA", "M1")] == [65, 40]
    assert game.rules.operating_order(game.state) == ["M2", "M1", "LA", "LB"]


def test_a_price_moves_on_its_own_market() -> None:
    game = Small().started("LA", 20, "p1", p1=40).started("M1", 67, "p1", p1=40)
    game.stock_round(turn="p1").do(SellShares("p1", "LA", 10))
    assert (game.at("LA"), game.at("M1")) == (16, 67)
    assert game.state.companies["LA"].cell == "lower:0,2"


def test_a_company_stands_on_the_market_of_its_kind() -> None:
    game = Small().started("LA", 46, "p1", p1=40)
    company_kinds.become(Change(game.state), game.data, "LA", "grown")
    with pytest.raises(LedgerError, match="LA stands on the market of another kind"):
        game.rules.inventory.check(game.state)
