"""All routes of one kind of train, as a diagram of choices.

The nodes of the network are looked at one after the other (a *sweep*). At each, a train has a few
choices: pass it by, begin or end there, or run through on two of its links. What the choices so
far mean for those to come is only how the links between nodes looked at and nodes ahead are
used, which of these belong to the same fragment of a route, how many ends and counted stops there
are, and whether a token was met. Choices that agree in that are one *state*; so the routes, of
which there may be billions, become ways through a diagram of some hundreds or thousands of
states, layer by layer. A way from the first layer to the last one is a legal route or none at
all, and every legal route is a way. (The idea is known as frontier search.)

Any fixed set of prices for using links can be laid over a diagram, see ``Diagram.best``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from .clock import Clock
from .sweep import STATIONS, Step, Sweep

State = tuple[int, ...]  # stops counted, flags, then the open links each with its mate
Choice = tuple[int, int, State]  # links and switches used (bits), gain, state after it
Arc = tuple[int, int, int]  # links and switches used (bits), gain, state's number in the next layer

DONE: State = (-1,)  # the route is complete
START: State = (0, 0)  # nothing is chosen yet
_SHUT = 0xFFFF  # instead of a mate: the fragment's other end is an end of the route
_TOKEN, _END, _ENDS = 1, 2, 6  # flags: token met; ends set (2 bits); then stations visited
assert _ENDS < 1 << STATIONS
_SHIFT = 16
_NEVER = float("-inf")
_IMPOSSIBLE = -(10**9)
_OFTEN = 512  # states between two looks at the clock


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a kind of train makes of each place of a network.

    A visit counts so many stops against the train's reach and earns so much. A train that is paid
    for the best N of many stops would have two kinds of visit to a place, (1, value) and (0, 0).
    """

    reach: int | None
    visits: tuple[tuple[tuple[int, int], ...], ...]  # by place: (counted, gain)
    ends: tuple[int | None, ...]  # by place: what ending there earns besides; None: not allowed


class Diagram:
    """Layers of states, and the arcs from each to those of the next layer.

    A way from the first state to the last layer is a route; or none, when nothing is chosen in
    any layer. ``masks`` holds by layer all the sets of bits that its arcs use.
    """

    def __init__(self, arcs: list[list[list[Arc]]], whole: bool = True) -> None:
        self.arcs = arcs
        self.whole = whole  # no state was left out to be quick
        self.masks = [{m for state in layer for m, _, _ in state} for layer in arcs]

    def rest(self, prices: Sequence[float] | None = None) -> list[list[float]]:
        """By layer and state: what can still be gained, less the prices of what is used for it."""
        last = max((target for state in self.arcs[-1] for _, _, target in state), default=0)
        after = [0.0] * (last + 1)
        found = [after]
        for layer, masks in zip(reversed(self.arcs), reversed(self.masks), strict=True):
            if prices is None:
                after = [
                    max([gain + after[t] for _, gain, t in state], default=_NEVER)
                    for state in layer
                ]
            else:
                costs = {mask: cost(mask, prices) for mask in masks}
                after = [
                    max([gain - costs[m] + after[t] for m, gain, t in state], default=_NEVER)
                    for state in layer
                ]
            found.append(after)
        found.reverse()
        return found

    def best(self, rest: list[list[float]], prices: Sequence[float] | None = None) -> int:
        """The bits used by the best way, given what ``rest`` found with the same prices."""
        bits = at = 0
        for layer, after in zip(self.arcs, rest[1:], strict=True):
            wanted, found = float("-inf"), (0, 0)
            for mask, gain, target in layer[at]:
                value = gain + after[target] - (cost(mask, prices) if prices else 0)
                if value > wanted:
                    wanted, found = value, (mask, target)
            bits |= found[0]
            at = found[1]
        return bits

    def above(self, floor: float, prices: Sequence[float] | None = None) -> Diagram | None:
        """The diagram of just the ways that gain more than this after prices; None without any."""
        rest = self.rest(prices)
        if rest[0][0] <= floor:
            return None
        kept: list[list[list[Arc]]] = []
        number = {0: 0}
        reached: list[float] = [0.0]  # the best on the way to each state kept
        for layer, masks, after in zip(self.arcs, self.masks, rest[1:], strict=True):
            costs = {mask: cost(mask, prices) for mask in masks} if prices else {}
            next_number: dict[int, int] = {}
            next_reached: list[float] = []
            states: list[list[Arc]] = [[] for _ in number]
            for state, new in number.items():
                for mask, gain, target in layer[state]:
                    value = reached[new] + gain - (costs[mask] if prices else 0)
                    if value + after[target] > floor:
                        there = next_number.setdefault(target, len(next_number))
                        if there == len(next_reached):
                            next_reached.append(value)
                        elif value > next_reached[there]:
                            next_reached[there] = value
                        states[new].append((mask, gain, there))
            kept.append(states)
            number, reached = next_number, next_reached
        return Diagram(kept, self.whole)


def cost(bits: int, prices: Sequence[float]) -> float:
    """The sum of the prices of a set of bits."""
    total = 0.0
    while bits:
        low = bits & -bits
        total += prices[low.bit_length() - 1]
        bits ^= low
    return total


class Builder:
    """Builds diagrams for one kind of train."""

    def __init__(self, sweep: Sweep, scoring: Scoring, clock: Clock) -> None:
        self.sweep, self.scoring, self.clock = sweep, scoring, clock
        gains = [max(gain for _, gain in visits) for visits in scoring.visits]
        self.usual_gain = sum(gains) / max(len(gains), 1)
        self.straight = self._straight()
        self.tables = [self._table(i) for i in range(len(sweep.steps))]

    def build(self, floor: float, width: int | None = None, without: int = 0) -> Diagram | None:
        """The diagram of all routes that gain more than ``floor``; None when there is none.

        ``width``: keep only so many states in a layer, the most promising ones. ``without``:
        bits that must not be used. Raises OutOfTime.
        """
        layers: list[list[list[Arc]]] = []
        whole = True
        current: dict[State, float] = {START: 0.0}
        last = len(self.sweep.steps) - 1
        for turn, step in enumerate(self.sweep.steps):
            table = self.tables[turn]
            choices = self._switch_choices if step.bit else self._place_choices
            number: dict[State, int] = {}
            values: list[float] = []
            layer: list[list[Arc]] = []
            for count, (state, value) in enumerate(current.items(), 1):
                if count % _OFTEN == 0:
                    self.clock.check()
                arcs: list[Arc] = []
                ahead = [(0, 0, DONE)] if state is DONE else choices(step, state)
                for mask, gain, after in ahead:
                    if mask & without:
                        continue
                    found = value + gain
                    if after is not DONE:
                        if turn == last and after is not START:
                            continue
                        if found + self._bound(table, after) <= floor:
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
            if width is not None and len(current) > width:
                whole = False
                current = self._most_promising(current, width)
                chosen = {number[state]: i for i, state in enumerate(current)}
                layers[-1] = [
                    [(m, g, chosen[t]) for m, g, t in arcs if t in chosen] for arcs in layer
                ]
            if not current:
                return None
        return Diagram(layers, whole).above(floor)

    def _most_promising(self, states: dict[State, float], width: int) -> dict[State, float]:
        """Some of those with the most gained; some of those with fewer links open, too, for an open
        link is a promise that may be hard to keep."""
        orders = []
        for price in (0.0, 0.7, 1.4, 2.8):
            each = price * self.usual_gain
            worth = {s: v - each * (len(s) - 2) for s, v in states.items() if s is not DONE}
            orders.append(sorted(worth, key=worth.__getitem__, reverse=True))
        chosen = {DONE: states[DONE]} if DONE in states else {}
        for several in zip(*orders, strict=True):
            for state in several:
                chosen[state] = states[state]
            if len(chosen) >= width:
                break
        return chosen

    # what can still be gained

    def _table(self, turn: int) -> _Table:
        """For the states after this step."""
        network, scoring = self.sweep.network, self.scoring
        through = free = 0
        only_ends, counted = [0, 0], []
        for step in self.sweep.steps[turn + 1 :]:
            if step.bit:
                continue
            place = step.node
            at_end = scoring.ends[place] or 0
            gain = max(gain for _, gain in scoring.visits[place]) + max(at_end, 0)
            if network.places[place].through and len(network.at[place]) > 1:
                through += gain
            elif scoring.ends[place] is not None:
                only_ends.append(gain)
            else:
                continue
            if any(not count for count, gain in scoring.visits[place] if gain):
                free += gain
            else:
                counted.append(gain)
        one, two = sorted(only_ends, reverse=True)[:2]
        counted.sort(reverse=True)
        return _Table(through, (one + two, one, 0), free, (0, *accumulate(counted)))

    def _straight(self) -> list[int | None]:
        """By link: the place ahead that it leads to, if the train counts it."""
        found: list[int | None] = [None] * self.sweep.links
        for step in self.sweep.steps:
            if not step.bit and all(count for count, _ in self.scoring.visits[step.node]):
                for link in step.arriving:
                    found[link] = step.node
        return found

    def _bound(self, table: _Table, state: State) -> int:
        most = table.through + table.ends[(state[1] & _ENDS) >> 1]
        reach = self.scoring.reach
        if reach is None:
            return most
        left = reach - state[0]
        if len(state) > 2:
            # an open link that leads straight to a place will count it
            straight = self.straight
            if len({straight[p >> _SHIFT] for p in state[2:]} - {None}) > left:
                return _IMPOSSIBLE
        return min(most, table.free + table.counted[min(left, len(table.counted) - 1)])

    # the choices at a node

    def _place_choices(self, step: Step, state: State) -> list[Choice]:
        """Pass the place by, end there, or run through it."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in state[2:] if p >> _SHIFT in arriving]
        stay = [p for p in state[2:] if p >> _SHIFT not in arriving]
        choices: list[Choice] = [] if come else [(0, 0, state)]
        place, scoring = self.sweep.network.places[node], self.scoring
        station = self.sweep.station[node]
        if len(come) > 2 or state[1] & station:
            return choices
        flags = state[1] | station | (_TOKEN if place.own else 0)
        at_end = scoring.ends[node] if flags & _ENDS != 2 * _END else None
        runs_on = place.through and all(half[p >> _SHIFT][node] == 0 for p in come)
        for counted, gain in scoring.visits[node]:
            count = state[0]
            if scoring.reach is not None:
                count += counted
                if count > scoring.reach:
                    continue
            if at_end is not None and len(come) < 2:
                head = (count, flags + _END)
                if come:
                    self._close(choices, head, stay, come[0] & _SHUT, gain + at_end)
                else:
                    for link in step.leaving:
                        after = (*head, *sorted([*stay, link << _SHIFT | _SHUT]))
                        choices.append((1 << link, gain + at_end, after))
            if runs_on:
                leaving = [k for k in step.leaving if half[k][node] == 0]
                self._run_on(choices, (count, flags), come, stay, leaving, leaving, gain, 0)
        return choices

    def _switch_choices(self, step: Step, state: State) -> list[Choice]:
        """Pass the switch by, or run through it from one half to the other."""
        arriving, node, half = step.arriving, step.node, self.sweep.half
        come = [p for p in state[2:] if p >> _SHIFT in arriving]
        choices: list[Choice] = [] if come else [(0, 0, state)]
        if len(come) > 2:
            return choices
        stay = [p for p in state[2:] if p >> _SHIFT not in arriving]
        halves = [half[p >> _SHIFT][node] for p in come]
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
                    pairs = (one << _SHIFT | two, two << _SHIFT | one)
                    after = (*head, *sorted([*stay, *pairs]))
                    choices.append((bit | 1 << one | 1 << two, gain, after))
        elif len(come) == 1:
            mate = come[0] & _SHUT
            for link in second:
                mated = _mated(stay, mate, link)
                mated.append(link << _SHIFT | mate)
                mated.sort()
                choices.append((bit | 1 << link, gain, (*head, *mated)))
        else:
            one, two = come[0] & _SHUT, come[1] & _SHUT
            if one == come[1] >> _SHIFT:  # the two ends of one fragment: a ring
                return
            if one == _SHUT:
                one, two = two, one
            if one == _SHUT:
                if not stay and head[1] & _TOKEN:
                    choices.append((bit, gain, DONE))
                return
            mated = _mated(_mated(stay, one, two), two, one)
            choices.append((bit, gain, (*head, *mated)))

    def _close(
        self, choices: list[Choice], head: tuple[int, int], stay: list[int], mate: int, gain: int
    ) -> None:
        """Add the end of the fragment whose other end is ``mate``."""
        if mate != _SHUT:
            choices.append((0, gain, (*head, *_mated(stay, mate, _SHUT))))
        elif not stay and head[1] & _TOKEN:
            choices.append((0, gain, DONE))


def _mated(pairs: list[int], link: int, mate: int) -> list[int]:
    """The open links with ``link`` given a new mate."""
    return [link << _SHIFT | mate if p >> _SHIFT == link else p for p in pairs]


@dataclass(frozen=True, slots=True)
class _Table:
    """Bounds on what a state can still gain, before looking at how."""

    through: int  # all places ahead that trains run through
    ends: tuple[int, int, int]  # the best places to end only, by how many ends there are already
    free: int  # all places ahead that do not count against the reach
    counted: tuple[int, ...]  # the best n places that do
