"""Powers of the privates of 1839 of 2015, as named in its ``title.toml``."""

from companion.board.tiles import DataError
from companion.rules.data.title_data import TitleData
from companion.titles.powers import company, fields, flag, hex_of_map, hexes, number, one_of, train
from companion.titles.toml_tables import TomlTable


def _by_train(table: TomlTable, key: str, data: TitleData) -> None:
    inner = table.table(key)
    for name in inner.data:
        if name not in data.trains:
            raise DataError(f"{inner.where}.{name} is no type of train")
        number(inner, name, data)


POWERS = {
    "colour": one_of("yellow", "green", "blue", "brown"),
    "of": company,  # the company that owns it from the start
    "for_company": number,  # revenue for an owning company, if different
    "par": number,  # par of a drawn company whose director's certificate comes with it
    "home": hex_of_map,  # an additional home of that company
    "percent": number,  # percent of another drawn company
    "marks": fields(count=number, price=number, owner=number),  # SAVED marks, for its company, or
    # for others at that price, of which its company gets a part
    "train_discounts": _by_train,  # price reduction for one train of the supply
    "early_trains": flag,  # trains may be bought at any moment of a turn
    "becomes": train,  # becomes such a train when the phase of that train begins
    "director_pays": flag,  # for track, markers and trains
    "floats": fields(sold=number, times=number, pooled=number),  # companies with that percent
    # sold, for that multiple of par, with that percent put into the pool
    "repars": flag,
    "joins": flag,  # paid for stops newly joined to a marker
    "runs_from": hexes,  # hexes to which its own tile is joined
}
