"""Mergers in a stock round, from the announcement to the end."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares
from companion.rules.core.state import FLOATED, GONE, STARTED
from companion.rules.judge import judge
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_choices import (
    GiveWay,
    PayForShare,
    SetAside,
    SurrenderShare,
    TradeWith,
)
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.titles.t1828.mergers import before, example, stock_round

MERGE = MergeCompanies("p4", "GT", "IC")


def percents(game, company):
    owners = (*game.rules.seats, INITIAL, POOL, company)
    return {owner: part for owner in owners if (part := game.percent(company, owner))}


# --- the worked example


def test_the_worked_example_when_they_pay():
    game = example().cash(p1=100, p4=10).do(MERGE)
    assert (game.waiting(), game.rules.actor(game.state)) == ("merger", "p1")
    assert game.offered("single") == [PayForShare("p1"), SurrenderShare("p1")]
    game.do(PayForShare("p1"))
    assert percents(game, "GT") == {"p1": 20, "p4": 40, INITIAL: 20, POOL: 10, "GT": 10}
    assert game.state.cash["p1"] == 100 - 42
    assert game.state.cash["GT"] == 580 and game.state.cash["IC"] == 0
    assert game.state.stacks["5,6"] == ("GT",)
    assert game.at("GT") == 109
    assert game.president("GT") == "p4"


def test_the_worked_example_when_they_take_67():
    game = example().cash(p1=100, p4=10).do(MERGE, SurrenderShare("p1"))
    assert percents(game, "GT") == {"p1": 10, "p4": 40, INITIAL: 30, POOL: 10, "GT": 10}
    assert game.state.cash["p1"] == 167
    assert game.refused(BuyShare("p1", "GT", POOL)) == {"turn.not_yours"}
    game.do(Pass("p4"))
    assert "buy.sold" in game.refused(BuyShare("p1", "GT", POOL))


def test_the_other_company_leaves_and_the_survivor_is_a_system_with_two_shells():
    game = example()
    game.trains("GT", "2", "3").trains("IC", "2", "2", "3")
    game.state.privates["E&K"] = "IC"
    game.do(MERGE, PayForShare("p1"))
    own, theirs = game.state.companies["GT"], game.state.companies["IC"]
    assert (own.status, own.kind, own.charters) == (FLOATED, "system", 2)
    assert (theirs.status, theirs.cell) == (GONE, None)
    cards = [card for card in game.state.trains.values() if card.place == "GT"]
    assert sorted(card.charter for card in cards) == [0, 0, 1, 1, 1]
    assert game.state.privates["E&K"] == "GT"
    assert set(game.state.board.token_stops("GT")) == {"D4.0", "J6.0"}
    assert own.tokens == 2 + 3
    assert game.state.title_state.systems == (("GT", "IC"),)
    game.rules.inventory.check(game.state)


def test_a_system_goes_under_those_on_its_price():
    game = example()
    game.started("PRR", 67, "p2", p2=20).price("PRR", "5,6")
    game.do(MERGE, PayForShare("p1"))
    assert game.state.stacks["5,6"] == ("PRR", "GT")


def test_it_is_the_turn_s_one_purchase_and_shares_may_be_sold_after_it():
    game = example().do(MERGE, PayForShare("p1"))
    assert game.rules.actor(game.state) == "p4"
    assert "buy.bought" in game.refused(BuyShare("p4", "GT", POOL))
    game.do(SellShares("p4", "GT", 10))
    assert game.percent("GT", "p4") == 30
    game.do(Pass("p4"))
    assert game.state.round.cards == () if hasattr(game.state.round, "cards") else True


# --- who may


def test_a_merger_with_another_s_company_has_their_agreement():
    game = example()
    game.state.certificates["IC_0"] = "p2"
    assert game.refused(MERGE) == {"merge.agreement"}
    assert game.refused(MergeCompanies("p4", "GT", "IC", other_director="p3")) == {
        "merge.agreement"
    }
    assert game.allowed(MergeCompanies("p4", "GT", "IC", other_director="p2"))
    assert MergeCompanies("p4", "GT", "IC", other_director="p2") in game.offered("merge")


def test_nobody_agrees_to_a_merger_of_one_director_s_two_companies():
    game = example()
    for named in ("p1", "p4"):
        assert game.refused(MergeCompanies("p4", "GT", "IC", other_director=named)) == {
            "merge.agreed_alone"
        }


def test_a_player_who_merges_directs_one_of_the_two():
    game = example()
    game.state.certificates.update({"GT_0": "p1", "IC_0": "p1"})
    assert "merge.director" in game.refused(MERGE)


def test_no_system_merges_again_nor_one_with_itself_nor_one_without_par():
    game = example().cash(p1=0).do(MERGE, Pass("p4"))
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 100)
    before(game, "GT", "IC", "PRR")
    assert game.refused(MergeCompanies("p1", "PRR", "GT", other_director="p4")) == {"merge.system"}
    assert game.refused(MergeCompanies("p1", "PRR", "PRR")) == {"merge.same"}
    assert game.refused(MergeCompanies("p1", "PRR", "NYC")) == {"merge.unparred"}
    assert game.refused(MergeCompanies("p1", "PRR", "IC")) == {"merge.unparred"}


@pytest.mark.parametrize(
    ("floated", "earlier", "found"),
    [
        (("GT", "IC"), ("GT", "IC"), set()),
        (("GT", "IC"), (), set()),
        (("GT",), (), set()),
        (("IC",), (), set()),
        (("GT", "IC"), ("GT",), {"merge.form"}),
        (("GT",), ("GT",), {"merge.form"}),
        ((), (), {"merge.unfloated"}),
    ],
)
def test_both_were_floated_before_or_neither_and_one_is_now(floated, earlier, found):
    game = example()
    for company in ("GT", "IC"):
        if company not in floated:
            game.state.alter(company, status=STARTED)
    assert game.refused(before(game, *earlier) and MERGE) == found


@pytest.mark.parametrize(
    ("operated", "found"),
    [((), set()), (("GT", "IC"), set()), (("GT",), {"merge.operated"})],
)
def test_by_another_reading_both_have_operated_or_neither(operated, found):
    game = before(example(merge_if_operated=True), "GT")
    for company in operated:
        game.state.alter(company, has_operated=True)
    assert game.refused(MERGE) == found


def test_company_that_has_operated_merges_with_no_unfloated_one_even_by_a_ruling():
    game = before(example(), "GT")
    game.state.alter("IC", status=STARTED)
    assert game.refused(MERGE) == {"merge.form"}
    game.state.alter("GT", has_operated=True)
    (reason,) = judge.refusals(game.rules, game.state, MERGE)
    assert (reason.code, reason.may_rule) == ("merge.ran", False)


def test_ruling_merges_a_company_floated_before_with_an_unfloated_one():
    game = before(example(), "GT")
    game.state.alter("IC", status=STARTED)
    game.state = judge.apply(game.rules, game.state, MERGE, waive={"merge.form"}).state
    game.do(PayForShare("p1"))
    assert game.state.cash["GT"] == 1090  # the bank paid nothing out before the system floated


def test_nobody_could_have_three_shares():
    game = stock_round()
    game.started("GT", 67, "p4", p4=30, p1=20).floated("GT", 100)
    game.started("IC", 67, "p4", p4=20, p1=20).floated("IC", 100)
    before(game, "GT", "IC")
    assert game.allowed(MERGE)  # five tenths
    game.state.round = type(game.state.round)(2, "p4", sales=(("p4", "IC"),))
    assert game.refused(MERGE) == {"merge.nobody"}
    assert game.offered("merge") == []


# --- failure


def failing(**options):
    """P4 has five tenths, and cannot pay for a third share."""
    game = stock_round(**options)
    game.started("GT", 67, "p4", p4=30, p1=20).floated("GT", 100)
    game.started("IC", 79, "p4", p4=20, p1=30).floated("IC", 100)
    game.trains("IC", "3", "2").cash(p1=1, p4=2)
    game.state.privates["E&K"] = "IC"
    return before(game, "GT", "IC")


def test_a_failure_puts_everything_back_and_is_a_pass():
    game = failing()
    then = game.state.copy()
    game.do(MERGE, SetAside("p4", "GT"))
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[-1].action)
    now = game.state
    assert "merger_failed" in game.told()
    for part in ("cash", "certificates", "privates", "trains", "companies", "stacks"):
        assert getattr(now, part) == getattr(then, part), part
    assert now.title_state == then.title_state
    assert now.board.tokens == then.board.tokens
    assert game.rules.actor(now) == "p1"
    assert now.round.passes == 1


def test_markers_lie_in_their_very_circles_again_after_a_failure():
    game = failing()
    game.state.board = game.state.board.with_tile("H8", "57", 0).with_tile("H8", "14", 0)
    game.state.board = game.state.board.with_tile("H8", "63", 0)
    game.token("H8.0", "GT").token("H8.0", "IC")
    then = game.state.board.tokens
    game.do(MERGE, SetAside("p4", "GT"))
    assert "blocked" in game.state.board.tokens["H8.0"]
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[-1].action)
    assert "merger_failed" in game.told()
    assert game.state.board.tokens == then


def test_by_another_reading_a_failure_only_was_the_purchase():
    game = failing(failed_merger_spends=True).do(MERGE, SetAside("p4", "GT"))
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[-1].action)
    assert game.rules.actor(game.state) == "p4"
    assert game.state.round.has_merged
    game.do(SellShares("p4", "GT", 10))


def test_a_failure_after_a_sale_is_a_turn_that_was_acted():
    game = failing().started("PRR", 67, "p2", p2=20, p4=10)
    game.do(SellShares("p4", "PRR", 10)).cash(p4=2)
    game.do(MERGE, SetAside("p4", "GT"))
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[-1].action)
    assert "merger_failed" in game.told()
    assert game.state.round.passes == 0


# --- markers


def test_in_one_city_a_blocking_marker_takes_the_other_s_place_and_the_marker_comes_back():
    game = example().token("A23.0", "GT")
    game.state.board = game.state.board.with_tile("H8", "57", 0).with_tile("H8", "14", 0)
    game.token("H8.0", "GT").token("H8.0", "IC")
    game.do(MERGE, PayForShare("p1"))
    assert sorted(filter(None, game.state.board.tokens["H8.0"])) == ["GT", "blocked"]
    assert game.state.companies["GT"].tokens == 0 + 3  # of its three; of four IC had one at home
    game.rules.inventory.check(game.state)


def two_in_a_hex(**options):
    """GT and IC in two cities of New York."""
    return example(**options).token("G23.0", "GT").token("G23.1", "IC")


@pytest.mark.parametrize("lost", [False, True])
def test_in_two_cities_of_a_hex_the_acting_player_says_which_makes_room(lost):
    game = two_in_a_hex(freed_marker_lost=lost).do(MERGE)
    assert game.offered("marker") == [GiveWay("p4", "GT"), GiveWay("p4", "IC")]
    assert game.refused(GiveWay("p1", "GT")) == {"turn.not_yours"}
    assert game.refused(GiveWay("p4", "PRR")) == {"merge.marker"}
    game.do(GiveWay("p4", "GT"), PayForShare("p1"))
    tokens = game.state.board.tokens
    assert tokens["G23.0"] == ("blocked",) and tokens["G23.1"] == ("GT",)
    own = game.state.companies["GT"]
    assert (own.tokens, own.tokens_removed) == ((3, 1) if lost else (4, 0))
    game.rules.inventory.check(game.state)


def test_a_home_still_to_be_placed_is_the_system_s_but_not_where_it_stands_already():
    game = example()
    game.started("NYC", 67, "p4", p4=60).floated("NYC", 670, home=False)
    before(game, "GT", "IC", "NYC").do(MergeCompanies("p4", "GT", "NYC"))
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    assert game.state.companies["GT"].homes == (("E23.0",),)
    game = example()
    game.started("NYC", 67, "p4", p4=60).floated("NYC", 670, home=False).token("E23.0", "GT")
    before(game, "GT", "IC", "NYC").do(MergeCompanies("p4", "GT", "NYC"))
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    assert game.state.companies["GT"].homes == ()
    assert game.state.companies["GT"].tokens == 1 + 3
    game.rules.inventory.check(game.state)


# --- answers that cannot be


def test_an_answer_out_of_turn_or_to_another_question_is_refused():
    game = example().cash(p1=100).do(MERGE)
    assert game.refused(PayForShare("p4")) == {"turn.not_yours"}
    assert game.refused(SetAside("p1", "GT")) == {"merge.other_question"}
    assert game.refused(TradeWith("p1", "p4")) == {"merge.other_question"}
    assert game.refused(Pass("p1"))
    assert game.refused(Pass("p4"))


def test_nobody_is_named_who_has_no_share_of_the_survivor():
    game = stock_round()
    game.started("GT", 67, "p4", p4=20, p1=20, p2=20).floated("GT", 100)
    game.started("IC", 67, "p4", p4=60, p3=20).floated("IC", 100)
    before(game, "GT", "IC").do(MERGE)
    assert game.offered("whom") == [TradeWith("p4", "p1"), TradeWith("p4", "p2")]
    assert game.refused(TradeWith("p4", "p3")) == {"merge.whom"}
    assert game.refused(TradeWith("p4", "p4")) == {"merge.whom"}
    assert game.refused(TradeWith("p1", "p2")) == {"turn.not_yours"}


def test_the_answer_is_one_of_those_there_are():
    game = failing().do(MERGE)
    assert game.refused(SetAside("p4", "PRR")) == {"merge.aside"}
    assert game.allowed(SetAside("p4", "IC"))


def test_a_player_who_has_too_little_cash_for_a_share_is_told_so_and_is_not_asked():
    """Each has a single GT at 67, and 109 is the price of the system."""
    game = stock_round()
    game.started("GT", 67, "p4", p4=40, p1=10, p2=10).floated("GT", 200)
    game.started("IC", 79, "p4", p4=40, p3=10).floated("IC", 380).price("IC", "10,6")
    before(game, "GT", "IC").cash(p1=42, p2=41, p3=31).do(MERGE)
    assert game.rules.actor(game.state) == "p1"
    assert game.refused(PayForShare("p2")) == {"turn.not_yours", "merge.cash"}
    assert game.refused(PayForShare("p3")) == {"turn.not_yours"}
    assert game.refused(SurrenderShare("p2")) == {"turn.not_yours"}
    game.do(PayForShare("p1"))
    assert game.state.cash["p2"] == 41 + 67
    assert game.rules.actor(game.state) == "p3"


# --- both not floated before


def finished(game):
    """The merger with the first answer to every question."""
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    return game


def test_the_money_of_two_floated_in_this_round_comes_together_and_it_is_floated():
    game = stock_round()
    game.started("GT", 67, "p4", p4=60).floated("GT", 670, home=False)
    game.started("IC", 67, "p4", p4=60).floated("IC", 670, home=False)
    finished(before(game).do(MERGE))
    assert (game.state.cash["GT"], game.state.companies["GT"].status) == (1340, FLOATED)


def test_the_survivor_may_be_the_one_that_is_not_floated():
    game = stock_round()
    game.started("GT", 67, "p4", p4=60).floated("GT", 670, home=False)
    game.started("IC", 67, "p4", p4=40)
    finished(before(game).do(MergeCompanies("p4", "IC", "GT")))
    own = game.state.companies["IC"]
    assert (own.status, own.tokens, game.state.cash["IC"]) == (STARTED, 7, 0)
    assert percents(game, "IC") == {"p4": 40, INITIAL: 50, "IC": 10}
    game.rules.inventory.check(game.state)


def test_shares_in_the_pool_count_as_gone_for_its_float():
    game = stock_round()
    game.started("GT", 67, "p4", p4=40, pool=40).floated("GT", 670, home=False)
    game.started("IC", 67, "p4", p4=40, pool=20)
    finished(before(game).do(MERGE))
    assert percents(game, "GT") == {"p4": 30, INITIAL: 30, POOL: 30, "GT": 10}
    assert (game.state.companies["GT"].status, game.state.cash["GT"]) == (FLOATED, 940)


def test_they_may_merge_in_the_first_stock_round_in_which_nothing_is_sold():
    game = stock_round().stock_round(1, "p4")
    game.started("GT", 67, "p4", p4=60).floated("GT", 670, home=False)
    game.started("IC", 67, "p4", p4=60).floated("IC", 670, home=False)
    finished(before(game).do(MERGE))
    assert game.state.companies["GT"].kind == "system"
    assert game.rules.actor(game.state) == "p1"  # for nothing is left that P4 could do


# --- directors and markers, neighbours


def test_three_are_tied_and_the_donation_passes_the_system_to_the_next_after_the_acting_one():
    game = stock_round(turn="p2")
    game.started("GT", 67, "p2", p1=40, p2=40, p3=20).floated("GT", 100)
    game.started("IC", 67, "p2", p1=20, p2=20, p3=40, p4=20).floated("IC", 100)
    finished(before(game, "GT", "IC").do(MergeCompanies("p2", "GT", "IC")))
    assert percents(game, "GT") == {"p1": 30, "p2": 20, "p3": 30, "p4": 10, "GT": 10}
    assert game.president("GT") == "p3"


def test_in_two_hexes_with_both_they_are_asked_for_each():
    game = example().token("G23.0", "GT").token("G23.1", "IC")
    game.token("H22.0", "IC").token("H22.1", "GT").do(MERGE)
    asked = []
    while game.offered("marker"):
        asked.append(game.rules.waiting(game.state).sentences(game.state))
        game.do(GiveWay("p4", ("IC", "GT")[len(asked) - 1]))
    assert len(asked) == 2 and asked[0] != asked[1]
    finished(game)
    markers = [slots for stop, slots in game.state.board.tokens.items() if stop[:3] in "G23 H22"]
    assert sorted(owner for slots in markers for owner in slots) == ["GT", "GT"] + ["blocked"] * 2
    assert game.state.companies["GT"].tokens == 3
    game.rules.inventory.check(game.state)


def test_a_private_s_railway_does_not_merge():
    game = example()
    game.state.privates["C&P"] = "p4"
    assert game.refused(MergeCompanies("p4", "GT", "C&P")) == {"merge.unparred"}
    assert all("C&P" not in (o.company, o.other_company) for o in game.offered("merge"))


def test_unknown_names_are_refused():
    game = example()
    for action in (
        MergeCompanies("p4", "XX", "IC"),
        MergeCompanies("p4", "GT", "XX"),
        MergeCompanies("p4", "GT", "IC", "p9"),
        MergeCompanies("p9", "GT", "IC"),
        MergeCompanies("p4", "GT", "IC", "GT"),
    ):
        assert game.refused(action) & {"unknown.id", "unknown.named"}
    game.token("G23.0", "GT").token("G23.1", "IC").do(MERGE)
    for action in (GiveWay("p4", "XX"), TradeWith("p4", "p9"), TradeWith("p4", INITIAL)):
        assert game.refused(action) & {"unknown.id", "unknown.named"}
