"""The map: the printed hexes of a title and their positions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from .layout import POINTY, Layout
from .tiles import (
    EDGES,
    FutureLabel,
    Stop,
    Tile,
    Track,
    catalogue,
    read_parts,
    read_tiles,
)

BORDER_KINDS = ("impassable", "water", "barrier")
BLOCK = 16  # states of a hex: 6 sides, then up to 10 stops


@dataclass(frozen=True, slots=True)
class Terrain:
    """Terrain on a hex, and its cost for the first tile."""

    kind: str = ""  # "water" | "mountain" | "water+mountain" ..; without one, only the cost stands
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Border:
    """A border on an edge. A border without a kind only means that no line is drawn."""

    edge: int
    kind: str | None = None  # "impassable" | "water" | "barrier"
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Hex:
    """A hex as it is printed on the map."""

    at: str
    name: str | None = None
    colour: str = "white"
    label: str | None = None
    stops: tuple[Stop, ...] = ()
    tracks: tuple[Track, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    borders: tuple[Border, ...] = ()
    stubs: tuple[int, ...] = ()
    fees: tuple[tuple[str, int], ...] = ()  # the fee for a tile by colour, without terrain
    loose: bool = False  # tokens may leave their city's track with the first tile
    future_label: FutureLabel | None = None
    icons: tuple[str, ...] = ()

    def fee(self, colour: str) -> int:
        """Return the fee for a tile of that colour here, without terrain."""
        return dict(self.fees).get(colour, 0)

    @property
    def printed(self) -> Tile:
        """The printed hex as a tile without a number."""
        return Tile(
            "", self.colour, self.stops, self.tracks, self.label, self.future_label, 0, self.icons
        )

    @property
    def fixed(self) -> bool:
        """Whether no tile is ever laid here."""
        return self.colour in ("gray", "red", "blue", "black")


class Map:
    """The hexes of a title and their neighbours.

    For fast searches, every side and stop has a number, its state. It is BLOCK times the hex's
    number plus the edge, or plus 6 and the stop's index.
    """

    __slots__ = (
        "_borders",
        "_states",
        "_stops",
        "_towards",
        "across",
        "cache",
        "fewer_circles",
        "future_labels",
        "gives_way",
        "groups",
        "hexes",
        "idle_stops",
        "known",
        "layout",
        "must_change",
        "number",
        "places",
        "ports",
        "printed",
        "sides",
        "tiles",
    )

    def __init__(
        self,
        hexes: Iterable[Hex],
        tiles: Mapping[str, int | None] | None = None,
        gives_way: Iterable[str] = (),
        labels: Mapping[str, str] | None = None,
        fewer_circles: bool = False,
        printed: Mapping[str, str] | None = None,
        *,
        layout: Layout = POINTY,
        own_tiles: Mapping[str, Tile] | None = None,
        must_change: bool = False,
    ) -> None:
        by_name = {h.at: h for h in hexes}
        self.hexes: Mapping[str, Hex] = MappingProxyType(by_name)
        self.tiles: Mapping[str, int | None] = MappingProxyType(dict(tiles or {}))
        self.layout = layout
        # every tile: the title's own before the common ones, with the labels of this title
        known = {**catalogue(), **(own_tiles or {})}
        for number, label in (labels or {}).items():
            known[number] = replace(known[number], label=label)
        self.known: Mapping[str, Tile] = MappingProxyType(known)
        # every label that tiles must bear from a colour on
        futures = [hex.future_label for hex in by_name.values()]
        futures += [tile.future_label for tile in known.values()]
        self.future_labels = frozenset(each.label for each in futures if each is not None)
        stops = {
            f"{hex.at}.{i}": stop for hex in by_name.values() for i, stop in enumerate(hex.stops)
        }
        # the stops that make no route
        self.idle_stops = frozenset(
            id for id, stop in stops.items() if stop.port or not stop.makes_route
        )
        self.ports = frozenset(id for id, stop in stops.items() if stop.port)
        # every location of several hexes
        self.groups = frozenset(s.group for s in stops.values() if s.group and s.kind == "offboard")
        # printed numbers of tiles that have another number in the catalogue
        self.printed: Mapping[str, str] = MappingProxyType(dict(printed or {}))
        # owners whose tokens are removed when a new tile has no slot for them
        self.gives_way: frozenset[str] = frozenset(gives_way)
        # whether a tile that joins cities may have fewer slots than they had
        self.fewer_circles = fewer_circles
        self.must_change = must_change  # a lay must change what its company reaches
        self.places: tuple[str, ...] = tuple(by_name)
        self.number: Mapping[str, int] = {at: i for i, at in enumerate(by_name)}
        self._states = {
            f"{at}.{index - 6}": BLOCK * number + index
            for at, number in self.number.items()
            for index in range(6, BLOCK)
        }
        self._stops = {number: stop for stop, number in self._states.items()}
        self.sides = frozenset(range(BLOCK * len(by_name))).difference(self._stops)
        lies = {layout.position(at): i for i, at in enumerate(by_name)}
        across = [-1] * (BLOCK * len(by_name))
        for i, at in enumerate(by_name):
            row, column = layout.position(at)
            for edge, (down, right) in enumerate(layout.steps):
                other = lies.get((row + down, column + right))
                if other is not None:
                    across[BLOCK * i + edge] = BLOCK * other + (edge + 3) % 6
        self.across: tuple[int, ...] = tuple(across)  # side -> same side from beyond, or -1
        self._towards = {
            (at, self.places[across[BLOCK * i + edge] // BLOCK]): edge
            for i, at in enumerate(by_name)
            for edge in EDGES
            if across[BLOCK * i + edge] >= 0
        }
        self._borders = {(h.at, b.edge): b for h in by_name.values() for b in h.borders}
        self.cache: dict[Any, Any] = {}  # values that other modules derive from this map

    def printed_number(self, number: str) -> str:
        """Return the number printed on the tile, which may differ from the catalogue's."""
        return self.printed.get(number, number)

    def name_of(self, at: str) -> str:
        """Return the name of a hex, or of the group of its off-boards; "" without one."""
        printed = self.hexes.get(at)
        if printed is None:
            return ""
        groups = (stop.group for stop in printed.stops if stop.group in self.groups)
        return printed.name or next(groups, None) or ""

    def full_name(self, at: str) -> str:
        """Return a hex with its name, if it has one: "F22 Providence"."""
        return f"{at} {self.name_of(at)}".strip()

    def neighbour(self, at: str, edge: int) -> str | None:
        """Return the hex across an edge, or None where the map ends."""
        other = self.across[BLOCK * self.number[at] + edge % 6]
        return None if other < 0 else self.places[other // BLOCK]

    def state(self, stop: str) -> int:
        """Return the number of a stop ("H12.0"). Raises KeyError for anything else."""
        return self._states[stop]

    def stop(self, state: int) -> str:
        """Return the stop with that number. Raises KeyError for the number of a side."""
        return self._stops[state]

    def off_board(self, stop: str) -> Stop | None:
        """Return the off-board with that id, as printed, or None for another stop."""
        at, _, index = stop.partition(".")
        printed = self.hexes[at].printed.stops
        here = printed[int(index)] if int(index) < len(printed) else None
        return here if here is not None and here.kind == "offboard" else None

    def edge_towards(self, at: str, other: str) -> int | None:
        """Return the edge of a hex that leads to another hex, or None if they do not touch."""
        return self._towards.get((at, other))

    def border(self, at: str, edge: int) -> Border | None:
        """Return the border on an edge. Either of the two hexes may declare it."""
        own = self._borders.get((at, edge))
        if own is not None and own.kind is not None:
            return own
        other = self.neighbour(at, edge)
        theirs = None if other is None else self._borders.get((other, (edge + 3) % 6))
        return theirs if theirs is not None and theirs.kind is not None else own


@lru_cache(maxsize=4096)  # larger than the number of stops on any map
def split_stop(stop: str) -> tuple[str, int]:
    """Split a stop's id into hex and index.

    Raises KeyError for anything else, including other spellings of the same stop.
    """
    hex, dot, index = stop.partition(".")
    if not dot or not index.isdecimal() or len(index) > 2 or str(int(index)) != index:
        raise KeyError(stop)
    return hex, int(index)


def read_map(data: Mapping[str, Any], must_change: bool = False) -> Map:
    """Return a map from its TOML tables, which the schema of titles has checked.

    ``orientation`` says whether hexes have a pointy or a flat top, and ``letters`` whether letters
    count rows or columns. ``[hexes]`` holds a table for each hex. ``[tiles]`` holds the count of
    each tile; "unlimited" is read as None. ``[own_tiles]`` holds the title's own tiles, which go
    before common ones of the same number. ``labels`` gives labels that differ from these.
    ``printed`` gives numbers that differ from them. ``gives_way`` lists the owners whose tokens
    leave when there is no slot for them. ``fewer_circles`` says whether a tile that joins cities
    may have fewer slots than they had. With ``must_change``, a lay must give its company new track
    or a city or town of another value.
    """
    tiles = data.get("tiles", {})
    return Map(
        [_read_hex(at, entry) for at, entry in data.get("hexes", {}).items()],
        {number: None if count == "unlimited" else count for number, count in tiles.items()},
        data.get("gives_way", ()),
        data.get("labels", {}),
        data.get("fewer_circles", False),
        data.get("printed", {}),
        layout=Layout(data.get("orientation") == "flat", data.get("letters") == "columns"),
        own_tiles=read_tiles(data.get("own_tiles", {})),
        must_change=must_change,
    )


def _read_hex(at: str, entry: Mapping[str, Any]) -> Hex:
    parts = read_parts(entry)
    parts["terrain"] = tuple(Terrain(**each) for each in entry.get("terrain", ()))
    parts["borders"] = tuple(Border(**each) for each in entry.get("borders", ()))
    parts["stubs"] = tuple(entry.get("stubs", ()))
    parts["fees"] = tuple(entry.get("fees", {}).items())
    return Hex(at, **parts)
