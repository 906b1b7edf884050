"""Where a company's trains may run, found once for all that is asked about it.

The network, a good order to look at it, and the skeleton of all its routes (skeleton.py) hang on
the board and on what the company may do there alone; not on what its trains count and are paid. So
each way to lend something to its trains, and the question where best runs come to, build on the
same ground.
"""

from __future__ import annotations

from companion.board.access import Access
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.network import Network, network
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.skeleton import Skeleton
from companion.board.board import Board


class Ground:
    """What all searches for runs of a company with so many trains have in common.

    ``regions``: by region its off-boards, by their numbers in the network.
    """

    def __init__(self, board: Board, access: Access, trains: int) -> None:
        self.board, self.access = board, access
        self.network = network(board, access, trains)
        self.regions = _regions(self.network)
        self.sweep = Sweep(self.network, marks=trains * len(self.regions))
        self._skeleton: Skeleton | None = None

    def skeleton(self, clock: Clock, free: int | None = None) -> Skeleton:
        """The routes of the network, drawn the first time they are asked for; not whole where that
        takes more than ``free`` states. Raises OutOfTime.
        """
        found = self._skeleton
        if found is None or (free is None and not found.whole):
            found = self._skeleton = Skeleton(self.sweep, clock, free)
        return found


def _regions(net: Network) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, place in enumerate(net.places):
        if place.printed.kind == "offboard" and place.printed.region:
            found.setdefault(place.printed.region, set()).add(number)
    return {region: frozenset(found[region]) for region in sorted(found)}
