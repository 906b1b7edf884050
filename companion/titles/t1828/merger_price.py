"""The price of a system ("Merger process")."""

from collections.abc import Callable, Iterator

from companion.languages import lazy_gettext
from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.rules.judge.rules import Rules
from companion.rules.shares import market
from companion.titles.t1828.title_figures import figures

END = "end"  # the kind of space that ends the game
PricePath = Callable[[PrintedMarket, Cell, Cell], Iterator[Cell]]


def merger_path(chart: PrintedMarket, name: str, one: Cell, other: Cell) -> tuple[Cell, ...]:
    """Return the spaces of the title's path for a system of two companies up to its price.

    The price is the largest value up to the higher price and half the lower.
    """
    most = max(one.price, other.price) + min(one.price, other.price) // 2
    return tuple(cell for cell in PATHS[name](chart, one, other) if cell.price <= most)


def column_path(chart: PrintedMarket, one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the column of the cell further left, upward, and the top row from there."""
    left = min(one, other, key=lambda cell: cell.column)
    column = (chart.cell(row, left.column) for row in range(left.row, -1, -1))
    along = (chart.cell(0, right) for right in range(left.column + 1, len(chart.rows[0])))
    yield from (cell for cell in (*column, *along) if cell is not None)


def band_path(chart: PrintedMarket, one: Cell, other: Cell) -> Iterator[Cell]:
    """Yield the row of the dearer cell to its end, and the band along the ends of the rows above.

    At one price the upper cell is the dearer. The space that ends the game is reached only along
    its own row.
    """
    cell = max(one, other, key=lambda cell: (cell.price, -cell.row))
    yield cell
    while (after := market.right(chart, cell)) != cell:
        if END in after.kinds and after.row != cell.row:
            return
        cell = after
        yield cell


def find_band(rules: Rules) -> tuple[str, tuple[Cell, ...]]:
    """Return what the band of prices is called, and its cells. Used as a policy of the rules."""
    begins = figures(rules).merger.band_from
    if begins is None:
        return "", ()
    first = rules.data.cells[begins]
    return lazy_gettext("the band of prices for systems"), tuple(
        band_path(rules.data.chart, first, first)
    )


PATHS: dict[str, PricePath] = {"column": column_path, "band": band_path}
