"""Runs: a route's path drawn on the track it uses."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from companion.board.board import Board
from companion.board.path_completion import links
from companion.board.routes import path_pieces
from companion.drawing.geometry import Piece, Point, centre, num, path_data
from companion.drawing.label_placement import text_width
from companion.drawing.svg_sheet import Sheet
from companion.drawing.tile_shapes import WEDGE, Shape, is_offboard, shape

STYLES = 4

Step = tuple[int | str, int | str]  # two ends of track in a hex


@dataclass(frozen=True, slots=True)
class Run:
    """A train's run: the route's path, the train's name for its plate, and a line style 1-4.

    A run that ``floods`` has only the stops it reaches as its path. It is drawn on all track
    between them that no other run uses.
    """

    path: tuple[str, ...]
    plate: str
    style: int = 1
    floods: bool = False


def hex_of(node: str) -> str:
    """Return the hex of a node of a path: "H12.0" and "H12" both lie in H12."""
    return node.split(".")[0]


def shape_at(board: Board, at: str) -> Shape:
    """Return the shape of the tile on a hex."""
    laid, flat = board.laid.get(at), board.map.layout.flat
    if laid is None:
        return shape(board.map.hexes[at].printed, 0, flat)
    return shape(board.map.known[laid.tile], laid.rotation, flat)


def stop_point(board: Board, stop: str) -> Point:
    """Return the position of a stop on the map."""
    at, _, index = stop.partition(".")
    (x, y), (sx, sy) = centre(at, board.map.layout), shape_at(board, at).spots[int(index)].at
    return x + sx, y + sy


def _pieces_inside(form: Shape, a: int | str, b: int | str) -> list[Piece]:
    """Return the track of one hex between two ends, through its junction if necessary."""
    if a == b:
        return []
    via: dict[int | str, Piece] = {}
    back: dict[int | str, Piece] = {}
    for track, piece in zip(form.tile.tracks, form.pieces, strict=True):
        for start, end, way in ((track.a, track.b, piece), (track.b, track.a, piece.reverse())):
            if (start, end) == (a, b):
                return [_short_of_offboard(form, b, way)]
            if start == a and end == "j":
                via[end] = way
            if start == "j" and end == b:
                back[start] = way
    if "j" in via and "j" in back:
        return [via["j"], back["j"]]
    return []


def _short_of_offboard(form: Shape, end: int | str, way: Piece) -> Piece:
    """Shorten track into an off-board so that a run ends at the tip of its arrow."""
    if is_offboard(form.tile, end):
        return Piece(way.start, _tip(way.start))
    return way


def _tip(edge_middle: Point) -> Point:
    return edge_middle[0] * WEDGE, edge_middle[1] * WEDGE


def run_pieces(board: Board, path: Sequence[str]) -> list[Piece]:
    """Return the track of a path in order, in map units, with gaps where the board has none."""
    if len(path) < 2:
        return []
    crossed: list[int | None] = []
    for here, there in pairwise(path):
        a, b = hex_of(here), hex_of(there)
        crossed.append(None if a == b else board.map.edge_towards(a, b))
    pieces: list[Piece] = []
    for i, node in enumerate(path):
        at = hex_of(node)
        form, middle = shape_at(board, at), centre(at, board.map.layout)
        entered = crossed[i - 1] if i else None
        left = crossed[i] if i < len(crossed) else None
        entry = None if entered is None else (entered + 3) % 6
        steps: list[Step] = []
        if "." in node:
            before = path[i - 1] if i and hex_of(path[i - 1]) == at else None
            steps = _stop_steps(_stop_end(node), entry, before and _stop_end(before), left)
        elif entry is not None and left is not None:
            steps = [(entry, left)]
        for begin, end in steps:
            found = _pieces_inside(form, begin, end)
            if is_offboard(form.tile, begin) and found:
                found = [Piece(_tip(found[0].end), found[0].end)]
            pieces += [p.translate(middle) for p in found]
    return pieces


def _stop_end(node: str) -> str:
    """Return the end of track at a stop: "s0" for its first."""
    return f"s{node.partition('.')[2]}"


def _stop_steps(stop: str, entry: int | None, before: str | None, left: int | None) -> list[Step]:
    """Return the ways inside a hex to a stop, from an edge or the stop ``before``, and on."""
    begin = before if entry is None else entry
    steps: list[Step] = [] if begin is None else [(begin, stop)]
    return steps if left is None else [*steps, (stop, left)]


def pieces_of(board: Board, run: Run, runs: Sequence[Run]) -> list[Piece]:
    """Return the track of a run beside others, in map units."""
    if not run.floods:
        return run_pieces(board, run.path)
    others = (other.path for other in runs if not other.floods)
    used = {piece for path in others for piece, _, _ in path_pieces(board.map, path)}
    found: dict[frozenset[object], list[Piece]] = {}
    for stop in run.path:
        for link in links(board, stop):
            if link.stop in run.path and not link.pieces & used and link.pieces not in found:
                found[link.pieces] = run_pieces(board, (stop, *link.between, link.stop))
    return [piece for pieces in found.values() for piece in pieces]


CLEAR = 42.0  # more distance than this brings no benefit


class CrowdedPoints:
    """Points on the map, by cells of a grid, to find those near another point.

    ``others`` are further points, which stay as they are.
    """

    def __init__(self, points: Iterable[Point], others: CrowdedPoints | None = None) -> None:
        self._others = others
        self._cells: defaultdict[tuple[float, float], list[Point]] = defaultdict(list)
        for point in points:
            self.add(point)

    def add(self, point: Point) -> None:
        """Add a point to all cells that may be near it."""
        column, row = point[0] // CLEAR, point[1] // CLEAR
        for beside in product((column - 1, column, column + 1), (row - 1, row, row + 1)):
            self._cells[beside].append(point)

    def distance(self, spot: Point) -> float:
        """Return the distance to the nearest point, ``CLEAR`` at most."""
        near = self._cells.get((spot[0] // CLEAR, spot[1] // CLEAR), ())
        least = CLEAR if self._others is None else self._others.distance(spot)
        return min(least, *[math.dist(spot, other) for other in near]) if near else least


def plate_spot(pieces: Sequence[Piece], avoid: CrowdedPoints) -> Point:
    """Return the point on a run that is farthest from stops, values and other plates."""
    spots = [p for piece in pieces for p in piece.samples(6.0)]
    middle = spots[len(spots) // 2]
    return max(spots, key=lambda spot: avoid.distance(spot) - 0.01 * math.dist(spot, middle))


def put_runs(sheet: Sheet, board: Board, runs: Sequence[Run], avoid: CrowdedPoints) -> None:
    """Draw outline, line and train name of each run, or a shade for a flood."""
    stops = {stop for run in runs for stop in run.path if "." in stop}
    taken = CrowdedPoints((stop_point(board, stop) for stop in stops), avoid)
    for run in runs:
        pieces = pieces_of(board, run, runs)
        if not pieces:
            continue
        style = (run.style - 1) % STYLES + 1
        data = path_data(pieces)
        if run.floods:
            sheet.put(f"flood r{style}", f'<path d="{data}"/>')
        else:
            sheet.put("case", f'<path d="{data}"/>')
            sheet.put(f"run r{style}", f'<path d="{data}"/>')
        x, y = plate_spot(pieces, taken)
        taken.add((x, y))
        half = max(text_width(run.plate, 17) / 2 + 5, 12)
        sheet.put(
            f"plate r{style}",
            f'<rect x="{num(x - half)}" y="{num(y - 13)}" width="{num(2 * half)}" height="26"'
            ' rx="2"/>',
        )
        sheet.text("plno", x, y + 5.9, run.plate)
