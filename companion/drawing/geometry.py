"""Points, hexes and pieces of track, in map units: half the width of a hex is 46."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from companion.board.layout import POINTY, Layout

APOTHEM = 46.0
SIDE = 2 * APOTHEM / math.sqrt(3)
ROW = 1.5 * SIDE
TRACK = 7.8

Point = tuple[float, float]


def num(value: float) -> str:
    """Format a length with at most one decimal, as short as SVG allows."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text.replace("0.", ".", 1) if abs(value) < 1 else text


def nums(*values: float) -> str:
    """Format several lengths; a minus sign serves as separator."""
    return " ".join(num(v) for v in values).replace(" -", "-")


def direction(edge: int, flat: bool = False) -> Point:
    """Return the unit vector from the middle of a hex to an edge.

    Edges run clockwise from the lower left, or from the bottom of a hex with a flat top.
    """
    angle = math.radians((90 if flat else 120) + 60 * edge)
    return math.cos(angle), math.sin(angle)


def edge_middle(edge: int) -> Point:
    x, y = direction(edge)
    return APOTHEM * x, APOTHEM * y


def corner(edge: int, flat: bool = False) -> Point:
    """Return the corner between an edge and the next one clockwise."""
    angle = math.radians((120 if flat else 150) + 60 * edge)
    return SIDE * math.cos(angle), SIDE * math.sin(angle)


def turn(point: Point, sixths: float) -> Point:
    """Return a point rotated clockwise about the middle of its hex."""
    angle = math.radians(60 * sixths)
    c, s = math.cos(angle), math.sin(angle)
    return point[0] * c - point[1] * s, point[0] * s + point[1] * c


def distance_inside(point: Point) -> float:
    """Return the distance of a point from its hex's border; negative outside."""
    return APOTHEM - max(
        point[0] * dx + point[1] * dy for dx, dy in (direction(e) for e in range(6))
    )


@lru_cache(maxsize=4096)
def centre(at: str, layout: Layout = POINTY) -> Point:
    """Return the middle of a hex on the map."""
    down, right = layout.position(at)
    if layout.columns:
        right -= 1
    else:
        down -= 1
    return (ROW * right, APOTHEM * down) if layout.flat else (APOTHEM * right, ROW * down)


def half_size(flat: bool) -> Point:
    """Return half the width and half the height of a hex."""
    return (SIDE, APOTHEM) if flat else (APOTHEM, SIDE)


# the first corner, the way to the next one, and the length of a side
OUTLINE = SIDE, 46.0, 26.6, 53.0
INNER_OUTLINE = 47.0, 40.7, 23.5, 47.0


def hex_outline(
    x: float,
    y: float,
    flat: bool = False,
    size: tuple[float, float, float, float] = OUTLINE,
) -> str:
    """Return the outline of a hex around a point, as the ``d`` of a path."""
    far, long, short, side = size
    a, b, c = num(long), num(short), num(side)
    if flat:
        return f"M{nums(x - far, y)}l{b}-{a}h{c}l{b} {a}-{b} {a}h-{c}z"
    return f"M{nums(x, y - far)}l{a} {b}v{c}l-{a} {b}l-{a}-{b}v-{c}z"


def circle_data(x: float, y: float, r: float) -> str:
    """Return a circle as the ``d`` of a path, made of four curves."""
    k = 0.5523 * r  # best approximation of a quarter circle by a cubic curve
    return (
        f"M{nums(x + r, y)}c{nums(0, k, k - r, r, -r, r)}c{nums(-k, 0, -r, k - r, -r, -r)}"
        f"c{nums(0, -k, r - k, -r, r, -r)}c{nums(k, 0, r, r - k, r, r)}z"
    )


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of track: a straight line, or an arc when a radius is given.

    ``bend`` is the radius, positive when the track bears right (clockwise on the screen).
    """

    start: Point
    end: Point
    bend: float = 0.0

    def _circle(self) -> tuple[Point, float, float]:
        """Return the centre of the arc's circle, its angle at the start, and the angle swept."""
        (x0, y0), (x1, y1) = self.start, self.end
        radius = abs(self.bend)
        half = math.dist(self.start, self.end) / 2
        height = math.sqrt(max(radius * radius - half * half, 0.0))
        side = 1 if self.bend > 0 else -1
        nx, ny = -(y1 - y0) / (2 * half) * side, (x1 - x0) / (2 * half) * side
        cx, cy = (x0 + x1) / 2 + nx * height, (y0 + y1) / 2 + ny * height
        return (cx, cy), math.atan2(y0 - cy, x0 - cx), side * 2 * math.asin(min(half / radius, 1.0))

    @property
    def length(self) -> float:
        if not self.bend:
            return math.dist(self.start, self.end)
        return abs(self._circle()[2] * self.bend)

    def point(self, part: float) -> Point:
        """Return the point at a fraction (0 to 1) of the length."""
        if not self.bend:
            (x0, y0), (x1, y1) = self.start, self.end
            return x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        (cx, cy), begin, sweep = self._circle()
        angle = begin + sweep * part
        return cx + abs(self.bend) * math.cos(angle), cy + abs(self.bend) * math.sin(angle)

    def heading(self, part: float) -> float:
        """Return the direction of travel at a fraction of the length, in degrees."""
        if not self.bend:
            return math.degrees(
                math.atan2(self.end[1] - self.start[1], self.end[0] - self.start[0])
            )
        _, begin, sweep = self._circle()
        return math.degrees(begin + sweep * part) + (90 if sweep > 0 else -90)

    def part(self, begin: float, end: float) -> Piece:
        return Piece(self.point(begin), self.point(end), self.bend)

    def reverse(self) -> Piece:
        return Piece(self.end, self.start, -self.bend)

    def rotate(self, sixths: float) -> Piece:
        return Piece(turn(self.start, sixths), turn(self.end, sixths), self.bend)

    def translate(self, by: Point) -> Piece:
        return Piece(
            (self.start[0] + by[0], self.start[1] + by[1]),
            (self.end[0] + by[0], self.end[1] + by[1]),
            self.bend,
        )

    def samples(self, step: float = 6.0) -> list[Point]:
        count = max(int(self.length / step), 1)
        return [self.point(i / count) for i in range(count + 1)]


def path_data(pieces: Iterable[Piece], lift: float = 0.2) -> str:
    """Return pieces as the ``d`` of one path, with a new sub-path wherever two do not meet."""
    parts: list[str] = []
    at: Point | None = None
    for piece in pieces:
        if at is None or math.dist(at, piece.start) > lift:
            parts.append("M" + nums(*piece.start))
            at = round(piece.start[0], 1), round(piece.start[1], 1)
        # relative to the pen's rounded position, so that errors do not add up
        dx, dy = round(piece.end[0] - at[0], 1), round(piece.end[1] - at[1], 1)
        if piece.bend:
            radius, sweep = num(abs(piece.bend)), 1 if piece.bend > 0 else 0
            parts.append(f"a{radius} {radius} 0 0 {sweep} {nums(dx, dy)}")
        else:
            parts.append("l" + nums(dx, dy))
        at = round(at[0] + dx, 1), round(at[1] + dy, 1)
    return "".join(parts)


def edge_piece(a: int, b: int) -> Piece:
    """Return track from edge to edge: around the corner, over one and a half sides, or straight."""
    step = (b - a) % 6
    start, end = edge_middle(a), edge_middle(b)
    radius = {1: SIDE / 2, 2: 1.5 * SIDE, 3: 0.0, 4: 1.5 * SIDE, 5: SIDE / 2}[step]
    # the arc bows towards the middle of the hex, so it bears left when going clockwise
    return Piece(start, end, -radius if step < 3 else radius)
