"""The first form of a network diagram (network_diagram.py): possible routes for any train.

It is built like the diagram of a kind (decision_diagram_builder.py), with one saving. The ways at a
node are computed once for all states with the same open links. Such states differ only in two
things: whether a token was met, and the stations of several places visited. The number of ends
follows from the links.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Arc, Diagram
from companion.board.bestrun.decision_diagram_builder import Builder, Links
from companion.board.bestrun.node_order import Sweep, SweepStep
from companion.board.bestrun.scoring import TOKEN, Scoring, Visit
from companion.board.bestrun.track_network import Network
from companion.board.link_names import SHUT

PASSED, ENDED, RUN_THROUGH = 0, 1, 2  # the gain of an arc is the way its place is visited
_State = tuple[Links | None, int]  # open links, None for a complete route; flags
_Move = tuple[int, int, Links | None]  # bits used, way of the visit, open links after it


def outline(sweep: Sweep, clock: Clock, free: int | None = None) -> Diagram | None:
    """Build all routes of a network; None if it takes more than ``free`` states.

    Raises OutOfTimeError.
    """
    builder = Builder(sweep, _bare(sweep.network), clock)
    layers: list[list[list[Arc]]] = []
    current: list[_State] = [((), 0)]
    looked_at = 0
    for turn in range(len(sweep.steps)):
        layer, current = _layer(builder, turn, current)
        layers.append(layer)
        looked_at += len(current)
        if free is not None and looked_at > free:
            return None
    return Diagram(layers)


def _layer(
    builder: Builder, turn: int, current: Sequence[_State]
) -> tuple[list[list[Arc]], list[_State]]:
    """Return the arcs from each current state, and the states that follow."""
    sweep, ahead = builder.sweep, builder.ahead[turn]
    step, kept = sweep.steps[turn], ~ahead.idle
    station = 0 if step.bit else sweep.station[step.node]
    sets = station | (TOKEN if not step.bit and sweep.network.places[step.node].own else 0)
    following: list[_State] = []
    numbers = defaultdict[Links | None, dict[int, int]](dict)  # by open links and flags: the state
    known: dict[Links | None, list[tuple[_Move, dict[int, int]]]] = {}
    layer: list[list[Arc]] = []
    for links, flags in builder.clock.watch(current):
        arcs: list[Arc] = []
        if links not in known:
            found = _moves(builder, turn, step, links)
            known[links] = [(move, numbers[move[2]]) for move in found]
        for (mask, way, after), states in known[links]:
            if way and flags & station:
                continue
            now = flags | sets if way else flags
            if after is None:
                if not now & TOKEN:
                    continue
                now = TOKEN
            elif after:
                if ahead.lacking & ~now:
                    continue
                now &= kept
            there = states.get(now)
            if there is None:
                there = states[now] = len(following)
                following.append((after, now))
            arcs.append((mask, way, there))
        layer.append(arcs)
    return layer, following


def _moves(builder: Builder, turn: int, step: SweepStep, links: Links | None) -> list[_Move]:
    """Return the possible moves at a node with these open links."""
    if links is None:
        return [(0, PASSED, None)]
    passes, ends, through = builder.ways(turn, step, links)
    found: list[_Move] = [(0, PASSED, links)] if passes else []
    if sum(pair & SHUT == SHUT for pair in links) < 2:
        found += [(mask, ENDED, after) for mask, after in ends]
    visited = PASSED if step.bit else RUN_THROUGH
    return found + [(mask | step.bit, visited, after) for mask, after in through]


def _bare(net: Network) -> Scoring:
    """Return a scoring where every visit gains nothing and every place may be an end."""
    visit = (Visit(0, 0, False, 0, False),)
    through = tuple(visit if place.through else () for place in net.places)
    flags = [TOKEN if place.own else 0 for place in net.places]
    ends = tuple((Visit(0, 0, False, flag, False),) for flag in flags)
    return Scoring((), 0, through, ends)
