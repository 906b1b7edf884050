"""Powers of the privates of 1839, as named in its ``title.toml``."""

from companion.rules.data.title_data import TitleData
from companion.titles.powers import fields, flag, hex_of_map, hexes, number, one_of, train
from companion.titles.toml_tables import TomlTable


def _phase(table: TomlTable, key: str, data: TitleData) -> None:
    table.one_of(key, [phase.name for phase in data.phases])


def _private(table: TomlTable, key: str, data: TitleData) -> None:
    table.one_of(key, data.privates)


POWERS = {
    "colour": one_of("yellow", "green", "blue", "brown", "red"),
    "closes": _phase,
    "local": flag,  # its owner gets a local when it closes
    "brings": fields(of=_private, percent=number),  # shares of the company paired with a private
    "extra_yellow": fields(free=hex_of_map),
    "teleport": fields(hexes=hexes, cost=number),
    "moves_from": _phase,
    "rises": number,
    "train": train,
    "cash": number,
    "becomes": _private,
    "charge": number,
}
