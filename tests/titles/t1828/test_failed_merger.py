"""A merger that failed in a game from elsewhere, of which only that is known."""

import pytest

from companion.rules.core.actions import BuyShare, Pass, SellShares, StartCompany
from companion.titles.t1828.failed_merger import FailMerger
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.titles.t1828.game_start import table


def position(**options):
    """IC and MC of p1 were floated before; GT of p2 not."""
    game = table(3, **options).close_privates().cash(p1=1000, p2=1000, p3=1000)
    for company in ("IC", "MC"):
        game.started(company, 67, "p1", p1=30, p2=20, p3=10).floated(company, 670)
    game.started("GT", 67, "p2", p2=30)
    return game.stock_round(2, "p1")


@pytest.fixture
def game():
    return position(failed_merger_spends=True, merge_if_operated=True)


def test_it_was_the_deed_of_the_turn(game):
    game.do(FailMerger("p1", "IC", "MC"))
    assert game.refused(StartCompany("p1", "PRR", 67)) == {"buy.bought"}
    assert game.refused(MergeCompanies("p1", "IC", "MC"))
    game.do(SellShares("p1", "MC", 10), Pass("p1"))
    assert game.state.round.cards == ()


def test_no_pass(game):
    game.do(FailMerger("p1", "IC", "MC"), Pass("p1"))
    assert game.state.round.cards == ()


def test_only_what_may_be_tried(game):
    assert game.refused(FailMerger("p1", "IC", "IC")) == {"merge.same"}
    assert game.refused(FailMerger("p1", "IC", "PRR")) == {"merge.unparred"}
    assert game.refused(FailMerger("p3", "IC", "MC")) == {"turn.not_yours"}
    game.do(BuyShare("p1", "IC", "initial"))
    assert "buy.bought" in game.refused(FailMerger("p1", "IC", "MC"))


def test_at_the_table_a_merger_is_tried():
    assert position().refused(FailMerger("p1", "IC", "MC")) == {"merge.tried"}
