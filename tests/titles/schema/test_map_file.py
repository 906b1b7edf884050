"""Maps and tiles in a title's data: what is wrong is named by its place."""

import tomllib
from collections import Counter
from importlib.resources import files
from typing import Any

import pytest

from companion.board.tiles import DataError, catalogue
from companion.titles.schema.map_file import MapFile, OwnTileTable
from companion.titles.schema.names import Names
from tests.titles.schema_check import check, check_tables

NAMES = Names({"catalogue": Counter(catalogue())})


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[hexes]", "line 1, hexes: has 0; 1 or more are needed"),
        ("", "hexes: is missing; a table is needed"),
        ("hexes = 3", "line 1, hexes: is 3; a table is needed"),
        (
            "[hexes]\nA1 = { color = 'white' }",
            "line 2, hexes.A1.color: is no key here; known are c",
        ),
        ("[hexes]\nA1 = { colour = 'pink' }", 'hexes.A1.colour: is "pink"; one of white, yellow'),
        ("[hexes]\none = {}", 'line 2, hexes.one: is "one"; a hex: letters and a number, as H12'),
        ("[hexes]\nA1 = { borders = [{ edge = 6 }] }", "hexes.A1.borders[0].edge: is 6; a whole"),
        ("[hexes]\nA1 = { borders = [{ edge = 1, kind = 'x' }] }", 'borders[0].kind: is "x"; one'),
        ("[hexes]\nA1 = { terrain = [{ kind = 'hill' }] }", "hexes.A1.terrain[0].cost: is missing"),
        (
            "[hexes]\nA1 = { terrain = [{ kind = 'a\"b', cost = 1 }] }",
            "a word of lower-case letters",
        ),
        ("[hexes]\nA1 = { stubs = [7] }", "hexes.A1.stubs[0]: is 7; a whole number from 0 to 5"),
        ("[hexes]\nA1 = { fees = { pink = 1 } }", 'hexes.A1.fees.pink: is "pink"; one of white'),
        (
            "[hexes]\nA1 = {}\n[tiles]\n0 = 3",
            'tiles.0: is "0"; a tile of the catalogue or of own_tiles is needed',
        ),
        ("[hexes]\nA1 = {}\n[tiles]\n57 = 'many'", 'tiles.57: is "many"; a number, or "unlimited"'),
        ("[hexes]\nA1 = {}\n[tiles]\n57 = -1", "line 4, tiles.57: is -1; a whole number from 0"),
        ("[hexes]\nA1 = {}\n[labels]\n0 = 'B'", 'labels.0: is "0"; a tile of the catalogue'),
    ],
)
def test_faults_are_named(text: str, says: str) -> None:
    with pytest.raises(DataError) as caught:
        check(MapFile, text, NAMES)
    assert says in str(caught.value)


def test_the_nearest_that_is_right_is_a_map() -> None:
    check(
        MapFile,
        """
        [hexes]
        A1 = { borders = [{ edge = 5, kind = "water" }], stubs = [0], fees = { green = 80 } }
        A3 = { terrain = [{ kind = "hill", cost = 0 }], colour = "yellow" }
        [tiles]
        57 = "unlimited"
        58 = 0
        [labels]
        57 = "B"
        """,
        NAMES,
    )


CITY = {"kind": "city", "slots": 1}


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"colour": "pink"}, 'colour: is "pink"'),
        ({"tracks": [[0, 6]]}, "tracks: piece 0: an end is one of 0, 1, 2, 3, 4, 5, j"),
        ({"tracks": [[0, 1], [0, 0]]}, "tracks: piece 1: two different ends"),
        ({"tracks": [[0, "s0"]]}, "tracks: piece 0: an end is one of"),
        ({"tracks": [[0, "s1"]], "stops": [CITY]}, "an end is one of 0, 1, 2, 3, 4, 5, s0, j"),
        ({"tracks": [[True, 3]]}, "tracks: piece 0: an end is one of"),
        ({"tracks": [[[], {}]]}, "tracks: piece 0: an end is one of"),
        ({"tracks": [[0]]}, "tracks: piece 0: two different ends"),
        ({"tracks": [[0, 1, "end"]]}, "tracks: piece 0: two different ends"),
        ({"tracks": ["01"]}, "tracks: piece 0: two different ends"),
        ({"tracks": 3}, "tracks: is 3; a list is needed"),
        ({"size": 3}, "size: is no key here; known are colour, label, stops, tracks"),
        ({"stops": [{"kind": "city"}]}, "stops[0].slots: is 0; a city has 1 or more"),
        ({"stops": [{"kind": "town", "slots": 1}]}, "slots: is 1; a city has 1 or more, and other"),
        ({"stops": [{"kind": "port"}]}, 'stops[0].kind: is "port"; one of city, town, offboard'),
        ({"stops": [{"kind": "town", "revenue": -1}]}, "stops[0].revenue: is -1; a whole number"),
        ({"stops": [{"kind": "town", "revenue": {"pink": 1}}]}, 'revenue.pink: is "pink"; one of'),
        ({"stops": [{"kind": "town", "revenue": True}]}, "stops[0].revenue: is true; a whole"),
        ({"stops": [{**CITY, "region": "North"}]}, "stops[0].region: only an off-board has this"),
        ({"stops": [{**CITY, "follows": True}]}, "stops[0].follows: only an off-board has this"),
        ({"stops": [CITY] * 11}, "stops: has 11; at most 10 are needed"),
        ("57", 'is "57"; a table is needed'),
    ],
)
def test_a_wrong_tile_is_named_by_key(entry: Any, says: str) -> None:
    with pytest.raises(DataError) as caught:
        check_tables(OwnTileTable, entry)
    assert says in str(caught.value).replace("title.toml, ", "").replace("title.toml: ", "")


@pytest.mark.parametrize(
    "entry",
    [
        {"tracks": [[0, 5], [0, "j"]], "colour": "green"},
        {"tracks": [[0, "s0", "terminal"]], "stops": [CITY]},
        {"stops": [{"kind": "offboard", "region": "North", "follows": True, "revenue": 0}]},
        {"stops": [{"kind": "town", "revenue": {"yellow": 10}}, *[CITY] * 9]},
    ],
)
def test_the_nearest_that_is_right_is_a_tile(entry: Any) -> None:
    check_tables(OwnTileTable, entry)


def test_the_catalogue_has_tiles_of_this_form() -> None:
    text = (files("companion.board") / "tiles.toml").read_text("utf-8")
    for entry in tomllib.loads(text).values():
        assert "colour" in entry
        check_tables(OwnTileTable, entry)
