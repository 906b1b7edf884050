"""§8.3.1, §12, §15: lays, fees, barriers, markers on new tiles, and what privates lay."""

from companion.board.lays import faults
from companion.rules.core.actions import LayTile, Pass, PlaceToken
from companion.rules.operating.track import allotments
from tests.titles.t1839.operating_positions import company, moment, turn


def laying(symbol="NRS", cash=1000, phase="Light Green", privates=(), homes=(), **more):
    """A company that lays track, with privates of its own."""
    at = company(moment(phase=phase), symbol, 31 if symbol[0] == "L" else 67, cash, homes=homes)
    at.privates(**dict.fromkeys(privates, symbol))
    at.state.questions = ()
    return turn(at, symbol, "track", **more)


def test_a_first_tile_and_a_second_one_for_20():
    at = laying().do(LayTile("NRS", "I12", "U6", 4))  # water
    assert at.state.cash["NRS"] == 1000 - 80
    at.do(LayTile("NRS", "I10", "9", 1))
    assert at.state.cash["NRS"] == 1000 - 100
    assert at.waiting() != "track"
    twice = (("I12", "yellow"), ("I10", "yellow"))
    assert "lay.enough" in laying(lays=twice).refused(LayTile("NRS", "H13", "57", 0))


def test_amsterdams_first_upgrade_costs_80():
    at = laying("NCS").do(LayTile("NCS", "G10", "A425", 0))
    assert at.state.cash["NCS"] == 1000 - 80


def test_one_upgrade_in_a_turn():
    at = laying("NCS").tile("H11", "1", 0)
    at.do(LayTile("NCS", "G10", "A425", 0))
    at.tile("H13", "57", 0)
    assert "lay.one_replaced" in at.refused(LayTile("NCS", "H13", "14", 0))
    assert "lay.one_replaced" not in at.refused(LayTile("NCS", "G12", "9", 0))


def test_a_tile_laid_in_the_turn_is_not_upgraded_in_it():
    at = laying().do(LayTile("NRS", "I12", "U6", 4))
    assert "lay.laid_now" in at.refused(LayTile("NRS", "I12", "U121", 0))
    before = laying().tile("I12", "U6", 5)
    assert "lay.laid_now" not in before.refused(LayTile("NRS", "I12", "U121", 0))


def test_green_comes_with_light_green():
    at = laying("NCS", phase="Dark Yellow")
    assert "lay.colour" in at.refused(LayTile("NCS", "G10", "A425", 0))
    assert "lay.colour" not in laying("NCS").refused(LayTile("NCS", "G10", "A425", 0))


def test_no_new_track_over_a_barrier_before_light_red():
    """HIJSM upgrades B11, which it reaches over the barrier; C12's barrier has no track yet."""
    lay = LayTile("HIJSM", "B11", "80", 4)
    assert laying("HIJSM").allowed(lay)
    joined = laying("HIJSM").tile("C12", "58", 0)
    assert joined.refused(lay) == {"lay.barrier"}
    later = laying("HIJSM", phase="Light Red").tile("C12", "58", 0)
    assert later.allowed(lay)


def test_nothing_is_laid_on_fixed_hexes_nor_into_their_blank_edges():
    at = laying("ZHESM")
    for at_hex in ("D7", "L19", "L9", "E12"):
        codes = [fault.code for fault in faults(at.state.board, at_hex, "9", 0)]
        assert codes == ["fixed"]
    blank = [fault.code for fault in faults(at.state.board, "I6", "9", 1)]
    assert "blank_side" in blank  # I4 has no track at its eastern edge


def test_kinds_of_tiles_do_not_mix():
    board = laying().state.board
    for hex, tile in (("I10", "57"), ("H13", "9"), ("C12", "1"), ("H11", "58"), ("G16", "57")):
        assert "stops" in [f.code for f in faults(board, hex, tile, 0)] or "label" in [
            f.code for f in faults(board, hex, tile, 0)
        ]
    assert "label" in [fault.code for fault in faults(board, "I12", "R6", 0)]


# --- markers on the first tile of two cities


def test_the_layer_allots_the_markers_of_a_hex_with_two_cities():
    at = laying("NWS")
    at.token("G16.0", "NS")
    lay = LayTile("NWS", "G16", "LOO5", 0)
    ways = [dict(way) for way in allotments(at.rules, at.state, lay, reach=False)]
    assert {} in ways and {"NS": 1, "NWS": 0} in ways
    joined = [dict(way) for way in allotments(at.rules, at.state, lay)]
    cities = [way.get("NWS", 1) for way in joined]
    assert set(cities) == {0}  # joined through its own marker alone, it takes the city with track


def test_in_drachten_too_whatever_track_is_printed():
    at = laying("L1", homes=("B17.0", "D19.0"))
    lay = LayTile("L1", "B17", "LOO6", 2)
    ways = [dict(way) for way in allotments(at.rules, at.state, lay, reach=False)]
    assert ways == [{}, {"L1": 1}]


# --- circles become fewer


def test_fewer_circles_while_companies_have_room():
    at = laying("NRS", phase="Gray").tile("I12", "U6", 0).tile("I12", "U121", 0)
    at.tile("I12", "U549", 0)
    at.token("I12.0", "NS")
    company(at, "L1", 31, director="p2", homes=("I12.0", "D19.0"))
    fits = [r for r in range(6) if not faults(at.state.board, "I12", "U370", r)]
    assert fits
    at.tile("I12", "U370", fits[0])
    assert set(at.state.board.tokens["I12.0"]) == {"NRS", "L1"}


def test_but_not_when_three_companies_are_there():
    at = laying("NRS", phase="Gray").tile("I12", "U6", 0).tile("I12", "U121", 0)
    at.tile("I12", "U549", 0)
    company(at, "L1", 31, director="p2", homes=("I12.0", "D19.0"))
    company(at, "L2", 31, director="p3", homes=("I12.0", "N17.0"))
    codes = {f.code for r in range(6) for f in faults(at.state.board, "I12", "U370", r)}
    assert "no_place" in codes


def test_gray_amsterdam_joins_two_cities():
    at = laying("NCS", phase="Gray")
    at.tile("G10", "A425", 0).tile("G10", "A62", 0)
    at.token("G10.0", "NS")
    assert [r for r in range(6) if not faults(at.state.board, "G10", "A990", r)]
    at.tile("G10", "A990", 0)
    assert set(at.state.board.tokens["G10.0"]) == {"NCS", "NS"}


# --- privates


def test_h7_is_closed_while_a_player_has_its_private():
    for owner, closed in (("p2", True), ("gone", False), ("ZHESM", False)):
        at = laying("ZHESM").privates(HLVVDG=owner)
        at.tile("I6", "9", 0)
        found = at.refused(LayTile("ZHESM", "H7", "1", 0))
        assert ("lay.blocked" in found) is closed


def test_one_more_yellow_tile_for_20_by_hlvvdg():
    at = laying("ZHESM", privates=("HLVVDG",)).tile("I6", "8", 3)
    at.turn(lays=(("A14", "yellow"), ("A18", "yellow")))
    plain = [a for a in at.offered("lay") if a.private is None]
    assert plain == []
    extra = [a for a in at.offered("lay_power") if a.private == "HLVVDG"]
    assert extra
    cost = at.state.cash["ZHESM"]
    lay = next((a for a in extra if a.hex == "H7"), extra[0])
    at.do(lay)
    ground = sum(t.cost for t in at.data.map.hexes[lay.hex].terrain)
    paid = 20 + (0 if lay.hex == "H7" else ground)
    assert cost - at.state.cash["ZHESM"] == paid
    assert at.state.privates["HLVVDG"] == "gone"


def test_hlvvdg_is_for_its_company_and_for_yellow():
    at = laying("NCS").privates(HLVVDG="ZHESM")
    assert "power.not_owned" in at.refused(LayTile("NCS", "G12", "9", 0, "HLVVDG"))
    own = laying("NCS", privates=("HLVVDG",))
    assert "lay.power" in own.refused(LayTile("NCS", "G10", "A425", 0, "HLVVDG"))
    assert "power.none" in own.refused(LayTile("NCS", "G10", "A425", 0, "LP"))


def test_tile_and_marker_in_arnhem_for_80_in_all():
    at = laying("AMS", privates=("SRV",))
    tile, marker = LayTile("AMS", "I16", "57", 0, "SRV"), PlaceToken("AMS", "I16.0", "SRV")
    at.do(tile)
    assert at.state.cash["AMS"] == 1000 - 80
    assert "power.hexes" in at.refused(PlaceToken("AMS", "K16.0", "SRV"))
    assert "power.once" in at.refused(LayTile("AMS", "I16", "57", 0, "SRV"))
    at.do(marker)
    assert at.state.cash["AMS"] == 1000 - 80
    assert at.state.round.turn.tokens == 1
    assert at.state.privates["SRV"] == "AMS"  # until the step is over
    at.do(Pass("AMS"))
    assert at.state.privates["SRV"] == "gone"


def test_the_marker_first_joins_what_is_laid_later():
    at = laying("AMS", privates=("SRV",)).tile("I16", "57", 0)
    lay = LayTile("AMS", "J15", "9", 0)
    assert "lay.not_reached" in at.refused(lay)
    at.do(PlaceToken("AMS", "I16.0", "SRV"))
    assert "lay.not_reached" not in at.refused(lay)


def test_the_power_that_is_not_used_stays():
    at = laying("AMS", privates=("SRV",)).do(Pass("AMS"))
    assert at.state.privates["SRV"] == "AMS"
    assert "power.hexes" in laying("AMS", privates=("SRV",)).refused(
        PlaceToken("AMS", "K12.0", "SRV")
    )
