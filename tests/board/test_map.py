"""The printed maps: neighbours, borders, and what is read from a title's file."""

from __future__ import annotations

import json

import pytest

from companion.board.map import Border, Hex, Map, read_map
from companion.board.tiles import Stop
from tests.board.recorded_boards import SOH, T1830
from tests.support.references import FACTS

SHEETS = {"1830": T1830, "steam-over-holland": SOH}


@pytest.mark.parametrize("title", SHEETS.values(), ids=SHEETS)
def test_neighbours_meet_over_opposite_edges(title):
    map = title.map()
    for at in map.hexes:
        for edge in range(6):
            other = map.neighbour(at, edge)
            if other is not None:
                assert map.neighbour(other, (edge + 3) % 6) == at
                assert map.edge_towards(at, other) == edge


def test_edges_run_clockwise_from_the_lower_left():
    map = T1830.map()
    assert [map.neighbour("E11", edge) for edge in range(6)] == [
        "F10", "E9", "D10", "D12", "E13", "F12"
    ]  # fmt: skip
    assert map.neighbour("A9", 2) is None
    assert map.edge_towards("E11", "E15") is None


@pytest.mark.parametrize("title", SHEETS.values(), ids=SHEETS)
def test_printed_track_never_meets_the_outside(title):
    map = title.map()
    for at, hex in map.hexes.items():
        for edge in hex.printed.exits:
            assert map.neighbour(at, edge) is not None, (at, edge)


def test_a_border_is_seen_from_both_sides():
    map = T1830.map()
    assert map.border("B16", 5) == Border(5, "impassable")
    assert map.border("C17", 2).kind == "impassable"
    assert map.border("D16", 1) is None
    one_sided = Map([Hex("A1", borders=(Border(4, "water", 50),)), Hex("A3")])
    assert one_sided.border("A3", 1).cost == 50


def test_the_parts_of_one_red_location_share_a_group():
    map = T1830.map()
    for hexes in (("A9", "A11"), ("I1", "J2")):
        assert len({map.hexes[at].stops[0].group for at in hexes}) == 1
        assert map.hexes[hexes[0]].stops[0].group is not None


@pytest.mark.references
@pytest.mark.parametrize("name", SHEETS)
def test_the_map_agrees_with_the_fact_sheet(name):
    sheet = json.loads((FACTS / f"{name}.json").read_text())
    map = SHEETS[name].map()
    assert dict(map.tiles) == sheet["tiles"]
    assert list(map.hexes) == [facts["at"] for facts in sheet["map"]["hexes"]]
    for facts in sheet["map"]["hexes"]:
        hex = map.hexes[facts["at"]]
        assert (hex.name, hex.colour, hex.label) == (
            facts.get("name"), facts["color"], facts.get("label")
        )  # fmt: skip
        assert [[t.a, t.b] for t in hex.tracks] == facts.get("tracks", [])
        assert [(s.kind, s.slots) for s in hex.stops] == [
            (s["kind"], s.get("slots", 0)) for s in facts.get("stops", ())
        ]
        for stop, given in zip(hex.stops, facts.get("stops", ()), strict=True):
            value = given["revenue"]
            assert dict(stop.revenue) == (value if isinstance(value, dict) else {"": value})
        assert [(t.kind, t.cost) for t in hex.terrain] == [
            (t["kind"], t["cost"]) for t in facts.get("terrain", ())
        ]
        assert [(b.edge, b.kind, b.cost) for b in hex.borders] == [
            (b["edge"], b.get("kind"), b.get("cost", 0)) for b in facts.get("borders", ())
        ]


def test_a_title_prints_its_own_letters_on_tiles():
    map = read_map({"hexes": {"A1": {}}, "labels": {"53": "Ba"}})
    assert (map.known["53"].label, map.known["61"].label) == ("Ba", "B")


def test_tiles_without_limit_are_read_as_such():
    map = read_map({"hexes": {"A1": {}}, "tiles": {"57": "unlimited", "7": 4}})
    assert dict(map.tiles) == {"57": None, "7": 4}


def test_a_hex_without_a_name_has_that_of_its_off_boards():
    far = Stop("offboard", (("yellow", 40),), group="Far")
    twin = Stop("city", (("yellow", 40),), group="Far", hidden=True)
    joined = Stop("city", (("yellow", 10),), group="one station")
    map = Map(
        [Hex("A1", "Far", stops=(far,)), Hex("B2", stops=(twin,)), Hex("C3", stops=(joined,))]
    )
    assert [map.name_of(at) for at in ("A1", "B2", "C3", "Z9")] == ["Far", "Far", "", ""]
