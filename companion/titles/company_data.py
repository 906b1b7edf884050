"""Reading of a title's data about markets, kinds of company, and companies."""

from typing import Any

from companion.board.tiles import DataError
from companion.rules.data.charts import Cell, MarketChart
from companion.rules.data.title_data import CAPITALS, FULL, Company, CompanyKind
from companion.titles.map_data import read_homes
from companion.titles.toml_tables import TomlTable

NOTED = ("ring", "dash")  # marks of spaces that a note explains


def read_charts(top: TomlTable, par_kinds: frozenset[str]) -> tuple[MarketChart, ...]:
    """Read the one ``market``, or several named ``markets``. Raises DataError.

    ``par_kinds`` are the kinds of space on which companies start in some phase.
    """
    several = top.tables("markets")
    if bool(several) == ("market" in top.data):
        raise DataError(f"{top.where}: either market (one without a name) or markets")
    if not several:
        return (_chart(top.table("market"), "", par_kinds),)
    names = [str(table.get("name", str)) for table in several]
    for table, name in zip(several, names, strict=True):
        if not name.isidentifier() or names.count(name) > 1:
            raise DataError(f"{table.where}.name is {name!r}; a word that no other has is needed")
    return tuple(_chart(t, name, par_kinds) for t, name in zip(several, names, strict=True))


def _chart(table: TomlTable, name: str, par_kinds: frozenset[str]) -> MarketChart:
    """Read the rows of a market.

    Blanks separate prices, "." is no cell, and marks behind a price are those of ``marks``.
    """
    marks = {mark: str(kind) for mark, kind in table.get("marks", dict, {}).items()}
    rows = []
    for r, line in enumerate(table.get("rows", list)):
        row: list[Cell | None] = []
        for c, word in enumerate(line.split()):
            if word == ".":
                row.append(None)
                continue
            digits = word.rstrip("".join(marks))
            if not digits.isdecimal():
                raise DataError(f"{table.where}.rows[{r}]: {word!r} is no price with known marks")
            kinds = frozenset(marks[mark] for mark in word[len(digits) :])
            row.append(Cell(r, c, int(digits), kinds, name))
        rows.append(tuple(row))
    zones = {zone: frozenset(freedoms) for zone, freedoms in table.get("zones", dict, {}).items()}
    chart = MarketChart(
        tuple(rows),
        zones,
        frozenset(table.get("ledge_below", list, [])),
        par_kinds,
        table.get("par_room", int, None),
        name,
        table.get("title", str, name.capitalize()),
        table.get("top_goes_right", bool, False),
        table.get("notes", dict, {}),
    )
    table.check_all_read()
    if unknown := sorted(set(chart.notes) - set(NOTED)):
        known = ", ".join(NOTED)
        raise DataError(f"{table.where}.notes has {unknown[0]!r}; known are {known}")
    if chart.par_room is not None and chart.par_room < 1:
        raise DataError(f"{table.where}.par_room is {chart.par_room}; 1 or more is needed")
    return chart


def read_kind(table: TomlTable, charts: tuple[MarketChart, ...]) -> CompanyKind:
    """Read a kind of company, on one of the markets. Raises DataError."""
    markets = [chart.name for chart in charts]
    certificates = _certificates(table, "certificates")
    kind = CompanyKind(
        name=table.get("name", str),
        certificates=certificates,
        unit=table.get("unit", int, min(certificates)),
        directed=table.get("directed", bool, True),
        counted=table.get("counted", bool, True),
        holding_limit=table.get("holding_limit", int, None),
        pool_limit=table.get("pool_limit", int, None),
        floats_at=table.get("floats_at", int, None),
        capital=table.one_of("capital", CAPITALS, FULL),
        market=table.get("market", str, markets[0]),
        pool_pays=table.get("pool_pays", bool, True),
        operates=table.get("operates", bool, True),
    )
    table.check_all_read()
    _check_unit(certificates, kind, f"{table.where}.certificates")
    for key in ("holding_limit", "pool_limit", "floats_at"):
        percent = getattr(kind, key)
        if percent is not None and not 0 <= percent <= 100:
            raise DataError(f"{table.where}.{key} is {percent}; a percent from 0 to 100 is needed")
    if kind.market not in markets:
        known = ", ".join(filter(None, markets)) or "none, for the market has no name"
        raise DataError(f"{table.where}.market is {kind.market!r}; known are {known}")
    return kind


def _certificates(table: TomlTable, key: str, default: Any = ...) -> tuple[int, ...]:
    """Return the percents of all certificates of a company."""
    parts = tuple(table.get(key, list, default))
    if any(not isinstance(part, int) or isinstance(part, bool) or part < 1 for part in parts):
        raise DataError(f"{table.where}.{key}: each is a percent, a whole number from 1 to 100")
    if sum(parts) != 100:
        raise DataError(f"{table.where}.{key} sum to {sum(parts)}; 100 is needed")
    return parts


def _check_unit(certificates: tuple[int, ...], kind: CompanyKind, where: str) -> None:
    """Check that certificates are whole shares of the kind. Raises DataError."""
    if kind.unit < 1 or any(part % kind.unit for part in certificates):
        raise DataError(f"{where} are no whole shares of {kind.unit}%, the unit of {kind.name!r}")


def read_company(table: TomlTable, kinds: tuple[CompanyKind, ...]) -> Company:
    """Read a company. Its kind is by default the first one. Raises DataError."""
    by_name = {kind.name: kind for kind in kinds}
    kind = by_name[table.one_of("kind", by_name, kinds[0].name)]
    company = Company(
        symbol=table.get("symbol", str),
        name=table.get("name", str),
        short=table.get("short", str),
        colour=table.get("colour", str),
        homes=read_homes(table),
        token_costs=tuple(table.get("token_costs", list)),
        shares=_certificates(table, "shares", list(kind.certificates)),
        kind=kind,
        keeps_all=table.get("keeps_all", bool, True),
    )
    table.check_all_read()
    _check_unit(company.shares, kind, f"{table.where}.shares")
    return company
