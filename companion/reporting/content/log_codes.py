"""The codes on the rebuild sheet: the whole log of a game, as squares that a photograph shows."""

from io import BytesIO
from typing import NamedTuple

import segno

from companion.exchange.files.paper_file import split_parts

SIDE = 86.0  # mm, with the white border: two stand side by side
BORDER = 4  # modules


class LogCode(NamedTuple):
    """A code: its number, its drawing as SVG, and the width of its smallest square in mm."""

    number: int
    svg: str
    module: float


def draw_codes(packed: bytes) -> list[LogCode]:
    """Return the codes of a packed game, in order."""
    return [_draw(number, part) for number, part in enumerate(split_parts(packed), 1)]


def _draw(number: int, part: bytes) -> LogCode:
    code, drawn = segno.make(part, error="m", mode="byte", micro=False), BytesIO()
    code.save(
        drawn,
        kind="svg",
        border=BORDER,
        dark="#000",
        light="#fff",
        xmldecl=False,
        svgclass="qr",
        lineclass=None,
        omitsize=True,
    )
    module = SIDE / code.symbol_size(border=BORDER)[0]
    return LogCode(number, drawn.getvalue().decode(), module)
