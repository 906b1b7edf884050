"""Rules of 18AL, each both ways. Numbers are those of its rules notes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    SellPrivate,
    SellShares,
)
from companion.rules.operating.running import find_best
from companion.rules.privates.route_bonuses import PlaceMarker
from tests.support.positions import Position


def operating(
    company: str = "ABC", step: str = "track", cash: int = 2000, phase: str = "3", **more: object
) -> Position:
    """Return a game in which the company of p1 operates, with its home token."""
    privates = {key: str(owner) for key, owner in more.items() if key.isupper()}
    options = {key: value for key, value in more.items() if not key.isupper()}
    game = Position("18al", 4, **options).phase(phase)
    game.privates(**privates).close_privates()
    game.started(company, 70, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def private(game: Position, symbol: str, owner: str) -> Position:
    game.state.privates[symbol] = owner
    return game


# --- stock rounds (3 to 6)


def trading() -> Position:
    game = Position("18al", 4).privates(TR="p2").close_privates()
    game.started("WRA", 70, "p1", p1=60).started("ABC", 70, "p3", p3=20)
    return game.stock_round(2, "p1")


def test_sales_are_all_before_or_all_after_the_purchase():
    game = trading().do(SellShares("p1", "WRA", 10), BuyShare("p1", "ABC", "initial"))
    assert game.rules.actor(game.state) != "p1" or not game.allowed(SellShares("p1", "WRA", 10))
    game = trading().do(BuyShare("p1", "ABC", "initial"))
    assert game.allowed(SellShares("p1", "WRA", 10))


def test_a_private_of_another_player_is_bought_instead_of_a_share():
    game = trading().do(SellPrivate("p2", "p1", "TR", 1))
    assert "buy.bought" in game.refused(BuyShare("p1", "ABC", "initial"))
    assert trading().refused(SellPrivate("p2", "p1", "TR", 0)) == {"trade.least"}
    game = Position("18al", 4).privates(TR="p2").close_privates().stock_round(1, "p1")
    assert game.allowed(SellPrivate("p2", "p1", "TR", 20))


# --- track (7 to 9, 11)


def test_an_upgrade_brings_new_track():
    game = operating("WRA").tile("L5", "57", 0).tile("N5", "9", 0)
    assert game.refused(LayTile("WRA", "N5", "20", 0)) == {"lay.no_change"}
    assert any(game.allowed(LayTile("WRA", "N5", "23", rotation)) for rotation in range(6))


@pytest.mark.parametrize(
    ("at", "cost"), [("C4", 20), ("G2", 20), ("F7", 60), ("D5", 60), ("F3", 0)]
)
def test_terrain(at, cost):
    game = operating()
    assert sum(each.cost for each in game.data.map.hexes[at].terrain) == cost


def test_two_tiles_in_a_first_turn_by_option_alone():
    for option in (True, False):
        game = operating(double_yellow_first_or=option)
        assert bool(game.data.first_track) is option


def test_montgomery_and_birmingham_have_tiles_of_their_own():
    game = operating("WRA", phase="5").tile("L5", "57", 0)
    assert "lay.label" in game.refused(LayTile("WRA", "L5", "14", 0))
    game.do(LayTile("WRA", "L5", "443a", 0))
    game.operating("WRA")
    assert "lay.label" in game.refused(LayTile("WRA", "L5", "63", 0))
    assert game.allowed(LayTile("WRA", "L5", "444m", 0))
    game = operating("ABC", phase="5").tile("G6", "57", 1)
    assert "lay.label" in game.refused(LayTile("ABC", "G4", "57", 1))
    assert game.tile("H5", "9", 0).refused(LayTile("ABC", "G4", "444b", 0)) >= {"lay.colour"}


def test_track_of_nashville_and_mobile_is_terminal():
    for at in ("A4", "Q2"):
        assert all(track.terminal for track in operating().data.map.hexes[at].tracks)
    moved = operating(moved_home=True).data
    assert moved.map.hexes["A4"].stops[0].kind == "offboard"
    assert moved.companies["L&N"].homes == (("C4.0",),)


# --- tokens (10)


def test_a_token_on_the_objective_earns_100():
    game = operating("ABC", "token").tile("G6", "57", 1).tile("G4", "441a", 5)
    game.do(PlaceToken("ABC", "G4.0"))
    assert game.state.cash["ABC"] == 2000 - 40 + 100


def test_a_token_elsewhere_earns_nothing():
    game = operating("ABC", "token").tile("G6", "57", 1)
    game.do(PlaceToken("ABC", "H5.0"))
    assert game.state.cash["ABC"] == 2000 - 40


# --- trains (12 to 17)


def test_towns_are_free_and_4d_doubles_cities_alone():
    trains = operating().data.trains
    assert trains["2"].kind.limits[0].of == frozenset(("city", "offboard"))
    assert (trains["4D"].kind.multiplier, trains["5"].kind.multiplier) == (2, 1)
    assert trains["4D"].kind.multiplies == frozenset(("city", "offboard"))


def test_the_count_of_4d_trains():
    assert operating().data.trains["4D"].count == 5
    assert operating(eight_4d=True).data.trains["4D"].count == 8


def test_one_train_a_turn_from_the_bank_until_phase_4():
    game = operating("ABC", "trains").do(BuyTrain("ABC", "3-0", 180))
    assert game.waiting() != "trains"
    game = operating("ABC", "trains").started("WRA", 70, "p2", p2=60).floated("WRA")
    game.trains("WRA", "3").do(BuyTrain("ABC", "3-1", 180))
    assert game.refused(BuyTrain("ABC", "3-2", 180)) == {"train.one_from_bank"}
    assert game.allowed(BuyTrain("ABC", "3-0", 1))
    game = operating("ABC", "trains", phase="4").do(BuyTrain("ABC", "4-0", 300))
    assert game.allowed(BuyTrain("ABC", "4-1", 300))


@pytest.mark.parametrize("rusts", [False, True])
def test_4_trains_are_obsolete_with_the_first_7(rusts):
    game = operating("ABC", "trains", phase="6", rusting_4=rusts).trains("ABC", "4")
    game.state.move_train("6-0", "gone")
    game.do(BuyTrain("ABC", "7-0", 700))
    assert game.state.place_of("4-0") == ("gone" if rusts else "ABC")
    assert not game.data.trains["7"].trade_in


# --- prices of privates (18)


def test_a_company_pays_half_to_one_and_a_half_times_the_face_value():
    game = operating("ABC", "trains", TR="p1")
    for price, right in ((9, False), (10, True), (30, True), (31, False)):
        codes = game.refused(BuyPrivateForCompany("ABC", "TR", price))
        assert ("private.range" not in codes) is right


# --- the end (19)


@pytest.mark.parametrize(("broken", "reason"), [(True, "bank"), (False, "")])
def test_a_broken_bank_ends_the_game_with_the_operating_round(broken, reason):
    game = operating("ABC", "trains", phase="5").trains("ABC", "5")
    game.operating("ABC", "trains", parts=3, part=1)
    game.state.is_bank_broken = broken
    game.do(Pass("ABC"))
    assert game.state.end_reason == reason


@pytest.mark.parametrize(("cell", "reason"), [("0,15", "price"), ("0,14", "")])
def test_a_price_of_300_ends_it_too(cell, reason):
    game = operating("ABC", "trains", phase="5").trains("ABC", "5").price("ABC", cell)
    game.operating("ABC", "trains", parts=3, part=1).do(Pass("ABC"))
    assert game.state.end_reason == reason


def test_a_bankruptcy_ends_the_game_at_once():
    game = operating("ABC", "trains", cash=0, phase="4").cash(p1=0)
    game.tile("G6", "5", 0)
    assert game.do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"


# --- privates (20 to 24)


def test_the_marker_of_coal():
    game = operating("ABC", SNAR="ABC")
    assert game.refused(PlaceMarker("ABC", "SNAR", "G6.0")) == {"marker.train"}
    game.trains("ABC", "3")
    assert "marker.reach" in game.refused(PlaceMarker("ABC", "SNAR", "E6.0"))
    assert "lay.power" in game.refused(PlaceMarker("ABC", "SNAR", "L5.0"))
    game.tile("G6", "57", 0).tile("H7", "9", 0).do(PlaceMarker("ABC", "SNAR", "G6.0"))
    assert game.refused(PlaceMarker("ABC", "SNAR", "G6.0")) == {"power.used"}
    assert game.rules.table.hex_marks(game.rules, game.state) == {"G6": "+10 AB"}
    game.state.phase = "6"
    assert not game.rules.table.hex_marks(game.rules, game.state)


def test_the_lumber_terminal():
    game = operating("ABC", BLC="ABC")
    assert "lay.reserved" in game.refused(LayTile("ABC", "G2", "445", 0))
    assert "lay.power" in game.refused(LayTile("ABC", "F3", "445", 0, "BLC"))
    game.do(LayTile("ABC", "N5", "445", 3, "BLC"))
    assert game.state.cash["ABC"] == 2000
    assert "power.used" in game.refused(LayTile("ABC", "G2", "445", 0, "BLC"))
    assert game.waiting() == "track"
    for tile in ("142", "143", "144"):
        assert "lay.fixed" in game.refused(LayTile("ABC", "N5", tile, 0))


def test_the_markers_of_the_mc():
    game = private(operating("L&N", "run"), "M&C", "p2")
    game.do(BuyPrivateForCompany("L&N", "M&C", 50))
    assert [pair[0] for pair in game.state.title_state.pair_bonuses] == ["L&N"]
    game.trains("L&N", "4D")
    for at, tile, rotation in (("B3", "9", 1), ("C4", "57", 0)):
        game.tile(at, tile, rotation)
    assert find_best(game.rules, game.state, "L&N").proved


def test_a_train_at_half_price():
    game = operating("ABC", "trains", NDY="ABC").do(BuyTrain("ABC", "3-0", 90))
    assert game.state.privates["NDY"] == "gone"
    game = operating("ABC", "trains").operating("ABC", "trains")
    assert game.refused(BuyTrain("ABC", "3-0", 90)) == {"train.price"}


def test_privates_close_with_the_first_5():
    game = operating("ABC", "trains", phase="4", TR="p1")
    for number in range(3):
        game.state.move_train(f"4-{number}", "gone")
    game.do(BuyTrain("ABC", "5-0", 450))
    assert game.state.privates["TR"] == "gone"
