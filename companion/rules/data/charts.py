"""Share markets as a title prints them: their cells, and what each allows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Cell:
    """One space of a market: its price and the kinds of space it is ("par", "yellow", "end", ...).
    ``market`` is the market's name.
    """

    row: int
    column: int
    price: int
    kinds: frozenset[str] = frozenset()
    market: str = ""

    @property
    def id(self) -> str:
        """Plain id, "row,column", behind the name of the market where it has one: "local:0,3"."""
        at = f"{self.row},{self.column}"
        return f"{self.market}:{at}" if self.market else at


@dataclass(frozen=True)
class Chart:
    """A share market: rows of cells. ``zones`` says what each kind of space allows: "uncounted"
    (not against the certificate limit), "unlimited" (no holding limit), "several" (in one turn).

    ``ledges`` are prices that stand directly above a ledge; ``top_goes_right`` whether a price that
    rises from the top row goes right; ``par_kinds`` the kinds of space at which companies are
    started in some phase, ``par_room`` the companies that may stand on one when another is started
    there (None: any number). ``name`` is "" where there is no other market, ``title`` what it is
    called at the table; ``notes`` says of other kinds of space what is marked by them.
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
        """The par cell of each price that is a par price in some phase, dearest first."""
        pars = [cell for cell in self.cells.values() if cell.kinds & self.par_kinds]
        return {cell.price: cell for cell in sorted(pars, key=lambda cell: -cell.price)}

    @cached_property
    def par_cells(self) -> frozenset[Cell]:
        """The cells at which companies are started in some phase."""
        return frozenset(self.pars.values())

    @cached_property
    def _freeing(self) -> Mapping[str, set[str]]:
        """The kinds of space that give each freedom."""
        found: dict[str, set[str]] = {}
        for kind, freedoms in self.zones.items():
            for freedom in freedoms:
                found.setdefault(freedom, set()).add(kind)
        return found

    def cell(self, row: int, column: int) -> Cell | None:
        """The cell there, or None off the chart."""
        if row < 0 or column < 0 or row >= len(self.rows) or column >= len(self.rows[row]):
            return None
        return self.rows[row][column]

    def allows(self, cell: Cell | None, freedom: str) -> bool:
        """Does a share at ``cell`` enjoy ``freedom`` ("uncounted", "unlimited", "several")?"""
        return cell is not None and not cell.kinds.isdisjoint(self._freeing.get(freedom, ()))
