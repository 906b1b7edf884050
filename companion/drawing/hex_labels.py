"""The positions of the values and words of a hex: badges, labels, costs, names."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from companion.board.tiles import Stop
from companion.drawing.geometry import Point, turn
from companion.drawing.label_placement import (
    CAP,
    Box,
    Disc,
    disc_room,
    freest_box,
    freest_disc,
    text_width,
)
from companion.drawing.tile_shapes import Shape, obstacles

CITY_BADGE, TOWN_BADGE = 10.3, 8.5
VALUE_BOX = (25.8, 19.3)
NAME, LABEL = 11.3, 14.7
NUMBER_SPOTS: tuple[tuple[Point, ...], ...] = (
    ((0, 44), (0, -44), (-31, 22), (31, 22), (31, -22), (-31, -22)),
    ((22, 38), (-22, -38), (-22, 38), (22, -38), (42, 0), (-42, 0)),
)  # of hexes with a pointy top, and with a flat one
LINE = 11.0  # distance between the lines of a name


@dataclass(frozen=True, slots=True)
class Printed:
    """The words and costs on a hex, besides track and stops."""

    name: str = ""
    label: str = ""
    terrain: tuple[tuple[str, int], ...] = ()
    number: str = ""
    private: str = ""
    icons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Badge:
    """A stop's value: position, size and stop."""

    at: Point
    radius: float
    stop: int


@dataclass(frozen=True, slots=True)
class Lettered:
    """The positions found for a hex's values and words."""

    badges: tuple[Badge, ...] = ()
    values: tuple[tuple[Box, int], ...] = ()  # boxes of an off-board's values
    label: Box | None = None
    terrain: tuple[tuple[Box, str, int, bool], ...] = ()  # box, kind, cost, small
    name: tuple[tuple[Box, str], ...] = ()
    number: Box | None = None
    private: Box | None = None
    icons: tuple[tuple[Box, str], ...] = ()


def _worth(stop: Stop) -> bool:
    return not stop.hidden and any(value for _, value in stop.revenue)


def _badges(form: Shape, taken: list[Disc]) -> tuple[Badge, ...]:
    """Place one value for all cities if they are worth the same, else one for each stop."""
    stops = [(i, s) for i, s in enumerate(form.tile.stops) if _worth(s) and len(s.revenue) == 1]
    cities = [i for i, s in stops if s.kind != "town"]
    if len(cities) > 1 and len({form.tile.stops[i].revenue for i in cities}) == 1:
        shown = [cities[0]] + [i for i, s in stops if s.kind == "town"]
    else:
        groups = [s.group for s in form.tile.stops]
        shown = [i for i, s in stops if s.group is None or groups.index(s.group) == i]
    found = []
    for i in shown:
        stop = form.tile.stops[i]
        # a city with four or more slots has room for a small badge only
        radius = TOWN_BADGE if stop.kind == "town" or stop.slots > 3 else CITY_BADGE
        if stop.revenue[0][1] >= 100:
            radius += 2.5
        others = [s.at for j, s in enumerate(form.spots) if j != i]
        shared = len(cities) > 1 and stop.kind != "town" and len(shown) < len(stops)
        spot, room = freest_disc(
            radius,
            taken,
            None if shared else form.spots[i].at,
            () if shared else others,
            form.flat,
        )
        if room <= 0 and len(cities) > 2:  # a small one in a corner
            radius = TOWN_BADGE
            corners = [turn((0.0, 42.5), n - form.flat / 2) for n in range(6)]
            spot = max(corners, key=lambda at: disc_room(at, TOWN_BADGE, taken, flat=form.flat))
        taken.append((*spot, radius + 1))
        found.append(Badge(spot, radius, i))
    return tuple(found)


def _values(form: Shape, taken: list[Disc]) -> tuple[tuple[Box, int], ...]:
    """Place an off-board's values in a row, or in two rows where a row has no room."""
    found: list[tuple[Box, int]] = []
    width, height = VALUE_BOX
    for index, stop in enumerate(form.tile.stops):
        if stop.hidden or len(stop.revenue) < 2:
            continue
        columns = 3 if form.flat and len(stop.revenue) == 3 else min(len(stop.revenue), 2)
        rows = math.ceil(len(stop.revenue) / columns)
        half = columns * width / 2 + 1.5, rows * height / 2 + 1.5
        box, _ = freest_box(*half, taken, ((0, 0),), form.flat)
        taken.extend(_box_discs(box))
        for i in range(len(stop.revenue)):
            column, row = i % columns, i // columns
            found.append(
                (
                    Box(
                        box.x + (column - (columns - 1) / 2) * width,
                        box.y + (row - (rows - 1) / 2) * height,
                        width / 2,
                        height / 2,
                    ),
                    index,
                )
            )
    return tuple(found)


def _box_discs(box: Box) -> list[Disc]:
    """Return a box as a grid of discs, fine enough for its corners."""
    step = 5.0
    nx = max(math.ceil(box.half_width * 2 / step), 1)
    ny = max(math.ceil(box.half_height * 2 / step), 1)
    return [
        (
            box.x - box.half_width + 2 * box.half_width * i / nx,
            box.y - box.half_height + 2 * box.half_height * j / ny,
            1.0,
        )
        for i in range(nx + 1)
        for j in range(ny + 1)
    ]


def _terrain(
    printed: Printed, empty: bool, taken: list[Disc], flat: bool
) -> tuple[tuple[Box, str, int, bool], ...]:
    found = []
    for count, (kind, cost) in enumerate(printed.terrain):
        if not kind:
            box, _ = freest_box(text_width(str(cost), 12.4) / 2, 6, taken, flat=flat)
            small = True
        elif empty and len(printed.terrain) == 1:
            box = Box(0, 0, 15, 18)
            small = False
        else:
            width = 10 + 2 + text_width(str(cost), 12.4) / 2
            favour = ((0, -27), (0, 27)) if count == 0 else ()
            box, _ = freest_box(width, 7, taken, favour, flat)
            small = True
        taken.extend(_box_discs(box))
        found.append((box, kind, cost, small))
    return tuple(found)


def _name(name: str, taken: list[Disc], roomy: bool, flat: bool) -> tuple[tuple[Box, str], ...]:
    """Place the name in one line or two where it fits; nothing if it does not."""
    words = name.split()
    splits = [(name,)] + [(" ".join(words[:i]), " ".join(words[i:])) for i in range(1, len(words))]
    if len(splits) > 1:
        splits = [splits[0], min(splits[1:], key=lambda s: max(map(len, s)))]
    high = (CAP * NAME) / 2 + 0.6
    for lines in splits:
        half = max(text_width(line, NAME) for line in lines) / 2
        favour = [(0, y) for y in (27.5, -27.5, 25, -25, 30, -30, 33, -33)] if roomy else ()
        box, room = freest_box(half, high + (len(lines) - 1) * LINE / 2, taken, favour, flat)
        if room >= 1.4:
            taken.extend(_box_discs(box))
            first = box.y - (len(lines) - 1) * LINE / 2
            return tuple(
                (Box(box.x, first + i * LINE, half, high), line) for i, line in enumerate(lines)
            )
    return ()


@lru_cache(maxsize=4096)
def letter(form: Shape, printed: Printed, bare: bool = False) -> Lettered:
    """Find the best spot for each value and word of a hex, the most important first."""
    taken = obstacles(form)
    empty = not taken
    badges = _badges(form, taken)
    values = _values(form, taken)
    label = None
    if printed.label:
        size = label_size(form, printed.label)
        half = text_width(printed.label, size) / 2 + 0.8
        label, _ = freest_box(half, CAP * size / 2 + 0.8, taken, flat=form.flat)
        taken.extend(_box_discs(label))
    terrain = _terrain(printed, empty, taken, form.flat)
    private = None
    if printed.private:
        half = text_width(printed.private, 11) / 2 + 4
        private, _ = freest_box(half, 8, taken, ((0, 33), (0, -33)), form.flat)
        taken.extend(_box_discs(private))
    name = _name(printed.name, taken, bare, form.flat) if printed.name else ()
    icons = []
    for icon in printed.icons:
        box, room = freest_box(text_width(icon, NAME) / 2, CAP * NAME / 2, taken, flat=form.flat)
        if room > 0:
            icons.append((box, icon))
            taken.extend(_box_discs(box))
    number = None
    if printed.number:
        half = text_width(printed.number, 9.5) / 2
        number, room = freest_box(half, 3.6, taken, NUMBER_SPOTS[form.flat], form.flat)
        number = number if room > 0 else None
    return Lettered(badges, values, label, terrain, name, number, private, tuple(icons))


def label_size(form: Shape, label: str) -> float:
    """Return the font size of a label: large if short, small for a name or among many cities."""
    return LABEL if len(label) <= (3 if len(form.spots) < 3 else 2) else NAME
