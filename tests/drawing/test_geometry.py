"""Hexes and pieces of track."""

from __future__ import annotations

import math

import pytest

from companion.drawing.geometry import (
    APOTHEM,
    ROW,
    SIDE,
    Piece,
    centre,
    direction,
    distance_inside,
    edge_middle,
    edge_piece,
    num,
    nums,
    path_data,
    turn,
)

PAIRS = [(a, b) for a in range(6) for b in range(6) if a != b]


def test_edges_run_clockwise_from_the_lower_left() -> None:
    assert edge_middle(0) == pytest.approx((-23, 39.84), abs=0.01)
    assert edge_middle(1) == pytest.approx((-46, 0), abs=0.01)
    assert edge_middle(4) == pytest.approx((46, 0), abs=0.01)


def test_hexes_lie_in_rows_that_interlock() -> None:
    assert centre("A9") == (9 * APOTHEM, 0)
    assert centre("H12") == pytest.approx((12 * APOTHEM, 7 * ROW))
    x, y = centre("G11")
    assert math.dist((x, y), centre("H12")) == pytest.approx(2 * APOTHEM)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_track_from_edge_to_edge_meets_both_at_their_middle_and_square(a: int, b: int) -> None:
    way = edge_piece(a, b)
    assert way.point(0) == pytest.approx(edge_middle(a), abs=1e-6)
    assert way.point(1) == pytest.approx(edge_middle(b), abs=1e-6)
    for edge, heading in ((a, way.heading(0) + 180), (b, way.heading(1))):
        dx, dy = direction(edge)
        away = (heading - math.degrees(math.atan2(dy, dx))) % 360
        assert min(away, 360 - away) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_track_stays_in_its_hex(a: int, b: int) -> None:
    assert min(distance_inside(p) for p in edge_piece(a, b).samples(2)) > -1e-6


@pytest.mark.parametrize(("step", "radius"), [(1, SIDE / 2), (2, 1.5 * SIDE), (3, 0)])
def test_curves_have_half_a_side_or_one_and_a_half(step: int, radius: float) -> None:
    assert abs(edge_piece(0, step).bend) == pytest.approx(radius)


@pytest.mark.parametrize("sixths", range(6))
def test_turned_track_is_the_track_of_the_turned_edges(sixths: int) -> None:
    for a, b in PAIRS:
        turned = edge_piece(a, b).rotate(sixths)
        straight = edge_piece((a + sixths) % 6, (b + sixths) % 6)
        assert turned.point(0.3) == pytest.approx(straight.point(0.3), abs=1e-6)


def test_a_part_of_a_curve_lies_on_it() -> None:
    way = edge_piece(0, 2)
    assert way.part(0.2, 0.7).point(0.5) == pytest.approx(way.point(0.45))
    assert way.reverse().point(0.25) == pytest.approx(way.point(0.75))


def test_turning_six_sixths_changes_nothing() -> None:
    assert turn((10.0, 3.0), 6) == pytest.approx((10, 3))


def test_lengths_are_written_short() -> None:
    assert [num(v) for v in (0.04, -0.04, 0.5, -0.5, 12.0, 12.34)] == [
        "0", "0", ".5", "-.5", "12", "12.3",
    ]  # fmt: skip
    assert nums(1.5, -2, 3) == "1.5-2 3"


def test_pieces_that_meet_are_one_path_and_others_begin_again() -> None:
    first, second = Piece((0, 0), (10, 0)), Piece((10, 0), (10, 10))
    assert path_data([first, second]) == "M0 0l10 0l0 10"
    assert path_data([first, Piece((50, 0), (60, 0))]).count("M") == 2
