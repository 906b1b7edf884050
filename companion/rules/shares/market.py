"""The share markets: where the price of each company stands and how it moves."""

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.state import GONE, STARTED, State
from companion.rules.data.charts import Cell, Chart
from companion.rules.data.title_data import TitleData
from companion.rules.shares.company_kinds import kind_of


def cell_of(data: TitleData, state: State, company: str) -> Cell | None:
    """The cell of ``company``, None before it is started."""
    at = state.companies[company].cell
    return data.cells[at] if at else None


def market_of(data: TitleData, state: State, company: str) -> Chart:
    """The market that the company stands on, or would be started on."""
    cell = cell_of(data, state, company)
    return data.markets[cell.market if cell else kind_of(data, state, company).market]


def price(data: TitleData, state: State, company: str) -> int | None:
    """The price of a share on the market, None before the company is started."""
    cell = cell_of(data, state, company)
    return cell.price if cell else None


def allows(data: TitleData, state: State, company: str, freedom: str) -> bool:
    """Do shares of the company enjoy ``freedom`` ("uncounted", "unlimited", "several") now?"""
    cell = cell_of(data, state, company)
    return cell is not None and data.markets[cell.market].allows(cell, freedom)


def is_at_end(data: TitleData, state: State, company: str) -> bool:
    """Does its price stand on a space that ends the game?"""
    cell = cell_of(data, state, company)
    return cell is not None and "end" in cell.kinds


def companies_by_price(state: State) -> list[str]:
    """All started companies, floated or not, as they came on the market."""
    return [company for company, own in state.companies.items() if own.cell is not None]


def in_order(data: TitleData, state: State) -> list[str]:
    """All started companies, floated or not, in the order of operating: market, price, then the
    column furthest right, then the upper row, then the stack's top. Kinds that do not operate are
    left out.
    """
    markets = list(data.markets)

    def key(company: str) -> tuple[int, ...]:
        cell = cell_of(data, state, company)
        assert cell is not None
        place = state.stacks[cell.id].index(company)
        return (markets.index(cell.market), -cell.price, -cell.column, cell.row, place)

    kinds = data.kinds
    found = (
        company
        for company in companies_by_price(state)
        if kinds[state.companies[company].kind].operates
    )
    return sorted(found, key=key)


def start(change: Change, company: str, cell: Cell) -> None:
    """Put a company on the market at its par cell."""
    state = change.state
    own = state.companies.pop(company)  # it comes after those that are there already
    state.companies[company] = replace(own, status=STARTED, par=cell.price)
    place(change, company, cell)


def place(change: Change, company: str, cell: Cell) -> None:
    """Put the company's token in ``cell``, under those already there."""
    state = change.state
    before = state.companies[company].cell
    if before:
        state.stacks[before] = tuple(c for c in state.stacks[before] if c != company)
    state.alter(company, cell=cell.id)
    state.stacks[cell.id] = (*state.stacks.get(cell.id, ()), company)


def move(change: Change, data: TitleData, company: str, cell: Cell | None) -> None:
    """Move to ``cell`` and tell the price, if that is a move at all."""
    before = cell_of(data, change.state, company)
    if cell is None or before is None or cell == before:
        return
    place(change, company, cell)
    prices = {"before": before.price, "after": cell.price}
    change.tell("price", company=company, cells=(before.id, cell.id), **prices)


def path(data: TitleData, before: Cell, after: Cell) -> tuple[str, ...]:
    """The ids of all cells that a price passes from one to another, both told, as long as it goes
    straight on; else these two alone.
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


# --- the grid (a two-dimensional market): each answers the cell a move leads to, the same one at
# an edge


def down(chart: Chart, cell: Cell, steps: int = 1) -> Cell:
    """``steps`` rows down, no further than the last cell of the column."""
    for _ in range(steps):
        below = chart.cell(cell.row + 1, cell.column)
        if below is None:
            break
        cell = below
    return cell


def up(chart: Chart, cell: Cell) -> Cell:
    """One row up, if there is one; else one column right, on a chart where that is so."""
    above = chart.cell(cell.row - 1, cell.column)
    if above is None and chart.top_goes_right:
        above = chart.cell(cell.row, cell.column + 1)
    return above or cell


def right(chart: Chart, cell: Cell) -> Cell:
    """One column right; at the end of the row one row up."""
    return chart.cell(cell.row, cell.column + 1) or up(chart, cell)


def left(chart: Chart, cell: Cell) -> Cell:
    """One column left; at the start of the row one row down."""
    return chart.cell(cell.row, cell.column - 1) or down(chart, cell)


# --- the row (a one-dimensional market)


def along(chart: Chart, cell: Cell, steps: int, ledges: bool = False) -> Cell:
    """``steps`` along a one-row market (minus is down), no further than its ends; with ``ledges``
    not down from a price that stands above one.
    """
    row = chart.rows[cell.row]
    while steps:
        onward = 1 if steps > 0 else -1
        column = cell.column + onward
        if not 0 <= column < len(row) or (ledges and steps < 0 and cell.price in chart.ledges):
            break
        cell, steps = row[column] or cell, steps - onward
    return cell


def ahead(data: TitleData, state: State, company: str, steps: int) -> Cell:
    """Where a company on the market comes with so many ``steps`` along its row (see ``along``)."""
    cell = cell_of(data, state, company)
    assert cell is not None
    return along(market_of(data, state, company), cell, steps)


def remove(change: Change, company: str) -> None:
    """Take a company that leaves the game off the market: it has no price any more."""
    state = change.state
    before = state.companies[company].cell
    assert before is not None
    state.stacks[before] = tuple(c for c in state.stacks[before] if c != company)
    state.alter(company, status=GONE, cell=None, par=None)
