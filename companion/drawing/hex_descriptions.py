"""A hex in words, for screen readers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.board.board import Board
from companion.board.tiles import BY_TOKENS, HALF, Stop, Tile, shape
from companion.drawing.company_colours import CompanyLook
from companion.languages import format_text, gettext, lazy_gettext

# colour -> words for a hex without a tile, and with one
COLOURS = {
    "white": ("", ""),
    "yellow": (lazy_gettext("yellow"), lazy_gettext("yellow tile {tile}")),
    "green": (lazy_gettext("green"), lazy_gettext("green tile {tile}")),
    "brown": (lazy_gettext("brown"), lazy_gettext("brown tile {tile}")),
    "gray": (lazy_gettext("grey"), lazy_gettext("grey tile {tile}")),
    "blue": (lazy_gettext("water"), ""),
    "red": (lazy_gettext("off-board"), ""),
    "black": (lazy_gettext("off-board"), ""),
}
WORDS = {
    "city": lazy_gettext("city"),
    "town": lazy_gettext("town"),
    "offboard": lazy_gettext("worth"),
    "mountain": lazy_gettext("mountain"),
    "water": lazy_gettext("water"),
    "swamp": lazy_gettext("swamp"),
}

PORTS = {  # by what a port pays
    BY_TOKENS: lazy_gettext("port, {value} per own city on the route"),
    HALF: lazy_gettext("port, half of what the rest of the route earns"),
}
PORT_PAY = {  # a port's value on a route
    BY_TOKENS: lazy_gettext("per own city"),
    HALF: lazy_gettext("half of the others"),
}

SIDES = (  # of a hex with a pointy top, by edge
    lazy_gettext("lower left"),
    lazy_gettext("left"),
    lazy_gettext("upper left"),
    lazy_gettext("upper right"),
    lazy_gettext("right"),
    lazy_gettext("lower right"),
)
FLAT_SIDES = (  # of a hex with a flat top
    lazy_gettext("bottom"),
    lazy_gettext("lower left"),
    lazy_gettext("upper left"),
    lazy_gettext("top"),
    lazy_gettext("upper right"),
    lazy_gettext("lower right"),
)


def side_words(edge: int, flat: bool) -> str:
    """Name a side of a hex."""
    return gettext((FLAT_SIDES if flat else SIDES)[edge])


def track_words(tile: Tile, flat: bool) -> str:
    """Describe the track of a tile as it lies: "city: left, right; lower left to right"."""
    moves, found = shape(tile), []
    for stop, exits in zip(tile.stops, moves.stop_exits, strict=True):
        sides = ", ".join(side_words(edge, flat) for edge, _ in sorted(exits))
        kind = gettext(WORDS[stop.kind])
        found.append(format_text("{stop}: {sides}", stop=kind, sides=sides) if sides else kind)
    for start, ends in enumerate(moves.through):
        for end in sorted(ends):
            if start < end:
                one, other = side_words(start, flat), side_words(end, flat)
                found.append(format_text("{side} to {other_side}", side=one, other_side=other))
    return "; ".join(found)


def terrain_at(board: Board, at: str) -> tuple[tuple[str, int], ...]:
    """Return the terrain of a hex, or the cost of the tile on it: kind and cost."""
    if at in board.laid:
        cost = board.tile_at(at).cost
        return (("", cost),) if cost else ()
    return tuple((terrain.kind, terrain.cost) for terrain in board.map.hexes[at].terrain)


def icons_at(board: Board, at: str) -> tuple[str, ...]:
    """Return the marks of a hex and of the tile on it."""
    icons = dict.fromkeys((*board.map.hexes[at].icons, *board.tile_at(at).icons))
    return tuple(map(gettext, icons))


def hex_words(
    board: Board,
    at: str,
    companies: Mapping[str, CompanyLook] | None = None,
    colours: Sequence[str] = ("yellow",),
    mark: str = "",
) -> str:
    """Describe a hex: "H12 Altoona, grey, city 10 with PRR", and all else written on it."""
    printed, tile, laid = board.map.hexes[at], board.tile_at(at), board.laid.get(at)
    head = f"{at} {printed.name}" if printed.name else at
    words = [head]
    bare, with_tile = COLOURS[tile.colour]
    if laid is not None:
        words.append(format_text(with_tile, tile=board.map.printed_number(laid.tile)))
    elif bare:
        words.append(gettext(bare))
    if tile.label:
        words.append(format_text("label {letters}", letters=tile.label))
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
            named = gettext(" and ").join(w or t for w, t in zip(own, owners, strict=True))
            stands = format_text("{city} with {owners}", city=stands, owners=named)
            if tops := board.stacked_tokens.get(f"{at}.{index}"):
                stands = format_text(
                    "{city}, open to all by {owners}", city=stands, owners=", ".join(tops)
                )
        words.append(stands)
    for kind, cost in terrain_at(board, at):
        kinds = [gettext(WORDS.get(each, each)) for each in kind.split("+") if each]
        words.append(f"{gettext(' and ').join(kinds) or gettext('cost')} {cost}")
    words += icons_at(board, at)
    return ", ".join([*words, mark] if mark else words)


def _stop_words(stop: Stop, value: int) -> str:
    if stop.port:
        return format_text(PORTS[stop.port], value=value)
    kind = gettext(WORDS[stop.kind])
    return f"{kind} {value}" if value else kind
