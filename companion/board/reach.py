"""A company's network: what it reaches from its tokens by legal routes of any length."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

from .map import BLOCK, Map

if TYPE_CHECKING:
    from .board import Board

# What may follow on a state: (next state, bit of the side or stop it uses). A state is a side
# being entered or a stop being visited (see Map.state); ~stop is a stop where the train must end.
Moves = tuple[tuple[int, int], ...]

_WAYS = 10_000  # ways a full search tries; beyond it a doubtful place counts as reached


class Reach:
    """The network of one company on one board."""

    def __init__(self, map: Map, sides: frozenset[int], stops: frozenset[int]) -> None:
        self._map = map
        self.side_states = sides  # both states of every side the network comes to
        self.stop_states = stops

    @cached_property
    def stops(self) -> frozenset[str]:
        """The stops reached, by id; blocked cities and off-boards among them."""
        places = self._map.places
        return frozenset(f"{places[s // BLOCK]}.{s % BLOCK - 6}" for s in self.stop_states)

    @cached_property
    def edges(self) -> frozenset[tuple[str, int]]:
        """(hex, edge) wherever the network comes to an edge, named from both its sides."""
        places = self._map.places
        return frozenset((places[s // BLOCK], s % BLOCK) for s in self.side_states)

    @cached_property
    def touched(self) -> frozenset[int]:
        """The numbers of the hexes the network lies on or comes up against."""
        return frozenset(s // BLOCK for s in (*self.side_states, *self.stop_states))

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes the network lies on or comes up against."""
        return frozenset(self._map.places[n] for n in self.touched)


def find_reach(board: Board, company: str) -> Reach:
    """Follow track from each token; no side and no stop twice on the way.

    A breadth-first search keeps with each state the one way it was first found by, and makes
    no move that repeats part of that way. Only where ignoring repetition would reach more is
    there a doubt, which a full search settles.
    """
    moves, state = board.moves, board.map.state
    starts: list[int] = []
    blocked: set[int] = set()
    for stop, slots in board.tokens.items():
        if company in slots:
            starts.append(state(stop))
        elif None not in slots:
            blocked.add(state(stop))
    across = board.map.across

    ways: dict[int, int] = {s: 1 << s for s in starts}  # state -> sides and stops used to get there
    queue = deque(ways.items())
    refused: list[int] = []
    for start in starts:
        for next_state, bit in board.first_moves(start):
            if next_state not in ways:
                ways[next_state] = bit | 1 << start
                queue.append((next_state, bit | 1 << start))
    while queue:
        at, way = queue.popleft()
        if at in blocked:
            continue
        for next_state, bit in moves[at]:
            if next_state in ways:
                continue
            if way & bit:
                refused.append(next_state)
            else:
                ways[next_state] = used = way | bit
                queue.append((next_state, used))

    found = _places(ways, across)
    doubtful = set(ways)
    stack = [s for s in refused if s not in doubtful]
    more: set[int] = set()
    while stack:
        at = stack.pop()
        if at in doubtful:
            continue
        doubtful.add(at)
        more.add(at)
        if at not in blocked:
            stack += [s for s, _ in moves[at] if s not in doubtful]
    wanted = _places(more, across) - found if more else set()
    if wanted:
        found |= wanted & _search(board, starts, blocked, set(wanted))
    return Reach(
        board.map,
        frozenset(s for s in found if s % BLOCK < 6),
        frozenset(s for s in found if s % BLOCK >= 6),
    )


def _places(states: dict[int, int] | set[int], across: tuple[int, ...]) -> set[int]:
    """The sides, from both hexes, and the stops that states stand for."""
    found = set()
    for state in states:
        if state < 0:
            found.add(~state)
        else:
            found.add(state)
            if state % BLOCK < 6:
                found.add(across[state])
    return found


def _search(board: Board, starts: list[int], blocked: set[int], wanted: set[int]) -> set[int]:
    """Those of the wanted places that some way without repetition reaches.

    A way is dropped when another one to the same state uses nothing that it does not use.
    """
    moves, across = board.moves, board.map.across
    ways: dict[int, list[int]] = {}
    queue = deque((s, 1 << s) for s in starts)
    for start in starts:
        queue.extend((s, bit | 1 << start) for s, bit in board.first_moves(start))
    found: set[int] = set()
    tried = 0
    while queue and not wanted <= found:
        at, way = queue.popleft()
        others = ways.setdefault(at, [])
        if any(other & way == other for other in others):
            continue
        others.append(way)
        found |= _places({at}, across)
        if at < 0 or at in blocked:
            continue
        tried += 1
        if tried > _WAYS:
            return wanted
        queue.extend((s, way | bit) for s, bit in moves[at] if not way & bit)
    return found
