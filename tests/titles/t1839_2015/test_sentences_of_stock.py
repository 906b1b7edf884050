"""Sentences of the book on set-up, auction, stock rounds and score, both ways.

No other test goes through them. Each sentence of the list has its tests.
"""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyPrivate,
    BuyShare,
    DiscountPrivate,
    Pass,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.explain.summary import standings
from companion.rules.judge.worth import total_worth
from companion.rules.shares.holdings import certificates_of, deal
from companion.titles.t1839_2015.auction import LaySum
from companion.titles.t1839_2015.stock import BuyBundle
from tests.titles.t1839_2015.game_start import entered, floated, priced, stock_round, table
from tests.titles.t1839_2015.sections import proofs_of
from tests.titles.t1839_2015.stock_sentences import SENTENCES
from tests.titles.t1839_2015.test_auction import elsewhere, laid
from tests.titles.t1839_2015.test_owners import all_pass


@pytest.mark.parametrize("heading", SENTENCES)
def test_every_sentence_has_its_tests(heading):
    for sentence, *proofs in SENTENCES[heading]:
        assert proofs and all(map(proofs_of, proofs)), sentence


def closed(at):
    """The stock round's end, all of whose cards are taken."""
    at.state.round = replace(at.state.round, cards=at.state.order)
    at.rules.rounds[type(at.state.round)].close(Change(at.state))
    return at


def certificates(at, player, count):
    """The player has that many certificates, by privates that are handed to them."""
    lacking = count - certificates_of(at.data, at.state, player)
    free = [private for private, owner in at.state.privates.items() if owner == "gone"]
    assert 0 <= lacking <= len(free)
    return at.privates(**dict.fromkeys(free[:lacking], player))


# --- Private Auction


def test_nobody_passes_in_the_auction():
    at = table()
    assert at.refused(Pass("p1")) == {"turn.not_now"}
    assert at.allowed(LaySum("p1", "LVG", 40))
    at = laid(*elsewhere(("LVG", 60)))
    assert at.refused(Pass("p1")) == {"turn.not_now"}
    assert at.refused(LaySum("p1", "LVG", 40)) == {"turn.not_now"}
    assert at.allowed(DiscountPrivate("p1", "LVG"))


@pytest.mark.parametrize(("cash", "enough"), [(10, True), (9, False)])
def test_a_private_is_paid_with_the_cash_one_has(cash, enough):
    at = laid(*elsewhere(("LVG", 60))).cash(p1=cash)
    assert at.allowed(BuyPrivate("p1", "LVG")) is enough
    assert at.refused(BuyPrivate("p1", "LVG")) <= {"private.cash"}
    assert at.allowed(DiscountPrivate("p1", "RWS"))


def test_only_what_is_unsold_is_discounted_and_bought():
    at = laid(*elsewhere(("LVG", 60))).do(BuyPrivate("p1", "CO"))
    for private, code in (("CO", "gone"), ("SLC", "not_sold"), ("NFLM", "not_sold")):
        assert at.refused(DiscountPrivate("p2", private)) == {f"private.{code}"}
        assert at.refused(BuyPrivate("p2", private)) == {f"private.{code}"}
    at.do(DiscountPrivate("p2", "RWS"), DiscountPrivate("p3", "RWS"))
    assert at.rules.sale.price(at.state, "RWS") == 250 - 2 * 20


def test_the_order_after_the_auction_is_by_cash_and_ties_keep_theirs():
    at = laid(*elsewhere(("LVG", 60)), cards="1 2 3")
    at.privates(**dict.fromkeys(("SHZ", "CO", "RWS", "SWO", "VVD", "BOR", "CM", "VER"), "p3"))
    at.cash(p1=150, p2=60, p3=60).do(BuyPrivate("p1", "LVG"))
    assert [at.state.cash[player] for player in at.rules.seats] == [140, 60, 60]
    assert at.state.order == ("p2", "p3", "p1")


# --- Stock Rounds > Overview


@pytest.mark.parametrize(
    ("action", "cost"),
    [
        (BuyShare("p1", "NRS", "initial"), 72),
        (BuyShare("p1", "NRS", "pool"), 72),
        (BuyBundle("p1", "NRS", 10, 20), 216),
        (StartCompany("p1", "HIJSM", 80), 160),
        (StartCompany("p1", "HIJSM", 80, 30), 240),
        (BuyShare("p1", "BEL", "BEL"), 67),
        (BuyShare("p1", "BEL", "BEL", 4), 134),
    ],
    ids=str,
)
def test_purchases_take_no_more_than_the_cash(action, cost):
    at = entered(stock_round().phase("Green"), "BEL", 67)
    floated(at.started("NRS", 72, "p1", p1=40, pool=30), "NRS")
    short = {"buy.cash", "start.cash"}
    assert at.cash(p1=cost - 1).refused(action) & short
    before = at.cash(p1=cost, p2=2000).state.cash["p1"]
    at.do(action)
    assert before - at.state.cash["p1"] == cost


def test_the_phase_at_the_end_of_the_round_says_how_many_operating_rounds_follow():
    for phase, parts in (("Yellow", 1), ("Green", 2), ("Blue", 2), ("Brown", 3), ("Red", 3)):
        at = stock_round().phase(phase).started("NRS", 67, "p1", p1=60)
        all_pass(floated(at, "NRS"))
        assert (at.state.round.part, at.state.round.parts) == (1, parts)


def test_a_phase_that_comes_in_a_set_does_not_make_it_longer():
    at = stock_round().started("NRS", 67, "p1", p1=60)
    all_pass(floated(at, "NRS")).trains("NRS", "2").phase("Green")
    while at.state.round.kind == "operating":
        at.do(Pass("NRS"))
    assert (at.state.round.kind, at.state.round.number) == ("stock", 3)


# --- Selling shares


def test_the_pool_takes_any_number():
    at = floated(stock_round().started("NRS", 72, "p2", p1=40, p2=20, pool=40), "NRS")
    at.do(SellShares("p1", "NRS", 40))
    assert at.percent("NRS", "pool") == 80


def test_shares_of_unfloated_companies_are_not_sold():
    at = stock_round().started("NRS", 72, "p1", p1=30)
    assert at.refused(SellShares("p1", "NRS", 10)) == {"sell.not_operated"}
    assert floated(at, "NRS").allowed(SellShares("p1", "NRS", 10))


def test_one_share_of_a_double_certificate_is_sold_and_the_other_swapped():
    at = entered(stock_round().phase("Green"), "BEL", 72)
    at.state.certificates[at.data.companies["BEL"].certificates[0]] = "p1"
    assert at.refused(SellShares("p1", "BEL", 1)) == {"sell.step"}
    assert at.refused(SellShares("p1", "BEL", 3)) == {"sell.step"}
    at.do(SellShares("p1", "BEL", 2))
    assert (at.percent("BEL", "p1"), at.percent("BEL", "pool")) == (2, 2)
    assert "certificates_moved" in at.told()


# --- Buying shares


def test_a_director_keeps_their_certificate_and_sells_down_to_it():
    at = floated(stock_round().started("NRS", 72, "p1", p1=40, p2=10), "NRS")
    assert at.refused(SellShares("p1", "NRS", 30)) == {"sell.president"}
    at.do(SellShares("p1", "NRS", 20))
    assert at.president("NRS") == "p1"
    assert at.refused(SellShares("p1", "NRS", 10)) == {"sell.president"}


def test_sold_shares_are_bought_again_in_the_next_round():
    at = floated(stock_round().started("NRS", 72, "p1", p1=50), "NRS").started("SS", 67, "p1")
    at.do(SellShares("p1", "NRS", 20))
    for action in (BuyShare("p1", "NRS", "initial"), BuyBundle("p1", "NRS", 0, 20)):
        assert "buy.sold" in at.refused(action)
    assert at.allowed(BuyShare("p1", "SS", "initial"))
    at.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert at.refused(BuyShare("p1", "NRS", "pool")) == {"buy.sold"}  # the same round
    assert at.stock_round(3).allowed(BuyShare("p1", "NRS", "pool"))


def test_ordinary_certificates_are_of_companies_that_have_a_par():
    at = stock_round()
    assert at.refused(BuyShare("p1", "NRS", "initial")) == {"buy.not_started"}
    assert at.refused(BuyBundle("p1", "NRS", 20, 0)) == {"buy.not_started"}
    at.do(StartCompany("p1", "NRS", 67))
    assert at.refused(StartCompany("p2", "NRS", 67)) == {"start.started"}
    assert at.refused(BuyShare("p2", "NRS", "initial", 20))
    assert at.refused(BuyShare("p2", "NRS", "pool")) == {"buy.none"}
    assert at.allowed(BuyShare("p2", "NRS", "initial"))


def test_a_single_or_a_double_share_as_far_as_there_is_one():
    at = entered(stock_round().phase("Green"), "BEL", 67)
    deal(Change(at.state), at.data.companies["BEL"], {"p2": 94, "BEL": 2, "pool": 4})
    assert at.refused(BuyShare("p1", "BEL", "BEL", 4)) == {"buy.none"}
    assert at.allowed(BuyShare("p1", "BEL", "BEL"))
    at.do(BuyShare("p1", "BEL", "pool", 4))
    assert at.percent("BEL", "pool") == 0


def test_foreign_shares_of_the_pool_cost_the_price_now_and_the_bank_has_all_of_it():
    at = priced(entered(stock_round().phase("Green"), "BEL", 67), "BEL", 80)
    deal(Change(at.state), at.data.companies["BEL"], {"BEL": 90, "pool": 10})
    before = at.state.cash["bank"]
    at.do(BuyShare("p1", "BEL", "pool", 4))
    assert at.state.cash["p1"] == 2000 - 160
    assert at.state.cash["bank"] - before == 160
    assert at.state.cash["BEL"] == 0


def test_in_the_first_round_a_director_by_a_private_buys_a_bundle():
    at = stock_round(1).started("SS", 67, "p1").do(BuyBundle("p1", "SS", 30, 0))
    assert at.percent("SS", "p1") == 50


# --- "Starting" or "floating", directors


def test_a_marker_comes_under_those_there_and_shares_cost_the_price_not_the_par():
    at = stock_round().started("SS", 72, "p2").do(StartCompany("p1", "NRS", 72))
    assert at.state.stacks[at.state.companies["NRS"].cell] == ("SS", "NRS")
    assert at.state.cash["p1"] == 2000 - 144
    assert at.state.cash["NRS"] == 0
    priced(at, "NRS", 101).do(BuyShare("p2", "NRS", "initial"))
    assert at.state.cash["p2"] == 2000 - 101


def test_with_half_of_it_in_the_ipo_a_company_has_not_floated():
    at = stock_round().started("NRS", 72, "p1", p1=40).do(BuyShare("p1", "NRS", "initial"))
    assert not at.state.companies["NRS"].floated
    at.do(BuyShare("p2", "NRS", "initial"))
    assert at.state.companies["NRS"].floated
    assert at.state.cash["NRS"] == 720


@pytest.mark.parametrize(("held", "director"), [(20, "p1"), (30, "p2")])
def test_a_player_who_buys_more_than_the_director_has_becomes_director_floated_or_not(
    held, director
):
    at = stock_round(turn="p2").started("NRS", 72, "p1", p1=30, p2=held)
    at.do(BuyShare("p2", "NRS", "initial"))
    assert at.president("NRS") == director
    assert (at.percent("NRS", "p1"), at.percent("NRS", "p2")) == (30, held + 10)


@pytest.mark.parametrize(("cards", "director"), [("1 2 3 4", "p3"), ("2 4 3 1", "p4")])
def test_ties_go_to_the_next_in_the_order_of_the_cards_from_the_director(cards, director):
    at = stock_round(turn="p2", players=4)
    at.state.order = tuple(f"p{card}" for card in cards.split())
    floated(at.started("NRS", 72, "p2", p1=20, p2=30, p3=20, p4=20), "NRS")
    at.do(SellShares("p2", "NRS", 20))
    assert at.president("NRS") == director


def test_a_player_who_keeps_as_much_as_others_have_stays_director():
    at = floated(stock_round().started("NRS", 72, "p1", p1=40, p2=30), "NRS")
    at.do(SellShares("p1", "NRS", 10))
    assert at.president("NRS") == "p1"
    at.do(SellShares("p1", "NRS", 10))
    assert at.president("NRS") == "p2"


# --- Certificate limit


def over(number=2):
    """With 22 certificates Anneke has one too many; NRS may be sold, but in the first round."""
    at = entered(stock_round(number).phase("Green"), "BEL", 67)
    floated(at.started("NRS", 72, "p1", p1=40), "NRS").started("SS", 67, "p2")
    return certificates(at, "p1", 22)


def test_a_player_who_is_over_the_limit_sells_first_and_goes_on_when_they_are_not():
    at = over()
    assert at.refused(Pass("p1")) == {"pass.over"}
    for action in (BuyShare("p1", "BEL", "BEL"), StartCompany("p1", "HIJSM", 67)):
        assert "buy.over" in at.refused(action)
    at.do(SellShares("p1", "NRS", 10))
    assert at.refused(BuyShare("p1", "SS", "initial")) == {"buy.certificates"}
    assert at.allowed(BuyShare("p1", "BEL", "BEL"))
    assert at.allowed(Pass("p1"))


def test_a_player_who_is_over_the_limit_and_may_sell_nothing_goes_on():
    at = over(number=1)
    assert at.refused(BuyShare("p1", "SS", "initial")) == {"buy.certificates"}
    assert at.allowed(BuyShare("p1", "BEL", "BEL", 4))
    assert at.allowed(Pass("p1"))


def test_the_limit_falls_again_with_the_eighty_percent():
    at = floated(stock_round().started("NRS", 72, "p1", p1=80), "NRS")
    certificates(at, "p1", 22).do(SellShares("p1", "NRS", 10))
    assert at.allowed(Pass("p1"))  # 21 of 21
    at = floated(stock_round().started("NRS", 72, "p1", p1=80), "NRS")
    certificates(at, "p1", 23).do(SellShares("p1", "NRS", 10))
    assert at.refused(Pass("p1")) == {"pass.over"}
    assert at.do(SellShares("p1", "NRS", 10)).allowed(Pass("p1"))


@pytest.mark.parametrize(
    ("held", "pooled", "count", "allowed"),
    [
        (70, 20, 20, True),  # the first makes 80%, so that 23 are the limit for the second
        (70, 20, 21, False),
        (60, 30, 19, True),  # the second makes them
        (60, 30, 20, False),
        (50, 20, 20, False),
        (50, 20, 19, True),
    ],
)
def test_the_limit_rises_within_a_bundle(held, pooled, count, allowed):
    at = floated(stock_round().started("NRS", 72, "p1", p1=held, pool=pooled), "NRS")
    bundle = BuyBundle("p1", "NRS", 0, pooled)
    certificates(at, "p1", count)
    assert at.allowed(bundle) is allowed
    assert at.refused(bundle) <= {"buy.certificates"}


def test_a_refused_bundle_tells_the_limit_that_rises():
    at = floated(stock_round().started("NRS", 72, "p1", p1=70, pool=20), "NRS")
    certificates(at, "p1", 20)
    sheet = at.rules.waiting(at.state).sheet(at.state, BuyBundle("p1", "NRS", 0, 20))
    assert [cells for _, cells in sheet.rows] == [("70%", "20 < 21"), ("80%", "21 < 23")]


def test_a_player_who_gives_two_certificates_for_the_directors_needs_room_for_one_all_the_same():
    at = floated(stock_round(turn="p2").started("NRS", 72, "p1", p1=30, p2=30), "NRS")
    buy = BuyShare("p2", "NRS", "initial")
    assert certificates(at, "p2", 20).allowed(buy)
    assert certificates(at, "p2", 21).refused(buy) == {"buy.certificates"}


# --- Stock price movement


def test_shares_in_the_pool_pull_after_each_round_and_no_further_than_the_bottom():
    at = stock_round().phase("Green").started("NRS", 101, "p1", p1=30, pool=30)
    floated(at, "NRS")
    prices = [closed(at.stock_round(number)).at("NRS") for number in (2, 3, 4)]
    assert prices == [72, 59, 55]


def test_companies_that_fall_come_under_those_there_in_operating_order():
    at = stock_round()
    for company, price, pool in (("SS", 56, 20), ("AMS", 59, 30), ("NRS", 55, 10)):
        at.started(company, 67, "p1", p1=30, pool=pool)
        floated(priced(at, company, price), company)
    closed(at)
    assert at.state.stacks[at.state.companies["NRS"].cell] == ("NRS", "AMS", "SS")


def test_nothing_rises_for_being_sold_out_but_foreign_companies():
    at = entered(stock_round().phase("Green"), "BEL", 67)
    floated(at.started("NRS", 72, "p1", p1=60, p2=40), "NRS")
    deal(Change(at.state), at.data.companies["BEL"], {"p1": 50, "p3": 50})
    closed(at)
    assert (at.at("NRS"), at.at("BEL")) == (72, 72)
    deal(Change(at.state), at.data.companies["BEL"], {"p1": 98, "BEL": 2})
    assert closed(at.stock_round(3)).at("BEL") == 72
    deal(Change(at.state), at.data.companies["BEL"], {"p1": 98, "pool": 2})
    assert closed(at.stock_round(4)).at("BEL") == 67
    assert closed(priced(at, "BEL", 55).stock_round(5)).at("BEL") == 55
    assert at.state.companies["OZ"].cell is None  # it has not entered


# --- Scoring


def test_holdings_of_companies_count_for_nobody():
    at = floated(stock_round().started("NRS", 72, "p1", p1=60), "NRS")
    before = total_worth(at.rules, at.state, "p1")
    at.cash(NRS=900).trains("NRS", "2").privates(BOR="NRS")
    assert total_worth(at.rules, at.state, "p1") == before == 2000 + 6 * 72
    assert total_worth(at.privates(BOR="p1").rules, at.state, "p1") == before + 180


def test_players_with_as_much_share_the_place():
    at = stock_round().cash(p1=300, p2=500, p3=300)
    rows = standings(at.rules, at.state)
    assert [(row.place, row.id) for row in rows] == [(1, "p2"), (2, "p1"), (2, "p3")]
