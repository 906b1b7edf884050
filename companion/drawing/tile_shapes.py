"""Shapes: positions of track and stops on a tile, used by map, tile picker and runs."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.board.tiles import Stop, Tile
from companion.drawing.geometry import (
    APOTHEM,
    TRACK,
    Piece,
    Point,
    direction,
    distance_inside,
    edge_middle,
    edge_piece,
    turn,
)
from companion.drawing.label_placement import Disc

SLOT = 13.8  # radius of a slot
PITCH = 28.8  # distance from one slot to the next
BAR = 11.5  # half the length of a town's bar across its track
DOT = 6.0  # radius of a town without track
FORK = 19.0  # from the edge to the stop of a fork
BYPASS = 26.0  # bulge of track around a city that it passes by
WEDGE = 0.55  # tip of an off-board's arrow, as a fraction from middle to edge


@dataclass(frozen=True, slots=True)
class Spot:
    """The position of a stop: its middle, and the direction of its own track, if any (degrees)."""

    at: Point
    heading: float | None = None


@dataclass(frozen=True, slots=True)
class Shape:
    """A tile's drawing geometry: a piece for each of its tracks, a spot for each of its stops."""

    tile: Tile
    pieces: tuple[Piece, ...]
    spots: tuple[Spot, ...]
    flat: bool = False  # whether the hex has a flat top

    @property
    def on_land(self) -> bool:
        """Whether the tile is white, as the land is."""
        return self.tile.colour == "white"

    def rotate(self, sixths: int) -> Shape:
        return self._turn(self.tile.rotate(sixths), sixths, self.flat) if sixths % 6 else self

    def stand_flat(self) -> Shape:
        """Return the shape on a hex with a flat top."""
        return self._turn(self.tile, -0.5, flat=True)

    def _turn(self, tile: Tile, sixths: float, flat: bool) -> Shape:
        spots = (
            Spot(turn(s.at, sixths), None if s.heading is None else s.heading + 60 * sixths)
            for s in self.spots
        )
        return Shape(tile, tuple(p.rotate(sixths) for p in self.pieces), tuple(spots), flat)

    def slots(self, stop: int) -> tuple[Point, ...]:
        """Return the middles of a city's slots, in order."""
        places = slot_places(self.spots[stop], self.tile.stops[stop].slots)
        # five fill the hex, and so lean with it
        return tuple(turn(at, -0.5) for at in places) if self.flat and len(places) == 5 else places

    def wedges(self) -> Iterator[int]:
        """Yield the edges where an off-board is entered."""
        for track in self.tile.tracks:
            for edge, stop in ((track.a, track.b), (track.b, track.a)):
                if isinstance(edge, int) and is_offboard(self.tile, stop):
                    yield edge

    def drawn(self) -> Iterator[Piece]:
        """Yield the pieces that are drawn as track: all except the arrows of off-boards."""
        wedged = set(self.wedges())
        for track, piece in zip(self.tile.tracks, self.pieces, strict=True):
            ends = (track.a, track.b)
            if any(e in wedged for e in ends) and any(is_offboard(self.tile, e) for e in ends):
                continue
            yield piece


def is_offboard(tile: Tile, end: int | str) -> bool:
    """Return whether an end of track, such as "s0", is an off-board."""
    return isinstance(end, str) and end != "j" and tile.stops[int(end[1:])].kind == "offboard"


def slot_places(spot: Spot, slots: int) -> tuple[Point, ...]:
    """Return the positions of a city's slots.

    One is in the middle, two are in a row, three in a triangle, four in a square, five in two rows.
    """
    x, y = spot.at
    if slots <= 1:
        return ((x, y),)
    if slots == 2:
        angle = math.radians(spot.heading or 0.0)
        dx, dy = PITCH / 2 * math.cos(angle), PITCH / 2 * math.sin(angle)
        # left before right (above before below), so that the order is the same in every rotation
        if dx < -0.01 or (abs(dx) <= 0.01 and dy < 0):
            dx, dy = -dx, -dy
        return ((x - dx, y - dy), (x + dx, y + dy))
    if slots == 5:
        rows = [(-1, -1), (0, -1), (1, -1), (-0.5, 1), (0.5, 1)]
        return tuple((x + PITCH * dx, y + PITCH * dy * math.sqrt(3) / 4) for dx, dy in rows)
    radius = PITCH / 2 / math.sin(math.pi / slots)
    first = -150 if slots == 3 else -135
    angles = (math.radians(first + 360 * i / slots) for i in range(slots))
    return tuple((x + radius * math.cos(a), y + radius * math.sin(a)) for a in angles)


def _edges(tile: Tile, index: int) -> list[int]:
    name = f"s{index}"
    found = []
    for track in tile.tracks:
        if track.a == name and isinstance(track.b, int):
            found.append(track.b)
        elif track.b == name and isinstance(track.a, int):
            found.append(track.a)
    return sorted(found)


def _reach(stop: Stop) -> float:
    """Return the radius that a stop covers around its middle."""
    if stop.kind == "city":
        return SLOT + 1.5 + (PITCH / 2 if stop.slots > 1 else 0)
    return BAR


def _candidates(stop: Stop, edges: list[int]) -> list[tuple[float, Spot]]:
    """Return possible positions of one of several stops, each with its penalty."""
    if len(edges) == 2:
        way = edge_piece(edges[0], edges[1])
        found = []
        for step in range(21):
            part = 0.22 + 0.028 * step
            spot = Spot(way.point(part), way.heading(part))
            # a city keeps away from the border, a town's bar from the corners
            if stop.kind == "city":
                room = min(distance_inside(p) for p in slot_places(spot, stop.slots)) - SLOT - 1
            else:
                room = distance_inside(spot.at) - 8.0
            found.append((abs(part - 0.5) * 6 + max(0.0, -room) * 5, spot))
        return found
    if len(edges) == 1:
        dx, dy = direction(edges[0])
        heading = 120.0 + 60 * edges[0]
        parts = (0.30, 0.34, 0.38, 0.42, 0.46, 0.5)
        return [
            (abs(p - 0.4) * 4, Spot((APOTHEM * p * dx, APOTHEM * p * dy), heading)) for p in parts
        ]
    if edges:
        x = sum(direction(e)[0] for e in edges)
        y = sum(direction(e)[1] for e in edges)
        far = math.hypot(x, y) or 1.0
        # two slots lie side by side across the track
        across = math.degrees(math.atan2(y, x)) + 90 if stop.slots > 1 else None
        return [
            (abs(d - 15) / 40, Spot((d * x / far, d * y / far), across))
            for d in (9, 12, 15, 18, 21)
        ]
    turns = (math.tau * i / 24 for i in range(24))
    ring = [(21.4 * math.cos(a), 21.4 * math.sin(a)) for a in turns]
    lean = math.radians(149)  # lower left and upper right by default
    return [(abs(math.sin(math.atan2(y, x) - lean)) * 2, Spot((x, y))) for x, y in ring]


def _fork(tile: Tile, edges: list[list[int]]) -> tuple[Spot, ...]:
    """Return the common position of stops that are one station with forked track.

    It is near the edge they share. Returns nothing for other tiles.
    """
    shared = set.intersection(*map(set, edges))
    if len({s.group for s in tile.stops}) > 1 or tile.stops[0].group is None or len(shared) != 1:
        return ()
    edge = shared.pop()
    ways = [edge_piece(edge, next(e for e in own if e != edge)) for own in edges if len(own) == 2]
    ends = [(w.point(FORK / w.length), w.heading(FORK / w.length)) for w in ways]
    if len(ends) != len(edges):
        return ()
    x, y = (sum(p[i] for p, _ in ends) / len(ends) for i in (0, 1))
    first = ends[0][1]
    lean = sum((h - first + 180) % 360 - 180 for _, h in ends) / len(ends)
    return (Spot((x, y), first + lean),) * len(edges)


def _place_several(tile: Tile) -> tuple[Spot, ...]:
    """Place several stops along their own track, as far apart as possible."""
    edges = [_edges(tile, i) for i in range(len(tile.stops))]
    forked = _fork(tile, edges)
    if forked:
        return forked
    choices = [_candidates(s, e) for s, e in zip(tile.stops, edges, strict=True)]
    others = [
        [
            point
            for j in range(len(tile.stops))
            if j != i and len(edges[j]) == 2
            for point in edge_piece(edges[j][0], edges[j][1]).samples(5)
        ]
        for i in range(len(tile.stops))
    ]
    near: list[list[tuple[float, float, Spot]]] = []
    for stop, found, foreign in zip(tile.stops, choices, others, strict=True):
        scored = []
        for cost, spot in found:
            free = min((math.dist(spot.at, p) for p in foreign), default=99.0)
            want = (SLOT if stop.kind == "city" else BAR) + TRACK / 2 + 3
            scored.append((cost, min(0.0, free - want), spot))
        near.append(scored)
    # three cities on track that crosses leave room for their value and label
    crossing = len(edges) > 2 and all(len(own) == 2 and own[1] - own[0] == 3 for own in edges)
    wide = 5.0 if crossing else 18.0
    best: tuple[float, tuple[Spot, ...]] | None = None
    for choice in itertools.product(*near):
        apart = min(
            math.dist(a[2].at, b[2].at) - _reach(s) - _reach(t)
            for (a, s), (b, t) in itertools.combinations(zip(choice, tile.stops, strict=True), 2)
        )
        score = min(apart, wide) + sum(1.2 * c[1] - c[0] for c in choice)
        if best is None or score > best[0] + 1e-6:
            best = score, tuple(c[2] for c in choice)
    assert best is not None
    return best[1]


def _place_one(tile: Tile) -> Spot:
    """Place a single stop: a town in the middle of its track, a city in the middle of the tile."""
    stop, edges = tile.stops[0], _edges(tile, 0)
    if stop.kind == "town" and len(edges) == 2:
        way = edge_piece(edges[0], edges[1])
        return Spot(way.point(0.5), way.heading(0.5))
    if stop.kind == "town" and len(edges) == 1:
        return Spot((0.0, 0.0), 120.0 + 60 * edges[0])
    return Spot((0.0, 0.0))


def _half_piece(way: Piece, spot: Spot, from_start: bool) -> Piece:
    """Return the part of a piece between an edge and the stop on it."""
    part = min((i / 200 for i in range(201)), key=lambda t: math.dist(way.point(t), spot.at))
    return way.part(0.0, part) if from_start else way.part(part, 1.0).reverse()


def _piece_to_stop(tile: Tile, spots: tuple[Spot, ...], edge: int, index: int) -> Piece:
    edges, spot = _edges(tile, index), spots[index]
    rides = spot.heading is not None and len(edges) == 2
    if rides:
        way = edge_piece(edges[0], edges[1])
        if min(math.dist(p, spot.at) for p in way.samples(1.0)) < 6.0:
            return _half_piece(way, spot, from_start=edge == edges[0])
    return Piece(edge_middle(edge), spot.at)


def _bend_past_city(tile: Tile, spots: tuple[Spot, ...], way: Piece) -> Piece:
    """Bend track around a city that it would cross without serving."""
    for index, spot in enumerate(spots):
        served = tile.stops[index].kind == "city" and _edges(tile, index) and not way.bend
        if served and min(math.dist(p, spot.at) for p in way.samples(2.0)) < 2.0:
            half = way.length / 2
            return Piece(way.start, way.end, (half * half + BYPASS * BYPASS) / (2 * BYPASS))
    return way


def _piece(tile: Tile, spots: tuple[Spot, ...], a: int | str, b: int | str) -> Piece:
    if isinstance(a, int) and isinstance(b, int):
        return _bend_past_city(tile, spots, edge_piece(a, b))
    if isinstance(b, int):
        return _piece(tile, spots, b, a).reverse()
    goal = (0.0, 0.0) if b == "j" else spots[int(b[1:])].at
    if isinstance(a, int):
        return (
            Piece(edge_middle(a), goal) if b == "j" else _piece_to_stop(tile, spots, a, int(b[1:]))
        )
    start = (0.0, 0.0) if a == "j" else spots[int(a[1:])].at
    return Piece(start, goal)


@lru_cache(maxsize=1024)
def shape(tile: Tile, rotation: int = 0, flat: bool = False) -> Shape:
    """Return the shape of a tile, rotated clockwise from its catalogue position by sixths."""
    if flat:
        return shape(tile, rotation).stand_flat()
    if rotation % 6:
        return shape(tile).rotate(rotation)
    spots = (
        ()
        if not tile.stops
        else (_place_one(tile),)
        if len(tile.stops) == 1
        else _place_several(tile)
    )
    pieces = tuple(_piece(tile, spots, t.a, t.b) for t in tile.tracks)
    return Shape(tile, pieces, spots)


def obstacles(form: Shape) -> list[Disc]:
    """Return the area covered by track and stops, as discs."""
    taken: list[Disc] = []
    for piece in form.drawn():
        taken += [(x, y, TRACK / 2) for x, y in piece.samples(5.0)]
    for edge in form.wedges():
        dx, dy = direction(edge, form.flat)
        taken += [(APOTHEM * k * dx, APOTHEM * k * dy, r) for k, r in ((0.9, 7.0), (0.7, 4.0))]
    for index, (stop, spot) in enumerate(zip(form.tile.stops, form.spots, strict=True)):
        if stop.kind == "city":
            places = form.slots(index)
            taken += [(x, y, SLOT + 1.4) for x, y in places]
            taken += [
                ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2, SLOT + 1.4)
                for a, b in itertools.combinations(places, 2)
            ]
        elif stop.kind == "town" and spot.heading is not None:
            angle = math.radians(spot.heading + 90)
            dx, dy = math.cos(angle), math.sin(angle)
            x, y = spot.at
            taken += [(x + k * dx, y + k * dy, 4.5) for k in (-7.5, 0.0, 7.5)]
        elif stop.kind == "town":
            taken.append((*spot.at, DOT + 1))
    return taken
