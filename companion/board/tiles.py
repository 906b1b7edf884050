"""Tiles: the hexes with track to be laid, in one catalogue for all titles (``tiles.toml``)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, get_args

Colour = Literal["white", "yellow", "green", "brown", "gray", "red", "blue", "black"]
COLOURS: tuple[str, ...] = get_args(Colour)
DIESEL = "diesel"  # in place of a colour: the value for trains named D, in any phase
STOP_KINDS = ("city", "town", "offboard")
BY_TOKENS, HALF = "by_tokens", "half"  # what a port pays
EDGES = range(6)

End = int | str  # edge 0-5; "s0", "s1" .. for a stop by index; "j" for the plain junction


class DataError(ValueError):
    """Faults of data files. The message has a line for each: file, line, key, problem, remedy."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where trains stop: a city, a town or an off-board location."""

    kind: str  # "city" | "town" | "offboard"
    revenue: tuple[tuple[str, int], ...]  # (("", 20),) fixed, or (("yellow", 30), ("brown", 50))
    slots: int = 0  # slots for tokens
    group: str | None = None  # stops of one group are one station, visited once by a train
    hidden: bool = False  # the value is printed on the group's other hex
    region: str | None = None  # a route has at most one off-board of a region
    # whether an off-board takes the value of the route's greatest city or town, or twice the
    # value of the off-board at the other end, whichever is more
    follows: bool = False
    visit_cost: int = 1  # how much of a train's length a visit uses: 1 or nothing
    makes_route: bool = True  # whether it counts for a route that obliges a company to own a train
    # A port is an off-board of which a route has at most one, beside two other stops or more. It
    # pays its value times the company's own cities on the route (BY_TOKENS), or half of what the
    # other stops pay, rounded down to a multiple of 10 (HALF).
    port: str | None = None

    def value(self, colours: Sequence[str]) -> int:
        """Return its pay when these tile colours are available: the last one reached counts."""
        value = 0
        for colour, amount in self.revenue:
            if not colour or colour in colours:
                value = amount
        return value


@dataclass(frozen=True, slots=True)
class FutureLabel:
    """A label that the tiles on a hex or tile must bear from a colour on."""

    label: str
    from_colour: str


@dataclass(frozen=True, slots=True)
class Track:
    """A piece of track between two ends of a tile."""

    a: End
    b: End
    terminal: bool = False  # a train may end at its stop but not go through


@dataclass(frozen=True, slots=True)
class Tile:
    """A tile as placed: number, colour, stops, track, label. A printed hex has the id ""."""

    id: str
    colour: str
    stops: tuple[Stop, ...] = ()
    tracks: tuple[Track, ...] = ()
    label: str | None = None
    future_label: FutureLabel | None = None
    cost: int = 0  # paid when it is replaced
    icons: tuple[str, ...] = ()
    is_final: bool = False  # it is never replaced

    def __hash__(self) -> int:
        """Hash the number and the first track: few tiles share both."""
        return hash((self.id, self.tracks[:1]))

    def rotate(self, rotation: int) -> Tile:
        """Return this tile rotated clockwise by this many sixths."""
        return self if rotation % 6 == 0 else _turn_tile(self, rotation % 6)

    @property
    def exits(self) -> frozenset[int]:
        """The edges with track."""
        return shape(self).exits


@cache
def _turn_tile(tile: Tile, rotation: int) -> Tile:
    def turn(end: End) -> End:
        return (end + rotation) % 6 if isinstance(end, int) else end

    tracks = tuple(Track(turn(t.a), turn(t.b), t.terminal) for t in tile.tracks)
    return replace(tile, tracks=tracks)


@dataclass(frozen=True, slots=True)
class TileMoves:
    """The moves of a train over a tile, computed once for each tile and rotation."""

    exits: frozenset[int]
    through: tuple[tuple[int, ...], ...]  # by edge: the edges reached by plain track
    stops_at: tuple[tuple[tuple[int, bool], ...], ...]  # by edge: (stop, terminal)
    stop_exits: tuple[tuple[tuple[int, bool], ...], ...]  # by stop: (edge, terminal)
    stop_links: tuple[tuple[int, ...], ...]  # by stop: stops of the same tile joined to it


@cache
def shape(tile: Tile) -> TileMoves:
    """Return the moves a tile's track allows. A junction joins all track that meets in it."""
    joined: dict[End, list[tuple[End, bool]]] = {}
    for track in tile.tracks:
        joined.setdefault(track.a, []).append((track.b, track.terminal))
        joined.setdefault(track.b, []).append((track.a, track.terminal))

    def ends(start: End) -> list[tuple[End, bool]]:
        found: list[tuple[End, bool]] = []
        for end, terminal in joined.get(start, ()):
            if end == "j":
                found += [(e, terminal or t) for e, t in joined["j"] if e != start]
            else:
                found.append((end, terminal))
        return found

    def edges(start: End) -> tuple[tuple[int, bool], ...]:
        return tuple((e, t) for e, t in ends(start) if isinstance(e, int))

    def stops(start: End) -> tuple[tuple[int, bool], ...]:
        return tuple((int(e[1:]), t) for e, t in ends(start) if isinstance(e, str))

    names = [f"s{i}" for i in range(len(tile.stops))]
    return TileMoves(
        exits=frozenset(e for e in EDGES if e in joined),
        through=tuple(tuple(e for e, terminal in edges(at) if not terminal) for at in EDGES),
        stops_at=tuple(stops(at) for at in EDGES),
        stop_exits=tuple(edges(name) for name in names),
        stop_links=tuple(tuple(i for i, _ in stops(name)) for name in names),
    )


@cache
def catalogue() -> Mapping[str, Tile]:
    """Return every tile of every title by number, from ``tiles.toml``."""
    with (files(__package__) / "tiles.toml").open("rb") as file:
        return MappingProxyType(read_tiles(tomllib.load(file)))


def read_tiles(data: Mapping[str, Any]) -> dict[str, Tile]:
    """Return tiles from a checked table."""
    return {number: Tile(number, **read_parts(entry)) for number, entry in data.items()}


def read_parts(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a tile or hex from its checked table."""
    parts = {"colour": "white", **entry}
    parts["stops"] = read_stops(entry.get("stops", ()))
    parts["tracks"] = read_tracks(entry.get("tracks", ()))
    parts["icons"] = tuple(entry.get("icons", ()))
    if "future_label" in entry:
        parts["future_label"] = FutureLabel(**entry["future_label"])
    return parts


def read_stops(entries: Iterable[Mapping[str, Any]]) -> tuple[Stop, ...]:
    """Return the stops of a tile or hex from checked tables."""
    stops = []
    for entry in entries:
        revenue = entry.get("revenue", 0)
        values = revenue if isinstance(revenue, Mapping) else {"": revenue}
        stops.append(Stop(**{**entry, "revenue": tuple(values.items())}))
    return tuple(stops)


def read_tracks(entries: Iterable[Sequence[Any]]) -> tuple[Track, ...]:
    """Return the track of a tile or hex from checked lists: two ends, perhaps "terminal"."""
    return tuple(Track(entry[0], entry[1], len(entry) == 3) for entry in entries)
