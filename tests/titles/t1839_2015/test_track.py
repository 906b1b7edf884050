"""Build track: how many tiles, what they cost, where none is laid, and whose marker goes where."""

import pytest

from companion.rules.core.actions import LayTile, Pass
from tests.titles.t1839_2015.game_start import turn


def lay(company: str, at: str, tile: str, rotation: int, **more: object) -> LayTile:
    return LayTile(company, at, tile, rotation, **more)  # type: ignore[arg-type]


def cost(at, action: LayTile) -> int:
    """Do a lay, and return the company's payment."""
    before = at.state.cash[action.company]
    at.do(action)
    return before - at.state.cash[action.company]


# --- how many


def test_two_tiles_of_which_one_is_an_upgrade():
    at = turn("ZHESM").token("G8.0", "ZHESM").tile("G8", "H6", 1).tile("H9", "9", 1)
    at.tile("G10", "A425", 0)
    assert cost(at, lay("ZHESM", "G8", "EH121", 0)) == 80
    assert at.refused(lay("ZHESM", "H9", "16", 0)) >= {"lay.one_replaced"}
    assert cost(at, lay("ZHESM", "H7", "1", 0)) == 80
    assert at.refused(lay("ZHESM", "I6", "9", 0)) >= {"turn.not_now"}


def test_no_upgrade_before_green():
    at = turn("ZHESM", phase="Yellow").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    assert at.refused(lay("ZHESM", "G8", "EH121", 0)) == {"lay.colour"}
    assert (
        turn("ZHESM")
        .token("G8.0", "ZHESM")
        .tile("G8", "H6", 1)
        .allowed(lay("ZHESM", "G8", "EH121", 0))
    )


# --- what they cost


def test_breda_costs_nothing_first_and_80_for_each_upgrade():
    at = turn("NBDS").token("K8.0", "NBDS")
    assert cost(at, lay("NBDS", "K8", "B206", 0)) == 0
    fits = [r for r in range(6) if at.allowed(lay("NBDS", "K8", "EB122", r))]
    assert cost(at, lay("NBDS", "K8", "EB122", fits[0])) == 80


def test_amsterdam_costs_80_for_its_green_tile():
    at = turn("NCS").token("G10.0", "NCS")
    assert cost(at, lay("NCS", "G10", "A425", 0)) == 80


def test_a_river_costs_80_once():
    at = turn("NCS").token("E14.0", "NCS").tile("E14", "57", 2)
    assert cost(at, lay("NCS", "F15", "9", 2)) == 80
    at = turn("NCS", phase="Green").token("E14.0", "NCS").tile("E14", "57", 2).tile("F15", "9", 2)
    green = [
        LayTile("NCS", "F15", tile, rotation)
        for tile in ("16", "17", "18", "19", "20")
        for rotation in range(6)
    ]
    assert cost(at, next(filter(at.allowed, green))) == 0


def test_a_company_that_cannot_pay_lays_elsewhere():
    at = turn("NCS").token("E14.0", "NCS").tile("E14", "57", 2).cash(NCS=79)
    assert at.refused(lay("NCS", "F15", "9", 2)) == {"lay.cost"}
    assert at.cash(NCS=80).allowed(lay("NCS", "F15", "9", 2))


# --- where none is laid


def test_no_track_into_a_blank_side_or_off_the_map():
    at = turn("NCS").token("E14.0", "NCS")
    assert at.refused(lay("NCS", "E14", "57", 1)) == {"lay.blank_side"}  # E12
    assert at.allowed(lay("NCS", "E14", "57", 0))
    at = turn("NWS").token("G18.0", "NWS").tile("G18", "LO57", 2)
    assert at.refused(lay("NWS", "H19", "9", 1)) >= {"lay.blank_side"}  # H21
    assert at.allowed(lay("NWS", "H19", "8", 0))
    at = turn("SS").token("I4.0", "SS")
    assert "lay.off_board" in at.refused(lay("SS", "I4", "57", 1))


@pytest.mark.parametrize(("at", "private"), [("H7", "LVG"), ("F13", "RWS"), ("C10", "SWO")])
def test_a_hex_is_closed_while_a_player_has_its_private(at, private):
    position = turn("ZHESM", **{private: "p2"})
    refusals = (
        position.rules.round_rules(position.state)
        .steps[0]
        .check_lay(position.state, lay("ZHESM", at, "9", 0))
    )
    assert "lay.blocked" in {refusal.code for refusal in refusals}
    position.state.privates[private] = "gone"
    refusals = (
        position.rules.round_rules(position.state)
        .steps[0]
        .check_lay(position.state, lay("ZHESM", at, "9", 0))
    )
    assert "lay.blocked" not in {refusal.code for refusal in refusals}


def test_a_closed_hex_opens_when_any_company_owns_its_private():
    at = turn("ZHESM", LVG="p2").token("G8.0", "ZHESM").tile("G8", "H6", 1)
    assert at.refused(lay("ZHESM", "H7", "1", 0)) == {"lay.blocked"}
    at.state.privates["LVG"] = "NRS"
    assert at.allowed(lay("ZHESM", "H7", "1", 0))


def test_towns_are_not_upgraded_and_letters_do_not_mix():
    at = turn("SS").token("E14.0", "SS").tile("E14", "57", 0).tile("D15", "4", 0)
    assert not any(at.allowed(lay("SS", "D15", tile, 0)) for tile in ("14", "15", "619", "16"))
    assert "lay.label" in at.refused(lay("SS", "E14", "EU121", 0))
    assert any(at.allowed(lay("SS", "E14", "14", turned)) for turned in range(6))


def test_reserved_tiles_are_upgraded_as_those_they_stand_for():
    at = turn("HIJSM").token("E10.0", "HIJSM").tile("D9", "A08", 1).tile("E8", "8", 2)
    like = turn("HIJSM").token("E10.0", "HIJSM").tile("D9", "8", 1).tile("E8", "8", 2)
    for position in (at, like):
        position.token("B13.0", "HIJSM").tile("C10", "A09", 0)
    tried = [LayTile("HIJSM", "D9", str(n), turned) for n in range(16, 23) for turned in range(6)]
    may = [action for action in tried if at.allowed(action)]
    assert may and may == [action for action in tried if like.allowed(action)]


# --- markers of an OO hex


def test_a_player_who_lays_the_first_tile_on_an_oo_hex_allots_the_markers_there():
    rival = turn("NRS").started("NWS", 67, "p2", p2=60).token("G16.0", "NWS")
    rival.token("G14.0", "NRS").tile("G14", "57", 1)
    tile = LayTile("NRS", "G16", "LOO6", 4)  # 248, W and NE: from Amersfoort
    bare = LayTile("NRS", "G16", "LOO6", 4, allotment=(("NWS", 1),))
    assert rival.allowed(tile) and rival.allowed(bare)
    rival.do(bare)
    board, access = rival.state.board, rival.rules.access.of(rival.rules, rival.state, "NWS")
    assert board.token_stops("NWS") == ("G16.1",)
    assert board.reach(access).side_states == frozenset()
    rival.operating("NRS").do(LayTile("NRS", "G16", "E36", 0))
    assert rival.state.board.token_stops("NWS") == ("G16.1",)  # which has the other part now
    assert {edge for at, edge in rival.state.board.reach(access).edges if at == "G16"} == {0, 4}


def test_a_lay_that_its_own_marker_alone_joins_gives_that_the_track():
    own = turn("NWS").token("G16.0", "NWS")
    assert own.allowed(LayTile("NWS", "G16", "LOO6", 4))
    bare = LayTile("NWS", "G16", "LOO6", 4, allotment=(("NWS", 1),))
    assert own.refused(bare) == {"lay.not_reached"}
    own.do(LayTile("NWS", "G16", "LOO6", 4))
    assert own.state.board.reach(own.rules.access.of(own.rules, own.state, "NWS")).side_states


def test_gray_amsterdam_is_one_city():
    at = turn("NCS", phase="Gray").token("G10.0", "NCS").tile("G10", "A425", 0)
    at.tile("G10", "A801", 0).tile("G10", "A378", 0)
    assert at.state.board.token_stops("NCS") == ("G10.0",)
    assert len(at.state.board.tile_at("G10").stops) == 1


def test_a_company_may_lay_nothing():
    at = turn("NCS").token("E14.0", "NCS")
    at.do(Pass("NCS"))
    assert at.waiting() != "track"
