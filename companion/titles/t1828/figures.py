"""Figures of 1828 that no other title has: ``[own]`` in its ``title.toml``, and the railway."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.board.tiles import DataError
from companion.rules.data.title_data import TitleData
from companion.rules.judge.rules import Rules
from companion.titles.t1828.tenths import ALL, CERTIFICATE
from companion.titles.toml_tables import TomlTable

SYSTEM = "system"  # the kind of company that a merger makes


@dataclass(frozen=True, slots=True)
class CoalFigures:
    """The coal markers.

    ``price`` is that of a marker, ``field`` the hex where it is bought. ``tunnel`` is the hex where
    one lies until the tunnel is built. ``lies`` are the hexes of all markers at the start.
    """

    price: int
    field: str
    tunnel: str
    lies: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RailwayFigures:
    """The railway of a private.

    ``private`` is the private that operates, ``company`` the company that takes its turn, and
    ``train`` the id of its train.
    """

    private: str
    company: str
    train: str


@dataclass(frozen=True, slots=True)
class Figures1828:
    """The figures of the title.

    ``discarded``: number of the dearest privates out of the game, by number of players.
    ``bid_step``: bids are multiples of it. ``private_least``: lowest price that a company pays for
    a private. ``private_times_face``: highest price, in multiples of the face value.
    ``rises_more_at``: the director's percent with which a sold-out company rises once more.
    ``one_more_yellow``: cost of one more yellow tile, by company. ``blocking``: the neutral token
    that closes a slot.
    """

    discarded: Mapping[int, int]
    bid_step: int
    private_least: int
    private_times_face: int
    rises_more_at: int
    one_more_yellow: Mapping[str, int]
    coal: CoalFigures
    railway: RailwayFigures
    blocking: str


class RulesWithFigures(Rules):
    """Rules that have read the figures of their title."""

    figures: Figures1828


def figures(rules: Rules) -> Figures1828:
    """Return the figures of a game's title."""
    assert isinstance(rules, RulesWithFigures)
    return rules.figures


def read_figures(data: TitleData) -> Figures1828:
    """Read the figures in the title's data. Raises DataError, which names the error."""
    table = TomlTable(data.own, f"{data.slug}: title.toml.own")
    out, more = table.table("discarded"), table.table("one_more_yellow")
    found = Figures1828(
        {players: out.get(str(players), int) for players in data.cash},
        table.get("bid_step", int),
        table.get("private_least", int),
        table.get("private_times_face", int),
        table.get("rises_more_at", int),
        {company: more.get(company, int) for company in data.companies if company in more.data},
        _coal(table.table("coal"), data),
        _railway(data),
        _blocking(data),
    )
    for one in (out, more, table):
        one.check_all_read()
    _check_tenths(data)
    return found


def _coal(table: TomlTable, data: TitleData) -> CoalFigures:
    found = CoalFigures(
        table.get("price", int),
        table.get("field", str),
        table.get("tunnel", str),
        tuple(table.get("lies", list)),
    )
    table.check_all_read()
    for key, at in (("field", found.field), ("tunnel", found.tunnel)):
        if at not in data.map.hexes:
            raise DataError(f"{table.where}.{key} is {at!r}, which is not on the map")
    if set(found.lies) - {found.field, found.tunnel} or found.lies.count(found.tunnel) != 1:
        needed = f"{found.field} any number of times and {found.tunnel} once"
        raise DataError(f"{table.where}.lies is {list(found.lies)}; needed is {needed}")
    return found


def _railway(data: TitleData) -> RailwayFigures:
    """Return the railway of the one private with that power. Raises DataError."""
    having = [private for private in data.private_list if "railway" in private.powers]
    if len(having) != 1:
        where = f"{data.slug}: title.toml.privates"
        raise DataError(f"{where}: {len(having)} have the power railway; one is needed")
    own = having[0].powers["railway"]
    return RailwayFigures(having[0].symbol, own["company"], f"{own['train']}-0")


def _blocking(data: TitleData) -> str:
    """Return the symbol of the title's one neutral token. Raises DataError."""
    if len(data.marker_list) != 1:
        where = f"{data.slug}: title.toml.markers"
        raise DataError(f"{where}: there are {len(data.marker_list)}; one is needed")
    return data.marker_list[0].symbol


def _check_tenths(data: TitleData) -> None:
    """Check that merging companies, and their system, are divided in tenths. Raises DataError.

    Two tenths are in the director's certificate.
    """
    if SYSTEM not in data.kinds:
        raise DataError(f"{data.slug}: title.toml.kinds: there is no kind {SYSTEM!r}")
    share = 100 // ALL
    needed = (CERTIFICATE * share, *(ALL - CERTIFICATE) * (share,))
    for kind in data.kind_list:
        if kind.directed and kind.certificates != needed:
            where = f"{data.slug}: title.toml.kinds: certificates of {kind.name}"
            raise DataError(f"{where} are {list(kind.certificates)}; needed are {list(needed)}")
