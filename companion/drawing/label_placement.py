"""Lettering on the map: widths of words, and the best spot for a mark or a name."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from companion.drawing.geometry import APOTHEM, Point, direction

# advance widths of Fira Sans Condensed Medium, in thousandths of the font size
_WIDTHS = {
    width: letters
    for width, letters in (
        (210, " '.,"), (250, "Iijl"), (275, "J()"), (310, "f"), (335, "rt"), (360, "-"),
        (395, "17z"), (417, "Fcs23"), (445, "LvxyY+/"), (460, "EgTZ5"), (472, "ake4"),
        (490, "SX689VC"), (505, "hnuAopPbdq0"), (530, "BRK"), (563, "UDGHN"), (604, "OQ"),
        (648, "w"), (690, "&M"), (734, "mW"),
    )
}  # fmt: skip
_ADVANCE = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_UNDRAWN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
CAP = 0.69  # height of capitals and digits, as a fraction of the font size

Disc = tuple[float, float, float]  # x, y, radius that must stay free


def escape_text(words: str, quote: bool = False) -> str:
    """Escape words for a drawing.

    Characters that XML does not allow, such as control characters, are left out. A drawing with one
    would not appear on paper at all.
    """
    return escape(_UNDRAWN.sub("", words), quote=quote)


@lru_cache(maxsize=2048)
def text_width(text: str, size: float) -> float:
    """Return the width of a word in the condensed font, rounded up slightly."""
    plain = unicodedata.normalize("NFD", text)
    return sum(_ADVANCE.get(c, 0 if unicodedata.combining(c) else 520) for c in plain) * size / 990


def fit_words(words: str, size: float, room: float) -> str:
    """Return the words, shortened with an ellipsis if they are wider than ``room``."""
    if text_width(words, size) <= room:
        return words
    while words and text_width(f"{words}…", size) > room:
        words = words[:-1].rstrip()
    return f"{words}…"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, given by its middle and half its sides."""

    x: float
    y: float
    half_width: float
    half_height: float


# of hexes with a pointy top, and with a flat one
_NORMALS = tuple(tuple(direction(e, flat) for e in range(6)) for flat in (False, True))


def box_room(
    box: Box,
    taken: Iterable[Disc],
    enough: float = 6.0,
    least: float = -math.inf,
    flat: bool = False,
) -> float:
    """Return the least distance from a box to the hex's border and to obstacles; negative: overlap.

    The result is at most ``enough``. If the distance is no more than ``least``, the result is any
    value up to ``least``.
    """
    at_x, at_y, hw, hh = box.x, box.y, box.half_width, box.half_height
    room = enough
    for nx, ny in _NORMALS[flat]:
        reach = APOTHEM - (at_x * nx + at_y * ny + hw * abs(nx) + hh * abs(ny))
        if reach < room:
            room = reach
    if room <= least:
        return room
    for x, y, radius in taken:
        dx, dy = abs(at_x - x) - hw, abs(at_y - y) - hh
        if dx - radius >= room or dy - radius >= room:
            continue
        gap = math.hypot(dx, dy) - radius if dx > 0 and dy > 0 else max(dx, dy) - radius
        if gap < room:
            room = gap
            if room <= least:
                break
    return room


def disc_room(
    at: Point,
    radius: float,
    taken: Iterable[Disc],
    enough: float = 6.0,
    least: float = -math.inf,
    flat: bool = False,
) -> float:
    """Return the least distance from a disc to the hex's border and obstacles, as ``box_room``."""
    x0, y0 = at
    room = enough
    for nx, ny in _NORMALS[flat]:
        reach = APOTHEM - x0 * nx - y0 * ny - radius
        if reach < room:
            room = reach
    if room <= least:
        return room
    for x, y, other in taken:
        gap = math.hypot(x0 - x, y0 - y) - other - radius
        if gap < room:
            room = gap
            if room <= least:
                break
    return room


@lru_cache(maxsize=1)
def _grid() -> tuple[Point, ...]:
    """Return the spots tried in a hex, by distance from its middle."""
    spots: list[Point] = [(0.0, 0.0)]
    for radius, count in ((9, 6), (16, 12), (22, 12), (27, 24), (31, 24), (35, 24), (39, 12)):
        for i in range(count):
            angle = math.tau * i / count
            spots.append((radius * math.cos(angle), radius * math.sin(angle)))
    return tuple(spots)


def freest_disc(
    radius: float,
    taken: Sequence[Disc],
    near: Point | None = None,
    not_near: Sequence[Point] = (),
    flat: bool = False,
) -> tuple[Point, float]:
    """Return the spot for a disc with the most room, and that room.

    A spot near the disc's own stop is preferred to one near other stops.
    """
    best = -math.inf, (0.0, 0.0), 0.0  # score, spot, room
    spots: tuple[Point, ...] = _grid()
    if near is not None:
        ring = [
            (near[0] + r * math.cos(math.tau * i / 24), near[1] + r * math.sin(math.tau * i / 24))
            for r in (radius + 10, radius + 17, radius + 21)
            for i in range(24)
        ]
        spots = spots + tuple(ring)
    for spot in spots:
        short = 0.0
        if near is not None:
            away = math.dist(spot, near)
            short += 0.06 * away
            short += 0.3 * sum(max(0.0, away + 12 - math.dist(spot, other)) for other in not_near)
        if 3.5 - short <= best[0]:
            continue
        room = disc_room(spot, radius, taken, 3.5, best[0] + short, flat)
        if room - short > best[0] + 1e-6:
            best = room - short, spot, room
    return best[1], best[2]


def freest_box(
    half_width: float,
    half_height: float,
    taken: Sequence[Disc],
    favour: Sequence[Point] = (),
    flat: bool = False,
) -> tuple[Box, float]:
    """Return the spot for a box of words with the most room, and that room.

    Favoured spots come first if they fit.
    """
    for x, y in favour:
        box = Box(x, y, half_width, half_height)
        room = box_room(box, taken, 3.0, flat=flat)
        if room >= 2.0:
            return box, room
    best = -math.inf, Box(0.0, 0.0, half_width, half_height), 0.0  # score, box, room
    for x, y in (*favour, *_grid()):
        short = 0.02 * abs(x)
        if 3.0 - short <= best[0]:
            continue
        box = Box(x, y, half_width, half_height)
        room = box_room(box, taken, 3.0, best[0] + short, flat)
        if room - short > best[0] + 1e-6:
            best = room - short, box, room
    return best[1], best[2]
