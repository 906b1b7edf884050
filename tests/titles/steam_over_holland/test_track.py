"""Track: two tiles in a turn, the home first, rivers, Amsterdam, small cities, powers."""

from companion.rules.core.actions import LayTile, Pass
from companion.rules.judge import judge
from tests.board.test_holland_routes import LAID
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import company, table


def operating(symbol: str = "NCS", phase: str = "2", cash: int = 500, **options) -> Position:
    game = table(3, **options).phase(phase)
    company(game, symbol, 100, "p1", cash=cash, p1=60)
    return game.operating(symbol, "track", tokens=1)


def lays(game: Position, at: str) -> set[tuple[str, int]]:
    step = game.rules.waiting(game.state)
    return {
        (lay.tile, lay.rotation) for lay in step.possible_lays(game.state, at) if not lay.refusals
    }


# --- how many


def test_two_yellow_tiles_and_no_third():
    game = operating().do(LayTile("NCS", "H9", "57", 0), LayTile("NCS", "I8", "9", 0))
    assert game.waiting() != "track"
    game.operating("NCS", "track", lays=(("H9", "yellow"), ("I8", "yellow")))
    assert game.refused(LayTile("NCS", "J7", "57", 0)) == {"lay.enough"}


def test_one_tile_or_none_is_enough():
    game = operating().do(LayTile("NCS", "H9", "57", 1))
    assert game.waiting() == "track"
    game.do(Pass("NCS"))
    assert game.waiting() != "track"
    assert operating().do(Pass("NCS")).state.board.laid == {}


def test_one_replaced_and_one_yellow_in_any_order():
    game = operating(phase="3").tile("H9", "57", 0)
    game.do(LayTile("NCS", "H9", "14", 0), LayTile("NCS", "I8", "9", 0))
    assert game.waiting() != "track"
    game = operating(phase="3").tile("H9", "57", 0)
    game.do(LayTile("NCS", "I8", "9", 0), LayTile("NCS", "H9", "14", 0))
    assert game.waiting() != "track"


def test_no_two_replaced_tiles():
    game = operating(phase="3").tile("H9", "57", 1).tile("H11", "9", 1)
    game.do(LayTile("NCS", "H9", "14", 1))
    assert game.refused(LayTile("NCS", "H11", "23", 1)) == {"lay.one_replaced"}


def test_a_yellow_tile_may_be_replaced_in_the_turn_it_was_placed():
    game = operating(phase="3").do(LayTile("NCS", "H9", "57", 0))
    assert game.allowed(LayTile("NCS", "H9", "14", 0))


def test_colours_come_with_the_phases():
    game = operating(phase="2").tile("H9", "57", 0)
    assert game.refused(LayTile("NCS", "H9", "14", 0)) == {"lay.colour"}
    assert game.phase("3").allowed(LayTile("NCS", "H9", "14", 0))
    game = operating(phase="4").tile("H9", "14", 0)
    assert game.refused(LayTile("NCS", "H9", "125", 0)) == {"lay.colour"}
    assert game.phase("5").allowed(LayTile("NCS", "H9", "125", 0))


def test_brown_does_not_replace_yellow():
    game = operating(phase="5").tile("H9", "57", 0)
    assert "lay.colour" in game.refused(LayTile("NCS", "H9", "125", 0))


# --- where


def test_the_first_track_is_laid_on_the_starting_city():
    game = operating()
    assert game.refused(LayTile("NCS", "H11", "9", 1)) == {"lay.not_reached"}
    step = game.rules.waiting(game.state)
    assert step.hexes(game.state) == ["H9"]
    game.do(LayTile("NCS", "H9", "57", 1))
    assert game.allowed(LayTile("NCS", "H11", "9", 1))


def test_another_companys_city_only_over_the_companys_own_route():
    """The manual's first example: Breda for the NCS, only where it joins its route."""
    game = operating()
    for at, (tile, rotation) in LAID.items():
        if at != "J7":
            game.tile(at, tile, rotation)
    assert game.allowed(LayTile("NCS", "J7", "57", 0))
    assert game.refused(LayTile("NCS", "J7", "57", 1)) == {"lay.not_reached"}


def test_a_replacement_keeps_the_track_that_lies_there():
    """The manual's second example: a turn that loses track of the yellow tile is refused."""
    game = operating(phase="3").tile("H9", "57", 0).tile("I8", "9", 0)
    for rotation, codes in ((0, set()), (5, {"lay.track_lost"})):
        assert game.refused(LayTile("NCS", "I8", "23", rotation)) == codes
    assert {rotation for tile, rotation in lays(game, "I8") if tile == "23"} == {0, 3}


def test_a_blocked_city_ends_the_network():
    game = operating().tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    assert game.allowed(LayTile("NCS", "K6", "9", 0))
    company(game, "AR", 65, "p2", p2=20)
    assert game.refused(LayTile("NCS", "K6", "9", 0)) == {"lay.not_reached"}


def test_no_track_off_the_board_or_into_the_sea():
    game = operating("HYSM").tile("F9", "SOH1", 0)
    assert game.refused(LayTile("HYSM", "F7", "4", 1)) == {"lay.off_board"}
    assert game.refused(LayTile("HYSM", "E8", "8", 4)) >= {"lay.blank_side"}
    assert game.allowed(LayTile("HYSM", "F7", "58", 4))


def test_only_amsterdams_own_tiles_lie_in_amsterdam():
    game = operating("NRS")
    assert {tile for tile, _ in lays(game, "F9")} == {"SOH1"}
    assert "lay.label" in game.refused(LayTile("NRS", "F9", "57", 0))
    game.phase("3").tile("F9", "SOH1", 0)
    assert {tile for tile, _ in lays(game, "F9")} == {"SOH6"}
    game.phase("5").tile("F9", "SOH6", 0)
    assert {tile for tile, _ in lays(game, "F9")} == {"SOH7"}
    game.do(LayTile("NRS", "F9", "SOH7", 0))
    assert "NRS" in game.state.board.tokens["F9.0"]


def test_amsterdams_tiles_lie_nowhere_else():
    assert "lay.label" in operating().refused(LayTile("NCS", "H9", "SOH1", 0))


def test_small_cities_have_their_own_tiles():
    game = operating("HYSM", phase="3").tile("F9", "SOH1", 0)
    yellow = {tile for tile, _ in lays(game, "F7")}
    assert yellow and yellow <= {"3", "4", "58"}
    game.tile("F7", "58", 4)
    green = {tile for tile, _ in lays(game, "F7")}
    assert green and green <= {"981", "991", "SOH2", "SOH3", "SOH4", "SOH5"}


def test_a_tile_that_is_not_left_is_not_laid():
    game = operating("NRS").tile("F9", "SOH1", 0)
    for at in ("G8", "G10", "I8"):
        game.tile(at, "7", 0)
    assert game.refused(LayTile("NRS", "E8", "7", 3)) == {"lay.none_left"}


# --- rivers


def test_a_completed_connection_across_a_river_costs_50():
    game = operating("OSM", cash=500).tile("E14", "57", 0)
    game.do(LayTile("OSM", "F13", "9", 0))  # meets Zwolle's track over the river between them
    assert game.state.cash["OSM"] == 450


def test_track_that_ends_at_a_river_costs_nothing():
    game = operating("OSM").do(LayTile("OSM", "E14", "57", 0))
    assert game.state.cash["OSM"] == 500


def test_each_connection_costs_and_is_paid_once():
    game = operating("NSM", cash=500).phase("3")
    game.tile("I12", "57", 1).tile("I14", "9", 1).tile("H13", "57", 0)
    game.do(LayTile("NSM", "I12", "14", 0))  # to Arnhem again; the one to I14 was paid before
    assert game.state.cash["NSM"] == 450


def test_a_river_that_cannot_be_paid_is_not_crossed():
    game = operating("OSM", cash=49).tile("E14", "57", 0)
    assert game.refused(LayTile("OSM", "F13", "9", 0)) == {"lay.cost"}
    assert game.cash(OSM=50).allowed(LayTile("OSM", "F13", "9", 0))


# --- powers


def test_one_private_pays_for_one_river_and_closes():
    game = operating("OSM", phase="3", cash=0).privates(KKI="OSM").tile("E14", "57", 0)
    game.do(LayTile("OSM", "F13", "9", 0, "KKI"))
    assert game.state.cash["OSM"] == 0
    assert game.state.privates["KKI"] == "gone"
    assert len(game.state.round.turn.lays) == 1  # it is one of the turn's tiles


def test_it_pays_for_one_of_two_rivers_that_a_tile_crosses():
    game = operating("OSM", phase="3", cash=49).privates(KKI="OSM")
    game.tile("E14", "57", 0).tile("F15", "9", 1)
    between = LayTile("OSM", "F13", "7", 3, "KKI")  # from Zwolle's track to that on F15
    assert game.refused(between) == {"lay.cost"}
    game.cash(OSM=60).do(between)
    assert game.state.cash["OSM"] == 10
    assert game.state.privates["KKI"] == "gone"


def test_it_pays_nothing_where_no_river_is_crossed_nor_for_others():
    game = operating("OSM", phase="3").privates(KKI="OSM")
    assert game.refused(LayTile("OSM", "E14", "57", 0, "KKI")) == {"power.no_river"}
    game.privates(KKI="p1").tile("E14", "57", 0)
    assert game.refused(LayTile("OSM", "F13", "9", 0, "KKI")) == {"power.not_owned"}


def test_one_private_gives_a_tile_more_free_of_charge_and_closes():
    game = operating("OSM", phase="3", cash=0).privates(SMAS="OSM")
    game.do(LayTile("OSM", "E14", "57", 0), LayTile("OSM", "E14", "15", 3))
    assert game.waiting() == "track"  # for the tile of the private
    assert game.refused(LayTile("OSM", "F13", "9", 0)) >= {"lay.enough"}
    game.do(LayTile("OSM", "F13", "9", 0, "SMAS"))
    assert game.state.cash["OSM"] == 0
    assert game.state.privates["SMAS"] == "gone"
    assert game.waiting() != "track"


def test_the_tile_more_may_replace_one_and_keeps_to_the_network():
    game = operating("OSM", phase="3").privates(SMAS="OSM")
    assert game.refused(LayTile("OSM", "H9", "57", 0, "SMAS")) == {"lay.not_reached"}
    game.do(LayTile("OSM", "E14", "57", 0), LayTile("OSM", "E14", "15", 3, "SMAS"))
    assert game.state.board.laid["E14"].tile == "15"
    assert game.allowed(LayTile("OSM", "E16", "9", 1))


def test_other_privates_help_with_no_track():
    game = operating("OSM", phase="3").privates(W="OSM")
    assert game.refused(LayTile("OSM", "E14", "57", 0, "W")) == {"power.none"}


def test_every_offered_lay_is_allowed():
    game = operating("OSM", phase="3").privates(SMAS="OSM", KKI="OSM").tile("E14", "57", 0)
    offers = [o for o in judge.offers(game.rules, game.state) if o.kind in ("lay", "lay_power")]
    assert {o.kind for o in offers} == {"lay", "lay_power"}
    assert all(judge.refusals(game.rules, game.state, offer.action) == [] for offer in offers)
