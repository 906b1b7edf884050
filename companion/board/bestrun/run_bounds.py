"""Upper bounds on what a route of one kind of train can still gain.

For each turn of a sweep (see decision_diagram_builder.py) they limit the gain of any continuation
of a state at the places ahead. States that cannot lead to a good route are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import accumulate
from operator import or_

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import ENDS, FIELD, FOLLOWER, FULL, LEADER, Scoring
from companion.board.link_names import SHIFT

State = tuple[int, ...]  # stops counted, flags, then each open link with its mate
# a packed visit: count, gain, bit of the pay it takes, flags, whether it meets
Packed = tuple[int, int, int, int, bool]
# one limit: its field's position in a count; the gain of places ahead that do not count against it,
# by the number of ends so far; the sum of the best n that do count; by link: the place ahead of it
_Reach = tuple[int, tuple[float, float, float], tuple[float, ...], list[int | None]]
_IMPOSSIBLE = -(10**9)


@dataclass(frozen=True, slots=True)
class StepBounds:
    """Bounds on the gain of the places ahead of one step."""

    through: float  # gain of all places ahead that trains run through
    ends: tuple[float, float, float]  # best gain at places to end only, by number of ends so far
    lead: float  # extra gain ahead when an off-board takes its value from a visit
    follower: bool  # whether such an off-board is ahead of the step
    lacking: int  # the flags that a route needs and that no place ahead sets
    idle: int  # flags of stations that are no longer ahead
    enough: tuple[tuple[int, int], ...]  # by field: the count that leaves room for all ahead
    limits: tuple[_Reach, ...]
    leads: bool  # whether visits may give their value to an off-board

    def put_alike(self, state: State) -> State:
        """Return the state without differences that no longer matter.

        These are stations that are no longer ahead, and room for more stops than there are ahead.
        """
        count = state[0]
        for shift, least in self.enough:
            short = least - (count >> shift & FULL)
            if short > 0:
                count += short << shift
        return (count, state[1] & ~self.idle, *state[2:])


class StateBounds(dict[State, float]):
    """The most that each state can still gain, computed when it is first looked up.

    It is far below 0 if no route can result.
    """

    __slots__ = ("_ahead",)

    def __init__(self, ahead: StepBounds) -> None:
        self._ahead = ahead

    def __missing__(self, state: State) -> float:
        ahead, flags = self._ahead, state[1]
        ended = (flags & ENDS) >> 1
        most = ahead.through + ahead.ends[ended]
        if len(state) > 2 and ahead.lacking & ~flags:
            most = _IMPOSSIBLE
        for shift, uncounted, counted, straight in ahead.limits:
            left = FULL - (state[0] >> shift & FULL)
            # an open link with a place ahead will count that place
            if len(state) > 2 and len({straight[p >> SHIFT] for p in state[2:]} - {None}) > left:
                most = _IMPOSSIBLE
                break
            limited = uncounted[ended] + counted[left if left < len(counted) else -1]
            if limited < most:
                most = limited
        if ahead.leads:
            led = flags & (LEADER | FOLLOWER)
            if led == LEADER and not ahead.follower:
                most = _IMPOSSIBLE
            elif led == FOLLOWER or (not led and ahead.follower):
                most += ahead.lead
        self[state] = most
        return most


class BoundsBuilder:
    """The computation of bounds for a sweep; ``through`` and ``ends`` are the visits by place."""

    def __init__(
        self,
        sweep: Sweep,
        scoring: Scoring,
        through: Sequence[list[Packed]],
        ends: Sequence[list[Packed]],
    ) -> None:
        self.sweep, self.scoring = sweep, scoring
        self.through, self.ends = through, ends
        self.leads = any(visit[3] & LEADER for visits in ends for visit in visits)

    @cached_property
    def straight(self) -> list[list[int | None]]:
        """By limit and link: the place ahead of the link, if every visit there counts."""
        return [self._straight(i) for i in range(len(self.scoring.limits))]

    def bounds_by_turn(self, prices: Sequence[float] | None = None) -> list[StepBounds]:
        """Return the bounds by turn, for the states after that step.

        They are computed backwards from the last step. ``prices`` are deducted from the gains of
        visits.
        """
        found = []
        fields = range(len(self.scoring.limits))
        through: float = 0
        lead: float = 0
        follower, lacking = False, self.scoring.needs
        idle = reduce(or_, self.sweep.station, 0)
        ahead = [0 for _ in fields]  # number of places that may count against each limit
        only_ends: list[float] = []
        free: list[float] = [0 for _ in fields]  # gain without counting, at places to run through
        ended: list[list[float]] = [[0, 0] for _ in fields]  # best two at places to end only
        counted: list[list[float]] = [[] for _ in fields]
        for step in reversed(self.sweep.steps):
            one, two = sorted([0, 0, *only_ends], reverse=True)[:2]
            limits = tuple(
                (
                    FIELD * i,
                    _gain_by_ends(free[i], *ended[i]),
                    (0, *accumulate(sorted(counted[i], reverse=True))),
                    links,
                )
                for i, links in enumerate(self.straight)
            )
            enough = tuple(
                (FIELD * i, FULL - here)
                for i, here in enumerate(ahead)
                if here < self.scoring.limits[i]
            )
            ends = _gain_by_ends(0, one, two)
            found.append(
                StepBounds(through, ends, lead, follower, lacking, idle, enough, limits, self.leads)
            )
            if step.bit:
                continue
            place = step.node
            on = self.through[place] if len(self.sweep.network.at[place]) > 1 else []
            visits = on + self.ends[place]
            if not visits:
                continue
            idle &= ~self.sweep.station[place]
            for i in fields:
                ahead[i] += any(visit[0] >> FIELD * i & FULL for visit in visits)
            plain, most_led, sets = _gains(visits, prices)
            most = max(left for _, left in plain)
            lead = max(lead, most_led - most)
            follower = follower or sets & FOLLOWER != 0
            lacking &= ~sets
            if on:
                through += most
            else:
                only_ends.append(most)
            for i in fields:
                uncounted = max((g for c, g in plain if not c >> FIELD * i & FULL), default=0)
                if on:
                    free[i] += uncounted
                else:
                    ended[i] = sorted((*ended[i], uncounted), reverse=True)[:2]
                if most > uncounted:
                    counted[i].append(most - uncounted)
        found.reverse()
        return found

    def _straight(self, field: int) -> list[int | None]:
        """Return the place ahead of each link, if every visit there counts against the limit."""
        found: list[int | None] = [None] * self.sweep.links
        for step in self.sweep.steps:
            if not step.bit:
                visits = (*self.through[step.node], *self.ends[step.node])
                if all(visit[0] >> FIELD * field & FULL for visit in visits):
                    for link in step.arriving:
                        found[link] = step.node
        return found


def _gains(
    visits: Sequence[Packed], prices: Sequence[float] | None
) -> tuple[list[tuple[int, float]], float, int]:
    """Return the counts and gains of the plain visits, the best gain of a leader, and all flags."""
    plain, led, sets = [], 0.0, 0
    for counts, gain, bit, flags, _ in visits:
        left = gain - cost(bit, prices) if prices is not None else gain
        sets |= flags
        if flags & LEADER:
            led = max(led, left)
        else:
            plain.append((counts, left))
    return plain, led, sets


def _gain_by_ends(most: float, one: float, two: float) -> tuple[float, float, float]:
    """Return the gain with two more ends, with one, or with none."""
    return most + one + two, most + one, most
