"""The share market on paper: cells, the rules that zones lift, and the companies' tokens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.drawing.chart_frame import FACE, HAIR
from companion.drawing.company_colours import CompanyLook, edge_colour, text_on
from companion.drawing.geometry import num
from companion.drawing.label_placement import escape_text
from companion.drawing.svg_sheet import INK, INK_2
from companion.languages import gettext, gettext_name, lazy_gettext, lazy_name
from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.rules.data.title_data import TitleData

# words for each rule that a zone lifts
FREEDOMS = {
    "uncounted": lazy_gettext("not counted toward the limit"),
    "unlimited": lazy_gettext("may exceed {limit}%"),
    "several": lazy_gettext("buy several per turn"),
}
COLOURS = (
    lazy_name("yellow"),
    lazy_name("orange"),
    lazy_name("brown"),
    lazy_name("green"),
    lazy_name("red"),
    lazy_name("grey"),
    lazy_name("blue"),
)
FILLS = {
    "yellow": "#f3e49f",
    "orange": "#efc18a",
    "brown": "#cfad8b",
    "green": "#bcdcae",
    "blue": "#b9d4ea",
    "grey": "#d5d4cf",
}
PRICE, SLAB, GAP = 12.0, 10.5, 1.0  # heights in a cell: the price, a company, the gap


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone that lifts rules for shares: its dots and its words."""

    kind: str
    dots: int
    says: str


@dataclass(frozen=True, slots=True)
class ParZone:
    """Par prices with a common colour, and the phases in which they are allowed.

    ``phase`` is the first of them, "" for the first phase of the game. ``until`` is the last one,
    "" for the end of the game. ``kind`` is the colour of the cells.
    """

    kind: str
    phase: str
    until: str
    prices: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Noted:
    """Prices whose cells carry a common mark, and the note about them."""

    kind: str
    prices: tuple[int, ...]
    says: str


@lru_cache(maxsize=4096)
def zone_colour(cell: Cell) -> str:
    """Return the zone's colour of a cell, or ""."""
    return next((kind for kind in COLOURS if kind in cell.kinds), "")


def zones(data: TitleData, chart: PrintedMarket) -> tuple[Zone, ...]:
    """Return the zones of a market, from least to most freedom. Each names only what it adds."""
    here = [kind for kind in data.kind_list if kind.market == chart.name]
    limits = sorted({kind.holding_limit for kind in here if kind.holding_limit is not None})
    limit = " or ".join(map(str, limits))
    found: list[Zone] = []
    known: frozenset[str] = frozenset()
    for kind, freedoms in sorted(chart.zones.items(), key=lambda item: len(item[1])):
        says = [words for key, words in FREEDOMS.items() if key in freedoms - known]
        if says:
            text = " · ".join(map(gettext, says)).format(limit=limit)
            found.append(Zone(kind, len(freedoms), text))
            known |= freedoms
    return tuple(found)


def par_zones(data: TitleData, chart: PrintedMarket) -> tuple[ParZone, ...]:
    """Return the par prices by the phase that introduces them, in the order of the phases.

    There are none if colours do not distinguish them.
    """
    found: list[ParZone] = []
    known: frozenset[str] = frozenset()
    for phase in data.phases:
        for kind in (kind for kind in COLOURS if kind in phase.pars - known):
            prices = sorted(cell.price for cell in chart.par_cells if kind in cell.kinds)
            begins = "" if phase is data.phases[0] else phase.name
            having = [each.name for each in data.phases if kind in each.pars]
            ends = "" if having[-1] == data.phases[-1].name else having[-1]
            found.append(ParZone(kind, begins, ends, tuple(prices)))
        known |= phase.pars
    return tuple(zone for zone in found if zone.prices)


def par_words(zone: ParZone) -> str:
    """Return the legend for par prices."""
    prices = ", ".join(map(str, zone.prices))
    if zone.phase and zone.until:
        says = lazy_gettext("par from phase {phase} to {until}: {prices}")
    elif zone.phase:
        says = lazy_gettext("par from phase {phase}: {prices}")
    elif zone.until:
        says = lazy_gettext("par to phase {until}: {prices}")
    else:
        says = lazy_gettext("par in all phases: {prices}")
    return gettext(says).format(
        phase=gettext_name(zone.phase), until=gettext_name(zone.until), prices=prices
    )


def find_noted_cells(chart: PrintedMarket) -> tuple[Noted, ...]:
    """Return the cells of a market that have a note."""
    return tuple(
        Noted(kind, prices, says)
        for kind, says in chart.notes.items()
        if (prices := tuple(c.price for c in chart.cells.values() if kind in c.kinds))
    )


def draw_market(
    data: TitleData,
    chart: PrintedMarket,
    stacks: Mapping[str, Sequence[str]],
    looks: Mapping[str, CompanyLook],
    width: float,
) -> str:
    """Draw a market as SVG, ``width`` mm wide.

    ``stacks`` gives the companies of a cell by its id, from the top. Zones have dots beside their
    colour. A ledge is a thick line at the left. Par prices are outlined. A cell that ends the game
    has a line at its foot.
    """
    wide = width * 72 / 25.4
    side = wide / max(len(row) for row in chart.rows)
    dots = {zone.kind: zone.dots for zone in zones(data, chart)}
    out: list[str] = []
    top = 1.0
    for row in chart.rows:
        most = max((len(stacks.get(cell.id, ())) for cell in row if cell), default=0)
        high = PRICE + 3 + max(most, 0 if len(chart.rows) > 1 else 2) * (SLAB + GAP)
        for cell in filter(None, row):
            marked = dots.get(zone_colour(cell), 0)
            out += _cell(chart, cell, (cell.column * side, top, side, high), marked)
            for place, symbol in enumerate(stacks.get(cell.id, ())):
                y = top + PRICE + place * (SLAB + GAP)
                out += _slab(looks[symbol], cell.column * side + 1.5, y, side - 3)
        top += high
    height = width * (top + 1) / wide
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 {num(wide + 2)} {num(top + 1)}"'
        f' width="{width:g}mm" height="{num(height)}mm">{"".join(out)}</svg>'
    )


def _cell(
    chart: PrintedMarket, cell: Cell, frame: tuple[float, float, float, float], dots: int
) -> list[str]:
    x, y, wide, high = frame
    fill = FILLS.get(zone_colour(cell), "none")
    box = f'x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}"'
    out = [f'<rect {box} fill="{fill}" stroke="{HAIR}" stroke-width=".6"/>']
    if cell in chart.par_cells:
        inner = (
            f'x="{num(x + 1)}" y="{num(y + 1)}" width="{num(wide - 2)}" height="{num(high - 2)}"'
        )
        out.append(f'<rect {inner} fill="none" stroke="{INK_2}" stroke-width=".9"/>')
    if cell.price in chart.ledges:
        out.append(f'<path d="M{num(x)} {num(y)}v{num(high)}" stroke="{INK}" stroke-width="2.4"/>')
    if "end" in cell.kinds:
        line = f"M{num(x)} {num(y + high - 1.2)}h{num(wide)}"
        out.append(f'<path d="{line}" stroke="{INK}" stroke-width="2.4"/>')
    out.append(
        f'<text x="{num(x + 3)}" y="{num(y + 9)}" font-family="{FACE}" font-size="8"'
        f' font-weight="400" fill="{INK}">{cell.price}</text>'
    )
    for dot in range(dots):
        out.append(f'<circle cx="{num(x + wide - 4 - dot * 3.4)}" cy="{num(y + 4)}" r="1.1"/>')
    return out


def _slab(look: CompanyLook, x: float, y: float, wide: float) -> list[str]:
    """Return a company's token with its full symbol."""
    size = min(7.5, wide / (0.56 * len(look.symbol)))
    return [
        f'<rect x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{SLAB}" rx="1.5"'
        f' fill="{look.colour}" stroke="{edge_colour(look.colour)}" stroke-width=".7"/>',
        f'<text x="{num(x + wide / 2)}" y="{num(y + 7.9)}" text-anchor="middle"'
        f' font-family="{FACE}" font-size="{num(size)}" font-weight="600"'
        f' fill="{text_on(look.colour)}">{escape_text(look.symbol)}</text>',
    ]
