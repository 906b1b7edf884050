"""What one company may do on the board: whom it may pass, where it may not go, what counts.

Reach, network, lays, route check, best run and what they keep all hang on this value, never on
the company's name alone. Who it is made for and when is the rules' business.
"""

from __future__ import annotations

from dataclasses import dataclass

from .map import BLOCK, Map

_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Access:
    """The board as one company sees it; by default only its own tokens let it pass a full city.

    A city is *full* for it when no circle is empty and none holds a token that lets it pass: its
    own, or one of an owner in ``passes``. It runs to a full city; through it only where a token
    lies on top of another (``board.py``), and that pays it nothing.
    """

    company: str
    passes: frozenset[str] = _NONE  # owners whose tokens do not stop it: those of nobody, say
    ignored: frozenset[str] = _NONE  # cities where a token of its own is now as another company's
    closed: frozenset[str] = _NONE  # hexes and stops that it may not enter
    barriers: bool = True  # whether it may cross barriers
    off_boards: bool = True  # whether it may run to off-boards
    starts: frozenset[str] = _NONE  # stops where its network begins as if it had a token there
    anywhere: bool = False  # its routes need no token and begin where they like

    def __hash__(self) -> int:
        """Hash the company alone, as the same company seldom sees one board in two ways."""
        return hash(self.company)


def closed_states(map: Map, access: Access) -> frozenset[int]:
    """The sides and stops, by their numbers (``Map.state``), that a company may not come to."""
    if access.barriers and access.off_boards and not access.closed:
        return frozenset()
    key = ("closed", access.closed, access.barriers, access.off_boards)
    found: frozenset[int] | None = map.cache.get(key)
    if found is None:
        found = map.cache[key] = frozenset(_closed(map, access))
    return found


def _closed(map: Map, access: Access) -> set[int]:
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
