"""A company's network: what it reaches from its tokens by legal routes of any length."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property

from .map import BLOCK, Map

# What may follow on a state: (next state, bit of the side or stop it uses). A state is a side
# being entered or a stop being visited (see Map.state); ~stop is a stop where the train must end.
Moves = tuple[tuple[int, int], ...]

_WAYS = 10_000  # ways a full search tries; beyond it a doubtful place counts as reached


class Reach:
    """The network of one company on one board, as its access (``access.py``) lets it go."""

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


def find_reach(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
) -> Reach:
    """Follow track from each start; no side and no stop twice on the way.

    ``starts``: the stops with a token, and what may follow there. ``blocked``: stops where no way
    goes on. ``closed``: sides and stops that no way comes to.

    A breadth-first search keeps with each state the one way it was first found by, and makes
    no move that repeats part of that way. Only where ignoring repetition would reach more is
    there a doubt, which a full search settles.
    """
    across = map.across
    ways: dict[int, int] = {s: 1 << s for s in starts}  # state -> sides and stops used to get there
    queue = deque(ways.items())
    for state in closed:  # as if they had been found already, until the search is over
        ways[state] = ways[~state] = 0
    refused: list[int] = []
    for start, first in starts.items():
        for next_state, bit in first:
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

    doubtful = set(ways)
    for state in closed:
        del ways[state], ways[~state]
    found = _places(ways, across)
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
        wanted &= _ahead(map, moves, starts, blocked, closed)
    if wanted:
        found |= wanted & _search(map, moves, starts, blocked, closed, set(wanted))
    return Reach(
        map,
        frozenset(s for s in found if s % BLOCK < 6),
        frozenset(s for s in found if s % BLOCK >= 6),
    )


def _ahead(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
) -> set[int]:
    """The places that ways reach which may repeat themselves, but never turn straight back: more
    than there are without repetition, and soon found.
    """
    seen: set[tuple[int, int]] = set()  # a state, and the bit of the side last crossed
    stack = [(s, _crossed(s, bit, 0)) for first in starts.values() for s, bit in first]
    while stack:
        here = at, last = stack.pop()
        if here in seen or at in closed or ~at in closed:
            continue
        seen.add(here)
        if at >= 0 and at not in blocked:
            stack += [(s, _crossed(s, bit, last)) for s, bit in moves[at] if bit != last]
    return _places({at for at, _ in seen}, map.across)


def _crossed(state: int, bit: int, last: int) -> int:
    """The side last crossed once a move has come to the state: its own, at a stop that before."""
    return bit if state >= 0 and state % BLOCK < 6 else last


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


def _search(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
    wanted: set[int],
) -> set[int]:
    """Those of the wanted places that some way without repetition reaches.

    A way is dropped when another one to the same state uses nothing that it does not use.
    """
    across = map.across
    ways: dict[int, list[int]] = {}
    queue = deque((s, 1 << s) for s in starts)
    for start, first in starts.items():
        queue.extend((s, bit | 1 << start) for s, bit in first)
    found: set[int] = set()
    tried = 0
    while queue and not wanted <= found:
        at, way = queue.popleft()
        if at in closed or ~at in closed:
            continue
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
