"""The figures of 1839 that no other title has: what its ``title.toml`` says under ``[own]``."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.data.title_data import TitleData
from companion.titles.tables import Table


@dataclass(frozen=True, slots=True)
class Figures:
    """``discount``: what a discount takes off a private. ``deeds``: of a turn of the auction.
    ``absent``: privates that are out of the game with so many players. ``beside`` the private, and
    ``better_not`` the companies, that are not paired where players are new to the game.

    ``big_cities``: hexes; ``home_fee``: how often a local pays what its homes are worth;
    ``yellow_city`` and ``yellow_big``: what one is worth before its first tile.
    ``local_par``, ``local_shares`` (percent) and ``no_local`` (money): what comes for a private.

    ``swap`` and ``extra_tile``: prices. ``converts``: prices at which locals become majors in the
    phase ``converts_in``, with their new ones. ``barriers_open_in`` a phase; ``half_until`` the
    first phase without half dividends; ``last_free_train`` the last type of train that a company
    takes with its first turn.
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


def figures(data: TitleData) -> Figures:
    """The figures in the title's data. Raises DataError, which names what is wrong."""
    table = Table(data.own, "title.toml: own")
    absent, converts = table.table("absent"), table.table("converts")
    found = Figures(
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
        one.done()
    return found
