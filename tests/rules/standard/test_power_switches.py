"""Powers of privates that ordinary titles share, each both ways: with 1830's data, changed."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyTrain,
    LayTile,
    Pass,
    PlaceToken,
)
from companion.rules.data.title_data import PairBonus
from companion.rules.operating import running
from companion.rules.operating.private_powers import (
    ExtraTilePower,
    FreeTokenPower,
    SharedTrainPower,
    StopValuePower,
    TrainDiscountPower,
)
from companion.rules.privates.player_tiles import LayPrivateTile
from tests.support.positions import Position
from tests.support.private_powers import own_private


def earn_best(game):
    """Return the best revenue of the PRR."""
    return running.find_best(game.rules, game.state, "PRR").revenue


EXTRA = ExtraTilePower(("F14", "G15"), ("7", "8", "9"), in_track_step=True)


# --- an extra tile on one of several hexes


def test_an_extra_tile_is_laid_once_on_one_of_its_hexes():
    game = own_private(additional_tile=EXTRA)
    assert "lay.power" in game.refused(LayTile("PRR", "H14", "9", 0, "SV"))
    game.do(LayTile("PRR", "G15", "9", 0, "SV"))
    assert "power.used" in game.refused(LayTile("PRR", "F14", "9", 0, "SV"))
    assert game.waiting() == "track"


def test_a_reserved_tile_is_laid_by_its_private_alone_and_brings_a_stop():
    game = own_private(additional_tile=replace(EXTRA, tiles=("58",), reserved=True))
    assert "lay.reserved" in game.refused(LayTile("PRR", "G15", "58", 0))
    assert LayTile("PRR", "G15", "58", 4, "SV") in game.offered("lay_power")
    game.do(LayTile("PRR", "G15", "58", 0, "SV"))
    assert game.state.board.stop("G15.0").kind == "town"


def test_a_tile_that_is_not_reserved_suits_the_stops_of_its_hex():
    game = own_private(additional_tile=replace(EXTRA, tiles=("58",)))
    assert game.refused(LayTile("PRR", "G15", "58", 0, "SV")) == {"lay.stops"}


# --- a free token


def test_a_free_token_on_a_hex_with_track():
    game = own_private("token", free_token=FreeTokenPower(("H10",), on_track=True))
    game.tile("H10", "57", 0)
    assert game.refused(PlaceToken("PRR", "F16.0", "SV")) >= {"lay.power"}
    game.do(PlaceToken("PRR", "H10.0", "SV"))
    assert game.state.cash["PRR"] == 3000
    game = own_private("token", free_token=FreeTokenPower(("H10",))).tile("H10", "57", 0)
    assert game.refused(PlaceToken("PRR", "H10.0", "SV")) == {"power.has_track"}


def test_a_token_of_a_private_for_money_beside_that_of_the_turn():
    power = FreeTokenPower(("H10",), on_track=True, price=30, beside=True)
    game = own_private("token", free_token=power).tile("H10", "57", 0)
    game.do(PlaceToken("PRR", "H10.0", "SV"))
    assert game.state.cash["PRR"] == 3000 - 30
    assert game.state.round.turn.tokens == 0
    game = own_private("token", free_token=power).tile("H10", "57", 0).cash(PRR=29)
    assert game.refused(PlaceToken("PRR", "H10.0", "SV")) == {"token.cost"}


# --- terrain, distant tiles, connected tiles


def test_a_distant_tile_for_the_terrain_or_free():
    for free in (False, True):
        game = own_private(distant_tile={"hex": "F16", "tile": "57", "free": free})
        cost = sum(each.cost for each in game.data.map.hexes["F16"].terrain)
        game.do(LayTile("PRR", "F16", "57", 0, "SV"))
        assert game.state.cash["PRR"] == 3000 - (0 if free else cost)


def test_terrain_is_cheaper_for_the_company_of_the_private():
    for owner, paid in (("PRR", 80), ("p1", 120)):
        game = own_private(owner=owner, ground_off=40)
        step = game.rules.waiting(game.state)
        assert step.ground(game.state, LayTile("PRR", "F16", "57", 0)) == paid


def test_an_extra_tile_must_be_connected_by_the_switch():
    for joined in (False, True):
        power = replace(EXTRA, hexes=("C17", "D16"), joined=joined)
        game = own_private(additional_tile=power)
        lays = [LayTile("PRR", "C17", "9", turn, "SV") for turn in range(3)]
        assert any(game.allowed(lay) for lay in lays) is not joined


def test_hexes_are_blocked_until_a_phase():
    for until, codes in (("4", {"lay.blocked"}), ("3", set())):
        game = own_private(owner="p2", blocks_until=until)
        privates = [replace(p, blocks=("H14",)) for p in game.data.private_list[:1]]
        game.with_data(private_list=(*privates, *game.data.private_list[1:])).phase("3")
        game.privates(SV="p2").close_privates()
        game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000).operating("PRR")
        assert game.refused(LayTile("PRR", "H14", "9", 1)) == codes


# --- bonuses


@pytest.mark.parametrize(
    ("owner", "powers", "amount"),
    [
        ("PRR", {"bonus": {"amount": 20, "stop": "H10.0", "where": "anywhere"}}, 20),
        ("p1", {"bonus": {"amount": 20, "stop": "H10.0", "where": "anywhere"}}, 0),
        ("PRR", {"raises": StopValuePower(10, frozenset({"city"}))}, 20),
        ("PRR", {"lends": SharedTrainPower(frozenset({"city"}), 5)}, 10),
    ],
)
def test_a_private_adds_to_the_revenue_of_its_company(owner, powers, amount):
    earned = []
    for own in ({}, powers):
        game = own_private("run", owner=owner, **own).trains("PRR", "3")
        game.tile("H10", "57", 1)
        earned.append(earn_best(game))
    assert earned[1] - earned[0] == amount


@pytest.mark.parametrize(
    ("phase", "with_token", "amount"), [("3", False, 10), ("3", True, 0), ("4", False, 0)]
)
def test_a_bonus_of_a_stop_until_a_phase_with_a_token(phase, with_token, amount):
    earned = []
    bonus = PairBonus("Altoona", ("H10.0",), 10, with_token, "4")
    for bonuses in ((), (bonus,)):
        game = Position("1830", 3).with_data(route_bonuses=bonuses).phase(phase).close_privates()
        game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000).trains("PRR", "4")
        game.tile("H10", "57", 1).operating("PRR", "run")
        earned.append(earn_best(game))
    assert earned[1] - earned[0] == amount


# --- the distance of tokens


@pytest.mark.parametrize(("by_distance", "cost"), [(False, 40), (True, 80)])
def test_a_token_costs_its_price_for_each_hex(by_distance, cost):
    game = Position("1830", 3)
    switches = replace(game.data.operating, token_distance=by_distance)
    game.with_data(operating=switches).close_privates().phase("3")
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 79).tile("H10", "57", 1)
    game.tile("H8", "9", 1).operating("PRR", "token")
    place = PlaceToken("PRR", "H10.0")
    step = game.rules.waiting(game.state)
    assert step.cost(game.state, "H10.0") == 40
    assert step.cost(game.state, "F16.0") == (cost if cost == 40 else 40 * 3)
    assert game.allowed(place)


# --- privates that close with their use


@pytest.mark.parametrize("closes", [True, False])
def test_an_extra_tile_closes_its_private(closes):
    game = own_private(additional_tile=EXTRA, closes_with_use=closes)
    game.do(LayTile("PRR", "G15", "9", 0, "SV"))
    assert game.state.privates["SV"] == ("gone" if closes else "PRR")


def test_the_last_of_two_extra_tiles_closes_their_private_or_the_end_of_the_turn():
    power = replace(EXTRA, number=2)
    game = own_private(additional_tile=power, closes_with_use=True)
    game.do(LayTile("PRR", "G15", "9", 0, "SV"))
    assert game.state.privates["SV"] == "PRR"
    game.do(LayTile("PRR", "F14", "9", 0, "SV"))
    assert game.state.privates["SV"] == "gone"
    game = own_private(additional_tile=power, closes_with_use=True)
    game.trains("PRR", "3").do(LayTile("PRR", "G15", "9", 0, "SV"))
    while game.state.round.kind == "operating":
        game.do(Pass("PRR"))
    assert game.state.privates["SV"] == "gone"


@pytest.mark.parametrize("closes", [True, False])
def test_the_tile_of_a_player_closes_its_private(closes):
    game = own_private(owner="p1", owner_tile=EXTRA, closes_with_use=closes)
    game.do(LayPrivateTile("p1", "SV", "G15", "9", 0))
    assert game.state.privates["SV"] == ("gone" if closes else "p1")


def test_the_tile_of_a_seller_closes_its_private():
    game = own_private("trains", owner="p2", seller_tile=EXTRA, closes_with_use=True)
    game.do(BuyPrivateForCompany("PRR", "SV", 20))
    assert game.state.privates["SV"] == "PRR"
    game.do(LayPrivateTile("p2", "SV", "G15", "9", 0))
    assert game.state.privates["SV"] == "gone"


def test_a_distant_tile_closes_its_private_after_the_turn_with_its_token():
    distant = {"hex": "F16", "tile": "57"}
    game = own_private(distant_tile=distant, closes_with_use=True).trains("PRR", "3")
    game.do(LayTile("PRR", "F16", "57", 0, "SV"))
    assert game.state.privates["SV"] == "PRR"
    game.do(PlaceToken("PRR", "F16.0", "SV"))
    while game.state.round.kind == "operating":
        game.do(Pass("PRR"))
    assert game.state.privates["SV"] == "gone"


def test_a_free_token_closes_its_private():
    power = FreeTokenPower(("H10",), on_track=True)
    game = own_private("token", free_token=power, closes_with_use=True).tile("H10", "57", 0)
    game.do(PlaceToken("PRR", "H10.0", "SV"))
    assert game.state.privates["SV"] == "gone"


# --- a discount on a train


HALF = TrainDiscountPower(("3",), 50)


def test_a_train_at_a_discount_once():
    game = own_private("trains", train_discount=HALF, closes_with_use=True)
    assert game.refused(BuyTrain("PRR", "3-0", 100)) == {"train.price"}
    game.do(BuyTrain("PRR", "3-0", 90))
    assert game.state.cash["PRR"] == 3000 - 90
    assert game.state.privates["SV"] == "gone"
    assert game.refused(BuyTrain("PRR", "3-1", 90)) == {"train.price"}
    assert game.allowed(BuyTrain("PRR", "3-1", 180))


def test_the_full_price_leaves_the_discount():
    game = own_private("trains", train_discount=HALF).do(BuyTrain("PRR", "3-0", 180))
    assert game.allowed(BuyTrain("PRR", "3-1", 90))


def test_a_discount_is_for_its_types_and_its_owner():
    game = own_private("trains", phase="4", train_discount=HALF)
    assert game.refused(BuyTrain("PRR", "4-0", 150)) == {"train.price"}
    game = own_private("trains", owner="p1", train_discount=HALF)
    assert game.refused(BuyTrain("PRR", "3-0", 90)) == {"train.price"}


# --- a free train


def buying(*trains: str) -> Position:
    game = own_private("trains", owner="p2", phase="3", free_train="2").trains("PRR", *trains)
    return game.do(BuyPrivateForCompany("PRR", "SV", 20))


def test_a_private_brings_a_train_that_lay_with_the_bank():
    game = own_private("trains", owner="p2", phase="3", free_train="2")
    assert game.state.place_of("2-5") == "bank"
    game = buying()
    assert game.state.place_of("2-5") == "PRR"
    assert game.allowed(BuyTrain("PRR", "3-0", 180))


def test_without_room_the_train_is_gone():
    assert buying("3", "3", "3").state.place_of("2-5") == "PRR"
    assert buying("3", "3", "3", "3").state.place_of("2-5") == "gone"


def test_a_free_train_is_not_sold_to_another_company():
    game = buying().started("B&O", 67, "p2", p2=60).floated("B&O", 500).trains("PRR", "3")
    game.operating("B&O", "trains")
    assert game.refused(BuyTrain("B&O", "2-5", 1)) == {"train.not_for_sale"}
    assert game.allowed(BuyTrain("B&O", "3-0", 1))


def test_a_free_train_rusts_with_the_others():
    game = own_private("trains", owner="p2", phase="3", free_train="2")
    for number in range(5):
        game.state.move_train(f"3-{number}", "gone")
    game.do(BuyTrain("PRR", "4-0", 300))
    assert game.state.place_of("2-5") == "gone"
    game.do(BuyPrivateForCompany("PRR", "SV", 20))
    assert game.state.place_of("2-5") == "gone"
