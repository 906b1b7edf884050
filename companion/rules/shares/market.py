"""The share markets: positions of companies, and price movements."""

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import GONE, STARTED, State
from companion.rules.data.printed_markets import Cell, PrintedMarket
from companion.rules.data.title_data import TitleData


def cell_of(data: TitleData, state: State, company: str) -> Cell | None:
    """Return the cell of ``company``, None before it is started."""
    at = state.companies[company].cell
    return data.cells[at] if at else None


def started_cell(data: TitleData, state: State, company: str) -> Cell:
    """Return the cell of a company that is started."""
    cell = cell_of(data, state, company)
    assert cell is not None
    return cell


def market_of(data: TitleData, state: State, company: str) -> PrintedMarket:
    """Return the market on which the company stands or would be started."""
    cell = cell_of(data, state, company)
    return data.markets[cell.market if cell else data.kinds[state.companies[company].kind].market]


def price(data: TitleData, state: State, company: str) -> int | None:
    """Return the market price of a share, None before the company is started."""
    cell = cell_of(data, state, company)
    return cell.price if cell else None


def allows(data: TitleData, state: State, company: str, freedom: str) -> bool:
    """Return whether shares of the company have ``freedom`` now.

    The freedoms are "uncounted", "unlimited" and "several".
    """
    return state.companies[company].cell in data.free_cells[freedom]


def is_at_end(data: TitleData, state: State, company: str) -> bool:
    """Return whether the company's price is on a space that ends the game."""
    cell = cell_of(data, state, company)
    return cell is not None and "end" in cell.kinds


def companies_by_price(state: State) -> list[str]:
    """Return all started companies, floated or not, in the order in which they were started."""
    return [company for company, own in state.companies.items() if own.cell is not None]


def market_order(data: TitleData, state: State) -> list[str]:
    """Return all started companies, floated or not, in operating order.

    The order is by market, highest price, rightmost column, upper row, then top of the stack. Kinds
    that do not operate are left out.
    """
    markets = list(data.markets)
    places: list[tuple[int, int, int, int, int, str]] = []
    for company, own in state.companies.items():
        if own.cell is not None and data.kinds[own.kind].operates:
            cell = data.cells[own.cell]
            spot = markets.index(cell.market), -cell.price, -cell.column, cell.row
            places.append((*spot, state.stacks[cell.id].index(company), company))
    return [place[-1] for place in sorted(places)]


def start(change: Change, company: str, cell: Cell) -> None:
    """Place a company on the market at its par cell."""
    state = change.state
    own = state.companies.pop(company)  # it is added again at the end, after the others
    state.companies[company] = replace(own, status=STARTED, par=cell.price)
    place(change, company, cell)


def place(change: Change, company: str, cell: Cell) -> None:
    """Put the company's token in ``cell``, under the tokens already there."""
    state = change.state
    before = state.companies[company].cell
    if before:
        state.stacks[before] = tuple(c for c in state.stacks[before] if c != company)
    state.alter(company, cell=cell.id)
    state.stacks[cell.id] = (*state.stacks.get(cell.id, ()), company)


def move(change: Change, data: TitleData, company: str, cell: Cell | None) -> None:
    """Move the price to ``cell`` and record an event; do nothing if it does not change."""
    before = cell_of(data, change.state, company)
    if cell is None or before is None or cell == before:
        return
    place(change, company, cell)
    prices = {"before": before.price, "after": cell.price}
    change.tell("price", company=company, cells=(before.id, cell.id), **prices)


def path(data: TitleData, before: Cell, after: Cell) -> tuple[str, ...]:
    """Return the ids of the cells that a price passes between two cells, both included.

    If the way is not straight, return only the two cells.
    """
    if before.market != after.market:
        return before.id, after.id
    chart = data.markets[after.market]
    rows, columns = after.row - before.row, after.column - before.column
    steps = max(abs(rows), abs(columns))
    if not steps or (rows and columns):
        return before.id, after.id
    passed = (
        chart.cell(before.row + n * rows // steps, before.column + n * columns // steps)
        for n in range(steps + 1)
    )
    return tuple(cell.id for cell in passed if cell)


# --- the grid (a two-dimensional market): each function returns the cell after a move, or the same
# cell at an edge


def cell_below(chart: PrintedMarket, cell: Cell, steps: int = 1) -> Cell:
    """Return the cell ``steps`` rows down, at most the last cell of the column."""
    for _ in range(steps):
        below = chart.cell(cell.row + 1, cell.column)
        if below is None:
            break
        cell = below
    return cell


def cell_above(chart: PrintedMarket, cell: Cell) -> Cell:
    """Return the cell one row up.

    In the top row return the cell to the right if the chart says so.
    """
    above = chart.cell(cell.row - 1, cell.column)
    if above is None and chart.top_goes_right:
        above = chart.cell(cell.row, cell.column + 1)
    return above or cell


def right(chart: PrintedMarket, cell: Cell) -> Cell:
    """Return the cell one column right; at the end of the row, the cell one row up."""
    return chart.cell(cell.row, cell.column + 1) or cell_above(chart, cell)


def cell_to_left(chart: PrintedMarket, cell: Cell) -> Cell:
    """Return the cell one column left; at the start of the row, the cell one row down."""
    return chart.cell(cell.row, cell.column - 1) or cell_below(chart, cell)


# --- the row (a one-dimensional market)


def along(chart: PrintedMarket, cell: Cell, steps: int, ledges: bool = False) -> Cell:
    """Return the cell ``steps`` along a one-row market; negative steps go down.

    The move stops at the ends of the row. With ``ledges`` it does not go down from a price that
    stands above a ledge.
    """
    row = chart.rows[cell.row]
    while steps:
        onward = 1 if steps > 0 else -1
        column = cell.column + onward
        if not 0 <= column < len(row) or (ledges and steps < 0 and cell.price in chart.ledges):
            break
        cell, steps = row[column] or cell, steps - onward
    return cell


def cell_ahead(data: TitleData, state: State, company: str, steps: int) -> Cell:
    """Return the cell of a company after that many ``steps`` along its row (see ``along``)."""
    cell = cell_of(data, state, company)
    assert cell is not None
    return along(market_of(data, state, company), cell, steps)


def remove(change: Change, company: str) -> None:
    """Remove a company that leaves the game from the market; it has no price any more."""
    state = change.state
    before = state.companies[company].cell
    assert before is not None
    state.stacks[before] = tuple(c for c in state.stacks[before] if c != company)
    state.alter(company, status=GONE, cell=None, par=None)
