"""Leaving the game (§9): by conceding, or bankrupt; in stock rounds and in between."""

import json

import pytest

from companion.rules.core.actions import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Pass,
    SellHoldings,
    SellShares,
    SetPar,
)
from companion.rules.core.change import Change
from companion.rules.core.state import TrainCard, state_from_json, state_to_json, type_of
from companion.rules.explain.summary import summary
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.judge.worth import total_worth
from companion.rules.money.debts import Debt
from companion.rules.operating.emergency_money import owe
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.title_state import game_of
from tests.titles.t1839.game_start import floated, priced, stock_round, table
from tests.titles.t1839.operating_positions import company, moment


def supply(at):
    """How many trains of each type are left in the supply."""
    lying = [type_of(t) for t, card in at.state.trains.items() if card.place == "depot"]
    return {name: lying.count(name) for name in at.data.trains}


# --- the leaver's belongings


def test_they_have_no_more_turns_and_score_nothing():
    at = stock_round().started("MSS", 74, "p2", p2=40, p1=20).do(Concede("p1"))
    assert at.state.order == ("p2", "p3")
    assert at.state.cash["p1"] == 0
    assert total_worth(at.rules, at.state, "p1") == 0
    assert game_of(at.state).departed_players == ("p1",)
    assert at.refused(Concede("p1")) == {"concede.left"}
    assert at.refused(AgreeWinner("p1")) == {"agree.left"}
    assert at.refused(BuyShare("p1", "MSS", "initial")) == {"turn.not_yours"}
    assert summary(at.rules, at.state).standings[-1].id == "p1"


def test_anyone_concedes_on_anyone_s_turn():
    at = stock_round(turn="p2").started("MSS", 74, "p2", p2=40)
    at.do(Concede("p3"))
    assert (at.rules.actor(at.state), at.state.order) == ("p2", ("p1", "p2"))
    at = table().do(Concede("p3"))
    assert (at.rules.actor(at.state), at.state.round.kind) == ("p1", "auction")


def test_their_privates_are_out_of_the_game_with_the_train_of_one():
    at = stock_round().privates(DERTU="p1", WCTS="p1", KR="p2").do(Concede("p1"))
    assert at.state.privates["DERTU"] == at.state.privates["WCTS"] == "gone"
    assert at.state.privates["KR"] == "p2"
    assert at.state.trains["R4-2"].place == "gone"


def test_floated_companies_that_they_direct_are_nationalised_with_everybody_s_shares():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=20)
    at = floated(at, "MSS", 500).token("B19.0", "MSS").do(Concede("p1"))
    assert at.state.companies["MSS"].status == "gone"
    assert at.percent("MSS", "p2") == 0
    assert at.state.cash["MSS"] == 0
    assert at.state.board.tokens["B19.0"] == ("NS", None)
    assert game_of(at.state).nationalisers == ()  # it bars nobody


def test_those_that_they_do_not_direct_live_on_and_their_shares_are_sold():
    at = stock_round().started("MSS", 74, "p2", p2=40, p1=20)
    floated(at, "MSS", 100).do(Concede("p1"))
    assert (at.percent("MSS", "pool"), at.at("MSS")) == (20, 61)
    assert at.state.companies["MSS"].floated


def test_their_directors_may_redeem_what_they_leave():
    at = stock_round().started("MSS", 74, "p2", p2=40, p1=20)
    floated(at, "MSS", 148).do(Concede("p1"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("redeem", "p2")
    at.do(RedeemShares("MSS", 20))
    assert (at.percent("MSS", "MSS"), at.at("MSS"), at.state.cash["MSS"]) == (20, 74, 0)


def test_a_company_that_has_not_floated_goes_to_who_has_20_percent():
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=20, p3=10).do(Concede("p1"))
    assert at.president("MSS") == "p2"
    assert (at.percent("MSS", "pool"), at.at("MSS")) == (40, 51)


def test_the_next_by_the_cards_of_two_with_as_much():
    at = stock_round(cards="3 2 1").stock_round(2, "p3")
    at.started("MSS", 74, "p2", p2=20, p1=20, p3=20).do(Concede("p2"))
    assert at.president("MSS") == "p1"


def test_else_its_director_s_certificate_goes_to_the_ipo_for_two_shares():
    at = stock_round().started("MSS", 74, "p1", p1=30, p2=10).do(Concede("p1"))
    assert at.state.certificates["MSS_0"] == "initial"
    assert (at.percent("MSS", "initial"), at.percent("MSS", "pool")) == (60, 30)
    assert (at.at("MSS"), at.state.companies["MSS"].status) == (56, "started")
    at.do(BuyShare("p2", "MSS", "initial", 20))
    assert (at.president("MSS"), at.state.cash["p2"]) == ("p2", 1000 - 112)


def test_a_local_keeps_its_reservations_until_somebody_directs_it():
    at = stock_round().started("L1", 31, "p1", p1=30)
    at.state.alter("L1", homes=(("I8",), ("G14",)))
    at.do(Concede("p1"))
    assert at.state.companies["L1"].homes == (("I8",), ("G14",))
    at.do(BuyShare("p2", "L1", "initial", 20))
    assert at.waiting() == "shares"


def test_shares_of_a_company_without_a_price_go_to_the_ipo():
    at = table().do(BuyPrivate("p1", "WCTS"), Concede("p1"))
    assert at.percent("MSS", "initial") == 100
    assert at.state.privates["WCTS"] == "gone"


# --- cards and turns


def test_their_cards_go_and_those_with_higher_ones_move_up():
    at = stock_round(turn="p3").started("MSS", 74, "p3", p3=20)
    at.stock_round(2, "p3", cards=("p1", "p2")).do(Concede("p1"))
    assert (at.state.order, at.state.round.cards) == (("p2", "p3"), ("p2",))


def test_a_stock_round_in_which_all_who_remain_have_passed_ends():
    at = stock_round(turn="p3").started("MSS", 74, "p2", p2=20)
    at.stock_round(2, "p3", cards=("p2", "p1")).do(Concede("p3"))
    assert at.state.order == ("p2", "p1")
    assert at.state.round.number == 3


def test_it_does_not_end_in_the_turn_of_one_who_has_acted_since_they_passed():
    """p1 passed and buys now, which gives their card back as soon as their turn is over."""
    at = stock_round().started("MSS", 67, "p1", p1=20, p2=10, p3=10)
    at.stock_round(2, "p1", cards=("p1", "p2")).do(BuyShare("p1", "MSS", "initial"), Concede("p3"))
    assert (at.state.round.number, at.rules.actor(at.state)) == (2, "p1")
    at.do(Pass("p1"))
    assert (at.rules.actor(at.state), at.state.round.cards) == ("p2", ("p2",))
    at.do(Pass("p2"), Pass("p1"))
    assert (at.state.order, at.state.round.number) == (("p2", "p1"), 3)


def test_their_turn_goes_to_the_next():
    at = stock_round().started("MSS", 74, "p2", p2=20).do(Concede("p1"))
    assert at.rules.actor(at.state) == "p2"
    at = table().do(BuyPrivate("p1", "LP"), Concede("p1"))
    assert (at.rules.actor(at.state), at.state.round.action_count) == ("p2", 0)


def test_questions_to_the_leaver_are_dropped():
    at = table().do(BuyPrivate("p1", "AV"))
    assert at.waiting() == "set_par"
    at.do(Concede("p1"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("auction", "p2")
    assert at.percent("MSS", "initial") == 100
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20), Concede("p2"))
    assert at.state.companies["MSS"].status == "gone"
    assert at.state.title_state.price_falls == ()


def test_with_one_player_left_they_have_won_at_once():
    at = stock_round(players=2).cash(p2=0).do(Concede("p1"))
    assert at.state.end_reason == "alone"
    assert at.rules.ends.winner(at.rules, at.state) == "p2"
    at = stock_round().do(Concede("p1"))
    assert not at.state.end_reason


# --- the supply


@pytest.mark.parametrize(
    ("sold", "gone"),
    [
        (("2", "2+1"), {"3", "4+", "R4+1", "PR2+", "4"}),
        (("2",), {"2+1", "3+", "R5", "R4", "PR3+1", "4"}),
    ],
)
def test_a_train_of_the_rank_on_sale_and_of_every_second_one_behind_it_goes(sold, gone):
    at = stock_round()
    for train in at.state.trains:
        if type_of(train) in sold:
            at.state.move_train(train, "gone")
    before = supply(at)
    at.do(Concede("p1"))
    after = supply(at)
    assert {name for name in before if after[name] < before[name]} == gone
    assert all(before[name] - after[name] <= 1 for name in before)


def test_the_train_that_goes_in_the_place_of_a_purple_one_is_gray():
    at = stock_round().phase("Gray")
    grays = [t for t in at.state.trains if type_of(t) == "4"]
    for train in grays[1:]:
        at.state.move_train(train, "gone")
    at.do(Concede("p1"))
    assert supply(at)["4"] == 0
    assert supply(at)["7"] == 1


def test_a_rank_emptied_so_counts_as_begun_when_a_later_one_is():
    """Both R4+1 are gone: the first R4 brings medium brown and dark brown; 3+ and 4+ rust."""
    at = company(moment(phase="Light Brown"), "MSS", 67, 2000).trains("MSS", "3+", "4+")
    for train in at.state.trains:
        if type_of(train) in ("R5", "R4+1"):
            at.state.trains[train] = TrainCard("gone")
    at.operating("MSS", "trains").do(BuyTrain("MSS", "R4-0", 380))
    assert at.state.phase == "Dark Brown"
    phases = [event.facts["phase"] for event in at.events if event.kind == "phase"]
    assert phases == ["Medium Brown", "Dark Brown"]
    assert list(at.trains_of("MSS")) == ["R4"]
    at.do(Pass("MSS"))
    assert at.waiting() == "nationalise"
    at.do(Pass("MSS"))
    assert at.waiting() != "nationalise"  # once for both


# --- in the turn of a company


def test_the_turn_of_a_company_that_is_gone_ends_and_what_it_brought_about_follows():
    at = company(moment(phase="Light Green"), "MSS", 67, 400, director="p2")
    company(at, "NWS", 74, 1000).trains("MSS", "3").operating("NWS", "trains")
    for train in at.state.trains:
        if type_of(train) == "3" and at.state.place_of(train) == "depot":
            at.state.trains[train] = TrainCard("gone")
    at.do(BuyTrain("NWS", "3+-0", 180), Concede("p1"))
    assert at.state.companies["NWS"].status == "gone"
    assert (at.waiting(), at.rules.actor(at.state)) == ("nationalise", "p2")
    at.do(Pass("MSS"))
    assert at.state.round.operating.company == "MSS"


def test_nothing_is_bought_for_a_debt_of_who_concedes():
    at = company(moment(phase="Gray"), "MSS", 67, 100)
    at.cash(p1=0).operating("MSS", "trains")
    before = supply(at)
    at.do(Concede("p1"))
    after = supply(at)
    assert sum(before.values()) - sum(after.values()) == 1  # the one that leaves with them
    assert at.state.phase == "Gray"


def test_a_train_that_a_bankrupt_could_not_buy_counts_as_bought():
    """It is out of the game, its phase comes, and others leave the supply besides."""
    at = company(moment(phase="Dark Red"), "MSS", 67, 100)
    company(at, "NWS", 67, 0, director="p2").trains("NWS", "PR2+")
    for train in at.state.trains:
        if type_of(train) == "PR3+1" and at.state.place_of(train) == "depot":
            at.state.trains[train] = TrainCard("gone")
    at.cash(p1=0).operating("MSS", "trains").do(SellShares("p1", "MSS", 40))
    before = supply(at)
    at.do(DeclareBankruptcy("p1"))
    assert at.state.phase == "Gray"
    assert before["4"] - supply(at)["4"] == 2  # that one, and one of the rank on sale
    assert at.state.companies["MSS"].status == "gone"


def test_a_brown_private_paired_with_a_company_that_goes_closes_and_brings_a_local():
    at = company(moment(), "MSS", 67, 500).privates(AV="p2")
    at.stock_round(2, "p3").do(Concede("p1"))
    assert at.state.privates["AV"] == "gone"
    assert (at.waiting(), at.rules.actor(at.state)) == ("new_local", "p2")


# --- bankruptcy


def owing(amount, **cash):
    """p1, who directs NWS, owes that much for it, and has 30% of MSS, of which p2 has 20%."""
    at = stock_round().started("NWS", 74, "p1", p1=60).started("MSS", 74, "p1", p1=30, p2=20)
    floated(floated(at, "NWS"), "MSS").cash(p1=0, **cash)
    change = Change(at.state)
    owe(change, at.rules.money, Debt("home_fee", "NWS", amount, "p1"))
    return at


def test_nobody_is_bankrupt_who_can_pay_or_still_sell():
    at = owing(222)
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    assert at.refused(SellShares("p1", "NWS", 10)) == set()
    at = owing(2000)
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.sell_first"}
    assert at.refused(Pass("p1")) == {"turn.not_now"}


def test_they_sell_all_that_they_may_before_they_leave_and_other_companies_live_on():
    """MSS passes from the leaver to p2 with the sale; NWS, for which the leaver owes, goes."""
    at = owing(2000).do(SellHoldings("p1", (("MSS", 30), ("NWS", 40))))
    assert at.president("MSS") == "p2"
    assert at.percent("MSS", "pool") == 30
    at.do(DeclareBankruptcy("p1"))
    assert at.state.order == ("p2", "p3")
    assert at.state.companies["MSS"].floated
    assert at.state.companies["NWS"].status == "gone"
    assert "bankrupt" in at.told()


@pytest.mark.parametrize(
    "part",
    [
        SellShares("p1", "MSS", 30),
        SellHoldings("p1", (("NWS", 40),)),
        SellHoldings("p1", (("MSS", 20), ("NWS", 40))),
    ],
)
def test_shares_that_do_not_cover_it_are_sold_at_once_in_the_order_they_name(part):
    """§8.4.1, §7.2: the new director of MSS says whether it redeems, and nobody for NWS."""
    at = owing(600, MSS=300)  # p1 may sell for 518
    assert at.refused(part) == {"forced.one_sale"}
    whole = (("NWS", 40), ("MSS", 30))  # in operating order
    assert at.offered("sell") == [SellHoldings("p1", whole)]
    assert at.allowed(SellHoldings("p1", whole))
    at.do(SellHoldings("p1", whole[::-1]))
    assert at.refused(DeclareBankruptcy("p1")) == {"turn.not_now"}
    assert (at.waiting(), at.rules.actor(at.state)) == ("redeem", "p2")
    at.do(RedeemShares("MSS", 30))
    assert (at.state.cash["p1"], at.state.cash["MSS"], at.at("MSS")) == (518, 78, 74)
    assert at.offered("sell") == []
    assert at.do(DeclareBankruptcy("p1")).president("MSS") == "p2"


def test_shares_that_cover_it_are_sold_as_they_like():
    at = owing(518)  # just all there is to sell
    assert at.allowed(SellHoldings("p1", (("NWS", 40), ("MSS", 30))))
    assert at.allowed(SellShares("p1", "MSS", 30))
    assert at.refused(SellShares("p1", "MSS", 10)) == {"forced.falls_short"}
    assert at.offered("sell") == [SellShares("p1", "NWS", 40), SellShares("p1", "MSS", 30)]


def test_shares_of_one_company_that_do_not_pay_are_sold_all_at_once():
    at = stock_round().started("NWS", 74, "p1", p1=60)
    floated(at, "NWS").cash(p1=0)
    owe(Change(at.state), at.rules.money, Debt("home_fee", "NWS", 2000, "p1"))
    assert at.refused(SellShares("p1", "NWS", 30)) == {"forced.one_sale"}
    assert at.offered("sell") == [SellShares("p1", "NWS", 40)]
    assert at.allowed(SellHoldings("p1", (("NWS", 40),)))


def test_had_they_conceded_instead_both_are_nationalised():
    at = owing(2000).do(Concede("p1"))
    assert at.state.companies["MSS"].status == at.state.companies["NWS"].status == "gone"
    assert at.waiting() == "shares"


def test_the_directorship_of_the_company_that_owes_does_not_pass_by_their_sales():
    at = stock_round().started("NWS", 74, "p1", p1=40, p2=30)
    floated(at, "NWS").cash(p1=0)
    owe(Change(at.state), at.rules.money, Debt("home_fee", "NWS", 74, "p1"))
    assert at.allowed(SellShares("p1", "NWS", 10))
    owe(Change(at.state), at.rules.money, Debt("home_fee", "NWS", 140, "p1"))
    at.state.questions = at.state.questions[1:]
    assert at.refused(SellShares("p1", "NWS", 20)) == {"forced.presidency"}


def test_a_sale_is_no_larger_than_the_debt_needs():
    at = owing(100)
    assert at.allowed(SellShares("p1", "MSS", 20))
    assert at.refused(SellShares("p1", "MSS", 30)) == {"forced.too_much"}
    assert at.refused(SellHoldings("p1", (("MSS", 20), ("NWS", 10)))) == {"forced.too_much"}
    assert at.allowed(SellHoldings("p1", (("MSS", 10), ("NWS", 10))))


def test_a_company_does_not_redeem_for_its_own_debt_and_others_may():
    at = owing(100).cash(MSS=900)
    at.do(SellHoldings("p1", (("MSS", 10), ("NWS", 10))))
    assert [question.actor for question in at.state.questions] == ["MSS"]
    at.do(RedeemShares("MSS", 10))
    assert (at.at("MSS"), at.at("NWS")) == (74, 67)
    assert at.state.cash["p1"] == 48


def test_a_red_private_s_owner_sells_what_it_takes():
    """RH: 30 in hand, one share at 74: 4 left; a second share is refused."""
    at = stock_round().started("MSS", 74, "p2", p2=40, p1=20)
    floated(at, "MSS").cash(p1=30)
    owe(Change(at.state), at.rules.money, Debt("charge", "p1", 100, "p1"))
    assert at.refused(SellShares("p1", "MSS", 20)) == {"forced.too_much"}
    at.do(SellShares("p1", "MSS", 10))
    assert at.state.cash["p1"] == 4
    assert at.waiting() == "shares"


def test_a_price_that_was_named_before_stays_taken_when_its_owner_has_left():
    at = table().do(BuyPrivate("p1", "CO"), SetPar("p1", "NRS", 74), Concede("p1"))
    assert 74 not in at.rules.market.pars(at.rules, at.state, "MSS")
    assert priced(at, "NRS", 40).at("NRS") == 40


# --- the order in which a leaver sells


def two_shares():
    """p1 has shares of two companies that p2 directs, one space apart."""
    at = stock_round().started("NWS", 82, "p2", p2=40, p1=10)
    at.started("MSS", 82, "p2", p2=40, p1=10)
    return floated(floated(at, "NWS"), "MSS")


@pytest.mark.parametrize("order", [("NWS", "MSS"), ("MSS", "NWS")])
def test_a_player_who_leaves_names_the_order_in_which_the_shares_are_sold(order):
    at = two_shares().do(Concede("p1"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("last_sale", "p1")
    assert at.offered("sell") == [SellHoldings("p1", (("NWS", 10), ("MSS", 10)))]
    at.do(SellHoldings("p1", tuple((company, 10) for company in order)))
    assert [at.percent(company, "pool") for company in order] == [10, 10]
    assert at.state.stacks["major:0,7"] == order
    assert (at.state.order, at.state.cash["p1"], at.waiting()) == (("p2", "p3"), 0, "shares")


@pytest.mark.parametrize(
    "sales", [(("NWS", 10),), (("NWS", 10), ("NWS", 10)), (("NWS", 10), ("MSS", 20)), ()]
)
def test_the_last_sale_is_of_all_that_they_have(sales):
    at = two_shares().do(Concede("p1"))
    assert at.refused(SellHoldings("p1", sales)) == {"concede.all"}
    assert at.allowed(SellHoldings("p1", (("MSS", 10), ("NWS", 10))))


def test_nothing_else_happens_until_they_have_sold():
    at = two_shares().do(Concede("p1"))
    whole = (("NWS", 10), ("MSS", 10))
    assert at.refused(Concede("p2")) == at.refused(Concede("p1")) == {"turn.not_now"}
    assert at.refused(SellHoldings("p2", whole)) == {"turn.not_yours"}
    at.do(SellHoldings("p1", whole))
    assert at.allowed(Concede("p2"))


def test_a_player_who_has_shares_of_one_company_and_who_leaves_a_game_of_two_are_not_asked():
    at = stock_round().started("NWS", 82, "p2", p2=40, p1=10)
    assert floated(at, "NWS").do(Concede("p1")).state.order == ("p2", "p3")
    at = stock_round(players=2).started("NWS", 82, "p2", p2=40, p1=10)
    at.started("MSS", 82, "p2", p2=40, p1=10).do(Concede("p1"))
    assert at.state.end_reason == "alone"


def test_a_bankrupt_player_is_asked_too_and_the_train_counts_as_bought_afterwards():
    """Nothing is sold for a debt in the first stock round: all is left for the last sale."""
    at = two_shares().started("L1", 46, "p1", p1=40, p2=10)
    at.state.alter("L1", homes=(("G10",), ("I8",)))
    floated(at, "L1").cash(p1=0, L1=0).stock_round(1, "p1")
    owe(Change(at.state), at.rules.money, Debt("home_fee", "L1", 120, "p1"))
    at.do(DeclareBankruptcy("p1"))
    assert (at.waiting(), at.rules.actor(at.state)) == ("last_sale", "p1")
    at.do(SellHoldings("p1", (("MSS", 10), ("NWS", 10))))
    assert at.state.order == ("p2", "p3")
    assert at.state.companies["L1"].status == "unstarted"


def test_the_last_sale_survives_being_stored():
    at = two_shares().do(Concede("p1"))
    stored = state_from_json(json.loads(json.dumps(state_to_json(at.state))), at.data.map)
    assert stored.questions == at.state.questions
