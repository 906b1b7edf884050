"""What the railway of a player runs (Noord Friesche Locaalspoorweg-Maatschappij): two places, and
maybe an off-board at one end. It needs no marker of its own.
"""

from collections.abc import Mapping

from companion.board.access import Access
from companion.board.directs import direct_routes
from companion.board.routes import Path, Route, RouteReport, check_route, node_hex, path_stops
from companion.board.trains import CENTRES, Count, Fares, TrainKind
from companion.rules.rules import Rules
from companion.rules.state import State

OFF_BOARD = frozenset({"offboard"})
TWO = TrainKind("", (Count(2, CENTRES), Count(1, OFF_BOARD)), Count(2, CENTRES))


def local_routes(rules: Rules, state: State, at: str) -> Mapping[Path, RouteReport]:
    """Every route that includes the tile on a hex, with what it earns.

    Neither place is full of station markers without an exchange marker; on a tile with a place one
    of the two is on it.
    """
    board, anybody = state.board, Access("", anywhere=True)
    open_places = [
        stop
        for stop in board.stops()
        if board.stop(stop).kind in CENTRES and not board.blocks(stop, anybody)
    ]
    legs = direct_routes(board, anybody, open_places)
    legs += tuple(leg[::-1] for leg in legs)
    pairs = [leg for leg in legs if leg[0] in open_places and leg[-1] in open_places]
    abroad = [leg for leg in legs if board.stop(leg[-1]).kind == "offboard"]
    further = [pair + leg[1:] for pair in pairs for leg in abroad if pair[-1] == leg[0]]
    fares, places = Fares(tuple(rules.phase(state).clock)), bool(board.at(at).stops)
    found = {}
    for path in sorted({min(path, path[::-1]) for path in (*pairs, *further)}):
        nodes = path_stops(path) if places else path
        if at in map(node_hex, nodes):
            report = check_route(board, anybody, TWO, Route("", path), fares)
            if not report.faults:
                found[path] = report
    return found
