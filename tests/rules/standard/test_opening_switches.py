"""Switches of the opening auction, each both ways: with 1830's data, changed."""

from companion.rules.core.actions import Bid, BuyPrivate, Pass
from companion.rules.data.switches import OpeningSwitches
from tests.support.positions import Position


def auction(**switches: object) -> Position:
    """Return the auction of a game of three under these switches."""
    return Position("1830", 3).with_data(opening=OpeningSwitches(**switches))


# --- bids in multiples


def test_bids_are_multiples_of_the_step():
    game = auction(bid_step=5)
    assert game.refused(Bid("p1", "CS", 46)) == {"bid.step"}
    assert game.refused(Bid("p1", "CS", 40)) == {"bid.too_low"}
    game.do(Bid("p1", "CS", 55))
    assert game.refused(Bid("p2", "CS", 55)) == {"bid.too_low"}
    assert game.allowed(Bid("p2", "CS", 60))


def test_bids_are_any_sum_that_is_high_enough():
    game = auction()
    assert game.allowed(Bid("p1", "CS", 46))
    assert game.refused(Bid("p1", "CS", 44)) == {"bid.too_low"}


# --- money that bids bind


def outbid(**switches: object) -> Position:
    """Return an auction in which a bid of 600 of p1's 800 was raised by p2."""
    return auction(**switches).do(Bid("p1", "BO", 600), Bid("p2", "BO", 605), Pass("p3"))


def test_a_bid_that_is_not_the_highest_binds_no_money():
    game = outbid(highest_bound=True)
    assert game.state.round.bound("p1") == 0
    assert game.allowed(Bid("p1", "CA", 800))
    assert game.refused(Bid("p1", "CA", 801)) == {"bid.cash"}


def test_the_highest_bid_binds_money():
    game = outbid(highest_bound=True)
    game.do(Pass("p1"))
    assert game.state.round.bound("p2") == 605
    assert game.refused(Bid("p2", "CA", 200)) == {"bid.cash"}
    assert game.allowed(Bid("p2", "CA", 195))


def test_all_bids_bind_money():
    game = outbid()
    assert game.state.round.bound("p1") == 600
    assert game.refused(Bid("p1", "CA", 205)) == {"bid.cash"}


def test_a_bidder_raises_only_up_to_the_money_that_is_left():
    """A bid that stood lower stays in the auction of its private."""
    game = outbid(highest_bound=True).cash(p2=2000, p3=2000).do(BuyPrivate("p1", "SV"))
    for private in ("CS", "DH", "MH", "CA"):
        game.do(BuyPrivate(game.rules.actor(game.state), private))
    assert game.rules.actor(game.state) == "p1"  # with the lower bid on the BO
    cash = game.state.cash["p1"]
    assert game.refused(Bid("p1", "BO", cash + 1)) >= {"bid.cash"}
    game.do(Pass("p1"))
    assert game.state.privates["BO"] == "p2"
