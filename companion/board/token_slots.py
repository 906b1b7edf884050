"""Tokens: the owners in the slots of cities, and the slots they get when a tile is replaced.

An owner is a company or another party that a title gives tokens: a government, or a private. A slot
that is simply closed holds the token of a dummy owner.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import MappingProxyType

from .tiles import End, Tile, shape

Slots = tuple[str | None, ...]  # slots of a city: the owner of each token
Tops = Mapping[str, tuple[str, ...]]  # by stop: owners with a second token on top of their own
Allotment = Mapping[str, int]  # by owner: the stop of the new tile that gets its token

NO_ALLOTMENT: Allotment = MappingProxyType({})
NO_TOPS: Tops = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class CarriedTokens:
    """The slots of the tokens of a hex after another tile is laid."""

    slots: Mapping[int, Slots]  # by stop of the new tile
    homeless: tuple[str, ...]  # owners whose token gets no slot
    gone: tuple[str, ...]  # owners whose token is removed


def empty_slots(tile: Tile) -> dict[int, Slots]:
    """Return the empty slots of a tile's cities, by stop."""
    return {i: (None,) * stop.slots for i, stop in enumerate(tile.stops) if stop.slots}


def add_token(slots: Slots, owner: str, slot: int | None = None) -> Slots | None:
    """Return the slots with one more token, or None if there is no room.

    The token takes ``slot``, or the first empty one.
    """
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
) -> CarriedTokens:
    """Move tokens to a new tile, each into the city that its old one becomes.

    ``held``: the slots by stop of the old tile. Tokens keep their slot where it is free.
    ``gives_way``: owners whose tokens are removed when the others leave no room.
    """
    found = empty_slots(new)
    homeless, gone = [], []
    tokens = [
        (owner in gives_way, i, slot, owner)
        for i, slots in enumerate(held)
        for slot, owner in enumerate(slots)
        if owner is not None
    ]
    stops = stop_map(old, new) if tokens else ()
    for yields, i, slot, owner in sorted(tokens, key=lambda token: token[0]):
        to = allotment.get(owner, stops[i])
        circles = found.get(-1 if to is None else to, ())
        filled = add_token(circles, owner, slot) or add_token(circles, owner)
        if filled is not None and to is not None:
            found[to] = filled
        elif yields:
            gone.append(owner)
        else:
            homeless.append(owner)
    return CarriedTokens(found, tuple(homeless), tuple(gone))


def find_misallotted(
    old: Tile, new: Tile, held: Sequence[Slots], allotment: Allotment, loose: bool = False
) -> tuple[str, ...]:
    """Return the owners whose allotment is not allowed: no token there, or track lost.

    A token may go to any city that keeps all the track of its old city. This gives a choice when
    the new tile joins cities, separates cities that had no track, or splits one that had none. With
    ``loose``, a token may go to any city.
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
    """Return every allotment that :func:`find_misallotted` allows, regardless of free slots.

    The first is empty: each token stays with its city. An owner with several tokens in the hex has
    no choice.
    """
    cities = [i for i, stop in enumerate(new.stops) if stop.slots]
    owners = [owner for slots in held for owner in slots if owner is not None]
    if len(cities) < 2 or not owners:
        return [NO_ALLOTMENT]
    open_to: dict[str, list[int]] = {}
    for owner in owners:
        to = [i for i in cities if not find_misallotted(old, new, held, {owner: i}, loose)]
        if owners.count(owner) == 1 and len(to) > 1:
            open_to[owner] = to
    becomes = stop_map(old, new)
    along = {o: becomes[i] for i, slots in enumerate(held) for o in slots if o in open_to}
    ways = [dict(zip(open_to, way, strict=True)) for way in product(*open_to.values())]
    return [NO_ALLOTMENT, *(way for way in ways if way != along)]


def stop_map(old: Tile, new: Tile) -> tuple[int | None, ...]:
    """Return the new stop of each old stop: the one that keeps its track, else by index.

    Cities become distinct ones while there are enough. The value is None when the new tile has no
    such stop.
    """
    if len(old.stops) == len(new.stops) == 1 and old.stops[0].kind == new.stops[0].kind:
        return (0,)  # as with most tiles
    old_ends, new_ends = _ends(old), _ends(new)
    found: list[int | None] = [None] * len(old.stops)
    taken: set[int] = set()
    merge = len(new.stops) < len(old.stops)
    # stops with the most track choose first; stops without track take the rest, by index
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


def new_end(end: End, stops: Sequence[int | None]) -> End:
    """Return the end on a new tile of an old end of track, with the new stop of each old stop."""
    return end if isinstance(end, int) or end == "j" else f"s{stops[int(end[1:])]}"


def _ends(tile: Tile) -> list[set[int]]:
    """Return the edges that track leads to, by stop."""
    return [{edge for edge, _ in exits} for exits in shape(tile).stop_exits]
