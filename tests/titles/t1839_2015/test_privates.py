"""Privates that change hands and close: the dijk and the bypass, and the home in Emmen."""

import pytest

from companion.board.tiles import catalogue
from companion.rules.core.actions import BuyPrivateForCompany, BuyTrain, LayTile
from companion.rules.core.change import Change
from companion.rules.operating.private_powers import close
from companion.rules.operating.running import find_best
from tests.support.positions import Position
from tests.titles.t1839_2015.game_start import floated, stock_round, table

DIJK = {"C10": ("A09", 0), "D9": ("A08", 1)}
BYPASS = {"F13": ("F04", 0), "G12": ("F08", 1)}


def turn(company: str, step: str = "track", phase: str = "Green") -> Position:
    """A company with 1,000 in its turn; p1 directs it, p2 has the two privates that build."""
    at = stock_round().phase(phase).started(company, 67, "p1", p1=60)
    at.state.privates.update(SWO="p2", RWS="p2")
    return floated(at, company).cash(**{company: 1000}).operating(company, step)


def lies(at: Position, tiles: dict[str, tuple[str, int]]) -> bool:
    laid = {hex: (tile.tile, tile.rotation) for hex, tile in at.state.board.laid.items()}
    return laid.items() >= tiles.items()


def test_the_dijk_lies_when_a_company_has_bought_its_private():
    at = turn("HIJSM")
    assert "lay.blocked" in at.refused(LayTile("HIJSM", "D9", "8", 1))
    at.do(BuyPrivateForCompany("HIJSM", "SWO", 300))
    assert lies(at, DIJK) and not lies(at, BYPASS)
    assert at.told().count("placed_private_tile") == 2
    assert at.state.cash["HIJSM"] == 700


def test_the_dijk_lies_when_its_private_has_closed_with_a_player():
    at = turn("HIJSM")
    close(Change(at.state), at.rules, "SWO")
    assert lies(at, DIJK) and not lies(at, BYPASS)


def test_the_dijk_joins_hoorn_with_leeuwarden():
    at = turn("HIJSM", phase="Yellow").tile("E8", "8", 2).token("E10.0", "HIJSM")
    at.trains("HIJSM", "2")
    assert find_best(at.rules, at.state, "HIJSM").revenue == 40 + 20
    at = turn("HIJSM").tile("E8", "8", 2).token("E10.0", "HIJSM").token("B13.0", "HIJSM")
    at.trains("HIJSM", "3+")
    assert find_best(at.rules, at.state, "HIJSM").revenue == 40 + 20
    close(Change(at.state), at.rules, "SWO")
    assert find_best(at.rules, at.state, "HIJSM").revenue == 20 + 20 + 40


def test_the_bypass_joins_amsterdam_with_zwolle():
    at = turn("NCS").token("G10.1", "NCS").tile("E14", "57", 0)
    at.tile("G10", "A425", 0)
    close(Change(at.state), at.rules, "RWS")
    assert "E14.0" in at.state.board.reach(at.rules.access.of(at.rules, at.state, "NCS")).stops


@pytest.mark.parametrize(("company", "closes"), [("SS", True), ("NRS", False)])
def test_the_bypass_lies_when_the_company_of_its_private_has_bought_a_train(company, closes):
    at = turn(company, "trains")
    at.do(BuyTrain(company, "3+-0", 250))
    assert lies(at, BYPASS) is closes
    assert at.state.privates["RWS"] == ("gone" if closes else "p2")


def test_the_bypass_lies_with_a_train_of_another_company_too():
    at = turn("SS", "trains").started("NRS", 67, "p1", p1=60)
    floated(at, "NRS").trains("NRS", "3+", "3+")
    at.do(BuyTrain("SS", "3+-1", 1))
    assert lies(at, BYPASS)


def test_nobody_lays_a_reserved_tile():
    at = turn("HIJSM").token("E10.0", "HIJSM")
    for hex, (tile, rotation) in (DIJK | BYPASS).items():
        assert at.refused(LayTile("HIJSM", hex, tile, rotation)) == {"lay.reserved"}
        assert at.refused(LayTile("HIJSM", "E8", tile, 2)) == {"lay.reserved"}
    assert at.allowed(LayTile("HIJSM", "E8", "8", 2))


def test_reserved_tiles_have_the_shape_of_those_they_stand_for():
    for reserved, like in (("A08", "8"), ("A09", "9"), ("F04", "4"), ("F08", "8")):
        assert catalogue()[reserved].exits == catalogue()[like].exits


def test_the_company_that_comes_with_rijkswaterstaat_has_a_home_in_emmen():
    at = table()
    assert at.state.companies["SS"].homes == (("B19",), ("I4",), ("D19",))
    assert at.state.companies["NRS"].homes == (("I12",),)
