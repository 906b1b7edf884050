"""The market of a title, or its markets."""

from typing import Annotated, Literal

from pydantic import ValidationInfo, field_validator

from companion.rules.data.printed_markets import FREEDOMS, Cell, PrintedMarket
from companion.titles.schema.fields import (
    Flag,
    Kind,
    Listed,
    Name,
    Says,
    Share,
    Sum,
    Table,
    Text,
    Unique,
    Word,
    describe,
    fault,
)
from companion.titles.schema.value_tables import make_value

MarkChar = Annotated[str, Text(1, r"[^\d\s.]", "one character that is no digit and no dot")]
Freedom = Annotated[Literal["uncounted", "unlimited", "several"], Word()]
Row = Annotated[str, Text(400)]
Noted = Annotated[Literal["ring", "dash"], Word()]
assert set(FREEDOMS) == {"uncounted", "unlimited", "several"}


class MarketTable(Table):
    """The only market of a title."""

    marks: dict[MarkChar, Kind] = describe(
        "The mark behind a price for each kind of space.", {"p": "par", "y": "yellow"}, {}
    )
    rows: Annotated[tuple[Row, ...], Listed(1, 30)] = describe(
        "The rows of the market: prices with their marks, and a dot where there is no space.",
        ["60y 67 71p", ". 55"],
    )
    zones: dict[Kind, Annotated[frozenset[Freedom], Listed(0, 3)]] = describe(
        "The freedoms of shares on a kind of space: not counted, held without limit, bought several"
        " at a time.",
        {"brown": ["uncounted", "several"]},
        {},
    )
    ledge_below: Annotated[tuple[Sum, ...], Listed()] = describe(
        "The prices that stand directly above a ledge.", [110, 160], ()
    )
    par_room: Share | None = describe(
        "The most companies that may stand on a par space when another is started there.", 2, None
    )
    title: Name | None = describe("The market's name at the table.", "Main market", None)
    top_goes_right: Flag = describe(
        "Whether a price that rises from the top row moves to the right.", True, False
    )
    notes: dict[Noted, Says] = describe(
        "The explanation of spaces of the kind ring or dash.", {"ring": "a local grows here"}, {}
    )

    @field_validator("rows")
    @classmethod
    def _check_rows(cls, rows: tuple[str, ...], info: ValidationInfo) -> tuple[str, ...]:
        marks = "".join(info.data.get("marks", ()))
        for number, row in enumerate(rows):
            for word in row.split() if "marks" in info.data else ():
                digits = word.rstrip(marks) if marks else word
                if word != "." and not (digits.isascii() and digits.isdigit() and len(digits) < 6):
                    raise fault(f"row {number}: {word} is no price with known marks")
        return rows

    @field_validator("zones")
    @classmethod
    def _check_zones(cls, zones: dict[str, object], info: ValidationInfo) -> dict[str, object]:
        for zone in zones:
            if "marks" in info.data and zone not in info.data["marks"].values():
                raise fault(f"{zone} is no kind of space of marks")
        return zones

    def build(self, par_kinds: frozenset[str], name: str = "") -> PrintedMarket:
        """Return the chart; companies are started on spaces of the ``par_kinds``."""
        rows = tuple(
            tuple(self._cell(r, c, word, name) for c, word in enumerate(row.split()))
            for r, row in enumerate(self.rows)
        )
        return make_value(
            self,
            PrintedMarket,
            rows=rows,
            ledges=frozenset(self.ledge_below),
            par_kinds=par_kinds,
            name=name,
            title=name.capitalize() if self.title is None else self.title,
        )

    def _cell(self, row: int, column: int, word: str, name: str) -> Cell | None:
        if word == ".":
            return None
        digits = word.rstrip("".join(self.marks))
        kinds = frozenset(self.marks[mark] for mark in word[len(digits) :])
        return Cell(row, column, int(digits), kinds, name)


class NamedMarketTable(MarketTable):
    """One of several markets."""

    name: Annotated[
        str,
        Text(20, "[A-Za-z_][A-Za-z0-9_]*", "a word of 1 to 20 letters, digits and _"),
        Unique("market"),
    ] = describe("The word by which kinds of company name the market.", "local")


class MarketsTable(Table):
    """The market of a title, or its markets."""

    market: MarketTable | None = describe("The only market.", {"rows": ["60 67 71"]}, None)
    markets: Annotated[tuple[NamedMarketTable, ...], Listed(1, 6)] | None = describe(
        "Several markets.", [{"name": "local", "rows": ["10 13 16"]}], None, validate_default=True
    )

    @field_validator("markets")
    @classmethod
    def _check_markets(cls, markets: object, info: ValidationInfo) -> object:
        if "market" in info.data and (info.data["market"] is None) == (markets is None):
            raise fault("either market (one without a name) or markets is needed")
        return markets

    def charts(self, pars: frozenset[str]) -> tuple[PrintedMarket, ...]:
        """Return the charts; companies are started on spaces of the kinds ``pars``."""
        if self.market:
            return (self.market.build(pars),)
        return tuple(market.build(pars, market.name) for market in self.markets or ())
