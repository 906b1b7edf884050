"""Reading of a title's TOML files. An error names file and key, and what would be right."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.board.map import read_map
from companion.board.tiles import DataError
from companion.board.trains import EVERY, StopCount, TrainKind
from companion.rules.data.options import BECAUSE, Option, Reading
from companion.rules.data.title_data import (
    ALWAYS,
    EVERY_KIND,
    WITH_ROUTE,
    CertificateBonus,
    Phase,
    Private,
    TitleData,
    TrainType,
)
from companion.rules.words.shared import SHARED
from companion.titles.company_data import read_charts, read_company, read_kind
from companion.titles.map_data import check_places, read_marker, read_track
from companion.titles.option_choices import with_picks
from companion.titles.toml_tables import TomlTable

USUAL_WORDS = {  # for a title without words of its own
    "president": "president",
    "token": "token",
    "tokens": "tokens",
    "charter": "charter",
}


def load_data(folder: Path) -> TitleData:
    """Read ``title.toml``, ``map.toml`` and ``readings.toml`` of a title's folder.

    Raises DataError.
    """
    top = TomlTable(*_parse_toml(folder, "title.toml"))
    the_map = read_map(*_parse_toml(folder, "map.toml"))
    read = TomlTable(*_parse_toml(folder, "readings.toml"))
    players = top.table("players")
    cash = {int(n): money for n, money in players.get("cash", dict).items()}
    limit = {int(n): count for n, count in players.get("certificate_limit", dict, {}).items()}
    bonus = None
    if players.get("certificate_bonus", dict, None):
        more = players.table("certificate_bonus")
        bonus = CertificateBonus(more.get("percent", int), more.get("number", int))
        more.check_all_read()
    players.check_all_read()
    if limit and set(cash) != set(limit):
        raise DataError(f"{players.where}: cash and certificate_limit name different player counts")
    phases = tuple(_phase(table) for table in top.tables("phases"))
    charts = read_charts(top, frozenset[str]().union(*(phase.pars for phase in phases)))
    kinds = tuple(read_kind(table, charts) for table in top.tables("kinds"))
    if not kinds:
        raise DataError(f"{top.where}.kinds is missing; one kind of company is needed")
    cited = _citations(top.table("citations"))
    options, picks = [], {}
    for table in top.tables("options"):
        options.append(option := _option(table))
        picks[option.key] = table.tables("picks")
        table.check_all_read()
    data = TitleData(
        name=top.get("name", str),
        slug=top.get("slug", str),
        edition=top.get("edition", str),
        currency=top.get("currency", str),
        bank=top.get("bank", int, None),
        cash=cash,
        certificate_limit=limit,
        certificate_bonus=bonus,
        words={**USUAL_WORDS, **top.get("words", dict)},
        citations=cited,
        options=tuple(options),
        charts=charts,
        phases=phases,
        train_types=tuple(_train(table) for table in top.tables("trains")),
        kind_list=kinds,
        company_list=tuple(read_company(table, kinds) for table in top.tables("companies")),
        private_list=tuple(_private(t, n) for n, t in enumerate(top.tables("privates"), 1)),
        map=the_map,
        tiles=the_map.tiles,
        track=read_track(top.table("track")),
        citation=top.get("citation", str, "{name} {section}"),
        receipts=_places(top.table("receipts", {})),
        readings=tuple(_reading(table) for table in read.tables("readings")),
        talk=tuple(read.get("talk", list, [])),
        marker_list=tuple(read_marker(table) for table in top.tables("markers")),
        own=top.get("own", dict, {}),
        must_own=top.one_of("must_own", (WITH_ROUTE, ALWAYS), WITH_ROUTE),
        house_rules=tuple(_house_rule(table, cited) for table in top.tables("house_rules")),
    )
    top.check_all_read()
    read.check_all_read()
    data = with_picks(data, {key: tables for key, tables in picks.items() if tables})
    _check(data, top.where)
    _check_readings(data, read.where)
    return data


def _parse_toml(folder: Path, name: str) -> tuple[dict[str, Any], str]:
    """Parse a TOML file of the folder. Returns its data, and its name for error messages."""
    where = f"{folder.name}/{name}"
    try:
        with (folder / name).open("rb") as file:
            return tomllib.load(file), where
    except FileNotFoundError:
        raise DataError(f"{where} is missing") from None
    except tomllib.TOMLDecodeError as fault:
        raise DataError(f"{where}: {fault}") from None


def _number(value: Any, where: str, least: int = 0) -> int:
    """Check a whole number in a table of numbers. Raises DataError."""
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise DataError(f"{where} is {value!r}; a whole number of {least} or more is needed")
    return value


def _citations(table: TomlTable) -> dict[str, str]:
    """Map refusal codes to sections.

    A group of codes may share one, under the part before the dot.
    """
    given = _places(table)
    found = {code: given.get(code) or given.get(code.split(".")[0], "") for code in SHARED.refusals}
    return {**given, **found}


def _places(table: TomlTable) -> dict[str, str]:
    """Return the sections of the rule book as the file has them."""
    return {key: table.get(key, str) for key in table.data}


def _option(table: TomlTable) -> Option:
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
    return option


def _house_rule(table: TomlTable, cited: Mapping[str, str]) -> Option:
    """Return the house rule that switches off one refusal, with that refusal's section."""
    code, says = table.get("overrules", str), table.get("says", str)
    table.check_all_read()
    if not cited.get(code):
        raise DataError(f"{table.where}: no section is cited for a refusal {code!r}")
    return Option(code, says, "flag", False, rule=cited[code], overrules=code)


def _reading(table: TomlTable) -> Reading:
    reading = Reading(
        section=table.get("section", str),
        about=table.get("about", str),
        because=table.one_of("because", BECAUSE),
        says=table.get("says", str),
        option=table.get("option", str, ""),
    )
    table.check_all_read()
    return reading


def _phase(table: TomlTable) -> Phase:
    phase = Phase(
        name=table.get("name", str),
        train_limits=_train_limits(table),
        tiles=tuple(table.get("tiles", list)),
        operating_rounds=table.get("operating_rounds", int, 1),
        privates_for_companies=table.get("privates_for_companies", bool, False),
        privates_close=table.get("privates_close", bool, False),
        float_shares=table.get("float_shares", int, 0),
        pars=frozenset(table.get("pars", list, ["par"])),
        values=tuple(table.get("values", list, [])),
    )
    table.check_all_read()
    return phase


def _train_limits(table: TomlTable) -> dict[str, int]:
    """Read a limit for every company, or by kind of company: ``{ local = 2, major = 3 }``."""
    limits, where = table.get("train_limit", (int, dict)), f"{table.where}.train_limit"
    if isinstance(limits, int):
        return {EVERY_KIND: _number(limits, where)}
    return {kind: _number(number, f"{where}.{kind}") for kind, number in limits.items()}


def _stop_kinds(table: TomlTable, key: str, default: frozenset[str] = EVERY) -> frozenset[str]:
    found = frozenset(table.get(key, list, list(default)))
    if found - EVERY:
        raise DataError(f"{table.where}.{key}: {sorted(found - EVERY)[0]!r} is no kind of stop")
    return found


def _stop_count(table: TomlTable) -> StopCount:
    """Read a number of stops of some kinds: ``{ number = 2, of = ["city"] }``."""
    found = StopCount(table.get("number", int), _stop_kinds(table, "of"))
    table.check_all_read()
    if found.number < 1:
        raise DataError(f"{table.where}.number is {found.number}; 1 or more is needed")
    return found


def _train_kind(table: TomlTable) -> TrainKind:
    """Read how a train runs.

    ``reach`` is short for one limit on the kinds of stop in ``counts``.
    """
    reach = table.get("reach", (int, str), None)
    counts = _stop_kinds(table, "counts")
    limits = tuple(_stop_count(each) for each in table.tables("limits"))
    if (reach is None) == (not limits):
        raise DataError(f'{table.where}: either reach (a number, or "unlimited") or limits')
    if isinstance(reach, int):
        limits = (StopCount(reach, counts),)
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


def _train_count(table: TomlTable) -> int | dict[int, int] | None:
    """Read how many there are: a number, "unlimited", or a number for each number of players."""
    count, where = table.get("count", (int, str, dict)), f"{table.where}.count"
    if count == "unlimited":
        return None
    if isinstance(count, str):
        raise DataError(f'{where} is {count!r}; a number or "unlimited" is needed')
    if isinstance(count, int):
        return _number(count, where)
    for players in count:
        if not players.isdecimal():
            raise DataError(f"{where}.{players}: a number of players is needed")
    return {int(players): _number(n, f"{where}.{players}") for players, n in count.items()}


def _train(table: TomlTable) -> TrainType:
    train = TrainType(
        name=table.get("name", str),
        price=table.get("price", int),
        count=_train_count(table),
        kind=_train_kind(table),
        rusted_by=table.get("rusted_by", str, None),
        after=table.get("after", str, None),
        beside=table.get("beside", str, None),
        phase=table.get("phase", str, None),
        trade_in=table.get("trade_in", dict, None),
        last_run=table.get("last_run", bool, False),
    )
    table.check_all_read()
    return train


def _private(table: TomlTable, number: int) -> Private:
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
    table.check_all_read()
    return private


def _check(data: TitleData, where: str) -> None:
    """Check names that must agree between tables. Raises DataError."""
    check_places(data, where)
    symbols = [owner.symbol for owner in data.token_owners]
    if len(set(symbols)) != len(symbols):
        raise DataError(f"{where}: two companies or markers share a symbol")
    shorts = [company.short for company in data.company_list]
    if len(set(shorts)) != len(shorts):
        raise DataError(f"{where}: two companies share a short mark")
    kinds = set(data.kinds)
    for number, phase_data in enumerate(data.phases):
        limits = set(phase_data.train_limits)
        if limits not in ({EVERY_KIND}, kinds):
            at, known = f"{where}.phases[{number}].train_limit", ", ".join(sorted(kinds))
            raise DataError(f"{at} needs a number, or one for each kind of company: {known}")
    for train in data.train_types:
        _check_train(data, train, f"{where}: train {train.name}")
    for private in data.private_list:
        for at in private.blocks:
            if at not in data.map.hexes:
                raise DataError(f"{where}: {private.symbol} blocks {at}, which is not on the map")


def _check_train(data: TitleData, train: TrainType, where: str) -> None:
    """Check the names in a train and its counts. Raises DataError."""
    phases = [phase.name for phase in data.phases]
    for other in (train.after, train.beside, *(train.trade_in or {})):
        if other is not None and other not in data.trains:
            raise DataError(f"{where} names {other}, which there is not")
    for phase in (train.phase, train.rusted_by):
        if phase is not None and phase not in phases:
            known = ", ".join(phases)
            raise DataError(f"{where} names the phase {phase}; known are {known}")
    if isinstance(train.count, Mapping) and set(train.count) != set(data.cash):
        players = ", ".join(map(str, sorted(data.cash)))
        raise DataError(f"{where} needs a count for {players} players each")


def _check_readings(data: TitleData, where: str) -> None:
    """Check that readings and options of readings match one to one. Raises DataError."""
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
