"""Points on the lines of a chart: shapes that are told apart without any colour."""

from companion.drawing.geometry import num

SIZE = 2.3
# as paths from the middle of the point, in its size; the hollow ones are filled with paper
_CIRCLE = "m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0z"
_SQUARE = "m-.9-.9h1.8v1.8h-1.8z"
_UP = "m0-1.15l1.1 1.95h-2.2z"
_DIAMOND = "m0-1.3l1.2 1.3l-1.2 1.3l-1.2-1.3z"
_DOWN = "m0 1.15l1.1-1.95h-2.2z"
SHAPES = (
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


def point(kind: int, x: float, y: float, colour: str = "") -> str:
    """A point of one of ten kinds; on paper in a ``colour``, else as the style sheet says."""
    shape, full = SHAPES[kind % len(SHAPES)]
    if colour:
        look = f'fill="{colour if full else "#ffffff"}" stroke="{colour}"'
    else:
        look = f'class="{"end" if full else "hollow"}"'
    moved = f'transform="translate({num(x)} {num(y)}) scale({SIZE})"'
    return f'<path {moved} d="M0 0{shape}" {look} stroke-width=".4"/>'
