"""Drawings as SVG: map, tiles, runs, charts, and the appearance of companies. It knows no web."""

from companion.drawing.company_colours import (
    CompanyLook,
    company_css,
    contrast,
    dim_colour,
    edge_colour,
    short_marks,
    slug,
    text_on,
)
from companion.drawing.hex_descriptions import PORT_PAY, hex_words
from companion.drawing.line_charts import ChartLine, draw_lines
from companion.drawing.map_thumbnail import draw_minimap
from companion.drawing.maps import (
    Look,
    Marks,
    draw_map,
    draw_tile,
    draw_tokens,
    hexes_around,
)
from companion.drawing.markets import draw_market
from companion.drawing.runs import Run, run_pieces

__all__ = [
    "PORT_PAY",
    "ChartLine",
    "CompanyLook",
    "Look",
    "Marks",
    "Run",
    "company_css",
    "contrast",
    "dim_colour",
    "draw_lines",
    "draw_map",
    "draw_market",
    "draw_minimap",
    "draw_tile",
    "draw_tokens",
    "edge_colour",
    "hex_words",
    "hexes_around",
    "run_pieces",
    "short_marks",
    "slug",
    "text_on",
]
