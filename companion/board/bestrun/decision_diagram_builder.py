"""Builds all routes of one kind of train, as a diagram of choices.

The nodes of the network are visited one after the other (a *sweep*). At each node a train has a few
choices. It may pass by, begin or end there, or run through on two of its links. At a place, each
choice exists in every way to visit the place.

Earlier choices affect later ones only through a few facts. These are the open links, from visited
nodes to nodes ahead, and the fragment of a route that each belongs to. The numbers of ends and
counted stops matter as well, and flags, such as that a token was met. Choices with the same facts
form one *state*. Open links count as the same when they lead to the same port (link_names.py).

So billions of routes become ways through a diagram of some hundreds or thousands of states, layer
by layer. A way from the first layer to the last one is a legal route or none at all, and every
legal route is a way. This method is known as frontier search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.computed_dict import ComputedDict
from companion.board.bestrun.deadline import Clock
from companion.board.bestrun.decision_diagram import Arc, Diagram
from companion.board.bestrun.node_order import Sweep, SweepStep
from companion.board.bestrun.run_bounds import BoundsBuilder, Packed, State, StateBounds, StepBounds
from companion.board.bestrun.scoring import (
    ALL_MET,
    END,
    ENDS,
    FOLLOWER,
    LEADER,
    MET,
    ODD,
    Scoring,
    Visit,
)
from companion.board.link_names import SHIFT, SHUT

Links = tuple[int, ...]  # each open link with its mate, sorted
Choice = tuple[int, int, State]  # bits used, gain, state after it
# ways on from a node: links used, links then open (None: route complete)
_Ways = list[tuple[int, Links | None]]
_NodeWays = tuple[bool, _Ways, _Ways]  # may be passed by; ways to end; ways through

DONE: State = (-1,)  # the route is complete
NO_MARKS: Mapping[int, int] = MappingProxyType({})
_STAY: list[Choice] = [(0, 0, DONE)]


class Builder:
    """Builds diagrams for one kind of train."""

    def __init__(
        self, sweep: Sweep, scoring: Scoring, clock: Clock, marks: Mapping[int, int] = NO_MARKS
    ) -> None:
        """Set up a builder; ``marks``: extra bits that a visit uses, by place (see ``Sweep``)."""
        self.sweep, self.scoring, self.clock, self.marks = sweep, scoring, clock, marks
        gains = [max((visit.gain for visit in visits), default=0) for visits in scoring.through]
        self.usual_gain = sum(gains) / max(len(gains), 1)
        self.start: State = (scoring.start, 0)
        self.over, self.least = scoring.over, scoring.least * MET
        self.needs = scoring.needs
        self.through = [self._visits(place, visits) for place, visits in enumerate(scoring.through)]
        self.ends = [self._visits(place, visits) for place, visits in enumerate(scoring.ends)]
        self.horizon = BoundsBuilder(sweep, scoring, self.through, self.ends)
        self._apart = False
        self._bounds: StateBounds
        self._ways: dict[Links, _NodeWays] = {}  # ways by open links, at the current node
        self._turn = 0

    @cached_property
    def ahead(self) -> list[StepBounds]:
        """By turn: bounds on what can still be gained, without prices."""
        return self.horizon.bounds_by_turn()

    def _visits(self, place: int, visits: Sequence[Visit]) -> list[Packed]:
        """Return visits in packed form: counts, gain, bit, flags, meets."""
        bit, mark = self.sweep.pay_bit(place), self.marks.get(place, 0)
        return [
            (v.counts, v.gain, (bit if v.takes else 0) | mark, v.flags, v.meets and self.least > 0)
            for v in visits
        ]

    def build(
        self,
        floor: float,
        width: int | None = None,
        *,
        free: int = 0,
        without: int = 0,
        prices: Sequence[float] | None = None,
        hopeful: bool = False,
        apart: bool = False,
    ) -> Diagram | None:
        """Build the diagram of all routes that gain more than ``floor``; None when there is none.

        The other parameters are those of ``draw``.
        """
        drawn = self.draw(
            floor,
            width,
            free=free,
            without=without,
            prices=prices,
            hopeful=hopeful,
            apart=apart,
        )
        return drawn.above(floor, prices or ()) if drawn else None

    def draw(
        self,
        floor: float,
        width: int | None = None,
        *,
        free: int = 0,
        without: int = 0,
        prices: Sequence[float] | None = None,
        hopeful: bool = False,
        apart: bool = False,
    ) -> Diagram | None:
        """Build a diagram that contains all routes that gain more than ``floor``; None without any.

        Other routes and dead ends are not removed from it.

        ``width``: keep only this many states in a layer, the most promising ones, once more than
        ``free`` states have been visited in all. ``hopeful``: rank states by gain plus upper bound.
        ``without``: bits that must not be used. ``prices``: deduct these from gains for the bits
        used. ``apart``: do not merge open links that lead to the same port. Raises OutOfTimeError.
        """
        self._apart = apart
        by_turn = self.ahead if prices is None else self.horizon.bounds_by_turn(prices)
        costs = (
            None if prices is None else ComputedDict[int, float](lambda mask: cost(mask, prices))
        )
        layers: list[list[list[Arc]]] = []
        current: dict[State, float] = {self.start: 0.0}
        whole, looked_at = True, 0
        for turn, ahead in enumerate(by_turn):
            layer, current = self._layer(turn, ahead, current, floor, without, costs)
            looked_at += len(current)
            if width is not None and len(current) > width and looked_at > free:
                whole = False
                kept = (
                    self._most_hopeful(current, width)
                    if hopeful
                    else self._most_promising(current, width)
                )
                layer, current = _keep(layer, current, kept), kept
            if not current:
                return None
            layers.append(layer)
        return Diagram(layers, whole)

    def _layer(
        self,
        turn: int,
        ahead: StepBounds,
        current: Mapping[State, float],
        floor: float,
        without: int,
        costs: ComputedDict[int, float] | None,
    ) -> tuple[list[list[Arc]], dict[State, float]]:
        """Return the arcs from each current state, and the states that follow with their gains."""
        step, start = self.sweep.steps[turn], self.start
        last = turn == len(self.sweep.steps) - 1
        self._ways, self._turn = {}, turn
        choices = self._switch_choices if step.bit else self._place_choices
        bounds = self._bounds = StateBounds(ahead)
        bounds[DONE] = 0.0
        number: dict[State, int] = {}
        values: list[float] = []
        layer: list[list[Arc]] = []
        for state, value in self.clock.watch(current.items()):
            arcs: list[Arc] = []
            for mask, gain, after in _STAY if state is DONE else choices(step, state):
                if mask & without:
                    continue
                found = value + gain
                if costs is not None:
                    found -= costs[mask]
                if last and after is not DONE and after is not start:
                    continue
                if len(after) > 2 and (after[1] & ahead.idle or ahead.enough):
                    after = ahead.put_alike(after)
                if found + bounds[after] <= floor:
                    continue
                there = number.get(after)
                if there is None:
                    there = number[after] = len(values)
                    values.append(found)
                elif found > values[there]:
                    values[there] = found
                arcs.append((mask, gain, there))
            layer.append(arcs)
        self.clock.check()
        return layer, dict(zip(number, values, strict=True))

    def _most_promising(self, states: Mapping[State, float], width: int) -> dict[State, float]:
        """Select states with the greatest gain, and also states with fewer open links.

        An open link still has to be closed, which may cost more than it gains.
        """
        orders = []
        for price in (0.0, 0.7, 1.4, 2.8):
            each = price * self.usual_gain
            worth = {s: v - each * (len(s) - 2) for s, v in states.items() if s is not DONE}
            orders.append(sorted(worth, key=worth.__getitem__, reverse=True))
        # the empty route of a train that does not run is always kept
        chosen = {state: states[state] for state in (DONE, self.start) if state in states}
        for several in zip(*orders, strict=True):
            for state in several:
                chosen[state] = states[state]
            if len(chosen) >= width:
                break
        return chosen

    def _most_hopeful(self, states: Mapping[State, float], width: int) -> dict[State, float]:
        """Select the states with the greatest sum of gain and upper bound."""
        worth = {state: value + self._bounds[state] for state, value in states.items()}
        best = sorted(worth, key=worth.__getitem__, reverse=True)[:width]
        return {state: states[state] for state in best}

    # the choices at a node; the links they leave open depend on the open links alone and are cached

    def _place_choices(self, step: SweepStep, state: State) -> list[Choice]:
        """Return the choices at a place: pass by, end there, or run through."""
        node, flags = step.node, state[1]
        links = state[2:]
        ways = self._ways.get(links)
        if ways is None:
            ways = self._ways[links] = self.ways(self._turn, step, links)
        passes, ends, through = ways
        choices: list[Choice] = [(0, 0, state)] if passes else []
        station = self.sweep.station[node]
        if flags & station:
            return choices
        flags |= station
        if ends and flags & ENDS != 2 * END:
            for visit in self.ends[node]:
                after = self.count_visit(state[0], flags, visit)
                if after is not None:
                    head = (after[0], after[1] + END)
                    self._add(choices, head, ends, visit[1], visit[2])
        if through:
            for visit in self.through[node]:
                after = self.count_visit(state[0], flags, visit)
                if after is not None:
                    self._add(choices, after, through, visit[1], visit[2])
        return choices

    def _add(
        self, choices: list[Choice], head: tuple[int, int], ways: _Ways, gain: int, bit: int
    ) -> None:
        """Add the ways on from a node, for a visit with this gain and bit."""
        whole = self.is_whole(head[1])
        for mask, links in ways:
            if links is not None:
                choices.append((bit | mask, gain, (*head, *links)))
            elif whole:
                choices.append((bit | mask, gain, DONE))

    def ways(self, turn: int, step: SweepStep, links: Links) -> _NodeWays:
        """Return the ways at a node with these open links, each with the links open after it.

        Ways that cannot lead to a route are left out.
        """
        found = self._switch_ways(step, links) if step.bit else self._place_ways(step, links)
        if self._apart:
            return found
        passes, ends, through = found
        alike = self.sweep.ports.alike

        def rename(ways: _Ways) -> _Ways:
            renamed = [(mask, after and alike(after, turn), after) for mask, after in ways]
            return [(mask, name) for mask, name, after in renamed if after is None or name]

        return passes and alike(links, turn) is not None, rename(ends), rename(through)

    def _place_ways(self, step: SweepStep, links: Links) -> _NodeWays:
        """Return whether the place may be passed by, the ways to end there, and those through."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in links if p >> SHIFT in arriving]
        stay = [p for p in links if p >> SHIFT not in arriving]
        ends: _Ways = []
        if not come:
            ends = [
                (1 << link, tuple(sorted([*stay, link << SHIFT | SHUT]))) for link in step.leaving
            ]
        elif len(come) == 1:
            ends = _close_fragment(stay, come[0] & SHUT)
        through: _Ways = []
        if self.through[node] and all(half[p >> SHIFT][node] == 0 for p in come):
            leaving = [k for k in step.leaving if half[k][node] == 0]
            through = _run_on(come, stay, leaving, leaving)
        return not come, ends, through

    def count_visit(self, count: int, flags: int, visit: Packed) -> tuple[int, int] | None:
        """Return count and flags after a visit, or None when the visit is not allowed."""
        count += visit[0]
        sets = visit[3]
        if count & self.over or flags & sets & LEADER:
            return None
        if visit[4] and flags & ALL_MET < self.least:
            flags += MET
        return count, (flags | sets) ^ (flags & sets & ODD)

    def is_whole(self, flags: int) -> bool:
        """Return whether a route with these flags may be complete."""
        return (
            flags & (self.needs | ODD) == self.needs
            and flags & (LEADER | FOLLOWER) != LEADER
            and flags & ALL_MET >= self.least
        )

    def _switch_choices(self, step: SweepStep, state: State) -> list[Choice]:
        """Return the choices at a switch: pass by, or run through from one half to the other."""
        links = state[2:]
        ways = self._ways.get(links)
        if ways is None:
            ways = self._ways[links] = self.ways(self._turn, step, links)
        choices: list[Choice] = [(0, 0, state)] if ways[0] else []
        self._add(choices, (state[0], state[1]), ways[2], 0, step.bit)
        return choices

    def _switch_ways(self, step: SweepStep, links: Links) -> _NodeWays:
        """Return the ways at a switch, as for a place. Nothing ends at a switch."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in links if p >> SHIFT in arriving]
        halves = [half[p >> SHIFT][node] for p in come]
        if len(come) == 2 and halves[0] == halves[1]:
            return False, [], []
        stay = [p for p in links if p >> SHIFT not in arriving]
        first = [k for k in step.leaving if half[k][node] == 0]
        second = [k for k in step.leaving if half[k][node] == 1]
        if halves == [1]:
            second = first
        return not come, [], _run_on(come, stay, first, second)


def _keep(
    layer: Iterable[Iterable[Arc]], states: Iterable[State], kept: Iterable[State]
) -> list[list[Arc]]:
    """Return the arcs of a layer to those of its states that are kept, with their new numbers."""
    place = {state: number for number, state in enumerate(kept)}
    new = [place.get(state) for state in states]
    return [[(m, g, to) for m, g, t in arcs if (to := new[t]) is not None] for arcs in layer]


def _run_on(
    come: Sequence[int], stay: list[int], first: Sequence[int], second: Sequence[int]
) -> _Ways:
    """Return the ways through a node: by two links ahead, one behind and one ahead, or two behind.

    A single link ahead is one of ``second``.
    """
    if not come:
        return [
            (
                1 << one | 1 << two,
                tuple(sorted([*stay, one << SHIFT | two, two << SHIFT | one])),
            )
            for i, one in enumerate(first)
            for two in (second if first is not second else second[i + 1 :])
        ]
    if len(come) == 1:
        mate = come[0] & SHUT
        return [
            (1 << link, tuple(sorted([*_set_mate(stay, mate, link), link << SHIFT | mate])))
            for link in second
        ]
    if len(come) > 2:
        return []
    one, two = come[0] & SHUT, come[1] & SHUT
    if one == come[1] >> SHIFT:  # two ends of one fragment would form a ring
        return []
    if one == SHUT:
        one, two = two, one
    if one == SHUT:
        return [] if stay else [(0, None)]
    return [(0, tuple(_set_mate(_set_mate(stay, one, two), two, one)))]


def _close_fragment(stay: list[int], mate: int) -> _Ways:
    """Return the way to end the fragment whose other end is ``mate``."""
    if mate != SHUT:
        return [(0, tuple(_set_mate(stay, mate, SHUT)))]
    return [] if stay else [(0, None)]


def _set_mate(pairs: list[int], link: int, mate: int) -> list[int]:
    """Return the open links with a new mate for ``link``."""
    return [link << SHIFT | mate if p >> SHIFT == link else p for p in pairs]
