"""Laying track, 1830 §18, and the powers of the C&SL and the D&H (table 1)."""

import pytest

from companion.rules.core.actions import BuyTrain, LayTile, Pass, PlaceToken
from companion.rules.judge import judge
from tests.support.positions import Position


def operating(company: str = "PRR", cash: int = 1000, **privates: str) -> Position:
    game = Position("1830", 3).privates(**privates).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash)
    return game.operating(company)


def test_one_tile_a_turn():
    game = operating()
    game.do(LayTile("PRR", "H14", "9", 1))
    assert game.waiting() != "track"
    game.operating("PRR", lays=(("H14", "yellow"),))
    assert game.refused(LayTile("PRR", "H16", "57", 1)) == {"lay.enough"}


def test_laying_is_voluntary():
    game = operating().do(Pass("PRR"))
    assert not game.state.board.laid


def test_track_begins_at_the_companys_own_token():
    game = operating()
    assert game.refused(LayTile("PRR", "H16", "57", 1)) == {"lay.not_reached"}
    assert game.allowed(LayTile("PRR", "H14", "9", 1))
    game.do(LayTile("PRR", "H14", "9", 1)).operating("PRR")
    assert game.allowed(LayTile("PRR", "H16", "57", 1))


def test_tile_turned_away_from_the_network_is_refused():
    assert operating().refused(LayTile("PRR", "H14", "9", 0)) == {"lay.not_reached"}


def test_another_company_does_not_lay_in_this_turn():
    game = operating().started("NYC", 67, "p2", p2=60).floated("NYC", 500)
    assert game.refused(LayTile("NYC", "E19", "57", 0)) == {"turn.not_yours"}


def test_colours_come_with_the_phases():
    game = operating().tile("H14", "9", 1)
    green = LayTile("PRR", "H14", "23", 1)
    assert game.refused(green) == {"lay.colour"}
    assert game.phase("3").allowed(green)


def test_no_green_tile_on_an_empty_plain_hex():
    assert operating().phase("3").refused(LayTile("PRR", "H14", "23", 1)) == {"lay.colour"}


def test_brown_tile_follows_green_and_not_yellow():
    game = operating().phase("5").tile("H14", "9", 1)
    assert {lay.tile for lay in lays(game, "H14")} == {"18", "19", "20", "23", "24", "26", "27"}
    assert "lay.colour" in game.refused(LayTile("PRR", "H14", "43", 1))
    game.tile("H14", "23", 1)
    assert {lay.tile for lay in lays(game, "H14")} == {"41", "43", "45", "47"}


def lays(game: Position, at: str) -> list:
    return game.rules.waiting(game.state).possible_lays(game.state, at)


def test_upgrade_keeps_the_track_that_lies_there():
    game = operating().phase("3").tile("H14", "9", 1)
    assert game.refused(LayTile("PRR", "H14", "23", 0)) == {"lay.track_lost"}
    assert game.allowed(LayTile("PRR", "H14", "23", 1))


def test_town_tile_on_towns_only_and_city_tile_on_cities_only():
    game = operating().tile("H14", "9", 1)
    assert game.refused(LayTile("PRR", "H16", "9", 1)) == {"lay.stops"}
    assert game.refused(LayTile("PRR", "H16", "4", 1)) == {"lay.stops"}
    game = operating("NYC")
    assert "lay.stops" in game.refused(LayTile("NYC", "D18", "57", 0))


def test_water_costs_80_and_mountains_120_once():
    game = operating("B&O").tile("I17", "9", 1)
    game = operating("NYC", cash=119).tile("E19", "57", 1)
    mountain = LayTile("NYC", "E17", "9", 1)
    assert game.refused(mountain) == {"lay.cost"}
    game.cash(NYC=120)
    game.do(mountain)
    assert game.state.cash["NYC"] == 0
    game.phase("3").operating("NYC")
    assert game.allowed(LayTile("NYC", "E17", "23", 1))  # the upgrade costs nothing


def test_eries_home_costs_nothing():
    game = operating("ERIE", cash=0).phase("3")
    game.do(LayTile("ERIE", "E11", "59", 0))
    assert game.state.cash["ERIE"] == 0


def test_no_track_off_the_board():
    game = operating("B&M").tile("E21", "9", 1)
    assert "lay.off_board" in game.refused(LayTile("B&M", "C23", "9", 1))
    assert "lay.off_board" not in game.refused(LayTile("B&M", "C23", "9", 0))


def test_no_track_into_the_blank_side_of_a_grey_hex():
    game = operating()
    assert "lay.blank_side" in game.refused(LayTile("PRR", "E15", "9", 2))  # Rochester's south-east
    assert "lay.blank_side" not in game.refused(LayTile("PRR", "E13", "9", 0))  # its south-west


def test_no_track_across_a_blue_side():
    game = operating()
    assert "lay.impassable" in game.refused(LayTile("PRR", "C17", "9", 2))
    assert "lay.impassable" not in game.refused(LayTile("PRR", "C17", "9", 1))


def test_nothing_is_laid_on_grey_and_red():
    game = operating()
    assert "lay.fixed" in game.refused(LayTile("PRR", "H12", "57", 0))
    assert "lay.fixed" in game.refused(LayTile("PRR", "F2", "9", 0))


@pytest.mark.parametrize(("at", "tile"), [("E11", "53"), ("E11", "14"), ("E11", "54")])
def test_labelled_tiles_lie_on_their_own_hexes_only(at, tile):
    game = operating("ERIE").phase("3")
    codes = {c for r in range(6) for c in game.refused(LayTile("ERIE", at, tile, r))}
    assert codes & {"lay.label", "lay.stops"}


def test_oo_tile_takes_its_place_on_an_oo_hex():
    game = operating("ERIE").phase("3")
    assert game.allowed(LayTile("ERIE", "E11", "59", 0))


def test_new_york_tile_on_new_york():
    game = operating("NYNH", cash=80).phase("3")
    game.do(LayTile("NYNH", "G19", "54", 0))
    assert game.state.cash["NYNH"] == 0
    assert game.state.board.token_stops("NYNH") == ("G19.1",)  # the city with the north-east track


def test_boston_tile_goes_to_boston():
    game = operating("B&M").phase("3")
    assert [lay.tile for lay in lays(game, "E23")] == ["53"] * len(lays(game, "E23")) != []


def test_tiles_run_out_and_the_refusal_says_where_they_lie():
    game = operating("NYNH").tile("G7", "1", 0)
    refusals = judge.refusals(game.rules, game.state, LayTile("NYNH", "F20", "1", 0))
    assert [r.code for r in refusals] == ["lay.none_left"]
    assert "G7" in refusals[0].says


def test_replaced_tile_may_be_laid_again():
    game = operating("NYNH").phase("3")
    for at in ("B12", "B14", "C9"):
        game.tile(at, "7", 0)
    game.tile("G3", "7", 0)
    assert "lay.none_left" in game.refused(LayTile("NYNH", "E21", "7", 0))
    game.tile("G3", "29", 0)
    assert "lay.none_left" not in game.refused(LayTile("NYNH", "E21", "7", 0))


def test_tile_that_is_not_in_the_game():
    assert operating().refused(LayTile("PRR", "H14", "6", 1)) == {"lay.not_in_title"}
    assert operating().refused(LayTile("PRR", "H14", "999", 1)) == {"lay.not_in_title"}
    assert operating().refused(LayTile("PRR", "Z99", "9", 1)) == {"unknown.named"}


def test_hex_of_a_private_that_a_player_owns_is_kept():
    game = operating("NYC", MH="p2").tile("E19", "57", 2)
    lay = LayTile("NYC", "D18", "8", 5)
    assert game.refused(lay) == {"lay.blocked"}
    assert game.privates(MH="PRR").allowed(lay)
    assert game.privates(MH="gone").allowed(lay)


def test_hexes_of_the_c_and_sl_and_the_d_and_h_are_for_their_company_only():
    game = operating("CPR", CS="PRR")
    lay = LayTile("CPR", "B20", "58", 2)
    assert game.refused(lay) == {"lay.blocked"}
    assert game.privates(CS="CPR").allowed(lay)


def test_c_and_sl_gives_its_company_an_extra_tile_connected_or_not():
    game = operating(CS="PRR")
    extra = LayTile("PRR", "B20", "58", 2, "CS")
    game.do(LayTile("PRR", "H14", "9", 1), extra)
    assert set(game.state.board.laid) == {"H14", "B20"}
    again = game.refused(LayTile("PRR", "B20", "4", 2, "CS"))
    assert again == {"power.occupied", "lay.colour", "lay.track_lost"}


def test_c_and_sl_is_for_its_company_its_hex_and_its_tiles():
    game = operating(CS="p1")
    assert game.refused(LayTile("PRR", "B20", "58", 2, "CS")) == {"power.not_owned"}
    game = operating(CS="PRR")
    assert game.refused(LayTile("PRR", "B18", "58", 2, "CS")) == {"lay.power", "lay.stops"}
    assert game.refused(LayTile("PRR", "B20", "9", 2, "CS")) == {"lay.power", "lay.stops"}


def test_d_and_h_lays_its_tile_unconnected_for_the_mountain_and_a_free_token():
    game = operating(cash=130, DH="PRR")
    game.do(LayTile("PRR", "F16", "57", 1, "DH"))
    assert game.state.cash["PRR"] == 10
    assert game.waiting() == "token"
    game.do(PlaceToken("PRR", "F16.0", "DH"))
    assert game.state.cash["PRR"] == 10
    assert "F16.0" in game.state.board.token_stops("PRR")


def test_d_and_h_tile_is_the_companys_tile_of_the_turn():
    game = operating(DH="PRR").operating("PRR", lays=(("H14", "yellow"),))
    assert game.refused(LayTile("PRR", "F16", "57", 1, "DH")) == {"lay.enough"}


def test_d_and_h_token_goes_down_with_its_tile_or_never():
    game = operating(DH="PRR").tile("F16", "57", 1).operating("PRR", "token")
    assert game.refused(PlaceToken("PRR", "F16.0", "DH")) == {"token.too_late"}


def test_d_and_h_wants_the_empty_hex_and_the_money():
    game = operating(cash=119, DH="PRR")
    assert game.refused(LayTile("PRR", "F16", "57", 1, "DH")) == {"lay.cost"}
    game = operating(DH="PRR").tile("F16", "57", 0)
    assert "power.occupied" in game.refused(LayTile("PRR", "F16", "57", 1, "DH"))


def test_every_offered_lay_is_accepted_and_every_lit_hex_has_one():
    game = operating().phase("5").tile("H14", "9", 1).tile("H16", "57", 1).tile("H10", "57", 1)
    step = game.rules.waiting(game.state)
    hexes = step.hexes(game.state)
    assert {"H14", "H16", "H10"} <= set(hexes)
    for at in hexes:
        found = [lay for lay in step.possible_lays(game.state, at) if not lay.refusals]
        assert found
        for lay in found:
            assert game.allowed(LayTile("PRR", at, lay.tile, lay.rotation))


def test_tile_turns_in_sixths():
    assert operating().refused(LayTile("PRR", "H14", "9", 7)) == {"unknown.id"}


# --- the exceptions of §18.0


def test_nyc_may_lay_at_home_unconnected_and_others_may_not():
    game = operating("NYC", cash=0)
    assert game.allowed(LayTile("NYC", "E19", "57", 0))
    game = operating("PRR").started("NYC", 67, "p2", p2=60).floated("NYC", 500)
    assert game.refused(LayTile("PRR", "E19", "57", 0)) == {"lay.not_reached"}


def test_erie_lays_at_home_once_green_is_out():
    assert "lay.colour" in operating("ERIE").refused(LayTile("ERIE", "E11", "59", 0))
    game = operating("PRR").phase("3")
    assert game.refused(LayTile("PRR", "E11", "59", 0)) == {"lay.not_reached"}


@pytest.mark.parametrize(("at", "tile"), [("G19", "54"), ("E23", "53"), ("H18", "59")])
def test_nothing_is_laid_on_yellow_hexes_before_green(at, tile):
    game = operating("NYNH")
    assert game.refused(LayTile("NYNH", at, tile, 0)) >= {"lay.colour"}
    codes = {c for r in range(6) for c in game.refused(LayTile("NYNH", at, "57", r))}
    assert codes >= {"lay.colour", "lay.label"}


def test_labelled_tiles_go_green_to_brown_with_their_letters():
    game = (
        operating("B&M")
        .phase("5")
        .tile("E23", "53", lays(operating("B&M").phase("3"), "E23")[0].rotation)
    )
    assert {lay.tile for lay in lays(game, "E23")} == {"61"}
    game = operating("NYNH").phase("5").tile("G19", "54", 0)
    assert {lay.tile for lay in lays(game, "G19")} == {"62"}
    game = operating("ERIE").phase("5").tile("E11", "59", 0)
    assert {lay.tile for lay in lays(game, "E11")} <= {"64", "65", "66", "67", "68"}
    assert lays(game, "E11")


def test_no_plain_city_tile_on_a_labelled_hex():
    game = operating("NYNH").phase("3")
    for tile in ("14", "15", "59", "53"):
        for rotation in range(6):
            assert game.refused(LayTile("NYNH", "G19", tile, rotation)) & {"lay.label", "lay.stops"}


@pytest.mark.parametrize("tile", ["3", "4", "58"])
def test_c_and_sl_lays_any_of_its_three_tiles(tile):
    game = operating(cash=0, CS="PRR")
    offered = {a.tile for a in game.offered("lay_power")}
    assert tile in offered
    lay = next(a for a in game.offered("lay_power") if a.tile == tile)
    game.do(lay)
    assert game.state.board.laid["B20"].tile == tile
    assert game.waiting() == "track"  # the turn's own tile is still to come
    assert game.allowed(LayTile("PRR", "H14", "9", 1))


def test_c_and_sl_tile_keeps_to_the_map():
    game = operating(CS="PRR")
    lays = [LayTile("PRR", "B20", "4", rotation, "CS") for rotation in range(6)]
    off = [lay for lay in lays if game.refused(lay) == {"lay.off_board"}]
    assert off and len(off) < 6
    assert not set(off) & set(game.offered("lay_power"))


def test_hex_of_the_c_and_sl_stays_its_companys_after_the_tile():
    game = operating("CPR", CS="PRR").phase("3").tile("B20", "58", 2)
    game.started("PRR", 67, "p2", p2=60).floated("PRR", 500)
    codes = {c for r in range(6) for c in game.refused(LayTile("CPR", "B20", "58", r))}
    assert "lay.blocked" in codes
    codes = {
        c
        for r in range(6)
        for c in game.privates(CS="gone").refused(LayTile("CPR", "B20", "58", r))
    }
    assert "lay.blocked" not in codes


@pytest.mark.parametrize(("private", "at"), [("CS", "B20"), ("DH", "F16")])
@pytest.mark.parametrize("free", [True, False])
def test_by_another_reading_the_hexes_of_both_are_free_once_a_company_owns_them(private, at, free):
    game = Position("1830", 3, blocked_until_bought=free).privates(**{private: "p2"})
    game.close_privates().started("CPR", 67, "p1", p1=60).floated("CPR", 1000)
    game.started("PRR", 67, "p2", p2=60).floated("PRR", 500).operating("CPR")
    lay = LayTile("CPR", at, "58" if at == "B20" else "57", 0)
    assert "lay.blocked" in game.refused(lay)
    assert ("lay.blocked" in game.privates(**{private: "PRR"}).refused(lay)) is not free
    assert "lay.blocked" not in game.privates(**{private: "CPR"}).refused(lay)


def test_d_and_h_is_for_the_company_that_owns_it():
    game = operating(DH="p1")
    assert "power.not_owned" in game.refused(LayTile("PRR", "F16", "57", 1, "DH"))
    assert game.offered("lay_power") == []
    game.privates(DH="PRR")
    assert len(game.offered("lay_power")) == 3
    assert game.refused(LayTile("PRR", "H16", "57", 1, "DH")) >= {"lay.power"}


def test_d_and_h_token_is_the_turns_token_and_may_be_left():
    game = operating(DH="PRR").do(LayTile("PRR", "F16", "57", 1, "DH"))
    assert PlaceToken("PRR", "F16.0", "DH") in game.offered("token")
    game.do(PlaceToken("PRR", "F16.0", "DH"))
    assert game.waiting() != "token"
    game = operating(DH="PRR").do(LayTile("PRR", "F16", "57", 1, "DH"), Pass("PRR"))
    assert game.state.board.token_stops("PRR") == ("H12.0",)


def test_d_and_h_gives_no_token_to_a_company_that_has_none_left():
    game = operating("B&M", DH="B&M").token("H10.0", "B&M")
    game.do(LayTile("B&M", "F16", "57", 1, "DH"))
    assert game.waiting() != "token"


def test_tile_of_the_d_and_h_laid_without_its_power_gives_no_free_token():
    """Reached by track, as any tile: the token is bought like any other."""
    game = operating("NYC", cash=500, DH="NYC").tile("E13", "8", 3).tile("F14", "8", 2)
    game.token("D14.0", "NYC").do(LayTile("NYC", "F16", "57", 1))
    assert game.state.cash["NYC"] == 380
    assert game.refused(PlaceToken("NYC", "F16.0", "DH")) == {"token.too_late"}
    assert game.do(PlaceToken("NYC", "F16.0")).state.cash["NYC"] == 280


def test_d_and_h_tile_is_laid_in_the_track_step_and_the_c_and_sl_tile_at_any_time():
    game = operating(DH="PRR", CS="PRR").operating("PRR", "trains")
    assert game.refused(LayTile("PRR", "F16", "57", 1, "DH")) == {"turn.not_now"}
    assert game.allowed(LayTile("PRR", "B20", "58", 2, "CS"))
    assert game.refused(LayTile("PRR", "G15", "9", 1, "SV")) == {"power.none"}


@pytest.mark.parametrize(
    ("private", "at"), [("SV", "G15"), ("MH", "D18"), ("CA", "H18"), ("BO", "I13"), ("BO", "I15")]
)
def test_each_private_keeps_its_hexes_while_a_player_owns_it(private, at):
    game = operating("B&O", **{private: "p1"}).phase("3")
    tile = {"H18": "59", "I15": "53"}.get(at, "9")
    lay = LayTile("B&O", at, tile, 1)
    assert "lay.blocked" in game.refused(lay)
    for owner in ("gone", "PRR"):
        assert "lay.blocked" not in game.privates(**{private: owner}).refused(lay)


# --- by another reading the tile of the D&H at any moment of the turn, its token right after


def late(step: str, cash: int = 1000, **turn: object) -> Position:
    """The PRR, with the D&H, later in its turn."""
    game = Position("1830", 3, privates_any_time=True).privates(DH="PRR").close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", cash).phase("3")
    return game.operating("PRR", step, **turn)


TILE, FREE = LayTile("PRR", "F16", "57", 1, "DH"), PlaceToken("PRR", "F16.0", "DH")


@pytest.mark.parametrize("step", ["track", "trains"])
def test_by_another_reading_the_d_and_h_lays_at_any_moment_and_its_token_comes_right_after(step):
    game = late(step)
    assert TILE in game.offered("lay_power")
    game.do(TILE)
    assert game.waiting() == "token"
    assert FREE in game.offered("token")
    assert game.refused(BuyTrain("PRR", "3-0", 180)) == {"turn.not_now"}
    game.do(FREE)
    assert "F16.0" in game.state.board.token_stops("PRR")
    assert game.state.cash["PRR"] == 880
    assert game.waiting() == "trains"
    assert game.refused(FREE) == {"turn.not_now"}


def test_that_token_may_be_left_and_is_not_asked_about_again():
    game = late("trains").do(TILE, Pass("PRR"))
    assert game.waiting() == "trains"
    assert game.state.board.token_stops("PRR") == ("H12.0",)
    assert game.do(BuyTrain("PRR", "3-0", 180)).waiting() == "trains"


def test_that_token_is_asked_about_though_the_turn_has_nothing_else_left():
    game = late("trains", cash=120).do(TILE)
    assert game.waiting() == "token"
    assert game.do(FREE).state.cash["PRR"] == 0


def test_that_tile_too_is_the_one_of_the_turn():
    assert late("trains", lays=(("H14", "yellow"),)).refused(TILE) == {"lay.enough"}
    game = late("trains").do(TILE, FREE)
    assert not game.offered("lay_power")


@pytest.mark.parametrize("step", ["track", "token"])
def test_a_token_declined_in_the_token_step_is_not_asked_about_again(step):
    game = late(step).tile("H10", "57", 1).do(TILE)
    assert game.waiting() == "token"
    assert game.do(Pass("PRR")).waiting() == "trains"
    assert game.state.board.token_stops("PRR") == ("H12.0",)
