"""A company's network: all that legal routes of any length reach from its tokens."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from .map import BLOCK, Map
from .trains import TrainKind

# Moves from a state: (next state, bit of the side or stop it uses). A state is a side being
# entered or a stop being visited (see Map.state). ~stop is a stop where the train must end.
Moves = tuple[tuple[int, int], ...]

_WAYS = 10_000  # ways tried by a full search; after that, doubtful places count as reached


class Reach:
    """The network of one company on one board, given its access (``access.py``)."""

    def __init__(self, map: Map, found: frozenset[int]) -> None:
        self._map = map
        self.side_states = found & map.sides  # both states of every side the network reaches
        self.stop_states = found - map.sides
        # answers about routes (best_run.py), by kinds of train; they stay with the network
        self.has_route: dict[frozenset[TrainKind], bool] = {}

    @cached_property
    def stops(self) -> frozenset[str]:
        """The stops reached, by id, including blocked cities and off-boards."""
        return frozenset(map(self._map.stop, self.stop_states))

    @cached_property
    def edges(self) -> frozenset[tuple[str, int]]:
        """(hex, edge) for every side the network reaches, from both of its hexes."""
        places = self._map.places
        return frozenset((places[s // BLOCK], s % BLOCK) for s in self.side_states)

    @cached_property
    def touched(self) -> frozenset[int]:
        """The numbers of the hexes that the network lies on or borders."""
        return frozenset([s // BLOCK for s in (*self.side_states, *self.stop_states)])

    @cached_property
    def hexes(self) -> frozenset[str]:
        """The hexes that the network lies on or borders."""
        return frozenset(self._map.places[n] for n in self.touched)


def find_reach(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
) -> Reach:
    """Follow track from each start, using no side and no stop twice.

    ``starts``: the stops with a token, and all moves from there. ``blocked``: stops where every way
    ends. ``closed``: sides and stops that no way may enter.

    A breadth-first search keeps the first way found to each state. It makes no move that repeats
    part of that way, but looks where such moves would lead. The result is in doubt only if other
    ways might reach more there; a full search then settles it.
    """
    ways: dict[int, int] = {s: 1 << s for s in starts}  # state -> sides and stops used on the way
    for state in closed:  # treated as found until the search is over
        ways[state] = ways[~state] = 0
    refused = _spread(moves, starts, blocked, ways)
    beyond = _states_beyond(moves, refused, blocked, ways) if refused else set()
    for state in closed:
        del ways[state], ways[~state]
    found = _places(ways, map)
    if not _places(beyond, map) <= found:
        perhaps = _perhaps(moves, starts, blocked, closed)
        wanted = _places(perhaps, map) - found
        if wanted:
            found |= wanted & _search(map, moves, starts, blocked, perhaps, wanted)
    return Reach(map, frozenset(found))


def enters_any(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
    sought: Collection[int],
) -> bool:
    """Return whether the network enters one of the sides, or reaches one of the stops, ``sought``.

    Unlike :class:`Reach`, this does not count a side that the network only leaves by.
    """
    ways: dict[int, int] = {s: 1 << s for s in starts}
    for state in closed:
        ways[state] = ways[~state] = 0
    refused = _spread(moves, starts, blocked, ways)
    left = set(sought).difference(closed)
    if any(state in ways or ~state in ways for state in left):
        return True
    beyond = _states_beyond(moves, refused, blocked, ways)
    left &= {state if state >= 0 else ~state for state in beyond}
    if not left:
        return False
    perhaps = _perhaps(moves, starts, blocked, closed)
    found = _search(map, moves, starts, blocked, perhaps, left, both_sides=False)
    return not left.isdisjoint(found)


def next_stops(
    moves: Sequence[Moves], starts: Mapping[int, Moves], closed: Collection[int]
) -> Iterator[int]:
    """Yield the stops that track joins to a start with no stop between, except other starts."""
    for start, first in starts.items():
        todo = [(state, bit | 1 << start) for state, bit in first]
        seen = {*closed, start}
        while todo:
            at, way = todo.pop()
            stop = at if at >= 0 else ~at
            if stop in seen or at in seen:
                continue
            seen.add(at)
            if at < 0 or at % BLOCK >= 6:
                if stop not in starts:
                    yield stop
            else:
                todo += [(after, way | bit) for after, bit in moves[at] if not way & bit]


def _spread(
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    ways: dict[int, int],
) -> list[int]:
    """Add the first way to each state to ``ways``. Return the states of refused moves."""
    queue: deque[tuple[int, int]] = deque()
    refused: list[int] = []
    for start, first in starts.items():
        for next_state, bit in first:
            if next_state not in ways:
                ways[next_state] = bit | 1 << start
                queue.append((next_state, bit | 1 << start))
    while queue:
        at, way = queue.popleft()
        if at < 0 or at in blocked:
            continue
        for next_state, bit in moves[at]:
            if next_state in ways:
                continue
            if way & bit:
                refused.append(next_state)
            else:
                ways[next_state] = used = way | bit
                queue.append((next_state, used))
    return refused


def _states_beyond(
    moves: Sequence[Moves],
    refused: list[int],
    blocked: Collection[int],
    ways: Collection[int],
) -> set[int]:
    """Return the states to which track leads beyond refused moves, except those found already.

    Another way can reach at most these.
    """
    beyond: set[int] = set()
    while refused:
        at = refused.pop()
        if at not in ways and at not in beyond:
            beyond.add(at)
            if at >= 0 and at not in blocked:
                refused.extend([next_state for next_state, _ in moves[at]])
    return beyond


def _places(states: Iterable[int], map: Map) -> set[int]:
    """Return the sides, from both hexes, and the stops that these states represent."""
    found = {state if state >= 0 else ~state for state in states}
    found.update([map.across[side] for side in found & map.sides])
    return found


def _perhaps(
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    closed: Collection[int],
) -> set[int]:
    """Return all states except those that are certainly not reached.

    If every way to a state uses a side or stop, no way may use it again from there on.
    """
    shut = {*closed, *(~state for state in closed)}
    needs: dict[int, int] = {s: 1 << s for s in starts}  # state -> bits that all ways to it use
    todo = [(1 << start, first) for start, first in starts.items()]  # ways, and moves on from them
    while todo:
        way, onward = todo.pop()
        for state, bit in onward:
            if way & bit or state in shut:
                continue
            used = way | bit
            before = needs.get(state)
            if before is not None:
                used &= before
                if used == before:
                    continue
            needs[state] = used
            if state >= 0 and state not in blocked:
                todo.append((used, moves[state]))
    return set(needs)


def _search(
    map: Map,
    moves: Sequence[Moves],
    starts: Mapping[int, Moves],
    blocked: Collection[int],
    perhaps: Collection[int],
    wanted: set[int],
    *,
    both_sides: bool = True,
) -> set[int]:
    """Return the wanted places that a way without repetition reaches.

    Only states in ``perhaps`` are searched. A way is dropped when another way to the same state
    uses a subset of its sides and stops. With ``both_sides``, a side counts for both its hexes.
    """
    ways: dict[int, list[int]] = {}
    queue = deque((s, 1 << s) for s in starts)
    for start, first in starts.items():
        queue.extend((s, bit | 1 << start) for s, bit in first)
    found: set[int] = set()
    tried = 0
    while queue and not wanted <= found:
        at, way = queue.popleft()
        if at not in perhaps:
            continue
        others = ways.setdefault(at, [])
        if any([other & way == other for other in others]):
            continue
        others.append(way)
        found.add(at if at >= 0 else ~at)
        if both_sides and at in map.sides:
            found.add(map.across[at])
        if at < 0 or at in blocked:
            continue
        tried += 1
        if tried > _WAYS:
            return wanted
        queue.extend([(s, way | bit) for s, bit in moves[at] if not way & bit])
    return found
