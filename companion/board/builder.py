"""Drawing up all routes of one kind of train, as a diagram of choices.

The nodes of the network are looked at one after the other (a *sweep*). At each, a train has a few
choices: pass it by, begin or end there, or run through on two of its links; and at a place each
of these in as many ways as there are to visit it. What the choices so far mean for those to
come is only how the links between nodes looked at and nodes ahead are used, which of these
belong to the same fragment of a route, how many ends and counted stops there are, and which
flags are set, as that a token was met. Choices that agree in that are one *state*; so the
routes, of which there may be billions, become ways through a diagram of some hundreds or
thousands of states, layer by layer. A way from the first layer to the last one is a legal route
or none at all, and every legal route is a way. (The idea is known as frontier search.)
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from .ahead import SHIFT, Ahead, Horizon, Packed, State
from .bits import cost
from .clock import Clock
from .diagram import Arc, Diagram
from .scoring import ALL_MET, END, ENDS, FOLLOWER, LEADER, MET, TOKEN, Scoring, Visit
from .sweep import Step, Sweep

Choice = tuple[int, int, State]  # what is used (bits), gain, state after it

DONE: State = (-1,)  # the route is complete
_SHUT = 0xFFFF  # instead of a mate: the fragment's other end is an end of the route
_OFTEN = 512  # states between two looks at the clock


class Builder:
    """Builds diagrams for one kind of train."""

    def __init__(self, sweep: Sweep, scoring: Scoring, clock: Clock) -> None:
        self.sweep, self.scoring, self.clock = sweep, scoring, clock
        gains = [max((visit.gain for visit in visits), default=0) for visits in scoring.through]
        self.usual_gain = sum(gains) / max(len(gains), 1)
        self.start: State = (scoring.start, 0)
        self.over, self.least = scoring.over, scoring.least * MET
        self.through = [self._visits(place, visits) for place, visits in enumerate(scoring.through)]
        self.ends = [self._visits(place, visits) for place, visits in enumerate(scoring.ends)]
        self.horizon = Horizon(sweep, scoring, self.through, self.ends)

    @cached_property
    def ahead(self) -> list[Ahead]:
        """By turn: what can still be gained, without prices."""
        return self.horizon.by_turn()

    def _visits(self, place: int, visits: Sequence[Visit]) -> list[Packed]:
        """By what is to be known of them at a node: counts, gain, bit, flags, meets."""
        bit = self.sweep.pay_bit(place)
        return [
            (v.counts, v.gain, bit if v.takes else 0, v.flags, v.meets and self.least > 0)
            for v in visits
        ]

    def build(
        self,
        floor: float,
        width: int | None = None,
        free: int = 0,
        without: int = 0,
        prices: Sequence[float] | None = None,
    ) -> Diagram | None:
        """The diagram of all routes that gain more than ``floor``; None when there is none. The
        rest as for ``draw``.
        """
        drawn = self.draw(floor, width, free, without, prices)
        return drawn.above(floor, prices or ()) if drawn else None

    def draw(
        self,
        floor: float,
        width: int | None = None,
        free: int = 0,
        without: int = 0,
        prices: Sequence[float] | None = None,
    ) -> Diagram | None:
        """A diagram with all routes that gain more than ``floor``, as soon as it is drawn: others,
        and states that lead nowhere, are not cleared out of it. None when there is none.

        ``width``: keep only so many states in a layer, the most promising ones, as soon as more
        than ``free`` states have been looked at in all. ``without``: bits that must not be used.
        ``prices``: gains are what is left after these are paid for the bits used. Raises
        OutOfTime.
        """
        layers: list[list[list[Arc]]] = []
        whole = True
        start = self.start
        by_turn = self.ahead if prices is None else self.horizon.by_turn(prices)
        costs: dict[int, float] = {}
        current: dict[State, float] = {start: 0.0}
        last = len(self.sweep.steps) - 1
        looked_at = 0
        for turn, step in enumerate(self.sweep.steps):
            ahead = by_turn[turn]
            choices = self._switch_choices if step.bit else self._place_choices
            number: dict[State, int] = {}
            values: list[float] = []
            layer: list[list[Arc]] = []
            for count, (state, value) in enumerate(current.items(), 1):
                if count % _OFTEN == 0:
                    self.clock.check()
                arcs: list[Arc] = []
                ways = [(0, 0, DONE)] if state is DONE else choices(step, state)
                for mask, gain, after in ways:
                    if mask & without:
                        continue
                    found = value + gain
                    if prices is not None and mask:
                        paid = costs.get(mask)
                        if paid is None:
                            paid = costs[mask] = cost(mask, prices)
                        found -= paid
                    if after is not DONE:
                        if turn == last and after is not start:
                            continue
                        if len(after) > 2 and (after[1] & ahead.idle or ahead.enough):
                            after = ahead.put_alike(after)
                        if found + ahead.most(after) <= floor:
                            continue
                    elif found <= floor:
                        continue
                    there = number.get(after)
                    if there is None:
                        there = number[after] = len(values)
                        values.append(found)
                    elif found > values[there]:
                        values[there] = found
                    arcs.append((mask, gain, there))
                layer.append(arcs)
            layers.append(layer)
            self.clock.check()
            current = dict(zip(number, values, strict=True))
            looked_at += len(current)
            if width is not None and len(current) > width and looked_at > free:
                whole = False
                current = self._most_promising(current, width)
                chosen = {number[state]: i for i, state in enumerate(current)}
                layers[-1] = [
                    [(m, g, chosen[t]) for m, g, t in arcs if t in chosen] for arcs in layer
                ]
            if not current:
                return None
        return Diagram(layers, whole)

    def _most_promising(self, states: dict[State, float], width: int) -> dict[State, float]:
        """Some of those with the most gained; some of those with fewer links open, too, for an open
        link is a promise that may be hard to keep."""
        orders = []
        for price in (0.0, 0.7, 1.4, 2.8):
            each = price * self.usual_gain
            worth = {s: v - each * (len(s) - 2) for s, v in states.items() if s is not DONE}
            orders.append(sorted(worth, key=worth.__getitem__, reverse=True))
        # a train that stays at home, too, is always among the routes
        chosen = {state: states[state] for state in (DONE, self.start) if state in states}
        for several in zip(*orders, strict=True):
            for state in several:
                chosen[state] = states[state]
            if len(chosen) >= width:
                break
        return chosen

    # the choices at a node

    def _place_choices(self, step: Step, state: State) -> list[Choice]:
        """Pass the place by, end there, or run through it."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in state[2:] if p >> SHIFT in arriving]
        stay = [p for p in state[2:] if p >> SHIFT not in arriving]
        choices: list[Choice] = [] if come else [(0, 0, state)]
        station = self.sweep.station[node]
        if len(come) > 2 or state[1] & station:
            return choices
        flags = state[1] | station
        if len(come) < 2 and flags & ENDS != 2 * END:
            for visit in self.ends[node]:
                after = self.visited(state[0], flags, visit)
                if after is None:
                    continue
                head, gain, bit = (after[0], after[1] + END), visit[1], visit[2]
                if come:
                    self._close(choices, head, stay, come[0] & _SHUT, gain, bit)
                else:
                    for link in step.leaving:
                        opened = (*head, *sorted([*stay, link << SHIFT | _SHUT]))
                        choices.append((bit | 1 << link, gain, opened))
        if self.through[node] and all(half[p >> SHIFT][node] == 0 for p in come):
            leaving = [k for k in step.leaving if half[k][node] == 0]
            for visit in self.through[node]:
                after = self.visited(state[0], flags, visit)
                if after is not None:
                    self._run_on(choices, after, come, stay, leaving, leaving, visit[1], visit[2])
        return choices

    def visited(self, count: int, flags: int, visit: Packed) -> tuple[int, int] | None:
        """Count and flags after a visit; None when it may not be."""
        count += visit[0]
        sets = visit[3]
        if count & self.over or flags & sets & LEADER:
            return None
        if visit[4] and flags & ALL_MET < self.least:
            flags += MET
        return count, flags | sets

    def is_whole(self, flags: int) -> bool:
        """Whether a route may be complete with these flags."""
        return (
            flags & TOKEN != 0
            and flags & (LEADER | FOLLOWER) != LEADER
            and flags & ALL_MET >= self.least
        )

    def _switch_choices(self, step: Step, state: State) -> list[Choice]:
        """Pass the switch by, or run through it from one half to the other."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in state[2:] if p >> SHIFT in arriving]
        choices: list[Choice] = [] if come else [(0, 0, state)]
        if len(come) > 2:
            return choices
        stay = [p for p in state[2:] if p >> SHIFT not in arriving]
        halves = [half[p >> SHIFT][node] for p in come]
        if len(come) == 2 and halves[0] == halves[1]:
            return choices
        first = [k for k in step.leaving if half[k][node] == 0]
        second = [k for k in step.leaving if half[k][node] == 1]
        if halves == [1]:
            second = first
        self._run_on(choices, (state[0], state[1]), come, stay, first, second, 0, step.bit)
        return choices

    def _run_on(
        self,
        choices: list[Choice],
        head: tuple[int, int],
        come: list[int],
        stay: list[int],
        first: list[int],
        second: list[int],
        gain: int,
        bit: int,
    ) -> None:
        """Add the ways through a node: two links ahead, one from behind and one ahead, or two
        from behind; an only link ahead is one of ``second``."""
        if not come:
            for i, one in enumerate(first):
                for two in second if first is not second else second[i + 1 :]:
                    pairs = (one << SHIFT | two, two << SHIFT | one)
                    after = (*head, *sorted([*stay, *pairs]))
                    choices.append((bit | 1 << one | 1 << two, gain, after))
        elif len(come) == 1:
            mate = come[0] & _SHUT
            for link in second:
                mated = _mated(stay, mate, link)
                mated.append(link << SHIFT | mate)
                mated.sort()
                choices.append((bit | 1 << link, gain, (*head, *mated)))
        else:
            one, two = come[0] & _SHUT, come[1] & _SHUT
            if one == come[1] >> SHIFT:  # the two ends of one fragment: a ring
                return
            if one == _SHUT:
                one, two = two, one
            if one == _SHUT:
                if not stay and self.is_whole(head[1]):
                    choices.append((bit, gain, DONE))
                return
            mated = _mated(_mated(stay, one, two), two, one)
            choices.append((bit, gain, (*head, *mated)))

    def _close(
        self,
        choices: list[Choice],
        head: tuple[int, int],
        stay: list[int],
        mate: int,
        gain: int,
        bit: int,
    ) -> None:
        """Add the end of the fragment whose other end is ``mate``."""
        if mate != _SHUT:
            choices.append((bit, gain, (*head, *_mated(stay, mate, _SHUT))))
        elif not stay and self.is_whole(head[1]):
            choices.append((bit, gain, DONE))


def _mated(pairs: list[int], link: int, mate: int) -> list[int]:
    """The open links with ``link`` given a new mate."""
    return [link << SHIFT | mate if p >> SHIFT == link else p for p in pairs]
