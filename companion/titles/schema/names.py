"""Names that tables of a title share: what one file declares, and others refer to.

They are gathered before anything is checked, so that all faults can be listed at once.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.board.lay_and_route_faults import SENTENCES
from companion.board.tiles import catalogue
from companion.rules.core.vocabulary import Vocabulary
from companion.rules.data.setup import EDITION
from companion.rules.words.shared import SHARED

PHRASES = {  # what a name of each kind is
    "company": "the symbol of a company",
    "owner": "the symbol of a company or marker",
    "private": "the symbol of a private",
    "pickable": "the symbol of a company or private",
    "short": "the short mark of a company",
    "train": "a type of train",
    "phase": "a phase",
    "kind": "a kind of company",
    "company kind": "a kind of which there are companies",
    "private colour": "a colour that privates have in their powers",
    "market": "the name of a market",
    "players": "number of players",
    "hex": "a hex of the map",
    "stop": "a stop of the map, as H12.0",
    "city": "a city of the map, as H12.0",
    "place": "a city or hex, as H12.0 or H12",
    "tile": "a tile of the title",
    "catalogue": "a tile of the catalogue or of own_tiles",
    "option": "the key of an option",
    "edition": "a choice of the option edition",
    "reading option": "the option of a reading",
    "about": "the subject of a reading",
    "cited": "the code of a refusal that the table may overrule, and for which a section is cited",
    "refusal": "a code of a refusal, or the part before its dot",
    "receipt": "a code of a receipt",
    "rule": "the number of a rule with a text, or several with commas",
}


@dataclass(frozen=True, slots=True)
class Names:
    """The names of each kind, and how often each is declared.

    A kind is missing if the file that declares it could not be read.
    """

    kinds: dict[str, Counter[str]] = field(default_factory=dict)
    units: dict[str, int] = field(default_factory=dict)  # percent of a share, by kind of company

    def known(self, kind: str) -> Counter[str] | None:
        """Return the names of a kind, or None if they are not known."""
        return self.kinds.get(kind)

    def count(self, kind: str, name: str) -> int:
        """Return how often a name is declared."""
        return self.kinds.get(kind, Counter())[name]

    def limit_codes(self, words: Vocabulary) -> None:
        """Let codes of refusals and receipts be only those of these words."""
        faults = {f"{kind}.{code}" for kind in ("lay", "run") for code in SENTENCES}  # the board's
        codes = {*words.refusals, *faults}
        soft = {code for code, refusal in words.refusals.items() if refusal.may_rule}
        self.kinds.update(
            refusal=Counter({*codes, *(code.partition(".")[0] for code in codes)}),
            receipt=Counter({*words.memos, *words.actions}),
            cited=Counter(soft & set(self.kinds.get("cited", ()))),
        )


def gather_names(title: Any, map: Any, readings: Any) -> Names:
    """Return the names in the files, as far as they are texts. A file not read is None."""
    found = Names({"catalogue": Counter(list(catalogue()))})
    if title is not None:
        found.kinds.update(_title_names(title))
        found.units.update(_units(title))
    if map is not None:
        found.kinds.update(_map_names(map))
        found.kinds["catalogue"].update(_keys(map, "own_tiles"))
    if readings is not None:
        rows = list(_tables(readings, "readings"))
        found.kinds["reading option"] = _column(rows, "option")
        found.kinds["about"] = _column(rows, "about")
    return found


def _title_names(title: Any) -> dict[str, Counter[str]]:
    companies, privates = list(_tables(title, "companies")), list(_tables(title, "privates"))
    symbols, kinds = _column(companies, "symbol"), _column(_tables(title, "kinds"), "name")
    powers = [p["powers"] for p in privates if isinstance(p.get("powers"), dict)]
    first = next(iter(kinds), "")
    cited = _keys(title, "citations")
    rules = {"rule": _keys(title, "rules")} if title.get("core_rules") is True else {}
    return {
        **rules,
        "company": symbols,
        "owner": symbols + _column(_tables(title, "markers"), "symbol"),
        "short": _column(companies, "short"),
        "private": _column(privates, "symbol"),
        "pickable": symbols + _column(privates, "symbol"),
        "private colour": _column(powers, "colour"),
        "train": _column(_tables(title, "trains"), "name"),
        "phase": _column(_tables(title, "phases"), "name"),
        "kind": kinds,
        "company kind": _column([{"kind": first, **company} for company in companies], "kind"),
        "market": _column(_tables(title, "markets"), "name"),
        "option": _column(_tables(title, "options"), "key"),
        "edition": _editions(title),
        "players": _keys(title.get("players"), "cash"),
        "cited": cited
        + Counter(code for code in SHARED.refusals if code.partition(".")[0] in cited),
    }


def _editions(title: Any) -> Counter[str]:
    found = (one.get("choices") for one in _tables(title, "options") if one.get("key") == EDITION)
    return Counter(str(key) for keys in found if isinstance(keys, list) for key in keys)


def _units(title: Any) -> Iterator[tuple[str, int]]:
    for kind in _tables(title, "kinds"):
        parts = kind.get("certificates")
        sizes = [part for part in parts if type(part) is int] if isinstance(parts, list) else []
        unit = kind.get("unit", min(sizes, default=1))
        if isinstance(kind.get("name"), str) and type(unit) is int and unit > 0:
            yield kind["name"], unit


def _map_names(map: Any) -> dict[str, Counter[str]]:
    stops, cities = [], []
    hexes = map.get("hexes")
    for at, entry in hexes.items() if isinstance(hexes, dict) else ():
        for index, stop in enumerate(_tables(entry, "stops")):
            stops.append(f"{at}.{index}")
            if stop.get("kind") == "city":
                cities.append(f"{at}.{index}")
    return {
        "hex": _keys(map, "hexes"),
        "stop": Counter(stops),
        "city": Counter(cities),
        "place": Counter([*cities, *(city.partition(".")[0] for city in cities)]),
        "tile": _keys(map, "tiles"),
        "catalogue": Counter([*catalogue(), *_keys(map, "own_tiles")]),
    }


def _tables(data: Any, key: str) -> Iterator[Mapping[str, Any]]:
    """Yield the tables in an array of tables, as far as it is one."""
    rows = data.get(key) if isinstance(data, dict) else None
    yield from (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()


def _column(rows: Any, key: str) -> Counter[str]:
    return Counter(row[key] for row in rows if isinstance(row.get(key), str))


def _keys(data: Any, key: str) -> Counter[str]:
    table = data.get(key) if isinstance(data, dict) else None
    return Counter(list(table)) if isinstance(table, dict) else Counter()
