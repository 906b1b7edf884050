"""What the privates of 1839 of 2015 can do, as its ``title.toml`` says it."""

from companion.board.tiles import DataError
from companion.rules.data.title_data import TitleData
from companion.titles.powers import company, fields, flag, hex_of_map, hexes, number, one_of, train
from companion.titles.tables import Table


def _by_train(table: Table, key: str, data: TitleData) -> None:
    inner = table.table(key)
    for name in inner.data:
        if name not in data.trains:
            raise DataError(f"{inner.where}.{name} is no type of train")
        number(inner, name, data)


POWERS = {
    "colour": one_of("yellow", "green", "blue", "brown"),
    "of": company,  # on whose charter it lies from the start
    "for_company": number,  # what it pays a company that owns it, where that is another sum
    "par": number,  # at which it brings the director's certificate of a company that is drawn
    "home": hex_of_map,  # which that company has besides its own
    "percent": number,  # of another company that is drawn
    "marks": fields(count=number, price=number, owner=number),  # SAVED marks, for its company or
    # for others at that price, of which its company gets so much
    "train_discounts": _by_train,  # what one train of the supply costs less
    "early_trains": flag,  # trains are bought at any moment of a turn
    "becomes": train,  # which it is by itself when the phase of that train begins
    "director_pays": flag,  # for track, markers and trains
    "floats": fields(sold=number, times=number, pooled=number),  # companies of which so much is
    # sold, for so many times par, with so much put into the pool
    "repars": flag,
    "joins": flag,  # is paid for places that come to be joined to a marker
    "runs_from": hexes,  # where its own tile is joined
}
