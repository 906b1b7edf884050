"""The price of a system ("Merger process")."""

from companion.rules.data.printed_markets import Cell, PrintedMarket


def merger_cell(chart: PrintedMarket, one: Cell, other: Cell) -> Cell:
    """Return the cell of a system of two companies with these cells.

    The path goes up the column of the cell further left, then along the top row. The cell is the
    one with the largest value up to the higher price and half the lower.
    """
    most = max(one.price, other.price) + min(one.price, other.price) // 2
    left = min(one, other, key=lambda cell: cell.column)
    column = (chart.cell(row, left.column) for row in range(left.row + 1))
    along = (chart.cell(0, right) for right in range(left.column + 1, len(chart.rows[0])))
    path = (cell for cell in (*column, *along) if cell is not None and cell.price <= most)
    return max(path, key=lambda cell: cell.price)
