"""Powers of privates: the names that a title's data may use, and the values of each.

This module has the powers that the shared rules know. A title with further powers names them in a
module ``powers``, as ``POWERS``.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace

from companion.board.tiles import EDGES, DataError
from companion.board.trains import EVERY
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.rules.data.title_data import TitleData
from companion.rules.operating.private_powers import (
    BuiltTilesPower,
    ExtraLaysPower,
    NewCityPower,
    ReplacementLaysPower,
    SharedTrainPower,
    StopValuePower,
    TileWithTokenPower,
)
from companion.titles.toml_tables import TomlTable

Shape = Callable[[TomlTable, str, TitleData], object]
"""Reads what a table says under a key of its own: the value that it is, or None where it stays as
it is written. Raises DataError.
"""


def flag(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a flag for a power."""
    table.get(key, bool)


def number(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a sum or a count of 0 or more."""
    if (found := table.get(key, int)) < 0:
        raise DataError(f"{table.where}.{key} is {found}; 0 or more is needed")


def company(table: TomlTable, key: str, data: TitleData) -> None:
    """Check the symbol of a company."""
    table.one_of(key, data.companies)


def train(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a train type."""
    table.one_of(key, data.trains)


def hex_of_map(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a hex of the map."""
    if (found := table.get(key, str)) not in data.map.hexes:
        raise DataError(f"{table.where}.{key} is {found!r}, which is not on the map")


def stop(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a stop of the map, given by hex and number: "D9.0"."""
    found = table.get(key, str)
    at, _, index = found.partition(".")
    here = data.map.hexes.get(at)
    if here is None or index not in map(str, range(len(here.stops))):
        raise DataError(f"{table.where}.{key} is {found!r}, which is no stop of the map")


def tile(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a tile of the title."""
    table.one_of(key, data.tiles)


def tiles(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a list of one or more tiles of the title."""
    found = table.get(key, list)
    if not found or any(one not in data.tiles for one in found):
        raise DataError(f"{table.where}.{key} is {found!r}; tiles of the title are needed")


def one_of(*known: str) -> Shape:
    """Return a check for one of these words."""
    return lambda table, key, data: table.one_of(key, known)


def fields(**known: Shape) -> Shape:
    """Return a check for a table with all of these fields."""

    def read(table: TomlTable, key: str, data: TitleData) -> None:
        inner = table.table(key)
        _refuse_others(inner, known)
        for name, shape in known.items():
            shape(inner, name, data)

    return read


def hexes(table: TomlTable, key: str, data: TitleData) -> None:
    """Check a list of one or more hexes of the map."""
    found = table.get(key, list)
    if not found or any(at not in data.map.hexes for at in found):
        raise DataError(f"{table.where}.{key} is {found!r}; hexes of the map are needed")


def _some_hexes(table: TomlTable, key: str, data: TitleData) -> tuple[str, ...]:
    """Return hexes of the map. Returns none if the key is missing."""
    if key in table.data:
        hexes(table, key, data)
    return tuple(table.get(key, list, []))


def _some_of(
    known: Collection[str], table: TomlTable, key: str, usual: Sequence[str] | None = None
) -> frozenset[str]:
    """Return one or more of these words. The ``usual`` ones are the default."""
    found = frozenset(table.get(key, list) if usual is None else table.get(key, list, usual))
    if not found or found - set(known):
        listed = ", ".join(sorted(known))
        raise DataError(f"{table.where}.{key} is {sorted(found)}; known are {listed}")
    return found


def _kinds(table: TomlTable) -> frozenset[str]:
    """Return kinds of lay. Both are the default."""
    return _some_of((NEW, UPGRADE), table, "kinds", [NEW, UPGRADE])


def _build(table: TomlTable, key: str, data: TitleData) -> ReplacementLaysPower:
    """Read a power to build several tiles.

    ``lays`` is their number, ``kinds`` their kinds, ``each`` the price of one, and ``fee`` the
    price of all together. ``upgrades`` is the most upgrades among them. ``tokens`` tells whether
    tokens may follow.
    """
    inner = table.table(key)
    lay = LayPermission(_kinds(inner), inner.get("each", int, 0))
    lays, upgrades = inner.get("lays", int), inner.get("upgrades", int, None)
    found = ReplacementLaysPower(
        LayAllowance((lay,) * lays, upgrades), inner.get("fee", int, 0), inner.get("tokens", bool)
    )
    inner.check_all_read()
    return found


def _more_lays(table: TomlTable, key: str, data: TitleData) -> ExtraLaysPower:
    inner = table.table(key)
    free = _some_hexes(inner, "free", data)
    found = ExtraLaysPower(_kinds(inner), _some_hexes(inner, "hexes", data), free)
    inner.check_all_read()
    return found


def _joint(table: TomlTable, key: str, data: TitleData) -> TileWithTokenPower:
    """Read ``costs`` by hex."""
    inner = table.table(key)
    costs = inner.table("costs")
    for at in costs.data:
        number(costs, at, data)
        if at not in data.map.hexes:
            raise DataError(f"{costs.where} names {at!r}, which is not on the map")
    found = TileWithTokenPower(
        dict(costs.data), inner.get("beside", bool, False), inner.get("joined", bool)
    )
    inner.check_all_read()
    return found


def _new_city(table: TomlTable, key: str, data: TitleData) -> NewCityPower:
    inner = table.table(key)
    found = NewCityPower(inner.get(NEW, int), inner.get(UPGRADE, int))
    inner.check_all_read()
    return found


def _stops(table: TomlTable) -> frozenset[str]:
    """Return one or more kinds of stop."""
    return _some_of(EVERY, table, "of")


def _raises(table: TomlTable, key: str, data: TitleData) -> StopValuePower:
    inner = table.table(key)
    found = StopValuePower(inner.get("amount", int), _stops(inner))
    inner.check_all_read()
    return found


def _lends(table: TomlTable, key: str, data: TitleData) -> SharedTrainPower:
    inner = table.table(key)
    found = SharedTrainPower(_stops(inner), inner.get("amount", int, 0), inner.get("more", int, 0))
    inner.check_all_read()
    return found


def _builds(table: TomlTable, key: str, data: TitleData) -> BuiltTilesPower:
    """Read ``tiles`` by hex, each a tile and its rotation."""
    inner = table.table(key)
    tiles = inner.table("tiles")
    for at in tiles.data:
        found = tiles.get(at, list)
        if len(found) != 2 or found[0] not in data.tiles or found[1] not in EDGES:
            raise DataError(f"{tiles.where}.{at}: a tile of the title and its rotation are needed")
        if at not in data.map.hexes:
            raise DataError(f"{tiles.where} names {at!r}, which is not on the map")
    laid = tuple((at, *tile) for at, tile in tiles.data.items())
    builds = BuiltTilesPower(laid, inner.get("bought", bool, False))
    inner.check_all_read()
    return builds


POWERS: Mapping[str, Shape] = {
    "share": company,  # its buyer in the auction receives a share
    "presidency": company,  # and the president's certificate
    "never_for_companies": flag,
    "closes_on_train_of": company,
    "closes_with_use": flag,
    "keeps_hex": flag,
    "build": _build,
    "more_lays": _more_lays,
    "joint": _joint,
    "new_city": _new_city,
    "ground_off": number,  # discount on terrain costs
    "token_percent": number,  # of the price of one token
    "moves_token": flag,  # one of the company's, instead of placing one
    "bonus": fields(amount=number, stop=stop, where=one_of("anywhere", "end")),
    "raises": _raises,
    "lends": _lends,
    "builds": _builds,
}


def read_powers(data: TitleData, where: str, own: Mapping[str, Shape]) -> TitleData:
    """Return the data with the powers of all privates read: shared ones, and a title's ``own``.

    Raises DataError, which names the key in the file ``where``.
    """
    known, found = {**POWERS, **own}, []
    for index, private in enumerate(data.private_list):
        table = TomlTable(private.powers, f"{where}.privates[{index}].powers")
        _refuse_others(table, known)
        values = {name: known[name](table, name, data) for name in table.data}
        read = {name: value for name, value in values.items() if value is not None}
        found.append(replace(private, powers={**private.powers, **read}))
    return replace(data, private_list=tuple(found))


def _refuse_others(table: TomlTable, known: Collection[str]) -> None:
    """Raise DataError for unknown keys."""
    for key in table.data:
        if key not in known:
            listed = ", ".join(sorted(known))
            raise DataError(f"{table.where} has a key {key!r}; known are {listed}")
