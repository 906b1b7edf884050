"""The permissions of one company on the board.

They say which tokens the company may pass, which places it may not enter and what counts for it.
Reach, network, lays, route check, best run and their caches depend on this value. None of them
depends on the company's name alone. The rules decide for which company it is made, and when.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.values import speed_up

from .map import BLOCK, Map

_NONE: frozenset[str] = frozenset()


@speed_up
@dataclass(frozen=True, slots=True)
class Access:
    """The board as one company sees it. By default only its own tokens let it pass a full city.

    A city is *full* for the company when no slot is empty and no token there lets it pass. Its own
    tokens and those of owners in ``passes`` do. The company may run to a full city. It may run
    through one only where a token lies on top of another (``board.py``), and that pays nothing.
    """

    company: str
    passes: frozenset[str] = _NONE  # owners whose tokens do not block it
    ignored: frozenset[str] = _NONE  # cities where its own token counts as another company's
    closed: frozenset[str] = _NONE  # hexes and stops it may not enter
    barriers: bool = True  # whether it may cross barriers
    off_boards: bool = True  # whether it may run to off-boards
    starts: frozenset[str] = _NONE  # stops treated as if they held its token
    anywhere: bool = False  # its routes need no token and may begin anywhere

    def __hash__(self) -> int:
        """Hash the company alone: few companies have two different accesses to one board."""
        return hash(self.company)


def closed_states(map: Map, access: Access) -> frozenset[int]:
    """Return the sides and stops that a company may not enter, by number (``Map.state``)."""
    if access.barriers and access.off_boards and not access.closed:
        return frozenset()
    key = ("closed", access.closed, access.barriers, access.off_boards)
    found: frozenset[int] | None = map.cache.get(key)
    if found is None:
        found = map.cache[key] = frozenset(_find_closed_states(map, access))
    return found


def _find_closed_states(map: Map, access: Access) -> set[int]:
    found: set[int] = set()
    for place in access.closed:
        if "." in place:
            found.add(map.state(place))
        else:
            first = BLOCK * map.number[place]
            found.update(range(first, first + BLOCK))
    for at, hex in map.hexes.items():
        first = BLOCK * map.number[at]
        if not access.off_boards:
            for index, stop in enumerate(hex.stops):
                if stop.kind == "offboard":
                    found.add(first + 6 + index)
        if not access.barriers:
            for border in hex.borders:
                side = first + border.edge
                if border.kind == "barrier":
                    found |= {side, map.across[side]} - {-1}
    return found
