"""What is entered wrongly gets a sentence that says what is right, and nothing changes."""

import pytest

from companion.making.t1839_2015.auction import DealCards, LaySum
from companion.making.t1839_2015.stock import BuyBundle
from companion.rules.actions import BuyShare, LayTile, Pass, PlaceToken, StartCompany
from companion.rules.state import state_to_json
from tests.titles.t1839_2015.table import entered, floated, stock_round, table
from tests.titles.t1839_2015.test_auction import elsewhere
from tests.titles.t1839_2015.test_operating import turn


def trading(phase="Green"):
    """Anneke directs AMS with 40%, and two foreign companies are on the market."""
    at = stock_round().phase(phase).started("AMS", 67, "p1", p1=40)
    return entered(entered(floated(at, "AMS"), "BEL", 67), "OZ", 72)


def summed(count=6):
    """So many sums are laid."""
    at = table()
    for number, (private, amount) in enumerate(elsewhere()[:count]):
        at.do(LaySum(f"p{number % 3 + 1}", private, amount))
    return at


IN_STOCK = {
    StartCompany("p1", "NRS", 135): "ƒ135 is no par price; they are 101, 89, 80, 72, 67.",
    BuyShare("p1", "BEL", "BEL", 3): "Of BEL one buys 2% or 4% at once.",
    BuyShare("p1", "BEL", "BEL", 5): "Of BEL one buys 2% or 4% at once.",
    BuyShare("p1", "BEL", "BEL", 6): "Of BEL one buys 2% or 4% at once.",
    BuyShare("p1", "D", "D"): "D is not on the market: it enters with the first run to one of its",
    BuyBundle("p1", "AMS", 40, 0): "A director buys 20% to 30% of a company at once.",
    BuyBundle("p2", "AMS", 20, 0): "It is Anneke's turn, not Jörg's.",
    Pass("BEL"): "It is Anneke's turn, not BEL's.",
}


def told_against(at, action):
    """What speaks against it, and that nothing changes."""
    before = state_to_json(at.state)
    assert at.refused(action)
    assert state_to_json(at.state) == before
    return " ".join(refusal.says for refusal in at.rules.refusals(at.state, action))


@pytest.mark.parametrize("action", IN_STOCK, ids=str)
def test_in_a_stock_round(action):
    assert IN_STOCK[action] in told_against(trading(), action)


def test_the_nearest_that_is_right_in_a_stock_round():
    for action in (
        StartCompany("p1", "NRS", 101),
        BuyShare("p1", "BEL", "BEL", 4),
        BuyShare("p1", "BEL", "BEL"),
        BuyBundle("p1", "AMS", 20, 0),
        Pass("p1"),
    ):
        assert trading().allowed(action)


def test_a_bundle_of_who_does_not_direct_and_foreign_shares_in_yellow():
    at = trading().stock_round(2, "p2")
    bundle = BuyBundle("p2", "AMS", 20, 0)
    assert "Jörg is not director of AMS, and buys one" in told_against(at, bundle)
    at = trading("Yellow")
    says = "Shares of foreign companies are bought from phase Green on; this is Yellow."
    assert says in told_against(at, BuyShare("p1", "BEL", "BEL"))


def test_a_deal_that_is_no_order_of_the_seats():
    for cards in ("1 2", "1 2 2", "1 2 4", "1 2 three"):
        says = told_against(summed(), DealCards("p1", cards))
        assert says == (
            "The order of the cards names each seat once: the numbers from 1 to 3, with blanks"
            " between."
        )
    assert summed().allowed(DealCards("p1", "2,3,1"))


def test_a_sum_that_lies_already_and_a_private_that_is_not_for_sale():
    at = summed(3)  # the three of 60
    assert told_against(at, LaySum("p1", "LVG", 60)) == (
        "No sum of ƒ60 is left; there are 40, 40, 40."
    )
    assert told_against(at, LaySum("p1", "SLC", 40)) == "SLC is not for sale."
    assert told_against(at, LaySum("p1", "NFLM", 40)) == "NFLM is not for sale."
    assert at.allowed(LaySum("p1", "LVG", 40))


def test_nobody_answers_for_a_foreign_company():
    at = entered(turn("NRS"), "BEL", 67)
    assert told_against(at, LayTile("BEL", "I8", "8", 0))
    assert told_against(at, PlaceToken("BEL", "I12.0"))


def test_a_reserved_tile_in_the_hand_and_a_marker_beside_ones_own():
    at = turn("HIJSM").token("E10.0", "HIJSM")
    says = "Tile A08 comes with a private; nobody lays it."
    assert says in told_against(at, LayTile("HIJSM", "E8", "A08", 2))
    assert at.allowed(LayTile("HIJSM", "E8", "8", 2))
    at.turn(step=1)
    assert at.allowed(PlaceToken("HIJSM", "E10.0"))  # an exchange marker on its own
    at.do(PlaceToken("HIJSM", "E10.0")).turn(step=1, tokens=0)
    assert "has an exchange marker in Hoorn" in told_against(at, PlaceToken("HIJSM", "E10.0"))
