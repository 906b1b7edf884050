"""Short turns of companies with privates, worked out by hand before the program played them.

None of the kept games uses most of these privates. The figures are payments, revenue, shares of it,
and the new price.

p1 has 60% of each company, which stands at 67 with 1,000; the rest is in the IPO.
"""

import pytest

from companion.rules.core.actions import BuyPrivateForCompany, Dividend, LayTile, Pass, PlaceToken
from companion.rules.core.change import Change
from companion.rules.operating.tokens import put_on_top
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.titles import load
from tests.titles.t1839_2015.game_start import built, turn
from tests.titles.t1839_2015.sections import PRIVATES
from tests.titles.t1839_2015.test_example import GAMES, sheet
from tests.titles.t1839_2015.test_running import best


def sums(at, company):
    return (at.state.cash[company], at.state.cash["p1"] - 2000, at.at(company))


def breda(train, private):
    """NBDS in Breda (30), with Antwerpen (30), L7 and M4 (10 each) within reach."""
    at = built(turn("NBDS", **{private: "NBDS"}), "K8:B06").token("K8.0", "NBDS")
    return at.trains("NBDS", train).operating("NBDS", "run")


@pytest.mark.parametrize(
    ("private", "train", "revenue", "way", "result"),
    [
        # M4 30, L7 30, Breda 30, Antwerpen 30; 60% of 120; 120 is once 67
        ("BOR", "3+", 120, "pay", (1000, 72, 72)),
        # Breda, L7, M4, and Antwerpen beside them; withheld: two spaces down
        ("IJS", "2", 80, "withhold", (1080, 0, 59)),
        # 80, and 10 for each of three places; half of 110, and 60% of it; 55 is less than 67
        ("PTT", "3+", 110, "half", (1055, 33, 62)),
    ],
)
def test_from_breda(private, train, revenue, way, result):
    at = breda(train, private)
    at.do(best(at))
    assert at.state.round.turn.revenue == revenue
    at.do(Dividend("NBDS", way))
    assert sums(at, "NBDS") == result
    assert at.at("BEL") == 67  # on the market with this run


def test_lok_makes_a_city_of_the_town_beside_maastricht():
    at = built(turn("AMS", LOK="AMS"), "N15:57/2 M14:4/2").token("N15.0", "AMS").trains("AMS", "3+")
    # a town with exits NW and SE: 20, no ground; a marker there: 20 for each of two hexes
    at.do(LayTile("AMS", "M14", "57", 2, "LOK"), Pass("AMS"), PlaceToken("AMS", "M14.0"))
    assert at.state.cash["AMS"] == 1000 - 20 - 40
    at.do(best(at))
    assert at.state.round.turn.revenue == 30 + 20 + 20  # O16, Maastricht, the new city
    at.do(Dividend("AMS", "pay"))
    assert sums(at, "AMS") == (940, 42, 72)
    assert at.state.privates["LOK"] == "AMS"


def test_amb_upgrades_zwolle_and_arnhem_for_20():
    at = built(turn("SS", AMB="SS"), "E14:57/0 H13:57/2").token("E14.0", "SS").token("H13.0", "SS")
    at.trains("SS", "3+")
    at.do(LayTile("SS", "E14", "15", 3, "AMB"), LayTile("SS", "H13", "15", 2))
    # no marker after them; nothing to run to: nothing is earned, and 67 falls to 59
    assert (at.waiting(), sums(at, "SS")) == ("trains", (980, 0, 59))
    assert at.state.privates["AMB"] == "SS"


def test_wsm_makes_an_exchange_marker_the_one_in_amsterdam():
    at = turn("ZHESM", WSM="ZHESM").token("G8.0", "ZHESM").trains("ZHESM", "2")
    put_on_top(Change(at.state), "ZHESM", "G8.0")
    at.operating("ZHESM", "token")
    # a new one there would cost 40 for each of two hexes
    at.do(MoveOwnToken("ZHESM", "WSM", "G8.0", "G10.0"))
    assert (at.state.cash["ZHESM"], at.state.privates["WSM"]) == (1000, "gone")
    assert set(at.state.board.token_stops("ZHESM")) == {"G8.0", "G10.0"}
    assert not at.state.board.stacked_tokens
    at.do(best(at))
    assert at.state.round.turn.revenue == 20 + 40
    at.do(Dividend("ZHESM", "half"))
    # 30 kept, 60% of 30
    assert sums(at, "ZHESM") == (1030, 18, 62)


# --- each private is used in a kept game, in a turn above, or with its sums elsewhere

BY_HAND = {"IJS", "LOK", "AMB", "WSM"}
ELSEWHERE = {"SZK", "GEN", "KR", "MES", "RB", "BP"}  # where PRIVATES says
CALLED = {"VER": "SAVED", "RWS": "bypass", "SWO": "dijk"}  # what games show of it


def test_every_private_is_used_somewhere():
    shown = {what for name in GAMES for what in sheet(name)["shows"]}
    privates = set(load("1839-2015").data.privates)
    of_games = {private for private in privates if CALLED.get(private, private) in shown}
    assert of_games == privates - BY_HAND - ELSEWHERE
    assert PRIVATES.keys() >= ELSEWHERE


def test_a_purchase_after_the_run_is_not_in_its_receipt():
    at = breda("3+", "BOR")
    at.state.privates["BOR"] = "p2"
    at.do(best(at))
    assert at.state.round.turn.revenue == 80  # M4 10, L7 10, Breda 30, Antwerpen 30
    at.do(BuyPrivateForCompany("NBDS", "BOR", 100), Dividend("NBDS", "pay"))
    (receipt,) = [e.facts["receipt"] for e in at.events if "receipt" in e.facts]
    assert [stop.value for line in receipt.runs for stop in line.stops] == [30, 30, 10, 10]
    assert sums(at, "NBDS") == (900, 2048 - 2000, 72)
