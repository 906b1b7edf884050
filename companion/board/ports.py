"""Open links told apart by where they lead, no matter where they come from.

While routes are drawn up (builder.py), what has been chosen so far matters to what comes by the
links that are open alone. Of several links to the same half of a switch, or to the same place, it
does not even matter which is open: a route goes on from there in the same ways. So each is called
by the first of them all, and at a place, where two fragments may meet, by the first two.

It is seen as well what can come to nothing: more open links at a node than a route can take up,
a fragment that would be a ring there, or a switch from which no track leads on any more.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.board.bestrun.network import Network

SHIFT = 16  # bits of a mate; those above them are the open link
SHUT = 0xFFFF  # instead of a mate: the fragment's other end is an end of the route
Links = tuple[int, ...]  # the open links each with its mate, sorted


class Ports:
    """The ends of links that lie ahead when nodes are looked at in this order."""

    def __init__(self, network: Network, order: Sequence[int]) -> None:
        links = network.links
        self._places = network.places
        turn = {node: number for number, node in enumerate(order)}
        self._to = [max(link.a, link.b, key=turn.__getitem__) for link in links]
        self._half = [link.half(to) for link, to in zip(links, self._to, strict=True)]
        together: dict[tuple[int, int], list[int]] = {}
        for number in sorted(range(len(links)), key=lambda k: turn[links[k].other(self._to[k])]):
            together.setdefault((self._to[number], self._half[number]), []).append(number)
        # by link: the first and the second to the same port, in the order in which they open
        self._first, self._second = [0] * len(links), [0] * len(links)
        for alike in together.values():
            for number in alike:
                self._first[number], self._second[number] = (alike * 2)[:2]
        # by link to a switch: until when its other half may still be come to, or left by
        self._until = [len(turn)] * len(links)
        for number, (to, half) in enumerate(zip(self._to, self._half, strict=True)):
            if to >= len(self._places):
                onward = [links[k] for k in network.at[to] if links[k].half(to) != half]
                self._until[number] = max((turn[link.other(to)] for link in onward), default=-1)

    def alike(self, links: Links, turn: int) -> Links | None:
        """The same open links by their common names; None where no route can come of them.

        ``turn``: of the node looked at last.
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
        """Whether two open links may be joined at the node to which they lead."""
        one, two = pairs
        if one & SHUT == two >> SHIFT:  # a ring
            return False
        if one & SHUT == two & SHUT and open_links > 2:  # complete, with fragments left over
            return False
        halves = self._half[one >> SHIFT], self._half[two >> SHIFT]
        if node >= len(self._places):
            return halves[0] != halves[1]
        return self._places[node].through and halves == (0, 0)
