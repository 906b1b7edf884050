"""How tiles are drawn: every tile of the catalogue, at every turn."""

from __future__ import annotations

import itertools
import math

import pytest

from companion.board.tiles import Tile, catalogue
from companion.drawing.geometry import distance_inside, edge_middle, turn
from companion.drawing.hex_labels import Printed, letter
from companion.drawing.label_placement import Box, box_room, disc_room
from companion.drawing.tile_shapes import SLOT, obstacles, shape
from tests.support.each import for_each

TILES = list(catalogue().values())
WITH_STOPS = [tile for tile in TILES if tile.stops]


@for_each("tile", TILES)
def test_every_track_ends_at_the_middle_of_its_edge(tile: Tile) -> None:
    for rotation in range(6):
        form = shape(tile, rotation)
        for track, piece in zip(form.tile.tracks, form.pieces, strict=True):
            for end, point in ((track.a, piece.point(0)), (track.b, piece.point(1))):
                if isinstance(end, int):
                    assert point == pytest.approx(edge_middle(end), abs=0.01)


@for_each("tile", TILES)
def test_every_track_ends_at_its_stop(tile: Tile) -> None:
    form = shape(tile)
    for track, piece in zip(form.tile.tracks, form.pieces, strict=True):
        for end, point in ((track.a, piece.point(0)), (track.b, piece.point(1))):
            if isinstance(end, str) and end != "j":
                # track that forks passes its one stop a little beside its middle
                assert math.dist(point, form.spots[int(end[1:])].at) < 6


@for_each("tile", TILES)
def test_a_turned_tile_is_the_same_drawing_turned(tile: Tile) -> None:
    for rotation in range(6):
        turned = shape(tile, rotation)
        for piece, base in zip(turned.pieces, shape(tile).pieces, strict=True):
            assert piece.point(0.4) == pytest.approx(turn(base.point(0.4), rotation), abs=0.01)
        for spot, base in zip(turned.spots, shape(tile).spots, strict=True):
            assert spot.at == pytest.approx(turn(base.at, rotation), abs=0.01)


@for_each("tile", WITH_STOPS)
def test_token_places_lie_in_the_hex_and_apart(tile: Tile) -> None:
    for rotation in range(6):
        form = shape(tile, rotation)
        places = [p for i, s in enumerate(tile.stops) if s.kind == "city" for p in form.slots(i)]
        assert all(distance_inside(p) >= SLOT for p in places), rotation
        assert all(math.dist(a, b) > 2 * SLOT for a, b in itertools.combinations(places, 2)), (
            rotation
        )


@for_each("tile", WITH_STOPS)
def test_values_cover_neither_tokens_nor_track_nor_the_border(tile: Tile) -> None:
    for rotation in range(6):
        form = shape(tile, rotation)
        found = letter(form, Printed(label=tile.label or ""))
        worth = [s for s in tile.stops if any(value for _, value in s.revenue)]
        assert bool(found.badges) == bool(worth), rotation
        for badge in found.badges:
            assert disc_room(badge.at, badge.radius, obstacles(form)) > 0, rotation
        for a, b in itertools.combinations(found.badges, 2):
            assert math.dist(a.at, b.at) > a.radius + b.radius, rotation
        if found.label:
            values = [(*b.at, b.radius) for b in found.badges]
            assert box_room(found.label, [*obstacles(form), *values]) > -1.0, rotation


@for_each("tile", WITH_STOPS)
def test_the_value_of_a_town_stands_at_that_town(tile: Tile) -> None:
    for rotation in range(6):
        form = shape(tile, rotation)
        for badge in letter(form, Printed(label=tile.label or "")).badges:
            if tile.stops[badge.stop].kind == "town":
                away = [math.dist(badge.at, s.at) for s in form.spots]
                assert away[badge.stop] == min(away), rotation


def test_a_name_that_does_not_fit_is_left_out() -> None:
    form = shape(catalogue()["63"])
    assert letter(form, Printed(name="A very long name of a small place")).name == ()
    assert letter(shape(catalogue()["9"]), Printed(name="Erie")).name != ()


def test_a_long_name_is_parted_in_two_lines() -> None:
    bare = shape(Tile("", "red"))
    lines = [line for _, line in letter(bare, Printed(name="New Haven & Hartford")).name]
    assert lines == ["New Haven", "& Hartford"]


def test_the_room_of_a_box_is_its_distance_to_what_is_taken() -> None:
    box = Box(0, 0, 10, 5)
    assert box_room(box, [(20, 0, 4)]) == pytest.approx(6)
    assert box_room(box, [(13, 9, 2)]) == pytest.approx(3)
    assert box_room(box, [(0, 0, 1)]) < 0
