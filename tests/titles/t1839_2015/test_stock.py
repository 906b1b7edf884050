"""Stock rounds: selling, buying, bundles, foreign shares, limits, the moves at the end."""

from dataclasses import replace

import pytest

from companion.rules.amend.limits import find_excesses, find_new_excesses
from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.rules.core.change import Change
from companion.rules.core.refusals import ALL_SOFT
from companion.rules.judge import judge
from companion.rules.shares import holdings
from companion.rules.shares.holdings import certificates_of, deal
from companion.titles.t1839_2015.stock import BuyBundle
from tests.titles.t1839_2015.game_start import entered, floated, priced, stock_round, table


def test_the_cards_are_those_of_the_last_acts():
    """A turn in which nothing can be done any more ends by itself."""
    at = stock_round().started("NRS", 67, "p3")
    at.do(Pass("p1"), BuyShare("p2", "NRS", "initial"), Pass("p3"))
    at.do(BuyShare("p1", "NRS", "initial"))
    at.do(Pass("p2"), Pass("p3"))
    assert at.state.round.cards == ("p3", "p2")
    at.do(Pass("p1"))
    assert at.state.order == ("p3", "p2", "p1")
    assert (at.state.round.number, at.rules.actor(at.state)) == (3, "p3")


# --- selling


def test_nothing_is_sold_in_the_first_round_nor_before_the_company_has_operated():
    at = floated(stock_round(1).started("NRS", 72, "p1", p1=40), "NRS")
    assert "sell.first_round" in at.refused(SellShares("p1", "NRS", 10))
    at = floated(stock_round().started("NRS", 72, "p1", p1=40), "NRS", operated=False)
    assert at.refused(SellShares("p1", "NRS", 10)) == {"sell.not_operated"}
    at = floated(stock_round().started("NRS", 72, "p1", p1=40), "NRS")
    assert at.allowed(SellShares("p1", "NRS", 10))


def test_a_sale_brings_the_price_and_moves_none():
    at = stock_round().phase("Green").started("NRS", 101, "p1", p1=50)
    floated(at, "NRS").do(SellShares("p1", "NRS", 30))
    assert at.state.cash["p1"] == 2303
    assert at.at("NRS") == 101
    assert at.percent("NRS", "pool") == 30
    assert at.refused(SellShares("p1", "NRS", 10)) == {"sell.president"}


def test_foreign_shares_are_sold_at_the_next_lower_price_and_at_the_lowest_itself():
    at = entered(stock_round().phase("Green"), "BEL", 72)
    for certificate in at.data.companies["BEL"].certificates[:2]:
        at.state.certificates[certificate] = "p1"
    before = at.state.cash["p1"]
    at.do(SellShares("p1", "BEL", 6))
    assert at.state.cash["p1"] - before == 201
    assert at.at("BEL") == 72
    priced(at, "BEL", 55)
    before = at.state.cash["p1"]
    at.do(SellShares("p1", "BEL", 2))
    assert at.state.cash["p1"] - before == 55


def test_the_director_after_a_sale():
    at = floated(stock_round().started("NRS", 72, "p1", p1=30, p2=20, p3=20), "NRS")
    at.do(SellShares("p1", "NRS", 20))
    assert at.president("NRS") == "p2"
    at = floated(stock_round().started("NRS", 72, "p1", p2=20), "NRS")
    at.do(SellShares("p1", "NRS", 10))
    assert at.president("NRS") == "p2"
    at = floated(stock_round().started("NRS", 72, "p1", p2=10), "NRS")
    assert at.refused(SellShares("p1", "NRS", 10)) == {"sell.president"}


# --- buying


def test_one_certificate_a_turn_and_none_of_what_one_sold():
    at = floated(stock_round().started("NRS", 72, "p1", p1=40), "NRS").started("SS", 67, "p2")
    at.do(SellShares("p1", "NRS", 10))
    assert at.refused(BuyShare("p1", "NRS", "pool")) == {"buy.sold"}
    at.do(BuyShare("p1", "SS", "initial"))
    assert at.refused(BuyShare("p1", "SS", "initial")) == {"buy.bought"}
    assert at.allowed(SellShares("p1", "NRS", 10))


def test_a_director_buys_up_to_thirty_percent_from_both_places_at_once():
    at = floated(stock_round().started("NRS", 72, "p1", p1=40, p2=20, pool=20), "NRS")
    assert at.refused(BuyBundle("p1", "NRS", 30, 0)) == {"buy.none"}  # 20 are there
    at = floated(stock_round().started("NRS", 72, "p1", p1=40, pool=20), "NRS")
    assert at.allowed(BuyBundle("p1", "NRS", 20, 0))
    assert at.refused(BuyBundle("p1", "NRS", 30, 0)) == {"buy.holding"}
    assert at.refused(BuyBundle("p1", "NRS", 20, 20)) == {"buy.bundle"}
    assert at.refused(BuyBundle("p1", "NRS", 10, 0)) == {"buy.bundle"}
    assert at.refused(BuyBundle("p1", "NRS", 15, 10)) == {"sell.step"}
    at.do(BuyBundle("p1", "NRS", 20, 10))
    assert at.percent("NRS", "p1") == 70
    assert at.state.cash["p1"] == 2000 - 3 * 72
    assert at.refused(BuyShare("p1", "NRS", "pool")) == {"buy.bought"}


def test_a_bundle_is_the_directors_alone():
    at = stock_round().started("NRS", 72, "p1", p2=10)
    at.do(Pass("p1"))
    assert at.refused(BuyBundle("p2", "NRS", 20, 0)) == {"buy.bundle_director"}
    assert at.allowed(BuyShare("p2", "NRS", "initial"))


def test_a_player_who_has_sixty_percent_buys_from_the_pool_alone():
    at = floated(stock_round().started("NRS", 72, "p1", p1=60, pool=10), "NRS")
    assert at.refused(BuyShare("p1", "NRS", "initial")) == {"buy.holding"}
    at.do(BuyShare("p1", "NRS", "pool"))
    assert at.percent("NRS", "p1") == 70
    at.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert at.allowed(Pass("p1"))  # nobody has to sell the shares that the pool has sold them


def test_starting_costs_twice_the_par_with_one_more_share_if_liked():
    at = stock_round()
    at.do(StartCompany("p1", "NRS", 72, 30))
    assert at.state.cash["p1"] == 2000 - 3 * 72
    assert at.percent("NRS", "p1") == 30
    at.do(StartCompany("p2", "SS", 67))
    assert at.state.cash["p2"] == 2000 - 2 * 67
    assert at.refused(StartCompany("p3", "AMS", 67, 40)) == {"start.percent"}
    assert at.refused(StartCompany("p3", "AMS", 89)) == {"start.par"}
    assert at.refused(StartCompany("p3", "BEL", 67)) != set()


@pytest.mark.parametrize(
    ("phase", "pars"),
    [
        ("Yellow", [67, 72, 80]),
        ("Green", [67, 72, 80, 89, 101]),
        ("Blue", [67, 72, 80, 89, 101, 116]),
        ("Gray", [67, 72, 80, 89, 101, 116, 135]),
    ],
)
def test_the_pars_of_a_phase_and_of_those_before_it(phase, pars):
    at = stock_round().phase(phase)
    assert sorted(at.rules.market.pars(at.rules, at.state, "NRS")) == pars


def test_a_company_floats_with_ten_times_its_par_once_forty_percent_are_left():
    at = stock_round().phase("Green").started("NRS", 101, "p1", p1=50)
    priced(at, "NRS", 116).cash(NRS=60)
    at.do(BuyShare("p1", "NRS", "initial"))
    assert at.state.companies["NRS"].floated
    assert at.state.cash["NRS"] == 1010 + 60


# --- foreign companies


def test_foreign_shares_from_green_on_once_the_company_is_parred():
    at = stock_round()
    assert "buy.foreign_unparred" in at.refused(BuyShare("p1", "BEL", "BEL", 2))
    entered(at, "BEL", 67)
    assert at.refused(BuyShare("p1", "BEL", "BEL", 2)) == {"buy.foreign_phase"}
    at.phase("Green")
    assert at.allowed(BuyShare("p1", "BEL", "BEL", 2))
    assert at.allowed(BuyShare("p1", "BEL", "BEL", 4))
    for percent in (3, 5, 6):
        assert at.refused(BuyShare("p1", "BEL", "BEL", percent)) == {"buy.foreign_size"}


def test_ruling_on_the_phase_buys_no_foreign_share_without_the_money():
    at = entered(stock_round(), "BEL", 67).cash(p1=66)
    one = BuyShare("p1", "BEL", "BEL", 2)
    assert at.refused(one) == {"buy.foreign_phase", "buy.cash"}
    assert "buy.cash" in {r.code for r in judge.refusals(at.rules, at.state, one) if not r.may_rule}
    at.cash(p1=67)
    assert at.refused(one) == {"buy.foreign_phase"}


@pytest.mark.parametrize(
    ("phase", "percent", "charter", "bank"),
    [("Green", 2, 34, 33), ("Green", 4, 67, 67), ("Brown", 4, 134, 0)],
)
def test_the_charter_gets_half_of_its_price_until_brown(phase, percent, charter, bank):
    at = entered(stock_round().phase(phase), "BEL", 67)
    before = at.state.cash["bank"]
    at.do(BuyShare("p1", "BEL", "BEL", percent))
    assert at.state.cash["BEL"] == charter
    assert at.state.cash["bank"] - before == bank


def test_certificates_are_dealt_afresh_so_that_every_sum_comes_true():
    at = entered(stock_round(players=6).phase("Green"), "BEL", 67)
    own = at.data.companies["BEL"]
    wanted = {**dict.fromkeys(at.rules.seats, 14), "pool": 14, "BEL": 2}
    deal(Change(at.state), own, wanted)
    assert [at.percent("BEL", place) for place in wanted] == [14] * 7 + [2]


# --- limits


def test_a_public_certificate_needs_fewer_than_the_limit_before_it():
    at = stock_round().started("NRS", 72, "p1", p1=30)
    at = entered(at.phase("Green"), "BEL", 67)
    count = sum(owner == "p1" for owner in at.state.certificates.values())
    limit = holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1")
    names = ["LVG", "SHZ", "CO", "RWS", "SWO", "VVD", "BOR", "CM", "VER", "PTT", "GEN", "AMB"]
    more = limit - count - 1
    for company in ("SS", "HIJSM"):
        at.started(company, 67, "p1", p1=50)
        more -= 4
    at.privates(**dict.fromkeys(names[:more], "p1"))
    assert at.allowed(BuyShare("p1", "NRS", "initial"))
    assert "buy.certificates" in at.refused(BuyBundle("p1", "NRS", 20, 0))
    at.do(BuyShare("p1", "NRS", "initial"), Pass("p2"), Pass("p3"))
    assert "buy.certificates" in at.refused(BuyShare("p1", "NRS", "initial"))
    assert at.allowed(BuyShare("p1", "BEL", "BEL", 4))


def test_eighty_percent_of_a_company_raise_the_limit_by_two():
    at = floated(stock_round().started("NRS", 72, "p1", p1=70, pool=20), "NRS")
    assert holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") == 21
    at.do(BuyShare("p1", "NRS", "pool"))
    assert holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") == 23
    floated(at.started("SS", 72, "p1", p1=80), "SS")
    assert holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") == 25


@pytest.mark.parametrize(("percent", "count"), [(80, []), (70, [22])])
def test_the_self_check_counts_by_the_raised_limit(percent, count):
    """21 for three players; 22 certificates are too many for one who has 80% of no company."""
    at = stock_round().started("NRS", 72, "p1", p1=percent)
    mine = certificates_of(at.data, at.state, "p1")
    at.privates(**dict.fromkeys(list(at.data.privates)[: 22 - mine], "p1"))
    assert [excess.count for excess in find_excesses(at.rules, at.state)] == count


def test_a_bundle_is_bound_by_limits_as_a_purchase_is():
    at = stock_round().started("NRS", 72, "p1", p1=50).cash(p1=1000)
    mine = certificates_of(at.data, at.state, "p1")
    at.privates(**dict.fromkeys(list(at.data.privates)[: 20 - mine], "p1"))
    bundle = BuyBundle("p1", "NRS", 20, 0)
    after = judge.apply(at.rules, at.state, bundle, ALL_SOFT).state
    assert [e.kind for e in find_new_excesses(at.rules, at.state, bundle, after)] == [
        "certificates"
    ]


# --- the end of the round


def test_prices_fall_for_what_lies_in_the_pool_and_foreign_ones_rise_with_the_players():
    at = stock_round().phase("Green").started("NRS", 101, "p1", p1=30, pool=30)
    floated(at, "NRS")
    floated(priced(at.started("SS", 67, "p1", p1=30, pool=40), "SS", 56), "SS")
    at.started("AMS", 101, "p2", pool=10)  # not floated
    entered(entered(at, "BEL", 67), "D", 80)
    for certificate in at.data.companies["BEL"].certificates:
        at.state.certificates[certificate] = "p3"
    at.state.certificates[at.data.companies["D"].certificates[0]] = "pool"
    turns = at.rules.rounds[type(at.state.round)]
    at.state.round = replace(at.state.round, cards=("p1", "p2", "p3"))
    turns.close(Change(at.state))
    assert (at.at("NRS"), at.at("SS"), at.at("AMS")) == (72, 55, 101)
    assert (at.at("BEL"), at.at("D")) == (72, 72)


def test_six_players_are_never_over_their_limit_after_the_auction():
    at = table(6)
    assert holdings.certificate_limit(at.rules.data, at.state, len(at.rules.seats), "p1") == 11
    sold = [p for p, owner in at.state.privates.items() if owner == "bank"]
    assert len(sold) + 2 == 11
