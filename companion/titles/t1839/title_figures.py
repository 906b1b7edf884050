"""The figures of 1839 that no other title has: ``[own]`` in its ``title.toml``."""

from collections.abc import Mapping
from typing import Annotated

from companion.rules.data.title_data import TitleData
from companion.titles.schema.fields import (
    Company,
    Count,
    Listed,
    MapHex,
    Numbered,
    Percent,
    PhaseName,
    PrivateSymbol,
    Sum,
    Table,
    Train,
    describe,
)
from companion.titles.schema.own_figures import check_own


class Figures(Table):
    """The figures of the title."""

    discount: Sum = describe("The reduction of a private's price by one discount.", 20)
    deeds: Count = describe("The number of actions in a turn of the auction.", 2)
    absent: Annotated[
        Mapping[int, Annotated[tuple[PrivateSymbol, ...], Listed()]], Numbered(12, "players")
    ] = describe("The privates out of the game, by number of players.", {"2": ["CM", "RH"]})
    beside: PrivateSymbol = describe("The private that is not paired in gentle games.", "AV")
    better_not: Annotated[tuple[Company, ...], Listed()] = describe(
        "The companies that are not paired with it.", ["AMS"]
    )
    big_cities: Annotated[tuple[MapHex, ...], Listed()] = describe(
        "The hexes of big cities.", ["G10"]
    )
    home_fee: Count = describe("The factor of a local's fee for the values of its homes.", 2)
    yellow_city: Sum = describe("The value of a city before its first tile.", 20)
    yellow_big: Sum = describe("The value of a big city before its first tile.", 30)
    local_par: Sum = describe("Par of a local that comes for a private.", 25)
    local_shares: Percent = describe("The percent of it that comes.", 40)
    no_local: Sum = describe("The money that comes where there is no local.", 80)
    swap: Sum = describe("The price of a swap of markers.", 80)
    extra_tile: Sum = describe("The price of the extra tile.", 20)
    converts: Annotated[Mapping[int, Sum], Numbered()] = describe(
        "The prices at which locals become majors, with the new prices.", {"46": 43}
    )
    converts_in: PhaseName = describe("The phase in which they do.", "Dark Red")
    barriers_open_in: PhaseName = describe("The phase that opens barriers.", "Light Red")
    half_until: PhaseName = describe("The first phase without half dividends.", "Blue")
    last_free_train: Train = describe(
        "The last type of train that a company takes in its first turn.", "PR3+1"
    )


def figures(data: TitleData) -> Figures:
    """Return the figures in the title's data. Raises DataError, which names the error."""
    return check_own(Figures, data)
