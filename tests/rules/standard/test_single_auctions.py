"""The auctions of privates one after the other: with 1830's data, changed."""

from companion.rules.core.actions import Bid, Pass, SetPar
from companion.rules.data.switches import OpeningSwitches
from tests.support.positions import Position


def auction(**switches: object) -> Position:
    """Return the auction of the first private of a game of three."""
    return Position("1830", 3).with_data(opening=OpeningSwitches(kind="single", **switches))


def test_a_private_goes_to_the_last_bidder_and_the_next_one_follows() -> None:
    game = auction().do(Bid("p1", "SV", 20))
    assert game.refused(Bid("p2", "SV", 24)) == {"bid.too_low"}
    assert game.refused(Bid("p2", "CS", 40)) == {"private.not_offered"}
    game.do(Bid("p2", "SV", 27), Pass("p3"), Pass("p1"))
    assert game.state.privates["SV"] == "p2"
    assert game.state.cash["p2"] == 800 - 27
    assert game.allowed(Bid(game.rules.actor(game.state), "CS", 40))


def test_bids_are_multiples_of_the_step() -> None:
    game = auction(bid_step=5).do(Bid("p1", "SV", 20))
    assert game.refused(Bid("p2", "SV", 27)) == {"bid.step"}
    assert game.allowed(Bid("p2", "SV", 25))


def test_the_buyer_of_a_presidency_names_its_par_and_shares_follow() -> None:
    game = auction()
    buyer = ""
    while private := game.state.round.private:
        buyer = game.rules.actor(game.state)
        game.do(Bid(buyer, private, game.data.privates[private].price))
        game.do(Pass(game.rules.actor(game.state))).do(Pass(game.rules.actor(game.state)))
    game.do(SetPar(buyer, "B&O", 100))
    assert game.president("B&O") == buyer
    assert game.state.round.kind == "stock"


def test_unsold_privates_leave_the_game_alone_or_with_all_later_ones() -> None:
    for ends, later in ((False, "bank"), (True, "gone")):
        game = auction(unsold_ends=ends).do(Pass("p1"), Pass("p2"), Pass("p3"))
        assert game.state.privates["SV"] == "gone"
        assert game.state.privates["CS"] == later
        assert game.state.round.kind == ("stock" if ends else "auction")
