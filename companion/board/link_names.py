"""Canonical names for open links, by where they lead.

While routes are built (decision_diagram_builder.py), earlier choices affect later ones only through
the open links. Links to the same half of a switch, or to the same place, are interchangeable: a
route continues from there in the same ways. So each takes the name of the first link of its group.
At a place, where two fragments may meet, the first two names are used.

Dead ends are detected as well. A node may have more open links than a route can use. A fragment may
form a ring there. No track may lead on from a switch any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.bestrun.track_network import Network

SHIFT = 16  # bits of a mate; the bits above are the open link
SHUT = 0xFFFF  # in place of a mate: the fragment's other end is an end of the route
Links = tuple[int, ...]  # each open link with its mate, sorted


class Ports:
    """The far ends of open links when nodes are visited in this order."""

    def __init__(self, network: Network, order: Sequence[int]) -> None:
        links = network.links
        self._places = network.places
        turn = {node: number for number, node in enumerate(order)}
        self._to = [max(link.a, link.b, key=turn.__getitem__) for link in links]
        self._half = [link.half(to) for link, to in zip(links, self._to, strict=True)]
        together: dict[tuple[int, int], list[int]] = {}
        for number in sorted(range(len(links)), key=lambda k: turn[links[k].other(self._to[k])]):
            together.setdefault((self._to[number], self._half[number]), []).append(number)
        # by link: the first and the second link to the same port, in the order they open
        self._first, self._second = [0] * len(links), [0] * len(links)
        for alike in together.values():
            for number in alike:
                self._first[number], self._second[number] = (alike * 2)[:2]
        # by link to a switch: the last turn at which its other half can still be used
        self._until = [len(turn)] * len(links)
        for number, (to, half) in enumerate(zip(self._to, self._half, strict=True)):
            if to >= len(self._places):
                onward = [links[k] for k in network.at[to] if links[k].half(to) != half]
                self._until[number] = max((turn[link.other(to)] for link in onward), default=-1)

    def alike(self, links: Links, turn: int) -> Links | None:
        """Return the same open links by their canonical names, or None when no route can result.

        ``turn`` is that of the node visited last.
        """
        at: dict[int, list[int]] = {}
        for pair in links:
            at.setdefault(self._to[pair >> SHIFT], []).append(pair)
        become = {SHUT: SHUT}
        for node, pairs in at.items():
            one = pairs[0] >> SHIFT
            become[one] = self._first[one]
            if len(pairs) == 1:
                if self._until[one] <= turn:
                    return None
                continue
            if len(pairs) > 2 or not self._meet(node, pairs, len(links)):
                return None
            two = pairs[1] >> SHIFT
            if self._half[one] == self._half[two]:
                if self._name(pairs[1]) < self._name(pairs[0]):
                    one, two = two, one
                become[one], become[two] = self._first[one], self._second[one]
            else:
                become[two] = self._first[two]
        return tuple(sorted(become[pair >> SHIFT] << SHIFT | become[pair & SHUT] for pair in links))

    def _name(self, pair: int) -> int:
        mate = pair & SHUT
        return SHUT if mate == SHUT else self._first[mate]

    def _meet(self, node: int, pairs: list[int], open_links: int) -> bool:
        """Return whether two open links may be joined at their common node."""
        one, two = pairs
        if one & SHUT == two >> SHIFT:  # a ring
            return False
        if one & SHUT == two & SHUT and open_links > 2:  # complete, with fragments left over
            return False
        halves = self._half[one >> SHIFT], self._half[two >> SHIFT]
        if node >= len(self._places):
            return halves[0] != halves[1]
        return self._places[node].through and halves == (0, 0)
