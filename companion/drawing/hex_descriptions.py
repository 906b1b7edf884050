"""A hex in words, for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from companion.board.board import Board
from companion.board.tiles import BY_TOKENS, HALF, Stop, Tile, shape
from companion.drawing.company_colours import CompanyLook
from companion.languages import (
    gettext_name,
    lazy_gettext,
    lazy_name,
    list_names,
    name_amount,
    pgettext,
)

# colour -> words for a hex without a tile, and with one
COLOURS = {
    "white": ("", ""),
    "yellow": (lazy_name("yellow"), lazy_name("yellow tile {tile}")),
    "green": (lazy_name("green"), lazy_name("green tile {tile}")),
    "brown": (lazy_name("brown"), lazy_name("brown tile {tile}")),
    "gray": (lazy_name("grey"), lazy_name("grey tile {tile}")),
    "blue": (lazy_name("water"), ""),
    "red": (lazy_name("off-board"), ""),
    "black": (lazy_name("off-board"), ""),
}
WORDS = {
    "city": lazy_name("city"),
    "town": lazy_name("town"),
    "offboard": lazy_name("worth"),
    "mountain": lazy_name("mountain"),
    "water": lazy_name("water"),
    "swamp": lazy_name("swamp"),
}

PORTS = {  # by what a port pays
    BY_TOKENS: lazy_name("port, {value} per own city on the route"),
    HALF: lazy_name("port, half of what the rest of the route earns"),
}
PORT_PAY = {  # a port's value on a route
    BY_TOKENS: lazy_gettext("per own city"),
    HALF: lazy_gettext("half of the others"),
}

SIDES = (  # of a hex with a pointy top, by edge
    lazy_name("lower left"),
    lazy_name("left"),
    lazy_name("upper left"),
    lazy_name("upper right"),
    lazy_name("right"),
    lazy_name("lower right"),
)
FLAT_SIDES = (  # of a hex with a flat top
    lazy_name("bottom"),
    lazy_name("lower left"),
    lazy_name("upper left"),
    lazy_name("top"),
    lazy_name("upper right"),
    lazy_name("lower right"),
)


def side_words(edge: int, flat: bool) -> str:
    """Name a side of a hex."""
    return gettext_name((FLAT_SIDES if flat else SIDES)[edge])


def track_words(tile: Tile, flat: bool) -> str:
    """Describe the track of a tile as it lies: "city: left, right; lower left to right"."""
    moves, found = shape(tile), []
    for stop, exits in zip(tile.stops, moves.stop_exits, strict=True):
        sides = ", ".join(side_words(edge, flat) for edge, _ in sorted(exits))
        kind = gettext_name(WORDS[stop.kind])
        of_stop = pgettext("name", "{stop}: {sides}").format(stop=kind, sides=sides)
        found.append(of_stop if sides else kind)
    for start, ends in enumerate(moves.through):
        for end in sorted(ends):
            if start < end:
                one, other = side_words(start, flat), side_words(end, flat)
                to_side = pgettext("name", "{side} to {other_side}")
                found.append(to_side.format(side=one, other_side=other))
    both = pgettext("name", "{track}; {more_track}")
    return reduce(lambda told, more: both.format(track=told, more_track=more), found or [""])


def terrain_at(board: Board, at: str) -> tuple[tuple[str, int], ...]:
    """Return the terrain of a hex, or the cost of the tile on it: kind and cost."""
    if at in board.laid:
        cost = board.tile_at(at).cost
        return (("", cost),) if cost else ()
    return tuple((terrain.kind, terrain.cost) for terrain in board.map.hexes[at].terrain)


def icons_at(board: Board, at: str) -> tuple[str, ...]:
    """Return the marks of a hex and of the tile on it."""
    icons = dict.fromkeys((*board.map.hexes[at].icons, *board.tile_at(at).icons))
    return tuple(map(icon_words, icons))


def icon_words(icon: str) -> str:
    """Return the words of a mark: a word is translated, a code is not."""
    return gettext_name(icon) if icon.islower() else icon


def hex_words(
    board: Board,
    at: str,
    companies: Mapping[str, CompanyLook] | None = None,
    colours: Sequence[str] = ("yellow",),
    mark: str = "",
    names: Mapping[str, str] | None = None,
) -> str:
    """Describe a hex: "H12 Altoona, grey, city 10 with PRR", and all else written on it.

    ``names`` are the names of marks that are codes.
    """
    tile, laid = board.tile_at(at), board.laid.get(at)
    words = [board.map.full_name(at)]
    bare, with_tile = COLOURS[tile.colour]
    if laid is not None:
        number = board.map.printed_number(laid.tile)
        words.append(gettext_name(with_tile).format(tile=number))
    elif bare:
        words.append(gettext_name(bare))
    if tile.label:
        words.append(pgettext("name", "label {letters}").format(letters=tile.label))
    seen: set[str] = set()
    for index, stop in enumerate(tile.stops):
        if stop.hidden or (stop.group and stop.group in seen):
            continue
        if stop.group:
            seen.add(stop.group)
        stands = _stop_words(stop, stop.value(tuple(colours)))
        owners = [t for t in board.tokens.get(f"{at}.{index}", ()) if t]
        if owners:
            looks = companies or {}
            own = [looks[t].words if t in looks else "" for t in owners]
            named = list_names(w or t for w, t in zip(own, owners, strict=True))
            stands = pgettext("name", "{city} with {owners}").format(city=stands, owners=named)
            if tops := board.stacked_tokens.get(f"{at}.{index}"):
                stands = pgettext("name", "{city}, open to all by {owners}").format(
                    city=stands, owners=", ".join(tops)
                )
        words.append(stands)
    for kind, cost in terrain_at(board, at):
        kinds = [gettext_name(WORDS.get(each, each)) for each in kind.split("+") if each]
        named = list_names(kinds) if kinds else pgettext("name", "cost")
        words.append(name_amount(named, cost))
    port = gettext_name("port") if any(stop.port for stop in tile.stops) else ""
    marks = [icon for icon in (*icons_at(board, at), mark) if icon and icon != port]
    words += [(names or {}).get(each, each) for each in marks]
    return ", ".join(words)


def _stop_words(stop: Stop, value: int) -> str:
    if stop.port:
        return gettext_name(PORTS[stop.port]).format(value=value)
    kind = gettext_name(WORDS[stop.kind])
    return name_amount(kind, value) if value or stop.kind == "offboard" else kind
