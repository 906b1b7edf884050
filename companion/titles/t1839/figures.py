"""The figures of 1839 that no other title has: ``[own]`` in its ``title.toml``."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.data.title_data import TitleData
from companion.titles.toml_tables import TomlTable


@dataclass(frozen=True, slots=True)
class Figures1839:
    """The figures of the title.

    ``discount``: reduction of a private's price by one discount. ``deeds``: actions in a turn of
    the auction. ``absent``: privates out of the game, by number of players. ``beside`` and
    ``better_not``: the private and the companies that are not paired in games with new players.
    ``big_cities``: hexes. ``home_fee``: factor of the fee of a local for its homes' values.
    ``yellow_city`` and ``yellow_big``: values of a city before its first tile.

    ``local_par``, ``local_shares`` (percent) and ``no_local`` (money): compensation for a private.
    ``swap`` and ``extra_tile``: prices. ``converts``: prices at which locals become majors in the
    phase ``converts_in``, with the new prices. ``barriers_open_in``: a phase. ``half_until``: the
    first phase without half dividends. ``last_free_train``: the last train type that a company
    takes in its first turn.
    """

    discount: int
    deeds: int
    absent: Mapping[int, tuple[str, ...]]
    beside: str
    better_not: tuple[str, ...]
    big_cities: tuple[str, ...]
    home_fee: int
    yellow_city: int
    yellow_big: int
    local_par: int
    local_shares: int
    no_local: int
    swap: int
    extra_tile: int
    converts: Mapping[int, int]
    converts_in: str
    barriers_open_in: str
    half_until: str
    last_free_train: str


def figures(data: TitleData) -> Figures1839:
    """Return the figures in the title's data. Raises DataError, which names the error."""
    table = TomlTable(data.own, "title.toml: own")
    absent, converts = table.table("absent"), table.table("converts")
    found = Figures1839(
        discount=table.get("discount", int),
        deeds=table.get("deeds", int),
        absent={players: tuple(absent.get(str(players), list)) for players in data.cash},
        beside=table.one_of("beside", data.privates),
        better_not=tuple(table.get("better_not", list)),
        big_cities=tuple(table.get("big_cities", list)),
        home_fee=table.get("home_fee", int),
        yellow_city=table.get("yellow_city", int),
        yellow_big=table.get("yellow_big", int),
        local_par=table.get("local_par", int),
        local_shares=table.get("local_shares", int),
        no_local=table.get("no_local", int),
        swap=table.get("swap", int),
        extra_tile=table.get("extra_tile", int),
        converts={int(price): converts.get(price, int) for price in converts.data},
        converts_in=table.one_of("converts_in", [phase.name for phase in data.phases]),
        barriers_open_in=table.one_of("barriers_open_in", [phase.name for phase in data.phases]),
        half_until=table.one_of("half_until", [phase.name for phase in data.phases]),
        last_free_train=table.one_of("last_free_train", data.trains),
    )
    for one in (absent, converts, table):
        one.check_all_read()
    return found
