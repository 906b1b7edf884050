"""The powers of privates: which a title's data may name, and what has to be said of each.

Those that the shared rules know are here. A title's folder that has others names them in a module
``powers``, as ``POWERS``.
"""

from collections.abc import Callable, Collection, Mapping

from companion.board.tiles import DataError
from companion.rules.data import TitleData
from companion.titles.tables import Table

Shape = Callable[[Table, str, TitleData], object]
"""Reads what a table says under a key of its own. Raises DataError."""


def flag(table: Table, key: str, data: TitleData) -> None:
    """Whether it has the power."""
    table.get(key, bool)


def number(table: Table, key: str, data: TitleData) -> None:
    """A sum or a count, 0 or more."""
    if (found := table.get(key, int)) < 0:
        raise DataError(f"{table.where}.{key} is {found}; 0 or more is needed")


def company(table: Table, key: str, data: TitleData) -> None:
    """The symbol of a company."""
    table.one_of(key, data.companies)


def train(table: Table, key: str, data: TitleData) -> None:
    """A type of train."""
    table.one_of(key, data.trains)


def hex_of_map(table: Table, key: str, data: TitleData) -> None:
    """A hex of the map."""
    if (found := table.get(key, str)) not in data.map.hexes:
        raise DataError(f"{table.where}.{key} is {found!r}, which is not on the map")


def stop(table: Table, key: str, data: TitleData) -> None:
    """A stop that a hex of the map has, by its hex and number: "D9.0"."""
    found = table.get(key, str)
    at, _, index = found.partition(".")
    here = data.map.hexes.get(at)
    if here is None or index not in map(str, range(len(here.stops))):
        raise DataError(f"{table.where}.{key} is {found!r}, which is no stop of the map")


def tile(table: Table, key: str, data: TitleData) -> None:
    """A tile of the title."""
    table.one_of(key, data.tiles)


def tiles(table: Table, key: str, data: TitleData) -> None:
    """Tiles of the title, one at least."""
    found = table.get(key, list)
    if not found or any(one not in data.tiles for one in found):
        raise DataError(f"{table.where}.{key} is {found!r}; tiles of the title are needed")


def one_of(*known: str) -> Shape:
    """One of these words."""
    return lambda table, key, data: table.one_of(key, known)


def fields(**known: Shape) -> Shape:
    """A table that has these fields, all of them."""

    def read(table: Table, key: str, data: TitleData) -> None:
        inner = table.table(key)
        _refuse_others(inner, known)
        for name, shape in known.items():
            shape(inner, name, data)

    return read


POWERS: Mapping[str, Shape] = {
    "share": company,  # who buys it from the bank receives a share
    "presidency": company,  # and the president's certificate
    "never_for_companies": flag,
    "closes_on_train_of": company,
    "keeps_hex": flag,
}


def check_powers(data: TitleData, where: str, own: Mapping[str, Shape]) -> None:
    """Look through the powers of all privates: the shared ones, and a title's ``own``.

    Raises DataError, which names the key in the file ``where``.
    """
    known = {**POWERS, **own}
    for index, private in enumerate(data.private_list):
        table = Table(private.powers, f"{where}.privates[{index}].powers")
        _refuse_others(table, known)
        for name in table.data:
            known[name](table, name, data)


def _refuse_others(table: Table, known: Collection[str]) -> None:
    """Against keys that nobody knows."""
    for key in table.data:
        if key not in known:
            listed = ", ".join(sorted(known))
            raise DataError(f"{table.where} has a key {key!r}; known are {listed}")
