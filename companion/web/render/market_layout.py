"""The layout of share markets on screens: columns, zones with their dots, the miniature."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from companion.drawing import slug
from companion.drawing.markets import (
    Noted,
    Zone,
    find_noted_cells,
    par_words,
    par_zones,
    zone_colour,
    zones,
)
from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.rules.data.title_data import TitleData
from companion.rules.explain.summary_rows import GameSummary, MarketSummary

# widths on the screen, in rem
DISC, PRICE, PAR, PAR_PHONE = 1.3125, 1.875, 6.125, 4.125
# heights of the table view, in rem
SCREEN, TABLE_HEAD, TABLE_ROW, MARKET_ROW, FLAT = 40.5, 10.5, 2.0, 1.25, 9.0
TIGHT = range(9, 12)  # the numbers of rows above a market for which it gets less room


@dataclass(frozen=True, slots=True)
class Grid:
    """The layout of a market.

    ``classes`` select the market's shape and the columns widened by stacks in :func:`market_css`.
    ``corner``: events and legend fit into the empty corner.
    """

    classes: str
    rows: int
    zones: tuple[Zone, ...]
    corner: bool

    def dots(self, kind: str) -> int:
        """Return the number of dots for a cell in that zone."""
        return next((zone.dots for zone in self.zones if zone.kind == kind), 0)


class MarketPlace(NamedTuple):
    """A place in the layout of a market.

    ``cell`` is None for a gap. ``stack`` lists the tokens there, top first. ``marks`` are its CSS
    classes, and ``dots`` is the number of dots of its zone.
    """

    cell: Cell | None
    stack: tuple[str, ...]
    marks: str
    dots: int


@dataclass(frozen=True, slots=True)
class Legend:
    """The legend of all markets: zones, par prices by phase, and cells with notes.

    ``starts``, ``ledges`` and ``ends``: a market of a single row has par prices, ledges or cells
    that end the game. Only such a market marks them.
    """

    zones: tuple[Zone, ...]
    pars: tuple[tuple[str, str], ...]
    noted: tuple[Noted, ...]
    starts: bool
    ledges: bool
    ends: bool


def fits_one_screen(table: GameSummary) -> bool:
    """Do the matrix and the markets fit one large screen, above each other?"""
    rows = sum(company.in_shares for company in table.companies)
    markets = sum(
        FLAT if len(market.rows) == 1 else len(market.rows) * MARKET_ROW for market in table.markets
    )
    return TABLE_HEAD + rows * TABLE_ROW + markets <= SCREEN


def legend(data: TitleData) -> Legend:
    """Return the legend of a title's markets. Entries common to several markets appear once."""
    flat = [chart for chart in data.charts if len(chart.rows) == 1]
    marked = {zone: None for chart in data.charts for zone in zones(data, chart)}
    pars = {zone: None for chart in data.charts for zone in par_zones(data, chart)}
    return Legend(
        tuple(marked),
        tuple((zone.kind, par_words(zone)) for zone in pars),
        tuple(note for chart in data.charts for note in find_noted_cells(chart)),
        bool(flat),
        any(chart.ledges for chart in flat),
        any("end" in cell.kinds for chart in flat for cell in chart.cells.values()),
    )


def grid(data: TitleData, market: MarketSummary, alone: bool) -> Grid:
    """Return the layout of a market with its present tokens.

    ``alone``: it is the only market, so its corner may hold events and legend.
    """
    chart = market.chart
    most = [0] * _width(chart)
    for row in market.rows:
        for column, (cell, stack) in enumerate(row):
            if cell:
                most[column] = max(most[column], len(stack))
    flat = len(chart.rows) == 1
    widened = [f"w{i}-{n}" for i, n in enumerate(most) if n and not flat]
    corner = alone and bool(_corner(chart)[0])
    return Grid(" ".join([_class(chart), *widened]), len(chart.rows), zones(data, chart), corner)


def places(
    data: TitleData,
    market: MarketSummary,
    goals: Collection[Cell] = (),
    outlined: Collection[Cell] = (),
) -> list[MarketPlace]:
    """Return the places of a market, row by row. ``goals`` are cells that a price may move to."""
    chart, dots = market.chart, {zone.kind: zone.dots for zone in zones(data, market.chart)}
    found = []
    for row in market.rows:
        for column, (cell, stack) in enumerate(row):
            begins = ["begins"] if column == 0 else []
            if cell is None:
                found.append(MarketPlace(None, (), " ".join([*begins, "no-cell"]), 0))
                continue
            zone = zone_colour(cell)
            marks = [*begins, f"z-{zone}"] if zone else begins
            marks += ["par"] if cell in chart.par_cells else []
            marks += ["held"] if stack else []
            marks += ["ledge"] if cell.price in chart.ledges else []
            for kind, mark in _KINDS.items():
                if kind in cell.kinds:
                    marks.append(mark)
            marks += ["k-dash"] if cell in outlined else []
            marks += ["goal"] if cell in goals else []
            found.append(MarketPlace(cell, tuple(stack), " ".join(marks), dots.get(zone, 0)))
    return found


_KINDS = {"end": "end", "ring": "k-ring", "dash": "k-dash"}  # CSS class by kind of cell


def is_tight(markets: Sequence[MarketSummary], rows: int) -> bool:
    """Do so many rows of companies or privates leave a tablet little room for the market below?

    Only a market of a single row is laid out tightly. A larger market has its own room. With more
    rows than in ``TIGHT`` the market would be out of view anyway.
    """
    return len(markets) == 1 and len(markets[0].chart.rows) == 1 and rows in TIGHT


def market_css(data: TitleData) -> str:
    """Return the CSS rules of a title's markets: their shapes, and columns widened by stacks.

    Classes select them, because the pages contain no style of their own.
    """
    rules = []
    for chart in data.charts:
        columns = range(_width(chart))
        par = _par_column(chart)
        tracks = " ".join(f"var(--w{i},minmax(0,1fr))" for i in columns)
        phone = [f"{PAR_PHONE}rem" if i == par else "minmax(2.875rem,1fr)" for i in columns]
        shape = {"cols": tracks, "cols-phone": " ".join(phone), "rows": str(len(chart.rows))}
        if par is not None:
            shape[f"w{par}"] = f"minmax(var(--par,{PAR}rem),var(--par-to,{PAR}rem))"
        corner, legend = _corner(chart)
        if corner:
            shape |= {"corner": corner, "legend": legend}
        says = ";".join(f"--{name}:{value}" for name, value in shape.items())
        rules.append(f".{_class(chart)}{{{says}}}")
        rules += [
            f".{_class(chart)}.w{i}-{n}{{--w{i}:{_stack_width(n, i == par)}}}"
            for i in columns
            for n in range(1, len(data.token_owners) + 1)
        ]
    return "".join(rules)


def _stack_width(discs: int, is_par: bool) -> str:
    """Return the width of a column with so many tokens beside its price, if that is shown."""
    width = f"calc(var(--price,{PRICE}rem) + {DISC * discs}rem)"
    return f"minmax({f'max(var(--par,{PAR}rem),{width})' if is_par else width},1fr)"


def _class(chart: PrintedMarket) -> str:
    return f"m-{slug(chart.name)}"


def _width(chart: PrintedMarket) -> int:
    return max(map(len, chart.rows))


def _par_column(chart: PrintedMarket) -> int | None:
    """Return the column with most pars; None for a market of a single row."""
    pars = [cell.column for cell in chart.pars.values()] if len(chart.rows) > 1 else []
    return max(set(pars), key=pars.count) if pars else None


def find_occupied_cells(market: MarketSummary) -> list[tuple[Cell, tuple[str, ...]]]:
    """Return the cells with tokens, highest price first, each with its stack, top first."""
    held = [(cell, stack) for row in market.rows for cell, stack in row if cell and stack]
    return sorted(held, key=lambda at: (-at[0].price, at[0].row))


def _corner(chart: PrintedMarket) -> tuple[str, str]:
    """Return the largest empty corner at the lower right, and its rest for the legend."""
    return _corner_of(tuple(map(len, chart.rows)))


@lru_cache(maxsize=64)
def _corner_of(widths: tuple[int, ...]) -> tuple[str, str]:
    rows, width = len(widths), max(widths)
    best = (0, 0, 0)
    for top in range(1, rows):
        left = max(widths[top:])
        best = max(best, ((rows - top) * (width - left), top, left))
    area, top, left = best
    if 6 * area < rows * width:  # less than a sixth of the market
        return "", ""
    left += 1
    above = max((3, 2, 1), key=lambda n: min(n, rows - top) * (left - max(widths[-n:])))
    above = min(above, rows - top)
    free = max(widths[-above:])
    return (
        f"{top + 1}/{left + 1}/{rows + 1}/{width + 1}",
        f"{rows - above + 1}/{free + 1}/{rows + 1}/{left + 1}",
    )


def miniature(market: MarketSummary) -> Markup:
    """Draw the whole market in miniature. A script draws the frame of the part in view."""
    chart, held = market.chart, {cell.id for cell, _ in find_occupied_cells(market)}
    width, height = max(len(row) for row in chart.rows), len(chart.rows)
    cells: dict[str, list[str]] = {}
    for cell in chart.cells.values():
        zone = zone_colour(cell)
        kind = "held" if cell.id in held else f"z-{zone}" if zone else "bare"
        cells.setdefault(kind, []).append(f"M{cell.column * 7} {cell.row * 5}h6v4h-6z")
    paths = "".join(f'<path class="{kind}" d="{"".join(d)}"/>' for kind, d in cells.items())
    wide, high = width * 7 + 3, height * 5 + 3
    return Markup(
        f'<svg class="small-market" viewBox="-2 -2 {wide} {high}" width="{wide}" height="{high}"'
        f' aria-hidden="true">{paths}<rect class="frame" fill="none"/></svg>'
    )
