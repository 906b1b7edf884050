"""Systems after their merger: money, markers, shells, and the floating of one that is not yet."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import BuyShare, BuyTrain, DiscardTrain, Pass, SellShares
from companion.rules.core.change import Change
from companion.rules.core.state import FLOATED, STARTED
from companion.rules.judge import judge
from companion.rules.operating.dividends import payee_of
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_choices import GiveWay, PayForShare, SurrenderShare
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.system_shells import MoveTrain
from tests.titles.t1828.mergers import before, example, stock_round

MERGE = MergeCompanies("p4", "GT", "IC")


# --- what comes together


def test_the_money_of_both_is_the_system_s_when_both_were_floated():
    game = example().do(MERGE, PayForShare("p1"))
    assert (game.state.cash["GT"], game.state.cash["IC"]) == (580, 0)


def young(ipo, **options):
    """GT was floated in this round, IC is not; so much of the system comes to be in the IPO."""
    game = stock_round(**options)
    game.started("GT", 67, "p4", p4=60).floated("GT", 670, home=False)
    game.started("IC", 67, "p4", p4=20, p1=60 - ipo)
    return before(game)


def test_the_money_of_two_with_one_floated_goes_to_the_bank():
    game = young(ipo=60).do(MERGE)
    own = game.state.companies["GT"]
    assert (own.status, game.state.cash["GT"]) == (STARTED, 0)
    assert game.percent("GT", INITIAL) == 60
    assert own.tokens == 3 + 4


def test_it_floats_at_ten_times_its_price_when_40_percent_are_left_in_the_ipo():
    game = young(ipo=60).do(MERGE, Pass("p4"))
    price = game.at("GT")
    for player in ("p1", "p2"):
        assert game.state.companies["GT"].status == STARTED
        game.do(BuyShare(player, "GT", INITIAL)).do(Pass(player))
        assert game.state.cash[player] == 700 - price  # systems cost what they stand at
    assert game.state.companies["GT"].status == FLOATED
    assert game.state.cash["GT"] == 10 * price


def test_it_floats_at_once_when_40_percent_or_less_are_in_the_ipo():
    game = young(ipo=20).do(MERGE)
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    assert game.percent("GT", INITIAL) <= 40
    assert game.state.companies["GT"].status == FLOATED
    assert game.state.cash["GT"] == 10 * game.at("GT")


def test_its_two_homes_are_placed_free_at_its_first_turn():
    game = young(ipo=20).do(MERGE)
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[0].action)
    assert game.state.board.token_stops("GT") == ()
    change = Change(game.state)
    game.rules.operating.begin(change, 2, 1, 2)
    judge.settle(game.rules, change)
    game.state = change.state
    assert set(game.state.board.token_stops("GT")) == {"D4.0", "J6.0"}
    assert game.state.cash["GT"] == 10 * game.at("GT")


def test_a_second_coal_marker_goes_back_and_one_stays():
    game = example()
    game.state.title_state = replace(game.state.title_state, coal_markers=("GT", "IC", "K13"))
    game.do(MERGE, PayForShare("p1"))
    assert sorted(game.state.title_state.coal_markers) == ["GT", "K11", "K13"]
    game = example()
    game.state.title_state = replace(game.state.title_state, coal_markers=("K11", "IC", "K13"))
    game.do(MERGE, PayForShare("p1"))
    assert game.state.title_state.coal_markers == ("K11", "GT", "K13")


@pytest.mark.parametrize(("train", "left"), [("2", "gone"), ("", "p2")])
def test_the_250_private_of_either_closes_with_a_train_of_the_other(train, left):
    game = example()
    if train:
        game.trains("IC", train)
    game.state.privates["GT"] = "p2"
    game.do(MERGE)
    assert game.state.privates["GT"] == left


# --- director


def test_the_donation_may_pass_the_directorship():
    """Tied, the acting player is director; with one share less they are not any more."""
    game = stock_round()
    game.started("GT", 67, "p4", p4=40, p1=60).floated("GT", 100)
    game.started("IC", 67, "p4", p4=60, p1=40).floated("IC", 100)
    before(game, "GT", "IC").do(MERGE)
    assert (game.percent("GT", "p4"), game.percent("GT", "p1")) == (40, 50)
    assert game.president("GT") == "p1"
    assert game.told().count("president") == 1


def test_at_a_tie_after_the_donation_the_old_director_stays():
    game = stock_round()
    game.started("GT", 67, "p4", p4=60, p1=30).floated("GT", 100)
    game.started("IC", 67, "p4", p4=40, p1=50).floated("IC", 100)
    before(game, "GT", "IC").do(MERGE)
    assert (game.percent("GT", "p4"), game.percent("GT", "p1")) == (40, 40)
    assert game.president("GT") == "p4"


def test_its_own_tenth_is_never_sold_and_earns_for_the_treasury():
    game = example().do(MERGE, PayForShare("p1"))
    assert game.refused(BuyShare("p4", "GT", "GT")) >= {"buy.none"}
    assert payee_of(game.rules, game.state, "GT", "GT") == "GT"
    assert payee_of(game.rules, game.state, "GT", POOL) == "GT"
    assert payee_of(game.rules, game.state, "GT", INITIAL) is None


# --- the top of the market


def topped(**options):
    """GT at 412 and IC at 213: a system of them comes to 500."""
    return example(**options).price("GT", "0,13").price("IC", "0,8").cash(p1=900)


def test_a_system_at_500_ends_the_game_with_the_stock_round_even_if_it_is_sold():
    game = topped().do(MERGE, PayForShare("p1"))
    assert game.at("GT") == 500
    game.do(SellShares("p4", "GT", 10), Pass("p4"))
    assert game.at("GT") < 500
    for _ in range(8):
        if not game.state.end_reason:
            game.do(Pass(game.rules.actor(game.state)))
    assert game.state.end_reason == "market"


def test_by_another_reading_a_system_at_500_ends_nothing():
    game = topped(merger_at_the_top_goes_on=True).do(MERGE, PayForShare("p1"))
    assert game.at("GT") == 500
    assert game.state.title_state.top_company == ""


# --- shells


def arranging(*trains, phase="Green"):
    """The system GT with trains in its shells, in the step in which it arranges them."""
    game = example().trains("GT", *trains[0]).trains("IC", *trains[1]).do(MERGE)
    game.do(PayForShare("p1"))
    game.state.phase = phase
    return game.operating("GT", "shells")


def shells(game):
    found = {0: [], 1: []}
    for train, card in game.state.trains.items():
        if card.place == "GT":
            found[card.charter].append(train.partition("-")[0])
    return sorted(found[0]), sorted(found[1])


def test_trains_move_freely_before_the_first_purchase():
    game = arranging(["2", "3"], ["2"]).cash(GT=500)
    assert game.waiting() == "shells"
    mine = next(t for t, card in game.state.trains.items() if card.place == "GT" and "3" in t)
    game.do(MoveTrain("GT", mine, "IC"))
    assert shells(game) == (["2"], ["2", "3"])
    game.do(MoveTrain("GT", mine, "GT"), MoveTrain("GT", mine, "IC"), Pass("GT"))
    assert game.waiting() == "trains"
    assert game.refused(MoveTrain("GT", mine, "GT"))


def test_moves_that_cannot_be_are_refused():
    game = arranging(["2", "3"], ["2"]).trains("PRR", "3")
    mine = next(t for t, card in game.state.trains.items() if card.place == "GT" and "3" in t)
    other = next(t for t, card in game.state.trains.items() if card.place == "PRR")
    assert game.refused(MoveTrain("GT", mine, "GT")) == {"shell.same"}
    assert game.refused(MoveTrain("GT", mine, "PRR")) == {"shell.none"}
    assert game.refused(MoveTrain("GT", other, "IC")) == {"shell.train"}
    assert game.refused(MoveTrain("PRR", other, "IC")) == {"turn.not_yours"}


def test_no_shell_ends_above_the_limit():
    game = arranging(["3", "3"], ["3", "5"], phase="Red")
    mine = next(t for t, card in game.state.trains.items() if card.place == "GT" and t[0] == "5")
    game.do(MoveTrain("GT", mine, "GT"))
    assert game.refused(Pass("GT")) == {"shell.over"}
    third = next(t for t, c in game.state.trains.items() if c.place == "GT" and c.charter == 0)
    game.do(MoveTrain("GT", third, "IC")).do(Pass("GT"))


def test_a_train_is_bought_for_a_shell_with_room():
    game = arranging(["3", "3"], ["3"], phase="Red").cash(GT=5000).do(Pass("GT"))
    depot = judge.offers(game.rules, game.state)
    charters = {o.action.charter for o in depot if isinstance(o.action, BuyTrain) and o.allowed}
    assert charters <= {1} and charters


def test_when_the_limit_falls_trains_are_given_up_within_each_shell():
    game = example().trains("GT", "5", "5", "3+D").trains("IC", "5").do(MERGE, PayForShare("p1"))
    game.phase("Red")
    assert game.waiting() == "discard"
    mine = {train: card for train, card in game.state.trains.items() if card.place == "GT"}
    lone = next(train for train, card in mine.items() if card.charter == 1)
    assert game.refused(DiscardTrain("GT", lone)) == {"train.not_over"}
    game.do(DiscardTrain("GT", next(train for train in mine if train != lone)))
    assert game.waiting() == "shares"


def test_a_public_company_arranges_nothing():
    game = example().trains("GT", "2", "3").operating("GT", "shells")
    assert not game.rules.operating.waits(game.state)


def test_surrendering_in_a_hex_question_keeps_its_order():
    """Markers are asked about before the trading."""
    game = example().token("G23.0", "GT").token("G23.1", "IC").do(MERGE)
    assert game.waiting() == "merger"
    game.do(GiveWay("p4", "IC"))
    assert game.offered("single") == [PayForShare("p1"), SurrenderShare("p1")]
