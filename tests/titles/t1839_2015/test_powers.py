"""The powers of privates on track, with the sums, and the reasons against their use."""

from dataclasses import replace
from itertools import product

import pytest

from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.privates.power_lays import PowerTrackStep
from tests.titles.t1839_2015.game_start import turn

RIVERS = (("E14", "57", 2), ("D13", "9", 2), ("F15", "9", 2), ("C12", "4", 2))  # two of them
PLAINS = (("E14", "57", 0), ("D15", "4", 0), ("C16", "9", 0), ("B17", "LO57", 0))


def lays(company: str, tiles, private: str):
    """Lays with a private, which the first names."""
    first, *others = tiles
    return [LayTile(company, *first, private), *(LayTile(company, *tile) for tile in others)]


def paid(at, *actions) -> int:
    """The cost of the actions for their company."""
    company = actions[0].company
    before = at.state.cash[company]
    at.do(*actions)
    return before - at.state.cash[company]


def gone(at, private: str) -> bool:
    return at.state.privates[private] == "gone"


# --- SLC, SLD, SLE, SLK and VVD: a whole build


@pytest.mark.parametrize(("tiles", "cost"), [(PLAINS, 40), (RIVERS, 200)])
@pytest.mark.parametrize("private", ["SLC", "VVD"])
def test_four_tiles_cost_10_each_and_the_ground(private, tiles, cost):
    at = turn("SS", phase="Yellow", **{private: "SS"}).token("E14.0", "SS")
    assert paid(at, *lays("SS", tiles, private)) == cost
    assert gone(at, private)


def test_after_a_state_line_a_marker_may_follow_and_after_vvd_none():
    for private, waits in (("SLC", "token"), ("VVD", "trains")):
        at = turn("SS", phase="Yellow", **{private: "SS"}).token("E14.0", "SS")
        at.do(*lays("SS", PLAINS, private))
        assert at.waiting() == waits
    at = turn("SS", phase="Yellow", VVD="SS").token("E14.0", "SS")
    at.do(*lays("SS", PLAINS[:1], "VVD"), Pass("SS"))
    assert at.waiting() == "token"  # one tile is no second one
    assert gone(at, "VVD")


@pytest.mark.parametrize(("private", "upgrades"), [("SLC", 2), ("VVD", 1)])
def test_so_many_of_the_tiles_are_upgrades(private, upgrades):
    at = turn("SS", **{private: "SS"}).token("E14.0", "SS").token("I4.0", "SS").token("H13.0", "SS")
    cities = ("E14", "I4", "H13")
    for city, rotation in zip(cities, (0, 0, 2), strict=True):
        at.tile(city, "57", rotation)
    for number, city in enumerate(cities):
        fits = [
            LayTile("SS", city, tile, r, private) for tile in ("14", "15", "619") for r in range(6)
        ]
        allowed = [lay for lay in fits if at.allowed(lay)]
        assert bool(allowed) is (number < upgrades)
        if allowed:
            assert paid(at, allowed[0]) == 10
    assert at.allowed(LayTile("SS", "D15", "4", 0))


def test_a_whole_build_begins_with_the_first_tile():
    at = turn("SS", phase="Yellow", SLC="SS", VVD="SS").token("E14.0", "SS")
    first, second = (LayTile("SS", *tile) for tile in PLAINS[:2])
    assert at.allowed(LayTile("SS", *PLAINS[0], "SLC"))
    at.do(first)
    assert at.refused(LayTile("SS", *PLAINS[1], "SLC")) == {"power.whole_build"}
    assert paid(at, second) == 0
    assert not gone(at, "SLC")
    at = turn("SS", phase="Yellow", SLC="SS", VVD="SS").token("E14.0", "SS")
    at.do(LayTile("SS", *PLAINS[0], "SLC"))
    assert at.refused(LayTile("SS", *PLAINS[1], "VVD")) == {"power.whole_build"}
    assert at.allowed(LayTile("SS", *PLAINS[1], "SLC"))


def test_whose_private_it_is_not_lays_none():
    at = turn("SS", phase="Yellow", VVD="p1", CO="SS").token("E14.0", "SS")
    assert at.refused(LayTile("SS", *PLAINS[0], "VVD")) == {"power.not_owned"}
    assert at.refused(LayTile("SS", *PLAINS[0], "CO")) == {"power.none"}
    assert at.refused(LayTile("SS", *PLAINS[0], "SLD")) == {"power.not_owned"}
    at.state.privates["VVD"] = "SS"
    assert at.allowed(LayTile("SS", *PLAINS[0], "VVD"))


# --- AMB: two upgrades


def upgrading(**privates: str):
    at = turn("SS", **privates).token("E14.0", "SS").token("H13.0", "SS")
    return at.tile("E14", "57", 0).tile("H13", "57", 2)


def green(at, city: str, private: str | None = None) -> LayTile:
    fits = [LayTile("SS", city, tile, r, private) for tile in ("14", "15", "619") for r in range(6)]
    return next(lay for lay in fits if not {"lay.blank_side", "lay.track_lost"} & at.refused(lay))


def test_two_upgrades_for_20_in_all_and_no_marker_after_them():
    at = upgrading(AMB="SS")
    assert paid(at, green(at, "E14", "AMB")) == 20
    assert paid(at, green(at, "H13")) == 0
    assert at.waiting() == "trains"
    assert at.state.privates["AMB"] == "SS"
    assert upgrading(AMB="SS").refused(LayTile("SS", "D15", "4", 0, "AMB")) == {"lay.power"}


def test_without_it_one():
    at = upgrading()
    at.do(green(at, "E14"))
    assert at.refused(green(at, "H13")) == {"lay.one_replaced"}
    assert at.allowed(LayTile("SS", "D15", "4", 0))


# --- IJR: one tile on each of four hexes


def test_ijr_lays_a_tile_on_each_of_its_hexes_for_nothing():
    at = turn("AMS", phase="Yellow").token("K16.0", "AMS").tile("K16", "57", 0)
    ijr = [("L15", "8", 1), ("L13", "9", 1)]
    assert at.refused(LayTile("AMS", "K14", "9", 1, "IJR")) >= {"power.hexes"}
    assert paid(at, LayTile("AMS", *ijr[0], "IJR")) == 0
    assert at.refused(LayTile("AMS", *ijr[0], "IJR")) >= {"power.once"}
    at.do(LayTile("AMS", *ijr[1], "IJR"))
    assert not gone(at, "IJR") and at.waiting() == "track"
    at.do(LayTile("AMS", "L11", "8", 4))  # and its own two
    assert at.state.round.turn.lays == (("L11", "yellow"),)
    at.do(Pass("AMS"))
    assert gone(at, "IJR")
    assert at.waiting() == "token"


def test_ijr_joins_as_any_tile_and_is_the_company_s_alone():
    at = turn("AMS", phase="Yellow").token("K16.0", "AMS")
    assert at.refused(LayTile("AMS", "L11", "8", 4, "IJR")) == {"lay.not_reached"}
    at = turn("SS", phase="Yellow").token("K16.0", "SS").tile("K16", "57", 0)
    assert at.refused(LayTile("SS", "L15", "8", 1, "IJR")) == {"power.not_owned"}
    assert at.allowed(LayTile("SS", "L15", "8", 1))


# --- LVG: one more, before or after


def test_lvg_lays_one_more_free_on_h7():
    at = turn("ZHESM", LVG="ZHESM").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    assert paid(at, LayTile("ZHESM", "H7", "1", 0, "LVG")) == 0
    assert gone(at, "LVG")
    assert at.state.round.turn.lays == ()
    assert at.state.round.turn.extra_lays == (("LVG", "H7"),)
    at = turn("ZHESM", LVG="ZHESM").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    assert paid(at, LayTile("ZHESM", "H7", "1", 0)) == 80


def test_lvg_counts_neither_as_second_tile_nor_as_upgrade():
    at = upgrading(LVG="SS")
    at.do(green(at, "E14"), green(at, "H13", "LVG"))
    assert at.waiting() == "token"
    at = upgrading(LVG="SS")
    assert at.refused(green(at, "E14", "LVG")) == set()
    at.do(green(at, "E14", "LVG"), green(at, "H13"))
    assert at.waiting() == "track"


def test_lvg_comes_before_the_others_or_after_them():
    at = turn("SS", LVG="SS").token("E14.0", "SS")
    one, two, three = PLAINS[:3]
    at.do(LayTile("SS", *one), LayTile("SS", *two, "LVG"))
    assert at.waiting() != "track"
    at = turn("SS", LVG="SS").token("E14.0", "SS")
    at.do(LayTile("SS", *one), LayTile("SS", *two))
    assert at.waiting() == "track"  # for one more
    assert at.refused(LayTile("SS", *three)) == {"lay.enough"}
    at.do(LayTile("SS", *three, "LVG"))
    assert at.waiting() == "trains"
    at = turn("SS", LVG="SS").token("E14.0", "SS")
    at.do(LayTile("SS", *one, "LVG"), LayTile("SS", *two), LayTile("SS", *three))
    assert at.waiting() == "trains"


# --- SHZ and SZK: tile and marker at once


def test_shz_at_middelburg_is_free_and_needs_no_track_to_it():
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS")
    assert paid(at, LayTile("AMS", "L3", "57", 1, "SHZ")) == 0
    assert at.state.board.token_stops("AMS") == ("N15.0", "L3.0")
    assert gone(at, "SHZ")
    assert at.state.round.turn.lays == (("L3", "yellow"),)
    at.tile("N15", "5", 0)
    assert at.waiting() == "track"  # one more of its own
    at.do(Pass("AMS"))
    assert at.waiting() == "trains"  # it was the turn's marker


def test_shz_at_venlo_costs_80_in_all():
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS")
    assert paid(at, LayTile("AMS", "K16", "57", 0, "SHZ")) == 80
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS").cash(AMS=79)
    assert at.refused(LayTile("AMS", "K16", "57", 0, "SHZ")) == {"lay.cost"}
    assert at.allowed(LayTile("AMS", "L3", "57", 1, "SHZ"))
    assert at.refused(LayTile("AMS", "I16", "57", 0, "SHZ")) == {"power.hexes"}


def test_shz_is_one_of_the_lays_with_two_tiles_too():
    at = turn("SS", SHZ="SS").token("E14.0", "SS")
    at.do(LayTile("SS", *PLAINS[0]), LayTile("SS", "L3", "57", 1, "SHZ"))
    assert "L3.0" in at.state.board.token_stops("SS")
    at, upgrade = upgrading(SHZ="SS").tile("L3", "57", 1), LayTile("SS", "L3", "15", 4, "SHZ")
    assert at.allowed(upgrade)
    at.do(green(at, "E14"))
    assert at.refused(upgrade) == {"lay.one_replaced"}


def test_half_of_tile_and_marker_there_is_none():
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS").token("L3.0", "NRS")
    assert at.refused(LayTile("AMS", "L3", "57", 1, "SHZ")) == {"token.full"}
    assert at.refused(LayTile("AMS", "L3", "57", 0, "SHZ")) == {"lay.blank_side", "token.full"}
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS")
    for stop in ("E14.0", "H13.0", "G14.0", "I16.0"):
        at.token(stop, "AMS")
    assert at.refused(LayTile("AMS", "L3", "57", 1, "SHZ")) == {"token.none"}
    at = turn("AMS", "token", SHZ="AMS").token("N15.0", "AMS")
    assert at.refused(PlaceToken("AMS", "L3.0", "SHZ")) == {"power.joint"}
    assert at.refused(LayTile("AMS", "L3", "57", 1, "SHZ")) == {"turn.not_now"}


def green_city(at, company: str, hex: str, private: str) -> LayTile:
    """The first upgrade of a yellow city that is allowed with the private."""
    ways = product(("14", "15", "619"), range(6))
    lays = (LayTile(company, hex, tile, turned, private) for tile, turned in ways)
    return next(lay for lay in lays if at.allowed(lay))


def test_shz_upgrades_and_places_an_exchange_marker():
    at = turn("AMS", SHZ="AMS").tile("K16", "57", 0).token("K16.0", "AMS")
    assert paid(at, green_city(at, "AMS", "K16", "SHZ")) == 80
    assert at.state.board.stacked_tokens == {"K16.0": ("AMS",)}


def nijmegen(step: str = "token"):
    """The NRS in Arnhem, with track to Nijmegen."""
    at = turn("NRS", step).token("H13.0", "NRS").tile("H13", "57", 1)
    return at.tile("H15", "8", 5)


def test_szk_lays_tile_and_marker_for_80_each_round():
    at = nijmegen()
    assert paid(at, LayTile("NRS", "I16", "57", 2, "SZK")) == 80
    assert at.state.board.token_stops("NRS") == ("H13.0", "I16.0")
    assert at.state.privates["SZK"] == "NRS"
    assert at.waiting() == "trains"
    at.operating("NRS", "token")
    assert paid(at, green_city(at, "NRS", "I16", "SZK")) == 80
    assert at.state.board.stacked_tokens == {"I16.0": ("NRS",)}


def test_szk_comes_after_two_tiles_too_in_the_marker_step():
    laid = (("H13", "yellow"), ("H15", "yellow"))
    at = nijmegen().turn(lays=laid)
    assert at.waiting() == "token"
    assert at.refused(PlaceToken("NRS", "H13.0")) == {"token.two_tiles"}
    assert at.allowed(LayTile("NRS", "I16", "57", 2, "SZK"))
    assert nijmegen("track").refused(LayTile("NRS", "I16", "57", 2, "SZK")) == {"turn.not_now"}


def test_szk_joins_and_traces_as_usual():
    at = turn("NRS", "token").token("H13.0", "NRS").tile("H13", "57", 1)
    assert "lay.not_reached" in at.refused(LayTile("NRS", "I16", "57", 2, "SZK"))
    assert nijmegen().allowed(LayTile("NRS", "I16", "57", 2, "SZK"))
    assert "token.one" in nijmegen().turn(tokens=1).refused(LayTile("NRS", "I16", "57", 2, "SZK"))


# --- LOK: towns become cities


@pytest.mark.parametrize(
    ("town", "city", "turned"), [("3", "5", 5), ("58", "6", 2), ("4", "57", 0), ("F04", "57", 0)]
)
def test_lok_makes_a_yellow_town_a_yellow_city_of_the_same_exits(town, city, turned):
    at = turn("SS", LOK="SS").token("E14.0", "SS").tile("E14", "57", 0)
    rotation = next(r for r in range(6) if 0 in at.rules.tile(town).rotate(r).exits)
    at.tile("D15", town, rotation)
    lies = at.state.board.tile_at("D15").exits
    fits = [r for r in range(6) if at.rules.tile(city).rotate(r).exits == lies]
    lay = LayTile("SS", "D15", city, fits[0], "LOK")
    assert at.refused(LayTile("SS", "D15", city, fits[0])) >= {"lay.colour", "lay.stops"}
    wrong = LayTile("SS", "D15", city, (fits[0] + 1) % 6, "LOK")
    assert at.refused(wrong) == {"lay.no_city"}
    assert paid(at, lay) == 20
    assert at.state.round.turn.lays == (("D15", "yellow"),)
    assert at.state.privates["LOK"] == "SS"
    at.do(Pass("SS"))
    assert at.allowed(PlaceToken("SS", "D15.0"))  # a city hex from now on
    at.operating("SS")
    assert any(at.allowed(LayTile("SS", "D15", "15", r)) for r in range(6))


def test_lok_makes_a_double_town_a_green_city_as_the_upgrade():
    at = turn("ZHESM", LOK="ZHESM", LVG="gone").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    at.tile("H7", "1", 0)
    lies = at.state.board.tile_at("H7").exits
    lay = next(
        LayTile("ZHESM", "H7", tile, r, "LOK")
        for tile in ("14", "15", "619")
        for r in range(6)
        if at.rules.tile(tile).rotate(r).exits == lies
    )
    assert paid(at, lay) == 40
    assert at.state.round.turn.lays == (("H7", "upgrade"),)
    at = turn("ZHESM", phase="Yellow", LOK="ZHESM", LVG="gone").token("G8.0", "ZHESM")
    at.tile("G8", "H6", 1).tile("H7", "1", 0)
    assert at.refused(lay) == {"lay.colour"}


@pytest.mark.parametrize("left", [1, 0])
def test_lok_is_offered_cities_of_which_one_is_left(left):
    at = turn("ZHESM", LOK="ZHESM", LVG="gone").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    at.tile("H7", "1", 0)
    (tile,) = {lay.tile for lay in at.offered("lay_power")}
    for hex in ("A14", "A16", "B21", "C16", "D13")[: at.data.tiles[tile] - left]:
        at.tile(hex, tile, 0)
    assert sum(map(at.allowed, at.offered("lay_power"))) == len(at.offered("lay_power")) == left


def test_lok_joins_as_any_tile():
    at = turn("SS", LOK="SS").token("E14.0", "SS").tile("D15", "4", 0)
    assert at.refused(LayTile("SS", "D15", "57", 0, "LOK")) == {"lay.not_reached"}
    assert at.tile("E14", "57", 0).allowed(LayTile("SS", "D15", "57", 0, "LOK"))


# --- GEN: cheaper ground


def test_gen_takes_40_off_the_ground_and_off_fees():
    at = turn("NCS", GEN="NCS").token("G10.0", "NCS")
    assert paid(at, LayTile("NCS", "G10", "A425", 0)) == 40
    at = turn("NCS", GEN="NCS").token("E14.0", "NCS").tile("E14", "57", 2)
    assert paid(at, LayTile("NCS", "F15", "9", 2)) == 40
    at = turn("SS", GEN="SS", LOK="SS").token("E14.0", "SS").tile("E14", "57", 0)
    assert paid(at.tile("D15", "4", 0), LayTile("SS", "D15", "57", 0, "LOK")) == 0
    at = turn("SS", phase="Yellow", SLC="SS", GEN="SS").token("E14.0", "SS")
    assert paid(at, *lays("SS", RIVERS, "SLC")) == 40 + 2 * 40
    assert at.state.privates["GEN"] == "SS"


def test_an_obsolete_private_that_stays_helps_once_and_closes():
    at = turn("NCS", GEN="NCS").token("G10.1", "NCS")
    at.state.title_state = replace(at.state.title_state, obsolete_privates=("GEN",))
    assert paid(at, next(lay for lay in at.offered("lay") if lay.hex == "H11")) == 0
    assert at.state.privates["GEN"] == "NCS"  # the ground costs nothing there
    assert paid(at, LayTile("NCS", "G10", "A425", 0)) == 40
    assert gone(at, "GEN")
    at = upgrading(AMB="SS")
    at.state.title_state = replace(at.state.title_state, obsolete_privates=("AMB",))
    at.do(green(at, "E14", "AMB"))
    at.do(green(at, "H13"))
    assert gone(at, "AMB")


def test_gen_helps_a_player_s_company_only_when_it_owns_it():
    at = turn("NCS", GEN="p1").token("G10.0", "NCS")
    assert paid(at, LayTile("NCS", "G10", "A425", 0)) == 80


# --- offers


def test_every_offer_with_a_private_is_accepted():
    at = turn("SS", SLC="SS", LVG="SS", LOK="SS", SHZ="SS", AMB="SS", GEN="SS")
    at.token("E14.0", "SS").tile("E14", "57", 0).tile("D15", "4", 0)
    offers = at.offered("lay_power")
    assert {offer.private for offer in offers} == {"SLC", "LVG", "LOK", "SHZ", "AMB"}
    assert all(at.allowed(offer) for offer in offers)
    assert isinstance(at.rules.waiting(at.state), PowerTrackStep)


def test_tile_and_marker_at_once_are_chosen_as_a_tile_in_either_step(shown):
    page = shown(upgrading(SHZ="SS"), private="SHZ")
    assert "Schielands Hoge Zeedijk Hex K16 Venlo L3 Middelburg" in page
    page = shown(nijmegen())
    assert "Lay with a private ›" in page
    assert "Track on I16" not in shown(nijmegen(), do="lay_power")  # which costs 80
    assert "Track on I16" in shown(nijmegen(), do="lay_power", hex="I16")
