"""Wrong input gets a sentence that says what is right, and nothing changes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    GiveUpPrivate,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SellToken,
    StartCompany,
)
from companion.rules.core.state import state_to_json
from companion.rules.judge import judge
from companion.titles.t1839_2015.auction import DealCards, LaySum
from companion.titles.t1839_2015.rotterdam import Draw
from companion.titles.t1839_2015.saved_trains import BuyMark, SaveTrain
from companion.titles.t1839_2015.stock import BuyBundle
from tests.titles.t1839_2015.game_start import entered, floated, stock_round, table, turn
from tests.titles.t1839_2015.test_auction import elsewhere
from tests.titles.t1839_2015.test_emergency import emergency
from tests.titles.t1839_2015.test_running import BREDA, ROER, about, judged, run


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
    StartCompany("p1", "NRS", 135): (
        "ƒ135 is not a par price; par prices are 101, 89, 80, 72 and 67."
    ),
    BuyShare("p1", "BEL", "BEL", 3): "BEL is bought 2% or 4% at a time.",
    BuyShare("p1", "BEL", "BEL", 5): "BEL is bought 2% or 4% at a time.",
    BuyShare("p1", "BEL", "BEL", 6): "BEL is bought 2% or 4% at a time.",
    BuyShare("p1", "D", "D"): "D is not on the market: it enters with the first run to one of its",
    StartCompany("p1", "D", 67): "D is not on the market: it enters with the first run to one of",
    StartCompany("p1", "BEL", 67): "BEL has been started already.",
    BuyShare("p1", "NFLM", "NFLM"): "NFLM is not started",
    BuyBundle("p1", "AMS", 40, 0): "A director may buy 20% to 30% of a company at once.",
    BuyBundle("p2", "AMS", 20, 0): "It is Anneke's turn, not Jörg's.",
    Pass("BEL"): "It is Anneke's turn, not BEL's.",
}


def told_against(at, action):
    """Return the reasons against it, and check that nothing changes."""
    before = state_to_json(at.state)
    assert at.refused(action)
    assert state_to_json(at.state) == before
    return " ".join(refusal.says for refusal in judge.refusals(at.rules, at.state, action))


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
    assert "Jörg is not director of AMS, and may buy only one certificate" in told_against(
        at, bundle
    )
    at = trading("Yellow")
    says = "Shares of foreign companies may be bought from phase Green on; this is Yellow."
    assert says in told_against(at, BuyShare("p1", "BEL", "BEL"))


def test_a_deal_that_is_no_order_of_the_seats():
    for cards in ("1 2", "1 2 2", "1 2 4", "1 2 three"):
        says = told_against(summed(), DealCards("p1", cards))
        assert says == (
            "The order of the cards has each seat once: the numbers from 1 to 3, with "
            "spaces between them."
        )
    assert summed().allowed(DealCards("p1", "2,3,1"))


def test_a_sum_that_lies_already_and_a_private_that_is_not_for_sale():
    at = summed(3)  # the three of 60
    assert told_against(at, LaySum("p1", "LVG", 60)) == (
        "No bid of ƒ60 is left; there are 40, 40 and 40."
    )
    assert (
        told_against(at, LaySum("p1", "SLC", 40))
        == "Staatslijn C: Meppel - Groningen is not for sale."
    )
    assert (
        told_against(at, LaySum("p1", "NFLM", 40))
        == "Noord Friesche Locaalspoorweg-Maatschappij is not for sale."
    )
    assert at.allowed(LaySum("p1", "LVG", 40))


def test_nobody_answers_for_a_foreign_company():
    at = entered(turn("NRS"), "BEL", 67)
    assert told_against(at, LayTile("BEL", "I8", "8", 0))
    assert told_against(at, PlaceToken("BEL", "I12.0"))


def test_a_reserved_tile_in_the_hand_and_a_marker_beside_ones_own():
    at = turn("HIJSM").token("E10.0", "HIJSM")
    says = "Tile A08 is reserved for a private."
    assert says in told_against(at, LayTile("HIJSM", "E8", "A08", 2))
    assert at.allowed(LayTile("HIJSM", "E8", "8", 2))
    at.turn(step=1)
    assert at.allowed(PlaceToken("HIJSM", "E10.0"))  # an exchange marker on its own
    at.do(PlaceToken("HIJSM", "E10.0")).turn(step=1, tokens=0)
    assert "has an exchange marker in Hoorn" in told_against(at, PlaceToken("HIJSM", "E10.0"))


# --- privates


@pytest.mark.parametrize(
    ("phase", "private", "price", "says"),
    [
        ("Green", "BOR", 0, "August Borsig costs ƒ1 to ƒ180."),
        ("Green", "BOR", 181, "August Borsig costs ƒ1 to ƒ180."),
        ("Green", "RWS", 100, "No company may buy the private Rijkswaterstaat"),
        ("Green", "CO", 100, "Cornelis Outshoorn belongs to no player."),
        (
            "Yellow",
            "BOR",
            100,
            "Companies buy no privates in phase Yellow. Phases that allow it: Green and Blue.",
        ),
        (
            "Brown",
            "BOR",
            100,
            "Companies buy no privates in phase Brown. Phases that allow it: Green and Blue.",
        ),  # it is obsolete
    ],
)
def test_shares_that_no_company_buys(phase, private, price, says):
    at = turn("NRS", phase=phase, BOR="p2", RWS="p2")
    assert says in told_against(at, BuyPrivateForCompany("NRS", private, price))


def test_the_nearest_that_a_company_buys():
    at = turn("NRS", BOR="p2", RWS="p2")
    assert at.allowed(BuyPrivateForCompany("NRS", "BOR", 1))
    assert at.allowed(BuyPrivateForCompany("NRS", "BOR", 180))


TILE = ("E14", "57", 0)


@pytest.mark.parametrize(
    ("step", "private", "owner", "says"),
    [
        (
            "token",
            "VVD",
            "SS",
            "It is now time for placing a station marker (Anneke), not for that.",
        ),
        ("track", "VVD", "gone", "SS does not own Van Vlissingen & Dudok van Heel."),
        ("track", "VVD", "p1", "SS does not own Van Vlissingen & Dudok van Heel."),
        ("track", "CO", "SS", "Cornelis Outshoorn has no such power."),
        ("track", "AMB", "SS", "De Ambachtsschool does not allow that there."),
    ],
)
def test_a_power_in_the_wrong_step_or_of_a_private_that_is_closed(step, private, owner, says):
    at = turn("SS", step, **{private: owner}).token("E14.0", "SS").token("I4.0", "SS")
    assert says in told_against(at, LayTile("SS", *TILE, private))
    at = turn("SS", VVD="SS").token("E14.0", "SS").token("I4.0", "SS")
    assert at.allowed(LayTile("SS", *TILE, "VVD"))


def test_half_of_a_tile_and_marker():
    at = turn("AMS", "token", SHZ="AMS").token("N15.0", "AMS")
    says = (
        "With Schielands Hoge Zeedijk, a tile and a station marker are laid together or not at all."
    )
    assert says in told_against(at, PlaceToken("AMS", "L3.0", "SHZ"))
    lay = LayTile("AMS", "L3", "57", 1, "SHZ")
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS").token("L3.0", "NRS")
    assert "No slot is free in Middelburg." in told_against(at, lay)
    assert turn("AMS", SHZ="AMS").token("N15.0", "AMS").allowed(lay)


def test_a_mark_on_a_second_train_and_one_that_nobody_sells():
    at = turn("NRS", "trains", "Green", VER="NRS", BP="SS").trains("NRS", "2", "3+")
    assert told_against(at, BuyMark("NRS", "VER")) == "Marks of Verveers are not for sale."
    at.do(SaveTrain("NRS", "2-0", "VER"))
    assert told_against(at, SaveTrain("NRS", "3+-0", "VER")) == "NRS does not own Verveers."
    assert told_against(at, SaveTrain("NRS", "2-0", "BP")) == "That 2 is marked already."
    assert at.allowed(SaveTrain("NRS", "3+-0", "BP"))
    at = turn("NRS", "trains", "Green", BP="NRS").trains("NRS", "2")
    says = "Marks of Beyer, Peacock & Company are for other companies than NRS."
    assert told_against(at, SaveTrain("NRS", "2-0", "BP")) == says


def test_more_of_the_directors_money_than_they_could_raise():
    at = turn("NRS", RB="NRS").cash(p1=300)
    most = 300 + 4 * 67
    assert (
        told_against(at, Draw("NRS", most + 1))
        == f"Anneke may pay 1 to ƒ{most}: they could not raise more."
    )
    assert told_against(at, Draw("NRS", 0))
    assert at.allowed(Draw("NRS", most))
    at = turn("NRS", RB="p1")
    says = "NRS has no private that lets its director pay."
    assert told_against(at, Draw("NRS", 80)) == says


# --- runs


def test_a_run_that_is_none():
    at = about(("AMS", "N15", f"{ROER} N15:5/3 N17:57/1"), "Green", "3+")
    inland = "N17.0 N15.0 M16 L17 K16.0"
    twice = run(at, f"3+-0: N19.0 {inland} J17.0")
    says = "J17 Roer is a second off-board of Duitsland on the route; only one is allowed."
    assert told_against(at, twice) == says
    assert at.allowed(run(at, f"3+-0: N19.0 {inland}"))
    at = about(BREDA, "Yellow", "2")
    longer = run(at, "2-0: M4.0 L5 L7.0 K8.0 L9.0")
    says = "The route has 3 stops that count, which is too many for the train."
    assert told_against(at, longer) == says
    assert judged(at, "2-0: L7.0 K8.0 L9.0") == 70


# --- emergencies


def test_sales_beyond_the_need():
    at = emergency(treasury=90)  # 60 are lacking
    assert told_against(at, SellShares("p1", "SS", 20)) == "20% of SS is more than the train needs."
    says = "Anneke has 20% of SS, not 30%."
    assert says in told_against(at, SellShares("p1", "SS", 30))
    assert told_against(at, GiveUpPrivate("p1", "CO")) == "Anneke does not own Cornelis Outshoorn."
    assert "NRS has no station marker in Haarlem" in told_against(at, SellToken("NRS", "G8.0"))
    at.do(SellToken("NRS", "G10.0"))
    says = "NRS keeps its last station marker on the map."
    assert says in told_against(at, SellToken("NRS", "I12.0"))
    at.do(SellShares("p1", "SS", 10))
    assert (
        told_against(at, SellShares("p1", "SS", 10)) == "Anneke needs no more money for the train."
    )
    assert told_against(at, GiveUpPrivate("p1", "LVG"))
