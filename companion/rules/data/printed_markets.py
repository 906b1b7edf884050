"""Share markets as a title prints them: their cells, and what each allows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

FREEDOMS = ("uncounted", "unlimited", "several")  # of shares on some spaces, see ``PrintedMarket``


@dataclass(frozen=True)
class Cell:
    """One space of a market.

    ``kinds`` are the kinds of space it is ("par", "yellow", "end", ...). ``market`` is the name of
    its market.
    """

    row: int
    column: int
    price: int
    kinds: frozenset[str] = frozenset()
    market: str = ""

    @cached_property
    def id(self) -> str:
        """The plain id "row,column", prefixed with the market's name if it has one: "local:0,3"."""
        at = f"{self.row},{self.column}"
        return f"{self.market}:{at}" if self.market else at


@dataclass(frozen=True)
class PrintedMarket:
    """A share market, as rows of cells.

    ``zones`` maps each kind of space to its freedoms: "uncounted" (not against the certificate
    limit), "unlimited" (no holding limit), "several" (several shares in one turn).

    Prices in ``ledges`` stand directly above a ledge. With ``top_goes_right`` a price that rises
    from the top row moves right. Companies are started on the kinds of space in ``par_kinds``, in
    some phase. ``par_room`` is the number of companies that may stand on a par space when another
    is started there; None means any number. ``name`` is "" if the title has only one market.
    ``title`` is the market's name at the table. ``notes`` explains other kinds of space.
    """

    rows: tuple[tuple[Cell | None, ...], ...]
    zones: Mapping[str, frozenset[str]]
    ledges: frozenset[int] = frozenset()
    par_kinds: frozenset[str] = frozenset(("par",))
    par_room: int | None = None
    name: str = ""
    title: str = ""
    top_goes_right: bool = False
    notes: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def cells(self) -> Mapping[str, Cell]:
        """Every cell by its id."""
        return {cell.id: cell for row in self.rows for cell in row if cell}

    @cached_property
    def pars(self) -> Mapping[int, Cell]:
        """The par cell of each price that is a par price in some phase, highest first."""
        pars = [cell for cell in self.cells.values() if cell.kinds & self.par_kinds]
        return {cell.price: cell for cell in sorted(pars, key=lambda cell: -cell.price)}

    @cached_property
    def par_cells(self) -> frozenset[Cell]:
        """The cells on which companies are started in some phase."""
        return frozenset(self.pars.values())

    def cell(self, row: int, column: int) -> Cell | None:
        """Return the cell at that place, or None outside the chart."""
        if row < 0 or column < 0 or row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        return self.rows[row][column]

    def allows(self, cell: Cell | None, freedom: str) -> bool:
        """Return whether a share at ``cell`` has that freedom (see ``zones``)."""
        return cell is not None and any(
            freedom in self.zones[kind] for kind in cell.kinds & self.zones.keys()
        )
