"""The time of each player by round, for a game with a clock."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.explain.summary_rows import StandingRow
from companion.rules.judge.rules import Rules
from companion.rules.words.rounds import round_words
from companion.store.clock.clock_state import Clock
from companion.store.clock.standings_with_time import charged_standings
from companion.store.clock.time_texts import time_text


@dataclass(frozen=True, slots=True)
class TimeRow:
    """A row of the table of times: its name, and a text for each player."""

    name: str
    times: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerTimes:
    """The table of times, its columns in the order of the standings.

    ``total`` and ``left`` are texts for each player; ``left`` is empty if the clock was off at the
    end. ``charges`` are sums of money, empty if nobody owes one. ``places`` are the places with
    these sums.
    """

    names: tuple[str, ...]
    rounds: tuple[TimeRow, ...]
    total: tuple[str, ...]
    left: tuple[str, ...]
    charges: tuple[int, ...]
    rests: tuple[int, ...]
    places: tuple[int, ...]


def player_times(
    rules: Rules, clock: Clock | None, standings: Sequence[StandingRow]
) -> PlayerTimes | None:
    """Return the times of the players up to the last event of the clock; None without a clock."""
    if clock is None:
        return None
    seats = [row.id for row in standings]
    rounds = [
        TimeRow(
            round_words(round), tuple(time_text(clock.spent.get((round, id), 0)) for id in seats)
        )
        for round in clock.rounds()
        if any(clock.spent.get((round, id)) for id in seats)
    ]
    charged = {one.standing.id: one for one in charged_standings(clock, standings)}
    return PlayerTimes(
        tuple(rules.words.name(id) for id in seats),
        tuple(rounds),
        tuple(time_text(clock.time_spent(id)) for id in seats),
        tuple(time_text(clock.time_left(id)) for id in seats) if clock.is_on else (),
        tuple(charged[id].charge for id in seats) if charged else (),
        tuple(charged[id].rest for id in seats) if charged else (),
        tuple(charged[id].place for id in seats) if charged else (),
    )
