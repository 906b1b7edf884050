"""The private auction: rows, standing bids, contests, what happens when all pass."""

import pytest

from companion.rules.core.actions import Bid, BuyPrivate, Pass, SetPar
from companion.rules.core.state import state_from_json, state_to_json
from companion.rules.judge import judge
from companion.titles.t1828.auction import RowAuctionRound
from tests.titles.t1828.game_start import table


@pytest.fixture
def game():
    return table(3)


def owner(game, private):
    return game.state.privates[private]


def actor(game):
    return game.rules.actor(game.state)


# --- turns


def test_a_bid_sells_nothing_by_itself_and_the_next_player_is_on_turn(game):
    game.do(Bid("p1", "SVN", 25), Bid("p2", "C&StL", 45))
    assert owner(game, "SVN") == owner(game, "C&StL") == "bank"
    assert actor(game) == "p3"
    assert game.refused(Bid("p1", "C&StL", 50)) == {"turn.not_yours"}


def test_the_last_of_the_cheapest_row_without_a_bid_is_bought_at_face_value(game):
    game.do(Bid("p1", "StCT", 25))
    game.do(BuyPrivate("p2", "SVN"))
    assert (owner(game, "SVN"), owner(game, "StCT")) == ("p2", "p1")
    assert (game.state.cash["p2"], game.state.cash["p1"]) == (780, 775)


def test_the_bid_that_a_purchase_frees_is_paid_and_the_next_row_waits_for_a_bid(game):
    """Example (a)."""
    game.do(Bid("p1", "StCT", 25), BuyPrivate("p2", "SVN"))
    assert owner(game, "C&StL") == "bank"
    assert actor(game) == "p3"


def test_neither_of_two_without_a_bid_can_be_bought(game):
    """Example (b)."""
    assert game.refused(BuyPrivate("p1", "SVN")) == {"private.others"}
    assert game.refused(BuyPrivate("p1", "StCT")) == {"private.others"}
    assert game.allowed(Bid("p1", "C&StL", 45))
    assert game.refused(BuyPrivate("p1", "C&StL")) == {"private.row"}


def test_the_refusal_of_a_purchase_cites_the_auction(game):
    for private in ("SVN", "C&StL"):
        (refusal,) = judge.refusals(game.rules, game.state, BuyPrivate("p1", private))
        assert refusal.rule == "1828, Private auction process"


def test_if_both_have_bids_only_the_passes_of_all_break_it(game):
    """Example (c)."""
    game.state.round = RowAuctionRound("p3", bids=(("SVN", "p1", 25), ("StCT", "p2", 25)))
    assert game.refused(BuyPrivate("p3", "SVN")) == {"private.has_bid"}
    assert game.refused(BuyPrivate("p3", "StCT")) == {"private.has_bid"}
    game.do(Pass("p3"), Pass("p1"))
    assert owner(game, "SVN") == "bank"
    game.do(Pass("p2"))
    assert (owner(game, "SVN"), owner(game, "StCT")) == ("p1", "p2")


def test_a_private_that_may_be_bought_is_not_bid_on(game):
    game.do(Bid("p1", "StCT", 25))
    assert game.refused(Bid("p2", "SVN", 25)) == {"bid.on_offer"}
    assert game.allowed(Bid("p2", "StCT", 30))


def test_a_bid_is_a_multiple_of_5_above_face_value_and_every_other_bid(game):
    assert game.refused(Bid("p1", "D&H", 7)) == {"bid.too_low", "bid.step"}
    assert game.refused(Bid("p1", "D&H", 80)) == {"bid.too_low"}
    assert game.refused(Bid("p1", "D&H", 87)) == {"bid.step"}
    assert game.refused(Bid("p1", "MC", 250)) == {"bid.too_low"}
    game.do(Bid("p1", "D&H", 100))
    assert game.refused(Bid("p2", "D&H", 100)) == {"bid.too_low"}
    assert game.allowed(Bid("p2", "D&H", 105))


def test_bids_on_several_privates_are_covered_by_cash_together(game):
    game.do(Bid("p1", "MC", 400), Pass("p2"), Pass("p3"))
    assert game.refused(Bid("p1", "IC", 405)) == {"bid.cash"}
    assert game.allowed(Bid("p1", "IC", 400))
    assert game.allowed(Bid("p1", "MC", 800))  # one's own bid is raised


def test_on_one_of_250_only_the_newest_bid_stays(game):
    """Example (d)."""
    game.do(Bid("p1", "MC", 255), Bid("p2", "MC", 260))
    assert game.state.round.standing_bids("MC") == [("p2", 260)]
    assert game.state.round.bound("p1") == 0
    game.do(Bid("p3", "D&H", 85), Bid("p1", "D&H", 90))
    assert game.state.round.standing_bids("D&H") == [("p3", 85), ("p1", 90)]


def test_one_who_passed_may_act_again(game):
    game.do(Pass("p1"), Pass("p2"), Bid("p3", "SVN", 25))
    assert game.allowed(BuyPrivate("p1", "StCT"))


def test_no_money_is_left_for_what_bids_bind(game):
    game.do(Bid("p1", "MC", 790), Bid("p2", "SVN", 25), Pass("p3"))
    assert game.refused(BuyPrivate("p1", "StCT")) == {"private.cash"}


# --- contests


@pytest.fixture
def contest():
    """Example (e): D&H has three bids when its row comes."""
    game = table(3)
    game.do(Bid("p1", "D&H", 85), Bid("p2", "D&H", 90), Bid("p3", "D&H", 95))
    game.do(Bid("p1", "C&P", 85), Bid("p2", "C&StL", 45), Bid("p3", "StCT", 25))
    game.do(BuyPrivate("p1", "SVN"))
    return game


def test_the_lowest_bidder_acts_and_the_last_pays_their_own_bid(contest):
    assert (owner(contest, "C&StL"), contest.state.round.contested_private) == ("p2", "D&H")
    assert actor(contest) == "p1"
    contest.do(Bid("p1", "D&H", 100))
    assert actor(contest) == "p2"
    contest.do(Bid("p2", "D&H", 105), Pass("p3"), Pass("p1"))
    assert owner(contest, "D&H") == "p2"
    assert contest.state.cash["p2"] == 800 - 45 - 105


def test_sales_go_on_after_a_contest_and_the_turn_is_after_who_bought(contest):
    contest.do(Pass("p1"), Pass("p2"))
    assert (owner(contest, "D&H"), owner(contest, "C&P")) == ("p3", "p1")
    assert actor(contest) == "p2"


def test_a_player_who_is_not_in_the_contest_and_other_privates_wait(contest):
    contest.do(Pass("p1"))
    assert contest.refused(Bid("p1", "D&H", 100)) == {"bid.not_in"}
    assert contest.refused(Bid("p2", "MC", 255)) == {"private.not_offered"}
    assert contest.refused(Bid("p2", "D&H", 95)) == {"bid.too_low"}
    assert contest.refused(Bid("p2", "D&H", 97)) == {"bid.too_low", "bid.step"}
    assert contest.refused(BuyPrivate("p2", "D&H"))


# --- all pass


def test_when_all_pass_what_has_bids_is_sold_and_privates_pay(game):
    game.do(Bid("p1", "C&P", 85), Bid("p2", "MC", 255), Pass("p3"), Pass("p1"), Pass("p2"))
    assert (owner(game, "C&P"), owner(game, "MC")) == ("p1", "p2")
    assert owner(game, "SVN") == "bank"
    assert game.state.cash["p1"] == 800 - 85 + 15  # C&P pays in the auction, and lays no tile
    assert game.state.cash["p2"] == 800 - 255 + 40
    game.do(SetPar("p2", "MC", 67))
    assert actor(game) == "p3"


def test_no_price_falls(game):
    for _ in range(3):
        game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    game.do(Bid("p1", "StCT", 25))
    assert game.refused(Bid("p2", "StCT", 20)) == {"bid.too_low"}
    game.do(BuyPrivate("p2", "SVN"))
    assert game.state.cash["p2"] == 780


def test_contests_come_before_privates_pay(game):
    game.do(Bid("p1", "D&H", 85), Bid("p2", "D&H", 90), Bid("p3", "C&A", 165))
    game.do(Pass("p1"), Pass("p2"), Pass("p3"))
    assert (actor(game), owner(game, "C&A")) == ("p1", "bank")
    game.do(Pass("p1"))
    assert (owner(game, "D&H"), owner(game, "C&A")) == ("p2", "p3")
    assert game.state.cash["p2"] == 800 - 90 + 15
    assert game.state.cash["p3"] == 800 - 165 + 25
    assert game.percent("PRR", "p3") == 10
    assert actor(game) == "p1"


# --- the end


def last_row(game):
    """All but the $250 privates are sold, to p1."""
    for private in game.data.private_list:
        if private.price < 250:
            game.state.privates[private.symbol] = "p1"
    return game


def test_pars_are_named_after_all_sales_in_the_order_of_purchase():
    game = last_row(table(3, row="MC CPR GT IC"))
    game.do(Bid("p1", "CPR", 255), Bid("p2", "GT", 255), Bid("p3", "IC", 255))
    game.do(BuyPrivate("p1", "MC"))
    assert game.percent("MC", "p1") == 10
    assert game.percent("MC", "initial") == 90
    assert game.refused(Pass("p2"))
    game.do(SetPar("p1", "MC", 79), SetPar("p1", "CPR", 67), SetPar("p2", "GT", 79))
    assert game.rules.round_rules(game.state).name(game.state) != "SR 1"
    game.do(SetPar("p3", "IC", 79))
    assert game.state.stacks["9,5"] == ("MC", "GT", "IC")
    assert game.percent("IC", "p3") == 30
    assert game.state.cash["p3"] == 800 - 255
    assert game.rules.round_rules(game.state).name(game.state) == "SR 1"
    assert actor(game) == "p2"  # after who bought, not after the last who got a private


@pytest.mark.parametrize("price", [86, 94, 105, 120, 70])
def test_only_yellow_pars_are_named_in_the_auction(price):
    game = last_row(table(3, row="MC CPR GT IC"))
    game.do(Bid("p1", "CPR", 255), Bid("p2", "GT", 255), Bid("p3", "IC", 255))
    game.do(BuyPrivate("p1", "MC"))
    assert game.refused(SetPar("p1", "MC", price)) == {"start.par"}
    assert game.refused(SetPar("p2", "GT", 67)) == {"turn.not_yours"}
    assert game.refused(SetPar("p1", "CPR", 67)) == {"start.started"}


def test_the_first_stock_round_begins_after_the_last_who_passed():
    game = last_row(table(3, row="MC CPR GT IC"))
    bids = (("MC", "p1", 255), ("CPR", "p1", 255), ("GT", "p2", 255), ("IC", "p3", 255))
    game.state.round = RowAuctionRound("p2", bids=bids)
    game.do(Pass("p2"), Pass("p3"), Pass("p1"))
    game.do(*(SetPar(p, c, 67) for p, c in [("p1", "MC"), ("p1", "CPR"), ("p2", "GT")]))
    game.do(SetPar("p3", "IC", 67))
    assert actor(game) == "p2"


def test_a_contest_is_kept_in_a_snapshot(contest):
    kept = state_to_json(contest.state)
    contest.state = state_from_json(kept, contest.data.map)
    assert state_to_json(contest.state) == kept
    contest.do(Pass("p1"), Pass("p2"))
    assert owner(contest, "D&H") == "p3"
