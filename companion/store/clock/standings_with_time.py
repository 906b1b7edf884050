"""The standings with the sums for time that is used up, beside those by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.explain.summary_rows import StandingRow
from companion.store.clock.clock_state import Clock


@dataclass(frozen=True, slots=True)
class ChargedStanding:
    """A player's place when the clock's sum is taken off, beside their place by the rules."""

    place: int
    standing: StandingRow
    charge: int

    @property
    def rest(self) -> int:
        """The worth without the sum."""
        return self.standing.worth - self.charge


def charged_standings(clock: Clock, standings: Sequence[StandingRow]) -> list[ChargedStanding]:
    """Return the standings with the clock's sums; empty if nobody owes one."""
    found = [ChargedStanding(0, row, clock.charge_for(row.id)) for row in standings]
    if not any(one.charge for one in found):
        return []
    rests = [one.rest for one in found]
    placed = [replace(one, place=1 + sum(rest > one.rest for rest in rests)) for one in found]
    return sorted(placed, key=lambda one: one.place)
