"""Maps of hexes with a flat top, with letters for columns or for rows."""

from __future__ import annotations

import itertools
import json
import math
import re
import tomllib
from xml.etree import ElementTree

import pytest
from pydantic import ValidationError

from companion.board.bestrun.best_run import best_run
from companion.board.board import Board
from companion.board.border_crossings import crossings
from companion.board.company_access import Access
from companion.board.layout import Layout
from companion.board.lays import faults, lays
from companion.board.map import Hex, Map, read_map
from companion.board.routes import check_run
from companion.board.tiles import Stop, Track, catalogue
from companion.board.trains import Fares, StopCount, TrainKind
from companion.drawing import CompanyLook, Look, Marks, Run, draw_map, draw_minimap, draw_tile
from companion.drawing.geometry import (
    APOTHEM,
    centre,
    corner,
    direction,
    hex_outline,
)
from companion.drawing.hex_labels import Printed, letter
from companion.drawing.label_placement import box_room, disc_room
from companion.drawing.map_thumbnail import draw_overview
from companion.drawing.runs import run_pieces
from companion.drawing.tile_shapes import obstacles, shape
from companion.titles.schema.map_file import MapFile
from companion.titles.schema.names import gather_names
from tests.support.each import for_each
from tests.support.references import FACTS
from tests.titles.flat import SOURCE, columns_map, rows_map, swap

RED = Access("Red")
COLUMNS = {0: (0, 2), 1: (-1, 1), 2: (-1, -1), 3: (0, -2), 4: (1, -1), 5: (1, 1)}
ROWS = {0: (2, 0), 1: (1, -1), 2: (-1, -1), 3: (-2, 0), 4: (-1, 1), 5: (1, 1)}
MAPS = {"columns": (columns_map, COLUMNS, str), "rows": (rows_map, ROWS, swap)}
FACING = Stop("city", (("", 20),), 1)


@pytest.fixture(params=MAPS)
def example(request):
    """A map, its steps to neighbours by letter and number, and names of its hexes."""
    make, steps, name = MAPS[request.param]
    return make(), steps, name


def test_every_neighbour_is_where_letter_and_number_say(example):
    map, steps, _ = example
    for at in map.hexes:
        for edge, (letters, numbers) in steps.items():
            there = f"{chr(ord(at[0]) + letters)}{int(at[1:]) + numbers}"
            found = map.neighbour(at, edge)
            assert found == (there if there in map.hexes else None)
            if found:
                assert map.neighbour(found, (edge + 3) % 6) == at
                assert map.edge_towards(at, found) == edge


def test_a_hex_is_drawn_on_the_side_where_its_neighbour_lies(example):
    map, _, _ = example
    for at in map.hexes:
        x, y = centre(at, map.layout)
        for edge in range(6):
            if there := map.neighbour(at, edge):
                dx, dy = direction(edge, flat=True)
                beside = x + 2 * APOTHEM * dx, y + 2 * APOTHEM * dy
                assert centre(there, map.layout) == pytest.approx(beside)


@pytest.mark.parametrize("edge", range(6))
def test_track_joins_across_each_edge(example, edge):
    map, _, name = example
    board = Board(map).with_tile(name("D6"), "57", edge).with_token(f"{name('D6')}.0", "Red")
    there = map.neighbour(name("D6"), edge)
    assert there in board.reach(RED).hexes
    assert (there, (edge + 3) % 6) in board.reach(RED).edges
    fits = lays(board, there, ["9"], RED)
    assert fits == [("9", edge % 3)]
    beyond = map.neighbour(there, edge)
    assert beyond in board.with_tile(there, "9", edge % 3).reach(RED).hexes


@pytest.mark.parametrize("edge", range(6))
def test_two_cities_beside_each_other_are_a_route_across_each_edge(edge):
    layout = Layout(flat=True, columns=True)
    letters, numbers = COLUMNS[edge]
    there = f"{chr(ord('D') + letters)}{6 + numbers}"
    hexes = [
        Hex("D6", colour="gray", stops=(FACING,), tracks=(Track(edge, "s0"),)),
        Hex(there, colour="gray", stops=(FACING,), tracks=(Track((edge + 3) % 6, "s0"),)),
    ]
    board = Board(Map(hexes, layout=layout)).with_token("D6.0", "Red")
    best = best_run(board, RED, {"1": TrainKind("2", (StopCount(2),))}, Fares(()))
    assert best.revenue == 40


def test_lays_meet_the_map_and_impassable_borders(example):
    map, _, name = example
    board = Board(map).with_tile(name("D6"), "57", 1).with_token(f"{name('D6')}.0", "Red")
    for tile, rotation in lays(board, name("C7"), ["7", "8", "9"], RED):
        assert 4 in board.map.known[tile].rotate(rotation).exits
    found = faults(board, name("B8"), "9", 0, None)
    assert [fault.code for fault in found] == ["impassable", "off_board"] or {
        fault.code for fault in found
    } >= {"impassable", "off_board"}
    assert [fault.code for fault in faults(board, name("D4"), "9", 0)] == []
    assert "blank_side" in [fault.code for fault in faults(board, name("D8"), "9", 2)]


def test_a_river_is_paid_by_the_one_who_joins_track_across_it(example):
    map, _, name = example
    board = Board(map).with_tile(name("E5"), "9", 2)
    river = crossings(board, name("F6"), "9", 2)
    assert [(one.other, one.cost) for one in river] == [(name("E5"), 20)]
    assert crossings(board.with_tile(name("F6"), "9", 2), name("F6"), "24", 2) == ()


@pytest.fixture
def board(example):
    """Track from North over Middle to South End, and to Port."""
    map, _, name = example
    board = Board(map)
    for at, tile, rotation in (
        ("D4", "9", 0), ("D6", "57", 0), ("D8", "9", 0), ("D10", "4", 0), ("E7", "8", 2),
    ):  # fmt: skip
        board = board.with_tile(name(at), tile, rotation)
    return board.with_token(f"{name('D6')}.0", "Red")


def test_the_best_run_is_found(board):
    trains = {"1": TrainKind("3", (StopCount(3),))}
    best = best_run(board, RED, trains, Fares(("yellow",)))
    assert best.revenue == 30 + 25 + 10
    report = check_run(board, RED, trains, best.routes, Fares(("yellow",)))
    assert (report.all_faults, report.revenue) == ((), best.revenue)


def test_a_folder_brings_its_own_tiles_before_the_common_ones():
    map = columns_map()
    assert map.known["57"].stops[0].value(()) == 25
    assert catalogue()["57"].stops[0].value(()) == 20
    assert map.known["57b"].id == "57b"
    board = Board(map).with_tile("D6", "57", 0)
    assert board.stop("D6.0").value(()) == 25
    assert ("M1", 0) in lays(board, "D6", map.tiles)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ({"orientation": "round"}, ("orientation",)),
        ({"letters": "both"}, ("letters",)),
        ({"own_tiles": {"X": {"colour": "pink"}}}, ("own_tiles", "X", "colour")),
        ({"own_tiles": {"X-1": {}}}, ("own_tiles", "X-1", "[key]")),
        ({"tiles": {"X": 1}}, ("tiles", "X", "[key]")),
    ],
)
def test_wrong_data_is_named(data, key):
    tables = {"hexes": {"A1": {}}, **data}
    with pytest.raises(ValidationError) as caught:
        MapFile.model_validate(tables, context=gather_names(None, tables, None))
    assert [error["loc"] for error in caught.value.errors()] == [key]


def test_the_file_agrees_with_the_schema():
    tables = tomllib.loads(SOURCE.read_text())
    read = MapFile.model_validate(tables, context=gather_names(None, tables, None))
    assert read.build(tables).layout == columns_map().layout


# drawing


def points(outline: str) -> list[tuple[float, float]]:
    """Return the corners of an outline."""
    x, y = map(float, re.match(r"M(-?[\d.]+)[ ]?(-?[\d.]+)", outline).groups())
    found = [(x, y)]
    for kind, given in re.findall(r"([lhv])([^lhvz]+)", outline.split("M")[1]):
        steps = [float(v) for v in re.findall(r"-?[\d.]+", given)]
        if kind == "h":
            steps = [steps[0], 0.0]
        if kind == "v":
            steps = [0.0, steps[0]]
        for dx, dy in zip(steps[::2], steps[1::2], strict=True):
            x, y = x + dx, y + dy
            found.append((x, y))
    return found


@pytest.mark.parametrize("flat", [False, True])
def test_the_outline_of_a_hex_goes_through_its_corners(flat):
    corners = [corner(edge, flat) for edge in range(6)]
    for point in points(hex_outline(0.0, 0.0, flat)):
        assert min(math.dist(point, one) for one in corners) < 0.3


def test_track_is_drawn_from_the_middle_of_its_edge():
    for number in ("5", "8", "57", "59", "15", "23"):
        for rotation in range(6):
            form = shape(catalogue()[number], rotation, flat=True)
            for track, piece in zip(form.tile.tracks, form.pieces, strict=True):
                for end, point in ((track.a, piece.point(0)), (track.b, piece.point(1))):
                    if isinstance(end, int):
                        dx, dy = direction(end, flat=True)
                        assert point == pytest.approx((APOTHEM * dx, APOTHEM * dy), abs=0.01)


@for_each("number", catalogue())
def test_values_and_labels_stay_in_a_flat_hex(number):
    tile = catalogue()[number]
    for rotation in range(6):
        form = shape(tile, rotation, flat=True)
        found = letter(form, Printed(label=tile.label or ""))
        for badge in found.badges:
            assert disc_room(badge.at, badge.radius, obstacles(form), flat=True) > 0, rotation
        if found.label:
            values = [(*b.at, b.radius) for b in found.badges]
            room = box_room(found.label, [*obstacles(form), *values], flat=True)
            assert room > -1.0, rotation


def test_the_drawn_track_of_a_run_has_no_gap(board, example):
    name = example[2]
    path = (f"{name('D2')}.0", name("D4"), f"{name('D6')}.0", name("D8"), f"{name('D10')}.0")
    pieces = run_pieces(board, path)
    for one, other in itertools.pairwise(pieces):
        assert math.dist(one.end, other.start) < 0.01
    assert len({round(piece.start[0]) for piece in pieces}) == 1  # straight down


def test_the_rim_names_columns_above_and_rows_beside(example):
    map, _, _ = example
    drawn = draw_map(Board(map), Look({}))
    rim = re.search(r'<g class="rim">(.*?)</g>', drawn).group(1)
    texts = re.findall(r'x="([-\d.]+)" y="([-\d.]+)"[^>]*>([^<]+)<', rim)
    above = [t for _, y, t in texts if float(y) == min(float(y) for _, y, _ in texts)]
    letters = sorted({at[0] for at in map.hexes})
    numbers = sorted({at[1:] for at in map.hexes}, key=int)
    assert sorted(above, key=lambda t: (len(t), t)) == (letters if map.layout.columns else numbers)
    assert sorted(t for *_, t in texts) == sorted([*letters, *numbers])


def test_everything_is_drawn_within_the_view(board, example):
    name = example[2]
    look = Look({"Red": CompanyLook("Red", "RE", "#d1232a")}, {name("C9"): ("Red",)})
    marks = Marks(lit=[name("C7")], chosen=name("E7"), stops=[f"{name('D6')}.0"])
    path = (f"{name('D2')}.0", name("D4"), f"{name('D6')}.0")
    for paper in (False, True):
        svg = draw_map(
            board, look, ("yellow",), runs=[Run(path, "3")], marks=marks, paper=paper, numbers=True
        )
        ElementTree.fromstring(svg)
        x, y, w, h = map(float, re.search(r'viewBox="([^"]+)"', svg).group(1).split())
        for at in board.map.hexes:
            cx, cy = centre(at, board.map.layout)
            for edge in range(6):
                px, py = corner(edge, flat=True)
                assert x <= cx + px <= x + w and y <= cy + py <= y + h
    ElementTree.fromstring(draw_minimap(board))
    ElementTree.fromstring(draw_overview(board, look, 100, 100))


def test_a_single_tile_fills_its_picture():
    svg = draw_tile(catalogue()["57"], 0, flat=True)
    x, y, w, h = map(float, re.search(r'viewBox="([^"]+)"', svg).group(1).split())
    assert w > h
    assert (x, y) == pytest.approx((-w / 2, -h / 2), abs=0.11)


@pytest.mark.references
def test_the_hexes_of_real_flat_maps_meet():
    for title, letters in (("1889", "columns"), ("18al", "rows"), ("1882", "rows")):
        sheet = json.loads((FACTS / "titles" / f"{title}.json").read_text())["map"]
        assert sheet["orientation"] == "flat"
        hexes = {
            facts["at"]: {"colour": facts["color"], "tracks": facts.get("tracks", [])}
            | ({"stops": [{"kind": "town"} for _ in facts["stops"]]} if "stops" in facts else {})
            for facts in sheet["hexes"]
        }
        data = {"orientation": "flat", "letters": letters, "hexes": hexes}
        map = read_map(data)
        for at, hex in map.hexes.items():
            for edge in hex.printed.exits:
                assert map.neighbour(at, edge) is not None, (title, at, edge)
