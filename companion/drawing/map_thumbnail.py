"""The whole map in small, without names and values: land, track and tokens."""

from companion.board.board import Board
from companion.drawing.geometry import centre
from companion.drawing.hexes import on_stops, put_land, put_stops, put_track
from companion.drawing.maps import Look, extent
from companion.drawing.runs import shape_at
from companion.drawing.svg_sheet import Sheet
from companion.languages import gettext


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
