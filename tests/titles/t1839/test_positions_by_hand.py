"""Late moments of a game, worked out by hand from the book before the program played them.

The figures are cash, prices, parts, trains and the supply after each deed.
"""

from companion.rules.core.actions import (
    BuyTrain,
    DeclareBankruptcy,
    Dividend,
    NameHome,
    Pass,
    RunTrains,
    SellHoldings,
    SellOwnShares,
    SellShares,
)
from companion.rules.core.state import LAST_RUN, RAN
from companion.rules.operating.running import type_of
from companion.titles.t1839.share_sales import RedeemShares
from companion.titles.t1839.state_railway import Nationalise, TakeLocal
from companion.titles.t1839.title_state import game_of
from tests.titles.t1839.operating_positions import at_price, company, moment, turn
from tests.titles.t1839.test_trains import supply

LOCALS = {"L1": ("D19.0", "N17.0"), "L2": ("L3.0", "I8.0")}


def cash(at, *owners):
    return tuple(at.state.cash[owner] for owner in owners)


def lying(at, rank):
    """Trains of a rank in the supply."""
    return sum(
        card.place == "depot" and type_of(train) == rank for train, card in at.state.trains.items()
    )


def owned(at, symbol, price, trains=(), money=0, director="p1", **percents):
    """A company that has operated, at a price, with its homes on the map."""
    par = 31 if symbol.startswith("L") else 67
    homes = LOCALS.get(symbol, ())
    company(at, symbol, par, money, homes=homes, director=director, **percents)
    at_price(at, symbol, price).trains(symbol, *trains)
    at.state.questions = ()
    return at


def test_a_bankruptcy_in_dark_red():
    """MSS at 82 must buy the first 4 for 460.

    It has 50 and 20% of itself. p1, who directs it with 40%, has no money, but 30% of NWS at 40,
    and 20% of L1 at 20.
    """
    at = supply(moment(3, phase="Dark Red"), "4")
    owned(at, "MSS", 82, (), 50, p1=40, p2=30, pool=10, treasury=20)
    owned(at, "NWS", 40, ("PR2+",), 200, p1=30, p2=20, p3=20)
    owned(at, "L1", 20, ("R4",), 10, "p3", p1=20, p3=40)
    at.cash(p1=0, p2=500, p3=500)
    assert lying(at, "4") == 3
    turn(at, "MSS", "trains")
    # 410 are lacking: both of its shares, at 82, the price two to the left
    at.do(SellOwnShares("MSS", 20))
    assert (cash(at, "MSS"), at.at("MSS"), at.percent("MSS", "pool")) == ((214,), 67, 30)
    # 246 are lacking. NWS brings 3 x 40, L1 2 x 20, MSS one share at 67 (with two p2 would direct
    # it): 227, which is not enough. All is sold, in the order that p1 names
    assert at.refused(SellShares("p1", "MSS", 20)) == {"forced.presidency"}
    assert at.refused(DeclareBankruptcy("p1")) == {"bankrupt.sell_first"}
    at.do(SellHoldings("p1", (("NWS", 30), ("L1", 20), ("MSS", 10))))
    assert cash(at, "p1") == (227,)
    # NWS goes to p2, who comes after p1 and has as much as p3; it can pay 120 for the 30%. L1 has
    # 10 for 40 and is not asked, MSS owes and is not
    assert at.president("NWS") == "p2"
    assert [question.actor for question in at.state.questions if question.step == "redeem"] == [
        "NWS"
    ]
    at.do(RedeemShares("NWS", 30))
    assert (cash(at, "NWS"), at.percent("NWS", "NWS"), at.at("NWS")) == ((80,), 30, 40)
    assert (at.at("L1"), at.at("MSS")) == (13, 61)
    at.do(DeclareBankruptcy("p1"))
    # MSS goes to the State with everybody's shares; NWS lives on
    assert at.state.companies["MSS"].status == "gone"
    assert at.percent("MSS", "p2") == 0
    assert at.state.board.tokens["B19.0"].count("NS") == 1
    assert cash(at, "p1", "p2", "p3", "NWS", "L1") == (0, 500, 500, 80, 10)
    assert at.state.order == ("p2", "p3")
    # the 4 counts as bought: gray; another 4 leaves the supply, of which one is left
    assert (at.state.phase, lying(at, "4"), lying(at, "7")) == ("Gray", 1, 1)
    # L1's R4 has not run and stays; so both are asked, NWS first
    train = next(t for t in at.state.trains if at.state.place_of(t) == "L1")
    assert at.state.trains[train].marks == (LAST_RUN,)
    assert at.offered("nationalise") == [Nationalise("NWS"), Nationalise("L1")]
    at.do(Pass("NWS"))
    assert at.state.round.operating.company == "NWS"


def test_light_brown_closes_brown_privates_and_rusts_trains():
    """AMS, at 67 with 700, buys the first R5. CO is p2's, AV p3's, and one local is left."""
    at = supply(moment(4, phase="Blue"), "R5")
    at.privates(CO="p2", AV="p3", WCTS="p4")
    owned(at, "AMS", 67, ("4+",), 700)
    owned(at, "HIJSM", 82, ("3", "3+"), 20, "p2")
    owned(at, "NBDS", 74, ("3",), 90, "p3", p3=60, p4=40)
    owned(at, "L1", 31, ("3",), 5, "p4")
    for symbol in ("L2", "L3", "L4", "L5", "L6", "L7"):
        at.state.alter(symbol, status="gone")
    before = cash(at, "p1", "p2", "p3", "p4")
    turn(at, "AMS", "trains")
    train = next(t for t, c in at.state.trains.items() if type_of(t) == "R5" and c.place == "depot")
    at.do(BuyTrain("AMS", train, 320))
    # the 3s are gone; HIJSM keeps its 3+
    assert (at.state.phase, cash(at, "AMS")) == ("Light Brown", (380,))
    assert [list(at.trains_of(c)) for c in ("HIJSM", "NBDS", "L1")] == [["3+"], [], []]
    assert [at.state.privates[p] for p in ("CO", "AV", "WCTS")] == ["gone", "gone", "p4"]
    at.do(Pass("AMS"))
    # who owns a train is asked, from the dearest down: HIJSM, then AMS
    assert at.offered("nationalise") == [Nationalise("HIJSM"), Nationalise("AMS")]
    at.do(Nationalise("HIJSM"), Pass("AMS"))
    assert (at.state.companies["HIJSM"].status, game_of(at.state).nationalisers) == (
        "gone",
        ("p2",),
    )
    # AV is dearer than CO: p3 takes the local that is left, though p3 and p2 may start nothing or
    # something; CO's owner gets 80
    assert (at.waiting(), at.rules.actor(at.state)) == ("new_local", "p3")
    at.do(TakeLocal("p3", "L8"), NameHome("L8", "G14"), NameHome("L8", "K6"))
    assert (at.percent("L8", "p3"), at.percent("L8", "initial"), at.at("L8")) == (40, 60, 25)
    after = cash(at, "p1", "p2", "p3", "p4")
    assert [now - then for then, now in zip(before, after, strict=True)] == [0, 80, 0, 0]
    # NBDS, without a train, is next
    assert at.state.round.operating.company == "NBDS"


def test_a_local_that_has_become_a_major_runs_to_off_boards():
    """L1 at 65, at home in Roermond, buys the second PR3+1 in its own turn; AMS began dark red."""
    at = supply(moment(3, phase="Light Red"), "PR3+1")
    owned(at, "AMS", 67, ("7",), 900)
    at.state.board = at.state.board.without_token("L17.0", "AMS").with_token("K12.0", "AMS")
    company(at, "L1", 31, 300, homes=("L17.0", "D19.0"), director="p2", p2=50, p3=20, pool=10)
    at_price(at, "L1", 65).trains("L1", "R5")
    at.state.trains["R5-0"] = at.state.trains["R5-0"].with_mark(LAST_RUN)
    owned(at, "L2", 31, ("PR2+",), 40, "p3")
    at.state.questions = ()
    turn(at, "AMS", "trains").do(BuyTrain("AMS", "PR3+1-0", 260))
    # 65 becomes 61, L2 at 31 stays a local
    assert (at.at("L1"), at.state.companies["L1"].kind) == (61, "major")
    assert (at.at("L2"), at.state.companies["L2"].kind) == (31, "local")
    assert at.rules.operating_order(at.state) == ["AMS", "L1", "L2"]
    at.do(Pass("AMS"))  # nobody nationalises any more
    assert at.state.round.operating.company == "L1"
    while at.waiting() != "run":
        at.do(Pass("L1"))
    # R5, for the last time: Mönchengladbach 20, Roermond 20, Weert 20, Neerpelt 10, Antwerpen 20
    at.do(*at.offered("run")[:1])
    assert at.state.round.turn.revenue == 20 + 20 + 20 + 10 + 20
    assert at.state.trains["R5-0"].place == "gone"
    # full: 9 a share; p2 45, p3 18, the pool's 10% to L1. 90 is 61 and more, not twice as much
    before = cash(at, "p2", "p3", "L1")
    at.do(Dividend("L1", "pay"))
    after = cash(at, "p2", "p3", "L1")
    assert [now - then for then, now in zip(before, after, strict=True)] == [45, 18, 9]
    assert at.at("L1") == 67
    # it has no train any more, and 309: the last PR3+1
    assert at.refused(Pass("L1")) == {"train.always"}
    at.do(*at.offered("buy_train"))
    assert (list(at.trains_of("L1")), cash(at, "L1")) == (["PR3+1"], (309 - 260,))
    marks = [at.state.trains[t].marks for t in at.state.trains if at.state.place_of(t) == "L1"]
    assert marks == [()] and RAN not in marks[0]


def test_lesser_runs_are_entered_with_what_was_possible():
    """§8.3.3: AMS could earn 50 in yellow."""
    at = company(moment(), "AMS", 67, 0).trains("AMS", "2")
    at.state.questions = ()
    turn(at, "AMS", "run")
    lesser = RunTrains("AMS", (("2-0", ("L17.0", "L15", "L13.0")),), better_revenue=50)
    at.do(lesser)
    assert at.state.round.turn.revenue == 40
    assert "ran_less" in at.told()
