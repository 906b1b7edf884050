"""The tile catalogue: every tile, every rotation, every edge, and what upgrades to what."""

from __future__ import annotations

import json

import pytest

from companion.board.board import Board
from companion.board.lays import keeps_track, lays
from companion.board.tiles import Stop, catalogue, read_tiles, shape
from tests.board.recorded_boards import SOH, T1830
from tests.support.each import for_each
from tests.support.references import FACTS

NEXT = {"yellow": "green", "green": "brown"}

# The 1830 upgrade table where all of the old track stays.
UPGRADES_1830 = {
    "7": "18 26 27 28 29",
    "8": "16 19 23 24 25 28 29",
    "9": "18 19 20 23 24 26 27",
    "16": "43 70",
    "18": "43",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46",
    "26": "42 44 45",
    "27": "41 44 46",
    "28": "39 43 46 70",
    "29": "39 43 45 70",
}
SMALL_CITIES_HOLLAND = {
    "3": "SOH2 SOH3 SOH4 SOH5",
    "4": "981 991 SOH2 SOH3",
    "58": "981 991 SOH4 SOH5",
}


@for_each("number", catalogue())
def test_turning_moves_every_edge_clockwise_and_keeps_the_stops(number):
    tile = catalogue()[number]
    for rotation in range(6):
        turned = tile.rotate(rotation)
        assert turned.stops == tile.stops
        for before, after in zip(tile.tracks, turned.tracks, strict=True):
            for a, b in ((before.a, after.a), (before.b, after.b)):
                assert b == ((a + rotation) % 6 if isinstance(a, int) else a)
    assert tile.rotate(6) == tile
    assert tile.rotate(2).rotate(5) == tile.rotate(1)


@for_each("number", catalogue())
def test_every_edge_leads_somewhere_and_back(number):
    for rotation in range(6):
        tile = catalogue()[number].rotate(rotation)
        form = shape(tile)
        for edge in range(6):
            leads = bool(form.through[edge] or form.stops_at[edge])
            assert leads == (edge in tile.exits)
            assert edge not in form.through[edge]
            for other in form.through[edge]:
                assert edge in form.through[other]
            for stop, _ in form.stops_at[edge]:
                assert edge in [e for e, _ in form.stop_exits[stop]]
        bare = [s for s, exits in zip(tile.stops, form.stop_exits, strict=True) if not exits]
        assert all(stop.kind == "city" for stop in bare)  # a city may wait for its track


def test_a_train_does_not_turn_from_one_branch_of_a_switch_to_the_other():
    form = shape(catalogue()["23"])
    assert set(form.through[0]) == {3, 4}
    assert form.through[3] == (0,)
    assert form.through[4] == (0,)


def test_track_through_a_junction_joins_all_that_meets_in_it():
    tracks = [[0, "j"], [2, "j"], [4, "j"]]
    tile = read_tiles({"Y": {"colour": "green", "tracks": tracks}})["Y"]
    assert [sorted(to) for to in shape(tile).through] == [[2, 4], [], [0, 4], [], [0, 2], []]


@pytest.mark.parametrize(
    ("title", "table"), [(T1830, UPGRADES_1830), (SOH, SMALL_CITIES_HOLLAND)], ids=["1830", "soh"]
)
def test_the_upgrades_are_those_of_the_table(title, table):
    tiles = title.map().tiles
    for old, new in table.items():
        tile = catalogue()[old]
        found = {
            number
            for number in tiles
            if (better := catalogue()[number]).colour == NEXT[tile.colour]
            and better.label is None
            and {stop.kind for stop in better.stops} == {stop.kind for stop in tile.stops}
            and any(keeps_track(tile, better.rotate(rotation)) for rotation in range(6))
        }
        assert found == set(new.split()), old


@pytest.mark.parametrize("title", [T1830, SOH], ids=["1830", "soh"])
def test_every_tile_of_a_title_comes_to_lie_somewhere(title):
    empty = Board(title.map())
    waiting = set(empty.map.tiles)
    for hex in empty.map.hexes:
        boards = [empty]
        while boards and waiting:
            fits = {lay for board in boards for lay in lays(board, hex, empty.map.tiles)}
            waiting -= {tile for tile, _ in fits}
            boards = [empty.with_tile(hex, *lay) for lay in fits]
    assert waiting == set()


@pytest.mark.references
def test_the_catalogue_agrees_with_the_fact_sheet():
    sheet = json.loads((FACTS / "tiles.json").read_text())
    more = json.loads((FACTS / "1839-tiles.json").read_text())["tiles"]
    sheet |= {tile["id"]: tile for tile in more if tile["id"] not in sheet}
    early = json.loads((FACTS / "1839-2015-tiles.json").read_text())["tiles"]
    own = {tile["id"] if tile["id"] in catalogue() else f"E{tile['id']}": tile for tile in early}
    own |= {f"E{tile['id']}": tile for tile in early if f"E{tile['id']}" in catalogue()}
    sheet |= {id: tile for id, tile in own.items() if id in catalogue() and id not in sheet}
    ten = json.loads((FACTS / "titles" / "tiles-ten.json").read_text())
    assert set(sheet) | set(ten) == set(catalogue())
    for number, facts in sheet.items():
        tile = catalogue()[number]
        assert (tile.colour, tile.label or "") == (facts["color"], facts.get("label") or "")
        assert [[t.a, t.b] for t in tile.tracks] == facts["tracks"]
        stops = [(s.kind, s.value(()), s.slots) for s in tile.stops]
        assert stops == [
            (s["kind"], s["revenue"], s.get("slots", 0)) for s in facts.get("stops", ())
        ]


@pytest.mark.references
def test_the_catalogue_agrees_with_the_tiles_of_the_ten_titles():
    for number, facts in json.loads((FACTS / "titles" / "tiles-ten.json").read_text()).items():
        tile = catalogue()[number]
        assert (tile.colour, tile.label) == (facts["color"], facts.get("label")), number
        tracks = [[t.a, t.b] for t in tile.tracks]
        assert sorted(map(repr, tracks)) == sorted(map(repr, facts["tracks"])), number
        stops = [(s.kind, s.value(()), s.slots) for s in tile.stops]
        assert stops == [
            (s["kind"], s["revenue"], s.get("slots", 0)) for s in facts.get("stops", ())
        ], number


def test_the_last_colour_reached_sets_the_value():
    stop = Stop("offboard", (("yellow", 30), ("brown", 50)))
    assert stop.value(("yellow", "green")) == 30
    assert stop.value(("yellow", "green", "brown")) == 50
    assert Stop("town", (("", 10),)).value(()) == 10
