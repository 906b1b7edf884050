"""Events by the draft that are rare in random games: sources of a merger, B&O's private, ends."""

import pytest

from companion.rules.core.actions import (
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    Pass,
    SellShares,
)
from companion.rules.judge.agreed_end import AgreeWinner
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_choices import PayForShare, SurrenderShare
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import Position
from tests.titles.t1828.game_start import floated
from tests.titles.t1828.mergers import stock_round
from tests.titles.t1828.test_draft_mergers import finish, percents


def two(survivor: dict[str, int], other: dict[str, int]) -> Position:
    """IC at 78 directed by P1 survives, GT at 67 goes."""
    game = stock_round(turn="p1", edition="draft")
    game.started("IC", 79, "p1", **survivor).floated("IC", 380).price("IC", "10,6")
    game.started("GT", 67, "p2", **other).floated("GT", 200)
    return game.cash(p1=100, p2=100, p3=100)


# --- mergers


@pytest.mark.parametrize(
    ("answer", "cash", "ends"),
    [
        (PayForShare, 59, {"p1": 20, "p2": 30, POOL: 10, INITIAL: 30, "IC": 10}),
        (SurrenderShare, 167, {"p1": 20, "p2": 20, POOL: 20, INITIAL: 30, "IC": 10}),
    ],
)
def test_the_ipo_supplies_the_pool_with_a_share(answer, cash, ends):
    """The third example: a pair of the pool takes a tenth from the IPO."""
    game = two({"p1": 60}, {"p2": 50, "pool": 30}).do(MergeCompanies("p1", "IC", "GT", "p2"))
    game.do(answer("p2"))
    assert percents(game, "IC") == ends
    assert game.state.cash["p2"] == cash
    assert game.president("IC") == ("p2" if answer is PayForShare else "p1")
    game.rules.inventory.check(game.state)


def test_the_bank_pays_for_a_tenth_that_was_left_out():
    """P1 leaves an IC out. P2 takes it for a pair of GT, and the bank pays 78 − 67 to P1.

    P1 then pays 108 − 67 for a share from the IPO.
    """
    game = two({"p1": 50}, {"p2": 60}).do(MergeCompanies("p1", "IC", "GT", "p2"))
    game.do(PayForShare("p1"))
    assert game.state.cash["p1"] == 100 + 11 - 41
    assert percents(game, "IC") == {"p1": 20, "p2": 30, INITIAL: 40, "IC": 10}
    assert game.president("IC") == "p2"


def test_a_company_floated_in_this_round_merges_in_it():
    """P2 buys the share that floats GT, and P1 merges it at their next turn."""
    game = stock_round(3, turn="p2", edition="draft").cash(p1=200, p2=67, p3=0)
    game.started("IC", 79, "p1", p1=60).floated("IC", 380).price("IC", "10,6")
    game.started("GT", 67, "p1", p1=50)
    merge = MergeCompanies("p1", "IC", "GT")
    assert game.stock_round(2, "p1").refused(merge) == {"merge.not_floated"}
    game.stock_round(2, "p2").do(BuyShare("p2", "GT", INITIAL))
    assert game.state.companies["GT"].floated
    while game.rules.actor(game.state) != "p1":
        game.do(Pass(game.rules.actor(game.state)))
    finish(game.do(merge))
    assert game.state.companies["GT"].cell is None
    assert game.at("IC") == 108


# --- the private of the B&O


def with_private(*trains: str, survivor: str = "B&O") -> Position:
    """P1 directs B&O, whose private is open, and IC, which has these trains."""
    game = stock_round(turn="p1", edition="draft").cash(p1=100)
    game.started("B&O", 67, "p1", p1=60).floated("B&O", 100)
    game.started("IC", 67, "p1", p1=60).floated("IC", 100).trains("IC", *trains)
    game.privates(**{"B&O": "p2"})
    other = "IC" if survivor == "B&O" else "B&O"
    return finish(game.do(MergeCompanies("p1", survivor, other)))


@pytest.mark.parametrize("survivor", ["B&O", "IC"])
def test_the_private_of_the_b_and_o_closes_with_a_train_that_a_merger_brings(survivor):
    assert with_private("2", survivor=survivor).state.privates["B&O"] == "gone"
    at = with_private(survivor=survivor)
    assert at.state.privates["B&O"] == "p2"
    at.operating(survivor, "trains").do(BuyTrain(survivor, "2-0", 80))
    assert at.state.privates["B&O"] == "gone"


def test_a_merger_that_fails_leaves_the_private_of_the_b_and_o_open():
    game = stock_round(turn="p1", edition="draft").cash(p1=0)
    game.started("B&O", 67, "p1", p1=30, p3=20).floated("B&O", 100)
    game.started("IC", 67, "p1", p1=20, p3=30).floated("IC", 100).trains("IC", "2")
    game.privates(**{"B&O": "p2"}).do(MergeCompanies("p1", "B&O", "IC"))
    finish(game, answer=-1)
    assert "merger_failed" in game.told()
    assert game.state.privates["B&O"] == "p2"


# --- ends


def test_a_dividend_at_the_top_ends_the_game_with_the_operating_round():
    at = floated("B&O", edition="draft").price("B&O", "0,13")
    at.operating("B&O", "dividend", parts=2, revenue=100).do(Dividend("B&O", "pay"))
    assert at.at("B&O") == 500
    while not at.state.end_reason:
        assert at.state.round.part == 1
        at.do(Pass("B&O"))
    assert at.state.end_reason == "market"


def test_the_first_complete_set_of_four_in_purple_is_the_last():
    at = floated("B&O", edition="draft").phase("Purple")
    at.stock_round(7, "p1", cards=("p2", "p3", "p4")).do(Pass("p1"))
    assert (at.state.title_state.last_set, at.state.round.parts) == (7, 4)
    parts = set()
    while not at.state.end_reason:
        parts.add(at.state.round.part)
        at.do(Pass("B&O"))
    assert parts == {1, 2, 3, 4}
    assert at.state.end_reason == "purple"


def test_all_agree_and_the_game_ends():
    at = Position("1828", 6, edition="draft").do(AgreeWinner("p6"))
    assert (at.state.end_reason, at.state.title_state.winner) == ("agreed", "p6")


def test_a_director_who_cannot_pay_ends_the_game():
    """GT must own a train; P1 has sold what may be sold, and has less than $400."""
    at = floated("GT", 0, "draft").tile("D6", "57", 1).cash(p1=0)
    at.started("IC", 67, "p2", p2=40, p1=10).floated("IC").phase("Brown")
    at.operating("GT", "trains")
    while sales := at.offered("sell"):
        assert isinstance(sales[0], SellShares)
        at.do(sales[0])
    at.do(DeclareBankruptcy("p1"))
    assert at.state.end_reason == "bankruptcy"
