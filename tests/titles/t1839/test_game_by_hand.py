"""A short game of two players, worked out by hand from the book before the program played it.

Every figure beside a deed was written down with the rules in hand: cash of p1 and p2, prices, parts
and treasuries at the marked moments. It goes through an auction with discounts, and three sets of
operating rounds with half dividends, locals for two brown privates, and a concession. Its stock
rounds have a sale, a redemption by a new director and the moves at their end.
"""

from companion.rules.core.actions import (
    BuyPrivate,
    BuyShare,
    BuyTrain,
    DiscountPrivate,
    Dividend,
    LayTile,
    NameHome,
    Pass,
    PlaceToken,
    SellShares,
    SetPar,
)
from companion.rules.judge.worth import total_worth
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.state_railway import TakeLocal
from tests.titles.t1839.game_start import table

PAIRING = "CO=AMS AB=ZHESM AV=NCS"


def cash(at, *owners):
    return tuple(at.state.cash[owner] for owner in owners)


def auction():
    """Ten privates of 1,500 for 1,400 in hand."""
    at = table(2, pairing=PAIRING)
    assert cash(at, "p1", "p2") == (700, 700)
    # p1: CO 200 with 30% of AMS, started at 82; WCTS 240 with 20% of NCS
    at.do(BuyPrivate("p1", "CO"), SetPar("p1", "AMS", 82), BuyPrivate("p1", "WCTS"))
    assert cash(at, "p1", "p2") == (260, 700)
    # p2: AV 240 with 30% of NCS, at 67; AB 210 with 30% of ZHESM, for which only 74 is left
    at.do(BuyPrivate("p2", "AV"), SetPar("p2", "NCS", 67), BuyPrivate("p2", "AB"))
    assert cash(at, "p1", "p2") == (260, 250)
    assert (at.at("AMS"), at.at("NCS"), at.at("ZHESM")) == (82, 67, 74)
    # p1: LP 90, KR to 90; p2: KR 90, DERTU to 110; p1: JJB 100 with 10% of ZHESM, DERTU to 90
    at.do(BuyPrivate("p1", "LP"), DiscountPrivate("p1", "KR"))
    at.do(BuyPrivate("p2", "KR"), DiscountPrivate("p2", "DERTU"))
    at.do(BuyPrivate("p1", "JJB"), DiscountPrivate("p1", "DERTU"))
    assert cash(at, "p1", "p2") == (70, 160)
    # p2 alone can pay anything (HLVVDG 90, SRV 100, DERTU 90; p1 has 70), and buys before any
    # discount; a buyer with 70 left may discount: SRV to 80
    assert at.refused(DiscountPrivate("p2", "SRV")) == {"discount.only_buyer"}
    at.do(BuyPrivate("p2", "DERTU"), DiscountPrivate("p2", "SRV"))
    # p1, 70, pays for nothing: SRV to 60, HLVVDG to 70
    at.do(DiscountPrivate("p1", "SRV"), DiscountPrivate("p1", "HLVVDG"))
    # p2: SRV 60, HLVVDG to 50; p1: HLVVDG 50, the last
    at.do(BuyPrivate("p2", "SRV"), DiscountPrivate("p2", "HLVVDG"), BuyPrivate("p1", "HLVVDG"))
    return at


def test_the_auction_and_the_rounds_in_which_nobody_can_buy():
    at = auction()
    # left: p1 20, p2 10; so p2 has card 1. Neither can buy in the first stock round, which goes by.
    # The first operating round: WCTS 30, CO 40, HLVVDG 10 to p1; KR 30, SRV 10, AV 60, AB 40 to p2
    assert at.state.order == ("p2", "p1")
    assert (at.state.round.kind, at.state.round.number) == ("stock", 2)
    assert cash(at, "p1", "p2") == (100, 150)
    assert [at.percent("NCS", p) for p in ("p1", "p2", "initial")] == [20, 30, 50]
    assert [at.percent("ZHESM", p) for p in ("p1", "p2", "initial")] == [10, 30, 60]
    assert (at.percent("AMS", "p1"), at.at("AMS")) == (30, 82)


def second_stock_round():
    at = auction()
    at.do(BuyShare("p2", "NCS", "initial"))  # p2 83; 60% are sold: it floats with 670
    assert cash(at, "p2", "NCS") == (83, 670)
    at.do(Pass("p2"), BuyShare("p1", "NCS", "initial"), Pass("p1"))  # p1 33
    at.do(BuyShare("p2", "NCS", "initial"), Pass("p2"))  # p2 16
    at.do(SellShares("p1", "ZHESM", 10))  # at 67, the price left of 74, where it comes: p1 100
    assert (cash(at, "p1"), at.at("ZHESM")) == ((100,), 67)
    assert at.state.stacks[at.state.companies["NCS"].cell] == ("NCS", "ZHESM")
    at.do(BuyShare("p1", "NCS", "initial"), Pass("p1"))  # p1 33
    return at.do(Pass("p2"), Pass("p1"))


def test_the_second_stock_round():
    at = second_stock_round()
    # ZHESM, of which 10% is in the pool, comes to 61. Privates: 80 to p1, 140 to p2
    assert (at.at("NCS"), at.at("ZHESM"), at.at("AMS")) == (67, 61, 82)
    assert cash(at, "p1", "p2", "NCS") == (113, 156, 670)
    assert [at.percent("NCS", p) for p in ("p1", "p2", "initial")] == [40, 50, 10]
    assert at.state.order == ("p2", "p1")
    # NCS says in which city of Amsterdam it is at home
    assert (at.waiting(), at.rules.actor(at.state)) == ("home", "p2")


def track_to(at, hex, tile, *edges):
    """The rotation in which the tile has a piece of track between these edges."""
    for rotation in range(6):
        turned = at.rules.tile(tile).rotate(rotation)
        for stop in range(len(turned.stops)):
            ends = {
                t.a if t.b == f"s{stop}" else t.b for t in turned.tracks if f"s{stop}" in (t.a, t.b)
            }
            if ends == set(edges):
                return LayTile(at.state.round.turn.company, hex, tile, rotation)
    raise AssertionError(f"{tile} has no such track")


def second_operating_round():
    at = second_stock_round()
    at.do(PlaceToken("NCS", "G10.1"))  # the city with track to the south-east
    assert cash(at, "NCS") == (590,)  # its first train costs 80
    at.do(track_to(at, "H11", "56", 2, 4), Pass("NCS"))  # from Amsterdam towards Amersfoort
    assert at.waiting() == "run"
    at.do(*at.offered("run"))  # Amsterdam 40 and a town 10
    assert at.state.round.turn.revenue == 50
    at.do(Dividend("NCS", "half"))
    # 20 kept, 3 a share: 12 to p1, 15 to p2, nothing for the IPO's; 30 are less than 67
    assert cash(at, "p1", "p2", "NCS") == (125, 171, 610)
    assert at.at("NCS") == 61
    assert at.state.stacks[at.state.companies["NCS"].cell] == ("ZHESM", "NCS")
    at.do(BuyTrain("NCS", "2-1", 80), Pass("NCS"))
    # AV closes, for its company has a train and has ended a turn: p2 gets 40% of a local, at 25
    assert at.state.privates["AV"] == "gone"
    at.do(TakeLocal("p2", "L1"), NameHome("L1", "I8"), NameHome("L1", "G14"))
    return at


def third_stock_round():
    at = second_operating_round()
    assert (at.state.round.number, cash(at, "p1", "p2", "NCS")) == (3, (125, 171, 530))
    at.do(BuyShare("p2", "L1", "initial"), Pass("p2"))  # p2 146
    at.do(BuyShare("p1", "L1", "initial"), Pass("p1"))  # p1 100
    assert cash(at, "p1", "p2", "L1") == (100, 146, 250 - 2 * (20 + 20))
    at.do(SellShares("p2", "NCS", 20))  # 122 at 61, for it has operated; p1 has 40% now to p2's 30%
    assert (cash(at, "p2"), at.president("NCS"), at.rules.actor(at.state)) == ((268,), "p1", "p1")
    at.do(RedeemShares("NCS", 20))
    assert (cash(at, "NCS"), at.percent("NCS", "NCS"), at.at("NCS")) == ((408,), 20, 61)
    at.do(BuyShare("p2", "ZHESM", "pool"), Pass("p2"))  # p2 207
    at.do(BuyShare("p1", "NCS", "initial"), Pass("p1"))  # p1 39, the last of the IPO
    at.do(BuyShare("p2", "ZHESM", "initial"), Pass("p2"))  # p2 146
    at.do(BuyShare("p1", "L1", "initial"), Pass("p1"))  # p1 14
    at.do(BuyShare("p2", "ZHESM", "initial"))  # p2 85; 60% are sold: it floats with 610
    assert cash(at, "p1", "p2", "ZHESM") == (14, 85, 610)
    return at.do(Pass("p2"), Pass("p1"), Pass("p2"))


def test_the_third_stock_round():
    at = third_stock_round()
    # NCS is sold out and comes to 67 (its treasury's 20% do not count). 80 to p1; KR, SRV and AB
    # bring p2 80
    assert (at.at("NCS"), at.at("ZHESM"), at.at("L1")) == (67, 61, 25)
    assert cash(at, "p1", "p2") == (94, 165)
    assert at.state.order == ("p1", "p2")
    assert (at.state.round.operating.company, at.rules.actor(at.state)) == ("NCS", "p1")


def third_operating_round():
    at = third_stock_round()
    at.do(track_to(at, "H13", "57", 1, 4), Pass("NCS"))
    at.do(*at.offered("run")[:1])  # Amsterdam and the town; Amersfoort, and the town unpaid
    assert at.state.round.turn.revenue == 40 + 10 + 20
    at.do(Dividend("NCS", "half"))
    # 30 kept, 4 a share: 20 to p1, 12 to p2, 8 to the company for its own
    assert cash(at, "p1", "p2", "NCS") == (114, 177, 408 + 30 + 8)
    assert at.state.stacks[at.state.companies["NCS"].cell] == ("ZHESM", "NCS")  # both at 61
    at.do(Pass("NCS"))
    # ZHESM: both homes, a train for 80
    assert at.state.board.token_stops("ZHESM") == ("E10.0", "H5.0")
    assert cash(at, "ZHESM") == (530,)
    at.do(Pass("ZHESM"))
    at.do(*at.offered("run")[:1])  # Den Haag, Hoek van Holland, Overzeesch
    assert at.state.round.turn.revenue == 20 + 20 + 30
    at.do(Dividend("ZHESM", "half"))
    assert cash(at, "p2", "ZHESM") == (177 + 24, 530 + 30)
    assert at.at("ZHESM") == 56
    at.do(Pass("ZHESM"), TakeLocal("p2", "L2"), NameHome("L2", "N17"), NameHome("L2", "D19"))
    # L1: a train for nothing, no route: 20
    assert at.state.board.token_stops("L1") == ("G14.0", "I8.0")
    assert list(at.trains_of("L1")) == ["2"]
    at.do(Pass("L1"))
    assert (at.at("L1"), cash(at, "L1")) == (20, (170,))
    return at.do(BuyTrain("L1", "2-4", 80), Pass("L1"))


def test_the_third_operating_round_and_the_end():
    at = third_operating_round()
    assert (at.state.round.number, at.state.phase) == (4, "Light Yellow")
    assert cash(at, "p1", "p2", "NCS", "ZHESM", "L1") == (114, 201, 446, 560, 90)
    at.do(BuyShare("p1", "AMS", "initial"), Pass("p1"))  # p1 32
    # worth: p1 32, AMS 4 x 82, NCS 5 x 61, L1 2 x 20, and LP 90, JJB 100, HLVVDG 90, WCTS 240,
    # CO 200; p2 201, ZHESM 6 x 56, NCS 3 x 61, L1 5 x 20, L2 4 x 25, KR 110, DERTU 130, SRV 100
    assert total_worth(at.rules, at.state, "p1") == 32 + 328 + 305 + 40 + 720
    assert total_worth(at.rules, at.state, "p2") == 201 + 336 + 183 + 100 + 100 + 340
    at.do(Concede("p2"))
    assert (at.state.end_reason, at.rules.ends.winner(at.rules, at.state)) == ("alone", "p1")
    assert total_worth(at.rules, at.state, "p2") == 0
    assert [at.state.companies[c].floated for c in ("ZHESM", "L1", "NCS")] == [False, False, True]
    # of the supply, in which 2+1 is first: 2+1, 3+, R5, R4, PR3+1 and a 4
    assert sum(card.place == "depot" for card in at.state.trains.values()) == 34 - 6
