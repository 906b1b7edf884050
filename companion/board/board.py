"""The board: a map with its tiles and tokens, and the network of each company."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from companion.board.oriented_tile import moves, orient_tile

from .company_access import Access, closed_states
from .map import BLOCK, Map, split_stop
from .reach import Moves, Reach, find_reach
from .tiles import Stop, Tile, TileMoves, shape
from .token_slots import (
    NO_ALLOTMENT,
    NO_TOPS,
    Allotment,
    CarriedTokens,
    Slots,
    Tops,
    add_token,
    carry,
    empty_slots,
)


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile that has been laid on a hex, with its rotation in clockwise sixths."""

    tile: str
    rotation: int


class Board:
    """Map, laid tiles and tokens. Immutable: ``with_tile`` and ``with_token`` return a new board.

    Tokens are placed, removed and replaced. Replace both to swap two tokens. Remove a token, or
    leave another in its slot, and place it again to move it. No token is lost on the way. A second
    token of an owner may lie on top of the first. All other companies may then pass the city, even
    when it is full.

    A stop is named by hex and index, "H12.0". Unknown hexes, tiles and stops raise KeyError.
    """

    __slots__ = ("_reach", "laid", "map", "moves", "shapes", "stacked_tokens", "tiles", "tokens")

    map: Map
    laid: Mapping[str, PlacedTile]
    tokens: Mapping[str, Slots]  # by city with slots: the owner of each token
    stacked_tokens: Tops  # by city with a token on top of another: its owners
    tiles: tuple[Tile, ...]  # by hex number: the tile there now
    shapes: tuple[TileMoves, ...]  # by hex number: the moves its track allows
    moves: Sequence[Moves]  # by state of side or stop: the next moves
    _reach: dict[Access, Reach]

    def __init__(self, map: Map) -> None:
        self.map, self.laid, self.stacked_tokens = map, {}, NO_TOPS
        self.tiles = tuple(hex.printed for hex in map.hexes.values())
        tokens: dict[str, Slots] = {}
        for at, tile in zip(map.places, self.tiles, strict=True):
            tokens.update({f"{at}.{i}": slots for i, slots in empty_slots(tile).items()})
        self.tokens = tokens
        self.shapes = tuple(shape(tile) for tile in self.tiles)
        hexes = enumerate(zip(self.tiles, self.shapes, strict=True))
        self.moves = tuple(move for i, (tile, form) in hexes for move in moves(map, i, tile, form))
        self._reach = {}

    def _like(self, reach: dict[Access, Reach], **changed: Any) -> Board:
        """Return a copy with some attributes replaced; ``reach`` is the cache that stays valid."""
        board = Board.__new__(Board)
        board.map, board.laid, board.tokens = self.map, self.laid, self.tokens
        board.stacked_tokens, board.tiles = self.stacked_tokens, self.tiles
        board.shapes, board.moves, board._reach = self.shapes, self.moves, reach
        for part, value in changed.items():
            setattr(board, part, value)
        return board

    @classmethod
    def restore(
        cls,
        map: Map,
        laid: Mapping[str, PlacedTile],
        tokens: Mapping[str, Sequence[str | None]],
        tops: Tops = NO_TOPS,
    ) -> Board:
        """Return the board with these tiles and tokens, as a stored game names them.

        Raises ValueError when the tokens do not fit the cities on the board.
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
        board = board._like({}, tokens=found)
        for stop, owners in tops.items():
            for owner in owners:
                board = board.with_top(stop, owner)
        return board

    # hexes and stops

    def tile_at(self, hex: str) -> Tile:
        """Return the tile on a hex: the laid tile as rotated, or the printed hex."""
        return self.tiles[self.map.number[hex]]

    def shape(self, hex: str) -> TileMoves:
        """Return the moves that the track of a hex allows."""
        return self.shapes[self.map.number[hex]]

    def stop(self, stop: str) -> Stop:
        """Return the stop with this id as printed on the current tile. Raises KeyError."""
        number, index = divmod(self.map.state(stop), BLOCK)
        try:
            return self.tiles[number].stops[index - 6]
        except IndexError:
            raise KeyError(stop) from None

    def stop_at(self, state: int) -> Stop:
        """Return the stop with this number (``Map.state``)."""
        number, index = divmod(state, BLOCK)
        return self.tiles[number].stops[index - 6]

    def stop_name(self, stop: str) -> str:
        """Return the name of a stop's hex, or the hex itself."""
        hex = split_stop(stop)[0]
        return self.map.name_of(hex) or hex

    def stops(self) -> Iterable[str]:
        """Yield every stop on the board."""
        for at, tile in zip(self.map.places, self.tiles, strict=True):
            for index in range(len(tile.stops)):
                yield f"{at}.{index}"

    def station(self, stop: str) -> str:
        """Return the unit a route visits once: the stop, its location or region, or any port."""
        printed = self.stop(stop)
        common = "port" if printed.port else printed.region
        return common or (stop if printed.group is None else self.location(stop))

    def location(self, stop: str) -> str:
        """Return the unit with one value: the stop, or the group it belongs to.

        Off-boards and cities of one printed group are one location, stops on a tile one station.
        """
        printed = self.stop(stop)
        if printed.group is None:
            return stop
        if printed.group in self.map.groups:
            return printed.group
        return f"{split_stop(stop)[0]}.{printed.group}"

    # tokens

    def token_stops(self, company: str) -> tuple[str, ...]:
        """Return the cities with a token of the company."""
        return tuple([stop for stop, slots in self.tokens.items() if company in slots])

    def own_stops(self, access: Access) -> tuple[str, ...]:
        """Return the cities with a token of the company that counts for it."""
        stops = self.token_stops(access.company)
        return tuple(s for s in stops if s not in access.ignored) if access.ignored else stops

    def city_hexes(self) -> list[str]:
        """Return the hexes with a city that has slots."""
        return list(dict.fromkeys(split_stop(stop)[0] for stop in self.tokens))

    def free_slot(self, stop: str) -> int | None:
        """Return the first empty slot of a city, or None."""
        slots = self.tokens.get(stop, ())
        return slots.index(None) if None in slots else None

    def full(self, stop: str, access: Access) -> bool:
        """Return whether every slot of a city holds a token that does not let the company pass."""
        slots = self.tokens.get(stop, ())
        if not slots or None in slots:
            return False
        own = access.company in slots and stop not in access.ignored
        return not own and access.passes.isdisjoint(slots)

    def blocks(self, stop: str, access: Access) -> bool:
        """Return whether a company may not run through a city: full, with no token on top."""
        return self.full(stop, access) and stop not in self.stacked_tokens

    def top_stops(self, owner: str) -> tuple[str, ...]:
        """Return the cities where a token of the owner lies on top of another."""
        return tuple(stop for stop, owners in self.stacked_tokens.items() if owner in owners)

    def lying(self) -> Counter[str]:
        """Count the tokens of each owner on the map, including those on top."""
        circles = (owner for slots in self.tokens.values() for owner in slots if owner)
        return Counter(chain(circles, chain.from_iterable(self.stacked_tokens.values())))

    # change

    def carry_tokens(
        self, hex: str, tile: str, rotation: int, allotment: Allotment = NO_ALLOTMENT
    ) -> CarriedTokens:
        """Find where the tokens of a hex would go if this tile were laid."""
        number = self.map.number[hex]
        new = orient_tile(self.map, number, tile, rotation % 6)[0]
        return carry(self.tiles[number], new, self.slots_of(hex), allotment, self.map.gives_way)

    def slots_of(self, hex: str) -> tuple[Slots, ...]:
        """Return the slots of a hex, by stop."""
        return tuple(self.tokens.get(f"{hex}.{i}", ()) for i in range(len(self.tile_at(hex).stops)))

    def with_tile(
        self, hex: str, tile: str, rotation: int, allotment: Allotment = NO_ALLOTMENT
    ) -> Board:
        """Return the board with this tile laid.

        Tokens stay with their city, or follow the allotment. Raises ValueError when a token that
        does not give way would have no slot.
        """
        number = self.map.number[hex]
        new, new_shape, new_moves = orient_tile(self.map, number, tile, rotation % 6)
        tokens, tops = self.tokens, self.stacked_tokens
        if any(self.slots_of(hex)) or any(stop.slots for stop in new.stops):
            carried = self.carry_tokens(hex, tile, rotation, allotment)
            if carried.homeless:
                owners = ", ".join(carried.homeless)
                raise ValueError(f"tile {tile} on {hex} has no place for the token of {owners}")
            here = [f"{hex}.{i}" for i in range(len(self.tiles[number].stops))]
            changed = {stop: slots for stop, slots in tokens.items() if stop not in here}
            changed.update({f"{hex}.{i}": slots for i, slots in carried.slots.items()})
            tokens = changed
            tops = self._carried_tops(here, carried)
        kept = {a: r for a, r in self._reach.items() if number not in r.touched}
        onward = list(self.moves)  # a list, because a tuple of so many would be copied three times
        onward[BLOCK * number : BLOCK * (number + 1)] = new_moves
        return self._like(
            kept,
            laid={**self.laid, hex: PlacedTile(tile, rotation % 6)},
            tokens=tokens,
            stacked_tokens=tops,
            tiles=(*self.tiles[:number], new, *self.tiles[number + 1 :]),
            shapes=(*self.shapes[:number], new_shape, *self.shapes[number + 1 :]),
            moves=onward,
        )

    def _carried_tops(self, here: Sequence[str], carried: CarriedTokens) -> Tops:
        """Return the tokens on top after a lay: each stays on the token below it."""
        moving = [owner for stop in here for owner in self.stacked_tokens.get(stop, ())]
        if not moving:
            return self.stacked_tokens
        hex = split_stop(here[0])[0]
        tops = {stop: owners for stop, owners in self.stacked_tokens.items() if stop not in here}
        for index, slots in carried.slots.items():
            if owners := tuple(owner for owner in moving if owner in slots):
                tops[f"{hex}.{index}"] = owners
        return tops

    def without_tile(self, hex: str) -> Board:
        """Return the board with a bare hex. Raises ValueError when a token would have no slot."""
        printed = self.map.hexes[hex].printed
        carried = carry(
            self.tile_at(hex), printed, self.slots_of(hex), NO_ALLOTMENT, self.map.gives_way
        )
        if carried.homeless:
            raise ValueError(f"{hex} has no place for the token of {', '.join(carried.homeless)}")
        tokens = {s: slots for s, slots in self.tokens.items() if split_stop(s)[0] != hex}
        tokens.update({f"{hex}.{i}": slots for i, slots in carried.slots.items()})
        laid = {at: tile for at, tile in self.laid.items() if at != hex}
        here = [f"{hex}.{i}" for i in range(len(self.tile_at(hex).stops))]
        return Board.restore(self.map, laid, tokens, self._carried_tops(here, carried))

    def with_token(self, stop: str, owner: str, slot: int | None = None) -> Board:
        """Return the board with a token placed. Raises ValueError when no slot is free."""
        slots = add_token(self.tokens[stop], owner, slot)
        if slots is None:
            raise ValueError(f"{stop} has no free slot for {owner}")
        return self._with_slots(stop, slots, owner)

    def without_token(self, stop: str, owner: str) -> Board:
        """Return the board without an owner's token in one city. Raises ValueError without one."""
        return self.with_other_owner(stop, owner, None)

    def with_other_owner(self, stop: str, owner: str, other: str | None) -> Board:
        """Replace a token of ``owner`` by one of ``other``. Raises ValueError if there is none."""
        slots = self.tokens[stop]
        if owner not in slots:
            raise ValueError(f"{stop} has no token of {owner}")
        if owner in self.stacked_tokens.get(stop, ()) and slots.count(owner) == 1:
            raise ValueError(f"{stop} has a token of {owner} on top, which is taken first")
        slot = slots.index(owner)
        return self._with_slots(stop, (*slots[:slot], other, *slots[slot + 1 :]), owner, other)

    def with_top(self, stop: str, owner: str) -> Board:
        """Return the board with a second token on top of the owner's in a city.

        Raises ValueError when there is no token below, or when one lies on top already.
        """
        owners = self.stacked_tokens.get(stop, ())
        if owner not in self.tokens[stop] or owner in owners:
            raise ValueError(f"{stop} has no token of {owner} for another to lie on")
        return self._with_tops(stop, (*owners, owner))

    def without_top(self, stop: str, owner: str) -> Board:
        """Return the board without the owner's token on top. Raises ValueError if there is none."""
        owners = self.stacked_tokens.get(stop, ())
        if owner not in owners:
            raise ValueError(f"{stop} has no token of {owner} on another")
        return self._with_tops(stop, tuple(other for other in owners if other != owner))

    def _with_tops(self, stop: str, owners: tuple[str, ...]) -> Board:
        tops = {other: lying for other, lying in self.stacked_tokens.items() if other != stop}
        if owners:
            tops[stop] = owners
        number = self.map.number[split_stop(stop)[0]]
        kept = {a: r for a, r in self._reach.items() if number not in r.touched}
        return self._like(kept, stacked_tokens=tops)

    def with_slots(self, stop: str, slots: Slots) -> Board:
        """Return the board with these tokens in a city. Raises ValueError for another number."""
        before = self.tokens[stop]
        if len(slots) != len(before):
            raise ValueError(f"{stop} has {len(before)} slots, not {len(slots)}")
        return self._with_slots(stop, slots, *before, *slots)

    def _with_slots(self, stop: str, slots: Slots, *owners: str | None) -> Board:
        """Return the board with these slots in one city; the tokens of ``owners`` have changed."""
        number = self.map.number[split_stop(stop)[0]]
        kept = {
            access: reach
            for access, reach in self._reach.items()
            if access.company not in owners and number not in reach.touched
        }
        return self._like(kept, tokens={**self.tokens, stop: slots})

    # the network

    def first_moves(self, state: int) -> Moves:
        """Return the next moves from a stop where a route begins.

        There are more than elsewhere: from off-boards, and on track where a train may only begin or
        end.
        """
        number, index = divmod(state, BLOCK)
        off_board = self.tiles[number].stops[index - 6].kind == "offboard"
        ends = []
        for edge, terminal in self.shapes[number].stop_exits[index - 6]:
            there = self.map.across[BLOCK * number + edge]
            if (terminal or off_board) and there >= 0:
                ends.append((there, 1 << min(BLOCK * number + edge, there)))
        return self.moves[state] + tuple(ends)

    def closed_states(self, access: Access) -> frozenset[int]:
        """Return the sides and stops that a company may not enter, by number (``Map.state``)."""
        return closed_states(self.map, access)

    def reach(self, access: Access) -> Reach:
        """Return the company's network: all that routes of any length from its tokens reach."""
        found = self._reach.get(access)
        if found is None:
            closed = self.closed_states(access)
            starts = self.starts(access, closed)
            found = find_reach(self.map, self.moves, starts, self.full_cities(access), closed)
            self._reach[access] = found
        return found

    def starts(self, access: Access, closed: frozenset[int]) -> dict[int, Moves]:
        """Return the stops where the company's network begins, each with its next moves."""
        stops: Iterable[str] = self.own_stops(access)
        if access.starts:
            stops = [stop for stop in self.tokens if stop in access.starts or stop in stops]
        states = map(self.map.state, stops)
        return {state: self.first_moves(state) for state in states if state not in closed}

    def full_cities(self, access: Access) -> set[int]:
        """Return the full cities where the company's network ends."""
        full = [stop for stop, slots in self.tokens.items() if None not in slots]
        ends = [s for s in full if s not in access.starts and self.blocks(s, access)]
        return set(map(self.map.state, ends))
