"""Reading a title's TOML files. Wrong data is named by file and key, with what would be right."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.board.map import read_map
from companion.board.tiles import DataError
from companion.board.trains import EVERY, Count, TrainKind
from companion.rules.data import (
    BECAUSE,
    Cell,
    Chart,
    Company,
    Option,
    Phase,
    Private,
    Reading,
    TitleData,
    TrainType,
)
from companion.rules.words.shared import SHARED


class Table:
    """A TOML table that knows where it stands, so that what is wrong with it can be named."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise DataError(f"{where}: a table is needed, not {data!r}")
        self.data = data
        self.where = where
        self.read: set[str] = set()

    def get(self, key: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        """The value of a key, of that kind. Raises DataError when missing or of another kind."""
        self.read.add(key)
        if key not in self.data:
            if default is ...:
                raise DataError(f"{self.where}.{key} is missing")
            return default
        value = self.data[key]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise DataError(f"{self.where}.{key} is {value!r}; {_kind_words(kind)} is needed")
        return value

    def table(self, key: str, default: Any = ...) -> "Table":
        """A table under this one."""
        return Table(self.get(key, dict, default), f"{self.where}.{key}")

    def tables(self, key: str) -> list["Table"]:
        """An array of tables under this one."""
        found = self.get(key, list, [])
        return [Table(item, f"{self.where}.{key}[{i}]") for i, item in enumerate(found)]

    def done(self) -> None:
        """Raise DataError for a key nobody asked for."""
        left = sorted(set(self.data) - self.read)
        if left:
            known = ", ".join(sorted(self.read))
            raise DataError(f"{self.where} has a key {left[0]!r}; known are {known}")


def _kind_words(kind: type | tuple[type, ...]) -> str:
    words = {
        int: "a whole number",
        str: "a text",
        bool: "true or false",
        list: "a list",
        dict: "a table",
    }
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(words[k] for k in kinds)


def load_data(folder: Path) -> TitleData:
    """Read ``title.toml``, ``map.toml`` and ``readings.toml`` of a title's folder.

    Raises DataError.
    """
    top = Table(*_parsed(folder, "title.toml"))
    the_map = read_map(*_parsed(folder, "map.toml"))
    read = Table(*_parsed(folder, "readings.toml"))
    players = top.table("players")
    cash = {int(n): money for n, money in players.get("cash", dict).items()}
    limit = {int(n): count for n, count in players.get("certificate_limit", dict).items()}
    players.done()
    if set(cash) != set(limit):
        raise DataError(f"{players.where}: cash and certificate_limit name different player counts")
    default_shares = top.get("shares", list)
    data = TitleData(
        name=top.get("name", str),
        slug=top.get("slug", str),
        edition=top.get("edition", str),
        currency=top.get("currency", str),
        bank=top.get("bank", int, None),
        cash=cash,
        certificate_limit=limit,
        words=dict(top.get("words", dict)),
        citations=_citations(top.table("citations")),
        options=tuple(_option(table) for table in top.tables("options")),
        chart=_chart(top.table("market")),
        phases=tuple(_phase(table) for table in top.tables("phases")),
        train_types=tuple(_train(table) for table in top.tables("trains")),
        company_list=tuple(_company(table, default_shares) for table in top.tables("companies")),
        private_list=tuple(_private(t, n) for n, t in enumerate(top.tables("privates"), 1)),
        map=the_map,
        tiles=the_map.tiles,
        citation=top.get("citation", str, "{name} {section}"),
        readings=tuple(_reading(table) for table in read.tables("readings")),
    )
    top.done()
    read.done()
    _check(data, top.where)
    _check_readings(data, read.where)
    return data


def _parsed(folder: Path, name: str) -> tuple[dict[str, Any], str]:
    """What a TOML file of the folder says, and how the file is named in faults."""
    where = f"{folder.name}/{name}"
    try:
        with (folder / name).open("rb") as file:
            return tomllib.load(file), where
    except FileNotFoundError:
        raise DataError(f"{where} is missing") from None
    except tomllib.TOMLDecodeError as fault:
        raise DataError(f"{where}: {fault}") from None


def _citations(table: Table) -> dict[str, str]:
    """Refusal code -> section; a group of codes may share one under the part before the dot."""
    given = {code: table.get(code, str) for code in table.data}
    found = {code: given.get(code) or given.get(code.split(".")[0], "") for code in SHARED.refusals}
    return {**given, **found}


def _option(table: Table) -> Option:
    kind = table.get("kind", str, "flag")
    choices = tuple(table.get("choices", list, []))
    option = Option(
        key=table.get("key", str),
        says=table.get("says", str),
        kind=kind,
        default=table.get("default", {"flag": bool, "number": int, "text": str}[kind]),
        choices=choices,
        least=table.get("least", int, None),
        most=table.get("most", int, None),
        rule=table.get("rule", str, ""),
        reading=table.get("reading", bool, False),
    )
    table.done()
    return option


def _reading(table: Table) -> Reading:
    reading = Reading(
        section=table.get("section", str),
        about=table.get("about", str),
        because=table.get("because", str),
        says=table.get("says", str),
        option=table.get("option", str, ""),
    )
    table.done()
    if reading.because not in BECAUSE:
        known = ", ".join(BECAUSE)
        raise DataError(f"{table.where}.because is {reading.because!r}; known are {known}")
    return reading


def _chart(table: Table) -> Chart:
    """Rows as text: prices apart by blanks, "." for no
    cell, marks behind the price as ``marks`` says.
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
            row.append(Cell(r, c, int(digits), kinds))
        rows.append(tuple(row))
    zones = {zone: frozenset(freedoms) for zone, freedoms in table.get("zones", dict, {}).items()}
    ledges = frozenset(table.get("ledge_below", list, []))
    table.done()
    return Chart(tuple(rows), zones, ledges)


def _phase(table: Table) -> Phase:
    phase = Phase(
        name=table.get("name", str),
        train_limit=table.get("train_limit", int),
        tiles=tuple(table.get("tiles", list)),
        operating_rounds=table.get("operating_rounds", int, 1),
        privates_for_companies=table.get("privates_for_companies", bool, False),
        privates_close=table.get("privates_close", bool, False),
        float_shares=table.get("float_shares", int, 0),
    )
    table.done()
    return phase


def _stop_kinds(table: Table, key: str, default: frozenset[str] = EVERY) -> frozenset[str]:
    found = frozenset(table.get(key, list, list(default)))
    if found - EVERY:
        raise DataError(f"{table.where}.{key}: {sorted(found - EVERY)[0]!r} is no kind of stop")
    return found


def _stop_count(table: Table) -> Count:
    """So many stops of some kinds: ``{ number = 2, of = ["city"] }``."""
    found = Count(table.get("number", int), _stop_kinds(table, "of"))
    table.done()
    if found.number < 1:
        raise DataError(f"{table.where}.number is {found.number}; 1 or more is needed")
    return found


def _train_kind(table: Table) -> TrainKind:
    """How a train runs. ``reach`` is short for one limit, on the kinds of stop in ``counts``."""
    reach = table.get("reach", (int, str), None)
    counts = _stop_kinds(table, "counts")
    limits = tuple(_stop_count(each) for each in table.tables("limits"))
    if (reach is None) == (not limits):
        raise DataError(f'{table.where}: either reach (a number, or "unlimited") or limits')
    if isinstance(reach, int):
        limits = (Count(reach, counts),)
    elif reach not in (None, "unlimited"):
        raise DataError(f'{table.where}.reach is {reach!r}; a number or "unlimited" is needed')
    return TrainKind(
        table.get("name", str),
        limits,
        least=_stop_count(table.table("least", {"number": 2})),
        pays=_stop_kinds(table, "pays"),
        ends=_stop_kinds(table, "ends"),
        multiplier=table.get("multiplier", int, 1),
        multiplies=_stop_kinds(table, "multiplies"),
        best=_stop_count(table.table("best")) if table.get("best", dict, None) else None,
        once=_stop_kinds(table, "once", frozenset()),
        floods=table.get("floods", bool, False),
    )


def _train(table: Table) -> TrainType:
    count = table.get("count", (int, str))
    train = TrainType(
        name=table.get("name", str),
        price=table.get("price", int),
        count=None if count == "unlimited" else int(count),
        kind=_train_kind(table),
        rusted_by=table.get("rusted_by", str, None),
        after=table.get("after", str, None),
        beside=table.get("beside", str, None),
        phase=table.get("phase", str, None),
        trade_in=table.get("trade_in", dict, None),
    )
    table.done()
    return train


def _company(table: Table, shares: list[int]) -> Company:
    home = table.get("home", (str, list))
    company = Company(
        symbol=table.get("symbol", str),
        name=table.get("name", str),
        short=table.get("short", str),
        colour=table.get("colour", str),
        home=(home,) if isinstance(home, str) else tuple(home),
        token_costs=tuple(table.get("token_costs", list)),
        shares=tuple(table.get("shares", list, shares)),
    )
    table.done()
    return company


def _private(table: Table, number: int) -> Private:
    private = Private(
        symbol=table.get("symbol", str),
        name=table.get("name", str),
        price=table.get("price", int),
        revenue=table.get("revenue", int),
        number=table.get("number", int, number),
        blocks=tuple(table.get("blocks", list, [])),
        text=table.get("text", str, ""),
        powers=table.get("powers", dict, {}),
    )
    table.done()
    return private


def _check(data: TitleData, where: str) -> None:
    """What no single table can tell: names that must agree."""
    board_stops = {f"{at}.{i}" for at, hex in data.map.hexes.items() for i in range(len(hex.stops))}
    for company in data.company_list:
        if sum(company.shares) != 100:
            raise DataError(f"{where}: the shares of {company.symbol} sum to {sum(company.shares)}")
        for stop in company.home:
            if stop not in board_stops:
                raise DataError(f"{where}: {company.symbol}'s home {stop} is no stop of the map")
    shorts = [company.short for company in data.company_list]
    if len(set(shorts)) != len(shorts):
        raise DataError(f"{where}: two companies share a short mark")
    for train in data.train_types:
        for other in (train.rusted_by, train.after, train.beside, *(train.trade_in or {})):
            if other is not None and other not in data.trains:
                raise DataError(f"{where}: train {train.name} names {other}, which there is not")
    for private in data.private_list:
        for at in private.blocks:
            if at not in data.map.hexes:
                raise DataError(f"{where}: {private.symbol} blocks {at}, which is not on the map")


def _check_readings(data: TitleData, where: str) -> None:
    """Every option that is a reading has its entry, and every entry's option is one."""
    named = [reading.option for reading in data.readings if reading.option]
    for option in named:
        if option not in {known.key for known in data.options}:
            raise DataError(f"{where}: there is no option {option!r} in {data.name}'s title.toml")
    for known in data.options:
        if known.reading and named.count(known.key) != 1:
            count = named.count(known.key) or "none"
            raise DataError(f"{where}: the reading {known.key!r} needs one entry; it has {count}")
    abouts = [reading.about for reading in data.readings]
    for about in abouts:
        if abouts.count(about) > 1:
            raise DataError(f"{where}: two entries are about {about!r}")
