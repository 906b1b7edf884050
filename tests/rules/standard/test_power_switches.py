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
from companion.rules.operating.private_powers import (
    ExtraTilePower,
    FreeTokenPower,
    TrainDiscountPower,
)
from companion.rules.privates.player_tiles import LayPrivateTile
from tests.support.positions import Position
from tests.support.private_powers import own_private

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
