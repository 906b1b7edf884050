"""The form of a title that a table makes, as texts, and the tables that it describes.

A field of a list has the name of the list, the number of its row, and its key: "trains.0.price".
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.languages import format_text, gettext, gettext_name, lazy_gettext, list_names
from companion.rules.core.action_parser import shorten_value
from companion.titles.accounts_pack import short_marks
from companion.titles.made_title import Tables
from companion.titles.schema.fields import PAINTS
from companion.web.library.title_columns import (
    GENERAL,
    LIST_NAMES,
    LISTS,
    OWN_PRICES,
    SWITCHES,
    Field,
)

Form = MultiDict[str, str]
MOST_ROWS = 40
MAIN = "main"  # the market beside those of kinds of company with own prices
SPARE = 2  # empty rows after those that are filled
PLAYERS = range(2, 9)
BY_PLAYERS = ("cash", "certificate_limit")
MARKS = {"p": "par", "y": "yellow", "g": "green", "o": "orange", "b": "brown", "e": "end"}
ZONES = ("yellow", "green", "orange", "brown")
SENTENCES = {  # by the fault of a file that they stand for
    r"is missing.*": lazy_gettext("This is missing."),
    r"is (?P<value>.+); a whole number from (?P<least>-?\d+) to (?P<most>\d+)"
    r"(?:, or .+)? is needed": lazy_gettext(
        "{value} is not a whole number from {least:,} to {most:,}."
    ),
    r"is (?P<value>.+); an? [a-z ]+ is needed; known are (?P<known>.+)": lazy_gettext(
        "{value} is not in this title. Known are: {known}."
    ),
    r"is (?P<value>.+); a text of (?P<least>\d+) to (?P<most>\d+) characters, .+": lazy_gettext(
        "{value} is not a text of {least} to {most} characters without control marks."
    ),
    r"is (?P<value>.+); a symbol of 1 to 10 letters, digits and &, .+": lazy_gettext(
        "{value} is not a free symbol of 1 to 10 letters, digits and &."
    ),
    r"row (?P<row>\d+): (?P<value>\S+) is no price.*": lazy_gettext(
        "Row {row}: {value} is not a price with known letters."
    ),
    r"has 0;.*": lazy_gettext("At least one is needed."),
}
FREEDOMS = ("uncounted", "unlimited", "several")  # each zone has the first so many of them


# --- from tables to texts


def write_form(tables: Mapping[str, Any]) -> Form:
    """Return the texts of the form that describe these tables."""
    form, markets = Form(), {one["name"]: one for one in tables.get("markets", ())}
    tables = {**tables, "kinds": [_with_prices(kind, markets) for kind in tables.get("kinds", ())]}
    for field in GENERAL:
        form[field.key] = field.write(tables.get(field.key))
    for key in BY_PLAYERS:
        for number, amount in tables.get("players", {}).get(key, {}).items():
            form[f"{key}.{number}"] = str(amount)
    for name, fields in LISTS.items():
        for row, table in enumerate(tables.get(name, ())):
            for field in fields:
                form[f"{name}.{row}.{field.key}"] = field.write(_find(table, field.key))
    for _, fields in SWITCHES.values():
        for field in fields:
            form[field.key] = field.write(_find(tables, field.key))
    _write_market(form, _main_market(tables))
    return form


def _main_market(tables: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the market of all kinds of company without prices of their own, the last one."""
    found: Mapping[str, Any] = (tables.get("markets") or [tables.get("market", {})])[-1]
    return found


def _with_prices(kind: Tables, markets: Mapping[str, Tables]) -> Tables:
    """Return a kind of company with its own prices, if its market has nothing but pars."""
    rows = markets.get(kind.get("market", ""), {}).get("rows", ())
    prices = [word for row in rows for word in row.split() if word != "."]
    if not prices or not all(word.endswith("p") for word in prices):
        return kind
    return {**kind, OWN_PRICES: [word.removesuffix("p") for word in prices]}


def _write_market(form: Form, market: Mapping[str, Any]) -> None:
    form["market.rows"] = "\n".join(market.get("rows", ()))
    marks = {**MARKS, **market.get("marks", {})}
    form["market.marks"] = ", ".join(f"{mark} {kind}" for mark, kind in marks.items())
    form["market.top_goes_right"] = "1" if market.get("top_goes_right") else ""
    for zone in ZONES:
        form[f"zone.{zone}"] = str(len(market.get("zones", {}).get(zone, ())))


def _find(table: Mapping[str, Any], key: str) -> Any:
    """Return a value by keys with dots between them; None if there is none."""
    found: Any = table
    for part in key.split("."):
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


# --- from texts to tables


def read_form(form: Form, base: Mapping[str, Any]) -> Tables:
    """Return the tables that a form describes; what it has no field for stays as in ``base``."""
    tables = dict(base)
    for field in GENERAL:
        _set(tables, field, form.get(field.key, ""))
    tables["players"] = {**base.get("players", {}), **_read_players(form)}
    for name in LISTS:
        tables[name] = list(_read_rows(form, base, name))
    for table, (_, fields) in SWITCHES.items():
        tables[table] = dict(base.get(table, {}))
        for field in fields:
            _set(tables, field, form.get(field.key, ""))
    _complete(tables)
    _set_markets(tables, _read_market(form, _main_market(base)))
    return tables


def _set_markets(tables: Tables, market: Tables) -> None:
    """Set the market, or the markets if a kind of company has prices of its own.

    Companies operate by market: those with own prices first. Each price stands alone in its row and
    column, so that it never moves.
    """
    tables.pop("market", None)
    tables.pop("markets", None)
    own = []
    for kind in tables["kinds"]:
        kind.pop("market", None)
        if prices := kind.pop(OWN_PRICES, None):
            name = kind["market"] = f"of_{kind['name']}"
            rows = [". " * place + f"{price}p" for place, price in enumerate(prices)]
            title = str(kind["name"]).capitalize()
            own.append({"name": name, "title": title, "marks": {"p": "par"}, "rows": rows})
    if not own:
        tables["market"] = {key: market[key] for key in market if key != "name"}
        return
    for kind in tables["kinds"]:
        kind.setdefault("market", MAIN)
    tables["markets"] = [*own, {"title": gettext("Market"), **market, "name": MAIN}]


def _set(table: Tables, field: Field, text: str) -> None:
    """Set the value of a field, or remove it where the field is empty."""
    *path, last = field.key.split(".")
    value = field.read(text)
    if value is None and field.kind in ("numbers", "words") and field.usual is not None:
        value = []
    for part in path:
        table[part] = dict(table.get(part, {}))
        table = table[part]
    if value is None or (value is False and field.usual is False):
        table.pop(last, None)
    else:
        table[last] = value


def _read_players(form: Form) -> Tables:
    found: Tables = {}
    for key in BY_PLAYERS:
        amounts = {n: Field("", "", "number").read(form.get(f"{key}.{n}", "")) for n in PLAYERS}
        found[key] = {str(n): amount for n, amount in amounts.items() if amount is not None}
    if not found["certificate_limit"]:
        del found["certificate_limit"]
    return found


def count_rows(form: Form, name: str) -> int:
    """Return the number of rows of a list up to the last one that is filled."""
    first = LISTS[name][0].key
    filled = [row for row in range(MOST_ROWS) if form.get(f"{name}.{row}.{first}", "").strip()]
    return filled[-1] + 1 if filled else 0


def _read_rows(form: Form, base: Mapping[str, Any], name: str) -> Iterator[Tables]:
    """Yield the rows of a list. A row that ``base`` has keeps what there is no field for."""
    first, *_ = fields = LISTS[name]
    known = {row.get(first.key): row for row in base.get(name, ())}
    for row in range(count_rows(form, name)):
        texts = {field.key: form.get(f"{name}.{row}.{field.key}", "") for field in fields}
        if texts[first.key].strip():
            table = dict(known.get(texts[first.key].strip(), {}))
            for field in fields:
                _set(table, field, texts[field.key])
            yield table


def _complete(tables: Tables) -> None:
    """Add what follows from other fields, or is the same in every title without a map."""
    companies, paints = tables["companies"], list(PAINTS.values())
    marks = short_marks([one["symbol"] for one in companies])
    for number, (company, mark) in enumerate(zip(companies, marks, strict=True)):
        company["short"] = mark
        company.setdefault("name", company["symbol"])
        company.setdefault("colour", paints[number % len(paints)])
        company.setdefault("token_costs", [0])
    for private in tables["privates"]:
        private.setdefault("name", private["symbol"])
        private.setdefault("revenue", 0)
    for phase in tables["phases"]:
        phase.setdefault("tiles", [])
    for train in tables["trains"]:
        stops = re.match(r"\d{1,2}", train["name"])
        if "side_of" in train and "after" not in train:
            train.setdefault("beside", train["side_of"])
        if "limits" not in train:
            train.setdefault("reach", max(1, int(stops[0])) if stops else "unlimited")


def _read_market(form: Form, base: Mapping[str, Any]) -> Tables:
    rows = read_grid(form.get("market.rows", ""))
    words = re.split(r"[\s,;=]+", form.get("market.marks", "").strip())
    marks = dict(zip(words[::2], words[1::2], strict=False))
    used = set(re.sub(r"[\d\s.]", "", " ".join(rows)))
    found = {**base, "rows": rows, "marks": {m: kind for m, kind in marks.items() if m in used}}
    zones: Tables = {}
    for zone in set(found["marks"].values()):
        level = form.get(f"zone.{zone}", "")
        if zone in ZONES and level in ("1", "2", "3"):
            zones[zone] = list(FREEDOMS[: int(level)])
        elif zone not in ZONES and zone in base.get("zones", {}):
            zones[zone] = base["zones"][zone]
    found["zones"] = dict(sorted(zones.items()))
    found["top_goes_right"] = bool(form.get("market.top_goes_right"))
    return found


def read_grid(text: str) -> list[str]:
    """Return the rows of a market that was typed or pasted.

    Prices are apart by spaces, or as in a table by | or tabs, where an empty cell is no space. A
    row of headings and a column with the numbers of the rows are left out.
    """
    rows = []
    for line in text.splitlines():
        cells = _cells(line)
        while cells and cells[-1] == ".":
            cells.pop()
        if cells and not all(set(cell) <= set("-: ") for cell in cells):
            rows.append(cells)
    if rows and not re.match(r"[\d.]", rows[0][0]):
        rows = rows[1:]
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    if len(rows) > 1 and [row[0] for row in rows] == numbers:
        rows = [row[1:] for row in rows]
    return [" ".join(row) for row in rows if row]


def _cells(line: str) -> list[str]:
    """Return the cells of a line of a table, or the words of any other line."""
    if "|" in line:
        parts = line.strip().strip("|").split("|")
    elif "\t" in line:
        parts = line.rstrip().split("\t")
    else:
        return line.split()
    return [part.strip() or "." for part in parts]


# --- faults


def describe_faults(says: str) -> list[str]:
    """Return faults of a title's data in the words of the form, each as a sentence part."""
    return [_describe(line) for line in says.splitlines()]


def _describe(line: str) -> str:
    found = re.fullmatch(r"\w+\.toml(?:, line \d+)?(?:, ([^:]+))?: (.*)", line)
    if not found or not found[1]:
        return line
    return f"{_label(found[1]) or found[1]} · {_in_short(found[2])}"


def _in_short(says: str) -> str:
    """Return a fault as a sentence; one that no form can have stays as it is."""
    for pattern, sentence in SENTENCES.items():
        if found := re.fullmatch(pattern, says):
            facts = {key: _read_fact(key, value) for key, value in found.groupdict().items()}
            return format_text(sentence, **facts)
    return says.removesuffix(":")


def _read_fact(key: str, value: str) -> int | str:
    """Return a part of a fault as its sentence shows it."""
    if key == "value":
        return shorten_value(value.strip('"'))
    if key == "known":
        return list_names(value.split(", "))
    return int(value) + (key == "row")  # rows are counted from 0 in files


def _label(key: str) -> str:
    """Return the label of a key in a file: "Company 2, Symbol"; "" if the form has none."""
    if key in LIST_NAMES:
        return gettext_name(LIST_NAMES[key])
    in_list = re.fullmatch(r"(\w+)\[(\d+)\](?:\.(.+))?", key)
    if in_list and in_list[1] in LISTS:
        fields = LISTS[in_list[1]]
        name = _field_label(fields, re.sub(r"\[\d+\]", "", in_list[3] or ""))
        head, number = gettext_name(LIST_NAMES[in_list[1]]), int(in_list[2]) + 1
        row = format_text("{list}, row {number}", list=head, number=number)
        return f"{row} · {name}" if name else row
    by_players = re.fullmatch(r"players\.(cash|certificate_limit)(?:\.(\d+))?.*", key)
    if by_players:
        return gettext("Cash") if by_players[1] == "cash" else gettext("Certificate limit")
    if key.startswith("market"):  # the market, or one of several
        return gettext("Market")
    every = (*GENERAL, *(field for _, fields in SWITCHES.values() for field in fields))
    return _field_label(every, re.sub(r"\[\d+\]", "", key))


def _field_label(fields: Sequence[Field], key: str) -> str:
    return next((gettext(field.label) for field in fields if field.key == key), "")
