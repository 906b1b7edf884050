"""Runs lie on the track they use."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from companion.board.board import Board
from companion.drawing import Look, Run, draw_map, run_pieces
from companion.drawing.geometry import Piece, centre
from companion.drawing.runs import CLEAR, CrowdedPoints, plate_spot, shape_at, stop_point

PATHS = [
    ("H10.0", "H12.0", "H14", "H16.0"),
    ("H10.0", "H12", "H14", "H16.0"),
    ("H12.0", "H14", "I15.0", "H16.0"),
    ("H16.0", "I15.0", "H14", "H12.0"),
    ("G19.1", "F20.1"),
]


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_a_run_is_one_line_without_gaps(board: Board, path: tuple[str, ...]) -> None:
    pieces = run_pieces(board, path)
    assert pieces
    for before, after in itertools.pairwise(pieces):
        assert before.end == pytest.approx(after.start, abs=0.01)
    assert pieces[0].start == pytest.approx(stop_point(board, path[0]), abs=0.1)
    assert pieces[-1].end == pytest.approx(stop_point(board, path[-1]), abs=0.1)


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_a_run_follows_the_track_of_the_board(board: Board, path: tuple[str, ...]) -> None:
    track = []
    for node in path:
        x, y = centre(node.split(".")[0])
        form = shape_at(board, node.split(".")[0])
        track += [(px + x, py + y) for p in form.pieces for px, py in p.samples(1)]
    for piece in run_pieces(board, path):
        for point in piece.samples(3):
            assert min(math.dist(point, t) for t in track) < 1.5


def test_a_run_past_a_city_takes_the_other_track(board: Board) -> None:
    through = run_pieces(board, ("H10.0", "H12.0", "H14", "H16.0"))
    past = run_pieces(board, ("H10.0", "H12", "H14", "H16.0"))
    city = stop_point(board, "H12.0")
    assert min(math.dist(p, city) for w in through for p in w.samples(1)) < 1
    assert min(math.dist(p, city) for w in past for p in w.samples(1)) > 15


def test_a_run_to_an_off_board_ends_at_its_arrow(board: Board) -> None:
    board = board.with_tile("H4", "57", 2).with_tile("G3", "9", 2)
    pieces = run_pieces(board, ("H4.0", "G3", "F2.0"))
    assert math.dist(pieces[-1].end, centre("F2")) == pytest.approx(0.55 * 46, abs=0.1)
    back = run_pieces(board, ("F2.0", "G3", "H4.0"))
    assert back[0].start == pytest.approx(pieces[-1].end)


def test_no_track_draws_nothing(board: Board) -> None:
    assert run_pieces(board, ("B10.0", "B12", "B14")) == []
    assert run_pieces(board, ()) == []


def test_each_run_has_its_style_and_its_trains_number(board: Board, look: Look) -> None:
    runs = [Run(("H10.0", "H12.0"), "4", 1), Run(("H12.0", "H14", "H16.0"), "D", 2)]
    svg = draw_map(board, look, runs=runs)
    assert '<g class="run r1">' in svg and '<g class="run r2">' in svg
    assert svg.count('class="case"') == 1
    plates = svg[svg.index('class="plno"') :]
    assert ">4</text>" in plates and ">D</text>" in plates


def test_plates_do_not_cover_the_stops_of_their_run(board: Board, look: Look) -> None:
    svg = draw_map(board, look, runs=[Run(("H12.0", "H14", "H16.0"), "4", 1)])
    x = float(svg.split('class="plno"><text x="')[1].split('"')[0])
    assert abs(x - centre("H14")[0]) < 20


@pytest.mark.parametrize("seed", range(5))
def test_no_place_on_a_run_is_better_for_its_plate(seed: int) -> None:
    dice = random.Random(seed)
    corners = [(dice.uniform(-300, 300), dice.uniform(-300, 300)) for _ in range(6)]
    pieces = [Piece(*ends) for ends in itertools.pairwise(corners)]
    avoid = [(dice.uniform(-300, 300), dice.uniform(-300, 300)) for _ in range(30 * seed)]
    spots = [spot for piece in pieces for spot in piece.samples(6.0)]
    middle = spots[len(spots) // 2]

    def merit(spot: tuple[float, float]) -> float:
        clear = min([CLEAR, *(math.dist(spot, other) for other in avoid)])
        return clear - 0.01 * math.dist(spot, middle)

    assert plate_spot(pieces, CrowdedPoints(avoid)) == max(spots, key=merit)
