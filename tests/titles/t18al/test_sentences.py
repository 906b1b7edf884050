"""Sentences of the rules notes of 18AL, each both ways. Numbers are those of the notes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
    RunTrains,
    SellPrivate,
)
from companion.rules.operating.running import find_best, report_run
from companion.rules.privates.route_bonuses import PlaceMarker
from tests.support.positions import Position
from tests.titles.t18al.test_own_rules import operating, private


def always_refused(game: Position, company: str, at: str, tile: str) -> set[str]:
    """Return the codes for which a tile is refused in every rotation."""
    codes = [game.refused(LayTile(company, at, tile, rotation)) for rotation in range(6)]
    return set.intersection(*codes)


# --- trades and prices (4, 18)


def test_a_private_counts_against_the_limit_of_its_buyer():
    game = Position("18al", 5).privates(TR="p2").close_privates()
    game.started("WRA", 70, "p1", p1=60)
    for company in ("ABC", "TAG"):
        game.started(company, 70, "p3", p3=20, p1=20)
    game.stock_round(2, "p1")
    assert game.allowed(SellPrivate("p2", "p1", "TR", 1))  # 5 + 2 + 2 of 10
    game.started("ATN", 70, "p3", p3=20, p1=10)
    assert "buy.certificates" in game.refused(SellPrivate("p2", "p1", "TR", 1))


@pytest.mark.parametrize(
    ("symbol", "least", "most"),
    [("TR", 10, 30), ("SNAR", 20, 60), ("BLC", 35, 105), ("NDY", 60, 180)],
)
def test_the_least_and_the_highest_price_of_a_private(symbol, least, most):
    game = operating("ABC", "trains", **{symbol: "p2"})
    for price, right in ((least - 1, False), (least, True), (most, True), (most + 1, False)):
        codes = game.refused(BuyPrivateForCompany("ABC", symbol, price))
        assert codes == (set() if right else {"private.range"})


@pytest.mark.parametrize(("phase", "right"), [("2", False), ("3", True), ("4", True)])
def test_companies_buy_privates_in_phases_3_and_4(phase, right):
    codes = operating("ABC", TR="p1", phase=phase).refused(BuyPrivateForCompany("ABC", "TR", 20))
    assert codes == (set() if right else {"private.phase"})


# --- track and tokens (8, 10, 11)


@pytest.mark.parametrize("option", [True, False])
def test_two_yellow_tiles_in_a_first_turn_by_option(option):
    game = operating("ABC", double_yellow_first_or=option).turn(is_first=option)
    game.do(LayTile("ABC", "G6", "57", 1))
    assert (game.waiting() == "track") is option
    lay = LayTile("ABC", "F7", "7", 0)
    assert game.refused(lay) == (set() if option else {"turn.not_now"})
    if option:
        assert "lay.one_replaced" in always_refused(game, "ABC", "G6", "14")
        assert game.do(lay).waiting() != "track"


def test_a_space_is_kept_at_the_home_of_a_company():
    game = operating("ABC", "token").tile("L5", "57", 0)
    assert "token.reserved" in game.refused(PlaceToken("ABC", "L5.0"))
    game.tile("L5", "443a", 0)
    assert "token.reserved" not in game.refused(PlaceToken("ABC", "L5.0"))
    game.token("L5.0", "TAG")
    assert "token.reserved" in game.refused(PlaceToken("ABC", "L5.0"))


def test_the_objectives():
    objectives = {c.symbol: dict(c.token_bonuses) for c in operating().data.company_list}
    goals = {"L&N": "G4", "M&O": "K2", "WRA": "J7", "ATN": "L1", "ABC": "G4", "TAG": "G4"}
    assert objectives == {company: {at: 100} for company, at in goals.items()}


@pytest.mark.parametrize(
    ("at", "before", "right", "wrong"),
    [
        ("L5", "", "57", "441a"),
        ("C4", "", "57", "441a"),
        ("C4", "57", "14", "443a"),
        ("G4", "444b", "446", "63"),
        ("L5", "443a", "444m", "446"),
    ],
)
def test_which_tiles_follow(at, before, right, wrong):
    game = operating("ABC", phase="4D")
    if before:
        game.tile(at, before, 0)
    assert "lay.label" not in always_refused(game, "ABC", at, right)
    assert always_refused(game, "ABC", at, wrong) & {"lay.label", "lay.colour"}


def test_the_lumber_terminal_is_laid_in_the_track_step_on_an_empty_swamp():
    lay = LayTile("ABC", "N5", "445", 3, "BLC")
    assert operating("ABC", BLC="p1").refused(lay) == {"power.not_owned"}
    for step in ("token", "trains"):
        assert "power.track" in operating("ABC", step, BLC="ABC").refused(lay)
    occupied = operating("ABC", BLC="ABC").tile("N5", "9", 0)
    assert "power.occupied" in occupied.refused(lay)
    game = operating("ABC", BLC="ABC").do(LayTile("ABC", "G6", "57", 1))
    assert game.allowed(lay)  # still before its token and its run


# --- bonuses (21, 23)


def joined(*trains: str, phase: str = "4", **privates: str) -> Position:
    """Return the ABC with track from Birmingham (10) past 30 and 20 to Atlanta (40)."""
    game = operating("ABC", "run", phase=phase, **privates).trains("ABC", *trains)
    game.tile("G4", "441a", 5).tile("G6", "6", 5).tile("H7", "8", 2)
    return game


def test_each_train_earns_more_with_the_city_of_the_marker_until_the_first_6():
    game = joined("4", "4", SNAR="ABC")
    run = RunTrains("ABC", (("4-0", ("G4.0", "H5.0", "G6.0", "H7", "G8.0")),))
    assert report_run(game.rules, game.state, run).revenue == 100
    assert "marker.reach" in game.refused(PlaceMarker("ABC", "SNAR", "E6.0"))
    game.do(PlaceMarker("ABC", "SNAR", "G6.0"))
    assert report_run(game.rules, game.state, run).revenue == 110
    two = RunTrains("ABC", (("4-0", ("H5.0", "G6.0")), ("4-1", ("G6.0", "H7", "G8.0"))))
    assert report_run(game.rules, game.state, two).revenue == 50 + 60 + 20
    game.privates(SNAR="gone").state.phase = "5"
    later = report_run(game.rules, game.state, run).revenue
    assert later == 110 + 30  # Atlanta is worth 70 by now, and the bonus goes on
    game.state.phase = "6"
    assert report_run(game.rules, game.state, run).revenue == later - 10


@pytest.mark.parametrize("step", ["track", "token", "run", "trains"])
def test_the_marker_is_placed_at_any_moment_of_the_turn_of_its_company(step):
    game = joined("4", SNAR="ABC").operating("ABC", step)
    assert game.allowed(PlaceMarker("ABC", "SNAR", "G6.0"))
    game.started("WRA", 70, "p2", p2=60).floated("WRA").operating("WRA", step)
    assert game.refused(PlaceMarker("ABC", "SNAR", "G6.0")) == {"turn.not_yours"}


def test_one_train_earns_20_more_between_atlanta_and_birmingham():
    game = private(joined("4"), "M&C", "p2")
    assert find_best(game.rules, game.state, "ABC").revenue == 100
    game.do(BuyPrivateForCompany("ABC", "M&C", 50))
    assert find_best(game.rules, game.state, "ABC").revenue == 120
    private(game, "M&C", "gone")
    assert find_best(game.rules, game.state, "ABC").revenue == 120
    short = RunTrains("ABC", (("4-0", ("H5.0", "G6.0", "H7", "G8.0")),))
    assert report_run(game.rules, game.state, short).revenue == 90


# --- half price (24)


def test_half_price_is_for_3_4_and_5_once_and_only_in_the_bank():
    game = operating("ABC", "trains", NDY="ABC", phase="4").do(BuyTrain("ABC", "4-0", 150))
    assert game.state.privates["NDY"] == "gone"
    assert game.refused(BuyTrain("ABC", "4-1", 150)) == {"train.price"}
    game = operating("ABC", "trains", NDY="p1")
    assert game.refused(BuyTrain("ABC", "3-0", 90)) == {"train.price"}
    game = operating("ABC", "trains", NDY="ABC", phase="6")
    assert game.refused(BuyTrain("ABC", "6-0", 315)) == {"train.price"}
    game = operating("ABC", "trains", NDY="ABC").started("WRA", 70, "p2", p2=60)
    game.floated("WRA").trains("WRA", "3").do(BuyTrain("ABC", "3-0", 90))
    assert game.state.privates["NDY"] == "ABC"  # any price is agreed with another company


def test_the_full_price_leaves_the_private():
    game = operating("ABC", "trains", NDY="ABC").do(BuyTrain("ABC", "3-0", 180))
    assert game.state.privates["NDY"] == "ABC"


def test_half_price_counts_in_an_emergency():
    game = operating("ABC", "trains", cash=150, NDY="ABC", phase="4").cash(p1=500)
    game.tile("G6", "57", 1).tile("G4", "441a", 5)
    assert game.refused(Pass("ABC")) == {"train.needed"}
    assert "train.cash" in game.refused(BuyTrain("ABC", "4-0", 300))  # the president may not help
    assert game.allowed(BuyTrain("ABC", "4-0", 150))
    game.cash(ABC=100).do(BuyTrain("ABC", "4-0", 150))
    assert (game.state.cash["ABC"], game.state.cash["p1"]) == (0, 450)
