"""The board: a map with the tiles and tokens on it, and what a company reaches."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from .access import Access, closed_states
from .map import BLOCK, Map
from .reach import Moves, Reach, find_reach
from .tiles import EDGES, Shape, Stop, Tile, catalogue, shape

Slots = tuple[str | None, ...]
_HexMoves = tuple[Moves, ...]  # BLOCK of them


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile that has been laid on a hex, with its rotation in clockwise sixths."""

    tile: str
    rotation: int


class Board:
    """Map, laid tiles and tokens. Immutable: ``with_tile`` and ``with_token`` give a new one.

    A stop is named by hex and index, "H12.0". Unknown hexes, tiles and stops raise KeyError.
    """

    __slots__ = ("_reach", "laid", "map", "moves", "shapes", "tiles", "tokens")

    map: Map
    laid: Mapping[str, Laid]
    tokens: Mapping[str, Slots]  # every city with slots: the company in each slot
    tiles: tuple[Tile, ...]  # by the hex's number: what lies there now
    shapes: tuple[Shape, ...]  # by the hex's number: the moves it allows
    moves: tuple[Moves, ...]  # by state of side or stop: what may follow
    _reach: dict[Access, Reach]

    def __init__(self, map: Map) -> None:
        tiles = tuple(h.printed for h in map.hexes.values())
        tokens: dict[str, Slots] = {}
        for at, tile in zip(map.places, tiles, strict=True):
            tokens.update(_empty(at, tile))
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
        """What a train visits once: the stop, or the location it is one of the parts of.

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

    def with_tile(self, hex: str, tile: str, rotation: int) -> Board:
        """The board with this tile laid; tokens go along with their city."""
        number = self.map.number[hex]
        new, new_shape, new_moves = _oriented(self.map, number, tile, rotation % 6)
        old = self.tiles[number]
        tokens = self.tokens
        if old.stops or new.stops:
            changed = dict(tokens)
            before = [changed.pop(f"{hex}.{i}", ()) for i in range(len(old.stops))]
            changed.update(_empty(hex, new))
            for i, j in enumerate(stop_map(old, new)):
                for slot, company in enumerate(before[i]):
                    if company is not None and j is not None:
                        _move(changed, f"{hex}.{j}", company, slot)
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

    def with_token(self, stop: str, company: str, slot: int | None = None) -> Board:
        """The board with a token placed; raises ValueError when there is no free slot."""
        tokens = dict(self.tokens)
        _put(tokens, stop, company, slot)
        number = self.map.number[split_stop(stop)[0]]
        kept = {
            access: reach
            for access, reach in self._reach.items()
            if access.company != company and number not in reach.touched
        }
        return self._like(self.laid, tokens, self.tiles, self.shapes, self.moves, kept)

    def without_token(self, stop: str, company: str) -> Board:
        """The board after a company's token is taken off one city; raises ValueError."""
        slots = self.tokens[stop]
        if company not in slots:
            raise ValueError(f"{stop} has no token of {company}")
        slot = slots.index(company)
        tokens = {**self.tokens, stop: (*slots[:slot], None, *slots[slot + 1 :])}
        return self._like(self.laid, tokens, self.tiles, self.shapes, self.moves, {})

    def without_tokens(self, company: str) -> Board:
        """The board after all of a company's tokens are taken off."""
        tokens = {
            stop: tuple(None if c == company else c for c in slots)
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
            starts: dict[int, Moves] = {}
            blocked: set[int] = set()
            for stop, slots in self.tokens.items():
                state = self.map.state(stop)
                if access.company in slots and stop not in access.ignored:
                    starts[state] = self.first_moves(state)
                elif None not in slots and self.blocks(stop, access):
                    blocked.add(state)
            closed = self.closed(access)
            found = find_reach(self.map, self.moves, starts, blocked, closed)
            self._reach[access] = found
        return found


def split_stop(stop: str) -> tuple[str, int]:
    """Hex and index of a stop; raises KeyError for what is none, another spelling of one too."""
    hex, dot, index = stop.partition(".")
    if not dot or not index.isdecimal() or len(index) > 2 or str(int(index)) != index:
        raise KeyError(stop)
    return hex, int(index)


def _empty(at: str, tile: Tile) -> dict[str, Slots]:
    return {f"{at}.{i}": (None,) * s.slots for i, s in enumerate(tile.stops) if s.slots}


def _put(tokens: dict[str, Slots], stop: str, company: str, slot: int | None) -> None:
    slots = tokens[stop]
    if slot is None:
        slot = slots.index(None) if None in slots else len(slots)
    if slot >= len(slots) or slots[slot] is not None:
        raise ValueError(f"{stop} has no free slot for {company}")
    tokens[stop] = (*slots[:slot], company, *slots[slot + 1 :])


def _move(tokens: dict[str, Slots], stop: str, company: str, slot: int) -> None:
    slots = tokens[stop]
    same = slot if slot < len(slots) and slots[slot] is None else None
    _put(tokens, stop, company, same)


def _oriented(map: Map, number: int, tile: str, rotation: int) -> tuple[Tile, Shape, _HexMoves]:
    """A tile as it lies on a hex; worked out once for each map."""
    key = (number, tile, rotation)
    found: tuple[Tile, Shape, _HexMoves] | None = map.cache.get(key)
    if found is None:
        turned = catalogue()[tile].turned(rotation)
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


def stop_map(old: Tile, new: Tile) -> tuple[int | None, ...]:
    """Which new stop each old stop becomes: the one that keeps its track, else by index.

    Cities of a tile with several become distinct ones while there are enough; None where the
    new tile has no such stop.
    """
    new_ends = [{e for e, _ in exits} for exits in shape(new).stop_exits]
    old_ends = [{e for e, _ in exits} for exits in shape(old).stop_exits]
    found: list[int | None] = [None] * len(old.stops)
    taken: set[int] = set()
    merge = len(new.stops) < len(old.stops)
    # those with the most track choose first; the ones without take what is left, by index
    for i in sorted(range(len(old.stops)), key=lambda i: (-len(old_ends[i]), i)):
        free = [
            j
            for j, stop in enumerate(new.stops)
            if stop.kind == old.stops[i].kind and (merge or j not in taken)
        ]
        if free:
            best = max(free, key=lambda j: (len(old_ends[i] & new_ends[j]), j == i, -j))
            found[i] = best
            taken.add(best)
    return tuple(found)
