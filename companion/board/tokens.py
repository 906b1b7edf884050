"""Tokens: whose lie in the circles of cities, and where they go when a tile is replaced.

An owner is a company, or whoever else a title lets mark a circle: a government, a private, or
nobody, for a circle that is simply closed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from .tiles import Tile, shape

Slots = tuple[str | None, ...]  # of a city: the owner of the token in each circle
Tops = Mapping[str, tuple[str, ...]]  # by stop: owners with a second token on top of their own
Allotment = Mapping[str, int]  # by owner: the stop of the new tile where its token is to go

NO_ALLOTMENT: Allotment = MappingProxyType({})
NO_TOPS: Tops = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Carried:
    """Where the tokens of a hex are when another tile lies there."""

    slots: Mapping[int, Slots]  # by stop of the new tile
    homeless: tuple[str, ...]  # owners whose token has no place
    gone: tuple[str, ...]  # owners whose token gave way


def empty_slots(tile: Tile) -> dict[int, Slots]:
    """The circles of a tile's cities, by stop."""
    return {i: (None,) * stop.slots for i, stop in enumerate(tile.stops) if stop.slots}


def put(slots: Slots, owner: str, slot: int | None = None) -> Slots | None:
    """The circles with one more token, in the first empty one unless told; None without room."""
    if slot is None:
        slot = slots.index(None) if None in slots else len(slots)
    if slot >= len(slots) or slots[slot] is not None:
        return None
    return (*slots[:slot], owner, *slots[slot + 1 :])


def carry(
    old: Tile,
    new: Tile,
    held: Sequence[Slots],
    allotment: Allotment = NO_ALLOTMENT,
    gives_way: Collection[str] = (),
) -> Carried:
    """Carry tokens over from one tile to the next, each into the city its own has become.

    ``held``: the circles by stop of the old tile. Tokens keep their circle where it is free.
    ``gives_way``: owners whose tokens leave when there is no room for them beside the others.
    """
    found = empty_slots(new)
    homeless, gone = [], []
    stops = stop_map(old, new)
    tokens = [
        (owner in gives_way, i, slot, owner)
        for i, slots in enumerate(held)
        for slot, owner in enumerate(slots)
        if owner is not None
    ]
    for yields, i, slot, owner in sorted(tokens, key=lambda token: token[0]):
        to = allotment.get(owner, stops[i])
        circles = found.get(-1 if to is None else to, ())
        filled = put(circles, owner, slot) or put(circles, owner)
        if filled is not None and to is not None:
            found[to] = filled
        elif yields:
            gone.append(owner)
        else:
            homeless.append(owner)
    return Carried(found, tuple(homeless), tuple(gone))


def misallotted(
    old: Tile, new: Tile, held: Sequence[Slots], allotment: Allotment, loose: bool = False
) -> tuple[str, ...]:
    """The owners who may not be allotted so: without a token there, or led away from track.

    A token may go to any city that keeps all the track of the city it lies in; so where the new
    tile joins cities, tells those apart that had no track, or splits one that had none. Where it
    is ``loose``, it may go to any city.
    """
    ends, new_ends = _ends(old), _ends(new)
    at = {owner: i for i, slots in enumerate(held) for owner in slots if owner is not None}
    wrong = []
    for owner, to in allotment.items():
        city = 0 <= to < len(new.stops) and new.stops[to].slots
        if owner not in at or not city or not (loose or ends[at[owner]] <= new_ends[to]):
            wrong.append(owner)
    return tuple(wrong)


def choices(old: Tile, new: Tile, held: Sequence[Slots], loose: bool = False) -> list[Allotment]:
    """Every allotment that :func:`misallotted` has nothing against, room apart: first that by which
    each token goes along with its city, which names none. An owner with several tokens in the hex
    has no choice.
    """
    cities = [i for i, stop in enumerate(new.stops) if stop.slots]
    owners = [owner for slots in held for owner in slots if owner is not None]
    if len(cities) < 2 or not owners:
        return [NO_ALLOTMENT]
    open_to: dict[str, list[int]] = {}
    for owner in owners:
        to = [i for i in cities if not misallotted(old, new, held, {owner: i}, loose)]
        if owners.count(owner) == 1 and len(to) > 1:
            open_to[owner] = to
    becomes = stop_map(old, new)
    along = {o: becomes[i] for i, slots in enumerate(held) for o in slots if o in open_to}
    ways = [dict(zip(open_to, way, strict=True)) for way in product(*open_to.values())]
    return [NO_ALLOTMENT, *(way for way in ways if way != along)]


def stop_map(old: Tile, new: Tile) -> tuple[int | None, ...]:
    """Which new stop each old stop becomes: the one that keeps its track, else by index.

    Cities of a tile with several become distinct ones while there are enough; None where the
    new tile has no such stop.
    """
    old_ends, new_ends = _ends(old), _ends(new)
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


def _ends(tile: Tile) -> list[set[int]]:
    """By stop: the edges its track leads to."""
    return [{edge for edge, _ in exits} for exits in shape(tile).stop_exits]
