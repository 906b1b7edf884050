"""A company's network and all its routes, found once and shared by every question about them.

The network and a good order of its nodes depend only on the board and on the company's access. So
does the network diagram of its routes (network_diagram.py). They do not depend on what its trains
count or are paid. Searches for each way to lend something to a train share them. So does the search
for equal runs.
"""

from __future__ import annotations

from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.network_diagram import NetworkDiagram
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.track_network import Network, network
from companion.board.board import Board
from companion.board.company_access import Access


class SharedSearchData:
    """The data that all searches share for one company with this number of trains.

    ``regions``: the off-boards of each region, by their numbers in the network. ``known``: the
    network, if the caller has it already.
    """

    def __init__(
        self, board: Board, access: Access, trains: int, known: Network | None = None
    ) -> None:
        self.board, self.access = board, access
        self.network = known or network(board, access, trains)
        self.regions = _regions(self.network)
        self.sweep = Sweep(self.network, marks=trains * len(self.regions))
        self._skeleton: NetworkDiagram | None = None

    def network_diagram(self, clock: Clock, free: int | None = None) -> NetworkDiagram:
        """Return the routes of the network, built at the first call.

        They are not complete if that takes more than ``free`` states. Raises OutOfTimeError.
        """
        found = self._skeleton
        if found is None or (free is None and not found.whole):
            found = self._skeleton = NetworkDiagram(self.sweep, clock, free)
        return found


def _regions(net: Network) -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    for number, place in enumerate(net.places):
        if place.printed.kind == "offboard" and place.printed.region:
            found.setdefault(place.printed.region, set()).add(number)
    return {region: frozenset(found[region]) for region in sorted(found)}
