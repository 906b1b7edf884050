"""The whole map in small: for paper with land, track and tokens, and in miniature."""

from collections.abc import Callable
from functools import lru_cache

from companion.board.board import Board
from companion.board.map import Map
from companion.drawing.geometry import centre, hex_outline, num
from companion.drawing.hexes import on_stops, put_land, put_stops, put_track
from companion.drawing.maps import Look, extent
from companion.drawing.runs import shape_at
from companion.drawing.svg_sheet import FILLS, PLAIN_GROUP, Sheet
from companion.languages import gettext

SMALL_OUTLINE = 51.0, 44.0, 26.0, 51.0
SMALL_SIZE = 156, 124  # the largest width and height in pixels


def draw_overview(board: Board, look: Look, width: float, highest: float) -> str:
    """Draw the map for paper as SVG, ``width`` mm wide.

    It is narrower if it would be taller than ``highest`` mm.
    """
    sheet = Sheet(paper=True)
    for at in board.map.hexes:
        form, middle = shape_at(board, at), centre(at, board.map.layout)
        tile = board.tile_at(at)
        put_land(sheet, form, middle)
        put_track(sheet, form, middle)
        slots, tops = on_stops(board.tokens, at, tile), on_stops(board.stacked_tokens, at, tile)
        put_stops(sheet, form, middle, look.companies, tokens=slots, tops=tops)
    view = extent(board)
    wide = min(width, highest * view[2] / view[3])
    return sheet.svg(view, "map", gettext("The map, without names"), f"{wide:.1f}mm")


def draw_minimap(board: Board, group: Callable[[str, str], str] = PLAIN_GROUP) -> str:
    """Draw the whole map in miniature, with colours. A script frames the visible part.

    ``group`` makes an element of the land.
    """
    whole = extent(board)
    box = " ".join(num(v) for v in whole)
    scale = min(SMALL_SIZE[0] / whole[2], SMALL_SIZE[1] / whole[3])
    sized = f'width="{round(scale * whole[2])}" height="{round(scale * whole[3])}"'
    return (
        f'<svg class="overview" viewBox="{box}" {sized} '
        f'aria-hidden="true">{group("small", _draw_small_land(board))}'
        '<rect class="view"/></svg>'
    )


@lru_cache(maxsize=32)
def _draw_small_land(board: Board) -> str:
    by_colour: dict[str, list[str]] = {}
    for at, outline in _small_outlines(board.map).items():
        colour = board.tile_at(at).colour
        by_colour.setdefault(colour if colour in FILLS else "gray", []).append(outline)
    return "".join(f'<path class="h-{c}" d="{"".join(d)}"/>' for c, d in by_colour.items())


@lru_cache(maxsize=32)
def _small_outlines(map: Map) -> dict[str, str]:
    middles = {at: centre(at, map.layout) for at in map.hexes}
    return {
        at: hex_outline(round(x), round(y), map.layout.flat, SMALL_OUTLINE)
        for at, (x, y) in middles.items()
    }
