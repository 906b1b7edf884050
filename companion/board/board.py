"""The board: a map with the tiles and tokens on it, and what a company reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .access import Access, closed_states
from .map import BLOCK, Map
from .reach import Moves, Reach, find_reach
from .tiles import EDGES, Shape, Stop, Tile, shape
from .tokens import NO_ALLOTMENT, Allotment, Carried, Slots, carry, empty_slots, put

_HexMoves = tuple[Moves, ...]  # BLOCK of them


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that has been laid on a hex, with its rotation in clockwise sixths."""

    tile: str
    rotation: int


class Board:
    """Map, laid tiles and tokens. Immutable: ``with_tile`` and ``with_token`` give a new one.

    Tokens are put down, taken off and replaced; to swap two is to replace both, to move one is to
    take it off (or leave another's there) and put it down. None is ever lost by the way.

    A stop is named by hex and index, "H12.0". Unknown hexes, tiles and stops raise KeyError.
    """

    __slots__ = ("_reach", "laid", "map", "moves", "shapes", "tiles", "tokens")

    map: Map
    laid: Mapping[str, Laid]
    tokens: Mapping[str, Slots]  # every city with circles: whose token lies in each
    tiles: tuple[Tile, ...]  # by the hex's number: what lies there now
    shapes: tuple[Shape, ...]  # by the hex's number: the moves it allows
    moves: tuple[Moves, ...]  # by state of side or stop: what may follow
    _reach: dict[Access, Reach]

    def __init__(self, map: Map) -> None:
        tiles = tuple(h.printed for h in map.hexes.values())
        tokens: dict[str, Slots] = {}
        for at, tile in zip(map.places, tiles, strict=True):
            tokens.update({f"{at}.{i}": slots for i, slots in empty_slots(tile).items()})
        shapes = tuple(shape(t) for t in tiles)
        moves = tuple(m for i, t in enumerate(tiles) for m in _moves(map, i, t, shapes[i]))
        self._fill(map, {}, tokens, tiles, shapes, moves, {})

    def _fill(
        self,
        map: Map,
        laid: Mapping[str, Laid],
        tokens: Mapping[str, Slots],
        tiles: tuple[Tile, ...],
        shapes: tuple[Shape, ...],
        moves: tuple[Moves, ...],
        reach: dict[Access, Reach],
    ) -> None:
        self.map, self.laid, self.tokens = map, laid, tokens
        self.tiles, self.shapes, self.moves, self._reach = tiles, shapes, moves, reach

    def _like(
        self,
        laid: Mapping[str, Laid],
        tokens: Mapping[str, Slots],
        tiles: tuple[Tile, ...],
        shapes: tuple[Shape, ...],
        moves: tuple[Moves, ...],
        reach: dict[Access, Reach],
    ) -> Board:
        board = Board.__new__(Board)
        board._fill(self.map, laid, tokens, tiles, shapes, moves, reach)
        return board

    @classmethod
    def restored(
        cls, map: Map, laid: Mapping[str, Laid], tokens: Mapping[str, Sequence[str | None]]
    ) -> Board:
        """The board with these tiles and tokens, as a stored game names them.

        Raises ValueError when the tokens do not fit the cities that are there.
        """
        board = cls(map)
        for hex, lay in laid.items():
            board = board.with_tile(hex, lay.tile, lay.rotation)
        found = {stop: tuple(tokens.get(stop, slots)) for stop, slots in board.tokens.items()}
        if not set(tokens) <= set(found):
            raise ValueError(f"no city is at {', '.join(sorted(set(tokens) - set(found)))}")
        for stop, slots in board.tokens.items():
            if len(slots) != len(found[stop]):
                raise ValueError(f"{stop} has {len(slots)} slots, not {len(found[stop])}")
        return board._like(board.laid, found, board.tiles, board.shapes, board.moves, {})

    # what lies where

    def at(self, hex: str) -> Tile:
        """What lies on a hex now: the laid tile as turned, or the printed hex."""
        return self.tiles[self.map.number[hex]]

    def shape(self, hex: str) -> Shape:
        """The moves the track of a hex allows."""
        return self.shapes[self.map.number[hex]]

    def stop(self, stop: str) -> Stop:
        """The stop with this id as it is printed now."""
        hex, index = split_stop(stop)
        stops = self.at(hex).stops
        if index >= len(stops):
            raise KeyError(stop)
        return stops[index]

    def stop_name(self, stop: str) -> str:
        """The name of a stop's hex, or the hex itself."""
        hex = split_stop(stop)[0]
        return self.map.hexes[hex].name or hex

    def stops(self) -> Iterable[str]:
        """Every stop on the board."""
        for at, tile in zip(self.map.places, self.tiles, strict=True):
            for index in range(len(tile.stops)):
                yield f"{at}.{index}"

    def station(self, stop: str) -> str:
        """What a route visits once: the stop, or the location or region it is a part of."""
        return self.stop(stop).region or self.location(stop)

    def location(self, stop: str) -> str:
        """What is one place with one value: the stop, or what it is one of the parts of.

        Off-boards of one group are one location; stops of one group on a tile are one station.
        """
        printed = self.stop(stop)
        if printed.group is None:
            return stop
        if printed.kind == "offboard":
            return printed.group
        return f"{split_stop(stop)[0]}.{printed.group}"

    # tokens

    def token_stops(self, company: str) -> tuple[str, ...]:
        """The cities with a token of the company."""
        return tuple(stop for stop, slots in self.tokens.items() if company in slots)

    def own_stops(self, access: Access) -> tuple[str, ...]:
        """The cities with a token of the company that counts for it."""
        stops = self.token_stops(access.company)
        return tuple(s for s in stops if s not in access.ignored) if access.ignored else stops

    def city_hexes(self) -> list[str]:
        """The hexes with a city that has circles."""
        return list(dict.fromkeys(split_stop(stop)[0] for stop in self.tokens))

    def free_slot(self, stop: str) -> int | None:
        """The first empty slot of a city, or None."""
        slots = self.tokens.get(stop, ())
        return slots.index(None) if None in slots else None

    def full(self, stop: str, access: Access) -> bool:
        """Whether every circle of a city holds a token that does not let the company pass."""
        slots = self.tokens.get(stop, ())
        if not slots or None in slots:
            return False
        own = access.company in slots and stop not in access.ignored
        return not own and access.passes.isdisjoint(slots)

    def blocks(self, stop: str, access: Access) -> bool:
        """Whether a company may not run through a city."""
        return self.full(stop, access) and stop not in access.opened

    # change

    def carried(
        self, hex: str, tile: str, rotation: int, allotment: Allotment = NO_ALLOTMENT
    ) -> Carried:
        """Where the tokens of a hex would go if this tile were laid."""
        number = self.map.number[hex]
        new = _oriented(self.map, number, tile, rotation % 6)[0]
        return carry(self.tiles[number], new, self.held(hex), allotment, self.map.gives_way)

    def held(self, hex: str) -> tuple[Slots, ...]:
        """The circles of a hex, by stop."""
        return tuple(self.tokens.get(f"{hex}.{i}", ()) for i in range(len(self.at(hex).stops)))

    def with_tile(
        self, hex: str, tile: str, rotation: int, allotment: Allotment = NO_ALLOTMENT
    ) -> Board:
        """The board with this tile laid; tokens go along with their city, or as allotted.

        Raises ValueError when a token that does not give way would have no place.
        """
        number = self.map.number[hex]
        new, new_shape, new_moves = _oriented(self.map, number, tile, rotation % 6)
        tokens = self.tokens
        if self.tiles[number].stops or new.stops:
            carried = self.carried(hex, tile, rotation, allotment)
            if carried.homeless:
                owners = ", ".join(carried.homeless)
                raise ValueError(f"tile {tile} on {hex} has no place for the token of {owners}")
            here = [f"{hex}.{i}" for i in range(len(self.tiles[number].stops))]
            changed = {stop: slots for stop, slots in tokens.items() if stop not in here}
            changed.update({f"{hex}.{i}": slots for i, slots in carried.slots.items()})
            tokens = changed
        kept = {a: r for a, r in self._reach.items() if number not in r.touched}
        return self._like(
            {**self.laid, hex: Laid(tile, rotation % 6)},
            tokens,
            (*self.tiles[:number], new, *self.tiles[number + 1 :]),
            (*self.shapes[:number], new_shape, *self.shapes[number + 1 :]),
            self.moves[: BLOCK * number] + new_moves + self.moves[BLOCK * (number + 1) :],
            kept,
        )

    def without_tile(self, hex: str) -> Board:
        """The board with the hex bare again; raises ValueError when a token would have no place."""
        printed = self.map.hexes[hex].printed
        carried = carry(self.at(hex), printed, self.held(hex), NO_ALLOTMENT, self.map.gives_way)
        if carried.homeless:
            raise ValueError(f"{hex} has no place for the token of {', '.join(carried.homeless)}")
        tokens = {s: slots for s, slots in self.tokens.items() if split_stop(s)[0] != hex}
        tokens.update({f"{hex}.{i}": slots for i, slots in carried.slots.items()})
        laid = {at: tile for at, tile in self.laid.items() if at != hex}
        return Board.restored(self.map, laid, tokens)

    def with_token(self, stop: str, owner: str, slot: int | None = None) -> Board:
        """The board with a token placed; raises ValueError when there is no free circle."""
        slots = put(self.tokens[stop], owner, slot)
        if slots is None:
            raise ValueError(f"{stop} has no free slot for {owner}")
        return self._with_slots(stop, slots, owner)

    def without_token(self, stop: str, owner: str) -> Board:
        """The board after an owner's token is taken off one city; raises ValueError."""
        return self._replaced(stop, owner, None)

    def replaced(self, stop: str, owner: str, other: str) -> Board:
        """The board with a token of ``other`` in the circle of ``owner``'s; raises ValueError."""
        return self._replaced(stop, owner, other)

    def with_slots(self, stop: str, slots: Slots) -> Board:
        """The board with just these tokens in a city, circle by circle. Raises ValueError where it
        has another number of circles.
        """
        before = self.tokens[stop]
        if len(slots) != len(before):
            raise ValueError(f"{stop} has {len(before)} slots, not {len(slots)}")
        return self._with_slots(stop, slots, *before, *slots)

    def _replaced(self, stop: str, owner: str, other: str | None) -> Board:
        slots = self.tokens[stop]
        if owner not in slots:
            raise ValueError(f"{stop} has no token of {owner}")
        slot = slots.index(owner)
        return self._with_slots(stop, (*slots[:slot], other, *slots[slot + 1 :]), owner, other)

    def _with_slots(self, stop: str, slots: Slots, *owners: str | None) -> Board:
        """The board with these circles in one city, where tokens of these owners have changed."""
        number = self.map.number[split_stop(stop)[0]]
        kept = {
            access: reach
            for access, reach in self._reach.items()
            if access.company not in owners and number not in reach.touched
        }
        tokens = {**self.tokens, stop: slots}
        return self._like(self.laid, tokens, self.tiles, self.shapes, self.moves, kept)

    def without_tokens(self, owner: str) -> Board:
        """The board after all of an owner's tokens are taken off."""
        tokens = {
            stop: tuple(None if o == owner else o for o in slots)
            for stop, slots in self.tokens.items()
        }
        return self._like(self.laid, tokens, self.tiles, self.shapes, self.moves, {})

    # the network

    def first_moves(self, state: int) -> Moves:
        """What may follow on a stop where a route begins.

        More than elsewhere: off-boards, and track that a train may only begin or end by.
        """
        number, index = divmod(state, BLOCK)
        off_board = self.tiles[number].stops[index - 6].kind == "offboard"
        ends = []
        for edge, terminal in self.shapes[number].stop_exits[index - 6]:
            there = self.map.across[BLOCK * number + edge]
            if (terminal or off_board) and there >= 0:
                ends.append((there, 1 << min(BLOCK * number + edge, there)))
        return self.moves[state] + tuple(ends)

    def closed(self, access: Access) -> frozenset[int]:
        """The sides and stops, by their numbers (``Map.state``), that a company may not come to."""
        return closed_states(self.map, access)

    def reach(self, access: Access) -> Reach:
        """The company's network: what routes of any length from its tokens reach."""
        found = self._reach.get(access)
        if found is None:
            closed = self.closed(access)
            starts, blocked = self._starts(access, closed)
            found = find_reach(self.map, self.moves, starts, blocked, closed)
            self._reach[access] = found
        return found

    def _starts(self, access: Access, closed: frozenset[int]) -> tuple[dict[int, Moves], set[int]]:
        """The stops where the company's network begins with what may follow; and full cities."""
        starts: dict[int, Moves] = {}
        blocked: set[int] = set()
        for stop, slots in self.tokens.items():
            state = self.map.state(stop)
            if access.company in slots and stop not in access.ignored:
                if state not in closed:
                    starts[state] = self.first_moves(state)
            elif None not in slots and self.blocks(stop, access):
                blocked.add(state)
        return starts, blocked

    def left_to(
        self, access: Access, sides: Iterable[int], links: Iterable[tuple[str, str]]
    ) -> frozenset[str]:
        """The stops of routes of any length that use none of these sides, nor of this track
        between two stops of one tile."""
        across = self.map.across
        closed = self.closed(access).union(sides, (across[side] for side in sides))
        starts, blocked = self._starts(access, closed)
        if access.anywhere:
            states = map(self.map.state, self.stops())
            starts = {state: self.first_moves(state) for state in states if state not in closed}
        cut = {frozenset(map(self.map.state, link)) for link in links}

        def clear(state: int, moves: Moves) -> Moves:
            return tuple(m for m in moves if frozenset((state, m[0])) not in cut)

        moves: Sequence[Moves] = self.moves
        if cut:
            moves = [clear(state, follow) for state, follow in enumerate(moves)]
            starts = {state: clear(state, follow) for state, follow in starts.items()}
        found = find_reach(self.map, moves, starts, blocked, closed).stop_states
        places = self.map.places

        def name(state: int) -> str:
            return f"{places[state // BLOCK]}.{state % BLOCK - 6}"

        every = set(starts) | found
        met = set(map(name, found.difference(starts)))
        for state, follow in starts.items():
            # a stop where a route begins is on one only if that comes to another station
            alone = find_reach(self.map, moves, {state: follow}, every - {state}, closed)
            here = self.station(name(state))
            if any(self.station(stop) != here for stop in alone.stops):
                met.add(name(state))
        return frozenset(met)


def split_stop(stop: str) -> tuple[str, int]:
    """Hex and index of a stop; raises KeyError for what is none, another spelling of one too."""
    hex, dot, index = stop.partition(".")
    if not dot or not index.isdecimal() or len(index) > 2 or str(int(index)) != index:
        raise KeyError(stop)
    return hex, int(index)


def _oriented(map: Map, number: int, tile: str, rotation: int) -> tuple[Tile, Shape, _HexMoves]:
    """A tile as it lies on a hex; worked out once for each map."""
    key = (number, tile, rotation)
    found: tuple[Tile, Shape, _HexMoves] | None = map.cache.get(key)
    if found is None:
        turned = map.known[tile].turned(rotation)
        form = shape(turned)
        found = map.cache[key] = (turned, form, _moves(map, number, turned, form))
    return found


def _moves(map: Map, number: int, tile: Tile, form: Shape) -> _HexMoves:
    """What may follow on each side and stop of a hex; nothing follows on an off-board."""
    base = BLOCK * number

    def out(edge: int) -> Moves:
        here, there = base + edge, map.across[base + edge]
        return () if there < 0 else ((there, 1 << min(here, there)),)

    def visit(index: int, terminal: bool) -> tuple[int, int]:
        stop = base + 6 + index
        return (~stop if terminal else stop), 1 << stop

    found: list[Moves] = [()] * BLOCK
    for edge in EDGES:
        plain = tuple(move for e in form.through[edge] for move in out(e))
        found[edge] = plain + tuple(visit(i, terminal) for i, terminal in form.stops_at[edge])
    for index, stop in enumerate(tile.stops):
        if stop.kind != "offboard":
            away = (move for e, end in form.stop_exits[index] if not end for move in out(e))
            found[6 + index] = (*away, *(visit(i, False) for i in form.stop_links[index]))
    return tuple(found)
