"""What a route of one kind of train can still gain, before it is looked at how.

For each turn of a sweep (see builder.py) this bounds from above what any continuation of a state
may gain at the places ahead, so that states from which nothing good can come are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from companion.board.bestrun.bit_sets import cost
from companion.board.bestrun.node_order import Sweep
from companion.board.bestrun.scoring import ENDS, FIELD, FOLLOWER, FULL, LEADER, TOKEN, Scoring
from companion.board.ports import SHIFT

State = tuple[int, ...]  # stops counted, flags, then the open links each with its mate
# what a visit is to the search: count, gain, bit of the pay it takes, flags, whether it meets
Packed = tuple[int, int, int, int, bool]
# how far a limit reaches: its field's place in a count; what places ahead gain that do not count
# against it, by how many ends there are already, and the best n that do; by link: the place that it
# leads straight to
_Reach = tuple[int, tuple[float, float, float], tuple[float, ...], list[int | None]]
_IMPOSSIBLE = -(10**9)


@dataclass(frozen=True, slots=True)
class Ahead:
    """What lies ahead after one step."""

    through: float  # all places ahead that trains run through
    ends: tuple[float, float, float]  # the best to end only, by how many ends there are already
    lead: float  # what a visit ahead gains besides when an off-board follows it
    follower: bool  # whether such an off-board is ahead
    token: bool  # whether a token is ahead
    idle: int  # flags of stations none of which is ahead
    enough: tuple[tuple[int, int], ...]  # by field of a count: what leaves room for all ahead
    limits: tuple[_Reach, ...]
    leads: bool  # whether the train has visits that an off-board must follow

    def most(self, state: State) -> float:
        """The most that a state can still gain; far below 0 where no route can come of it."""
        flags = state[1]
        if len(state) > 2 and not flags & TOKEN and not self.token:
            return _IMPOSSIBLE
        ended = (flags & ENDS) >> 1
        most = self.through + self.ends[ended]
        for shift, uncounted, counted, straight in self.limits:
            free = uncounted[ended]
            left = FULL - (state[0] >> shift & FULL)
            # an open link that leads straight to a place will count it
            if len(state) > 2 and len({straight[p >> SHIFT] for p in state[2:]} - {None}) > left:
                return _IMPOSSIBLE
            if left < len(counted):
                most = min(most, free + counted[left])
            elif free + counted[-1] < most:
                most = free + counted[-1]
        if self.leads:
            led = flags & (LEADER | FOLLOWER)
            if led == LEADER and not self.follower:
                return _IMPOSSIBLE
            if led == FOLLOWER or (not led and self.follower):
                most += self.lead
        return most

    def put_alike(self, state: State) -> State:
        """The state without what makes no difference any more: stations that are not ahead, and
        room for more stops than there are ahead.
        """
        count = state[0]
        for shift, least in self.enough:
            short = least - (count >> shift & FULL)
            if short > 0:
                count += short << shift
        return (count, state[1] & ~self.idle, *state[2:])


class Horizon:
    """Finds what lies ahead in a sweep; ``through`` and ``ends`` are the visits by place."""

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
        """By limit and link: the place that it leads straight to."""
        return [self._straight(i) for i in range(len(self.scoring.limits))]

    def by_turn(self, prices: Sequence[float] | None = None) -> list[Ahead]:
        """By turn, for the states after that step; found from the last one backwards. With
        ``prices`` visits gain what is left after these are paid.
        """
        found = []
        fields = range(len(self.scoring.limits))
        through: float = 0
        lead: float = 0
        follower = token = False
        idle = 0
        for station in self.sweep.station:
            idle |= station
        ahead = [0 for _ in fields]  # places that may count against each limit
        only_ends: list[float] = []
        free: list[float] = [0 for _ in fields]  # what gains without counting, run through
        ended: list[list[float]] = [[0, 0] for _ in fields]  # and at places to end only, the best
        counted: list[list[float]] = [[] for _ in fields]
        for step in reversed(self.sweep.steps):
            one, two = sorted([0, 0, *only_ends], reverse=True)[:2]
            limits = tuple(
                (
                    FIELD * i,
                    _by_ends(free[i], *ended[i]),
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
            ends = _by_ends(0, one, two)
            found.append(
                Ahead(through, ends, lead, follower, token, idle, enough, limits, self.leads)
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
            sets = 0
            plain, led = [], [0.0]
            for counts, gain, bit, flags, _ in visits:
                left = gain - cost(bit, prices) if prices is not None else gain
                sets |= flags
                if flags & LEADER:
                    led.append(left)
                else:
                    plain.append((counts, left))
            most = max(left for _, left in plain)
            lead = max(lead, max(led) - most)
            follower = follower or sets & FOLLOWER != 0
            token = token or sets & TOKEN != 0
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
        """By link: the place ahead that it leads to, if every visit counts against a limit."""
        found: list[int | None] = [None] * self.sweep.links
        for step in self.sweep.steps:
            if not step.bit:
                visits = (*self.through[step.node], *self.ends[step.node])
                if all(visit[0] >> FIELD * field & FULL for visit in visits):
                    for link in step.arriving:
                        found[link] = step.node
        return found


def _by_ends(most: float, one: float, two: float) -> tuple[float, float, float]:
    """What is gained besides at two more ends, at one, or at none."""
    return most + one + two, most + one, most
