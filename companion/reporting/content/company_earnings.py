"""The earnings of the companies: a column for each operating round, in bands of page width."""

from dataclasses import dataclass

from companion.reporting.content.chronicle import Chronicle, RoundRecord

COLUMNS = 19  # columns on a page beside the companies and the sum
WIDE_COLUMNS = 15  # the same with four figures in a cell or five in a sum
NAMES_AND_SUMS = 29.0  # mm
FIRST = 1.5  # extra mm before the first round of a set
WIDEST = 10.0  # mm


@dataclass(frozen=True, slots=True)
class Earned:
    """One company's revenue in one round, and whether it was withheld."""

    revenue: int
    withheld: bool


@dataclass(frozen=True, slots=True)
class RoundColumn:
    """One operating round.

    The ``first`` column of a set carries its name, which is ``span`` columns wide.
    """

    name: str
    part: str
    set: str
    first: bool
    span: int


@dataclass(frozen=True, slots=True)
class Band:
    """A part of the table: rows of (company, cells), and the sum of each column.

    The ``last`` band holds the sums over the whole game as well.
    """

    columns: tuple[RoundColumn, ...]
    rows: tuple[tuple[str, tuple[Earned | None, ...]], ...]
    sums: tuple[int, ...]
    last: bool


@dataclass(frozen=True, slots=True)
class Earnings:
    """The whole table: bands, each company's sum over the game, and rounds without earnings."""

    bands: tuple[Band, ...]
    totals: dict[str, int]
    idle: tuple[str, ...]

    @property
    def total(self) -> int:
        """Return the revenue of all companies together."""
        return sum(self.totals.values())

    def column(self, width: float) -> float:
        """Return the column width in mm on a page ``width`` mm wide, the same in all bands."""
        widths = [
            (width - NAMES_AND_SUMS - FIRST * sum(c.first for c in band.columns))
            / len(band.columns)
            for band in self.bands
        ]
        return round(min([*widths, WIDEST]), 2)


def earnings(chronicle: Chronicle, columns: int = 0) -> Earnings:
    """Return the earnings by company, in the order of their first run, and operating round.

    A band has as many ``columns`` at most, by default as many as a page.
    """
    rounds = [r for r in chronicle.rounds if r.operating]
    ran = [r for r in rounds if any(receipt.revenue for receipt in r.receipts.values())]
    totals: dict[str, int] = {}
    for round in ran:
        for company, receipt in round.receipts.items():
            if receipt.revenue:
                totals[company] = totals.get(company, 0) + receipt.revenue
    sums = [[receipt.revenue for receipt in r.receipts.values()] for r in ran]
    wide = any(max(column) >= 1000 or sum(column) >= 10000 for column in sums)
    most = columns or (WIDE_COLUMNS if wide else COLUMNS)
    parts = _bands(ran, most)
    bands = tuple(
        _band(part, list(totals), last=index == len(parts) - 1) for index, part in enumerate(parts)
    )
    idle = tuple(r.name for r in rounds if r not in ran)
    return Earnings(bands, totals, idle)


def _bands(rounds: list[RoundRecord], most: int) -> list[list[RoundRecord]]:
    """Split the rounds into bands of about equal width and keep sets together if possible."""
    if not rounds:
        return []
    count = -(-len(rounds) // most)
    wanted = -(-len(rounds) // count)
    bands: list[list[RoundRecord]] = [[]]
    for index, round in enumerate(rounds):
        band = bands[-1]
        begins = index == 0 or rounds[index - 1].set != round.set
        size = sum(other.set == round.set for other in rounds)
        full = len(band) >= most or (begins and band and len(band) + size > most)
        if full or (begins and len(band) >= wanted and len(bands) < count):
            bands.append([])
        bands[-1].append(round)
    return bands


def _band(rounds: list[RoundRecord], companies: list[str], last: bool) -> Band:
    columns = []
    for index, round in enumerate(rounds):
        first = index == 0 or rounds[index - 1].set != round.set
        span = sum(other.set == round.set for other in rounds)
        columns.append(RoundColumn(round.name, f".{round.id.part}", round.set, first, span))
    rows = tuple(
        (company, tuple(_find_earnings(r, company) for r in rounds)) for company in companies
    )
    sums = tuple(
        sum(cell.revenue for _, row in rows if (cell := row[i])) for i in range(len(rounds))
    )
    return Band(tuple(columns), rows, sums, last)


def _find_earnings(round: RoundRecord, company: str) -> Earned | None:
    receipt = round.receipts.get(company)
    if receipt is None or not receipt.revenue:
        return None
    return Earned(receipt.revenue, receipt.withheld)
