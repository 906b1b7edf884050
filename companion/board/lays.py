"""Lays: which tile fits where, and in which rotation (rule books: laying track).

This module decides only what the map decides. The rules decide which colours a phase allows, what a
lay costs and which tiles are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

from .board import Board
from .company_access import Access
from .labels import wanted_label
from .lay_and_route_faults import Fault
from .map import BLOCK, Map
from .oriented_tile import orient_tile
from .semi_restrictive_track import changes
from .tiles import EDGES, End, Tile, shape
from .token_slots import NO_ALLOTMENT, Allotment, choices, find_misallotted, new_end, stop_map

StopExits = tuple[tuple[tuple[int, bool], ...], ...]

_NEXT = {"white": "yellow", "yellow": "green", "green": "brown", "brown": "gray"}


def faults(
    board: Board,
    hex: str,
    tile: str,
    rotation: int,
    access: Access | None = None,
    *,
    joined: bool = True,
    allotment: Allotment = NO_ALLOTMENT,
) -> list[Fault]:
    """Find the faults of a lay, in general and for the company that lays it.

    Unless ``joined`` is False, the tile must join the company's network. A new tile joins it when
    one of its exits meets the network. An upgrade joins it when part of its track is on the
    network. A city with the company's own token is on the network. With
    ``must_change`` of the map, an upgrade must also change the company's network
    (``semi_restrictive_track.py``).

    A barrier closed to the company prevents new connections across it. It does not limit the
    network that the tile must join. ``allotment`` gives the city for tokens that leave the one with
    their track.
    """
    if hex not in board.map.number:
        return [Fault("no_such_hex", hex=hex)]
    if tile not in board.map.known:
        return [Fault("no_such_tile", tile=tile)]
    found = list(_fixed_faults(board, hex, tile, rotation % 6))
    found += _token_faults(board, hex, tile, rotation % 6, allotment)
    if access is not None:
        found += _barrier_faults(board, hex, tile, rotation % 6, access)
        reaching = _lay_access(access)
        if joined and not _joins(board, hex, tile, rotation % 6, reaching, allotment):
            found.append(Fault("not_reached", hex=hex, tile=tile))
        elif (
            joined
            and not found
            and not changes(board, hex, tile, rotation % 6, reaching, allotment)
        ):
            found.append(Fault("no_change", hex=hex, tile=tile))
    return found


def lays(
    board: Board,
    hex: str,
    tiles: Iterable[str],
    access: Access | None = None,
) -> list[tuple[str, int]]:
    """Return every (tile, rotation) of these tiles that may be laid on a hex.

    A tile that looks the same in two rotations is given once, in the lower one.
    """
    return list(each_lay(board, hex, tiles, access))


def each_lay(
    board: Board,
    hex: str,
    tiles: Iterable[str],
    access: Access | None = None,
    *,
    allots: bool = False,
) -> Iterator[tuple[str, int]]:
    """Yield the lays one by one, for callers that need only the first.

    With ``allots``, lays that need an allotment of tokens to cities are included.
    """
    if hex not in board.map.number:
        return
    reaching = _lay_access(access) if access is not None else None
    if reaching and board.map.number[hex] not in board.reach(reaching).touched:
        return
    allowed = _find_suited_tiles(board, hex)
    tokens = any(any(slots) for slots in board.slots_of(hex))
    yield from (
        (tile, rotation)
        for tile in tiles
        if tile in allowed
        for rotation in looks(board.map, tile)
        if not _fixed_faults(board, hex, tile, rotation)
        and not (access and _barrier_faults(board, hex, tile, rotation, access))
        and any(
            not (tokens and _token_faults(board, hex, tile, rotation, way))
            and (reaching is None or _suits(board, hex, tile, rotation, reaching, way))
            for way in (_ways(board, hex, tile, rotation) if allots else (NO_ALLOTMENT,))
        )
    )


def city_faults(board: Board, hex: str, tile: str, rotation: int, access: Access) -> list[Fault]:
    """Find the faults of a tile that turns the towns of a hex into a city.

    The tile keeps the exits. It is yellow for one town and green for two. It must join the
    company's network.
    """
    if not becomes_city(board.tile_at(hex), _turn_tile(board.map, tile, rotation % 6)):
        return [Fault("no_city", hex=hex, tile=tile)]
    if _joins(board, hex, tile, rotation % 6, _lay_access(access), NO_ALLOTMENT):
        return []
    return [Fault("not_reached", hex=hex, tile=tile)]


def city_lays(
    board: Board, hex: str, tiles: Iterable[str], access: Access
) -> list[tuple[str, int]]:
    """Return every (tile, rotation) that turns the towns of a hex into a city."""
    return [
        (tile, rotation)
        for tile in tiles
        for rotation in looks(board.map, tile)
        if not city_faults(board, hex, tile, rotation, access)
    ]


def becomes_city(old: Tile, new: Tile) -> bool:
    """Check whether the tile turns the towns of another into a city."""
    towns, cities = ([stop.kind for stop in tile.stops] for tile in (old, new))
    return (
        old.colour == "yellow"
        and towns in (["town"], ["town"] * 2)
        and (cities, new.label) == (["city"], None)
        and new.colour == ("yellow" if len(towns) == 1 else "green")
        and new.exits == old.exits
    )


def allotments(
    board: Board,
    hex: str,
    tile: str,
    rotation: int,
    access: Access | None = None,
    joined: bool = True,
) -> list[Allotment]:
    """Return the ways to allot the tokens of a hex to the cities of a tile that fits there.

    The way that leaves each token with its city comes first, if it is allowed.
    """
    reaching = _lay_access(access) if access is not None and joined else None
    return [
        way
        for way in _ways(board, hex, tile, rotation % 6)
        if not _token_faults(board, hex, tile, rotation % 6, way)
        and (reaching is None or _suits(board, hex, tile, rotation % 6, reaching, way))
    ]


def _ways(board: Board, hex: str, tile: str, rotation: int) -> list[Allotment]:
    """Return every choice of cities for the tokens of a hex, regardless of free slots."""
    turned = _turn_tile(board.map, tile, rotation)
    return choices(board.tile_at(hex), turned, board.slots_of(hex), _is_loose(board, hex))


def _is_loose(board: Board, hex: str) -> bool:
    """Return whether tokens may leave the track of their city with the next tile."""
    return board.map.hexes[hex].loose and hex not in board.laid


def _lay_access(access: Access) -> Access:
    """Return the company's access for the question which track joins its network."""
    return access if access.barriers else replace(access, barriers=True)


def _barrier_faults(
    board: Board, hex: str, tile: str, rotation: int, access: Access
) -> list[Fault]:
    """Find the edges where the tile would newly connect across a barrier closed to the company."""
    if access.barriers:
        return []
    found = []
    for edge in sorted(_turn_tile(board.map, tile, rotation).exits - board.shape(hex).exits):
        border, other = board.map.border(hex, edge), board.map.neighbour(hex, edge)
        if border is None or border.kind != "barrier" or other is None:
            continue
        if (edge + 3) % 6 in board.shape(other).exits:
            found.append(Fault("barrier", hex=hex, edge=edge, other=other, tile=tile))
    return found


def _token_faults(
    board: Board, hex: str, tile: str, rotation: int, allotment: Allotment
) -> list[Fault]:
    """Find tokens of the hex that get no slot on the tile, or that are allotted to a wrong city."""
    held, old = board.slots_of(hex), board.tile_at(hex)
    if not any(map(any, held)):
        return [Fault("allotted", hex=hex, tile=tile, text=owner) for owner in allotment]
    turned, loose = _turn_tile(board.map, tile, rotation), _is_loose(board, hex)
    wrong = find_misallotted(old, turned, held, allotment, loose) if allotment else ()
    homeless = board.carry_tokens(hex, tile, rotation, allotment).homeless
    return [
        *(Fault("allotted", hex=hex, tile=tile, text=owner) for owner in wrong),
        *(Fault("no_place", hex=hex, tile=tile, text=owner) for owner in homeless),
    ]


def _joins(
    board: Board, hex: str, tile: str, rotation: int, access: Access, allotment: Allotment
) -> bool:
    number, reach = board.map.number[hex], board.reach(access)
    old, base = board.tiles[number], BLOCK * number
    new, form, _ = orient_tile(board.map, number, tile, rotation)
    if any(base + edge in reach.side_states for edge in form.exits):
        return True
    becomes = stop_map(old, new)
    for i in range(len(old.stops)):
        if base + 6 + i in reach.stop_states:
            own = access.company in board.tokens.get(f"{hex}.{i}", ())
            to = allotment.get(access.company, becomes[i]) if own else becomes[i]
            if to is None or not 0 <= to < len(new.stops):
                return True  # the stop is lost, which is a fault of its own
            if form.stop_exits[to] or form.stop_links[to]:
                return True
    return False


def _suits(
    board: Board, hex: str, tile: str, rotation: int, access: Access, allotment: Allotment
) -> bool:
    """Return whether a tile joins the network and, if it must, changes what is reached."""
    lay = (board, hex, tile, rotation, access, allotment)
    return _joins(*lay) and changes(*lay)


@cache
def _turn_tile(map: Map, tile: str, rotation: int) -> Tile:
    return map.known[tile].rotate(rotation)


def _find_suited_tiles(board: Board, hex: str) -> frozenset[str]:
    """Return the tiles whose colour, label and stops suit a hex as it is."""
    key = ("suited", hex, board.laid.get(hex))
    known: frozenset[str] | None = board.map.cache.get(key)
    if known is None:
        printed, old = board.map.hexes[hex], board.tile_at(hex)
        known = board.map.cache[key] = frozenset(
            number
            for number, tile in board.map.known.items()
            if not (printed.fixed or old.is_final)
            and tile.colour == _NEXT.get(old.colour)
            and tile.label == wanted_label(board, hex, tile.colour)
            and _stops_agree(old, tile, board.map.fewer_circles)
        )
    return known


def _fixed_faults(board: Board, hex: str, tile: str, rotation: int) -> tuple[Fault, ...]:
    """Return the faults that are the same for every company.

    They depend only on the map and the tile replaced.
    """
    laid = board.laid.get(hex)
    key = ("lay", hex, laid, tile, rotation)
    known: tuple[Fault, ...] | None = board.map.cache.get(key)
    if known is None:
        known = board.map.cache[key] = tuple(_find_faults(board, hex, tile, rotation))
    return known


def _find_faults(board: Board, hex: str, tile: str, rotation: int) -> Iterable[Fault]:
    printed = board.map.hexes[hex]
    old, new = board.tile_at(hex), _turn_tile(board.map, tile, rotation)
    if printed.fixed:
        return [Fault("fixed", hex=hex, tile=tile, text=printed.colour)]
    found = []
    laid = board.laid.get(hex)
    if laid is not None and laid.tile == tile and find_lines(old) == find_lines(new):
        return [Fault("same", hex=hex, tile=tile)]
    if old.colour not in _NEXT or old.is_final:
        return [Fault("fixed", hex=hex, tile=tile, text="final" if old.is_final else "gray")]
    if new.colour != _NEXT[old.colour]:
        found.append(Fault("colour", hex=hex, tile=tile, text=_NEXT[old.colour]))
    if new.label != wanted_label(board, hex, new.colour):
        found.append(Fault("label", hex=hex, tile=tile))
    if not _stops_agree(old, new, board.map.fewer_circles):
        found.append(Fault("stops", hex=hex, tile=tile))
    elif not keeps_track(old, new):
        found.append(Fault("track_lost", hex=hex, tile=tile))
    return [*found, *_edge_faults(board, hex, tile, rotation)]


def _edge_faults(board: Board, hex: str, tile: str, rotation: int) -> Iterator[Fault]:
    """Yield the faults of the tile's exits, and the stubs of the hex that it does not meet."""
    exits = _turn_tile(board.map, tile, rotation).exits
    for edge in sorted(exits):
        other, border = board.map.neighbour(hex, edge), board.map.border(hex, edge)
        if other is None:
            yield Fault("off_board", hex=hex, edge=edge, tile=tile)
        elif border is not None and border.kind == "impassable":
            yield Fault("impassable", hex=hex, edge=edge, other=other, tile=tile)
        elif board.map.hexes[other].fixed and (edge + 3) % 6 not in board.shape(other).exits:
            yield Fault("blank_side", hex=hex, edge=edge, other=other, tile=tile)
    for edge in board.map.hexes[hex].stubs:
        if edge not in exits:
            yield Fault("stub", hex=hex, edge=edge, tile=tile)


def _stations(tile: Tile, kind: str) -> int:
    """Count the stations of a kind on a tile. Stops of one group are one station."""
    stops = [stop for stop in tile.stops if stop.kind == kind]
    return len({(stop.group or i) for i, stop in enumerate(stops)})


def _stops_agree(old: Tile, new: Tile, fewer_circles: bool) -> bool:
    """Return whether a tile shows the same number of cities and towns as the one it replaces.

    A labelled tile may show more cities, or join them into fewer. It then has no fewer slots,
    unless the map allows that.
    """
    if _stations(old, "town") != _stations(new, "town"):
        return False
    cities, then = _stations(old, "city"), _stations(new, "city")
    if cities == then:
        return True
    slots = sum(stop.slots for stop in old.stops), sum(stop.slots for stop in new.stops)
    room = fewer_circles or slots[1] >= slots[0]
    return new.label is not None and min(then, cities) >= 1 and (then > cities or room)


def find_lines(tile: Tile) -> frozenset[frozenset[End]]:
    """Return the two ends of each piece of the tile's track."""
    return frozenset(frozenset((track.a, track.b)) for track in tile.tracks)


@cache
def keeps_track(old: Tile, new: Tile) -> bool:
    """Return whether the new tile keeps all track of the old one, leading to the same stops.

    A forked town splits one old town over two new ones. Its two exits then still meet in one of
    them. Track from edge to edge may become a junction with other track.
    """
    then = find_lines(new)
    stops = stop_map(old, new)
    for track in old.tracks:
        ends = frozenset(new_end(end, stops) for end in (track.a, track.b))
        crossed = all(isinstance(end, int) and frozenset((end, "j")) in then for end in ends)
        if ends not in then and not crossed:
            return False
    return True


@cache
def looks(map: Map, tile: str) -> tuple[int, ...]:
    """Return the rotations in which a tile looks different.

    Cities keep their index, because tokens refer to it.
    """
    seen: set[frozenset[frozenset[End]]] = set()
    found = []
    for rotation in EDGES:
        turned = _turn_tile(map, tile, rotation)
        exits = shape(turned).stop_exits

        def end_look(end: End, turned: Tile = turned, exits: StopExits = exits) -> End:
            if isinstance(end, int) or end == "j" or turned.stops[int(end[1:])].kind == "city":
                return end
            return f"town {sorted(exits[int(end[1:])])}"

        look = frozenset(frozenset((end_look(t.a), end_look(t.b))) for t in turned.tracks)
        if look not in seen:
            seen.add(look)
            found.append(rotation)
    return tuple(found)
