"""Reader of a title's map data for companies: homes, neutral tokens, permitted tile lays."""

from companion.board.board import Board
from companion.board.tiles import DataError
from companion.rules.data.lay_allowance import NEW, UPGRADE, LayAllowance, LayPermission
from companion.rules.data.title_data import Homes, NeutralToken, TitleData
from companion.titles.toml_tables import TomlTable


def read_homes(table: TomlTable) -> Homes:
    """Read the homes of a company.

    ``home`` is one place, or a list of possible places. ``homes`` is a list of several homes, or
    none.
    """
    given = table.get("homes", list, None)
    if given is None:
        given = [table.get("home", (str, list))]
    return tuple((home,) if isinstance(home, str) else tuple(home) for home in given)


def read_marker(table: TomlTable) -> NeutralToken:
    marker = NeutralToken(
        symbol=table.get("symbol", str),
        name=table.get("name", str),
        short=table.get("short", str),
        colour=table.get("colour", str),
        at=tuple(table.get("at", list, [])),
    )
    table.check_all_read()
    return marker


def read_track(table: TomlTable) -> LayAllowance:
    lays = tuple(_permission(lay) for lay in table.tables("lays"))
    allowance = LayAllowance(lays, table.get("upgrades", int, None))
    table.check_all_read()
    return allowance


def _permission(table: TomlTable) -> LayPermission:
    kinds = frozenset(table.get("kinds", list, [NEW, UPGRADE]))
    if not kinds or kinds - {NEW, UPGRADE}:
        raise DataError(f"{table.where}.kinds is {sorted(kinds)}; known are {NEW}, {UPGRADE}")
    found = LayPermission(kinds, table.get("fee", int, 0), table.get("elsewhere", bool, False))
    table.check_all_read()
    return found


def check_places(data: TitleData, where: str) -> None:
    """Check homes and markers. Raises DataError.

    Homes are cities of the map, or hexes with a city. No hex has two homes of one company. Markers
    start in cities.
    """
    cities = Board(data.map).tokens
    hexes = {stop.partition(".")[0] for stop in cities}
    for company in data.company_list:
        mine: list[str] = []
        for home in company.homes:
            for place in home:
                if place not in cities and place not in hexes:
                    raise DataError(f"{where}: {company.symbol}'s home {place} is no city")
            mine += dict.fromkeys(place.partition(".")[0] for place in home)
        if len(set(mine)) < len(mine):
            raise DataError(f"{where}: two homes of {company.symbol} may lie in one hex")
    for marker in data.marker_list:
        for stop in marker.at:
            if stop not in cities:
                raise DataError(f"{where}: {marker.symbol} lies at {stop}, which is no city")
