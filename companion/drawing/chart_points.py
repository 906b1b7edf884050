"""Points on the lines of a chart: shapes that can be distinguished without colour."""

import re
from collections.abc import Iterable

from companion.drawing.geometry import Point, num

SIZE = 2.3
# paths from the middle of the point, in units of SIZE; hollow ones are filled with white
_CIRCLE = "m-1 0c0 -.55 .45 -1 1 -1s1 .45 1 1 -.45 1 -1 1 -1 -.45 -1 -1z"
_SQUARE = "m-.9 -.9h1.8v1.8h-1.8z"
_UP = "m0 -1.15l1.1 1.95h-2.2z"
_DIAMOND = "m0 -1.3l1.2 1.3l-1.2 1.3l-1.2 -1.3z"
_DOWN = "m0 1.15l1.1 -1.95h-2.2z"
_KINDS = (
    (_CIRCLE, True),
    (_SQUARE, False),
    (_UP, True),
    (_DIAMOND, False),
    (_CIRCLE, False),
    (_SQUARE, True),
    (_DOWN, False),
    (_DIAMOND, True),
    (_UP, False),
    (_DOWN, True),
)
_NUMBER = re.compile(r"-?[\d.]+")
# in final size: a point that is not an element of its own cannot be scaled
SHAPES = tuple(
    (_NUMBER.sub(lambda n: f"{SIZE * float(n[0]):.2f}", shape), full) for shape, full in _KINDS
)


def points(kind: int, places: Iterable[Point], colour: str = "") -> str:
    """Return points of one of ten kinds at these places, as one element.

    On paper they have the ``colour``; otherwise the style sheet decides.
    """
    shape, full = SHAPES[kind % len(SHAPES)]
    if colour:
        look = f'fill="{colour if full else "#ffffff"}" stroke="{colour}"'
    else:
        look = f'class="{"end" if full else "hollow"}"'
    data = "".join(f"M{num(x)} {num(y)}{shape}" for x, y in places)
    return f'<path d="{data}" {look} stroke-width=".9"/>'
